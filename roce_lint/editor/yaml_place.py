"""Where a cursor is in YAML that is being typed, and so need not be valid: the keys above it, and what it is in."""

from __future__ import annotations

import re

from roce_lint.values import dataclass

_KEY = re.compile(r"^(?P<indent>[ ]*)(?P<dashes>(?:-[ ]+)*)(?P<key>[\w.-]+):(?:[ ]|$)")
_WORD = re.compile(r"[\w.-]*$")
_VALUE = re.compile(r"(?:^|[{,])[ ]*(?:-[ ]+)*(?P<key>[\w.-]+):[ ]+(?P<value>[^\s,{}\[\]]*)$")


@dataclass(frozen=True, slots=True)
class YamlPlace:
    """`keys`: the keys of the mappings around the cursor, outermost first. `value_of`: the key whose value is typed.

    `word` is what was typed of a key or a value so far; `is_item`: the cursor is in a list.
    """

    keys: tuple[str, ...]
    value_of: str
    word: str


def yaml_place(text: str, line: int, column: int) -> YamlPlace:
    """Return where a cursor stands; `line` and `column` count from 0."""
    lines = text.split("\n")
    before = lines[line][:column] if line < len(lines) else ""
    value, word = _VALUE.search(before), _WORD.search(before)
    inner = tuple(_flow_keys(before))
    return YamlPlace(
        _keys_above(lines[:line], _limit(before)) + inner, value["key"] if value else "", word[0] if word else ""
    )


def _limit(before: str) -> int:
    """Return the column left of which the keys around a line stand: that behind its dash, or its indentation."""
    indent = len(before) - len(before.lstrip(" "))
    return indent + 1 if before.lstrip(" ").startswith("-") else indent


def _keys_above(lines: list[str], limit: int) -> tuple[str, ...]:
    """Return the keys that open blocks further and further to the left, from the last line up."""
    keys: list[str] = []
    for text in reversed(lines):
        match = _KEY.match(text)
        if match is None or limit == 0:
            continue
        column = len(match["indent"]) + len(match["dashes"])
        if column < limit and not text[match.end() :].split("#")[0].strip():
            keys.append(match["key"])
            limit = column
        if match["dashes"] and column <= limit:
            # The rest of this item stands below its first key, and a list may stand as far left as its own key.
            limit = len(match["indent"]) + 1
    return tuple(reversed(keys))


def _flow_keys(before: str) -> list[str]:
    """Return the keys of mappings in braces that are open before the cursor."""
    keys: list[str] = []
    for match in re.finditer(r"(?P<key>[\w.-]+):[ ]*[\[{]|[\]}]", before):
        if match["key"]:
            keys.append(match["key"])
        elif keys:
            keys.pop()
    return keys
