"""The command-line forms: flat `set / ...` lines and the braces of `info`, in one walk, as files often mix them."""

from __future__ import annotations

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
from roce_lint.os.srlinux.grammar import OUTSIDE_THE_MODEL, TREE
from roce_lint.os.srlinux.other_protocols import without_other_protocols
from roce_lint.os.srlinux.parsed import Header, Parsed
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.schema import Kind, Schema
from roce_lint.text.statement_lines import Context, Misplaced, StatementLines
from roce_lint.text.tree import Node, Step, TreeBuilder

_PROMPT = lazy_pattern(r"^[A-Z]:[^\s#]*#\s*")
_NOISE = ("#", "!", "--{", "+++", "//", "===", "---")
_FROM_TOP = "set / "
_SET_FROM_TOP = ["set", "/"]


def parse_cli_form(file: str, text: str, header: Header, schema: Schema = TREE) -> Parsed:
    """Return the tree of a flat or braced configuration. Never raises; linear in the length of the text.

    What does not matter is passed by where it is read by the usual tree; any other tree gets all of it.
    """
    passed_by = _sections_passed_by(text) if schema is TREE else frozenset[str]()
    if schema is TREE and "acl" not in passed_by and "rate-limit" not in text:
        text = without_other_protocols(text)
    walk = _Walk(file, text, schema, passed_by)
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        number = walk.take_usual(lines, number)
        if number == len(lines):
            break
        line = lines[number].strip()
        number += 1
        if is_plain(line):
            walk.take_plain(line, number)
            continue
        taken = logical_line(lines, number - 1)
        joined = " ".join(part.strip() for part in lines[number - 1 : number - 1 + taken])
        walk.take(joined, number, number - 1 + taken)
        number += taken - 1
    walk.finish(len(lines))
    return Parsed(walk.builder.root, tuple(walk.builder.unplaced), header)


def _sections_passed_by(text: str) -> frozenset[str]:
    """Return the sections of flat lines of which none matters.

    Access lists matter where they limit a rate, or drop what crosses a port.
    """
    drops = " action drop" in text and ("/ acl interface " in text or " acl input " in text or " acl output " in text)
    return OUTSIDE_THE_MODEL if drops or "rate-limit" in text else OUTSIDE_THE_MODEL | {"acl"}


def _keys_at(words: list[str], position: int, schema: Schema) -> tuple[list[tuple[str, ...]], int]:
    """Return the keys of a list entry and the position after them, as `keys_at` does for keys without brackets."""
    if len(schema.keys) == 1 and position < len(words) and "{" not in words[position]:
        return [(words[position],)], position + 1
    return keys_at(words, position, schema, {})


class _Walk:
    def __init__(self, file: str, text: str, schema: Schema, passed_by: frozenset[str]) -> None:
        self.builder = TreeBuilder(file, schema)
        self._passed_by = passed_by
        self._lines = StatementLines(
            self.builder,
            text,
            _keys_at,
            _FROM_TOP,
            self._passed_by,
            CHANGES | COMMANDS,
        )
        self._top, self._open = self._lines.top, self._lines.opened
        self._pending: list[str] = []
        self._line = 0
        self._in_list = False
        self._stated_leaf = False

    def take_usual(self, lines: list[str], taken: int) -> int:
        """Take lines as devices print them, from the one after `taken` lines on; return how many are taken then."""
        return taken if self._pending or self._in_list else self._lines.take(lines, taken)

    def take_plain(self, line: str, number: int) -> None:
        """Take a stripped line without strings, braces, lists and prompts: one statement, where nothing is open."""
        if self._pending or self._in_list:
            self.take(line, number, number)
        elif line and not line.startswith(_NOISE):
            words = line.split()
            if words[0] in COMMANDS and len(self._open) == 1:
                return
            if words[:2] == _SET_FROM_TOP and len(words) > 2 and words[2] in self._passed_by:
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
            self.builder.report(last_line, ("qos",), "", "the text ends inside a block: a closing brace is missing")

    def _end_of_statement(self, word: str, line: int, end_line: int) -> None:
        if word == OPEN:
            statement, self._pending = self._pending, []
            self._open.append(self._apply(statement, end_line, opens=True))
            return
        self._flush(end_line)
        if len(self._open) == 1:
            self.builder.report(line, ("qos",), "}", "this brace closes nothing")
        else:
            self._close_to(len(self._open) - 1, line)

    def _close_to(self, depth: int, line: int) -> None:
        while len(self._open) > depth:
            closed = self._open.pop()
            if isinstance(closed, Context):
                for node in closed.nodes:
                    node.end_line = max(node.end_line, line)
            elif not isinstance(self._open[-1], Misplaced):
                self.builder.report(closed.line, closed.path, closed.text, closed.because, line)

    def _flush(self, end_line: int) -> None:
        if self._pending:
            statement, self._pending = self._pending, []
            self._apply(statement, end_line, opens=False)

    def _apply(self, words: list[str], end_line: int, *, opens: bool) -> Context | Misplaced:
        """Apply one statement to where it belongs; return the place that it leads to.

        A path from the top without `set` and without a value is a step into that context, where the statements below
        it count from.
        """
        here = self._open[-1]
        if not words:
            return Misplaced(self._line, (), "{", "this brace has no name before it")
        if isinstance(here, Misplaced):
            return here
        verb = words[0] if words[0] in CHANGES else ""
        words = words[1:] if verb else words
        is_absolute = bool(words) and words[0].startswith("/")
        if is_absolute:
            here = self._top
            words = split_path(words[0]) + words[1:]
        elif here is not self._top and len(self._open) == 1 and words and words[0] not in here.schema.children:
            here = self._top
        if verb == "delete":
            if not self._delete(words, here):
                because = "what it takes back is not known"
                self.builder.report(
                    self._line, here.schema.path, " ".join(["delete", *map(value_of, words)]), because, end_line
                )
            self._lines.forget()
            return here
        self._stated_leaf = False
        result = self._step_through(words, here)
        if isinstance(result, Misplaced):
            if not opens:
                self.builder.report(result.line, result.path, result.text, result.because, end_line)
        elif not verb and not opens and not self._stated_leaf and len(self._open) == 1:
            self._open[0] = result
        return result

    def _step_through(self, words: list[str], here: Context) -> Context | Misplaced:
        context, position, count = here, 0, len(words)
        while position < count:
            word = words[position]
            bare, inline = split_inline_keys(word)
            schema = context.schema.child(bare)
            if schema is None:
                if context.schema.passed_over:
                    return context
                return self._misplaced(words[position:], context, f"the model has no {value_of(word)!r} here")
            position += 1
            if schema.kind in (Kind.CONTAINER, Kind.LIST):
                keys, position = keys_at(words, position, schema, inline) if schema.keys else (_NO_KEYS, position)
                if not keys:
                    because = f"{schema.name!r} needs its key {' '.join(schema.keys)}"
                    return self._misplaced(words[position - 1 :], context, because)
                context = self._enter(context, schema, keys)
            else:
                taken = self._state(words, position, context, schema)
                if taken < 0:
                    return self._misplaced(words[position - 1 :], context, f"{schema.name!r} has no value")
                position += taken
        return context

    def _misplaced(self, words: list[str], context: Context, because: str) -> Misplaced:
        return Misplaced(self._line, context.schema.path, " ".join(value_of(word) for word in words), because)

    def _enter(self, context: Context, schema: Schema, keys: list[tuple[str, ...]]) -> Context:
        enter, line = self.builder.enter, self._line
        nodes = tuple([enter(node, schema, key, line) for node in context.nodes for key in keys])
        return Context(nodes, schema)

    def _state(self, words: list[str], position: int, context: Context, schema: Schema) -> int:
        """State a leaf; return how many words its value takes, -1 when there is none."""
        self._stated_leaf = True
        if schema.value_type == "empty":
            self._put(context, schema, ())
            return 0
        if position >= len(words):
            return -1
        if words[position] == LIST_OPEN:
            end = words.index(LIST_CLOSE, position) if LIST_CLOSE in words[position:] else len(words)
            self._put(context, schema, tuple(value_of(word) for word in words[position + 1 : end]))
            return end + 1 - position
        self._put(context, schema, (value_of(words[position]),))
        return 1

    def _put(self, context: Context, schema: Schema, values: tuple[str, ...]) -> None:
        put = self.builder.extend if schema.kind is Kind.LEAF_LIST else self.builder.state
        for node in context.nodes:
            put(node, schema.name, values, self._line)

    def _delete(self, words: list[str], here: Context) -> bool:
        """Take back what the path of a `delete` leads to; what is not there is left alone.

        Return whether the model has the path.
        """
        nodes, schema, position = list(here.nodes), here.schema, 0
        found: list[tuple[Node, Step]] = []
        lists: list[Node] = []
        while position < len(words):
            bare, inline = split_inline_keys(words[position])
            below = schema.children.get(bare.rpartition(":")[2])
            if below is None:
                return schema.passed_over
            schema, position = below, position + 1
            lists, found = nodes, [(node, schema.name) for node in nodes if node.has(schema.name)]
            if schema.kind in (Kind.LEAF, Kind.LEAF_LIST):
                break
            if schema.kind is Kind.LIST:
                keys, position = keys_at(words, position, schema, inline)
                entries = [node.children[name] for node, name in found]
                found = [(one, step) for one in entries for step in one.children if not keys or step in keys]
            nodes = [node.children[step] for node, step in found]
        for node, step in found:
            del node.children[step]
        for node in lists:
            if schema.kind is Kind.LIST and node.has(schema.name) and not node.children[schema.name].children:
                del node.children[schema.name]
        return True


_NO_KEYS: list[tuple[str, ...]] = [()]
