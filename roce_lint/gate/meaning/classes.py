"""What changed in the way from a marking to a class, its pause priorities and its queue."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.fabric.port_basics import trusts_pcp
from roce_lint.gate.meaning.change import Direction, FactChange
from roce_lint.gate.meaning.fields import compare_fields, result, same
from roce_lint.gate.meaning.words import numbers, shown
from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Unknown, known
from roce_lint.model.qos import DSCP_COUNT, TrafficClass
from roce_lint.model.terms import Trust

_LARGEST_PACKET_BYTES = 65535


def compare_classification(old: Port, new: Port, dscps: frozenset[int]) -> Iterator[FactChange]:
    """Yield each code point that gets another class than before.

    Where the trust changed, every code point does; then only the fabric's own (`dscps`) are reported.
    """
    before, after = old.qos.classification, new.qos.classification
    trust_is_same = same(old.qos.trust, new.qos.trust)
    if trust_is_same and before == after:
        return
    concerned = range(DSCP_COUNT) if trust_is_same else sorted(dscps)
    moved = [
        (dscp, was, is_now)
        for dscp in concerned
        if not same(was := class_for(old, dscp), is_now := class_for(new, dscp))
    ]
    for (name_before, name_after), group in _alike(moved):
        yield _moved(old, new, group, name_before, name_after, dscps)
    if not same(before.traffic_class_otherwise, after.traffic_class_otherwise):
        facts = before.traffic_class_otherwise, after.traffic_class_otherwise
        yield result("port.traffic_class_otherwise", "traffic class of unmarked packets", *facts)
    if trust_is_same and trusts_pcp(known(new.qos.trust, Trust.NONE)):
        tagged = enumerate(zip(before.traffic_class_by_pcp, after.traffic_class_by_pcp, strict=False))
        for pcp, (was_class, is_class) in tagged:
            if not same(was_class, is_class):
                yield result("port.traffic_class_by_pcp", f"traffic class of PCP {pcp}", was_class, is_class)
    yield from _policers(old, new)


_Move = tuple[int, Fact[str], Fact[str]]


def _alike(moved: list[_Move]) -> Iterator[tuple[tuple[str, str], list[_Move]]]:
    """Yield the code points together that go from the same class to the same class."""

    def names(move: _Move) -> tuple[str, str]:
        return shown("class", move[1]), shown("class", move[2])

    for key, group in groupby(sorted(moved, key=lambda move: (*names(move), move[0])), key=names):
        yield key, list(group)


def _moved(old: Port, new: Port, group: list[_Move], was: str, is_now: str, dscps: frozenset[int]) -> FactChange:
    codes = [dscp for dscp, _, _ in group]
    _, first, last = next((move for move in group if move[2].source.line), group[0])
    pauses_before, pauses_after = _pauses(old, first), _pauses(new, last)
    loses = pauses_before and pauses_after == frozenset() and not dscps.isdisjoint(codes)
    gains = pauses_before == frozenset() and pauses_after
    aside = ", which is not lossless" if loses else ", which is lossless" if gains else ""
    go = "goes" if len(codes) == 1 else "go"
    text = f"DSCP {numbers(codes)} now {go} to traffic class {is_now}{aside} (was {was})"
    direction = Direction.WORSE if loses else Direction.OTHER
    return FactChange("port.traffic_class_by_dscp", text, was, is_now, first.source, last.source, direction)


def _pauses(port: Port, name: Fact[str]) -> frozenset[int] | None:
    """Return the priorities that a class pauses for; None where that is not known."""
    found = class_named(port, name)
    if isinstance(found, Unknown) or isinstance(found.pause_priorities, Unknown):
        return None
    return found.pause_priorities.value


def compare_classes(old: Port, new: Port) -> Iterator[FactChange]:
    """Yield what changed in each class that exists before and after."""
    if old.qos.classes is new.qos.classes:
        return
    before = {item.name: item for item in old.qos.classes}
    reported_priorities = frozenset(
        one.number
        for one, other in zip(old.qos.priorities, new.qos.priorities, strict=False)
        if not same(one.generates_pause, other.generates_pause)
    )
    for item in new.qos.classes:
        if item.name in before and before[item.name] != item:
            yield from _compare_class(before[item.name], item, reported_priorities)


def _compare_class(old: TrafficClass, new: TrafficClass, reported_priorities: frozenset[int]) -> Iterator[FactChange]:
    """Yield what changed in a class; priorities whose own change is reported are not reported again."""
    lead = f"traffic class {new.name}: "
    yield from compare_fields("class", old, new, {"queue": "queue"}, lead)
    nothing: frozenset[int] = frozenset()
    differing = known(old.pause_priorities, nothing) ^ known(new.pause_priorities, nothing)
    if not same(old.pause_priorities, new.pause_priorities) and not (differing and differing <= reported_priorities):
        loses = not isinstance(new.pause_priorities, Unknown) and not new.pause_priorities.value
        facts = old.pause_priorities, new.pause_priorities
        direction = Direction.WORSE if loses else Direction.OTHER
        yield result("class.pause_priorities", "pauses for priority", *facts, before=lead, direction=direction)
    if not same(old.mtu_limit_bytes, new.mtu_limit_bytes):
        words = [_limit(fact) for fact in (old.mtu_limit_bytes, new.mtu_limit_bytes)]
        text = f"{lead}largest packet {words[0]} -> {words[1]}"
        places = old.mtu_limit_bytes.source, new.mtu_limit_bytes.source
        yield FactChange("class.mtu_limit_bytes", text, words[0], words[1], *places)


def _limit(fact: Fact[int]) -> str:
    if isinstance(fact, Unknown):
        return "unknown"
    return "without limit" if fact.value >= _LARGEST_PACKET_BYTES else f"{fact.value} bytes"


def _policers(old: Port, new: Port) -> Iterator[FactChange]:
    was = {dscp: policer.source for policer in old.qos.classification.policers for dscp in policer.dscps}
    is_now = {dscp: policer.source for policer in new.qos.classification.policers for dscp in policer.dscps}
    for codes, text, places in (
        (is_now.keys() - was.keys(), "is now policed: what exceeds a rate is dropped", is_now),
        (was.keys() - is_now.keys(), "is no longer policed", was),
    ):
        if codes:
            place = places[min(codes)]
            gone = places is was
            sources = (place, new.source) if gone else (old.source, place)
            direction = Direction.OTHER if gone else Direction.WORSE
            words = ("policed", "free") if gone else ("free", "policed")
            yield FactChange("port.policers", f"DSCP {numbers(codes)} {text}", *words, *sources, direction)
