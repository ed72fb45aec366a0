"""Brace expansion, `seq` and the trimming of variables."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable
from itertools import islice

from roce_lint.text.patterns import lazy_pattern

MOST_WORDS = 512
_LONGEST_TRIMMED = 1000
_BRACES = lazy_pattern(r"\{(?P<inside>[^{}\s]*(?:,|\.\.)[^{}\s]*)\}")
_RANGE = lazy_pattern(r"(?P<first>-?\d{1,5})\.\.(?P<last>-?\d{1,5})")


def sequence(numbers: list[int]) -> list[str]:
    """Return what `seq` prints for one to three numbers: LAST, FIRST LAST, or FIRST STEP LAST."""
    first = numbers[0] if len(numbers) > 1 else 1
    step = numbers[1] if len(numbers) == 3 else 1
    last = numbers[-1]
    if step == 0:
        return []
    return [str(n) for n in islice(range(first, last + (1 if step > 0 else -1), step), MOST_WORDS)]


def expand_braces(text: str) -> list[str]:
    """Expand `{0..7}` and `{a,b}`, several of them to all combinations."""
    pending = [text]
    found: list[str] = []
    while pending and len(found) + len(pending) <= MOST_WORDS:
        current = pending.pop(0)
        brace = _BRACES.search(current)
        if not brace or current[: brace.start()].endswith("$"):
            found.append(current)
            continue
        span = _RANGE.fullmatch(brace["inside"])
        if span:
            first, last = int(span["first"]), int(span["last"])
            inner = [
                str(n)
                for n in islice(range(first, last + 1) if first <= last else range(first, last - 1, -1), MOST_WORDS)
            ]
        elif "," in brace["inside"]:
            inner = brace["inside"].split(",")
        else:
            found.append(current)
            continue
        pending = [current[: brace.start()] + item + current[brace.end() :] for item in inner] + pending
    return found or [text]


def trim(text: str, rest: str, expand: Callable[[str], str]) -> str | None:
    """Return `text` without what `#`, `##`, `%` or `%%` and a pattern cut off; None for another modification."""
    found = re.fullmatch(r"(##?|%%?)(.*)", rest, re.DOTALL)
    if not found or len(text) > _LONGEST_TRIMMED:
        return None
    how, pattern = found.group(1), expand(found.group(2))
    cuts = range(len(text) + 1)
    candidates = [(text[:cut], text[cut:]) for cut in cuts]
    if how.startswith("#"):
        fits = [tail for head, tail in candidates if fnmatch.fnmatchcase(head, pattern)]
        return (fits[-1] if how == "##" else fits[0]) if fits else text
    fits = [head for head, tail in candidates if fnmatch.fnmatchcase(tail, pattern)]
    return (fits[0] if how == "%%" else fits[-1]) if fits else text
