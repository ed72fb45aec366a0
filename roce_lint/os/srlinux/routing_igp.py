"""OSPF, IS-IS and static routes of the network instances."""

from __future__ import annotations

from roce_lint.model.routing import IgpLevel, IgpProcess, IgpProtocol, StaticRoute
from roce_lint.os.srlinux import defaults
from roce_lint.os.tree.igp import IgpPaths, PortOfSubinterface, TreeIgpDefaults, read_tree_igps
from roce_lint.os.tree.leaf_diagnostics import plain_number
from roce_lint.text.tree import Node
from roce_lint.values import replace

_OSPF = IgpPaths(
    processes="protocols/ospf/instance",
    enabled="admin-state",
    enabled_word="enable",
    disabled_word="disable",
    flag_word="true",
    version="version",
    version_3="ospf-v3",
    exports="export-policy",
    maximum_paths="max-ecmp-paths",
    reference="reference-bandwidth",
    areas="area",
    interfaces="interface",
    metrics="metric",
    passive="passive",
    level="level-capability",
    levels={"L1": IgpLevel.LEVEL_1, "L2": IgpLevel.LEVEL_2, "L1L2": IgpLevel.LEVEL_1_2},
)
_ISIS = replace(
    _OSPF,
    processes="protocols/isis/instance",
    reference="auto-cost/reference-bandwidth",
    areas=None,
    metrics="level/metric",
)
_DEFAULTS = TreeIgpDefaults(
    one_path=defaults.IGP_ONE_PATH,
    active=defaults.IGP_ACTIVE,
    reference_mbps=defaults.OSPF_REFERENCE_MBPS,
    level=defaults.ISIS_LEVEL,
)


def read_igps(vrf: str, instance: Node, port_name: PortOfSubinterface, used_policies: set[str]) -> list[IgpProcess]:
    """Return the enabled OSPF and IS-IS instances of one network instance."""
    return [
        process
        for protocol, paths in ((IgpProtocol.OSPF, _OSPF), (IgpProtocol.ISIS, _ISIS))
        for process in read_tree_igps(vrf, instance, protocol, paths, _DEFAULTS, port_name, used_policies)
    ]


def read_static_routes(vrf: str, instance: Node, port_name: PortOfSubinterface) -> list[StaticRoute]:
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
