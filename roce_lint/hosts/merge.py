"""Join what several files say about one host: script, NCCL environment, operator manifest, dumps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from roce_lint.hosts.contract import FIRMWARE
from roce_lint.hosts.nic_facts import is_of_bond
from roce_lint.hosts.port_qos import headroom_of
from roce_lint.hosts.registry import driver_named
from roce_lint.hosts.settings import EVERY_NIC
from roce_lint.model.device import Device, Port, RefusedSetting, SettingFault, is_host
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.host_route import HostRoute
from roce_lint.model.nic import Evidence, Nic
from roce_lint.model.port import PORT_FIELDS, with_facts
from roce_lint.model.reading import SettingConflict
from roce_lint.model.terms import PortKind
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field_names, is_dataclass, replace

_JOINED = [name for name in PORT_FIELDS if name not in ("name", "addresses", "source")]
"""What files say of a port together; its place is where its QoS is configured."""
T = TypeVar("T")
_EVIDENCE = tuple(Evidence)
_PCI = lazy_pattern(r"(?:(?P<domain>[0-9a-f]{4}):)?(?P<bus>[0-9a-f]{2}):(?P<slot>[0-9a-f]{2})\.(?P<function>[0-7])")
_PATH_NAME = lazy_pattern(
    r"(?:en|roce)(?:P(?P<domain>\d{1,10}))?p(?P<bus>\d{1,3})s(?P<slot>\d{1,3})(?:f(?P<function>\d))?(?:np\d{1,9})?"
    r"(?: port 1)?"
)


@dataclass(frozen=True, slots=True)
class MergedHosts:
    """Every device once, in order of first appearance, and what its files contradict each other about."""

    devices: tuple[Device, ...]
    conflicts: tuple[SettingConflict, ...]


def merge_hosts(devices: Iterable[Device]) -> MergedHosts:
    """Join the devices of each host by name, as `read_host` returns them; what is not a host comes back as it is.

    A stated fact wins over a default, a default over an unknown one. Of two stated facts the one with the stronger
    evidence holds (`Evidence`: the running state over a configuration, that over what the firmware stores), else the
    first; the other is a conflict. Ports are the same when their name, their RDMA device or their PCI location is.
    What is said of every NIC (`*`) holds for each NIC that a file names.
    """
    by_name: dict[str, list[Device]] = {}
    for position, device in enumerate(devices):
        by_name.setdefault(device.name if is_host(device) else f"{position} {device.name}", []).append(device)
    merged: list[Device] = []
    conflicts: dict[SettingConflict, None] = {}
    for parts in by_name.values():
        if len(parts) > 1:
            merged.append(_merged_host(parts, conflicts))
        else:
            conflicts.update(dict.fromkeys(parts[0].setting_conflicts))
            merged.append(replace(parts[0], setting_conflicts=()))
    return MergedHosts(tuple(merged), tuple(conflicts))


def completed_host(device: Device) -> Device:
    """Return the host of one file with the ports of one NIC joined, and what the file contradicts itself about."""
    conflicts: dict[SettingConflict, None] = {}
    host = _merged_host([device], conflicts)
    return replace(host, setting_conflicts=tuple(conflicts))


class HostMerger:
    """Joins as `merge_hosts` does, and remembers: parts that were joined before are joined to the same device."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], tuple[list[Device], MergedHosts]] = {}

    def merge(self, hosts: Iterable[Device]) -> MergedHosts:
        """Return every host once, in order of first appearance."""
        by_name: dict[str, list[Device]] = {}
        for device in hosts:
            by_name.setdefault(device.name, []).append(device)
        merged: list[Device] = []
        conflicts: dict[SettingConflict, None] = {}
        for parts in by_name.values():
            key = tuple(map(id, parts))
            if key not in self._known:
                # The parts are kept, so that no other device gets the identity of one of them.
                self._known[key] = parts, merge_hosts(parts)
            found = self._known[key][1]
            merged += found.devices
            conflicts.update(dict.fromkeys(found.conflicts))
        return MergedHosts(tuple(merged), tuple(conflicts))


def _merged_host(parts: list[Device], conflicts: dict[SettingConflict, None]) -> Device:
    ports = [entry for device in parts for entry in _with_evidence(device)]
    nics = [nic for device in parts for nic in device.nics]
    nics_named, ports_named = _places(nic.port for nic in nics), _places(port.name for port, _ in ports)
    groups = _groups(ports, nics)
    shared_ports = [entry for entry in ports if entry[0].name == EVERY_NIC]
    shared_nics = [nic for nic in nics if nic.port == EVERY_NIC]
    merged_ports: list[Port] = []
    merged_nics: list[Nic] = []
    for name, aliases in groups.items():
        own_nics = [nics[place] for place in _places_of(aliases, nics_named)]
        own_ports = [ports[place] for place in _places_of(aliases, ports_named)]
        if own_nics:
            files = _files_of_others(shared_nics, own_nics)
            own_nics += [nic for nic in shared_nics if nic.driver.source.file not in files]
            own_ports += [entry for entry in shared_ports if entry[0].source.file not in files]
            merged_nics.append(_merged_nic(parts[0].name, name, own_nics, conflicts))
        merged_ports.append(_merged_port(parts[0].name, name, own_ports, conflicts))
    if shared_ports and not merged_nics:
        merged_ports.append(_merged_port(parts[0].name, EVERY_NIC, shared_ports, conflicts))
        merged_nics += [_merged_nic(parts[0].name, EVERY_NIC, shared_nics, conflicts)] if shared_nics else []
    facts_of = {nic.port: nic for nic in merged_nics}
    settled = tuple(
        _with_headroom(port, facts_of[port.name]) if port.name in facts_of else port for port in merged_ports
    )
    apart = ("ports", "nics", "refused_settings", "setting_conflicts", "host_routes")
    whole = _combined([(part, Evidence.CONFIGURED) for part in parts], parts[0].name, "", "", conflicts, apart)
    refused = (*(refused for part in parts for refused in part.refused_settings), *_half_bonds(settled))
    refused = (*refused, *(fault for nic in merged_nics for fault in _firmware_faults(nic)))
    conflicts.update(dict.fromkeys(own for part in parts for own in part.setting_conflicts))
    return replace(
        whole,
        ports=settled,
        nics=tuple(merged_nics),
        refused_settings=refused,
        setting_conflicts=(),
        host_routes=_routes(parts, groups),
    )


def _firmware_faults(nic: Nic) -> Iterator[RefusedSetting]:
    """Yield settings with which the firmware that a file shows does otherwise, as its vendor has published."""
    driver = None if isinstance(nic.driver, Unknown) else driver_named(nic.driver.value)
    if driver is None or isinstance(nic.firmware, Unknown):
        return
    version = FIRMWARE.of(nic.firmware)
    for fault in driver.faults:
        releases = next((one for one in fault.releases if one.hold(version)), None)
        setting = fault.setting_of(nic) if releases else None
        if releases and setting:
            because = f"firmware {nic.firmware.value} of {nic.port} has a known fault: {fault.because}"
            because += f" (releases {releases.words}; {fault.source})"
            yield RefusedSetting(setting[0], because, setting[1], runs=True, fault=SettingFault.KNOWN)


def _half_bonds(ports: Iterable[Port]) -> Iterator[RefusedSetting]:
    """Yield PFC that files set for one port of a bond and not for another: what leaves by that one is lossy."""
    bonds: dict[str, list[Port]] = {}
    for port in ports:
        if name := known(port.lag, ""):
            bonds.setdefault(name, []).append(port)
    for name, members in bonds.items():
        silent = [port for port in members if isinstance(port.qos.pfc_mode, Unknown)]
        for port in members if silent else ():
            mode = port.qos.pfc_mode
            if isinstance(mode, Stated):
                because = f"{silent[0].name} is in {name} too, and no file sets its PFC"
                yield RefusedSetting(
                    f"PFC of {port.name}", because, mode.source, runs=True, fault=SettingFault.DOUBTFUL
                )
                break


def _routes(parts: list[Device], groups: dict[str, set[str]]) -> tuple[HostRoute, ...]:
    """Return the routes of all files, by the names that the ports have together."""
    names = {alias: name for name, aliases in groups.items() for alias in aliases}
    routes = [route for part in parts for route in part.host_routes]
    return tuple([replace(route, port=names.get(route.port, route.port)) for route in routes])


def _files_of_others(shared: list[Nic], own: list[Nic]) -> set[str]:
    """Return the files that speak of every NIC of one driver, where a port has another."""
    named = {nic.driver.value for nic in own if isinstance(nic.driver, Stated)}
    return {
        nic.driver.source.file
        for nic in shared
        if named and isinstance(nic.driver, Stated) and nic.driver.value not in named
    }


def _with_evidence(device: Device) -> list[tuple[Port, Evidence]]:
    evidence: dict[str, Evidence] = {}
    for nic in device.nics:
        evidence.setdefault(nic.port, nic.evidence)
    return [(port, evidence.get(port.name, Evidence.CONFIGURED)) for port in device.ports]


def _places(names: Iterable[str]) -> dict[str, list[int]]:
    """Return where each name stands."""
    found: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        found.setdefault(name, []).append(place)
    return found


def _places_of(names: Iterable[str], places: Mapping[str, list[int]]) -> list[int]:
    """Return where any of the names stands, in order."""
    return sorted(place for name in names for place in places.get(name, ()))


def _groups(ports: list[tuple[Port, Evidence]], nics: list[Nic]) -> dict[str, set[str]]:
    """Return the names of each port by the best of them: a netdev before an RDMA device before a PCI address."""
    group_of: dict[str, set[str]] = {}

    def join(names: set[str]) -> None:
        united = set(names).union(*(group_of.get(name, set()) for name in names))
        for name in united:
            group_of[name] = united

    locations: dict[tuple[int, ...], str] = {}
    for port, _ in ports:
        if port.name != EVERY_NIC:
            join({port.name})
            location = pci_location(port.name)
            if location:
                join({port.name, locations.setdefault(location, port.name)})
    rdma_devices = set()
    for nic in nics:
        if not isinstance(nic.rdma_device, Unknown) and nic.port != EVERY_NIC:
            rdma_devices.add(nic.rdma_device.value)
            if not is_of_bond(nic.rdma_device.value):
                join({nic.port, nic.rdma_device.value})
    bonded = _ports_of_bonds(nics)
    devices_of: dict[str, list[str]] = {}
    for device, members in bonded.items():
        for member in members:
            devices_of.setdefault(member, []).append(device)
    named = {port.name for port, _ in ports}
    result: dict[str, set[str]] = {}
    for port, _ in ports:
        if port.name != EVERY_NIC and port.name not in bonded:
            aliases = group_of[port.name]
            ranked = sorted(
                aliases & named, key=lambda name: (_PCI.match(name) is not None, name in rdma_devices, name)
            )
            of_bond = {device for alias in aliases for device in devices_of.get(alias, ())}
            result[ranked[0]] = aliases | of_bond
    return result


def _ports_of_bonds(nics: list[Nic]) -> dict[str, set[str]]:
    """Return the ports that share an RDMA device, by that device: what is said of it holds for each of them."""
    found: dict[str, set[str]] = {}
    for nic in nics:
        device = known(nic.rdma_device, "")
        if is_of_bond(device) and nic.port != device:
            found.setdefault(device, set()).add(nic.port)
    return found


def pci_location(name: str) -> tuple[int, ...]:
    """Return PCI domain, bus, slot and function that a name contains (`enp59s0f1np1`, `0000:3b:00.1`), else nothing."""
    address = _PCI.fullmatch(name.lower())
    if address:
        return (
            int(address["domain"] or "0", 16),
            int(address["bus"], 16),
            int(address["slot"], 16),
            int(address["function"]),
        )
    path = _PATH_NAME.fullmatch(name)
    if path is None:
        return ()
    return (int(path["domain"] or 0), int(path["bus"]), int(path["slot"]), int(path["function"] or 0))


def _merged_nic(device: str, name: str, parts: list[Nic], conflicts: dict[SettingConflict, None]) -> Nic:
    entries = [(part, part.evidence) for part in parts]
    merged = _combined(entries, device, name, "", conflicts, ("port", "evidence"))
    strongest = min((part.evidence for part in parts), key=_EVIDENCE.index)
    return replace(merged, port=name, evidence=strongest)


def _merged_port(
    device: str, name: str, parts: list[tuple[Port, Evidence]], conflicts: dict[SettingConflict, None]
) -> Port:
    # What a port lacks is to be added where its QoS is configured.
    parts = sorted(parts, key=lambda part: not isinstance(part[0].qos.bound, Stated))
    addresses: dict[str, Fact[str]] = {}
    for part, _ in parts:
        for fact in part.addresses:
            addresses.setdefault("" if isinstance(fact, Unknown) else fact.value, fact)
    merged = {field: _combined(_column(parts, field), device, name, field, conflicts) for field in _JOINED}
    # One of several files says what is a bond.
    if any(part.kind is PortKind.LAG for part, _ in parts):
        merged["kind"] = PortKind.LAG
    return with_facts(parts[0][0], **merged, name=name, addresses=tuple(addresses.values()))


def _column(parts: list[tuple[Port, Evidence]], field: str) -> list[tuple[object, Evidence]]:
    return [(getattr(part, field), evidence) for part, evidence in parts]


def _combined(
    parts: list[tuple[T, Evidence]],
    device: str,
    port: str,
    path: str,
    conflicts: dict[SettingConflict, None],
    apart: tuple[str, ...] = (),
) -> T:
    """Join equal structures part by part; the fields `apart` are taken from the first."""
    first = parts[0][0]
    if len(parts) == 1 or all(part is first for part, _ in parts):
        return first
    if isinstance(first, Stated | Default | Unknown):
        return _strongest(parts, device, port, path, conflicts)
    if isinstance(first, tuple):
        longest = max(len(part) for part, _ in parts if isinstance(part, tuple))
        whole = [(part, evidence) for part, evidence in parts if isinstance(part, tuple) and len(part) == longest]
        joined: list[object] = []
        before: tuple[object, ...] = ()
        for index in range(longest):
            column = tuple([part[index] for part, _ in whole])
            # Of 64 code points most have the same facts in every file: they are joined once where nothing conflicts.
            if not before or any(one is not other for one, other in zip(column, before, strict=True)):
                known = len(conflicts)
                entries = [(one, evidence) for one, (_, evidence) in zip(column, whole, strict=True)]
                joined.append(_combined(entries, device, port, f"{path}[{index}]", conflicts))
                before = column if len(conflicts) == known else ()
            else:
                joined.append(joined[-1])
        return type(first)(joined)
    if is_dataclass(first.__class__) and not isinstance(first, Source):
        values = {}
        for name in field_names(first.__class__):
            inner = [(getattr(part, name), evidence) for part, evidence in parts]
            where = f"{path}.{name}" if path else name
            values[name] = inner[0][0] if name in apart else _combined(inner, device, port, where, conflicts)
        return type(first)(**values)
    return first


def _strongest(
    parts: list[tuple[T, Evidence]], device: str, port: str, path: str, conflicts: dict[SettingConflict, None]
) -> T:
    def strength(entry: tuple[T, Evidence]) -> tuple[int, int]:
        fact, evidence = entry
        if isinstance(fact, Unknown):
            # A line that could not be interpreted tells more than a file that does not speak of the matter.
            return 2 if fact.source.line else 3, _EVIDENCE.index(evidence)
        return 0 if isinstance(fact, Stated) else 1, _EVIDENCE.index(evidence)

    strongest = min(parts, key=strength)[0]
    for other, _ in parts:
        if isinstance(strongest, Stated) and isinstance(other, Stated) and strongest.value != other.value:
            conflict = SettingConflict(
                device, port, path, str(strongest.value), strongest.source, str(other.value), other.source
            )
            conflicts.setdefault(conflict)
    return strongest


def _with_headroom(port: Port, nic: Nic) -> Port:
    """Compute the receive headroom where only the joined files give cable length, speed and MTU."""
    driver = None if isinstance(nic.driver, Unknown) else driver_named(nic.driver.value)
    headroom = headroom_of(driver, nic.cable_length_m, port.speed_gbps, port.ip_mtu_bytes)
    if headroom is None:
        return port
    priorities = tuple(
        replace(priority, group=replace(priority.group, headroom_bytes=headroom))
        if isinstance(priority.group.headroom_bytes, Unknown)
        and not isinstance(priority.generates_pause, Unknown)
        and priority.generates_pause.value
        else priority
        for priority in port.qos.priorities
    )
    return with_facts(port, qos=replace(port.qos, priorities=priorities))
