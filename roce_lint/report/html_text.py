"""Text of inputs as HTML: printable and escaped, and the pieces that several parts of a page share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from roce_lint.judge.rule import Severity
from roce_lint.report.printable import printable, printable_lines


def text(words: str) -> str:
    """Return text of inputs escaped for HTML: for elements and quoted attributes."""
    return escape(printable(words))


def lines(words: str) -> str:
    """Return text of several lines escaped for HTML."""
    return escape(printable_lines(words))


def spot(path: str, line: int) -> str:
    """Return a line of a file, or the file where the whole of it is meant."""
    return f"{path}:{line}" if line else path or "(no file)"


def counted(count: int, noun: str) -> str:
    """Return `1 place` or `2,000 places`; info has no plural."""
    plain = count == 1 or noun == Severity.INFO.value
    return f"{count:,} {noun}" if plain else f"{count:,} {noun}{'es' if noun.endswith('x') else 's'}"


def folded(title: str, tag: str, items: Sequence[str], total: int) -> Iterator[str]:
    """Yield a list that can be folded, with a count of what is left out; title and items are HTML."""
    more = f"<p>and {total - len(items):,} more</p>" if total > len(items) else ""
    inner = "".join(f"<li>{item}</li>" for item in items)
    yield f"<details><summary>{title} ({total:,})</summary><{tag}>{inner}</{tag}>{more}</details>"
