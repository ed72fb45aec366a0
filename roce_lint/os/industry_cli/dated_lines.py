"""Lines that only some releases of a system take: those of others are not in force, and are reported."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.releases import ReleaseNumbers, Releases
from roce_lint.os.industry_cli.line_form import LineForm
from roce_lint.os.industry_cli.lines_in_force import NotTaken
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class DatedLine:
    """A form of a line, as `line_form` describes, and the releases that take it; what is below the line goes with it.

    `source`: where a reader can look that up.
    """

    form: LineForm
    releases: Releases
    source: str


def without_lines_of_other_releases(
    text: str, release: ReleaseNumbers, rows: Sequence[DatedLine], system: str
) -> tuple[str, tuple[NotTaken, ...]]:
    """Return the text in which lines that the release does not take are blank, so that numbers stay, and those lines.

    `system` is its name with the release, for people. Nothing is blank where no release is stated.
    """
    other = [row for row in rows if row.form.beginning in text and row.releases.hold(release) is False]
    if not other:
        return text, ()
    lines, found = text.split("\n"), list[NotTaken]()
    for number, line in enumerate(lines):
        row = next((row for row in other if row.form.beginning in line and _is_in_form(line, row.form)), None)
        if row is not None:
            because = f"{system} does not have it: releases {row.releases.words} do ({row.source})"
            found.append(NotTaken(number + 1, line.strip(), because))
            _blank(lines, number)
    return "\n".join(lines), tuple(found)


def _is_in_form(line: str, form: LineForm) -> bool:
    return form.parts(" ".join(line.split())) is not None


def _blank(lines: list[str], number: int) -> None:
    """Blank a line, and those that are indented below it."""
    depth = _depth(lines[number])
    lines[number] = ""
    for below in range(number + 1, len(lines)):
        if not lines[below].strip() or _depth(lines[below]) <= depth:
            return
        lines[below] = ""


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
