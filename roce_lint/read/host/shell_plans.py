"""What a word of a script asks for, worked out once: functions and loops expand the same words again and again."""

from __future__ import annotations

from roce_lint.read.host.shell_parameters import Parameter, Text, parameter_of
from roce_lint.read.host.shell_words import Part, PartKind, Token
from roce_lint.values import dataclass

LONGEST_TEXT = 100_000
"""Characters of one word; a variable that is doubled again and again would exhaust the memory."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to expand a word, known before any variable is.

    `token` keeps the word alive, by whose identity plans are found. `text` is that of a word without expansions, and
    `plain` the one plain parameter that makes up the word. `array` is the one expansion that makes up the word and may
    stand for several words, as it is written and taken apart. `pieces` are literal texts, plain parameters, and what is
    left to be looked into each time.
    """

    token: Token
    text: Text | None
    plain: Parameter | None
    array: tuple[str, Parameter] | None
    quoted: bool
    pieces: tuple[str | Parameter | Part, ...]
    expands: bool
    commands: bool


def plan_of(token: Token) -> Plan:
    """Return the plan of a word."""
    parts = token.parts
    expands = any(part.kind is not PartKind.LITERAL for part in parts)
    text = "".join([part.text for part in parts]) if not expands else ""
    return Plan(
        token,
        Text(text, True) if not expands and len(text) <= LONGEST_TEXT else None,
        _plain_in(parts),
        _array_in(parts),
        any(part.quoted for part in parts),
        tuple(map(_piece, parts)),
        expands,
        any(part.kind is PartKind.COMMAND for part in parts),
    )


def _piece(part: Part) -> str | Parameter | Part:
    if part.kind is PartKind.LITERAL:
        return part.text
    found = parameter_of(part.text) if part.kind is PartKind.PARAMETER else None
    return found if isinstance(found, Parameter) and found.is_plain else part


def _only_expansion(parts: tuple[Part, ...]) -> Part | None:
    """Return the one parameter that makes up a word."""
    meant = [part for part in parts if part.text or part.kind is not PartKind.LITERAL]
    return meant[0] if len(meant) == 1 and meant[0].kind is PartKind.PARAMETER else None


def _plain_in(parts: tuple[Part, ...]) -> Parameter | None:
    """Return the parameter of `"$A"` or `${A}`."""
    part = _only_expansion(parts)
    found = parameter_of(part.text) if part else None
    return found if isinstance(found, Parameter) and found.is_plain else None


def _array_in(parts: tuple[Part, ...]) -> tuple[str, Parameter] | None:
    """Return the expansion of `"${A[@]}"`, `"${!A[@]}"` or `"$@"`, as written and taken apart."""
    part = _only_expansion(parts)
    found = parameter_of(part.text) if part else None
    if part is None or not isinstance(found, Parameter):
        return None
    if found.is_length or found.rest or (found.index or found.name) not in ("@", "*"):
        return None
    return part.text, found
