"""What a word of a script asks for, worked out once: functions and loops expand the same words again and again."""

from __future__ import annotations

from roce_lint.hosts.script.parameters import Parameter, ScriptText, parameter_of
from roce_lint.hosts.script.words import PartKind, WordPart, parts_of
from roce_lint.text.remembered import Remembered
from roce_lint.values import dataclass

LONGEST_TEXT = 100_000
"""Characters of one word; a variable that is doubled again and again would exhaust the memory."""


@dataclass(frozen=True, slots=True)
class WordPlan:
    """How to expand a word, known before any variable is.

    `text` is that of a word without expansions, and
    `plain` the one plain parameter that makes up the word. `array` is the one expansion that makes up the word and may
    stand for several words, as it is written and taken apart. `pieces` are literal texts, plain parameters, and what is
    left to be looked into each time.
    """

    text: ScriptText | None
    plain: Parameter | None
    array: tuple[str, Parameter] | None
    quoted: bool
    pieces: tuple[str | Parameter | WordPart, ...]
    expands: bool
    commands: bool


def plan_of(raw: str) -> WordPlan:
    """Return the plan of a word as it is written."""
    parts = parts_of(raw)
    kinds = {part.kind for part in parts}
    quoted = any(part.quoted for part in parts)
    if kinds <= {PartKind.LITERAL}:
        text = "".join([part.text for part in parts])
        whole = ScriptText(text, True) if len(text) <= LONGEST_TEXT else None
        return WordPlan(whole, None, None, quoted, (text,), expands=False, commands=False)
    only = _only_parameter(parts)
    return WordPlan(
        None,
        only if only is not None and only.is_plain else None,
        _array_in(only),
        quoted,
        tuple(map(_piece, parts)),
        expands=True,
        commands=PartKind.COMMAND in kinds,
    )


PLANS = Remembered(plan_of)
"""Scripts of a fleet have most of their words in common."""


def _piece(part: WordPart) -> str | Parameter | WordPart:
    if part.kind is PartKind.LITERAL:
        return part.text
    found = parameter_of(part.text) if part.kind is PartKind.PARAMETER else None
    return found if isinstance(found, Parameter) and found.is_plain else part


def _only_parameter(parts: tuple[WordPart, ...]) -> Parameter | None:
    """Return the one parameter that makes up a word: `"$A"`, `${A}`, `"${A[@]}"`."""
    meant = [part for part in parts if part.text or part.kind is not PartKind.LITERAL]
    if len(meant) != 1 or meant[0].kind is not PartKind.PARAMETER:
        return None
    found = parameter_of(meant[0].text)
    return found if isinstance(found, Parameter) else None


def _array_in(only: Parameter | None) -> tuple[str, Parameter] | None:
    """Return the expansion of `"${A[@]}"`, `"${!A[@]}"` or `"$@"`, as written and taken apart."""
    if only is None or only.is_length or only.rest or (only.index or only.name) not in ("@", "*"):
        return None
    return only.raw, only
