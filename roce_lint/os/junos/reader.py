"""Read a configuration of Junos or Junos Evolved, in any form, into the vendor-neutral model."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.device import Device, DeviceBuffer, IdleDefinition, LoadBalancing
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.reading import Reading
from roce_lint.model.routing import Routing
from roce_lint.model.terms import QosPart
from roce_lint.os.junos import network_defaults as defaults
from roce_lint.os.junos.accounting import account
from roce_lint.os.junos.bgp import read_bgp, report_distant_peers
from roce_lint.os.junos.bridging import (
    bridge_domains,
    ethernet_segments,
    overlay,
    peer_links,
    tunnels,
    virtual_addresses,
)
from roce_lint.os.junos.configuration import JunosTree, parse_configuration
from roce_lint.os.junos.cos_references import KINDS
from roce_lint.os.junos.evpn_faults import report_evpn_faults
from roce_lint.os.junos.family import family_of
from roce_lint.os.junos.igp import IgpReader, static_routes
from roce_lint.os.junos.inheritance import APPLY
from roce_lint.os.junos.instances import RoutingInstances
from roce_lint.os.junos.interface_uses import InterfaceUses
from roce_lint.os.junos.interfaces import JunosPorts
from roce_lint.os.junos.policies import Policies
from roce_lint.os.junos.qos import CosReader
from roce_lint.os.junos.vlans import Vlans
from roce_lint.os.references import StructureUsers, with_users
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.platforms.catalog import platform_of_device_text
from roce_lint.platforms.datum import from_catalogue
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.document import Document
from roce_lint.text.tree import Node
from roce_lint.values import replace

_MODES = ("flowlet", "per-packet", "assigned-flow")
_BALANCING = ("per-packet", "per-flow", "consistent-hash", "symmetric-consistent-hash", "adaptive", "random")


def read_junos(document: Document) -> Reading:
    """Return the device that a file of Junos describes, with everything in it that was not understood. Never raises."""
    found = parse_configuration(document.path, document.text)
    hostname = found.root.at("system").take("host-name")
    name = hostname.value or found.prompt or device_name_from_path(document.path)
    diagnostics = LeafDiagnostics(document.path, name, document.text)
    device = _device(found, diagnostics)
    account(found, diagnostics)
    device = replace(device, refused_settings=diagnostics.refused_settings())
    return Reading((device,), (), diagnostics.unread_lines())


def _device(found: JunosTree, diagnostics: LeafDiagnostics) -> Device:
    root, whole = found.root, diagnostics.whole_file
    release = found.release
    platform, model = _platform(found, whole)
    family = family_of(release.value if release else "", model)
    qos = CosReader(root, family, diagnostics)
    instances = RoutingInstances(root)
    vlans = Vlans(instances, diagnostics)
    reader = JunosPorts(found, instances, vlans, qos, model, diagnostics)
    ports = tuple(reader.ports())
    qos.report_unasked()
    InterfaceUses(root, family, diagnostics).report(instances, vlans)
    report_evpn_faults(root, instances, vlans, diagnostics)
    policies = Policies(root, diagnostics)
    paths = _paths(root, policies, whole)
    routing = _routing(instances, reader, policies, paths)
    endpoints = tunnels(root, instances, vlans)
    for one in instances.routed():
        report_distant_peers(root, one, ports, diagnostics)
    routing = replace(
        routing,
        peer_links=peer_links(root),
        ethernet_segments=ethernet_segments(root),
        bridge_domains=bridge_domains(root, vlans, ports),
        tunnels=endpoints,
        virtual_addresses=virtual_addresses(root),
    )
    _report_modes(root.at("forwarding-options/enhanced-hash-key"), diagnostics)
    idle = (*qos.idle(), *_idle_groups(found))
    return Device(
        name=diagnostics.device,
        os="junos",
        source=whole,
        platform=platform,
        release=release or Unknown("the file has no line `version`", whole),
        role=Unknown("a configuration of Junos does not state the device's place in the fabric", whole),
        asn=_asn(root, routing, whole),
        ports=ports,
        nics=(),
        buffer=_buffer(model, qos, whole),
        load_balancing=_balancing(root, _paths_of_bgp(routing, paths), whole),
        overlay=overlay(endpoints, whole),
        undefined_references=tuple(
            with_users(
                diagnostics.undefined_references(),
                KINDS,
                lambda: StructureUsers(qos.uses, lambda use: frozenset()),
                ports,
            )
        ),
        idle_pfc_definitions=tuple(one for one in idle if one.pauses),
        idle_policies=idle,
        routing=routing,
        packet_filters=qos.packet_filters(reader.applied_filters()),
    )


def _idle_groups(found: JunosTree) -> Iterator[IdleDefinition]:
    """Yield the groups for interfaces or class-of-service that nothing applies."""
    gone = found.stated.removed_at(APPLY) or found.root.removed_at(APPLY)
    for group in found.idle_groups:
        if group.has("class-of-service") or group.has("interfaces"):
            parts = frozenset(QosPart) if group.has("class-of-service") else frozenset[QosPart]()
            yield IdleDefinition("group", group.key, gone or group.first_line, False, found.applies_groups, parts)


def _routing(instances: RoutingInstances, reader: JunosPorts, policies: Policies, paths: Fact[int]) -> Routing:
    units = [
        f"{name}.{unit.key}"
        for name, block in reader.blocks.items()
        for unit in block.entries("unit")
        if unit.find("family/inet") is not None or unit.find("family/inet6") is not None
    ]
    igps = IgpReader(reader.port_name, units, policies, paths)
    bgp = [read_bgp(one, instances.main, policies, paths) for one in instances.routed()]
    igp = [process for one in instances.routed() for process in igps.processes(one)]
    static = [route for one in instances.routed() for route in static_routes(one, reader.port_name)]
    return Routing(
        bgp=tuple(one for one in bgp if one is not None),
        igp=tuple(igp),
        static_routes=tuple(static),
        policies=policies.policies(),
    )


def _asn(root: Node, routing: Routing, whole: Source) -> Fact[int]:
    main = next((one for one in routing.bgp if one.vrf == "default"), None)
    if main is not None:
        return main.asn
    leaf = root.at("routing-options/autonomous-system").take("as-number")
    if leaf.line and leaf.value.isdecimal():
        return Stated(int(leaf.value), leaf.source)
    return Unknown("no BGP is configured", whole)


def _platform(found: JunosTree, whole: Source) -> tuple[Fact[str], SwitchPlatform | None]:
    """Return the model that `show version` or a comment above the configuration names."""
    stated = found.model
    known = platform_of_device_text("junos", stated.value) if stated else None
    if stated is None or not isinstance(known, SwitchPlatform):
        because = f"the catalogue holds no {stated.value}" if stated else "a configuration of Junos does not state it"
        return Unknown(because, stated.source if stated else whole), None
    return Stated(known.id, stated.source), known


def _buffer(model: SwitchPlatform | None, qos: CosReader, whole: Source) -> DeviceBuffer:
    none = Unknown("a configuration of Junos does not state it", whole)
    total: Fact[int] = from_catalogue(model.buffer.total_bytes, whole) if model else none
    cell: Fact[int] = from_catalogue(model.buffer.cell_bytes, whole) if model else none
    reserved = qos.buffer.ingress.get("lossless-headroom", none)
    if qos.buffer.empty is not None:
        reserved = Unknown("ports tell that the partition is empty", whole)
    return DeviceBuffer(total, none, none, cell, defaults.NOT_VOQ.at(whole), reserved)


# Load balancing


def _paths(root: Node, policies: Policies, whole: Source) -> Fact[int]:
    """Return by how many next hops packets are forwarded: one, unless the forwarding table's policy balances load."""
    leaf = policies.applied([root.at("routing-options/forwarding-table")], "export")
    if leaf is not None:
        policies.look_up(leaf)
    most = root.at("chassis").take("maximum-ecmp")
    if leaf is not None and (balances := _balances(root, leaf)) is not None:
        if most.line and most.value.isdecimal():
            return Stated(int(most.value), most.source)
        return defaults.ECMP_PATHS.at(balances.first_line)
    protocols = root.get("protocols")
    if protocols is None:
        return Unknown("no routing protocol is configured", whole)
    above = (root.get("routing-options") or protocols).first_line
    gone = root.removed_on("routing-options/forwarding-table/export")
    place = leaf.source if leaf is not None else gone or above
    return defaults.ONE_NEXT_HOP.at(place)


def _paths_of_bgp(routing: Routing, paths: Fact[int]) -> Fact[int]:
    """Return how many paths there are to forward by: fewer where BGP alone routes and takes fewer."""
    main = [one for one in routing.bgp if one.vrf == "default"]
    if routing.igp or not main:
        return paths
    taken = [one.ebgp_paths for process in main for one in process.multipath]
    fewer = [one for one in taken if isinstance(one, Default) and one.value < known(paths, one.value + 1)]
    return fewer[0] if fewer and len(fewer) == len(taken) else paths


def _balances(root: Node, leaf: Node) -> Node | None:
    """Return the action that balances load in one of the policies of the forwarding table."""
    for name in leaf.values:
        policy = root.at("policy-options").entry("policy-statement", name.strip("() "))
        for block in (*policy.entries("term"), policy) if policy is not None else ():
            action = block.at("then").get("load-balance")
            if action is not None and any(action.take(word).line for word in _BALANCING):
                return action
    return None


def _report_modes(keys: Node, diagnostics: LeafDiagnostics) -> None:
    """Report dynamic load balancing without a mode, or with several (Junos, Dynamic Load Balancing)."""
    block = keys.get("ecmp-dlb")
    if block is None or block.is_leaf:
        return
    modes = [name for name in _MODES if block.has(name)]
    if not modes:
        because = f"it balances nothing before a mode is set: {', '.join(_MODES)}"
        diagnostics.doubtful("enhanced-hash-key ecmp-dlb", because, block.first_line)
    elif len(modes) > 1:
        last = max((block.at(name).first_line for name in modes), key=lambda place: place.line)
        diagnostics.doubtful("enhanced-hash-key ecmp-dlb", f"it has the modes {' and '.join(modes)}", last)


def _balancing(root: Node, paths: Fact[int], whole: Source) -> LoadBalancing:
    keys = root.at("forwarding-options/enhanced-hash-key")
    spray = keys.at("ecmp-dlb").take("per-packet")
    for one in keys.at("ecmp-dlb").leaves_below():
        one.accounted = True
    source, mode = keys.at("inet").take("no-l4-source-port"), keys.at("hash-mode").take("layer2-header")
    hashing: Fact[bool] = defaults.HASH_USES_PORTS.at(whole)
    for leaf in (source, mode):
        # RoCE has one destination port; of the frame's header no field differs between its flows.
        hashing = Stated(False, leaf.source) if leaf.line else hashing
    sprays: Fact[bool] = Stated(True, spray.source) if spray.line else defaults.NO_SPRAY.at(whole)
    return LoadBalancing(hashing, sprays, paths)
