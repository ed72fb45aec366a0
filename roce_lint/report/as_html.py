"""The report as one HTML file: the fabric with findings in colour, and a list to filter. It loads nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from roce_lint.judge.finding import Finding, Report
from roce_lint.judge.rule import Severity
from roce_lint.report.cable_ends import CableEnds
from roce_lint.report.fabric_layout import lay_out
from roce_lint.report.fabric_marks import NO_MARKS, Marks, mark
from roce_lint.report.fabric_svg import draw
from roce_lint.report.html_style import SCRIPT, STYLE
from roce_lint.report.material import NOTHING_MORE, Material, quote_lines
from roce_lint.report.printable import cut, printable, printable_lines
from roce_lint.report.spots import joined_names, worst_first
from roce_lint.report.text import domain_line, judged_line, summary_line
from roce_lint.report.text_finding import lines_shown
from roce_lint.values import dataclass

MOST_FINDINGS = 2_000
"""A page with more is slow in every browser; the worst are kept and the others counted."""
_PLACES_SHOWN = 30
_STEPS_SHOWN = 100
_LONGEST_LINE = 300


def html_report(report: Report, material: Material = NOTHING_MORE) -> str:
    """Return the report as a page that needs no network; a policy in it forbids every other script and request.

    All that inputs say is escaped text.
    """
    ordered = sorted(report.open_findings, key=worst_first)
    shown = ordered[:MOST_FINDINGS]
    layout = lay_out(material.fabric) if material.fabric else None
    marks = mark(layout, shown) if layout else NO_MARKS
    ends = CableEnds.of(shown, material)
    cards = _Cards(quote_lines(material.texts, lines_shown(shown, ends)), ends, marks)
    policy = (
        f"default-src 'none'; style-src '{_hash_of(STYLE)}'; script-src '{_hash_of(SCRIPT)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>roce-lint: {_text(_counts(report))}</title>",
        f"<style>{STYLE}</style></head><body>",
        *_head(report),
        *(_picture(draw(layout, marks, in_page=True), marks) if layout and layout.nodes else ()),
        *_filters(report),
        '<ol class="findings">',
        *(cards.card(number, finding) for number, finding in enumerate(shown)),
        "</ol>",
        *(
            [f"<p>{len(ordered) - len(shown)} less severe findings are left out here.</p>"]
            if len(ordered) > len(shown)
            else []
        ),
        *_asides(report),
        f"</main><script>{SCRIPT}</script></body></html>",
        "",
    ]
    return "\n".join(parts)


def _hash_of(text: str) -> str:
    """Return the source expression that allows exactly this inline text (Content Security Policy 3, 2.3.1)."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _text(text: str) -> str:
    return escape(printable(text))


def _lines(text: str) -> str:
    return escape(printable_lines(text))


def _counts(report: Report) -> str:
    return ", ".join(f"{report.count(severity)} {severity.value}" for severity in Severity)


def _head(report: Report) -> Iterator[str]:
    yield f"<header><h1>roce-lint</h1><p><strong>{_text(summary_line(report))}</strong></p>"
    asides = [judged_line(report)] if report.coverage else []
    asides += (
        [f"Profile: {report.profile.id} ({report.profile.name}), {report.profile.how}"] if report.profile.id else []
    )
    asides += [domain_line(report.domain)] if report.domain.ports else []
    yield "".join(f'<p class="quiet">{_text(aside)}</p>' for aside in asides) + "</header><main>"


def _picture(svg: str, marks: Marks) -> Iterator[str]:
    arrows = "; arrows show the path that a finding describes" if marks.ways else ""
    keys = " ".join(f'<span class="key {severity.value}"></span> {severity.value}' for severity in Severity)
    yield '<section aria-labelledby="fabric"><h2 id="fabric">Fabric</h2>'
    yield f"<p>{keys}; a cable has the colour of its worst end{arrows}.</p>"
    yield '<div class="tools"><button type="button" data-zoom="0.7">Larger</button>'
    yield '<button type="button" data-zoom="1.43">Smaller</button>'
    yield '<button type="button" data-zoom="whole">Whole</button>'
    yield '<span class="quiet">Drag to move, Ctrl and wheel to zoom; choose a box for its cables and findings.</span>'
    yield f'</div><p id="traced" role="status"></p><div class="frame">{svg}</div></section>'


def _filters(report: Report) -> Iterator[str]:
    yield '<section aria-labelledby="findings"><h2 id="findings">Findings</h2>'
    if not report.open_findings:
        yield "<p>Nothing was found.</p>"
    yield '<div class="tools" role="search">'
    for severity in Severity:
        yield (
            f'<label><input type="checkbox" checked data-filter="{severity.value}"> '
            f"{severity.value} ({report.count(severity)})</label>"
        )
    yield '<label>Search <input type="search" id="search" autocomplete="off"></label>'
    yield '<button type="button" id="clear" hidden>All devices</button>'
    yield '<span role="status" id="shown"></span></div></section>'


@dataclass(frozen=True, slots=True)
class _Cards:
    """Writes findings as list items."""

    quoted: Mapping[tuple[str, int], str]
    ends: CableEnds
    marks: Marks

    def card(self, number: int, finding: Finding) -> str:
        boxes = self.marks.boxes_of[number] if number < len(self.marks.boxes_of) else ()
        severity = finding.severity.value
        title = f"{finding.code} {finding.rule}"
        show = (
            f' <button type="button" class="onlyactive" data-show="{number}">Show in the picture</button>'
            if boxes
            else ""
        )
        parts = [
            f'<li class="finding {severity}" id="finding-{number}" data-severity="{severity}" '
            f'data-boxes="{" ".join(str(box) for box in boxes)}">',
            f'<h3><span class="badge">{severity}</span> <span class="name">{_text(title)} '
            f'<span class="quiet">{_text(_spot(finding.place.path, finding.place.line))}</span></span>{show}</h3>',
            f"<p>{_text(joined_names(finding.places))}: {_text(finding.message)}</p>",
            self._excerpt(finding.place.path, finding.place.line),
            self._other_end(finding),
            f"<p><strong>Why:</strong> {_text(finding.why)}</p>",
            f"<p><strong>Fix:</strong></p><pre>{_lines(finding.fix)}</pre>",
            *_steps(finding),
            *_related(finding),
            *_places(finding),
            "</li>",
        ]
        return "".join(parts)

    def _excerpt(self, path: str, line: int) -> str:
        raw = self.quoted.get((path, line), "").expandtabs(4).rstrip()
        if not raw.strip():
            return ""
        indent = len(raw) - len(raw.lstrip())
        marked = f"{' ' * min(indent, 40)}<mark>{_text(cut(raw.lstrip(), _LONGEST_LINE))}</mark>"
        return f'<pre><span class="number">{line:>6} | </span>{marked}</pre>'

    def _other_end(self, finding: Finding) -> str:
        end = self.ends.other_end(finding)
        if end is None:
            return ""
        words = f"The other end, {end.port}, {_spot(end.path, end.line)}"
        return f'<p class="quiet">{_text(words)}</p>{self._excerpt(end.path, end.line)}'


def _spot(path: str, line: int) -> str:
    return f"{path}:{line}" if line else path or "(no file)"


def _listed(title: str, tag: str, items: Sequence[str], total: int) -> Iterator[str]:
    """Yield a list that can be folded, with a count of what is left out."""
    more = f"<p>and {total - len(items)} more</p>" if total > len(items) else ""
    inner = "".join(f"<li>{item}</li>" for item in items)
    yield f"<details><summary>{title} ({total})</summary><{tag}>{inner}</{tag}>{more}</details>"


def _steps(finding: Finding) -> Iterator[str]:
    if finding.steps:
        items = [
            f"<code>{_text(_spot(step.path, step.line))}</code> {_text(step.message)}"
            for step in finding.steps[:_STEPS_SHOWN]
        ]
        yield from _listed("The way", "ol", items, len(finding.steps))


def _related(finding: Finding) -> Iterator[str]:
    if finding.related:
        items = [
            f"<code>{_text(_spot(one.path, one.line))}</code> {_text(one.message)}"
            for one in finding.related[:_PLACES_SHOWN]
        ]
        yield from _listed("Evidence", "ul", items, len(finding.related))


def _places(finding: Finding) -> Iterator[str]:
    if len(finding.places) > 1:
        items = [
            f"<code>{_text(_spot(place.path, place.line))}</code> {_text(f'{place.device} {place.object}')}"
            for place in finding.places[:_PLACES_SHOWN]
        ]
        yield from _listed("Places", "ul", items, len(finding.places))


def _silenced(finding: Finding) -> str:
    """Return an excused finding and its excuse in one line."""
    place, suppression = finding.place, finding.suppression
    reason = f"{suppression.kind.value}: {suppression.reason}" if suppression else ""
    return f"{_spot(place.path, place.line)}: {finding.code} {finding.message}; {reason}"


def _asides(report: Report) -> Iterator[str]:
    """Yield what was excused, not understood, not read, and what each rule looked at."""
    yield "<h2>Details</h2>"
    unreadable = [_text(str(problem)) for problem in sorted(report.inputs.unreadable, key=str)]
    silenced = [_text(_silenced(finding)) for finding in report.findings if finding.suppression is not None]
    unread = [
        f"<code>{_text(_spot(line.source.file, line.source.line))}</code> {_text(line.text)} "
        f'<span class="quiet">({_text(line.because)})</span>'
        for line in report.unread
    ]
    skipped = [_text(f"{one.path}: {one.because}") for one in sorted(report.inputs.skipped)]
    restrictions = [_text(restriction) for restriction in report.restrictions]
    titled = (
        ("Left out of this check by settings and options", restrictions),
        ("Not readable", unreadable),
        ("Excused", silenced),
        ("Lines not understood", unread),
        ("Skipped", skipped),
    )
    for title, items in titled:
        if items:
            yield from _listed(title, "ul", items[:MOST_FINDINGS], len(items))
    rows = "".join(
        f"<tr><td>{_text(one.code)}</td><td>{_text(one.rule)}</td>"
        + "".join(
            f'<td class="count">{count}</td>' for count in (one.judged, one.violated, one.undetermined, one.suppressed)
        )
        + "</tr>"
        for one in report.coverage
    )
    heads = "".join(
        f"<th>{head}</th>" for head in ("Code", "Rule", "Evaluated", "Violated", "Undetermined", "Suppressed")
    )
    yield f"<details><summary>What each rule looked at</summary><table><tr>{heads}</tr>{rows}</table></details>"
