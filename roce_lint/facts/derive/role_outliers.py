"""Ports of one role that are configured otherwise than nearly all others of their kind."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import TypeAlias

from roce_lint.facts.derive.judged import Judged, Variables
from roce_lint.facts.derive.marking_state import class_for, class_named
from roce_lint.facts.design import Design
from roce_lint.facts.fact import Default, Fact, Stated, Unknown, known
from roce_lint.facts.logic import is_true
from roce_lint.facts.model import Device, Port
from roce_lint.facts.qos import PortQos
from roce_lint.values import dataclass

_PEERS = 4
"""From here a majority says what is usual; below, two habits may both be meant."""

Attributes: TypeAlias = Mapping[str, Fact[object]]
_Group: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class RolePort:
    """A RoCE port of a switch. `faces`: `host` or `fabric`; `tier`: links between the device and the hosts."""

    device: Device
    port: Port
    faces: str
    tier: int


@dataclass(frozen=True, slots=True)
class OutlierState:
    """A port whose settings differ from those of its peers: same tier, direction, speed, system and platform.

    `differences` in words; `is_usual` is false at the first setting that differs. A device without such a port is one
    healthy entity.
    """

    differences: str
    is_usual: Fact[bool]


def judge_outliers(ports: list[RolePort], design: Design, common: Callable[[Device], Variables]) -> list[Judged]:
    """Return an entity for each port that differs from its role, and one for each device without any."""
    attributes: dict[int, Attributes] = {}
    groups: dict[_Group, list[RolePort]] = defaultdict(list)
    for one in ports:
        if id(one.port.qos) not in attributes:
            attributes[id(one.port.qos)] = _attributes(one.port, design)
        if one.faces in ("host", "fabric"):
            groups[_group(one)].append(one)
    odd: dict[tuple[str, str], tuple[RolePort, list[str], Fact[object]]] = {}
    for members in groups.values():
        for name, usual, outliers in _majorities(members, attributes):
            for one in outliers:
                fact = attributes[id(one.port.qos)][name]
                words = f"{name} {_printed(fact)} instead of {_text(usual)}"
                place = odd.setdefault((one.device.name, one.port.name), (one, [], fact))
                place[1].append(words)
    found = [
        Judged(one.device.name, one.port.name, one.port.source, _variables(one, words, fact, common))
        for one, words, fact in odd.values()
    ]
    deviating = {device for device, _ in odd}
    for device in {one.device.name: one.device for one in ports}.values():
        if device.name not in deviating:
            healthy = OutlierState("", Stated(True, device.source))
            found.append(Judged(device.name, "", device.source, {**common(device), "outlier": healthy}))
    return found


def _variables(one: RolePort, words: list[str], fact: Fact[object], common: Callable[[Device], Variables]) -> Variables:
    usual: Fact[bool] = Stated(False, fact.source)
    if isinstance(fact, Default):
        usual = Default(False, fact.source, fact.because)
    return {**common(one.device), "outlier": OutlierState(", ".join(words), usual)}


def _group(one: RolePort) -> _Group:
    device = one.device
    return device.os, known(device.platform, ""), one.tier, one.faces, known(one.port.speed_gbps, 0)


def _majorities(
    members: list[RolePort], attributes: Mapping[int, Attributes]
) -> list[tuple[str, object, list[RolePort]]]:
    """Return each attribute in which one device differs from a majority: usual value and odd ports.

    Where the speed is not stated, ports of several speeds may be among the members; then only a device that differs
    with all of its ports is odd.
    """
    if len(members) <= _PEERS:
        return []
    shared: dict[int, list[RolePort]] = defaultdict(list)
    for one in members:
        shared[id(one.port.qos)].append(one)
    if len(shared) == 1:
        return []
    speed_is_known = not isinstance(members[0].port.speed_gbps, Unknown)
    per_device = Counter(one.device.name for one in members)
    found: list[tuple[str, object, list[RolePort]]] = []
    for name in next(iter(attributes[key] for key in shared)):
        votes: Counter[object] = Counter()
        for key, same in shared.items():
            fact = attributes[key][name]
            if not isinstance(fact, Unknown):
                votes[fact.value] += len(same)
        if len(votes) < 2:
            continue
        usual, agreeing = votes.most_common(1)[0]
        if agreeing < _PEERS or agreeing * 2 <= votes.total():
            continue
        odd = [
            one
            for key, same in shared.items()
            for one in same
            if not isinstance(fact := attributes[key][name], Unknown) and fact.value != usual
        ]
        names = {one.device.name for one in odd}
        whole = len(names) == 1 and len(odd) == per_device[odd[0].device.name]
        if len(names) == 1 and (whole or speed_is_known):
            found.append((name, usual, odd))
    return found


def _attributes(port: Port, design: Design) -> Attributes:
    """Return what decides about loss and fairness on a port and is judged by no absolute bound."""
    qos, watchdog = port.qos, port.qos.watchdog
    off = Unknown("the watchdog is off, or set to nothing", watchdog.enabled.source)
    is_on = is_true(watchdog.enabled) and known(watchdog.detection_ms, 0) > 0
    found: dict[str, Fact[object]] = {
        "watchdog detection (ms)": watchdog.detection_ms if is_on else off,
        "watchdog recovery (ms)": watchdog.recovery_ms if is_on else off,
        "watchdog action": watchdog.action if is_on else off,
    }
    unknown = Unknown("nothing carries RoCE here", port.source)
    dscps = sorted(known(design.roce_dscps, frozenset()))
    queue_facts: dict[str, Fact[object]] = dict.fromkeys(
        ("Kmin (bytes)", "Kmax (bytes)", "Pmax (%)", "RoCE queue weight (%)", "alpha", "xoff threshold (bytes)"),
        unknown,
    )
    if dscps:
        traffic_class = class_named(port, class_for(port, dscps[0]))
        if not isinstance(traffic_class, Unknown):
            queue_facts |= _queue_facts(qos, known(traffic_class.queue, -1))
            pausing = sorted(known(traffic_class.pause_priorities, frozenset()))
            if pausing:
                group = qos.priorities[pausing[0]].group
                queue_facts |= {"alpha": group.alpha, "xoff threshold (bytes)": group.xoff_threshold_bytes}
    return {**found, **queue_facts}


def _queue_facts(qos: PortQos, index: int) -> dict[str, Fact[object]]:
    for queue in qos.queues:
        if queue.index == index:
            return {
                "Kmin (bytes)": queue.ecn_kmin_bytes,
                "Kmax (bytes)": queue.ecn_kmax_bytes,
                "Pmax (%)": queue.ecn_pmax_percent,
                "RoCE queue weight (%)": queue.weight_percent,
            }
    return {}


def _printed(fact: Fact[object]) -> str:
    return "unknown" if isinstance(fact, Unknown) else _text(fact.value)


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    name = getattr(value, "value", value)
    return str(name)
