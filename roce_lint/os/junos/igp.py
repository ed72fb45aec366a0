"""OSPF, IS-IS and static routes of an instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.route_policy import PolicyAction
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
from roce_lint.os.industry_cli.network_list import dotted_area
from roce_lint.os.junos import network_defaults as defaults
from roce_lint.os.junos.grammar import whole_number
from roce_lint.os.junos.instances import Instance
from roce_lint.os.junos.policies import Policies
from roce_lint.os.tree.leaf_diagnostics import plain_number
from roce_lint.text.tree import Node

PortOfUnit = Callable[[str], str]
"""From the name of a unit to that of the port that stands for it."""
_PROTOCOLS = {"ospf": IgpProtocol.OSPF, "ospf3": IgpProtocol.OSPF3, "isis": IgpProtocol.ISIS}
_ORIGINS = (RouteOrigin.CONNECTED, RouteOrigin.STATIC, RouteOrigin.BGP)


class IgpReader:
    """Makes the processes of an instance; `units` are those of all routed interfaces, for `interface all`."""

    def __init__(self, port_of: PortOfUnit, units: Iterable[str], policies: Policies, paths: Fact[int]) -> None:
        """Take what interfaces are called, and how many paths the device forwards by at most."""
        self._port_of = port_of
        self._units = tuple(units)
        self._policies = policies
        self._paths = paths

    def processes(self, instance: Instance) -> Iterator[IgpProcess]:
        """Yield the processes that are not disabled."""
        protocols = instance.block.at("protocols")
        for name, protocol in _PROTOCOLS.items():
            block = protocols.get(name)
            if block is not None and not block.take("disable").line:
                yield self._process(name, protocol, block, instance)

    def _process(self, name: str, protocol: IgpProtocol, block: Node, instance: Instance) -> IgpProcess:
        interfaces = self._of_isis(block) if protocol is IgpProtocol.ISIS else self._of_ospf(block)
        return IgpProcess(
            protocol=protocol,
            name=name,
            vrf=instance.name,
            reference_bandwidth_mbps=self._reference(protocol, block),
            maximum_paths=self._paths,
            interfaces=tuple(interfaces),
            originations=tuple(self._originations(protocol, block)),
            source=block.source,
        )

    @staticmethod
    def _reference(protocol: IgpProtocol, block: Node) -> Fact[int]:
        """Return the reference bandwidth in Mb/s; the configuration has bits a second (`100g`)."""
        leaf = block.take("reference-bandwidth")
        if not leaf.line:
            chosen = defaults.ISIS_BY_LEVEL if protocol is IgpProtocol.ISIS else defaults.REFERENCE_MBPS
            return chosen.at(block.first_line)
        number = whole_number(leaf.value)
        return Stated(number // 1_000_000, leaf.source) if number else Unknown("this is no bandwidth", leaf.source)

    def _originations(self, protocol: IgpProtocol, block: Node) -> Iterator[Origination]:
        leaf = self._policies.applied([block], "export")
        if leaf is None:
            return
        family = AddressFamily.IPV6 if protocol is IgpProtocol.OSPF3 else AddressFamily.IPV4
        for chain in self._policies.chains(leaf, PolicyAction.DENY)[:1]:
            for origin in _ORIGINS:
                yield Origination(family, origin, "", chain, leaf.source)

    def _named(self, holder: Node) -> Iterator[tuple[str, Node]]:
        """Yield the ports on which a protocol runs; `all` are those that no line names."""
        entries = {one.key: one for one in holder.entries("interface")}
        names = {key if "." in key else f"{key}.0" for key in entries}
        for key, one in entries.items():
            if one.take("disable").line:
                continue
            if key == "all":
                for unit in self._units:
                    if unit not in names:
                        yield self._port_of(unit), one
            else:
                yield self._port_of(key), one

    def _of_ospf(self, block: Node) -> Iterator[IgpInterface]:
        for area in block.entries("area"):
            for port, one in self._named(area):
                because = "it follows from the reference bandwidth and the speed of the port"
                metric = one.take("metric")
                yield IgpInterface(
                    interface=port,
                    area=Stated(dotted_area(area.key), area.first_line),
                    cost=plain_number(metric if metric.line else None, Unknown(because, one.first_line), 10),
                    passive=_passive(one),
                    level=defaults.NO_LEVEL.at(one.first_line),
                    source=one.source,
                )

    def _of_isis(self, block: Node) -> Iterator[IgpInterface]:
        off = {one.key: one.source for one in block.entries("level") if one.take("disable").line}
        for port, one in self._named(block):
            levels = {entry.key: entry for entry in one.entries("level")}
            closed = off | {key: entry.source for key, entry in levels.items() if entry.take("disable").line}
            metric = next(
                (leaf for key in ("2", "1") if key in levels and (leaf := levels[key].take("metric")).line), None
            )
            otherwise: Fact[int] = defaults.ISIS_METRIC.at(one.first_line)
            if block.has("reference-bandwidth"):
                otherwise = Unknown("it follows from the reference bandwidth and the speed of the port", one.first_line)
            yield IgpInterface(
                interface=port,
                area=defaults.NO_AREA.at(one.first_line),
                cost=plain_number(metric, otherwise, 10),
                passive=_passive(one),
                level=_level(closed, one.first_line),
                source=one.source,
            )


def _passive(interface: Node) -> Fact[bool]:
    block = interface.get("passive")
    levels = [one for one in interface.entries("level") if one.has("passive")]
    if block is None and levels:
        return Stated(True, levels[0].source)
    return Stated(True, block.source) if block is not None else defaults.ACTIVE.at(interface.first_line)


def _level(closed: dict[str, Source], place: Source) -> Fact[IgpLevel]:
    if not closed:
        return defaults.LEVELS_1_2.at(place)
    if len(closed) > 1:
        return Unknown("both levels are disabled", next(iter(closed.values())))
    level, source = next(iter(closed.items()))
    return Stated(IgpLevel.LEVEL_2 if level == "1" else IgpLevel.LEVEL_1, source)


def static_routes(instance: Instance, port_of: PortOfUnit) -> Iterator[StaticRoute]:
    """Yield the static routes of an instance, one for each next hop."""
    options = instance.block.at("routing-options")
    for table in (options, *options.entries("rib")):
        for route in table.at("static").entries("route"):
            preference = route.at("preference").take("metric-value")
            distance = plain_number(
                preference if preference.line else None, defaults.DIRECT_PREFERENCE.at(route.first_line), 10
            )
            tag = route.at("tag").take("metric-value").value
            number = int(tag) if tag.isdecimal() and len(tag) < 11 else 0
            hops = route.take("next-hop").values
            for hop in hops:
                address, interface = (hop, "") if ":" in hop or hop[:1].isdigit() else ("", port_of(hop))
                yield StaticRoute(instance.name, route.key, address, interface, False, distance, number, route.source)
            for one in route.entries("qualified-next-hop"):
                own = one.take("preference")
                leaf = one.take("interface")
                yield StaticRoute(
                    instance.name,
                    route.key,
                    one.key,
                    port_of(leaf.value) if leaf.line else "",
                    False,
                    plain_number(own if own.line else None, distance, 10),
                    number,
                    one.source,
                )
            if route.take("discard").line or route.take("reject").line:
                yield StaticRoute(instance.name, route.key, "", "", True, distance, number, route.source)
