"""The report as one HTML file: the fabric with findings in colour, and a list to filter. It loads nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.finding import Finding, Report, in_reading_order
from roce_lint.judge.rule import Severity
from roce_lint.report.cable_ends import CableEnds
from roce_lint.report.fabric_layout import Layout, lay_out, tier_views
from roce_lint.report.fabric_marks import NO_MARKS, DrawingMarks, mark
from roce_lint.report.fabric_overlays import overlay_document, overlays_of
from roce_lint.report.fabric_svg import draw
from roce_lint.report.html_findings import Cards
from roce_lint.report.html_page import SCRIPT, page_head
from roce_lint.report.html_ports import as_text, port_data, port_panel, port_rows
from roce_lint.report.html_summary import by_device, device_table, head, headline
from roce_lint.report.html_text import folded, spot, text
from roce_lint.report.material import NOTHING_MORE, Material, quote_lines
from roce_lint.report.text_finding import lines_shown

MOST_FINDINGS = 2_000
"""A page with more is slow in every browser; the worst are kept and the others counted."""
MOST_LETTERS = 900_000
"""What all findings on the page take at most; those behind it are counted."""
_MOST_ASIDES = 500


def html_report(report: Report, material: Material = NOTHING_MORE) -> str:
    """Return the report as a page that needs no network; a policy in it forbids every other script and request.

    All that inputs say is escaped text.
    """
    ordered = in_reading_order(report.open_findings)
    shown = ordered[:MOST_FINDINGS]
    layout = lay_out(material.fabric) if material.fabric else None
    marks = mark(layout, shown) if layout else NO_MARKS
    cards = list(_cards(shown, material, marks))
    is_drawn = bool(material.fabric and layout and layout.nodes)
    parts = [
        page_head(f"{material.caption.name or 'roce-lint'}: {headline(report)}"),
        *head(report, material.caption),
        *_filters(report),
        '<div class="work">' if is_drawn else "",
        *(_picture(material.fabric, layout, marks, shown) if material.fabric and layout and layout.nodes else ()),
        '<section class="listed" id="listed" aria-labelledby="findings">',
        *(port_panel() if is_drawn else ()),
        '<h2 id="findings">Findings</h2>',
        "" if report.open_findings else "<p>Nothing was found.</p>",
        '<ol class="findings">',
        *cards,
        "</ol>",
        *(
            [f"<p>{len(ordered) - len(cards):,} less severe findings are left out here.</p>"]
            if len(ordered) > len(cards)
            else []
        ),
        "</section>",
        "</div>" if is_drawn else "",
        *device_table(by_device(ordered), layout.index() if layout else {}),
        *_asides(report),
        f"</main><script>{SCRIPT}</script></body></html>",
        "",
    ]
    return "\n".join(parts)


def _cards(shown: Sequence[Finding], material: Material, marks: DrawingMarks) -> Iterator[str]:
    """Yield the list items of findings as long as there is room for them."""
    ends = CableEnds.of(shown, material)
    quoted = quote_lines(material.texts, lines_shown(shown, ends))
    cards = Cards(quoted, ends, marks, {rule.id: rule for rule in material.rules}, material.docs_url)
    letters = 0
    for number, finding in enumerate(shown):
        card = cards.card(number, finding)
        letters += len(card)
        if letters > MOST_LETTERS:
            return
        yield card


def _picture(fabric: Fabric, layout: Layout, marks: DrawingMarks, shown: Sequence[Finding]) -> Iterator[str]:
    """Yield the drawing with its tools, what can be laid over it, and the panel of a chosen device."""
    arrows = "; arrows show the path that a finding describes" if marks.ways else ""
    keys = " ".join(f'<span class="key {severity.value}"></span> {severity.value}' for severity in Severity)
    yield '<section class="drawn" aria-labelledby="fabric"><h2 id="fabric">Fabric</h2>'
    yield f"<p>{keys}; a cable has the colour of its worst end{arrows}.</p>"
    yield '<div class="tools"><button type="button" data-zoom="0.7">Larger</button>'
    yield '<button type="button" data-zoom="1.43">Smaller</button>'
    yield '<button type="button" data-zoom="whole">Whole</button>'
    yield from (
        f'<button type="button" data-view="{view}">{text(label)}</button>' for label, view in tier_views(layout)
    )
    if layout.pods:
        yield '<label>Open <select id="pod"><option value="">whole fabric</option>'
        for pod in layout.pods:
            yield f'<option value="{pod.x} {pod.y} {pod.width} {pod.height}">{text(pod.name)}</option>'
        yield "</select></label>"
    overlays = overlays_of(fabric)
    if overlays.doubt:
        yield f'<span class="quiet">Pause reach and paths cannot be shown: {text(overlays.doubt)}</span>'
    else:
        yield '<label>Show <select id="overlay"><option value="">cables</option>'
        yield '<option value="reach">pause reach</option><option value="paths">paths</option></select></label>'
        yield '<label hidden>from <select id="from"></select></label><label hidden>to <select id="to"></select></label>'
    yield f'</div><p id="traced" role="status"></p><div class="frame">{draw(layout, marks, in_page=True)}</div>'
    pods = ", a frame to look into a pod" if layout.pods else ""
    yield '<p class="quiet onlyactive">Drag to move, Ctrl and wheel to zoom, arrow keys from box to box; '
    yield f"choose a box for its ports and findings{pods}.</p>"
    yield from port_data(fabric, layout, port_rows(fabric, layout), shown)
    yield f'<div id="overlay-data" hidden>{as_text(overlay_document(overlays))}</div></section>'


def _filters(report: Report) -> Iterator[str]:
    """Yield the search for devices, ports and findings, and what the list of findings shows."""
    yield '<div class="tools" role="search"><label class="find">Find a device, a port or a finding'
    yield ' <input type="search" id="search" autocomplete="off" aria-controls="hits"></label>'
    for severity in Severity:
        yield (
            f'<label><input type="checkbox" checked data-filter="{severity.value}"> '
            f"{severity.value} ({report.count(severity)})</label>"
        )
    yield '<button type="button" id="clear" hidden>All devices</button>'
    yield '<span role="status" id="shown"></span></div>'
    yield '<ul class="hits" id="hits" aria-label="Devices and ports found" hidden></ul>'


def _silenced(finding: Finding) -> str:
    """Return a suppressed finding and the reason in one line."""
    place, suppression = finding.place, finding.suppression
    reason = f"{suppression.kind.value}: {suppression.reason}" if suppression else ""
    return f"{spot(place.path, place.line)}: {finding.code} {finding.message}; {reason}"


def _asides(report: Report) -> Iterator[str]:
    """Yield what was suppressed, not understood, not read, and what each rule looked at."""
    yield "<h2>Details</h2>"
    unreadable = [text(str(problem)) for problem in sorted(report.inputs.unreadable, key=str)]
    silenced = [text(_silenced(finding)) for finding in report.findings if finding.suppression is not None]
    unread = [
        f"<code>{text(spot(line.source.file, line.source.line))}</code> {text(line.text)} "
        f'<span class="quiet">({text(line.because)})</span>'
        for line in report.unread
    ]
    skipped = [text(f"{one.path}: {one.because}") for one in sorted(report.inputs.skipped)]
    restrictions = [text(restriction) for restriction in report.restrictions]
    titled = (
        ("Left out of this check by settings and options", restrictions),
        ("Not readable", unreadable),
        ("Suppressed findings", silenced),
        ("Lines not understood", unread),
        ("Skipped", skipped),
    )
    for title, items in titled:
        if items:
            yield from folded(title, "ul", items[:_MOST_ASIDES], len(items))
    rows = "".join(
        f"<tr><td>{text(one.code)}</td><td>{text(one.rule)}</td>"
        + "".join(
            f'<td class="count">{count}</td>' for count in (one.judged, one.violated, one.undetermined, one.suppressed)
        )
        + "</tr>"
        for one in report.coverage
    )
    heads = "".join(
        f"<th>{head}</th>" for head in ("Code", "Rule", "Evaluated", "Violated", "Undetermined", "Suppressed")
    )
    table = f'<div class="wide"><table><tr>{heads}</tr>{rows}</table></div>'
    yield f"<details><summary>Objects evaluated by each rule</summary>{table}</details>"
