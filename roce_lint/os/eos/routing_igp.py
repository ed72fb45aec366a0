"""OSPF and IS-IS of EOS as facts."""

from __future__ import annotations

from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
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
from roce_lint.os.eos import defaults
from roce_lint.os.eos.command import Command, command_of
from roce_lint.os.eos.names import interface_names
from roce_lint.os.industry_cli.bgp_statements import Statement, number_fact
from roce_lint.os.industry_cli.network_list import dotted_area, interfaces_within, wildcard_prefix
from roce_lint.text.lines import Line
from roce_lint.values import dataclass, field

_PROTOCOLS = {"ospf": IgpProtocol.OSPF, "ospf3": IgpProtocol.OSPF3, "isis": IgpProtocol.ISIS}
_LEVELS = {"level-1": IgpLevel.LEVEL_1, "level-2": IgpLevel.LEVEL_2, "level-1-2": IgpLevel.LEVEL_1_2}
_ORIGINS = {
    "connected": RouteOrigin.CONNECTED,
    "static": RouteOrigin.STATIC,
    "bgp": RouteOrigin.BGP,
    "ospf": RouteOrigin.OSPF,
    "isis": RouteOrigin.ISIS,
}


@dataclass(slots=True)
class IgpLines:
    """What one `router ospf` or `router isis` block says."""

    protocol: IgpProtocol
    name: str
    vrf: str
    source: Source
    networks: list[tuple[str, str, Source]] = field(default_factory=list)
    passive_by_default: Statement | None = None
    passive: dict[str, Statement] = field(default_factory=dict)
    reference: Statement | None = None
    maximum_paths: Statement | None = None
    level: Statement | None = None
    redistributed: list[Statement] = field(default_factory=list)

    def read(self, lines: list[Line], file: str) -> None:
        """Take the lines of the block, those below an address family too."""
        for line in lines:
            command = command_of(line)
            said = Statement(command.words, line.source(file), not command.plain)
            match command.words:
                case ("network", prefix, "area", area) if command.plain:
                    self.networks.append((prefix, area, said.source))
                case ("network", address, wildcard, "area", area) if command.plain:
                    self.networks.append((wildcard_prefix(address, wildcard), area, said.source))
                case ("passive-interface", "default"):
                    self.passive_by_default = said
                case ("passive-interface", *names):
                    for name in interface_names(" ".join(names)):
                        self.passive[name] = said
                case ("auto-cost", "reference-bandwidth", _):
                    self.reference = None if said.negated else said
                case ("maximum-paths", _):
                    self.maximum_paths = None if said.negated else said
                case ("is-type", _):
                    self.level = None if said.negated else said
                case ("redistribute", _, *_) if command.plain:
                    self.redistributed.append(said)
                case ("address-family", *_):
                    self.read(line.children, file)


class IgpReader:
    """Collects the processes and the interface lines of one file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._processes: dict[tuple[str, str], IgpLines] = {}
        self._interfaces: dict[str, dict[str, Statement]] = {}
        self.used_policies: set[str] = set()

    def read_process(self, command: Command) -> None:
        """Take `router ospf 1 [vrf X]` or `router isis NAME [vrf X]`."""
        protocol, name = command.words[1], " ".join(command.words[2:3])
        if not command.plain:
            self._processes.pop((protocol, name), None)
            return
        vrf = command.words[-1] if "vrf" in command.words[2:-1] else "default"
        lines = self._processes.setdefault(
            (protocol, name), IgpLines(_PROTOCOLS[protocol], name, vrf, command.line.block(self._file))
        )
        lines.read(command.line.children, self._file)

    def read_interface_line(self, name: str, command: Command) -> None:
        """Take an `ip ospf ...`, `ospfv3 ...` or `isis ...` line of an interface."""
        words = command.words[1:] if command.words[0] == "ip" else command.words
        key = " ".join(words[:2])
        if key in ("ospf area", "ospf cost", "isis enable", "isis metric", "isis passive", "isis passive-interface"):
            key = "isis passive" if key == "isis passive-interface" else key
        elif key == "isis circuit-type":
            pass
        else:
            return
        said = self._interfaces.setdefault(name, {})
        said[key] = Statement(words, command.line.source(self._file), not command.plain)

    def processes(self, ports: tuple[Port, ...]) -> tuple[IgpProcess, ...]:
        """Return the processes with the interfaces that each runs on."""
        return tuple(self._process(lines, ports) for lines in self._processes.values())

    def _process(self, lines: IgpLines, ports: tuple[Port, ...]) -> IgpProcess:
        isis = lines.protocol is IgpProtocol.ISIS
        interfaces = self._isis_interfaces(lines) if isis else self._ospf_interfaces(lines, ports)
        reference: Fact[int] = Default(0, lines.source, defaults.ISIS_NO_REFERENCE)
        if not isis:
            reference = Default(defaults.OSPF_REFERENCE_MBPS, lines.source, defaults.OSPF_REFERENCE)
        unknown_paths = Unknown(
            "how many paths an IGP installs without `maximum-paths` is not documented here", lines.source
        )
        return IgpProcess(
            protocol=lines.protocol,
            name=lines.name,
            vrf=lines.vrf,
            reference_bandwidth_mbps=_number(lines.reference, reference),
            maximum_paths=_number(lines.maximum_paths, unknown_paths),
            interfaces=interfaces,
            originations=tuple(self._origination(said) for said in lines.redistributed),
            source=lines.source,
        )

    def _ospf_interfaces(self, lines: IgpLines, ports: tuple[Port, ...]) -> tuple[IgpInterface, ...]:
        areas: dict[str, Fact[str]] = {}
        if lines.protocol is IgpProtocol.OSPF:
            for prefix, area, source in lines.networks:
                for name in interfaces_within(prefix, ports, lines.vrf):
                    areas.setdefault(name, Stated(dotted_area(area), source))
            for port in ports:
                said = self._interfaces.get(port.name, {}).get("ospf area")
                if said and not said.negated and _in_vrf(port, lines.vrf):
                    areas[port.name] = Stated(dotted_area(said.words[-1]), said.source)
        found = []
        for name, area_fact in areas.items():
            because = "it follows from the reference bandwidth and the speed of the port"
            cost: Fact[int] = Unknown(because, area_fact.source)
            stated = self._interfaces.get(name, {}).get("ospf cost")
            level = Default(IgpLevel.AREA, area_fact.source, "OSPF has areas, no levels")
            passive = self._passive(name, lines, area_fact.source)
            found.append(IgpInterface(name, area_fact, _number(stated, cost), passive, level, area_fact.source))
        return tuple(found)

    def _isis_interfaces(self, lines: IgpLines) -> tuple[IgpInterface, ...]:
        found = []
        for name, said in self._interfaces.items():
            enabled = said.get("isis enable")
            if enabled is None or enabled.negated or enabled.words[-1] != lines.name:
                continue
            source = enabled.source
            level: Fact[IgpLevel] = Default(IgpLevel.LEVEL_1_2, lines.source, defaults.ISIS_LEVEL)
            for of in (lines.level, said.get("isis circuit-type")):
                if of and not of.negated and of.words[-1] in _LEVELS:
                    level = Stated(_LEVELS[of.words[-1]], of.source)
            passive = self._passive(name, lines, source)
            own = said.get("isis passive")
            if own:
                passive = Stated(not own.negated, own.source)
            cost: Fact[int] = Default(10, source, defaults.ISIS_METRIC)
            none = Default("", source, "IS-IS has levels, no areas of an interface")
            found.append(IgpInterface(name, none, _number(said.get("isis metric"), cost), passive, level, source))
        return tuple(found)

    def _passive(self, name: str, lines: IgpLines, source: Source) -> Fact[bool]:
        said = lines.passive.get(name) or lines.passive_by_default
        return Stated(not said.negated, said.source) if said else Default(False, source, defaults.IGP_PASSIVE_OFF)

    def _origination(self, said: Statement) -> Origination:
        policy: Fact[PolicyChain] = Default(PolicyChain((), PolicyAction.PERMIT), said.source, defaults.NO_ROUTE_MAP)
        if "route-map" in said.words[:-1]:
            name = said.words[said.words.index("route-map") + 1]
            self.used_policies.add(name)
            policy = Stated(PolicyChain((name,), PolicyAction.DENY), said.source)
        origin = _ORIGINS.get(said.words[1], RouteOrigin.OTHER)
        return Origination(AddressFamily.IPV4, origin, "", policy, said.source)


def _in_vrf(port: Port, vrf: str) -> bool:
    return not isinstance(port.vrf, Unknown) and port.vrf.value == vrf


def _number(said: Statement | None, otherwise: Fact[int]) -> Fact[int]:
    if said is None or said.negated:
        return otherwise
    return number_fact(said)
