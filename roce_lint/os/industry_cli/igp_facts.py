"""OSPF and IS-IS as facts."""

from __future__ import annotations

from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.model.routing import AddressFamily, IgpInterface, IgpLevel, IgpProcess, IgpProtocol
from roce_lint.model.vendor_default import UndocumentedDefault, VendorDefault
from roce_lint.os.industry_cli.igp_lines import IgpInstance, IgpInterfaceLines, IgpLineReader
from roce_lint.os.industry_cli.network_list import dotted_area, interfaces_within
from roce_lint.os.industry_cli.originations import origination_of
from roce_lint.os.industry_cli.routing_dialect import IgpDialect
from roce_lint.os.industry_cli.statements import Statement, number_fact, stated

_LEVELS = {"level-1": IgpLevel.LEVEL_1, "level-2": IgpLevel.LEVEL_2, "level-1-2": IgpLevel.LEVEL_1_2}
_MBPS = {"mbps": 1, "gbps": 1000}
_COST_BY_BANDWIDTH = UndocumentedDefault("it follows from the reference bandwidth and the speed of the port")
_OSPF_LEVEL = VendorDefault(IgpLevel.AREA, "OSPF has areas, no levels")
_ISIS_AREA = VendorDefault("", "IS-IS has levels, no areas of an interface")
_NO_LINES = IgpInterfaceLines()


def igp_processes(
    lines: IgpLineReader, dialect: IgpDialect, ports: tuple[Port, ...], used_policies: set[str]
) -> tuple[IgpProcess, ...]:
    """Return the processes, VRF by VRF, with the interfaces that each runs on.

    A process that has other VRFs does not run in the default one where no interface there has it.
    """
    vrfs = {port.name: known(port.values.vrf, "") for port in ports}
    found = []
    for (word, name), by_vrf in lines.processes.items():
        protocol = dialect.protocols[word]
        family = AddressFamily.IPV6 if protocol is IgpProtocol.OSPF3 else AddressFamily.IPV4
        for vrf, instance in by_vrf.items():
            enabled = _enabled(lines, (word, name), vrf, vrfs)
            if protocol is IgpProtocol.OSPF:
                enabled = _within_networks(instance, vrf, ports) | enabled
            if not enabled and vrf == "default" and len(by_vrf) > 1:
                continue
            process = IgpProcess(
                protocol=protocol,
                name=name,
                vrf=vrf,
                reference_bandwidth_mbps=_reference_bandwidth(instance, dialect.reference_bandwidth_mbps[protocol]),
                maximum_paths=_number(instance.settings, "maximum-paths", dialect.maximum_paths, instance.source),
                interfaces=tuple(
                    _interface(one, line, instance, lines.interfaces.get(one, _NO_LINES), protocol, dialect)
                    for one, line in enabled.items()
                ),
                originations=tuple(
                    origination_of(line, family, dialect.route_policy, used_policies)
                    for _, line in instance.originations
                ),
                source=instance.source,
            )
            found.append(process)
    return tuple(found)


def _enabled(lines: IgpLineReader, key: tuple[str, str], vrf: str, vrfs: dict[str, str]) -> dict[str, Statement]:
    """Return the interfaces of the VRF that enable a process, by its name or whatever its name is."""
    found = {}
    for name, interface in lines.interfaces.items():
        line = interface.enabling.get(key) or interface.enabling.get((key[0], ""))
        if line and vrfs.get(name, "default") == vrf:
            found[name] = line
    return found


def _within_networks(instance: IgpInstance, vrf: str, ports: tuple[Port, ...]) -> dict[str, Statement]:
    """Return the interfaces that `network` lines cover; the first line counts."""
    found: dict[str, Statement] = {}
    for prefix, area, source in instance.networks:
        for name in interfaces_within(prefix, ports, vrf):
            found.setdefault(name, Statement(("area", area), source))
    return found


def _interface(
    name: str,
    enabling: Statement,
    instance: IgpInstance,
    lines: IgpInterfaceLines,
    protocol: IgpProtocol,
    dialect: IgpDialect,
) -> IgpInterface:
    source = enabling.source
    passive: Fact[bool] = dialect.active.at(source)
    for line in (instance.settings.get("passive"), instance.passive.get(name), lines.settings.get("passive")):
        passive = Stated(not line.is_negated, line.source) if line else passive
    if protocol is IgpProtocol.ISIS:
        cost = _number(lines.settings, "isis metric", dialect.isis_metric, source)
        return IgpInterface(name, _ISIS_AREA.at(source), cost, passive, _level(instance, lines, dialect), source)
    area = enabling.after("area")
    stated_area = Stated(dotted_area(area), source) if area else Unknown("the line names no area", source)
    cost = _number(lines.settings, "ospf cost", _COST_BY_BANDWIDTH, source)
    return IgpInterface(name, stated_area, cost, passive, _OSPF_LEVEL.at(source), source)


def _level(instance: IgpInstance, lines: IgpInterfaceLines, dialect: IgpDialect) -> Fact[IgpLevel]:
    level: Fact[IgpLevel] = dialect.isis_level.at(instance.source)
    for line in (stated(instance.settings, "is-type"), stated(lines.settings, "isis circuit-type")):
        if line and line.words and line.words[-1] in _LEVELS:
            level = Stated(_LEVELS[line.words[-1]], line.source)
    return level


def _reference_bandwidth(instance: IgpInstance, default: VendorDefault[int]) -> Fact[int]:
    line = stated(instance.settings, "reference-bandwidth")
    if line is None:
        return default.at(instance.source)
    number = number_fact(line)
    if isinstance(number, Stated) and line.words[-1].lower() in _MBPS:
        return Stated(number.value * _MBPS[line.words[-1].lower()], line.source)
    return number


def _number(
    settings: dict[str, Statement], name: str, default: VendorDefault[int] | UndocumentedDefault, source: Source
) -> Fact[int]:
    line = stated(settings, name)
    return number_fact(line) if line else default.at(source)
