"""How a number was reached: each term of the sum, the result, the margin, what was assumed and who says so."""

from __future__ import annotations

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a calculation: `value` in `unit` (empty for a pure number) and how it was found."""

    name: str
    value: int | float
    unit: str
    how: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """A calculation that a person can check line by line.

    `terms` lead to `result`; `margin` compares the result with the bounds that it should keep (negative: it does
    not); `assumptions` are what nobody stated; `sources` are what a reader can look up.
    """

    title: str
    terms: tuple[Term, ...]
    result: tuple[Term, ...]
    margin: tuple[Term, ...]
    assumptions: tuple[str, ...]
    sources: tuple[str, ...]

    def value(self, name: str) -> int | float:
        """Return the result called `name`.

        Raises ValueError, with the known names, when the receipt has no such result.
        """
        for term in self.result:
            if term.name == name:
                return term.value
        names = ", ".join(term.name for term in self.result)
        raise ValueError(f"receipt {self.title!r} has no result {name!r}; it has {names}")


def format_value(value: int | float) -> str:
    """Return a number as people read it: thousands set apart, at most four significant digits of a fraction."""
    if isinstance(value, int):
        return f"{value:,}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}"


def format_receipt(receipt: Receipt) -> str:
    """Return the receipt as plain text in aligned columns, ending with a line feed."""
    groups = [("", receipt.terms), ("result", receipt.result), ("margin", receipt.margin)]
    every = [term for _, terms in groups for term in terms]
    name_width = max((len(term.name) for term in every), default=0)
    value_width = max((len(format_value(term.value)) for term in every), default=0)
    unit_width = max((len(term.unit) for term in every), default=0)
    lines = [receipt.title]
    for heading, terms in groups:
        if heading and terms:
            lines.append(f"  {heading}")
        for term in terms:
            value = format_value(term.value)
            row = f"    {term.name:<{name_width}}  {value:>{value_width}}  {term.unit:<{unit_width}}  {term.how}"
            lines.append(row.rstrip())
    for heading, texts in (("assumed", receipt.assumptions), ("sources", receipt.sources)):
        if texts:
            lines.append(f"  {heading}")
            lines.extend(f"    - {text}" for text in texts)
    return "\n".join(lines) + "\n"
