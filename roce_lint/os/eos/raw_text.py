"""Text inside a config that is not config: banners, scripts and comments that end with `EOF`."""

from __future__ import annotations

import re

from roce_lint.values import dataclass

_OPENER = re.compile(r"\s*(?:banner\s+\S+|comment|action\s+bash|code|code\s+unit\s+\S+|ssl\s+certificate.*)\s*")
_SOME_OPENER = re.compile(r"\n[^\S\n]*+(?:banner|comment|action|code|ssl)")


@dataclass(frozen=True, slots=True)
class Configuration:
    """A document with its raw text blanked; line numbers stay. `unfinished`: line of an opener without `EOF`, or 0."""

    text: str
    unfinished: int


def without_raw_text(text: str) -> str:
    """Return the text with what stands between an opener and its `EOF` blanked."""
    return blank_raw_text(text).text


def blank_raw_text(text: str) -> Configuration:
    """Blank what stands between an opener (`banner motd`, `comment`, `action bash`) and its `EOF`.

    A device takes everything after an opener as text until `EOF`; so does this. `comment` and `action bash` count as
    openers only when an `EOF` follows, since both words also begin complete lines.
    """
    if not ("EOF" in text or "banner" in text) or not _SOME_OPENER.search(f"\n{text}"):
        return Configuration(text, 0)
    lines = text.split("\n")
    last_end = max((number for number, line in enumerate(lines) if line.strip() == "EOF"), default=-1)
    opened_at = -1
    for number, line in enumerate(lines):
        if opened_at >= 0:
            if line.strip() == "EOF":
                opened_at = -1
            lines[number] = ""
        elif _OPENER.fullmatch(line) and (number < last_end or line.lstrip().startswith("banner")):
            opened_at = number
    return Configuration("\n".join(lines), opened_at + 1)
