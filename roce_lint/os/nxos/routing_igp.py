"""OSPF and IS-IS of NX-OS as facts."""

from __future__ import annotations

from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.routing import AddressFamily, IgpInterface, IgpLevel, IgpProcess, IgpProtocol
from roce_lint.os.industry_cli.bgp_statements import Statement, number_fact
from roce_lint.os.industry_cli.network_list import dotted_area
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.routing_originated import origination_of
from roce_lint.text.lines import Line
from roce_lint.text.patterns import late_pattern
from roce_lint.values import dataclass, field

_HEADER = late_pattern(r"(no )?router (ospf|ospfv3|isis) (\S+)")
_PROTOCOLS = {"ospf": IgpProtocol.OSPF, "ospfv3": IgpProtocol.OSPF3, "isis": IgpProtocol.ISIS}
_LEVELS = {"level-1": IgpLevel.LEVEL_1, "level-2": IgpLevel.LEVEL_2, "level-1-2": IgpLevel.LEVEL_1_2}
_MBPS = {"mbps": 1, "gbps": 1000}


@dataclass(slots=True)
class IgpLines:
    """What one process says for one VRF, by attribute; `redistributed` in the order of the file."""

    source: Source
    said: dict[str, Statement] = field(default_factory=dict)
    redistributed: list[Statement] = field(default_factory=list)

    def read(self, lines: list[Line], file: str) -> None:
        """Take the lines of the block, those of an address family too."""
        for line in lines:
            negated = line.text.startswith("no ")
            said = Statement(tuple(line.text.removeprefix("no ").split()), line.source(file), negated)
            match said.words:
                case ("maximum-paths" | "is-type" | "reference-bandwidth" as key, *_):
                    self.said[key] = said
                case ("auto-cost", "reference-bandwidth", *_):
                    self.said["reference-bandwidth"] = said
                case ("passive-interface", *_):
                    self.said["passive"] = said
                case ("redistribute", _, *_) if not negated:
                    self.redistributed.append(said)
                case ("address-family", *_):
                    self.read(line.children, file)


@dataclass(slots=True)
class InterfaceLines:
    """What one interface says of IGPs: by process the enabling line, by attribute the others."""

    processes: dict[tuple[str, str], Statement] = field(default_factory=dict)
    said: dict[str, Statement] = field(default_factory=dict)


class IgpReader:
    """Collects the processes and interface lines of one file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._processes: dict[tuple[str, str], dict[str, IgpLines]] = {}
        self._interfaces: dict[str, InterfaceLines] = {}
        self.used_policies: set[str] = set()

    def read_process(self, block: Line) -> None:
        """Take `router ospf NAME` or `router isis NAME`, with or without indentation below a VRF."""
        found = _HEADER.fullmatch(block.text)
        if not found:
            return
        key = (found[2], found[3])
        if found[1]:
            self._processes.pop(key, None)
            return
        by_vrf = self._processes.setdefault(key, {})
        current = by_vrf.setdefault("default", IgpLines(block.block(self._file)))
        for line in block.children:
            if line.text.startswith("vrf "):
                name = line.text.split()[1]
                below = by_vrf.setdefault(name, IgpLines(line.block(self._file)))
                below.read(line.children, self._file)
                current = current if line.children else below
            else:
                current.read([line], self._file)

    def read_interface_line(self, names: tuple[str, ...], line: Line) -> None:
        """Take an `ip router ...`, `ip ospf ...` or `isis ...` line."""
        negated = line.text.startswith("no ")
        words = tuple(line.text.removeprefix("no ").split())
        words = words[1:] if words[0] in ("ip", "ipv6") else words
        said = Statement(words, line.source(self._file), negated)
        for name in names:
            kept = self._interfaces.setdefault(name, InterfaceLines())
            match words:
                case ("router", protocol, process, *_) if protocol in _PROTOCOLS:
                    kept.processes[protocol, process] = said
                case ("ospf", "cost", _) | ("isis", "metric", _, *_) | ("isis", "circuit-type", _):
                    kept.said[" ".join(words[:2])] = said
                case ("ospf" | "isis", "passive-interface", *_):
                    kept.said["passive"] = said

    def processes(self, ports: tuple[Port, ...]) -> tuple[IgpProcess, ...]:
        """Return the processes with the interfaces that each runs on, VRF by VRF."""
        vrfs = {port.name: "" if isinstance(port.vrf, Unknown) else port.vrf.value for port in ports}
        found = []
        for (protocol, name), by_vrf in self._processes.items():
            for vrf, lines in by_vrf.items():
                interfaces = self._interfaces_of((protocol, name), lines, vrf, vrfs)
                if vrf == "default" and len(by_vrf) > 1 and not interfaces:
                    continue
                found.append(self._process(_PROTOCOLS[protocol], name, vrf, lines, interfaces))
        return tuple(found)

    def _process(
        self, protocol: IgpProtocol, name: str, vrf: str, lines: IgpLines, interfaces: tuple[IgpInterface, ...]
    ) -> IgpProcess:
        paths: Fact[int] = Default(defaults.IGP_PATHS, lines.source, defaults.IGP_MAXIMUM_PATHS)
        family = AddressFamily.IPV6 if protocol is IgpProtocol.OSPF3 else AddressFamily.IPV4
        return IgpProcess(
            protocol=protocol,
            name=name,
            vrf=vrf,
            reference_bandwidth_mbps=_reference(lines),
            maximum_paths=_number(lines.said.get("maximum-paths"), paths, -1),
            interfaces=interfaces,
            originations=tuple(origination_of(said, family, self.used_policies) for said in lines.redistributed),
            source=lines.source,
        )

    def _interfaces_of(
        self, key: tuple[str, str], lines: IgpLines, vrf: str, vrfs: dict[str, str]
    ) -> tuple[IgpInterface, ...]:
        found = []
        for name, kept in self._interfaces.items():
            enabled = kept.processes.get(key)
            if enabled is None or enabled.negated or vrfs.get(name, "default") != vrf:
                continue
            source = enabled.source
            isis = key[0] == "isis"
            area: Fact[str] = Default("", source, "IS-IS has levels, no areas of an interface")
            if not isis:
                area = Unknown("the line names no area", source)
                if "area" in enabled.words[:-1]:
                    area = Stated(dotted_area(enabled.words[enabled.words.index("area") + 1]), source)
            cost = Unknown("it follows from the reference bandwidth and the speed of the port", source)
            stated = kept.said.get("isis metric" if isis else "ospf cost")
            passive: Fact[bool] = Default(False, source, defaults.IGP_ACTIVE)
            for said in (lines.said.get("passive"), kept.said.get("passive")):
                passive = Stated(not said.negated, said.source) if said else passive
            level = _level(lines, kept) if isis else Default(IgpLevel.AREA, source, "OSPF has areas, no levels")
            found.append(IgpInterface(name, area, _number(stated, cost, 2), passive, level, source))
        return tuple(found)


def _level(lines: IgpLines, kept: InterfaceLines) -> Fact[IgpLevel]:
    level: Fact[IgpLevel] = Default(IgpLevel.LEVEL_1_2, lines.source, defaults.ISIS_LEVEL)
    for said in (lines.said.get("is-type"), kept.said.get("isis circuit-type")):
        if said and not said.negated and said.words[-1] in _LEVELS:
            level = Stated(_LEVELS[said.words[-1]], said.source)
    return level


def _reference(lines: IgpLines) -> Fact[int]:
    said = lines.said.get("reference-bandwidth")
    if said is None or said.negated:
        return Default(defaults.IGP_REFERENCE_MBPS, lines.source, defaults.IGP_REFERENCE)
    unit = said.words[-1].lower()
    number = number_fact(said, -2 + len(said.words)) if unit in _MBPS else number_fact(said)
    if isinstance(number, Stated):
        return Stated(number.value * _MBPS.get(unit, 1), said.source)
    return number


def _number(said: Statement | None, otherwise: Fact[int], place: int) -> Fact[int]:
    return otherwise if said is None or said.negated else number_fact(said, place)
