"""What changed in the lossless chain of a port: trust, classes, pause, queues, watchdog."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.fabric.port_basics import pfc_on, pfc_priorities
from roce_lint.gate.meaning.change import Direction, FactChange
from roce_lint.gate.meaning.classes import compare_classes, compare_classification
from roce_lint.gate.meaning.fields import compare_fields, compare_headroom, result, same
from roce_lint.gate.meaning.queues import compare_queues
from roce_lint.gate.meaning.words import shown
from roce_lint.judge.derive.wd.port_watchdog import watchdog_gaps
from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Known, Unknown, known
from roce_lint.model.logic import is_false, is_true, map_fact
from roce_lint.model.qos import PfcWatchdog, Priority
from roce_lint.model.terms import PfcMode

_GROUP = {
    "reserved_bytes": "reserved buffer",
    "xoff_threshold_bytes": "pause threshold",
    "resume_offset_bytes": "resume offset",
    "alpha": "alpha",
}
_WATCHDOG = {
    "detection_ms": "watchdog detection time",
    "recovery_ms": "watchdog recovery time",
    "polling_ms": "watchdog polling interval",
    "action": "watchdog action",
}
_LINK_PAUSE = {
    "link_pause_received": "link pause (802.3x) obeyed",
    "link_pause_sent": "link pause (802.3x) sent",
}


def compare_qos(old: Port, new: Port, dscps: frozenset[int]) -> tuple[FactChange, ...]:
    """Return what changed in what the QoS of a port does; `dscps` are the fabric's RoCE and CNP code points."""
    return tuple(_compare(old, new, dscps))


def _compare(old: Port, new: Port, dscps: frozenset[int]) -> Iterator[FactChange]:
    if not same(old.qos.trust, new.qos.trust):
        yield result("port.trust", "trust", old.qos.trust, new.qos.trust)
    yield from compare_classification(old, new, dscps)
    yield from compare_classes(old, new)
    yield from _compare_pfc(old, new)
    for before, after in zip(old.qos.priorities, new.qos.priorities, strict=False):
        yield from _compare_priority(before, after)
    yield from compare_queues(old, new)
    yield from _compare_watchdog(old.qos.watchdog, new.qos.watchdog)
    yield from _compare_gaps(old, new)
    yield from compare_fields("port", old.qos, new.qos, _LINK_PAUSE)
    yield from _compare_rewriting(old, new)


def _compare_pfc(old: Port, new: Port) -> Iterator[FactChange]:
    """Yield the priorities that a port pauses for no longer, or now; else what its PFC mode was and is."""
    was, is_now = pfc_priorities(old), pfc_priorities(new)
    if not isinstance(was, Unknown) and not isinstance(is_now, Unknown):
        mode = _mode_words(old, new)
        for number in sorted(was.value - is_now.value):
            yield _lossless(old, new, number, f"no longer lossless for priority {number}{mode}", Direction.WORSE)
        for number in sorted(is_now.value - was.value):
            yield _lossless(old, new, number, f"now lossless for priority {number}{mode}", Direction.OTHER)
        if was.value != is_now.value:
            return
    elif not isinstance(was, Unknown) and was.value:
        yield result("port.pfc_priorities", "lossless for priority", was, is_now, direction=Direction.WORSE)
        return
    if not same(old.qos.pfc_mode, new.qos.pfc_mode):
        forced_no_longer = is_true(pfc_on(old)) and not is_true(pfc_on(new))
        direction = Direction.WORSE if forced_no_longer else Direction.OTHER
        yield result("port.pfc_mode", "PFC", old.qos.pfc_mode, new.qos.pfc_mode, direction=direction)
    for before, after in zip(old.qos.priorities, new.qos.priorities, strict=False):
        if not same(before.generates_pause, after.generates_pause):
            name = f"priority {before.number}: no-drop"
            yield result("priority.generates_pause", name, before.generates_pause, after.generates_pause)


def _lossless(old: Port, new: Port, number: int, text: str, direction: Direction) -> FactChange:
    """Return that a priority is or is not paused for; the place is the switch or the priority that changed."""
    before, after = old.qos.priorities[number].generates_pause, new.qos.priorities[number].generates_pause
    if same(before, after):
        before, after = _switch(old.qos.pfc_mode), _switch(new.qos.pfc_mode)
    lossless = direction is Direction.OTHER
    words = ("lossy", "lossless") if lossless else ("lossless", "lossy")
    return FactChange("port.pfc_priorities", text, *words, before.source, after.source, direction)


def _switch(mode: Fact[PfcMode]) -> Fact[bool]:
    return map_fact(lambda value: value is PfcMode.ON, mode)


def _mode_words(old: Port, new: Port) -> str:
    modes = old.qos.pfc_mode, new.qos.pfc_mode
    return "" if same(*modes) else f" (PFC {shown('mode', modes[0])} -> {shown('mode', modes[1])})"


def _compare_priority(old: Priority, new: Priority) -> Iterator[FactChange]:
    """Yield what changed for a priority that pauses by configuration before and after."""
    if not (is_true(old.generates_pause) and is_true(new.generates_pause)):
        return
    lead = f"priority {new.number}: "
    if not same(old.honours_pause, new.honours_pause):
        direction = Direction.WORSE if is_false(new.honours_pause) else Direction.OTHER
        yield result(
            "priority.honours_pause",
            "obeying pause",
            old.honours_pause,
            new.honours_pause,
            before=lead,
            direction=direction,
        )
    if not same(old.paused_queues, new.paused_queues):
        yield result(
            "priority.paused_queues", "a received pause stops queue", old.paused_queues, new.paused_queues, before=lead
        )
    yield from compare_headroom(
        "priority.headroom_bytes", f"{lead}headroom", *(one.group.headroom_bytes for one in (old, new))
    )
    yield from compare_fields("priority", old.group, new.group, _GROUP, lead)


def _compare_watchdog(old: PfcWatchdog, new: PfcWatchdog) -> Iterator[FactChange]:
    """Yield whether the watchdog was switched, or what it does otherwise."""
    if same(old.enabled, new.enabled):
        if not is_false(new.enabled):
            yield from compare_fields("watchdog", old, new, _WATCHDOG)
            if not same(old.recovers, new.recovers):
                # Traffic is dropped for good then.
                direction = Direction.WORSE if is_false(new.recovers) else Direction.OTHER
                facts = old.recovers, new.recovers
                yield result("watchdog.recovers", "watchdog recovery", *facts, direction=direction)
        return
    off = is_false(new.enabled)
    worse = off or is_true(old.enabled)
    direction = Direction.WORSE if worse else Direction.BETTER if is_true(new.enabled) else Direction.OTHER
    details = "" if not is_true(new.enabled) else f" ({_timers(new)})"
    text = "watchdog off" if off else f"watchdog {shown('enabled', new.enabled)}{details}"
    was, is_now = shown("enabled", old.enabled), shown("enabled", new.enabled)
    yield FactChange("watchdog.enabled", text, was, is_now, old.enabled.source, new.enabled.source, direction)


def _compare_gaps(old: Port, new: Port) -> Iterator[FactChange]:
    """Yield the priorities that pause and that the watchdog does not watch any more."""
    if not is_true(old.qos.watchdog.enabled) or not is_true(new.qos.watchdog.enabled):
        return
    was, is_now = watchdog_gaps(old, pfc_priorities(old)), watchdog_gaps(new, pfc_priorities(new))
    if not same(was, is_now):
        arrived = known(is_now, frozenset()) - known(was, frozenset())
        direction = Direction.WORSE if arrived else Direction.OTHER
        yield result("watchdog.gaps", "pausing priorities without a watchdog", was, is_now, direction=direction)


def _timers(watchdog: PfcWatchdog) -> str:
    facts: list[tuple[str, Fact[int]]] = [
        ("detection", watchdog.detection_ms),
        ("recovery", watchdog.recovery_ms),
    ]
    parts = [f"{name} {fact.value} ms" for name, fact in facts if not isinstance(fact, Unknown)]
    action = watchdog.action
    return (
        ", ".join([*parts, *([] if isinstance(action, Unknown) else [f"action {action.value.value}"])]) or "no timers"
    )


def _compare_rewriting(old: Port, new: Port) -> Iterator[FactChange]:
    """Yield the DSCP that a class leaves with, where rewriting is on before or after."""
    was, is_now = _written(old), _written(new)
    for name in sorted(was.keys() | is_now.keys()):
        before, after = was.get(name), is_now.get(name)
        if before is not None and after is not None and before.value == after.value:
            continue
        places = (before or after, after or before)
        old_place = places[0].source if places[0] else old.source
        new_place = places[1].source if places[1] else new.source
        words = tuple("as it came" if fact is None else str(fact.value) for fact in (before, after))
        text = f"traffic class {name} leaves with DSCP {words[0]} -> {words[1]}"
        yield FactChange("port.rewrites", text, words[0], words[1], old_place, new_place)


def _written(port: Port) -> dict[str, Known[int]]:
    if not is_true(port.qos.rewrite_enabled):
        return {}
    return {
        rewrite.traffic_class: rewrite.dscp for rewrite in port.qos.rewrites if not isinstance(rewrite.dscp, Unknown)
    }
