"""The contract of systems: complete or not made at all, and nothing defaults in silence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from roce_lint.hosts.system import BEHAVIOUR as HOST
from roce_lint.model.terms import BondKind
from roce_lint.os.behaviour import Behaviour, CarvedHeadroom, Distances, TimerRange
from roce_lint.os.contract import SwitchOs
from roce_lint.os.registry import behaviour_of, register, switch_names, switch_os, system_names, unregister
from roce_lint.values import field_names, replace

BEHAVIOURS = {name: behaviour_of(name) for name in system_names()}
DOCUMENTED = {
    "eos": Behaviour(
        distances=Distances(ebgp=200, ibgp=200, ospf=110, isis=115),
        bgp_announces_by_policy_alone=False,
        maximum_paths_hold_without_bgp=False,
        largest_ip_mtu_bytes=9214,
        routes_vlans_by_bridge_domain=False,
        binds_qos_outside_interfaces=False,
        bundle_shares_pfc_with_members=False,
        rewrites_dscp_by_egress_port=False,
        strict_queues_by_index=True,
        round_robin_takes_lower_queues=True,
        strict_queues_are_highest=False,
        weights_are_shares_of_scheduler=False,
        shares_whole_memory=True,
        tunnel_marking_depends_on_platform=True,
        class_behind_tunnels_can_be_by_dscp=True,
        watchdog_polls=True,
        watchdog_timers_ms=TimerRange(10, 60_000, "EOS User Manual, PFC watchdog: 0.01 to 60 seconds"),
        watchdog_polls_within_timers=True,
        watchdog_recovers_by_timer=True,
        carved_headroom=None,
        own_alpha_is_unpublished=True,
        own_pause_sizes_are_unpublished=False,
        host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.ESI, BondKind.LEAF_PAIR}),
        pair_needs_management=False,
        trims_packets=False,
        is_of_spectrum_x=False,
    ),
    "nxos": Behaviour(
        distances=Distances(ebgp=20, ibgp=200, ospf=110, isis=115),
        bgp_announces_by_policy_alone=False,
        maximum_paths_hold_without_bgp=True,
        largest_ip_mtu_bytes=9216,
        routes_vlans_by_bridge_domain=False,
        binds_qos_outside_interfaces=False,
        bundle_shares_pfc_with_members=True,
        rewrites_dscp_by_egress_port=False,
        strict_queues_by_index=False,
        round_robin_takes_lower_queues=False,
        strict_queues_are_highest=True,
        weights_are_shares_of_scheduler=False,
        shares_whole_memory=False,
        tunnel_marking_depends_on_platform=False,
        class_behind_tunnels_can_be_by_dscp=False,
        watchdog_polls=True,
        watchdog_timers_ms=None,
        watchdog_polls_within_timers=False,
        watchdog_recovers_by_timer=True,
        carved_headroom=CarvedHeadroom(100, "Nexus 9000 PFC guide: pause buffers are needed above 100 m"),
        own_alpha_is_unpublished=False,
        own_pause_sizes_are_unpublished=False,
        host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.LEAF_PAIR}),
        pair_needs_management=True,
        trims_packets=False,
        is_of_spectrum_x=False,
    ),
    "srlinux": Behaviour(
        distances=Distances(ebgp=170, ibgp=170, ospf=10, isis=15),
        bgp_announces_by_policy_alone=True,
        maximum_paths_hold_without_bgp=False,
        largest_ip_mtu_bytes=None,
        routes_vlans_by_bridge_domain=True,
        binds_qos_outside_interfaces=True,
        bundle_shares_pfc_with_members=False,
        rewrites_dscp_by_egress_port=True,
        strict_queues_by_index=True,
        round_robin_takes_lower_queues=False,
        strict_queues_are_highest=False,
        weights_are_shares_of_scheduler=True,
        shares_whole_memory=False,
        tunnel_marking_depends_on_platform=False,
        class_behind_tunnels_can_be_by_dscp=True,
        watchdog_polls=False,
        watchdog_timers_ms=None,
        watchdog_polls_within_timers=False,
        watchdog_recovers_by_timer=True,
        carved_headroom=None,
        own_alpha_is_unpublished=False,
        own_pause_sizes_are_unpublished=True,
        host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.ESI}),
        pair_needs_management=False,
        trims_packets=False,
        is_of_spectrum_x=False,
    ),
    "sonic": Behaviour(
        distances=Distances(ebgp=20, ibgp=200, ospf=110, isis=115),
        bgp_announces_by_policy_alone=False,
        maximum_paths_hold_without_bgp=False,
        largest_ip_mtu_bytes=9216,
        routes_vlans_by_bridge_domain=False,
        binds_qos_outside_interfaces=True,
        bundle_shares_pfc_with_members=False,
        rewrites_dscp_by_egress_port=True,
        strict_queues_by_index=True,
        round_robin_takes_lower_queues=False,
        strict_queues_are_highest=False,
        weights_are_shares_of_scheduler=True,
        shares_whole_memory=False,
        tunnel_marking_depends_on_platform=True,
        class_behind_tunnels_can_be_by_dscp=True,
        watchdog_polls=True,
        watchdog_timers_ms=None,
        watchdog_polls_within_timers=False,
        watchdog_recovers_by_timer=True,
        carved_headroom=None,
        own_alpha_is_unpublished=False,
        own_pause_sizes_are_unpublished=False,
        host_bonds=frozenset({BondKind.ONE_LEAF}),
        pair_needs_management=False,
        trims_packets=True,
        is_of_spectrum_x=False,
    ),
    "cumulus": Behaviour(
        distances=Distances(ebgp=20, ibgp=200, ospf=110, isis=115),
        bgp_announces_by_policy_alone=False,
        maximum_paths_hold_without_bgp=False,
        largest_ip_mtu_bytes=9216,
        routes_vlans_by_bridge_domain=False,
        binds_qos_outside_interfaces=True,
        bundle_shares_pfc_with_members=False,
        rewrites_dscp_by_egress_port=True,
        strict_queues_by_index=True,
        round_robin_takes_lower_queues=False,
        strict_queues_are_highest=False,
        weights_are_shares_of_scheduler=False,
        shares_whole_memory=False,
        tunnel_marking_depends_on_platform=False,
        class_behind_tunnels_can_be_by_dscp=True,
        watchdog_polls=True,
        watchdog_timers_ms=None,
        watchdog_polls_within_timers=False,
        watchdog_recovers_by_timer=False,
        carved_headroom=None,
        own_alpha_is_unpublished=False,
        own_pause_sizes_are_unpublished=False,
        host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.ESI, BondKind.LEAF_PAIR}),
        pair_needs_management=False,
        trims_packets=True,
        is_of_spectrum_x=True,
    ),
    "junos": Behaviour(
        distances=Distances(ebgp=170, ibgp=170, ospf=10, isis=15),
        bgp_announces_by_policy_alone=True,
        maximum_paths_hold_without_bgp=True,
        largest_ip_mtu_bytes=9202,
        routes_vlans_by_bridge_domain=True,
        binds_qos_outside_interfaces=True,
        bundle_shares_pfc_with_members=False,
        rewrites_dscp_by_egress_port=True,
        strict_queues_by_index=False,
        round_robin_takes_lower_queues=False,
        strict_queues_are_highest=False,
        weights_are_shares_of_scheduler=False,
        shares_whole_memory=False,
        tunnel_marking_depends_on_platform=False,
        class_behind_tunnels_can_be_by_dscp=False,
        watchdog_polls=True,
        watchdog_timers_ms=None,
        watchdog_polls_within_timers=False,
        watchdog_recovers_by_timer=True,
        carved_headroom=None,
        own_alpha_is_unpublished=False,
        own_pause_sizes_are_unpublished=False,
        host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.ESI}),
        pair_needs_management=False,
        trims_packets=False,
        is_of_spectrum_x=False,
    ),
    "mlx5": Behaviour(
        distances=Distances(ebgp=20, ibgp=200, ospf=110, isis=115),
        bgp_announces_by_policy_alone=False,
        maximum_paths_hold_without_bgp=False,
        largest_ip_mtu_bytes=None,
        routes_vlans_by_bridge_domain=False,
        binds_qos_outside_interfaces=False,
        bundle_shares_pfc_with_members=False,
        rewrites_dscp_by_egress_port=False,
        strict_queues_by_index=False,
        round_robin_takes_lower_queues=False,
        strict_queues_are_highest=False,
        weights_are_shares_of_scheduler=False,
        shares_whole_memory=False,
        tunnel_marking_depends_on_platform=False,
        class_behind_tunnels_can_be_by_dscp=False,
        watchdog_polls=False,
        watchdog_timers_ms=None,
        watchdog_polls_within_timers=False,
        watchdog_recovers_by_timer=True,
        carved_headroom=None,
        own_alpha_is_unpublished=False,
        own_pause_sizes_are_unpublished=False,
        host_bonds=frozenset(),
        pair_needs_management=False,
        trims_packets=False,
        is_of_spectrum_x=False,
    ),
}
"""Values of the manuals that `os/<name>/behaviour.py` names, written down a second time by hand."""


@pytest.mark.parametrize("name", system_names())
def test_each_system_behaves_as_documented(name: str) -> None:
    assert behaviour_of(name) == DOCUMENTED[name]


@pytest.mark.parametrize("kind", [Behaviour, Distances, SwitchOs], ids=lambda kind: kind.__name__)
def test_a_system_that_leaves_a_field_out_cannot_be_made(kind: type) -> None:
    samples = {Behaviour: HOST, Distances: HOST.distances, SwitchOs: switch_os("eos")}
    whole = {name: getattr(samples[kind], name) for name in field_names(kind)}
    assert kind(**whole) == samples[kind]
    for name in whole:
        with pytest.raises(TypeError, match=name):
            kind(**{other: value for other, value in whole.items() if other != name})


@pytest.mark.parametrize("ask", [switch_os, behaviour_of])
def test_an_unknown_system_is_an_error(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(
        ValueError, match="'ios' is no system of switches; known are eos, nxos, srlinux, sonic, cumulus, junos"
    ):
        ask("ios")


@pytest.mark.parametrize("name", switch_names())
def test_the_name_of_a_system_is_the_one_that_it_is_registered_by(name: str) -> None:
    assert switch_os(name).name == name


@pytest.fixture
def other() -> Iterator[SwitchOs]:
    system = replace(switch_os("eos"), name="other", behaviour=HOST)
    register(system)
    yield system
    unregister("other")


def test_a_system_is_registered_from_outside_once(other: SwitchOs) -> None:
    assert (switch_os("other"), behaviour_of("other"), switch_names()[-1]) == (other, HOST, "other")
    for name in ("other", "eos", "mlx5"):
        with pytest.raises(ValueError, match=f"there is a system {name!r} already"):
            register(replace(other, name=name))


def test_what_is_part_of_the_program_cannot_be_taken_away() -> None:
    with pytest.raises(ValueError, match="'eos' was not registered"):
        unregister("eos")


@pytest.mark.parametrize(
    ("protocol", "preferred"), [("ospf", {"eos", "srlinux", "junos"}), ("isis", {"eos", "srlinux", "junos"})]
)
def test_routes_of_an_igp_are_preferred_to_ebgp_where_their_distance_is_lower(
    protocol: str, preferred: set[str]
) -> None:
    assert {name for name in switch_names() if BEHAVIOURS[name].distances.prefers_igp(protocol)} == preferred


def test_another_protocol_has_no_distance() -> None:
    with pytest.raises(ValueError, match="'rip' is none of ospf and isis"):
        HOST.distances.prefers_igp("rip")


@pytest.mark.parametrize("kind", [SwitchOs, Behaviour], ids=lambda kind: kind.__name__)
def test_the_walk_through_names_every_field(kind: type, root: Path) -> None:
    page = (root / "docs" / "adding-a-system.md").read_text("utf-8")
    assert [name for name in field_names(kind) if f"`{name}`" not in page] == []
