"""Ports of one role that are configured otherwise than nearly all others of their kind.

Who shares RoCE's class at a port, and what is served before it: for the comparison with other ports of the role.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, starmap
from typing import TypeAlias

from roce_lint.fabric.design import Design
from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.judged import Judged, Variables
from roce_lint.model.logic import is_true, map_fact
from roce_lint.model.qos import PortQos, Queue
from roce_lint.model.terms import QosPart, Scheduling
from roce_lint.values import dataclass

_DSCPS = 64


def peer_facts(port: Port, design: Design, own: Fact[str], index: int) -> dict[str, Fact[object]]:
    """Return the code points of RoCE's class `own`, how CNPs are served, and the strict queues above queue `index`."""
    if isinstance(own, Unknown):
        return {}
    classes = [class_for(port, dscp) for dscp in range(_DSCPS)]
    together = [dscp for dscp, name in enumerate(classes) if not isinstance(name, Unknown) and name.value == own.value]
    guests = [dscp for dscp in together if dscp not in known(design.roce_dscps, frozenset())]
    at = _selecting(port, guests[0], classes[guests[0]], own.source) if guests else own.source
    found: dict[str, Fact[object]] = {"DSCPs in RoCE's class": Stated(_ranges(together), at)}
    for dscp in sorted(known(design.cnp_dscps, frozenset()))[:1]:
        found["CNP queue"] = _served(port, classes[dscp])
    strict = [queue for queue in port.qos.queues if queue.index > index and _is_strict(queue)]
    if not any(isinstance(queue.scheduling, Unknown) for queue in port.qos.queues):
        place = strict[0].scheduling.source if strict else _place(port, index)
        found["strict queues above RoCE's"] = Stated(_ranges([queue.index for queue in strict]), place)
    return found


def _selecting(port: Port, dscp: int, name: Fact[str], otherwise: Source) -> Source:
    """Return the line that selects the class of a code point."""
    places = port.qos.classification.selected_at
    if places and places[dscp].line:
        return places[dscp]
    return name.source if isinstance(name, Stated) else otherwise


def _served(port: Port, name: Fact[str]) -> Fact[object]:
    traffic_class = class_named(port, name)
    if isinstance(traffic_class, Unknown):
        return traffic_class
    for queue in port.qos.queues:
        if queue.index == known(traffic_class.queue, -1):
            if isinstance(queue.scheduling, Unknown):
                return queue.scheduling
            strict = queue.scheduling.value is Scheduling.STRICT
            return Stated("strict" if strict else "weighted", queue.scheduling.source)
    return Unknown("the queue of the CNPs is not known", name.source)


def _is_strict(queue: Queue) -> bool:
    return not isinstance(queue.scheduling, Unknown) and queue.scheduling.value is Scheduling.STRICT


def _place(port: Port, index: int) -> Source:
    for queue in port.qos.queues:
        if queue.index == index:
            return queue.scheduling.source
    return port.source


def _ranges(numbers: list[int]) -> str:
    """Return sorted numbers in words: `24-31, 46`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1][1:] = [number]
        else:
            parts.append([number])
    return ", ".join("-".join(map(str, part)) for part in parts) or "none"


FACES = ("host", "fabric", "edge")
_FAR = 4
_FAR_OF_TWO = 3
_FAR_OF_ANY_SPEED = 10
_FACES_OF_GROUP = 3
_PEERS = 4
"""From here a majority says what is usual; below, two habits may both be meant."""

SETTINGS = (
    "watchdog detection (ms)",
    "watchdog recovery (ms)",
    "watchdog action",
    "Kmin (bytes)",
    "Kmax (bytes)",
    "Kmin (% of the queue)",
    "Kmax (% of the queue)",
    "Pmax (%)",
    "RoCE queue weight (%)",
    "RoCE queue limit (bytes)",
    "alpha",
    "xoff threshold (bytes)",
    "frames of the headroom",
    "small packets of the headroom",
    "CNP queue",
    "strict queues above RoCE's",
    "DSCPs in RoCE's class",
)
"""What is compared; the last of all switches of a system, since a fabric has one table of code points."""
_PART_OF_SETTING = dict(
    zip(
        SETTINGS,
        (
            *(QosPart.WATCHDOG,) * 3,
            *(QosPart.ECN,) * 5,
            QosPart.SCHEDULING,
            *(QosPart.BUFFER,) * 5,
            QosPart.CLASSIFICATION,
            QosPart.SCHEDULING,
            QosPart.CLASSIFICATION,
        ),
        strict=True,
    )
)
_OF_ANY_SPEED = frozenset(
    SETTINGS.index(name)
    for name in (
        "watchdog detection (ms)",
        "watchdog recovery (ms)",
        "watchdog action",
        "RoCE queue weight (%)",
        "CNP queue",
        "strict queues above RoCE's",
    )
)
"""What has nothing to do with how fast a port is."""
Attributes: TypeAlias = Mapping[str, Fact[object]]
_Group: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class RolePort:
    """A RoCE port of a switch. `faces`: `host`, `fabric`, or `edge` where no input names the peer on a switch with
    cables to others; `tier`: links between the device and the hosts."""

    device: Device
    port: Port
    faces: str
    tier: int


@dataclass(frozen=True, slots=True)
class OutlierState:
    """A port whose settings differ from those of ports with the same tier, direction, speed, system and platform.

    A device without such a port is one healthy entity.
    """

    differences: str
    """What differs, in words."""
    is_usual: Fact[bool]
    """Nothing differs; false at the first setting that does."""


@dataclass(frozen=True, slots=True)
class RoleRow:
    """How many ports of one device are of a group and have the same settings; a value is Unknown if it is not known.

    `group`: system, platform, tier, direction and speed (Gb/s, 0 if it is not known), or a system as a whole.
    """

    group: _Group
    values: tuple[object, ...]
    ports: int


@dataclass(frozen=True, slots=True)
class OddSetting:
    """A setting, by its place among `SETTINGS`, in which the ports of a group on a device differ from others.

    `agreeing` of `devices` switches have the `usual` value. `two` says in words what each of two values is and where,
    where neither is usual; empty elsewhere.
    """

    group: _Group
    setting: int
    usual: object
    device: str
    agreeing: int
    devices: int
    two: str = ""


def role_rows(ports: Sequence[RolePort], design: Design) -> tuple[RoleRow, ...]:
    """Return the ports of one device as rows; those that lead to nothing known are left out."""
    values: dict[tuple[object, ...], tuple[object, ...]] = {}
    counts: Counter[tuple[_Group, tuple[object, ...]]] = Counter()
    same: dict[tuple[object, ...], list[RolePort]] = {}
    for one in ports:
        if one.faces in FACES and not _is_apart(one, design):
            model = one.port.values
            same.setdefault((one.faces, _value(model.speed_gbps), *_settings_key(model.qos)), []).append(one)
    for (_, _, *key), members in same.items():
        one, said = members[0], tuple(key)
        if said not in values:
            facts = _attributes(one.port, design)
            values[said] = tuple([_value(facts[name]) for name in SETTINGS])
        *own, table = values[said]
        counts[_group(one), (*own, Unknown)] += len(members)
        counts[_whole_system(one), (*[Unknown] * len(own), table)] += len(members)
    return tuple([RoleRow(group, settings, number) for (group, settings), number in counts.items()])


def _is_apart(one: RolePort, design: Design) -> bool:
    return f"{one.device.name} {one.port.name}" in design.marked_apart if design.marked_apart else False


def _settings_key(qos: PortQos) -> tuple[object, ...]:
    """Return all that the settings follow from; ports of a device share the large parts."""
    watchdog = qos.watchdog
    return (
        id(qos.classification),
        id(qos.classes),
        id(qos.priorities),
        id(qos.queues),
        _value(qos.trust),
        _value(watchdog.enabled),
        _value(watchdog.detection_ms),
        _value(watchdog.recovery_ms),
        _value(watchdog.action),
    )


def odd_settings(
    rows: Mapping[str, Sequence[RoleRow]], may_be_twins: Callable[[str, str], bool]
) -> tuple[OddSetting, ...]:
    """Return in what single devices differ from nearly all others, by the rows of every device, in order of SETTINGS.

    The order of devices does not matter. `may_be_twins` says of two whether they can have one role.
    """
    groups: dict[_Group, list[tuple[str, RoleRow]]] = defaultdict(list)
    for device, own in rows.items():
        for row in own:
            groups[row.group].append((device, row))
    found: list[OddSetting] = []
    for group, members in groups.items():
        odd = [
            OddSetting(group, setting, usual, device, agreeing, devices)
            for setting, usual, device, agreeing, devices in (
                *_majorities(members, speed_is_known=bool(group[-1])),
                *(_splits(members, platform_is_known=bool(group[1])) if group[-1] else ()),
            )
        ]
        if group[_FACES_OF_GROUP]:
            told = {one.setting for one in odd}
            odd += (one for one in _far_apart(group, members, may_be_twins) if one.setting not in told)
        found += odd
    return tuple(sorted(found, key=lambda one: (one.setting, one.device)))


def judge_outliers(
    devices: Sequence[tuple[Device, Sequence[RolePort]]],
    design: Design,
    common: Callable[[Device], Variables],
    odd: Iterable[OddSetting],
) -> list[Judged]:
    """Return an entity for each port that differs from its role, and one for each device without any, by device.

    `devices` have RoCE ports; those whose cables are known come with them.
    """
    by_device = {device.name: ports for device, ports in devices}
    settings = tuple(odd)
    result: dict[tuple[str, str], tuple[dict[str, str], Fact[object]]] = {}
    for setting in settings:
        name = SETTINGS[setting.setting]
        for one in by_device.get(setting.device, ()):
            if (
                _is_apart(one, design)
                or one.faces not in FACES
                or setting.group not in (_group(one), _whole_system(one))
            ):
                continue
            fact = _attributes(one.port, design)[name]
            if not isinstance(fact, Unknown) and fact.value != setting.usual:
                words = f"{name} {setting.two or f'{_printed(fact)} instead of {_text(setting.usual)}'}"
                if setting.devices - setting.agreeing > 1:
                    words += f" as {setting.agreeing} of {setting.devices} switches have"
                result.setdefault((setting.device, one.port.name), ({}, fact))[0][name] = words
    pairs = _pairs(by_device, settings)
    found: list[Judged] = []
    for device, members in devices:
        differing = [one for one in members if (device.name, one.port.name) in result] if result else ()
        for one in differing:
            texts, fact = result[device.name, one.port.name]
            parts = frozenset(_PART_OF_SETTING[name] for name in texts)
            variables = _variables(one, [*texts.values()], fact, common)
            others = pairs.get((device.name, _group(one)), ())
            judged = Judged(
                device.name, one.port.name, one.port.source, variables, differing=parts, compared_with=others
            )
            found.append(judged)
        if not differing:
            healthy = OutlierState("", Stated(True, device.source))
            found.append(Judged(device.name, "", device.source, {**common(device), "outlier": healthy}))
    return found


def _pairs(
    ports: Mapping[str, Sequence[RolePort]], odd: Iterable[OddSetting]
) -> Mapping[tuple[str, _Group], tuple[tuple[str, str], ...]]:
    """Return with which ports those of a device and a group are compared where neither side is usual."""
    of_pair: dict[tuple[_Group, int], list[str]] = defaultdict(list)
    for one in odd:
        if one.two:
            of_pair[one.group, one.setting].append(one.device)
    return {
        (device, group): tuple(
            (other, one.port.name)
            for other in devices
            if other != device
            for one in ports.get(other, ())
            if group in (_group(one), _whole_system(one))
        )
        for (group, _), devices in of_pair.items()
        for device in devices
    }


def _variables(one: RolePort, words: list[str], fact: Fact[object], common: Callable[[Device], Variables]) -> Variables:
    usual: Fact[bool] = Stated(False, fact.source)
    if isinstance(fact, Default):
        usual = Default(False, fact.source, fact.because)
    return {**common(one.device), "outlier": OutlierState(", ".join(words), usual)}


def _group(one: RolePort) -> _Group:
    device = one.device
    return device.os, known(device.platform, ""), one.tier, one.faces, known(one.port.speed_gbps, 0)


def _whole_system(one: RolePort) -> _Group:
    return one.device.os, "", 0, "", 1


def _majorities(
    members: Sequence[tuple[str, RoleRow]], *, speed_is_known: bool
) -> Iterator[tuple[int, object, str, int, int]]:
    """Yield each setting in which one device differs from a majority, with the usual value and how many have it.

    Where the speed is not stated, ports of several speeds may be among the members; then what depends on the speed is
    odd only on a device that differs with all of its ports, or by more than speeds do.
    """
    per_device: Counter[str] = Counter()
    for device, row in members:
        per_device[device] += row.ports
    if per_device.total() <= _PEERS or len({row.values for _, row in members}) == 1:
        return
    for setting in range(len(SETTINGS)):
        votes: Counter[object] = Counter()
        for _, row in members:
            if row.values[setting] is not Unknown:
                votes[row.values[setting]] += row.ports
        if len(votes) < 2:
            continue
        usual, agreeing = votes.most_common(1)[0]
        if agreeing < _PEERS or agreeing * 2 <= votes.total():
            continue
        odd: Counter[str] = Counter()
        for device, row in members:
            if row.values[setting] is not Unknown and row.values[setting] != usual:
                odd[device] += row.ports
        if len(odd) == 1:
            device, number = next(iter(odd.items()))
            is_odd_at_any_speed = setting in _OF_ANY_SPEED or all(
                _is_far(usual, value, _FAR_OF_ANY_SPEED) for value in votes if value != usual
            )
            if speed_is_known or number == per_device[device] or is_odd_at_any_speed:
                yield setting, usual, device, len(per_device) - 1, len(per_device)


def _splits(
    members: Sequence[tuple[str, RoleRow]], *, platform_is_known: bool
) -> Iterator[tuple[int, object, str, int, int]]:
    """Yield each setting in which several switches, half of all at most, have one other value than the rest.

    Of two switches alone neither is the odd one. Each switch has to have one value on all its ports of the group.
    Where it is not known that the hardware is the same, numbers count only where they differ by a factor of four.
    """
    by_device: dict[str, list[RoleRow]] = defaultdict(list)
    for device, row in members:
        by_device[device].append(row)
    if len(by_device) < 2:
        return
    for setting in range(len(SETTINGS)):
        held = {device: {row.values[setting] for row in rows} for device, rows in by_device.items()}
        values = {next(iter(several)) for several in held.values() if len(several) == 1}
        if len(values) != 2 or Unknown in values or any(len(several) != 1 for several in held.values()):
            continue
        groups = [sorted(device for device, several in held.items() if several == {value}) for value in values]
        fewer, more = sorted(groups, key=lambda names: (len(names), names[0] == min(held)))
        usual = next(iter(held[more[0]]))
        few_are_several = len(fewer) > 1 and len(held) >= _PEERS
        if few_are_several and (platform_is_known or _is_far(usual, next(iter(held[fewer[0]])))):
            for device in fewer:
                yield setting, usual, device, len(more), len(held)


def _far_apart(
    group: _Group, members: Sequence[tuple[str, RoleRow]], may_be_twins: Callable[[str, str], bool]
) -> Iterator[OddSetting]:
    """Yield each setting of which few switches have two values that no intent explains, for every switch.

    No majority is needed to say so: numbers differ by a factor of three (a unit or a digit), others at all.
    """
    by_device: dict[str, list[RoleRow]] = defaultdict(list)
    for device, row in members:
        by_device[device].append(row)
    if not 2 <= len(by_device) < _PEERS or not all(starmap(may_be_twins, combinations(sorted(by_device), 2))):
        return
    for setting in range(len(SETTINGS)):
        held = {device: {row.values[setting] for row in rows} for device, rows in sorted(by_device.items())}
        values = frozenset[object]().union(*held.values())
        if len(values) != 2 or Unknown in values or any(len(own) != 1 for own in held.values()):
            continue
        one, other = values
        if not _is_far(one, other, _FAR_OF_TWO):
            continue
        where: dict[object, list[str]] = defaultdict(list)
        for device, (own,) in held.items():
            where[own].append(device)
        words = ", ".join(f"{_text(value)} on {' and '.join(names)}" for value, names in where.items())
        for device, (own,) in held.items():
            other = next(value for value in values if value != own)
            yield OddSetting(group, setting, other, device, len(where[other]), len(where[other]) + 1, words)


def _is_far(one: object, other: object, factor: int = _FAR) -> bool:
    """Say whether two values are no numbers, or numbers of which one is so many times the other."""
    if not isinstance(one, int | float) or not isinstance(other, int | float):
        return True
    low, high = sorted((one, other))
    return high >= factor * low


def _attributes(port: Port, design: Design) -> Attributes:
    """Return what decides about loss and fairness on a port and is evaluated by no absolute bound."""
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
    queue_facts: dict[str, Fact[object]] = dict.fromkeys(SETTINGS[3:], unknown)
    if dscps:
        traffic_class = class_named(port, class_for(port, dscps[0]))
        if not isinstance(traffic_class, Unknown):
            queue_facts |= _queue_facts(qos, known(traffic_class.queue, -1))
            pausing = sorted(known(traffic_class.pause_priorities, frozenset()))
            if pausing:
                group = qos.priorities[pausing[0]].group
                queue_facts |= {
                    "alpha": group.alpha,
                    "xoff threshold (bytes)": group.xoff_threshold_bytes,
                    "frames of the headroom": map_fact(lambda size: f"{size} bytes", group.sized_for_frame_bytes),
                    "small packets of the headroom": map_fact(lambda one: f"{one} %", group.sized_for_small_percent),
                }
            queue_facts |= peer_facts(port, design, class_for(port, dscps[0]), known(traffic_class.queue, -1))
    return {**found, **queue_facts}


def _queue_facts(qos: PortQos, index: int) -> dict[str, Fact[object]]:
    for queue in qos.queues:
        if queue.index == index:
            return {
                "Kmin (bytes)": queue.ecn_kmin_bytes,
                "Kmax (bytes)": queue.ecn_kmax_bytes,
                "Kmin (% of the queue)": queue.ecn_kmin_percent,
                "Kmax (% of the queue)": queue.ecn_kmax_percent,
                "Pmax (%)": queue.ecn_pmax_percent,
                "RoCE queue weight (%)": queue.weight_percent,
                "RoCE queue limit (bytes)": _limit(queue),
            }
    return {}


def _limit(queue: Queue) -> Fact[object]:
    """Return how far a queue may grow: bytes, or the share of the free buffer in words."""
    if not isinstance(queue.limit_bytes, Unknown):
        return queue.limit_bytes
    return map_fact(lambda alpha: f"alpha {alpha:g}", queue.alpha)


def _value(fact: Fact[object]) -> object:
    return Unknown if isinstance(fact, Unknown) else fact.value


def _printed(fact: Fact[object]) -> str:
    return "unknown" if isinstance(fact, Unknown) else _text(fact.value)


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    name = getattr(value, "value", value)
    return str(name)
