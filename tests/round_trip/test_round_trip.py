"""What is rendered reads back as what the views held, with nothing unread, and lints clean at every severity."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.fabric.port_basics import pfc_priorities
from roce_lint.fabric.port_chain import declines_unset_nic
from roce_lint.fabric.transit import PolicyEvaluator, learned_route
from roce_lint.intent.as_facts import intent_facts
from roce_lint.intent.load import load_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.intent.view import ClassPurpose, PortPurpose, SwitchPortView, SwitchView
from roce_lint.intent.view_host import HostView
from roce_lint.judge.check import Given, build_fabric, inputs_of, lint
from roce_lint.judge.finding import Report
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Unknown, known
from roce_lint.model.qos import Queue, TrafficClass
from roce_lint.model.route_match import Route
from roce_lint.model.routing import AsnRanges, BgpNeighbor, BgpProcess, RouteOrigin, Routing
from roce_lint.model.terms import Scheduling
from roce_lint.read.gather import Gathered
from roce_lint.read.read_documents import ReadInputs, read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document
from tests.all_rules import all_rules

ROOT = Path(__file__).resolve().parents[2]
INTENTS = sorted((ROOT / "fixtures" / "intents").glob("*.roce.yaml"))
FORMS = ("json", "set")


@dataclass(frozen=True, slots=True)
class Trip:
    """One fabric, there and back."""

    views: FabricViews
    fabric: Fabric
    inputs: ReadInputs
    report: Report


@cache
def travel(path: Path, form: str) -> Trip:
    intent = load_intent(path)
    files = render_fabric(intent, forms={"srlinux": form})
    documents = tuple(Document(file.path, file.text) for file in files)
    facts = intent_facts(intent)
    given = Given(design=facts.given, links=facts.links)
    inputs = read_documents(documents)
    fabric = build_fabric(inputs, given)
    report = lint(fabric, all_rules(), inputs_of(Gathered(documents, frozenset(), (), ()), inputs), given)
    return Trip(make_views(intent), fabric, inputs, report)


def trips() -> list[object]:
    chosen = []
    for path in INTENTS:
        forms = FORMS if "srlinux" in path.name or "mixed" in path.name else FORMS[:1]
        chosen += [pytest.param(path, form, id=f"{path.name.removesuffix('.roce.yaml')}-{form}") for form in forms]
    return chosen


UNDECIDED = {
    # Nokia publishes neither a setting nor the behaviour of ECN across a VXLAN tunnel, and the linter says so.
    "evpn-vxlan-srlinux.roce.yaml": [("ecn-lost-in-tunnel", "leaf-1")],
    "bonded-hosts.roce.yaml": [("ecn-lost-in-tunnel", "leaf-2")],
    # NVUE has no setting of ECN across a tunnel, and what Spectrum does is not published.
    "bonds-cumulus.roce.yaml": [("ecn-lost-in-tunnel", "leaf-1")],
    # Junos has no statement about DSCP and ECN across a tunnel, and what its chips do is not published.
    "evpn-junos.roce.yaml": [("ecn-lost-in-tunnel", "leaf-1"), ("outer-dscp-not-from-inner", "leaf-1")],
    "active-backup.roce.yaml": [("ecn-lost-in-tunnel", "leaf-3")],
    "evpn-four-systems.roce.yaml": [
        ("ecn-lost-in-tunnel", "leaf-3"),
        ("ecn-lost-in-tunnel", "leaf-4"),
        ("outer-dscp-not-from-inner", "leaf-4"),
    ],
}
POLICY_PER_FAMILY = ("junos",)
"""Systems whose sessions of the overlay send nothing but EVPN without a policy."""
IN_PERCENT = WIDER = ("junos",)
"""Systems that mark by percentages, and whose number of equal-cost paths comes in steps."""


every_trip = pytest.mark.parametrize(("path", "form"), trips())


def test_there_is_a_sample_of_every_kind() -> None:
    names = {path.name.removesuffix(".roce.yaml") for path in INTENTS}
    wanted = {"clos-eos", "clos-nxos", "clos-srlinux", "mixed-vendors", "rail-optimised", "two-lossless", "evpn-vxlan"}
    assert wanted | {"lossy-roce", "sample"} <= names


@every_trip
def test_nothing_is_unread_and_the_lint_is_clean_at_every_severity(path: Path, form: str) -> None:
    trip = travel(path, form)
    assert trip.inputs.failures == ()
    assert [f"{line.source.file}:{line.source.line}: {line.text}" for line in trip.inputs.unread] == []
    found = [(finding.rule, finding.place.device) for finding in trip.report.findings]
    assert found == UNDECIDED.get(path.name, [])
    assert trip.fabric.contradictions == ()
    assert trip.fabric.conflicts == ()


def test_trimming_comes_back_on_every_system() -> None:
    path = ROOT / "fixtures" / "intents" / "lossy-trimming.roce.yaml"
    trip = travel(path, FORMS[0])
    devices = {device.name: device.trimming for device in trip.fabric.devices}
    assert {view.os for view in trip.views.switches} == {"cumulus", "sonic"}
    for view in trip.views.switches:
        trimming = devices[view.name]
        assert trimming is not None
        assert {one.index for one in trimming.queues} == {3}
        assert {port.name for port in view.ports if port.profile} <= {one.port for one in trimming.queues}
        assert (known(trimming.size_bytes, 0), known(trimming.dscp, 0)) == (512, 21)
        assert known(trimming.queue, int(known(trimming.traffic_class, "5"))) == 5


@every_trip
def test_every_device_and_cable_comes_back(path: Path, form: str) -> None:
    trip = travel(path, form)
    names = {view.name for view in trip.views.switches} | {host.name for host in trip.views.hosts}
    assert {device.name for device in trip.fabric.devices} == names
    assert len(trip.fabric.links) == len(trip.views.links)


@every_trip
def test_switch_ports_come_back_as_they_were_meant(path: Path, form: str) -> None:
    trip = travel(path, form)
    devices = {device.name: device for device in trip.fabric.devices}
    for view in trip.views.switches:
        ports = {port.name: port for port in devices[view.name].ports}
        for wanted in view.ports:
            if wanted.purpose is PortPurpose.EXTERNAL:
                continue
            if not wanted.profile:
                assert declines_unset_nic(ports[wanted.name]), (view.name, wanted.name)
                continue
            assert port_as_read(ports[wanted.name], view) == port_as_meant(wanted, view), (view.name, wanted.name)


@every_trip
def test_the_routing_plan_comes_back(path: Path, form: str) -> None:
    trip = travel(path, form)
    devices = {device.name: device for device in trip.fabric.devices}
    for view in trip.views.switches:
        device = devices[view.name]
        paths = value(device.load_balancing.maximum_paths)
        wanted = paths if view.os in WIDER and paths >= view.maximum_paths else view.maximum_paths
        assert (value(device.asn), paths) == (view.asn, wanted)
        assert view.loopback in {value(fact) for port in device.ports for fact in port.addresses}


@every_trip
def test_sessions_and_what_passes_them_come_back(path: Path, form: str) -> None:
    trip = travel(path, form)
    devices = {device.name: device for device in trip.fabric.devices}
    for view in trip.views.switches:
        routing = devices[view.name].routing
        process = next(one for one in routing.bgp if one.vrf == "default")
        underlay = {
            (port.name if port.unnumbered else port.peer_address, port.peer_asn, family)
            for port in view.ports
            if port.peer_asn
            for family in (("ipv4", "ipv6") if view.host_pool_ipv6 else ("ipv4",))
        }
        underlay |= {(pair.peer_address, pair.peer_asn, "ipv4") for pair in view.pair}
        underlay |= {(one.neighbor, one.asn, "ipv4") for one in view.externals}
        overlay = {(peer.address, peer.asn, "evpn") for peer in view.overlay_peers}
        assert sessions_as_read(process) == {one for one in underlay | overlay if one[0]}, view.name
        assert (value(process.asn), value(process.router_id)) == (view.asn, view.router_id)
        assert announces(routing, process, view), view.name


def sessions_as_read(process: BgpProcess) -> set[tuple[object, ...]]:
    """Return peer, AS number and active family; NX-OS and EOS have the overlay on sessions of its own."""
    return {
        (peer_of(neighbor), one_number(neighbor), of.family.value)
        for neighbor in process.neighbors
        for of in neighbor.settings.families
        if value(of.activated) and (of.family.value != "evpn" or neighbor.settings.group != "fabric")
    }


def peer_of(neighbor: BgpNeighbor) -> str:
    """Return the address of a peer, or the port of an unnumbered session."""
    return neighbor.peer.removesuffix(".0") if neighbor.is_interface else neighbor.peer


def one_number(neighbor: BgpNeighbor) -> object:
    """Return the AS number of a peer, also where it is the only one that is allowed."""
    found = value(neighbor.remote_asn)
    if isinstance(found, AsnRanges):
        ((low, high),) = found.ranges
        assert low == high
        return low
    return found


def a_host_link(view: SwitchView) -> str:
    """Return the prefix of a link to a host, of IPv6 where the hosts have that alone."""
    blocks = [one for one in view.session_prefixes if one.block in (view.host_pool, view.host_pool_ipv6)]
    block, length = (blocks[0].block, blocks[0].length) if blocks else (view.host_pool, 31)
    return f"{block.partition('/')[0]}/{length}"


def announces(routing: Routing, process: BgpProcess, view: SwitchView) -> bool:
    """Return whether the device sends its loopback, and a link to a host that it learned of, to every neighbour.

    Where sessions are filtered, it neither takes nor sends what is not of the fabric; a leaf of a pair sends what it
    learned to the other leaf alone.
    """
    families = {"ipv4", "ipv6"} if view.host_pool_ipv6 else {"ipv4"}
    prefix = view.loopback
    evaluator = PolicyEvaluator(routing.policies)
    tag = next((one.tag for one in routing.tagged_prefixes if one.prefix == prefix), 0)
    own = Route(prefix, RouteOrigin.CONNECTED, tag=tag)
    origins = [one for one in process.originations if one.origin is RouteOrigin.CONNECTED]
    begins = any(value(evaluator.judge((one.policy,), own).permitted) is True for one in origins)
    peers = {pair.peer_address for pair in view.pair}
    underlay = [
        (of, not view.pair or peer_of(one) in peers)
        for one in process.neighbors
        if peer_of(one) not in {outside.neighbor for outside in view.externals}
        for of in one.settings.families
        if value(of.activated) is True
        and (of.family.value in families or not (view.session_prefixes or view.os in POLICY_PER_FAMILY))
    ]
    learned = learned_route(a_host_link(view), 65099)
    foreign = learned_route("0.0.0.0/0", 65099)
    passes = not view.session_prefixes
    judged = [
        (value(evaluator.judge(names, route).permitted), expected)
        for of, passes_on in underlay
        for names, route, expected in (
            (of.exports, own, True),
            (of.exports, learned, passes_on),
            (of.imports, learned, True),
            (of.exports, foreign, passes and passes_on),
            (of.imports, foreign, passes),
        )
    ]
    return begins and all(found is expected for found, expected in judged)


@every_trip
def test_hosts_come_back_as_they_were_meant(path: Path, form: str) -> None:
    trip = travel(path, form)
    devices = {device.name: device for device in trip.fabric.devices}
    for host in trip.views.hosts:
        device = devices[host.name]
        assert {nic.port for nic in device.nics} == {nic.netdev for nic in host.nics if nic.roce}
        for nic in device.nics:
            port = next(port for port in device.ports if port.name == nic.port)
            meant = next(one for one in host.nics if one.netdev == nic.port)
            # Collective operations are for the first set of NICs. One driver marks by itself, with its own ECT.
            of_others = nic.rdma_cm_tos if meant.driver == "mlx5" else nic.device_tos
            marked = of_others if meant.nic_set else nic.application_tos
            assert (value(marked) >> 2, value(nic.cnp_dscp), value(nic.cnp_priority)) == (
                host.roce_tos >> 2,
                host.cnp_dscp,
                host.cnp_priority,
            )
            assert value(port.ip_mtu_bytes) == meant.ip_mtu_bytes
            assert tuple(int(value(one.generates_pause)) for one in port.qos.priorities) == host.pfc_priorities
            if meant.driver == "mlx5":
                assert value(nic.cable_length_m) == meant.cable_length_m
                assert [value(one) for one in nic.reaction_enabled] == reaction_meant(host)


def reaction_meant(host: HostView) -> list[bool]:
    roce = {entry.priority for entry in host.classes if entry.purpose is ClassPurpose.ROCE}
    return [host.dcqcn.enabled and number in roce for number in range(8)]


def value(fact: object) -> Any:
    assert not isinstance(fact, Unknown), fact
    return getattr(fact, "value", fact)


def port_as_read(port: Port, view: SwitchView) -> dict[str, object]:
    """Return what the reader understood of a port, in the words of the view."""
    read: dict[str, object] = {
        "speed": value(port.speed_gbps),
        "mtu": value(port.ip_mtu_bytes),
        "addresses": sorted(str(value(fact)) for fact in port.addresses),
        "vlans": sorted(port.vlans.value) if not isinstance(port.vlans, Unknown) else port.vlans.because,
        "pfc": sorted(value(pfc_priorities(port))),
    }
    for entry in view.classes:
        for dscp in entry.dscps or (0,):
            found = class_named(port, class_for(port, dscp))
            assert isinstance(found, TrafficClass), (port.name, dscp, found)
            queue = next(queue for queue in port.qos.queues if queue.index == value(found.queue))
            marks = value(queue.ecn_enabled)
            read[f"dscp {dscp}"] = {
                "pause": sorted(value(found.pause_priorities)),
                "strict": value(queue.scheduling) is Scheduling.STRICT,
                "share": 0 if value(queue.scheduling) is Scheduling.STRICT else value(queue.weight_percent),
                "curve": curve_as_read(queue) if marks else (),
            }
    watchdog = port.qos.watchdog
    read["watchdog"] = bool(value(watchdog.enabled)) and bool(read["pfc"])
    return read


def curve_as_read(queue: Queue) -> tuple[object, ...]:
    """Return Kmin, Kmax and Pmax, the thresholds in bytes, or in percent of the queue where it has them so."""
    if not isinstance(queue.ecn_kmin_percent, Unknown):
        return value(queue.ecn_kmin_percent), value(queue.ecn_kmax_percent), value(queue.ecn_pmax_percent)
    return value(queue.ecn_kmin_bytes), value(queue.ecn_kmax_bytes), value(queue.ecn_pmax_percent)


def port_as_meant(wanted: SwitchPortView, view: SwitchView) -> dict[str, object]:
    """Return what the view says of a port, in the same words."""
    profile = next(one for one in view.profiles if one.name == wanted.profile)
    lossless = sorted(entry.priority for entry in view.classes if entry.lossless)
    meant: dict[str, object] = {
        "speed": wanted.speed_gbps,
        "mtu": mtu_meant(wanted, view),
        "addresses": [one for one in (wanted.address, wanted.second_address) if one],
        "vlans": vlans_meant(wanted, view),
        "pfc": lossless,
    }
    for entry in view.classes:
        for dscp in entry.dscps or (0,):
            queue = next(queue for queue in profile.queues if queue.class_name == entry.name)
            curve: tuple[object, ...] = (queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, queue.ecn_pmax_percent)
            if view.os in IN_PERCENT:
                share = queue.ecn_kmin_bytes / max(1, queue.ecn_kmax_bytes)
                curve = (max(1, round(90 * share)), 90, queue.ecn_pmax_percent)
            meant[f"dscp {dscp}"] = {
                "pause": [entry.priority] if entry.lossless else [],
                "strict": queue.strict,
                "share": 0 if queue.strict else queue.bandwidth_percent,
                "curve": curve if queue.ecn_enabled else (),
            }
    meant["watchdog"] = view.watchdog.enabled and bool(lossless)
    return meant


def mtu_meant(wanted: SwitchPortView, view: SwitchView) -> int:
    # A bridged NX-OS port takes 1500 or the system's jumbo MTU and nothing between.
    if (wanted.vlan or wanted.bundle) and view.os == "nxos":
        return 9216
    # A bridged subinterface of an H4 has no MTU of its own, and the port holds a tag that an untagged packet lacks.
    return wanted.ip_mtu_bytes + 4 if wanted.vlan and view.platform == "7220-ixr-h4" else wanted.ip_mtu_bytes


def vlans_meant(wanted: SwitchPortView, view: SwitchView) -> object:
    if wanted.bundle and view.os == "srlinux":
        # The LAG has the subinterface, and its ports have none.
        return []
    if wanted.vlan and view.os == "srlinux":
        # An untagged subinterface is in a mac-vrf, which has a VNI and no VLAN id.
        return "a bridged subinterface without a single VLAN id"
    if wanted.purpose is PortPurpose.PEER:
        return [vlan for pair in view.pair for vlan in (*pair.host_vlans, pair.vlan)]
    return [wanted.vlan] if wanted.vlan else []


def test_the_device_type_is_what_was_asked_for() -> None:
    trip = travel(ROOT / "fixtures/intents/sample.roce.yaml", "json")
    platforms: dict[str, Device] = {device.name: device for device in trip.fabric.devices}
    for view in trip.views.switches:
        assert value(platforms[view.name].platform) == view.platform
