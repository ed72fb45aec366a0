"""Which interface every demanded link gets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.errors import PlatformError
from roce_lint.platforms import catalog
from roce_lint.platforms.datum import SourcedValue
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.ports import CageId, LinkPurpose, PortDemand, assign_ports, capacity, port_names

HOST, DOWNLINK, UPLINK, PEER = LinkPurpose.HOST, LinkPurpose.DOWNLINK, LinkPurpose.UPLINK, LinkPurpose.PEER
SWITCHES = [p for p in catalog.platforms() if isinstance(p, SwitchPlatform)]


def names(platform: str, *demands: tuple[int, int, LinkPurpose]) -> list[list[str]]:
    """Return the names of the interfaces of each demand."""
    found = assign_ports(catalog.switch(platform), tuple(PortDemand(*demand) for demand in demands))
    return [[port.name for port in ports] for ports in found.demands]


def test_hosts_begin_at_the_first_cage_and_uplinks_at_the_last_fast_one() -> None:
    assert names("7050cx3-32s", (100, 3, HOST), (100, 2, UPLINK)) == [
        ["Ethernet1/1", "Ethernet2/1", "Ethernet3/1"],
        ["Ethernet32/1", "Ethernet31/1"],
    ]


def test_uplinks_begin_at_a_given_cage_and_use_those_below_it_last() -> None:
    first_uplink = PortDemand(400, 3, UPLINK, first_cage=63)
    found = assign_ports(
        catalog.switch("7060dx5-64s"),
        (
            PortDemand(400, 1, HOST),
            first_uplink,
        ),
    )
    assert [port.name for port in found.ports] == ["Ethernet1/1", "Ethernet63/1", "Ethernet64/1", "Ethernet2/1"]
    with pytest.raises(PlatformError, match=r"DCS-7060DX4-32 has no cage 40; the last one is 34"):
        assign_ports(catalog.switch("7060dx4-32"), (PortDemand(400, 1, UPLINK, first_cage=40),))


def test_a_cage_of_the_right_speed_is_taken_before_a_faster_one_is_split() -> None:
    assert names("7280cr3-32p4", (100, 2, HOST), (400, 2, UPLINK)) == [
        ["Ethernet1/1", "Ethernet2/1"],
        ["Ethernet36/1", "Ethernet35/1"],
    ]


def test_a_faster_cage_is_split_when_the_right_ones_are_used_up() -> None:
    hosts, uplinks = names("7280cr3-32p4", (100, 34, HOST), (400, 3, UPLINK))
    assert hosts[31:] == ["Ethernet32/1", "Ethernet33/1", "Ethernet33/3"]
    assert uplinks == ["Ethernet36/1", "Ethernet35/1", "Ethernet34/1"]


def test_slow_hosts_leave_room_for_fast_uplinks_whatever_the_order() -> None:
    hosts, uplinks = names("7280cr3-32p4", (100, 40, HOST), (400, 2, UPLINK))
    assert (len(hosts), uplinks) == (40, ["Ethernet36/1", "Ethernet35/1"])


def test_hosts_slower_than_every_cage_share_split_cages() -> None:
    found = assign_ports(
        catalog.switch("9332d-gx2b"),
        (
            PortDemand(100, 5, HOST),
            PortDemand(400, 1, UPLINK),
        ),
    )
    assert [port.name for port in found.ports] == [
        *(f"Ethernet1/1/{child}" for child in (1, 2, 3, 4)),
        "Ethernet1/2/1",
        "Ethernet1/32",
    ]
    assert [(b.parent_name, b.keyword, b.children) for b in found.breakouts] == [
        ("Ethernet1/1", "100g-4x", tuple(f"Ethernet1/1/{child}" for child in (1, 2, 3, 4))),
        ("Ethernet1/2", "100g-4x", tuple(f"Ethernet1/2/{child}" for child in (1, 2, 3, 4))),
    ]
    assert {(port.speed_keyword, port.speed_gbps) for port in found.demands[0]} == {("100000", 100)}


def test_a_cage_that_runs_slower_comes_before_splitting_a_much_faster_one() -> None:
    assert names("93180yc-fx3", (10, 2, HOST)) == [["Ethernet1/1", "Ethernet1/2"]]


def test_two_demands_of_one_side_and_speed_share_a_split_cage() -> None:
    assert names("7060dx4-32", (100, 2, HOST), (100, 3, HOST)) == [
        ["Ethernet1/1", "Ethernet1/3"],
        ["Ethernet1/5", "Ethernet1/7", "Ethernet2/1"],
    ]


def test_hosts_and_uplinks_share_a_split_cage_only_when_nothing_else_is_left() -> None:
    hosts, uplinks = names("7060dx4-32", (100, 66, HOST), (100, 62, UPLINK))
    assert hosts[-2:] == ["Ethernet17/1", "Ethernet17/3"]
    assert uplinks[-2:] == ["Ethernet17/5", "Ethernet17/7"]


def test_a_split_cage_may_cost_its_lower_neighbour() -> None:
    fast, slow = names("7250 IXR-X1b", (25, 5, HOST), (100, 2, HOST))
    assert fast == [*(f"ethernet-1/2/{child}" for child in (1, 2, 3, 4)), "ethernet-1/4/1"]
    assert slow == ["ethernet-1/5", "ethernet-1/6"]


def test_uplinks_of_a_chassis_begin_in_the_last_slot() -> None:
    assert names("7250 IXR-10e", (400, 1, HOST), (400, 2, PEER)) == [
        ["ethernet-1/1"],
        ["ethernet-8/36", "ethernet-8/35"],
    ]


def test_no_demand_needs_no_port() -> None:
    assert names("7050cx3-32s", (800, 0, HOST)) == [[]]


@pytest.mark.parametrize(
    ("platform", "demands", "message"),
    [
        (
            "7050cx3-32s",
            [(400, 2, UPLINK)],
            "DCS-7050CX3-32S has no 400G ports (uplink); it offers 10G, 25G, 40G, 50G, 100G",
        ),
        (
            "7050cx3-32s",
            [(100, 30, HOST), (100, 4, UPLINK)],
            "DCS-7050CX3-32S cannot serve 30 x 100G (host) and 4 x 100G (uplink): it has 32 QSFP28 cages of 100G,"
            " 2 SFP+ cages of 10G; for one speed alone at most 32 x 100G",
        ),
        (
            "7060x6-64pe",
            [(100, 500, HOST)],
            "DCS-7060X6-64PE cannot serve 500 x 100G (host): it has 64 OSFP cages of 800G, 2 SFP+ cages of 10G,"
            " and drives 258 interfaces; for one speed alone at most 258 x 100G",
        ),
        ("7050cx3-32s", [(100, -1, HOST)], "-1 host ports are demanded; a count is 0 or more"),
    ],
    ids=["speed", "count", "logical ports", "negative"],
)
def test_demands_that_do_not_fit_are_explained(
    platform: str, demands: list[tuple[int, int, LinkPurpose]], message: str
) -> None:
    with pytest.raises(PlatformError) as caught:
        names(platform, *demands)
    assert str(caught.value) == message


@st.composite
def _switch_and_demands(draw: st.DrawFn) -> tuple[SwitchPlatform, tuple[PortDemand, ...]]:
    switch = draw(st.sampled_from(SWITCHES))
    speeds = sorted({mode.speed_gbps for group in switch.cage_groups for mode in group.modes})
    demand = st.builds(PortDemand, st.sampled_from(speeds), st.integers(0, 40), st.sampled_from(LinkPurpose))
    return switch, tuple(draw(st.lists(demand, max_size=4)))


@given(_switch_and_demands())
def test_assigned_ports_are_distinct_real_and_exactly_as_demanded(
    switch_and_demands: tuple[SwitchPlatform, tuple[PortDemand, ...]],
) -> None:
    switch, demands = switch_and_demands
    try:
        found = assign_ports(switch, demands)
    except PlatformError:
        # A refusal must be due: more is demanded in total than each speed alone could have.
        assert len(demands) > 1 or demands[0].count > capacity(switch, demands[0].speed_gbps)
        return
    assert [(len(ports), {port.speed_gbps for port in ports}) for ports in found.demands] == [
        (demand.count, {demand.speed_gbps} if demand.count else set()) for demand in demands
    ]
    modes = {port.cage: port.mode for port in found.ports}
    assert all(port.mode == modes[port.cage] for port in found.ports)
    assert len({port.name for port in found.ports}) == len(found.ports)
    assert {port.name for port in found.ports} <= set(port_names(switch, modes))
    assert {b.cage: b.mode for b in found.breakouts} == {c: m for c, m in modes.items() if m.is_breakout}
    if isinstance(switch.max_interfaces, SourcedValue):
        assert sum(mode.children for mode in modes.values()) <= switch.max_interfaces.value


@given(st.integers(0, 31), st.integers(0, 31))
def test_one_more_host_moves_no_other_link(hosts: int, uplinks: int) -> None:
    if hosts + uplinks >= 32:
        return
    before = names("7060dx4-32", (400, hosts, HOST), (400, uplinks, UPLINK))
    after = names("7060dx4-32", (400, hosts + 1, HOST), (400, uplinks, UPLINK))
    assert (after[0][:-1], after[1]) == (before[0], before[1])


def test_the_cage_of_a_port_is_reported() -> None:
    (port,) = assign_ports(catalog.switch("7060dx4-32"), (PortDemand(400, 1, DOWNLINK),)).ports
    assert (port.cage, port.child, port.purpose) == (CageId(1, 1), 0, DOWNLINK)
