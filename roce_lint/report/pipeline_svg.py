"""The way of RoCE through one port as a picture: DSCP, class, priority group, queue, and its curve against xoff."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import is_false
from roce_lint.report.chart_svg import Guide, because_of, curve_chart, label, size, size_text, svg, words_at, wrapped
from roce_lint.report.port_pipeline import Pipeline, PipelineLane, Thresholds
from roce_lint.text.counting import spans

_STAGES = ("Marking", "Class", "Priority group", "Queue")
_WIDE = 126
_STEP = 154
_HIGH = 42


def draw_pipeline(pipeline: Pipeline) -> str:
    """Return the picture of a pipeline; a box with a broken line is a vendor's default, a dotted one is not known."""
    parts: list[str] = []
    y = 16.0
    for line in _about(pipeline):
        parts.append(words_at(2, y, line, "faint"))
        y += 16
    y += 10
    parts += [words_at(2 + number * _STEP, y, stage, "title") for number, stage in enumerate(_STAGES)]
    y += 8
    for lane in pipeline.lanes:
        parts += _lane(lane, pipeline, y)
        y += _HIGH + 12
    for line in wrapped(pipeline.doubt):
        parts.append(words_at(2, y + 14, line))
        y += 16
    for one in pipeline.thresholds:
        drawn, high = _thresholds(one, y + 8)
        parts += drawn
        y += high + 8
    return svg(y + 6, described(pipeline), parts)


def described(pipeline: Pipeline) -> str:
    """Return the picture in words, for those who cannot see it."""
    lanes = [
        f"{lane.purpose} DSCP {_numbers(lane.dscps)}: class {_show(lane.traffic_class)}, pauses {_set(lane.pauses)}, "
        f"queue {_show(lane.queue)}"
        for lane in pipeline.lanes
    ]
    curves = [
        f"queue {one.queue}: {_ecn(one)}, xoff {size_text(one.xoff_bytes)}, headroom {size_text(one.headroom_bytes)}"
        for one in pipeline.thresholds
    ]
    return "; ".join((*lanes, *curves)) or "No way of RoCE is known"


def _about(pipeline: Pipeline) -> Iterator[str]:
    """Yield what holds for the whole port."""
    yield f"{_show(pipeline.speed_gbps)} Gb/s, MTU {_show(pipeline.mtu_bytes)}, watchdog {_show(pipeline.watchdog)}"
    yield (
        f"PFC {_show(pipeline.pfc_mode)}: sends pauses for {_set(pipeline.sends)}, "
        f"set to obey them for {_set(pipeline.obeys)}"
    )


def _lane(lane: PipelineLane, pipeline: Pipeline, y: float) -> Iterator[str]:
    """Yield the boxes of one lane, joined by arrows."""
    boxes: tuple[tuple[str, str, Sequence[Fact[object]]], ...] = (
        (f"{lane.purpose} DSCP {_numbers(lane.dscps)}", f"trust {_show(pipeline.trust)}", (pipeline.trust,)),
        (f"class {_show(lane.traffic_class)}", "", (lane.traffic_class,)),
        (_pauses(lane.pauses), _lossless(lane.pauses, pipeline.sends), (lane.pauses,)),
        (f"queue {_show(lane.queue)}", _scheduling(lane), (lane.queue, lane.scheduling)),
    )
    for number, (first, second, facts) in enumerate(boxes):
        x = 2 + number * _STEP
        if number:
            at = y + _HIGH / 2
            yield f'<path class="arrow" d="M{x - _STEP + _WIDE} {at:.0f}H{x - 5}"/>'
            yield f'<path class="head" d="M{x - 7} {at - 4:.0f}l7 4l-7 4z"/>'
        yield _box(x, y, first, second, facts)


def _box(x: float, y: float, first: str, second: str, facts: Iterable[Fact[object]]) -> str:
    facts = tuple(facts)
    kind = "unknown" if any(isinstance(fact, Unknown) for fact in facts) else ""
    kind = kind or ("default" if any(isinstance(fact, Default) for fact in facts) else "")
    reasons = "\n".join(dict.fromkeys(filter(None, (because_of(fact) for fact in facts))))
    hint = f"<title>{label(reasons)}</title>" if reasons else ""
    lines = [(first, y + (19 if second else 26)), *([(second, y + 34)] if second else [])]
    texts = "".join(
        words_at(x + _WIDE / 2, at, words if len(words) < 21 else f"{words[:18]}...", "faint" if row else "", "middle")
        for row, (words, at) in enumerate(lines)
    )
    shape = f'<rect class="stage {kind}" x="{x:.0f}" y="{y:.0f}" width="{_WIDE}" height="{_HIGH}" rx="4"/>'
    return f"<g>{hint}{shape}{texts}</g>"


def _thresholds(one: Thresholds, y: float) -> tuple[list[str], float]:
    """Return the curve of a queue against xoff and headroom, what is not known of it in words, and the height."""
    group = f"priority {_show(one.priority)}" if not isinstance(one.priority, Unknown) else "no priority group"
    parts = [words_at(2, y + 14, f"Queue {one.queue} (egress) and {group} (ingress)", "title")]
    at = y + 24
    curve = (one.kmin_bytes, one.kmax_bytes, one.pmax_percent)
    name = "xoff" if one.xoff_is_exact else "xoff at most"
    places = (*curve[:2], one.xoff_bytes)
    if not all(isinstance(fact, Unknown) for fact in places):
        drawn, high = curve_chart(at, curve, [Guide(name, one.xoff_bytes, is_xoff=True)], one.headroom_bytes)
        parts += drawn
        at += high
    for line in [row for words in _words(one) for row in wrapped(words)]:
        parts.append(words_at(2, at + 16, line, "faint"))
        at += 16
    return parts, at + 8 - y


def _words(one: Thresholds) -> Iterator[str]:
    """Yield the thresholds in words, and why those that are not known are not."""
    yield f"ECN: {_ecn(one)}"
    if isinstance(one.priority, Unknown):
        yield f"No xoff threshold and no headroom: {one.priority.because}"
        return
    # A xoff threshold that no line states is no vendor's default: it follows from others.
    how = _reason(one.xoff_bytes).replace("(default: ", "(computed: ")
    yield f"xoff: {size_text(one.xoff_bytes)}{how}"
    yield f"Headroom: {size_text(one.headroom_bytes)}{_reason(one.headroom_bytes)}"
    match one.advised_bytes:
        case Unknown(because, _):
            yield f"Headroom to configure: ? (not known: {because})"
        case Stated(value, _):
            yield f"Headroom to configure: {size(value)}"
        case Default(value, _, because):
            yield f"Headroom to configure: {size(value)} ({because})"
    yield f"Sending resumes {size_text(one.resume_offset_bytes)} below xoff{_reason(one.resume_offset_bytes)}"


def _ecn(one: Thresholds) -> str:
    if isinstance(one.ecn_enabled, Unknown):
        return f"?{_reason(one.ecn_enabled)}"
    if is_false(one.ecn_enabled):
        return f"off{_reason(one.ecn_enabled)}"
    pmax = "?" if isinstance(one.pmax_percent, Unknown) else f"{one.pmax_percent.value:g} %"
    curve = (one.kmin_bytes, one.kmax_bytes, one.pmax_percent)
    doubts = [_reason(fact) for fact in curve if isinstance(fact, Unknown)]
    wrong = "; no curve: Kmin is above Kmax" if known(one.kmin_bytes, 0) > known(one.kmax_bytes, 2**63) else ""
    return f"{size_text(one.kmin_bytes)} to {size_text(one.kmax_bytes)}, {pmax}{''.join(doubts[:1])}{wrong}"


def _reason(fact: Fact[object]) -> str:
    reason = because_of(fact)
    return f" ({reason[0].lower()}{reason[1:]})" if reason else ""


def _show(fact: Fact[object]) -> str:
    if isinstance(fact, Unknown):
        return "?"
    value = fact.value
    words = ("on" if value else "off") if isinstance(value, bool) else str(getattr(value, "value", value))
    return f"[{words}]" if isinstance(fact, Default) else words


def _numbers(numbers: Iterable[int]) -> str:
    """Return numbers with those in a row as a range."""
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans(numbers)) or "none"


def _set(fact: Fact[frozenset[int]]) -> str:
    if isinstance(fact, Unknown):
        return "?"
    return f"[{_numbers(fact.value)}]" if isinstance(fact, Default) else _numbers(fact.value)


def _pauses(pauses: Fact[frozenset[int]]) -> str:
    if isinstance(pauses, Unknown):
        return "?"
    return f"priority {_numbers(pauses.value)}" if pauses.value else "no pause"


def _lossless(pauses: Fact[frozenset[int]], sends: Fact[frozenset[int]]) -> str:
    """Return whether the class is lossless, and whether the port sends its pauses."""
    if isinstance(pauses, Unknown):
        return ""
    if not pauses.value:
        return "lossy"
    if isinstance(sends, Unknown):
        return "lossless if PFC is on"
    return "lossless" if pauses.value <= sends.value else "pauses not sent"


def _scheduling(lane: PipelineLane) -> str:
    kind = _show(lane.scheduling)
    weight = known(lane.weight_percent, 0.0)
    return f"{kind} {weight:g} %" if kind == "weighted" and weight else kind
