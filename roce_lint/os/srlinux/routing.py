"""Everything of an SR Linux configuration that decides paths."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.device import Port
from roce_lint.model.routing import BgpProcess, IgpProcess, Routing, StaticRoute
from roce_lint.os.srlinux.bridging import read_bridge_domains, read_ethernet_segments, read_tunnels
from roce_lint.os.srlinux.instances import Instances
from roce_lint.os.srlinux.routing_bgp import read_bgp
from roce_lint.os.srlinux.routing_igp import read_igps, read_static_routes
from roce_lint.os.srlinux.routing_policy import PolicyReader
from roce_lint.text.tree import Node, Unplaced


def read_routing(root: Node, instances: Instances, ports: tuple[Port, ...], unplaced: Sequence[Unplaced]) -> Routing:
    """Return the routing facts of one device; `ports` are those that were made of its interfaces."""
    names = {port.name for port in ports}

    def port_name(subinterface: str) -> str:
        """Return the port of a subinterface: a port of its own, or the interface where it is the only one."""
        return subinterface if subinterface in names else subinterface.rpartition(".")[0] or subinterface

    used: set[str] = set()
    bgp: list[BgpProcess] = []
    igp: list[IgpProcess] = []
    static: list[StaticRoute] = []
    for instance in root.entries("network-instance"):
        if instance.key in instances.bridges:
            continue
        process = read_bgp(instance.key, instance, used)
        if process is not None:
            bgp.append(process)
        igp.extend(read_igps(instance.key, instance, port_name, used))
        static.extend(read_static_routes(instance.key, instance, port_name))
    return Routing(
        bgp=tuple(bgp),
        igp=tuple(igp),
        static_routes=tuple(static),
        policies=PolicyReader(root, unplaced).policies(used),
        ethernet_segments=read_ethernet_segments(root),
        bridge_domains=read_bridge_domains(root, instances, port_name),
        tunnels=read_tunnels(root, instances, ports),
    )
