"""The command-line forms: flat `set / ...` lines and the braces of `info`, in one walk, as files often mix them."""

from __future__ import annotations

from roce_lint.os.srlinux.brace_lines import Lost, Place, take_usual
from roce_lint.os.srlinux.builder import TreeBuilder
from roce_lint.os.srlinux.cli_words import (
    CHANGES,
    CLOSE,
    COMMANDS,
    LIST_CLOSE,
    LIST_OPEN,
    OPEN,
    is_plain,
    keys_at,
    logical_line,
    split_inline_keys,
    split_path,
    value_of,
    words_of,
)
from roce_lint.os.srlinux.flat_lines import FROM_TOP, FlatLines, plans_for
from roce_lint.os.srlinux.grammar import TREE, Kind, Name
from roce_lint.os.srlinux.tree import Block, Header, Parsed
from roce_lint.text.patterns import late_pattern

_PROMPT = late_pattern(r"^[A-Z]:[^\s#]*#\s*")
_NOISE = ("#", "!", "--{", "+++", "//", "===", "---")
_SET_FROM_TOP = ["set", "/"]


def parse_cli_form(file: str, text: str, header: Header) -> Parsed:
    """Return the tree of a flat or braced configuration. Never raises; linear in the length of the text."""
    walk = _Walk(file, text)
    lines = text.split("\n")
    number, take_flat, is_at_top = 0, walk.flat.take, True
    while number < len(lines):
        if is_at_top and lines[number].startswith(FROM_TOP):
            taken = take_flat(lines, number)
            if taken > number:
                number = taken
                continue
        taken = walk.take_usual(lines, number)
        if taken > number:
            number, is_at_top = taken, walk.is_at_top
            continue
        line = lines[number].strip()
        number += 1
        if is_plain(line):
            walk.take_plain(line, number)
            is_at_top = walk.is_at_top
            continue
        taken = logical_line(lines, number - 1)
        joined = " ".join(part.strip() for part in lines[number - 1 : number - 1 + taken])
        walk.take(joined, number, number - 1 + taken)
        number += taken - 1
        is_at_top = walk.is_at_top
    walk.finish(len(lines))
    return Parsed(walk.builder.root, tuple(walk.builder.strays), header)


class _Walk:
    def __init__(self, file: str, text: str) -> None:
        self.builder = TreeBuilder(file)
        plans = plans_for(text)
        self._outside = plans.outside
        self.flat = FlatLines(self.builder, plans)
        self._top = Place((self.builder.root,), TREE, ())
        self._open: list[Place | Lost] = [self._top]
        self._pending: list[str] = []
        self._line = 0
        self._in_list = False
        self._last_words: list[str] = []
        self._trail: list[tuple[int, Place]] = []
        self._stated_leaf = False

    @property
    def is_at_top(self) -> bool:
        """Return whether nothing is open, so that a line is a statement of its own."""
        return len(self._open) == 1 and not self._pending and not self._in_list

    def take_usual(self, lines: list[str], taken: int) -> int:
        """Take lines as devices print them, from the one after `taken` lines on; return how many are taken then."""
        if self._pending or self._in_list:
            return taken
        return take_usual(self._open, self._top, lines, taken)

    def take_plain(self, line: str, number: int) -> None:
        """Take a stripped line without strings, braces, lists and prompts: one statement, where nothing is open."""
        if self._pending or self._in_list:
            self.take(line, number, number)
        elif line and not line.startswith(_NOISE):
            words = line.split()
            if words[0] in COMMANDS and len(self._open) == 1:
                return
            if words[:2] == _SET_FROM_TOP and len(words) > 2 and words[2] in self._outside:
                return
            self._line = number
            self._apply(words, number, opens=False)

    def take(self, text: str, line: int, end_line: int) -> None:
        """Take one logical line."""
        bare = text.strip()
        if bare[1:2] == ":":
            bare = _PROMPT.sub("", bare)
        if not bare or (bare.startswith(_NOISE) and not self._in_list):
            return
        words = words_of(bare)
        if not self._pending:
            self._line = line
            if words[0] in COMMANDS and len(self._open) == 1:
                return
        for word in words:
            if word in (OPEN, CLOSE) and not self._in_list:
                self._end_of_statement(word, line, end_line)
            else:
                self._in_list = word != LIST_CLOSE and (self._in_list or word == LIST_OPEN)
                self._pending.append(word)
        if not self._in_list:
            self._flush(end_line)

    def finish(self, last_line: int) -> None:
        """Tell what is still open at the end of the text."""
        self._in_list = False
        self._flush(last_line)
        if len(self._open) > 1:
            self._close_to(1, last_line)
            self.builder.stray(last_line, ("qos",), "", "the text ends inside a block: a closing brace is missing")

    def _end_of_statement(self, word: str, line: int, end_line: int) -> None:
        if word == OPEN:
            statement, self._pending = self._pending, []
            self._open.append(self._apply(statement, end_line, opens=True))
            return
        self._flush(end_line)
        if len(self._open) == 1:
            self.builder.stray(line, ("qos",), "}", "this brace closes nothing")
        else:
            self._close_to(len(self._open) - 1, line)

    def _close_to(self, depth: int, line: int) -> None:
        while len(self._open) > depth:
            closed = self._open.pop()
            if isinstance(closed, Place):
                for block in closed.blocks:
                    block.end_line = max(block.end_line, line)
            elif not isinstance(self._open[-1], Lost):
                self.builder.stray(closed.line, closed.path, closed.text, closed.because, line)

    def _flush(self, end_line: int) -> None:
        if self._pending:
            statement, self._pending = self._pending, []
            self._apply(statement, end_line, opens=False)

    def _apply(self, words: list[str], end_line: int, *, opens: bool) -> Place | Lost:
        """Apply one statement to where it belongs; return the place that it leads to.

        A path from the top without `set` and without a value is a step into that context, where the statements below
        it count from.
        """
        here = self._open[-1]
        if not words:
            return Lost(self._line, (), "{", "this brace has no name before it")
        if isinstance(here, Lost):
            return here
        verb = words[0] if words[0] in CHANGES else ""
        words = words[1:] if verb else words
        is_absolute = bool(words) and words[0].startswith("/")
        if is_absolute:
            here = self._top
            words = split_path(words[0]) + words[1:]
        elif here is not self._top and len(self._open) == 1 and words and words[0] not in here.grammar.children:
            here = self._top
        if verb == "delete":
            self._delete(words, here)
            self._trail.clear()
            self.flat.forget_blocks()
            return here
        self._stated_leaf = False
        result = self._step_through(words, here)
        if isinstance(result, Lost):
            if not opens:
                self.builder.stray(result.line, result.path, result.text, result.because, end_line)
        elif is_absolute and not verb and not opens and not self._stated_leaf and len(self._open) == 1:
            self._open[0] = result
        return result

    def _step_through(self, words: list[str], here: Place) -> Place | Lost:
        from_top = here is self._top
        place, position = self._resumed(words) if from_top else (here, 0)
        count = len(words)
        while position < count:
            word = words[position]
            bare, inline = split_inline_keys(word)
            name = place.grammar.children.get(bare) or place.grammar.children.get(bare.rpartition(":")[2])
            if name is None:
                if place.grammar.passed_over:
                    return place
                return self._lost(words[position:], place, f"the model has no {value_of(word)!r} here")
            position += 1
            if name.kind is Kind.CONTAINER:
                place = self._enter(place, name, _NO_KEYS)
                if from_top:
                    self._trail.append((position, place))
            elif name.kind is Kind.LIST:
                keys, position = keys_at(words, position, name, inline)
                if not keys:
                    because = f"{name.name!r} needs its key {' '.join(name.keys)}"
                    return self._lost(words[position - 1 :], place, because)
                place = self._enter(place, name, keys)
                if from_top:
                    self._trail.append((position, place))
            else:
                taken = self._state(words, position, place, name)
                if taken < 0:
                    return self._lost(words[position - 1 :], place, f"{name.name!r} has no value")
                position += taken
        return place

    def _resumed(self, words: list[str]) -> tuple[Place, int]:
        """Return the place that these words share with the last statement from the top, and how many they share.

        Flat lines repeat long paths; walking only what differs halves the time.
        """
        shared = 0
        for word, last in zip(words, self._last_words, strict=False):
            if word != last:
                break
            shared += 1
        self._last_words = words
        while self._trail and self._trail[-1][0] > shared:
            self._trail.pop()
        return (self._trail[-1][1], self._trail[-1][0]) if self._trail else (self._top, 0)

    def _lost(self, words: list[str], place: Place, because: str) -> Lost:
        return Lost(self._line, place.path, " ".join(value_of(word) for word in words), because)

    def _enter(self, place: Place, name: Name, keys: list[tuple[str, ...]]) -> Place:
        enter, line = self.builder.enter, self._line
        if len(keys) == 1 and len(place.blocks) == 1:
            return Place((enter(place.blocks[0], name.name, keys[0], line),), name, (*place.path, name.name))
        blocks = tuple(enter(block, name.name, key, line) for block in place.blocks for key in keys)
        return Place(blocks, name, (*place.path, name.name))

    def _state(self, words: list[str], position: int, place: Place, name: Name) -> int:
        """State the leaf `name`; return how many words its value takes, -1 when there is none."""
        self._stated_leaf = True
        if name.value_type == "empty":
            self._put(place, name, ())
            return 0
        if position >= len(words):
            return -1
        if words[position] == LIST_OPEN:
            end = words.index(LIST_CLOSE, position) if LIST_CLOSE in words[position:] else len(words)
            self._put(place, name, tuple(value_of(word) for word in words[position + 1 : end]))
            return end + 1 - position
        self._put(place, name, (value_of(words[position]),))
        return 1

    def _put(self, place: Place, name: Name, values: tuple[str, ...]) -> None:
        for block in place.blocks:
            if name.kind is Kind.LEAF_LIST:
                self.builder.extend(block, name.name, values, self._line)
            else:
                self.builder.put(block, name.name, values, self._line)

    def _delete(self, words: list[str], here: Place) -> None:
        """Take back what the path of a `delete` leads to; what is not there is left alone."""
        blocks, grammar, position = list(here.blocks), here.grammar, 0
        found: list[tuple[Block, tuple[str, ...]]] = []
        while position < len(words):
            bare, inline = split_inline_keys(words[position])
            name = grammar.children.get(bare.rpartition(":")[2])
            if name is None:
                return
            position += 1
            if name.kind in (Kind.LEAF, Kind.LEAF_LIST):
                for block in blocks:
                    block.leaves.pop(name.name, None)
                return
            keys, position = keys_at(words, position, name, inline) if name.keys else ([()], position)
            found = [(block, step) for block in blocks for step in block.blocks if step[0] == name.name]
            found = [(block, step) for block, step in found if not keys or step[1:] in keys]
            blocks, grammar = [block.blocks[step] for block, step in found], name
        for block, step in found:
            del block.blocks[step]


_NO_KEYS: list[tuple[str, ...]] = [()]
