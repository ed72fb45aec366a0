"""Text of inputs, made safe to print anywhere."""

from __future__ import annotations

_COMMAND_OF_LOGS = "##["
"""Azure Pipelines and the runners of GitHub take what follows as a command, wherever it is in a line."""


LONGEST = 4_000
"""Letters of one line of text that a report shows; the rest is counted. JSON has all of it."""


def printable(text: str) -> str:
    """Return text with every control character shown as an escape, so that no input steers the terminal or a CI log.

    Of text longer than any that a person reads only the start is shown.
    """
    if len(text) > LONGEST:
        return f"{printable(text[:LONGEST])}... ({len(text) - LONGEST} more letters)"
    if text.isprintable() and "##" not in text:
        return text
    shown = "".join(letter if letter.isprintable() else _escaped(letter) for letter in text)
    return shown.replace(_COMMAND_OF_LOGS, "#\\x23[").replace("##vso[", "#\\x23vso[")


def printable_line(text: str) -> str:
    """Return a whole line of output made printable, which no CI log takes for a command.

    The runners of GitHub obey a line that begins with `::`, behind blanks or not.
    """
    shown = printable(text)
    return shown.replace("::", "\\x3a:", 1) if shown.lstrip().startswith("::") else shown


def printable_lines(text: str) -> str:
    """Return text of several lines with every line made printable."""
    return "\n".join(printable(line) for line in text.splitlines())


def columns(text: str) -> int:
    """Return how many columns of a terminal printable text takes; letters of East Asia take two."""
    if text.isascii():
        return len(text)
    return sum(_columns_of(letter) for letter in text)


def cut(text: str, width: int) -> str:
    """Return text in at most `width` columns, with `...` at the end where it was longer."""
    if columns(text) <= width:
        return text
    kept: list[str] = []
    left = max(width - 3, 0)
    for letter in text:
        left -= _columns_of(letter)
        if left < 0:
            break
        kept.append(letter)
    return "".join(kept) + "..."


def _columns_of(letter: str) -> int:
    # Most text is ASCII.
    import unicodedata

    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
