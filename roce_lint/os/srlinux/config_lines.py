"""The leaves of an SR Linux configuration as the words of flat lines, whatever form it is in.

No model is asked for the command-line forms, so that what the reader has no names for is there as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from roce_lint.os.srlinux.cli_words import (
    CHANGES,
    CLOSE,
    COMMANDS,
    LIST_CLOSE,
    LIST_OPEN,
    OPEN,
    QUOTED,
    logical_line,
    split_inline_keys,
    split_path,
    words_of,
)
from roce_lint.os.srlinux.forms import parse_configuration, start_of_json
from roce_lint.os.srlinux.grammar import written_tree
from roce_lint.text.config_lines import ConfigLine, LinePath
from roce_lint.text.document import Document
from roce_lint.text.json_places import PlacedJson, Plain, numbered, parse_json, steps_behind, text_of
from roce_lint.text.schema import Kind, Schema
from roce_lint.values import replace

_SET = "set / "
_INTERFACE = "interface "
_NOISE = ("#", "!", "--{", "+++", "//", "===", "---")
_PROMPT = re.compile(r"^[A-Z]:[^\s#]*#\s*")
_MODULE = re.compile(r"^srl_nokia-[\w-]+:")
_PLAIN = re.compile(r"[^\s\"{}\[\];#]+")
_METADATA = ("_preamble", "@", "_annotat")
_BLOCK_WORDS = 2


def config_lines(document: Document) -> tuple[ConfigLine, ...]:
    """Return the leaves, each below the first two words of its path (`interface ethernet-1/1`)."""
    text = document.text.replace("\r\n", "\n").removeprefix("\ufeff")
    start = start_of_json(text)
    if start < 0:
        leaves = _cli_leaves(text)
    else:
        placed = parse_json(text[start:], text.count("\n", 0, start) + 1)
        leaves = _json_leaves((), placed.value, placed.first_step, written_tree(), placed)
    return tuple(ConfigLine(_path(leaf), line) for words, line in leaves for leaf in _apart(words) if leaf)


def _path(words: Sequence[str]) -> LinePath:
    block, rest = " ".join(words[:_BLOCK_WORDS]), " ".join(words[_BLOCK_WORDS:])
    return (block, rest) if rest else (block,)


def _apart(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the leaves that the words of one line state, as far as the model tells them; else all of them together."""
    schema, before, position, stated = written_tree(), 0, 0, False
    while position < len(words):
        below = schema.children.get(words[position])
        if below is None:
            break
        if below.kind in (Kind.LEAF, Kind.LEAF_LIST):
            end = position + 2
            if words[position + 1 : end] == ("[",):
                end = words.index("]", position) + 1 if "]" in words[position:] else len(words)
            yield (*words[:before], *words[position:end])
            position, stated = end, True
            continue
        if stated:
            break
        # Keys behind the first one have their names before them.
        position += 1 + max(0, 2 * len(below.keys) - 1)
        schema, before = below, position
    if position < len(words) or not stated:
        yield (*words[:before], *words[position:])


def _cli_leaves(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the words that lead to each leaf, and its line; a block without leaves counts as one."""
    lines = text.split("\n")
    blocks: list[tuple[str, ...]] = []
    holds_leaves: list[bool] = []
    pending: list[str] = []
    first = number = 0
    while number < len(lines):
        taken = logical_line(lines, number)
        bare = _PROMPT.sub("", "\n".join(lines[number : number + taken]).strip())
        number += taken
        if not pending:
            first = number - taken + 1
        if not bare or bare.startswith(_NOISE):
            continue
        for word in words_of(bare):
            if word == OPEN:
                blocks.append(_steps(pending))
                holds_leaves.append(False)
                pending = []
            elif word == CLOSE:
                yield from _leaf(blocks, pending, first)
                if blocks:
                    own = holds_leaves.pop() or bool(pending)
                    if not own:
                        yield _joined(blocks, ()), first
                    blocks.pop()
                    holds_leaves[-1:] = [True]
                pending = []
            else:
                pending.append(word)
        if pending and (LIST_OPEN not in pending or LIST_CLOSE in pending):
            yield from _leaf(blocks, pending, first)
            holds_leaves[-1:] = [True]
            pending = []


def _leaf(blocks: Sequence[tuple[str, ...]], words: list[str], line: int) -> Iterator[tuple[tuple[str, ...], int]]:
    if words and not (len(words) == 1 and words[0] in COMMANDS) and not (words[0] == "enter" and not blocks):
        yield _joined(blocks, _steps(words)), line


def _joined(blocks: Sequence[tuple[str, ...]], words: tuple[str, ...]) -> tuple[str, ...]:
    return (*(word for block in blocks for word in block), *words)


def _steps(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a statement from the top or from its block on, without `set` and in plain writing."""
    own = list(words[1:] if words and words[0] in CHANGES - {"delete"} else words)
    if own and own[0].startswith("/"):
        own = [*split_path(own[0]), *own[1:]]
    found: list[str] = []
    for word in own:
        name, keys = split_inline_keys(word) if word[0].isprintable() else (word, {})
        found += [_written(name), *map(_written, keys.values())]
    return tuple(found)


def _written(word: str) -> str:
    """Return a word as the command line takes it: in quotation marks where it has blanks or marks of structure."""
    marks = {LIST_OPEN: "[", LIST_CLOSE: "]"}
    if word in marks:
        return marks[word]
    bare = word.removeprefix(QUOTED)
    if bare is word or _PLAIN.fullmatch(bare):
        return bare
    return '"' + bare.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _json_leaves(
    before: tuple[str, ...], value: Plain, step: int, schema: Schema | None, placed: PlacedJson
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the leaves of an object; the keys of an entry are those of the model, else its first member."""
    if not isinstance(value, tuple):
        return
    for name, below, at in numbered(value, step):
        if name.startswith(_METADATA):
            continue
        bare = name.rpartition(":")[2]
        known = schema.children.get(bare) if schema else None
        here = (*before, bare)
        if isinstance(below, tuple):
            yield from _json_leaves(here, below, at, known, placed)
            if not below:
                yield here, placed.first_lines[at - placed.first_step]
        elif isinstance(below, list) and any(isinstance(one, tuple) for one in below):
            for entry in below:
                at += 1
                yield from _entry(here, entry, at, known, placed)
                at += steps_behind(entry)
        else:
            yield (*here, *_values(below)), placed.first_lines[at - placed.first_step]


def _entry(
    before: tuple[str, ...], entry: Plain, step: int, schema: Schema | None, placed: PlacedJson
) -> Iterator[tuple[tuple[str, ...], int]]:
    if not isinstance(entry, tuple) or not entry:
        return
    names = (schema.keys if schema else ()) or (entry[0][0].rpartition(":")[2],)
    members = {name.rpartition(":")[2]: value for name, value in entry}
    keys = tuple(
        word
        for number, name in enumerate(names)
        if not isinstance(value := members.get(name), tuple)
        for word in ((name,) if number else ()) + _values(value)
    )
    leaves = list(_json_leaves((*before, *keys), entry, step, schema, placed))
    own = [(words, line) for words, line in leaves if words[len(before) + len(keys)] not in names]
    yield from own or [((*before, *keys), placed.first_lines[step - placed.first_step])]


def _values(value: Plain) -> tuple[str, ...]:
    """Return a value as words; identities without their module, lists in brackets."""
    if isinstance(value, list):
        return ("[", *(word for one in value for word in _values(one)), "]")
    if value is None or isinstance(value, tuple):
        return ()
    return (_written(QUOTED + _MODULE.sub("", text_of(value))),)


def without_lines(document: Document, removed: Sequence[ConfigLine]) -> Document:
    """Return the configuration as flat lines without some; release and chassis are in comments above them."""
    header = parse_configuration(document.path, document.text).header
    gone = set(removed)
    lines = [f"# Software Version: v{header.release}"] if header.release else []
    lines += [f"# Chassis Type: {header.chassis}"] if header.chassis else []
    lines += extra_lines([one.path for one in config_lines(document) if one not in gone])
    return replace(document, text="\n".join(lines) + "\n", original=b"")


def extra_lines(paths: Sequence[LinePath]) -> tuple[str, ...]:
    """Return flat lines."""
    return tuple(_SET + " ".join(path) for path in paths)


def port_line(path: LinePath) -> tuple[str, LinePath] | None:
    """Return the interface that a leaf is of, and its path below it; None for any other leaf."""
    if len(path) > 1 and path[0].startswith(_INTERFACE):
        return path[0].removeprefix(_INTERFACE), path[1:]
    return None


def port_extra(paths: Sequence[LinePath]) -> tuple[str, ...]:
    """Return what follows `set / interface NAME` for each leaf."""
    return tuple(" ".join(path) for path in paths)
