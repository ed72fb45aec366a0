"""ECN thresholds, shares of the buffer and the PFC watchdog: stated where an intent would render others without."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from roce_lint.fabric.fabric import Fabric
from roce_lint.learn.classes import Classes, LearntClass, roce_queue_of
from roce_lint.learn.observed import Observed
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.usual import usual
from roce_lint.model.device import Port, PortRef
from roce_lint.model.fact import Stated, known
from roce_lint.tuning.ecn import threshold_bytes
from roce_lint.values import dataclass

_TIMERS = ("detection", "recovery", "polling")
_LONGEST_US = 1000
_LARGEST_DENOMINATOR = 999
"""An intent writes a share of the buffer as a fraction of three digits at most."""


@dataclass(frozen=True, slots=True)
class PortPair:
    """A cabled port of a switch as it was read, and as the intent so far renders it."""

    read: Port
    made: Port

    @property
    def speed_gbps(self) -> int:
        """Return the speed that it is rendered with."""
        return known(self.made.speed_gbps, 0)


@dataclass(frozen=True, slots=True)
class _MarkingThreshold:
    """A marking threshold of one port, read and rendered."""

    read_bytes: int
    made_bytes: int
    speed_gbps: int


def port_pairs(observed: Observed, rendered: Fabric) -> list[PortPair]:
    """Return the cabled ports of switches, each with the rendered port of the same name."""
    made = {PortRef(device.name, port.name): port for device in rendered.devices for port in device.ports}
    ends = dict.fromkeys(end for cable in observed.every_cable for end in (cable.lower, cable.upper))
    inside = [end for end in ends if end.device in observed.role_of and end in observed.ports and end in made]
    return [PortPair(observed.ports[end], made[end]) for end in inside]


def ecn_section(roce: LearntClass, pairs: Sequence[PortPair]) -> IntentSection:
    """Return the marking of a RoCE class as an intent says it; empty where it would choose the same."""
    both = [(roce_queue_of(pair.read, roce), roce_queue_of(pair.made, roce), pair.speed_gbps) for pair in pairs]
    marking = [(mine, made, speed) for mine, made, speed in both if mine and made and known(mine.ecn_enabled, False)]
    section: IntentSection = {}
    for key, name in (("kmin", "ecn_kmin_bytes"), ("kmax", "ecn_kmax_bytes")):
        found = [
            _MarkingThreshold(known(getattr(mine, name), 0), known(getattr(made, name), 0), speed)
            for mine, made, speed in marking
        ]
        if text := threshold_text([one for one in found if one.read_bytes > 0]):
            section[key] = text
    chances = [
        (round(known(mine.ecn_pmax_percent, 0)), round(known(made.ecn_pmax_percent, 0))) for mine, made, _ in marking
    ]
    odd = [mine for mine, made in chances if mine and mine != made]
    if 2 * len(odd) > len(chances):
        section["pmax"] = f"{usual(odd)}%"
    return section


def threshold_text(found: Sequence[_MarkingThreshold]) -> str:
    """Return the way to say a threshold that is right for most ports; empty where that is to say nothing."""
    sizes, times = usual(one.read_bytes for one in found), usual(time for one in found for time in _times(one))
    agreeing = {
        "": sum(one.read_bytes == one.made_bytes for one in found),
        f"{times} us": sum(times in _times(one) for one in found) if times else 0,
        size_text(sizes or 0): sum(one.read_bytes == sizes for one in found),
    }
    if len({one.speed_gbps for one in found}) < 2:
        agreeing.pop(f"{times} us")
    return max(agreeing, key=lambda text: agreeing[text])


def _times(one: _MarkingThreshold) -> list[int]:
    """Return the whole number of microseconds that a threshold is worth at line rate, if there is one."""
    around = one.read_bytes * 8 // (one.speed_gbps * 1000) if one.speed_gbps else 0
    return [
        time
        for time in (around, around + 1)
        if 0 < time <= _LONGEST_US and threshold_bytes(time, one.speed_gbps) == one.read_bytes
    ]


def size_text(size_bytes: int) -> str:
    """Return a size as people write it, exact to the byte."""
    if size_bytes % 1000 == 0:
        return f"{size_bytes // 1000} KB"
    return f"{size_bytes // 1024} KiB" if size_bytes % 1024 == 0 else f"{size_bytes} B"


def watchdog_section(pairs: Sequence[PortPair]) -> IntentSection:
    """Return what most ports have of the watchdog, where it is not what the intent so far renders."""
    on = usual(
        pair.read.qos.watchdog.enabled.value for pair in pairs if hasattr(pair.read.qos.watchdog.enabled, "value")
    )
    made_on = usual(known(pair.made.qos.watchdog.enabled, False) for pair in pairs)
    if on is False:
        return {"enabled": False} if made_on else {}
    section: IntentSection = {}
    for key in _TIMERS:
        text = _timer([(_ms(pair.read, key), _ms(pair.made, key)) for pair in pairs])
        if text:
            section[key] = text
    actions = [
        (known(pair.read.qos.watchdog.action, None), known(pair.made.qos.watchdog.action, None)) for pair in pairs
    ]
    stated = [(mine, made) for mine, made in actions if mine is not None]
    odd = [mine for mine, made in stated if mine is not made]
    if 2 * len(odd) > len(stated) and (action := usual(odd)) is not None:
        section["action"] = action.value
    return section


def _ms(port: Port, key: str) -> int:
    watchdog = port.qos.watchdog
    fact = {"detection": watchdog.detection_ms, "recovery": watchdog.recovery_ms, "polling": watchdog.polling_ms}[key]
    return known(fact, 0)


def _timer(times: Iterable[tuple[int, int]]) -> str:
    found = [(mine, made) for mine, made in times if mine]
    odd = [mine for mine, made in found if mine != made]
    return f"{usual(odd)} ms" if 2 * len(odd) > len(found) else ""


def alpha_text(roce: LearntClass, pairs: Sequence[PortPair]) -> str:
    """Return the share of the free buffer that most ports state for a class, where the intent renders another."""
    both = [(_alpha(pair.read, roce.priority), _alpha(pair.made, roce.priority)) for pair in pairs]
    stated = [(mine, made) for mine, made in both if mine and made]
    odd = [mine for mine, made in stated if mine != made]
    return str(usual(odd)) if 2 * len(odd) > len(stated) else ""


def _alpha(port: Port, priority: int) -> Fraction | None:
    group = next((one.group for one in port.qos.priorities if one.number == priority), None)
    if group is None or not isinstance(group.alpha, Stated) or group.alpha.value <= 0:
        return None
    return Fraction(group.alpha.value).limit_denominator(_LARGEST_DENOMINATOR)


def roce_with_marking(section: IntentSection, classes: Classes, pairs: Sequence[PortPair]) -> IntentSection:
    """Return the section `roce` with the marking and the buffer of its classes and with the watchdog."""
    curves = [ecn_section(one, pairs) for one in classes.roce]
    found = dict(section)
    if any(curves):
        merged = [{**_mapping(found.get("ecn")), **curve} for curve in curves]
        if all(curve == merged[0] for curve in merged):
            found["ecn"] = merged[0]
        elif isinstance(own := found.get("classes"), list):
            found["classes"] = [one | ({"ecn": curve} if curve else {}) for one, curve in zip(own, curves, strict=True)]
    alphas = [alpha_text(one, pairs) for one in classes.roce]
    if any(alphas):
        own = found.get("classes")
        if len(set(alphas)) == 1:
            found["alpha"] = alphas[0]
        elif isinstance(own, list):
            found["classes"] = [one | ({"alpha": text} if text else {}) for one, text in zip(own, alphas, strict=True)]
    watchdog = {**_mapping(found.get("watchdog")), **watchdog_section(pairs)}
    return found | ({"watchdog": watchdog} if watchdog else {})


def _mapping(value: object) -> IntentSection:
    return dict(value) if isinstance(value, dict) else {}
