"""OSPF and IS-IS of an instance of routing, by paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import (
    AddressFamily,
    IgpInterface,
    IgpLevel,
    IgpProcess,
    IgpProtocol,
    Origination,
    RouteOrigin,
)
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.industry_cli.network_list import dotted_area
from roce_lint.os.tree.leaf_diagnostics import plain_number
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

PortOfSubinterface: TypeAlias = Callable[[str], str]
"""From the name of a subinterface to that of the port that stands for it."""
_NO_LEVEL = VendorDefault(IgpLevel.AREA, "OSPF has areas, no levels")
_NO_AREA = VendorDefault("", "IS-IS has levels, no areas of an interface")


@dataclass(frozen=True, slots=True)
class IgpPaths:
    """Where a system says what about OSPF or IS-IS.

    `processes` stand below the instance of routing, the rest below a process. `areas` are of OSPF, None for IS-IS;
    `interfaces` stand below an area, or the process without areas. `metrics` and `passive` stand below an
    interface; of several metrics the first counts. `version_3` is the value of `version` that makes it OSPFv3.
    `reference` is in Kb/s.
    """

    processes: str
    enabled: str
    enabled_word: str
    disabled_word: str
    flag_word: str
    version: str
    version_3: str
    exports: str
    maximum_paths: str
    reference: str
    areas: str | None
    interfaces: str
    metrics: str
    passive: str
    level: str
    levels: Mapping[str, IgpLevel]


@dataclass(frozen=True, slots=True)
class TreeIgpDefaults:
    """What holds where a path is absent; `reference_mbps` and `level` where the protocol has them."""

    one_path: VendorDefault[int]
    active: VendorDefault[bool]
    reference_mbps: VendorDefault[int]
    level: VendorDefault[IgpLevel]


def read_tree_igps(
    vrf: str,
    instance: Node,
    protocol: IgpProtocol,
    paths: IgpPaths,
    defaults: TreeIgpDefaults,
    port_name: PortOfSubinterface,
    used_policies: set[str],
) -> list[IgpProcess]:
    """Return the enabled processes of OSPF (or OSPFv3) or IS-IS; policies in use are added to `used_policies`."""
    blocks = [one for one in instance.select(paths.processes) if _value(one, paths.enabled) == paths.enabled_word]
    return [_Process(block, protocol, paths, defaults, port_name).process(vrf, used_policies) for block in blocks]


class _Process:
    """One process of OSPF or IS-IS."""

    def __init__(
        self,
        block: Node,
        protocol: IgpProtocol,
        paths: IgpPaths,
        defaults: TreeIgpDefaults,
        port_name: PortOfSubinterface,
    ) -> None:
        self._block = block
        self._paths = paths
        self._defaults = defaults
        self._port_name = port_name
        is_third = protocol is IgpProtocol.OSPF and _value(block, paths.version) == paths.version_3
        self._protocol = IgpProtocol.OSPF3 if is_third else protocol

    def process(self, vrf: str, used_policies: set[str]) -> IgpProcess:
        """Return the facts."""
        block, paths = self._block, self._paths
        one_path = self._defaults.one_path.at(block.first_line)
        return IgpProcess(
            protocol=self._protocol,
            name=block.key,
            vrf=vrf,
            reference_bandwidth_mbps=self._reference(),
            maximum_paths=plain_number(block.find(paths.maximum_paths), one_path, 15),
            interfaces=tuple(self._interfaces()),
            originations=tuple(self._originations(used_policies)),
            source=block.source,
        )

    def _originations(self, used_policies: set[str]) -> list[Origination]:
        export = self._block.find(self._paths.exports)
        if export is None:
            return []
        used_policies.add(export.value)
        chain = Stated(PolicyChain((export.value,), PolicyAction.NEXT_POLICY), export.source)
        family = AddressFamily.IPV6 if self._protocol is IgpProtocol.OSPF3 else AddressFamily.IPV4
        return [
            Origination(family, origin, "", chain, export.source)
            for origin in (RouteOrigin.CONNECTED, RouteOrigin.STATIC, RouteOrigin.BGP)
        ]

    def _reference(self) -> Fact[int]:
        """Return the reference bandwidth in Mb/s; the tree counts Kb/s."""
        stated = self._block.find(self._paths.reference)
        if stated is None and self._protocol is IgpProtocol.ISIS:
            return Unknown(
                "how IS-IS chooses a metric without auto-cost is not documented here", self._block.first_line
            )
        if stated is None:
            return self._defaults.reference_mbps.at(self._block.first_line)
        number = plain_number(stated, Unknown("", stated.source), 15)
        return number if isinstance(number, Unknown) else Stated(number.value // 1000, stated.source)

    def _interfaces(self) -> list[IgpInterface]:
        if self._paths.areas is None:
            level = self._level()
            return [self._interface(one, None, level) for one in self._active(self._block)]
        areas = self._block.select(self._paths.areas)
        return [self._interface(one, area, None) for area in areas for one in self._active(area)]

    def _active(self, holder: Node) -> list[Node]:
        paths = self._paths
        every = holder.select(paths.interfaces)
        return [one for one in every if _value(one, paths.enabled) != paths.disabled_word]

    def _interface(self, interface: Node, area: Node | None, level: Fact[IgpLevel] | None) -> IgpInterface:
        source = interface.first_line
        metric = next(iter(interface.select(self._paths.metrics)), None)
        passive = interface.find(self._paths.passive)
        because = "no metric is stated, and the default is not documented here"
        if area is not None:
            because = "it follows from the reference bandwidth and the speed of the port"
        return IgpInterface(
            interface=self._port_name(interface.key),
            area=_NO_AREA.at(source) if area is None else Stated(dotted_area(area.key), area.first_line),
            cost=plain_number(metric, Unknown(because, source), 15),
            passive=self._defaults.active.at(source)
            if passive is None
            else Stated(passive.value == self._paths.flag_word, passive.source),
            level=level or _NO_LEVEL.at(source),
            source=interface.source,
        )

    def _level(self) -> Fact[IgpLevel]:
        stated = self._block.find(self._paths.level)
        if stated is None:
            return self._defaults.level.at(self._block.first_line)
        known = self._paths.levels.get(stated.value)
        return Stated(known, stated.source) if known else Unknown("no level is known", stated.source)


def _value(block: Node, path: str) -> str:
    leaf = block.find(path)
    return leaf.value if leaf is not None else ""
