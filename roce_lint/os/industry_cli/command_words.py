"""Commands that a person typed short, as a device takes them: `int e1/1`, `no shut`, `service-policy type qos in X`.

A device completes a word that begins exactly one command of the mode. What it prints has full words, so that nearly
every file comes back as it is; what is edited afterwards keeps the head that the device printed. A word that begins
several commands is refused by the device, and reported here.

Sources: Arista EOS User Manual, Command-Line Interface (commands may be abbreviated to the shortest unique string);
Cisco Nexus 9000 NX-OS Fundamentals Configuration Guide, Abbreviating Commands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from roce_lint.os.industry_cli.lines_in_force import NotTaken
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.remembered import Remembered
from roce_lint.values import dataclass

_LEADING = lazy_pattern(r"^[ \t]*+(?:(?:no|default) )?([a-z][a-z-]*+(?: [a-z][a-z-]*+){0,5})(?![\w/])", re.MULTILINE)
"""The words with which a line begins, up to the first one that is a number or a name with other characters."""
_INDENTED = lazy_pattern(r"^[ \t]+\S", re.MULTILINE)
_SHORTEST = 2
_VARIABLE = "<>"
_REST = "..."


class _Node:
    """What may follow the words so far: literal words, any word, or anything."""

    __slots__ = ("anything", "literal", "variable")

    def __init__(self) -> None:
        self.literal: dict[str, _Node] = {}
        self.variable: _Node | None = None
        self.anything = False

    def add(self, words: Sequence[str]) -> None:
        """Add a form, of which the first word may be alternatives (`a|b`), any word (`<>`) or the rest (`...`)."""
        if not words:
            return
        first, rest = words[0], words[1:]
        if first == _REST:
            self.anything = True
        elif first == _VARIABLE:
            self.variable = self.variable or _Node()
            self.variable.add(rest)
        else:
            for word in first.split("|"):
                self.literal.setdefault(word, _Node()).add(rest)

    def begun_by(self, word: str) -> list[str]:
        """Return the literal words that a word begins, none where it can be a name."""
        if self.variable is not None or self.anything or len(word) < _SHORTEST:
            return []
        return [one for one in self.literal if one.startswith(word)]


@dataclass(frozen=True, slots=True)
class CommandMode:
    """The commands of one mode: a form a line, in which `<>` is any word, `...` whatever follows, `a|b` one of several.

    `opened_by`: how the line begins that opens it, in the mode called `within`; empty for the global mode.
    """

    name: str
    opened_by: tuple[str, ...]
    within: tuple[str, ...]
    forms: str


@dataclass(slots=True)
class _Above:
    """A line above others, how far it is indented, and the mode that it opens: empty for none, None where not asked."""

    depth: int
    line: str
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class _Walk:
    """The words of a line, completed; `known`: how many are commands; `several`: the word that begins several."""

    words: tuple[str, ...]
    known: int
    several: str


class CommandWords:
    """The commands of a system, by which words typed short are completed."""

    def __init__(self, *modes: CommandMode, short_elsewhere: frozenset[str] = frozenset()) -> None:
        """The first mode is the global one. `short_elsewhere`: its commands that are short words in other modes."""
        self._modes = modes
        self._short_elsewhere = short_elsewhere
        self._trees: dict[str, _Node] = {}
        self._is_full = Remembered(self._says_nothing_short)

    def spelt_out(self, text: str) -> tuple[str, tuple[NotTaken, ...]]:
        """Return a text with short words completed, and lines with a word that begins several commands.

        Line numbers stay. Linear, and quick where every word is whole.
        """
        if all(self._is_full[one] for one in set(_LEADING.findall(text))):
            return text, ()
        found = [one.start() for one in _LEADING.finditer(text) if not self._is_full[one[1]]]
        lines = text.split("\n")
        short, number, end = set[int](), 0, 0
        for start in found:
            number += text.count("\n", end, start)
            end = start
            short.add(number)
        reports: list[NotTaken] = []
        if _INDENTED.search(text):
            self._complete_indented(lines, short, reports)
        else:
            self._complete_flat(lines, reports)
        return "\n".join(lines), tuple(reports)

    def _tree(self, name: str) -> _Node:
        tree = self._trees.get(name)
        if tree is None:
            tree = self._trees[name] = _Node()
            forms = next(mode.forms for mode in self._modes if mode.name == name)
            for form in forms.strip().split("\n"):
                tree.add(form.split())
        return tree

    def _says_nothing_short(self, text: str) -> bool:
        """Say whether words make sense in some mode as they are, or in none even if they were completed."""
        words = text.split(" ")
        if words[0] in self._short_elsewhere:
            return False
        walks = [_walk(self._tree(mode.name), words) for mode in self._modes]
        best = max(walk.known for walk in walks)
        return any(walk.known == best and not walk.several and " ".join(walk.words) == text for walk in walks)

    def _complete_indented(self, lines: list[str], short: Collection[int], reports: list[NotTaken]) -> None:
        """Complete those lines of which some word may be short; the lines above say in which mode each stands."""
        above: list[_Above] = [_Above(-1, "", self._modes[0].name)]
        for number, line in enumerate(lines):
            depth = len(line) - len(line.lstrip(" \t"))
            if depth == len(line) or line[depth] in "!#\r":
                continue
            while above[-1].depth >= depth:
                above.pop()
            if number in short:
                lines[number] = line = self._complete(line, [self._mode_below(above)], number, reports)[0]
            above.append(_Above(depth, line))

    def _mode_below(self, above: Sequence[_Above]) -> str:
        """Return the mode in which a line stands below these, empty for one that is not known."""
        if above[-1].mode is None:
            parent = self._mode_below(above[:-1])
            above[-1].mode = self._opened(parent, " ".join(above[-1].line.split()))
        return above[-1].mode or ""

    def _opened(self, within: str, line: str) -> str:
        return next((one.name for one in self._modes if within in one.within and _opens(one, line)), "")

    def _complete_flat(self, lines: list[str], reports: list[NotTaken]) -> None:
        """Complete the lines of a text without indentation, each in the open mode in which it is a command."""
        whole = self._modes[0].name
        open_modes = [whole]
        for number, line in enumerate(lines):
            if not line.strip() or line[0] in "!#":
                continue
            lines[number], mode = self._complete(line, open_modes[::-1], number, reports)
            open_modes = open_modes[: open_modes.index(mode) + 1]
            if opened := self._opened(mode, " ".join(lines[number].split())):
                open_modes.append(opened)

    def _complete(self, line: str, modes: Sequence[str], number: int, reports: list[NotTaken]) -> tuple[str, str]:
        """Return a line with its words completed, and the mode in which most of them are commands."""
        words = line.split()
        front = words[:1] if len(words) > 1 and words[0] in ("no", "default") else []
        mode, walk = self._best(modes, words[len(front) :])
        if walk is None:
            return line, mode
        if walk.several:
            because = f"`{walk.several}` begins several commands, and the device refuses it"
            reports.append(NotTaken(number + 1, " ".join(words), because))
        full = [*front, *walk.words]
        return (line, mode) if full == words else (line[: len(line) - len(line.lstrip())] + " ".join(full), mode)

    def _best(self, names: Sequence[str], words: Sequence[str]) -> tuple[str, _Walk | None]:
        """Return the mode in which most words are commands, the first of equal ones; none for one that is not known."""
        walks = [(name, _walk(self._tree(name), words)) for name in names if name]
        if not walks:
            return names[0], None
        return max(walks, key=lambda one: one[1].known)


def _opens(mode: CommandMode, line: str) -> bool:
    return any(line == beginning or line.startswith(f"{beginning} ") for beginning in mode.opened_by)


def _walk(tree: _Node, words: Sequence[str]) -> _Walk:
    """Return the words with those completed that begin one command each, up to the first that is none."""
    made = list(words)
    node = tree
    for at, word in enumerate(words):
        if word in node.literal:
            node = node.literal[word]
            continue
        begun = node.begun_by(word)
        if len(begun) > 1:
            return _Walk(tuple(made), at, word)
        if begun:
            made[at] = begun[0]
            node = node.literal[begun[0]]
        elif node.variable is not None:
            node = node.variable
        else:
            return _Walk(tuple(made), at, "")
    return _Walk(tuple(made), len(words), "")
