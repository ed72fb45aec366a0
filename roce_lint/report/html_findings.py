"""Findings on the page: one card each, with the line, the other end of its cable, and the help of its rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.judge.entity import spot_of
from roce_lint.judge.finding import Finding
from roce_lint.judge.rule import Rule
from roce_lint.report.cable_ends import CableEnds
from roce_lint.report.fabric_marks import DrawingMarks
from roce_lint.report.findings_by_line import joined_names
from roce_lint.report.html_text import folded, lines, spot, text
from roce_lint.report.printable import cut
from roce_lint.report.rule_words import rule_page
from roce_lint.values import dataclass

_PLACES_SHOWN = 30
_STEPS_SHOWN = 100
_LONGEST_LINE = 300


@dataclass(frozen=True, slots=True)
class Cards:
    """Writes findings as list items. `rules` by id; `docs_url`: address of the documentation site, or empty."""

    quoted: Mapping[tuple[str, int], str]
    ends: CableEnds
    marks: DrawingMarks
    rules: Mapping[str, Rule]
    docs_url: str

    def card(self, number: int, finding: Finding) -> str:
        """Return the list item of finding `number`."""
        boxes = self.marks.boxes_of[number] if number < len(self.marks.boxes_of) else ()
        severity = finding.severity.value
        show = (
            f' <button type="button" class="onlyactive" data-show="{number}">Show in the picture</button>'
            if boxes
            else ""
        )
        device, port = spot_of(finding.place.device, finding.place.object).device_ports[0]
        if boxes and port:
            show += (
                f' <button type="button" class="onlyactive" hidden data-of="{text(device)}" data-port="{text(port)}">'
                "Show the port</button>"
            )
        parts = [
            f'<li class="finding {severity}" id="finding-{number}" data-severity="{severity}" '
            f'data-boxes="{" ".join(str(box) for box in boxes)}">',
            f'<h3><span class="badge">{severity}</span> <span class="name">{text(f"{finding.code} {finding.rule}")} '
            f'<span class="quiet">{text(spot(finding.place.path, finding.place.line))}</span></span>{show}</h3>',
            f"<p>{text(joined_names(finding.places))}: {text(finding.message)}</p>",
            self._excerpt(finding.place.path, finding.place.line),
            self._other_end(finding),
            f"<p><strong>Why:</strong> {text(finding.why)}</p>",
            f"<p><strong>Fix:</strong></p><pre>{lines(finding.fix)}</pre>",
            *_steps(finding),
            *_related(finding),
            *_places(finding),
            *self._help(finding),
            "</li>",
        ]
        return "".join(parts)

    def _excerpt(self, path: str, line: int) -> str:
        raw = self.quoted.get((path, line), "").expandtabs(4).rstrip()
        if not raw.strip():
            return ""
        indent = len(raw) - len(raw.lstrip())
        marked = f"{' ' * min(indent, 40)}<mark>{text(cut(raw.lstrip(), _LONGEST_LINE))}</mark>"
        return f'<pre><span class="number">{line:>6} | </span>{marked}</pre>'

    def _other_end(self, finding: Finding) -> str:
        end = self.ends.other_end(finding)
        if end is None:
            return ""
        words = f"The other end, {end.port}, {spot(end.path, end.line)}"
        return f'<p class="quiet">{text(words)}</p>{self._excerpt(end.path, end.line)}'

    def _help(self, finding: Finding) -> Iterator[str]:
        """Yield what the rule checks, how sure it is and who says so, and the way to more."""
        rule = self.rules.get(finding.rule)
        if rule is None:
            return
        sure = {"must": "certain", "should": "documented experience", "heuristic": "rule of thumb"}
        page = rule_page(rule, self.docs_url)
        more = (
            f'<a href="{text(page)}" rel="noopener noreferrer">Page of the rule</a>'
            if page
            else f"<code>roce-lint explain {text(finding.rule)}</code>"
        )
        sources = "".join(f"<li>{text(source)}</li>" for source in rule.sources)
        yield (
            f"<details><summary>About this rule</summary><p>{text(rule.headline)}. "
            f'<span class="quiet">({sure[rule.confidence.value]})</span></p>'
            + (f"<p>Sources:</p><ul>{sources}</ul>" if sources else "")
            + f"<p>More: {more}</p></details>"
        )


def _steps(finding: Finding) -> Iterator[str]:
    if finding.steps:
        items = [
            f"<code>{text(spot(step.path, step.line))}</code> {text(step.message)}"
            for step in finding.steps[:_STEPS_SHOWN]
        ]
        yield from folded("The way", "ol", items, len(finding.steps))


def _related(finding: Finding) -> Iterator[str]:
    if finding.related:
        items = [
            f"<code>{text(spot(one.path, one.line))}</code> {text(one.message)}"
            for one in finding.related[:_PLACES_SHOWN]
        ]
        yield from folded("Evidence", "ul", items, len(finding.related))


def _places(finding: Finding) -> Iterator[str]:
    if len(finding.places) > 1:
        items = [
            f"<code>{text(spot(place.path, place.line))}</code> {text(f'{place.device} {place.object}')}"
            for place in finding.places[:_PLACES_SHOWN]
        ]
        yield from folded("Places", "ul", items, len(finding.places))
