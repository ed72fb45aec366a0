"""OSPF, IS-IS and static routes of the network instances."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import (
    AddressFamily,
    IgpInterface,
    IgpLevel,
    IgpProcess,
    IgpProtocol,
    Origination,
    RouteOrigin,
    StaticRoute,
)
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.industry_cli.network_list import dotted_area
from roce_lint.os.srlinux import defaults
from roce_lint.os.tree.leaf_diagnostics import plain_number
from roce_lint.text.tree import Node

_LEVELS = {"L1": IgpLevel.LEVEL_1, "L2": IgpLevel.LEVEL_2, "L1L2": IgpLevel.LEVEL_1_2}
PortName = Callable[[str], str]
"""From the name of a subinterface to that of the port that stands for it."""


def read_igps(vrf: str, instance: Node, port_name: PortName, used_policies: set[str]) -> list[IgpProcess]:
    """Return the enabled OSPF and IS-IS instances of one network instance."""
    protocols = instance.at("protocols")
    found = []
    for kind in ("ospf", "isis"):
        for block in protocols.at(kind).entries("instance"):
            if block.at("admin-state").value != "enable":
                continue
            found.append(_process(kind, vrf, block, port_name, used_policies))
    return found


def _process(kind: str, vrf: str, block: Node, port_name: PortName, used_policies: set[str]) -> IgpProcess:
    version = block.get("version")
    protocol = IgpProtocol.ISIS
    if kind == "ospf":
        protocol = IgpProtocol.OSPF3 if version and version.value == "ospf-v3" else IgpProtocol.OSPF
    interfaces = _isis_interfaces(block, port_name) if kind == "isis" else _ospf_interfaces(block, port_name)
    originations: list[Origination] = []
    export = block.get("export-policy")
    if export:
        used_policies.add(export.value)
        chain = Stated(PolicyChain((export.value,), PolicyAction.NEXT_POLICY), export.source)
        family = AddressFamily.IPV6 if protocol is IgpProtocol.OSPF3 else AddressFamily.IPV4
        originations = [
            Origination(family, origin, "", chain, export.source)
            for origin in (RouteOrigin.CONNECTED, RouteOrigin.STATIC, RouteOrigin.BGP)
        ]
    return IgpProcess(
        protocol=protocol,
        name=block.key,
        vrf=vrf,
        reference_bandwidth_mbps=_reference(kind, block),
        maximum_paths=plain_number(block.get("max-ecmp-paths"), defaults.IGP_ONE_PATH.at(block.first_line), 15),
        interfaces=tuple(interfaces),
        originations=tuple(originations),
        source=block.source,
    )


def _reference(kind: str, block: Node) -> Fact[int]:
    """Return the reference bandwidth in Mb/s; the model counts Kb/s."""
    if kind == "isis":
        stated = block.at("auto-cost").get("reference-bandwidth")
        if stated is None:
            return Unknown("how IS-IS chooses a metric without auto-cost is not documented here", block.first_line)
    else:
        stated = block.get("reference-bandwidth")
        if stated is None:
            return defaults.OSPF_REFERENCE_MBPS.at(block.first_line)
    number = plain_number(stated, Unknown("", stated.source), 15)
    return number if isinstance(number, Unknown) else Stated(number.value // 1000, stated.source)


def _ospf_interfaces(block: Node, port_name: PortName) -> list[IgpInterface]:
    found = []
    for area in block.entries("area"):
        for interface in area.entries("interface"):
            if _is_disabled(interface):
                continue
            source = interface.first_line
            level = VendorDefault(IgpLevel.AREA, "OSPF has areas, no levels").at(source)
            cost = Unknown("it follows from the reference bandwidth and the speed of the port", source)
            found.append(
                IgpInterface(
                    interface=port_name(interface.key),
                    area=Stated(dotted_area(area.key), area.first_line),
                    cost=plain_number(interface.get("metric"), cost, 15),
                    passive=_flag(interface.get("passive"), source),
                    level=level,
                    source=interface.source,
                )
            )
    return found


def _isis_interfaces(block: Node, port_name: PortName) -> list[IgpInterface]:
    capability = block.get("level-capability")
    level: Fact[IgpLevel] = defaults.ISIS_LEVEL.at(block.first_line)
    if capability:
        known = _LEVELS.get(capability.value)
        level = Stated(known, capability.source) if known else Unknown("no level is known", capability.source)
    found = []
    for interface in block.entries("interface"):
        if _is_disabled(interface):
            continue
        source = interface.first_line
        metric = next((one.children["metric"] for one in interface.entries("level") if one.has("metric")), None)
        cost = Unknown("no metric is stated, and the default is not documented here", source)
        none = VendorDefault("", "IS-IS has levels, no areas of an interface").at(source)
        passive = _flag(interface.get("passive"), source)
        name = port_name(interface.key)
        found.append(IgpInterface(name, none, plain_number(metric, cost, 15), passive, level, interface.source))
    return found


def read_static_routes(vrf: str, instance: Node, port_name: PortName) -> list[StaticRoute]:
    """Return every next hop of the enabled static routes of one network instance."""
    groups = {group.key: group for group in instance.select("next-hop-groups/group")}
    found = []
    for route in instance.select("static-routes/route"):
        named = route.get("next-hop-group")
        group = groups.get(named.value) if named else None
        if _is_disabled(route) or group is None or _is_disabled(group):
            continue
        distance = plain_number(route.get("preference"), defaults.STATIC_PREFERENCE.at(route.first_line), 15)
        tag = route.get("tag-value")
        number = int(tag.value) if tag and tag.value.isdecimal() and len(tag.value) < 11 else 0
        if group.has("blackhole"):
            found.append(StaticRoute(vrf, route.key, "", "", True, distance, number, route.source))
        for hop in group.entries("nexthop"):
            if _is_disabled(hop):
                continue
            reference = hop.at("interface-ref").children
            interface = ""
            if "interface" in reference and "subinterface" in reference:
                interface = port_name(f"{reference['interface'].value}.{reference['subinterface'].value}")
            address = hop.children["ip-address"].value if hop.has("ip-address") else ""
            found.append(StaticRoute(vrf, route.key, address, interface, False, distance, number, route.source))
    return found


def _is_disabled(block: Node) -> bool:
    state = block.get("admin-state")
    return state is not None and state.value == "disable"


def _flag(leaf: Node | None, source: Source) -> Fact[bool]:
    return Stated(leaf.value == "true", leaf.source) if leaf else defaults.IGP_ACTIVE.at(source)
