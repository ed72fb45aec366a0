"""What can be said of a command before anything is expanded: loops and functions run the same ones again and again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from roce_lint.hosts.script.known_commands import HANDLERS, SHOWING, is_relevant
from roce_lint.hosts.script.syntax import Arms, Loop, ShellStatement, Simple, UnreachedCode
from roce_lint.hosts.script.words import PartKind, Token
from roce_lint.hosts.settings import SettingPlace, SettingsLog
from roce_lint.model.fact import Source
from roce_lint.values import dataclass

ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=")
_WRITES = (">", ">>", ">|")
_WRITES_FILES = frozenset({"tee"})
_STEMS = ("NCCL", "UCX", "NVSHMEM")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A command with its place; `statement` keeps it alive, by whose identity it is found.

    `targets` are the words that output goes to. `shows` is the name of a command that only shows or tests something,
    whatever its words stand for; empty for any other.
    """

    statement: Simple
    place: SettingPlace
    assignments: tuple[Token, ...]
    words: tuple[Token, ...]
    targets: tuple[Token, ...]
    heredocs: bool
    shows: str


def prepared(statement: Simple, path: str, lines: list[str]) -> Prepared:
    """Return a command of the document at `path` with what is in its lines."""
    source = Source(path, statement.line, statement.end_line)
    text = " ".join([line.strip().rstrip("\\").strip() for line in lines[statement.line - 1 : statement.end_line]])
    first = 0
    while first < len(statement.words) and ASSIGNMENT.match(statement.words[first].raw):
        first += 1
    targets: tuple[Token, ...] = ()
    heredocs = False
    if statement.redirects:
        targets = tuple([one.target for one in statement.redirects if one.operator.lstrip("1&") in _WRITES])
        heredocs = any(one.operator == "<<" for one in statement.redirects)
    words = statement.words[first:]
    harmless = not first and not heredocs and all(target.raw == "/dev/null" for target in targets)
    return Prepared(
        statement,
        SettingPlace(source, text),
        statement.words[:first],
        words,
        targets,
        heredocs,
        _shown_by(words[0]) if words and harmless else "",
    )


def _shown_by(word: Token) -> str:
    """Return the name of a command that only shows something, empty for another or one that is not spelled out."""
    if len(word.parts) != 1 or word.parts[0].kind is not PartKind.LITERAL or word.parts[0].quoted:
        return ""
    name = word.parts[0].text.rpartition("/")[2]
    return name if name in SHOWING and name not in _WRITES_FILES and name not in HANDLERS else ""


def needs_full_expansion(text: str) -> bool:
    """Return whether words of a script may set variables of NCCL, or begin with a dash of typography.

    Where they cannot, a command that only shows something need not be expanded.
    """
    return not text.isascii() or any(stem in text for stem in _STEMS)


def refuse_unreached(log: SettingsLog, unreached: UnreachedCode, lines: list[str]) -> None:
    """Tell of the first setting of a NIC that is never made because the script has left before."""
    for statement in _commands(unreached.statements):
        place = prepared(statement, log.path, lines).place
        name = statement.words[0].raw.rpartition("/")[2] if statement.words else ""
        if is_relevant(place.text) and (name in HANDLERS or statement.redirects):
            leaves = "has a condition that never lets it run" if unreached.by_condition else "leaves before it"
            because = f"line {unreached.left} {leaves}"
            log.refuse(place, because)
            return


def _commands(statements: Iterable[ShellStatement]) -> Iterator[Simple]:
    for statement in statements:
        if isinstance(statement, Simple):
            yield statement
        elif isinstance(statement, Arms):
            for arm in statement.arms:
                yield from _commands(arm)
        elif isinstance(statement, Loop):
            yield from _commands(statement.body)
