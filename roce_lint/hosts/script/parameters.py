"""Parameters of a shell: what a variable holds, and what an expansion such as `${A[1]:-default}` asks for."""

from __future__ import annotations

import functools
import re

from roce_lint.values import dataclass

_PARAMETER = re.compile(
    r"(?P<length>#)?(?P<indirect>!)?(?P<name>[A-Za-z_]\w*|\d+|[@*])(?:\[(?P<index>[^\]]*)\])?(?P<rest>.*)", re.DOTALL
)
_DEFAULT = re.compile(r":?[-=](.*)", re.DOTALL)
_COMPLAINT = re.compile(r":?\?.*", re.DOTALL)
_BARE_NAME = re.compile(r"\w+|.")
PLACEHOLDER = "zq"
"""In every text that stands for the name of a NIC while a call is evaluated for any names: see `call_effects`."""


@dataclass(frozen=True, slots=True)
class ScriptText:
    """The text of a word; where it is not `resolved`, what only the host can expand is in it as written.

    `line` is that of the call which hands the text to a function as an argument, 0 for any other text.
    """

    text: str
    resolved: bool
    line: int = 0


@dataclass(frozen=True, slots=True)
class VariableValue:
    """A variable's elements by subscript; a plain variable has the one element `0`."""

    elements: tuple[tuple[str, ScriptText], ...]


UNSET = VariableValue(())
"""A variable to which the script gives nothing."""


def scalar(text: str, resolved: bool = True) -> VariableValue:
    """Return a plain variable's value."""
    return VariableValue((("0", ScriptText(text, resolved)),))


@dataclass(frozen=True, slots=True)
class Parameter:
    """What stands between the braces of `${...}`, taken apart; `default` is None where none is given.

    `unresolved` is the expansion as it is written, for where nothing is known of it.
    """

    raw: str
    unresolved: ScriptText
    name: str
    index: str | None
    is_length: bool
    is_indirect: bool
    rest: str
    default: str | None
    complains: bool

    @property
    def is_plain(self) -> bool:
        """Return whether it asks for the value of a plain variable and nothing else."""
        return self.index is None and not (self.is_length or self.is_indirect or self.rest)


@functools.lru_cache(maxsize=4096)
def parameter_of(raw: str) -> Parameter | ScriptText:
    """Return what an expansion asks for, or its text as it is written where it is none that is known."""
    unresolved = ScriptText("$" + raw if _BARE_NAME.fullmatch(raw) else f"${{{raw}}}", False)
    found = _PARAMETER.fullmatch(raw)
    if not found:
        return unresolved
    rest = found["rest"]
    default = _DEFAULT.fullmatch(rest)
    return Parameter(
        raw,
        unresolved,
        found["name"],
        found["index"],
        bool(found["length"]),
        bool(found["indirect"]),
        rest,
        default.group(1) if default else None,
        _COMPLAINT.fullmatch(rest) is not None,
    )
