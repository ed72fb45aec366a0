"""One config line as words, with its negation set apart; and values that a block may leave unstated."""

from __future__ import annotations

from enum import Enum
from typing import Any, TypeAlias, TypeVar

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.text.lines import Line
from roce_lint.text.remembered import Remembered
from roce_lint.values import dataclass, field_names

T = TypeVar("T")


class Negation(Enum):
    """How a line begins; `default X` puts X back to the vendor's default, `no X` takes it away."""

    PLAIN = ""
    NO = "no"
    DEFAULT = "default"


class NotStated(Enum):
    """The block says nothing about an attribute."""

    NOT_STATED = "not stated"


NOT_STATED = NotStated.NOT_STATED
Setting: TypeAlias = Stated[T] | Unknown | NotStated
"""What a block says of one attribute."""


def first_stated(*settings: Setting[T]) -> Setting[T]:
    """Return the first setting that a block states: the most specific block comes first."""
    for setting in settings:
        if not isinstance(setting, NotStated):
            return setting
    return NOT_STATED


def joined(winner: T, other: T) -> T:
    """Return what two blocks say of one thing: `winner` wins attribute by attribute, and entry by entry of tables.

    Attributes are settings, places (of line 0 where there is none), and tables of settings or of such things.
    """
    names = field_names(winner.__class__)
    return winner.__class__(**{name: _attribute(getattr(winner, name), getattr(other, name)) for name in names})


def _attribute(mine: Any, others: Any) -> Any:
    if isinstance(mine, dict):
        return others | {
            key: joined(one, others[key]) if _has_parts(one, key, others) else one for key, one in mine.items()
        }
    says_nothing = isinstance(mine, NotStated) or (isinstance(mine, Source) and not mine.line)
    return others if says_nothing else mine


def _has_parts(entry: object, key: object, others: dict[object, object]) -> bool:
    return key in others and not isinstance(entry, Stated | Unknown | NotStated)


def stated_or(said: Setting[T], otherwise: Fact[T]) -> Fact[T]:
    """Return what a block says of an attribute, or else what holds without a line."""
    return otherwise if isinstance(said, NotStated) else said


@dataclass(eq=False, slots=True)
class Command:
    """A line without `no` or `default` in front: its words, and the same joined by single blanks.

    `plain`: it is neither a `no` nor a `default` form. A thousand are made for a file: what is not frozen is made in
    half of the time.
    """

    line: Line
    negation: Negation
    words: tuple[str, ...]
    text: str
    plain: bool


def command_of(line: Line) -> Command:
    """Return the command that `line` gives."""
    negation, words, text, plain = _PARTS[line.text]
    return Command(line, negation, words, text, plain)


def negation_and_words(text: str) -> tuple[Negation, tuple[str, ...]]:
    """Return how a line begins, and its words without `no` or `default`."""
    return _PARTS[text][:2]


def _parts(text: str) -> tuple[Negation, tuple[str, ...], str, bool]:
    words = tuple(text.split())
    negation = Negation.PLAIN
    if len(words) > 1 and words[0] in ("no", "default"):
        negation = Negation(words[0])
        words = words[1:]
    return negation, words, " ".join(words), negation is Negation.PLAIN


_PARTS = Remembered(_parts, most=16384)
