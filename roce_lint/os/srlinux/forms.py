"""Which of its forms a text is in, and what the lines around the configuration tell about the device."""

from __future__ import annotations

import re

from roce_lint.os.srlinux.cli_form import parse_cli_form
from roce_lint.os.srlinux.json_form import parse_json_form
from roce_lint.os.srlinux.parsed import Header, Parsed
from roce_lint.text.patterns import lazy_pattern

_JSON_BEGINS = lazy_pattern(r'\n[ \t]*+\{\s*(?:"|\})')
_LINES_BEFORE_JSON = lazy_pattern(r"\s*(?:(?:--\{|#|!|\+\+\+|[A-Z]:)[^\n]*)?")
_RELEASE = lazy_pattern(
    r"(?:^[#!\s]*(?:software )?version\s*:|\bsr[ _-]?linux\b|\brelease\b).*?\bv?(2\d\.\d{1,2}(?:\.\d+)?)", re.I
)
_CHASSIS = lazy_pattern(r"\b(7(?:215|220|250|730)[ -](?:IXR|IXS|SXR)-[A-Z]?\d+\w*(?:-\d+\w*)?)", re.I)
_HEADER_LINE = lazy_pattern(
    r"\n(?!set )[^\S\n]*+(?:[#!]|(?:hostname|chassis type|software version|architecture)[^\S\n]*:).*", re.I
)
"""Begins with the end of the line before, which is found much faster than the start of a line."""


def parse_configuration(file: str, text: str) -> Parsed:
    """Return the tree of an SR Linux configuration in JSON, flat or braced form. Never raises."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.removeprefix("\ufeff")
    header = _header_of(text)
    start = start_of_json(text)
    if start < 0:
        return parse_cli_form(file, text, header)
    parsed = parse_json_form(file, text[start:], text.count("\n", 0, start) + 1)
    own = parsed.header
    return Parsed(
        parsed.root,
        parsed.unplaced,
        Header(
            own.release or header.release,
            own.release_line if own.release else header.release_line,
            own.chassis or header.chassis,
            own.chassis_line if own.chassis else header.chassis_line,
        ),
    )


def start_of_json(text: str) -> int:
    """Return where the JSON begins, -1 when the text is none; only prompts and comments may stand before it."""
    found = _JSON_BEGINS.search(f"\n{text}") if "{" in text else None
    if not found:
        return -1
    before = text[: found.start()].split("\n")
    return found.start() if all(_LINES_BEFORE_JSON.fullmatch(line) for line in before) else -1


def _header_of(text: str) -> Header:
    """Return release and chassis as comments or pasted `show version` lines name them."""
    release, release_line, chassis, chassis_line = "", 0, "", 0
    number, counted = 1, 0
    text = f"\n{text}"
    for header in _HEADER_LINE.finditer(text):
        line = header.group()
        number += text.count("\n", counted, header.start())
        counted = header.start()
        found = _RELEASE.search(line) if not release else None
        if found:
            release, release_line = found[1], number
        found = _CHASSIS.search(line) if not chassis else None
        if found:
            chassis, chassis_line = found[1], number
    return Header(release, release_line, chassis, chassis_line)
