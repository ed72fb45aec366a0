"""An intent as text that a person would write: sections in blocks, what fits on a line on one line, comments above."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from roce_lint.text.patterns import lazy_pattern

_KeyPath = tuple[str | int, ...]
"""Keys and positions from the top of the document to a value."""

LINE_LENGTH = 118
ENTRY_LENGTH = 150
"""An entry of a list is read as a row of a table, and may be longer."""
_PLAIN = lazy_pattern(
    r"[A-Za-z][A-Za-z0-9._/+-]*(:[A-Za-z0-9][A-Za-z0-9._/-]*)?|\d+(\.\d+)? ?(m|km|us|ms|s|B|KB|MB|G|%)|"
    r"\d+(\.\d+){3}(/\d+)?"
)
_OTHER_MEANING = lazy_pattern(r"(?i)true|false|null|yes|no|on|off|nan|inf|y|n")
_INDENT = "  "


def yaml_text(document: Mapping[str, object], comments: Mapping[_KeyPath, str] | None = None) -> str:
    """Return a mapping of plain values as YAML 1.2; `comments` stand above what is at their path."""
    return "".join(f"{line}\n" for line in _mapping(document, (), "", comments or {}))


def _mapping(
    section: Mapping[str, object], path: _KeyPath, indent: str, comments: Mapping[_KeyPath, str]
) -> Iterator[str]:
    for key, value in section.items():
        here = (*path, key)
        yield from _comment(here, indent, comments)
        yield from _entry(f"{indent}{_scalar(key)}:", value, here, indent + _INDENT, comments)


def _entry(before: str, value: object, path: _KeyPath, indent: str, comments: Mapping[_KeyPath, str]) -> Iterator[str]:
    """Yield what stands behind a key: on its line where it is short, below it otherwise."""
    if _is_block(value):
        yield f"{before} |-"
        yield from (f"{indent}{line}".rstrip() for line in str(value).split("\n"))
        return
    if not isinstance(value, (Mapping, list)):
        yield f"{before} {_scalar(value)}"
        return
    flow = f"{before} {_flow(value)}"
    is_section = isinstance(value, Mapping) and len(path) == 1
    is_list_of_mappings = isinstance(value, list) and any(isinstance(one, Mapping) for one in value)
    inside = any(len(place) > len(path) and place[: len(path)] == path for place in comments)
    if not value or not (is_section or is_list_of_mappings or inside or len(flow) > LINE_LENGTH or _holds_block(value)):
        yield flow
        return
    yield before
    yield from (
        _mapping(value, path, indent, comments) if isinstance(value, Mapping) else _list(value, path, indent, comments)
    )


def _list(values: list[object], path: _KeyPath, indent: str, comments: Mapping[_KeyPath, str]) -> Iterator[str]:
    for number, value in enumerate(values):
        here = (*path, number)
        yield from _comment(here, indent, comments)
        flow = f"{indent}- {_flow(value)}"
        if not isinstance(value, Mapping) or not (len(flow) > ENTRY_LENGTH or _holds_block(value)):
            yield flow
            continue
        for position, line in enumerate(_mapping(value, here, indent + _INDENT, comments)):
            yield line if position else f"{indent}- {line[len(indent) + len(_INDENT) :]}"


def _is_block(value: object) -> bool:
    """Say whether a text is written line by line: it has several, and none that a reader of YAML would change."""
    return (
        isinstance(value, str)
        and "\n" in value
        and not value.startswith((" ", "\n"))
        and not value.endswith("\n")
        and all(line.isprintable() and line.rstrip() == line for line in value.split("\n"))
    )


def _holds_block(value: object) -> bool:
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return any(_is_block(one) or _holds_block(one) for one in inside)


def _comment(path: _KeyPath, indent: str, comments: Mapping[_KeyPath, str]) -> Iterator[str]:
    for line in comments.get(path, "").splitlines():
        yield f"{indent}# {line}".rstrip()


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    text = str(value)
    plain = _PLAIN.fullmatch(text) and not _OTHER_MEANING.fullmatch(text)
    return text if plain else json.dumps(text, ensure_ascii=False)


def comment_lines(text: str) -> str:
    """Return text as lines of a comment; control characters cannot end it."""
    lines = [re.sub(r"[^\x20-\x7e\u00a0-\uffff]", "?", line) for line in text.splitlines()]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)
