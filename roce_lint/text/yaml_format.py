"""What one kind of YAML file may hold, and how its faults are called."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from roce_lint.values import dataclass, field

MAXIMUM_DIGITS = 4300
"""The longest number that Python reads. Source: Python's `sys.int_info.default_max_str_digits`."""


class Fault(Enum):
    """What can be wrong with a text."""

    TOO_LONG = auto()
    TOO_MANY = auto()
    TOO_DEEP = auto()
    ALIASES_TOO_MANY = auto()
    ALIASES_TOO_DEEP = auto()
    ALIAS = auto()
    NO_ANCHOR = auto()
    LOOP = auto()
    TAG = auto()
    KEY = auto()
    DUPLICATE = auto()
    NUMBER = auto()
    SYNTAX = auto()
    CHARACTER = auto()
    NOT_TEXT = auto()


FAULT_MESSAGES: Mapping[Fault, str] = {
    Fault.TOO_LONG: "the file has {count} characters; at most {limit} are read",
    Fault.TOO_MANY: "more than {limit} values",
    Fault.TOO_DEEP: "nested more than {limit} levels deep",
    Fault.ALIASES_TOO_MANY: "aliases expand to more than {limit} values",
    Fault.ALIASES_TOO_DEEP: "aliases expand to more than {limit} levels",
    Fault.ALIAS: "anchors and aliases are not used here",
    Fault.NO_ANCHOR: "no anchor &{anchor} precedes this alias",
    Fault.LOOP: "the alias *{anchor} is inside its own anchor",
    Fault.TAG: "the tag {tag} is not used here",
    Fault.KEY: "a key is a single word",
    Fault.DUPLICATE: "{key!r} appears twice; the first is in line {line}",
    Fault.NUMBER: f"a number of more than {MAXIMUM_DIGITS:,} digits; correct it",
    Fault.SYNTAX: "this is not YAML: {problem}",
    Fault.CHARACTER: "this is not YAML: {problem}",
    Fault.NOT_TEXT: "not text: it has code points that are no characters",
}
"""How faults are called where a format has no words of its own, with the details that it may use.

Of syntax these are `problem`, `context` (what was being parsed, with a comma) and `hint`; of tags `tag` and `short`.
"""


class Aliases(Enum):
    """What an alias is in a format: refused, or the anchored node, placed at the alias or at its anchor."""

    REFUSED = auto()
    PLACED_HERE = auto()
    PLACED_AT_ANCHOR = auto()


@dataclass(frozen=True, slots=True)
class YamlFormat:
    """What one kind of YAML file may hold, and how its faults are called."""

    maximum_characters: int
    maximum_depth: int
    """How many mappings and lists may be in each other."""
    maximum_values: int
    """How many keys and values there may be, those repeated by aliases included."""
    aliases: Aliases
    allows_tags: bool = False
    parsed_in_c: bool = True
    """False for the parser in Python: it takes many times longer, refuses more tabs and names what it found."""
    messages: Mapping[Fault, str] = field(default_factory=dict)
