"""What the rest of the fabric says about one NIC: its cable, its switch, the other NICs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from roce_lint.fabric.design import Design
from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.judge.derive.device_derivation import DeviceDerivation
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import Default, Fact, Source, Unknown, known
from roce_lint.model.logic import is_true, map_fact
from roce_lint.model.nic import DcqcnParameters, Nic
from roce_lint.model.qos import DSCP_COUNT
from roce_lint.model.terms import Trust
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field_names

_PARAMETERS = field_names(DcqcnParameters)
_UNMARKED = 0
_VLAN_NAME = lazy_pattern(r"\.\d|(?i:vlan)")
_ENOUGH_NICS = 3
"""From here one NIC can differ from a majority of others."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`priorities_of`: for each RoCE DSCP the priorities that the switch at the other end pauses for it, where it does.

    `link_speed_gbps`: that of the switch port there, else that of the cabling list. `best_effort_dscps`: DSCPs that
    share the class of unmarked packets, and not that of RoCE, there.
    `paused_dscps`: the DSCPs that a class which pauses gets there (without a cable: on any switch that takes part).
    `watchdog_cycle_ms`: detection, recovery and one poll of the PFC watchdog there (without a cable: the longest of the
    fabric). `odd_parameters` and `dcqcn_is_usual`: this NIC's DCQCN against that of the others.
    """

    is_cabled: bool
    has_vlans: bool
    link_length_m: Fact[int]
    link_speed_gbps: Fact[int]
    best_effort_dscps: frozenset[int]
    priorities_of: Mapping[int, Fact[frozenset[int]]]
    paused_dscps: frozenset[int]
    watchdog_cycle_ms: Fact[int]
    odd_parameters: str
    dcqcn_is_usual: Fact[bool]
    fabric_sprays: Fact[bool]


class NicFleet:
    """Knows the switches and NICs of a fabric, so that each NIC can be compared with them."""

    def __init__(
        self,
        ports: Mapping[PortRef, tuple[Device, Port]],
        peers: Mapping[PortRef, Link],
        derivations: Mapping[str, DeviceDerivation],
        design: Design,
    ) -> None:
        """Count the DCQCN values of every NIC, and look at what all switches have in common."""
        self._ports = ports
        self._peers = peers
        self._derivations = derivations
        self._design = design
        self._paused: dict[tuple[str, int, Trust | None], frozenset[int]] = {}
        self._with_vlans: dict[str, bool] = {}
        devices = [derivation.device for derivation in derivations.values()]
        self._switches = [device for device in devices if not is_host(device)]
        self._usual = _usual_parameters(devices)
        self._sprays = _sprays(self._switches)
        judged = self._switches if any(device.nics for device in devices) else []
        self._everywhere = frozenset[int]().union(*map(self._paused_on_device, judged))
        self._longest_cycle = _longest([cycle for device in judged for cycle in self._cycles(device)])

    def around(self, device: Device, nic: Nic, port: Port) -> Surroundings:
        """Return what the fabric says about one NIC of a host."""
        link = self._peers.get(PortRef(device.name, nic.port))
        end = None if link is None else link.b if link.a.device == device.name else link.a
        attached = None if end is None else self._ports.get(end)
        if attached is not None and is_host(attached[0]):
            attached = None
        odd, usual = self._compared(nic, port)
        return Surroundings(
            is_cabled=attached is not None,
            has_vlans=self._has_vlans(device),
            link_length_m=link.length_m if link else Unknown("the NIC's cable is not known", port.source),
            link_speed_gbps=_speed_of(link, attached[1] if attached else None, port),
            best_effort_dscps=frozenset({_UNMARKED}) if attached is None else self._best_effort(attached[1]),
            priorities_of={} if attached is None else self._priorities(attached[0], attached[1]),
            paused_dscps=self._everywhere if attached is None else self._paused_on(attached[0], attached[1]),
            watchdog_cycle_ms=self._longest_cycle if attached is None else _watchdog_cycle(attached[1]),
            odd_parameters=odd,
            dcqcn_is_usual=usual,
            fabric_sprays=self._sprays,
        )

    def _has_vlans(self, device: Device) -> bool:
        """Say whether a host has an interface in a VLAN by its name."""
        if device.name not in self._with_vlans:
            self._with_vlans[device.name] = any(_VLAN_NAME.search(other.name) for other in device.ports)
        return self._with_vlans[device.name]

    def _priorities(self, switch: Device, port: Port) -> dict[int, Fact[frozenset[int]]]:
        found: dict[int, Fact[frozenset[int]]] = {}
        meant = known(self._design.lossless_priorities, frozenset())
        for dscp in known(self._design.roce_dscps, frozenset()):
            traffic_class = class_named(port, class_for(port, dscp))
            pausing = traffic_class if isinstance(traffic_class, Unknown) else traffic_class.pause_priorities
            # A class that does not pause, or for a priority that the fabric does not mean, is a fault of the switch;
            # the NIC is then held against the fabric.
            if not isinstance(pausing, Unknown) and pausing.value & meant:
                found[dscp] = pausing
        return found

    def _best_effort(self, port: Port) -> frozenset[int]:
        unmarked, roce = class_for(port, _UNMARKED), known(self._design.roce_dscps, frozenset())
        if isinstance(unmarked, Unknown) or any(
            known(class_for(port, dscp), unmarked.value) == unmarked.value for dscp in roce
        ):
            return frozenset()
        return frozenset(dscp for dscp in range(DSCP_COUNT) if known(class_for(port, dscp), "") == unmarked.value)

    def _paused_on(self, switch: Device, port: Port) -> frozenset[int]:
        trust = port.qos.trust
        key = switch.name, id(port.qos.classification), None if isinstance(trust, Unknown) else trust.value
        if key not in self._paused:
            lossless = self._derivations[switch.name].classes.lossless
            names = [(dscp, class_for(port, dscp)) for dscp in range(DSCP_COUNT)] if lossless else []
            self._paused[key] = frozenset(dscp for dscp, name in names if known(name, "") in lossless)
        return self._paused[key]

    def _inside(self, device: Device) -> list[Port]:
        inside = self._derivations[device.name].inside
        return [port for port in device.ports if port.name in inside]

    def _paused_on_device(self, device: Device) -> frozenset[int]:
        return frozenset[int]().union(*(self._paused_on(device, port) for port in self._inside(device)))

    def _cycles(self, device: Device) -> list[Fact[int]]:
        distinct = {id(port.qos.watchdog): port for port in self._inside(device)}
        return [_watchdog_cycle(port) for port in distinct.values()]

    def _compared(self, nic: Nic, port: Port) -> tuple[str, Fact[bool]]:
        """Return the DCQCN values that differ from the majority in words, and whether none does."""
        usual = self._usual.get(_speed(port), {})
        words: list[str] = []
        place: Fact[float] | None = None
        for name in _PARAMETERS:
            fact = _parameter(nic, name)
            if name in usual and not isinstance(fact, Unknown) and fact.value != usual[name]:
                words.append(f"{name} {fact.value} instead of {usual[name]}")
                place = place or fact
        if place is None:
            return "", Default(True, port.source, "no DCQCN value differs from the majority")
        return ", ".join(words), map_fact(lambda _: False, place)


def _speed_of(link: Link | None, switch_port: Port | None, port: Port) -> Fact[int]:
    if switch_port and not isinstance(switch_port.speed_gbps, Unknown):
        return switch_port.speed_gbps
    return link.speed_gbps if link else Unknown("its cable is not known", port.source)


def _parameter(nic: Nic, name: str) -> Fact[float]:
    fact: Fact[float] = getattr(nic.dcqcn, name)
    return fact


def _speed(port: Port) -> int:
    return known(port.speed_gbps, 0)


def _usual_parameters(devices: list[Device]) -> dict[int, dict[str, float]]:
    """Return by speed the value of each DCQCN parameter that more than half of at least three NICs have."""
    votes: dict[tuple[int, str], Counter[float]] = defaultdict(Counter)
    for device in devices:
        ports = {port.name: port for port in device.ports}
        for nic in device.nics:
            for name in _PARAMETERS:
                fact = _parameter(nic, name)
                if not isinstance(fact, Unknown):
                    votes[_speed(ports[nic.port]), name][fact.value] += 1
    usual: dict[int, dict[str, float]] = defaultdict(dict)
    for (speed, name), counter in votes.items():
        value, number = min(counter.items(), key=lambda item: (-item[1], item[0]))
        if counter.total() >= _ENOUGH_NICS and number * 2 > counter.total():
            usual[speed][name] = value
    return usual


def _watchdog_cycle(port: Port) -> Fact[int]:
    """Return detection, recovery and one poll of a port's watchdog, where it is on and its times are known."""
    watchdog = port.qos.watchdog
    off = Unknown("no PFC watchdog is on", watchdog.enabled.source)
    if not is_true(watchdog.enabled):
        return off
    times = (watchdog.detection_ms, watchdog.recovery_ms)
    if any(isinstance(time, Unknown) for time in times):
        return Unknown("the times of the PFC watchdog are not known", watchdog.enabled.source)
    total = sum(known(time, 0) for time in (*times, watchdog.polling_ms))
    return map_fact(lambda _: total, watchdog.recovery_ms)


def _longest(cycles: list[Fact[int]]) -> Fact[int]:
    found = [cycle for cycle in cycles if not isinstance(cycle, Unknown)]
    nothing: Fact[int] = Unknown("no switch with a PFC watchdog is known", Source("", 0, 0))
    return max(found, key=lambda cycle: cycle.value, default=nothing)


def _sprays(switches: list[Device]) -> Fact[bool]:
    """Say whether some switch sprays packets, at the line that makes it."""
    for device in switches:
        if is_true(device.load_balancing.sprays_packets):
            return device.load_balancing.sprays_packets
    return Default(False, Source("", 0, 0), "no switch sprays packets")
