"""The values of `tune` as pictures, and as one page that loads nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.model.fact import NOWHERE, Fact, Stated, Unknown
from roce_lint.report.chart_svg import BarPart, Guide, curve_chart, size, sum_bar, svg, words_at
from roce_lint.report.html_page import page_head
from roce_lint.report.html_text import text
from roce_lint.report.marking_curve import LosslessQueue
from roce_lint.report.tuned import Buffer, Tuned
from roce_lint.tuning.receipt import Receipt, Term, format_value

_NO_BUFFER = Unknown("the buffer is not known: give --platform or --pool", NOWHERE)


def curve_picture(queue: LosslessQueue, *, alone: bool = False) -> str:
    """Return the marking curve of a queue against its xoff threshold and headroom."""
    known = bool(queue.xoff_bytes)
    xoff: Fact[int] = Stated(queue.xoff_bytes, NOWHERE) if known else _NO_BUFFER
    curve = queue.curve
    facts = (
        Stated(curve.kmin_bytes, NOWHERE),
        Stated(curve.kmax_bytes, NOWHERE),
        Stated(curve.pmax_percent, NOWHERE),
    )
    guides = [Guide("xoff", xoff, is_xoff=True)] if known else []
    drawn, high = curve_chart(30, facts, guides, Stated(queue.headroom_bytes, NOWHERE))
    words = f"headroom {size(queue.headroom_bytes)} behind xoff" if known else f"xoff: {_NO_BUFFER.because}"
    parts = [words_at(2, 16, "Marking probability over the depth of one queue", "title"), *drawn]
    parts.append(words_at(2, 30 + high + 12, words, "faint"))
    begins = f"Marking begins at {size(curve.kmin_bytes)} and is {curve.pmax_percent:g} % at {size(curve.kmax_bytes)}"
    return svg(30 + high + 22, f"{begins}; {words}", parts, alone=alone)


def headroom_picture(receipt: Receipt, *, alone: bool = False) -> str:
    """Return the headroom as the sum of its terms, with the floors below which loss is certain or possible."""
    xoff = float(receipt.value("xoff_bytes"))
    floors = {"above IEEE floor": "IEEE floor", "above certain loss": "certain loss below"}
    marks = [BarPart(floors[term.name], xoff - term.value) for term in receipt.margin if term.name in floors]
    drawn, high = sum_bar(0, receipt.title, _summands(receipt, xoff), marks)
    return svg(high, f"{receipt.title}: {size(xoff)}", drawn, alone=alone)


def _summands(receipt: Receipt, xoff: float) -> list[BarPart]:
    """Return the terms of a sum with their share of cells that are not full; what they leave is a part, too."""
    factor = next((term.value for term in receipt.terms if term.name == "buffer per byte"), 1)
    times = f" * {factor:.3g}" if factor != 1 else ""
    parts = [BarPart(f"{term.name}{times}", term.value * factor) for term in receipt.terms if term.unit == "bytes"]
    rest = xoff - sum(part.value for part in parts)
    if not parts or rest < 0:
        # A table or a floor of another kind decided: the terms do not add up to it.
        return [BarPart("headroom", xoff)]
    return parts + ([BarPart("rounded up, or a floor that is larger", rest)] if rest > 0 else [])


def buffer_picture(buffer: Buffer, queue: LosslessQueue, *, alone: bool = False) -> str:
    """Return how the packet memory is divided, and how much of it one congested port may take before it pauses."""
    title = "Packet buffer of the switch" if buffer.headroom_bytes else "Shared buffer"
    parts = [BarPart(f"headroom of {buffer.ports}", buffer.headroom_bytes)] if buffer.headroom_bytes else []
    parts.append(BarPart("shared by all queues", buffer.pool_bytes))
    marks = [BarPart("xoff threshold of one congested port", queue.xoff_bytes)]
    drawn, high = sum_bar(0, title, parts[::-1], marks if queue.xoff_bytes else ())
    return svg(high, f"{title}: {'; '.join(f'{part.name} {size(part.value)}' for part in parts)}", drawn, alone=alone)


def tune_html(tuned: Tuned) -> str:
    """Return the page: the pictures, then each calculation line by line. Nothing in it comes from the network."""
    pictures = [headroom_picture(tuned.receipts[0]), curve_picture(tuned.queue)]
    pictures += [buffer_picture(tuned.buffer, tuned.queue)] if tuned.buffer.pool_bytes else []
    parts = [
        page_head(tuned.title),
        f"<header><h1>{text(tuned.title)}</h1></header><main>",
        f'<div class="ends">{"".join(f"<figure>{picture}</figure>" for picture in pictures)}</div>',
        *(line for receipt in tuned.receipts for line in _receipt(receipt)),
        "</main></body></html>",
        "",
    ]
    return "\n".join(parts)


def _receipt(receipt: Receipt) -> Iterator[str]:
    yield f"<h2>{text(receipt.title)}</h2>"
    groups: Sequence[tuple[str, Sequence[Term]]] = (
        ("Terms", receipt.terms),
        ("Result", receipt.result),
        ("Margin", receipt.margin),
    )
    for heading, terms in groups:
        rows = "".join(
            f'<tr><th scope="row">{text(term.name)}</th><td class="count">{format_value(term.value)}</td>'
            f"<td>{text(term.unit)}</td><td>{text(term.how)}</td></tr>"
            for term in terms
        )
        if rows:
            yield f'<h3>{heading}</h3><div class="wide"><table>{rows}</table></div>'
    for heading, lines in (("Assumed", receipt.assumptions), ("Sources", receipt.sources)):
        if lines:
            yield f"<h3>{heading}</h3><ul>{''.join(f'<li>{text(line)}</li>' for line in lines)}</ul>"
