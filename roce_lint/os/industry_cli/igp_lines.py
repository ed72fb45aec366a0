"""The lines of OSPF and IS-IS, below `router` and below interfaces."""

from __future__ import annotations

from roce_lint.model.fact import Source
from roce_lint.os.industry_cli.network_list import wildcard_prefix
from roce_lint.os.industry_cli.originations import Originations
from roce_lint.os.industry_cli.routing_dialect import RoutingDialect
from roce_lint.os.industry_cli.statements import Phrases, Statement, put, statement_of
from roce_lint.text.lines import Line
from roce_lint.values import dataclass, field

_SETTINGS = Phrases(
    {
        "auto-cost reference-bandwidth": "reference-bandwidth",
        "reference-bandwidth": "reference-bandwidth",
        "maximum-paths": "maximum-paths",
        "is-type": "is-type",
        "passive-interface default": "passive",
    }
)


@dataclass(slots=True)
class IgpInstance:
    """What one process states for one VRF. `passive` is by interface; `networks` are prefix, area and place."""

    source: Source
    settings: dict[str, Statement] = field(default_factory=dict)
    passive: dict[str, Statement] = field(default_factory=dict)
    networks: list[tuple[str, str, Source]] = field(default_factory=list)
    originations: Originations = field(default_factory=Originations)


@dataclass(slots=True)
class IgpInterfaceLines:
    """What one interface states of IGPs: what enables a process, by protocol and name, and its settings."""

    enabling: dict[tuple[str, str], Statement] = field(default_factory=dict)
    settings: dict[str, Statement] = field(default_factory=dict)


class IgpLineReader:
    """Collects the processes and the interface lines of one file; `processes` are by protocol and name, then VRF."""

    def __init__(self, dialect: RoutingDialect, file: str) -> None:
        self._igp = dialect.igp
        self._interface_names = dialect.interface_names
        self._file = file
        self.processes: dict[tuple[str, str], dict[str, IgpInstance]] = {}
        self.interfaces: dict[str, IgpInterfaceLines] = {}

    def read_process(self, line: Line) -> None:
        """Take `router ospf 1 [vrf X]` or `router isis NAME`, with the VRFs below it, indented or not."""
        header = statement_of(line, self._file)
        key = (header.words[1], " ".join(header.words[2:3]))
        if not header.is_stated:
            self.processes.pop(key, None)
            return
        by_vrf = self.processes.setdefault(key, {})
        current = by_vrf.setdefault(header.after("vrf") or "default", IgpInstance(line.block(self._file)))
        for child in line.children:
            words = child.text.split()
            if words[0] != "vrf" or len(words) < 2:
                self._read(current, [child])
                continue
            below = by_vrf.setdefault(words[1], IgpInstance(child.block(self._file)))
            self._read(below, child.children)
            current = current if child.children else below

    def _read(self, instance: IgpInstance, lines: list[Line]) -> None:
        """Take lines of a process, those of its address families too."""
        for line in lines:
            statement = statement_of(line, self._file)
            match statement.words:
                case ("address-family", *_):
                    self._read(instance, line.children)
                case ("network", *where) if self._igp.has_network_lines:
                    if statement.is_stated:
                        self._read_network(instance, where, statement.source)
                case ("passive-interface", name, *rest) if name != "default":
                    for interface in self._interface_names(" ".join((name, *rest))):
                        put(instance.passive, interface, statement)
                case _ if found := _SETTINGS.find(statement):
                    put(instance.settings, *found)
                case ("redistribute", *_):
                    instance.originations.read(statement)

    @staticmethod
    def _read_network(instance: IgpInstance, words: list[str], source: Source) -> None:
        match words:
            case (prefix, "area", area):
                instance.networks.append((prefix, area, source))
            case (address, wildcard, "area", area):
                instance.networks.append((wildcard_prefix(address, wildcard), area, source))

    def read_interface_line(self, names: tuple[str, ...], line: Line) -> None:
        """Take a line of interfaces about an IGP, such as `ip ospf cost 10` or `isis enable NAME`."""
        statement = statement_of(line, self._file)
        if statement.words[0] in ("ip", "ipv6"):
            statement = statement.with_words(statement.words[1:])
        enabling = self._igp.enabling.get(" ".join(statement.words[:2]))
        found = self._igp.interface_settings.find(statement)
        for name in names if enabling or found else ():
            interface = self.interfaces.setdefault(name, IgpInterfaceLines())
            if found:
                put(interface.settings, *found)
            elif enabling:
                arguments = statement.words[2:] if enabling.names_process else ("", "area", *statement.words[2:])
                process = arguments[0] if arguments else ""
                if enabling.names_process and statement.is_stated and not process:
                    continue
                key = (enabling.protocol, process)
                if statement.is_stated:
                    interface.enabling[key] = Statement(arguments[1:], statement.source)
                else:
                    interface.enabling = {
                        of: line
                        for of, line in interface.enabling.items()
                        if of != key and (process or of[0] != key[0])
                    }
