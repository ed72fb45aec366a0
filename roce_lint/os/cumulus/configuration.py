"""A configuration of NVUE as one tree with places, whether it is YAML, JSON, or lines of `nv set` and `nv unset`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roce_lint.model.fact import Source, Stated
from roce_lint.os.cumulus.grammar import (
    Grammar,
    GrammarRule,
    grammar,
    key_fault,
    releases_of_value,
    spread,
    value_fault,
    wanted,
)
from roce_lint.os.cumulus.linux_files import is_linux_file, linux_file
from roce_lint.os.cumulus.nv_lines import NvLine, nv_lines
from roce_lint.os.tree.form_fault import FormFault
from roce_lint.suggest import did_you_mean
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import NO_CHILDREN, Node
from roce_lint.text.yaml_format import Aliases, YamlFormat
from roce_lint.text.yaml_parser import parse_yaml
from roce_lint.text.yaml_tree import YamlEntry, YamlList, YamlMapping, YamlNode, YamlScalar, entries_of, items_of
from roce_lint.values import dataclass, field

_FORMAT = YamlFormat(20_000_000, 40, 1_000_000, Aliases.REFUSED)
_RELEASE = lazy_pattern(r"Cumulus Linux (\d+\.\d+)")
_COMMENT = lazy_pattern(r"^#[^\n]*?Cumulus Linux (\d+\.\d+)", 8)
_NULLS = ("", "~", "null")


@dataclass(eq=False, slots=True)
class NvueTree:
    """The tree of one file. `release` is what the file states, `mask` the releases that it can be of.

    `is_linux`: it is of files without NVUE, which divide the buffer in a file of its own (`qos_infra.conf`).
    `unset` has the lines of `nv unset` that took something away, by its path.
    """

    file: str
    root: Node
    release: Stated[str] | None = None
    model: Stated[str] | None = None
    prompt: str = ""
    mask: int = 0
    is_linux: bool = False
    faults: list[FormFault] = field(default_factory=list)
    unset: dict[tuple[str, ...], Source] = field(default_factory=dict)


def parse_configuration(file: str, text: str) -> NvueTree:
    """Return the tree of a text in any form; what is not taken is among its faults. Never raises."""
    reader = _Reader(file, grammar())
    if is_linux_file(text):
        reader.read_linux_file(text)
        reader.settle_release()
        return reader.found
    lines = nv_lines(text)
    if lines.is_script:
        reader.read_lines(lines.commands)
        reader.found.prompt = lines.prompt
        for line in lines.others:
            reader.fault(line.number, line.number, (), line.text, line.because, is_refused=False)
        stated = _COMMENT.search(text)
        if stated:
            number = text.count("\n", 0, stated.start()) + 1
            reader.found.release = Stated(stated[1], Source(file, number, number))
    else:
        parsed = parse_yaml(text, file, _FORMAT)
        for problem in parsed.problems:
            reader.fault(problem.line, problem.line, (), "", problem.message, is_refused=False)
        for document in parsed.documents:
            reader.read_document(document)
    reader.settle_release()
    return reader.found


def parse_linux_files(documents: Sequence[Document]) -> NvueTree:
    """Return the tree of the files of one switch without NVUE."""
    found = NvueTree(documents[0].path, Node("", documents[0].path, 1, 1, (), (), {}))
    for document in documents:
        reader = _Reader(document.path, grammar(), found)
        reader.read_linux_file(document.text)
        reader.settle_release()
    return found


class _Reader:
    """Puts statements into the tree, in their order."""

    def __init__(self, file: str, rules: Grammar, found: NvueTree | None = None) -> None:
        self.found = found or NvueTree(file, Node("", file, 1, 1, (), (), {}))
        self._file = file
        self._grammar = rules
        self._masks: list[tuple[int, int, str, tuple[str, ...]]] = []

    def fault(
        self, line: int, end_line: int, path: Sequence[str], text: str, because: str, *, is_refused: bool = True
    ) -> None:
        self.found.faults.append(
            FormFault(line, max(line, end_line), tuple(path), text, because, is_refused, self._file)
        )

    # YAML and JSON

    def read_document(self, document: YamlNode) -> None:
        """Take a list of headers and trees, a mapping with `set`, or a tree alone."""
        for item in items_of(document) or (document,):
            names = {entry.key.text for entry in entries_of(item)}
            if not names & {"header", "set", "unset"} and isinstance(item, YamlMapping):
                self._mapping([self.found.root], self._grammar.root, item, ())
                continue
            for entry in entries_of(item):
                if entry.key.text == "header":
                    self._header(entry.value)
                elif entry.key.text == "set" and isinstance(entry.value, YamlMapping):
                    self._mapping([self.found.root], self._grammar.root, entry.value, ())
                elif entry.key.text == "unset":
                    self._unset(self.found.root, entry.value, "")
                elif entry.key.text != "set":
                    self.fault(entry.key.place.line, 0, (), entry.key.text, "a file of NVUE has header and set alone")

    def _header(self, header: YamlNode) -> None:
        for entry in entries_of(header):
            if isinstance(entry.value, YamlScalar):
                stated = Stated(entry.value.text, Source(self._file, entry.value.place.line, entry.value.place.line))
                if entry.key.text == "model":
                    self.found.model = stated
                elif entry.key.text == "version" and (release := _RELEASE.match(entry.value.text)):
                    self.found.release = Stated(release[1], stated.source)

    def _unset(self, node: Node, below: YamlNode, name: str) -> None:
        for entry in entries_of(below):
            for one in spread(name, entry.key.text) or ():
                child = node.children.get(one)
                if child is None:
                    continue
                if entries_of(entry.value) and not child.is_leaf:
                    self._unset(child, entry.value, one)
                else:
                    del node.children[one]

    def _mapping(self, nodes: list[Node], rule: GrammarRule, mapping: YamlMapping, path: tuple[str, ...]) -> None:
        for entry in mapping.entries:
            line, end = entry.key.place.line, _last_line(entry)
            below = self._enter(nodes, rule, entry.key.text, path, line, end)
            if below is None:
                continue
            children, child_rule, child_path = below
            if not child_rule.is_cut:
                self._value(children, child_rule, entry, child_path)

    def _value(self, nodes: list[Node], rule: GrammarRule, entry: YamlEntry, path: tuple[str, ...]) -> None:
        value, line = entry.value, entry.value.place.line
        if isinstance(value, YamlMapping):
            if value.entries and rule.is_leaf:
                self.fault(line, value.end_line, path, " ".join(path), f"a value is wanted: {wanted(rule)}")
            else:
                self._mapping(nodes, rule, value, path)
        elif isinstance(value, YamlList):
            for one in value.values:
                if isinstance(one, YamlScalar):
                    self._scalar(nodes, rule, one.text, path, one.place.line, one.end_line, adds=True)
        elif value.text not in _NULLS or value.style:
            self._scalar(nodes, rule, value.text, path, line, value.end_line)

    def _scalar(
        self,
        nodes: list[Node],
        rule: GrammarRule,
        text: str,
        path: tuple[str, ...],
        line: int,
        end: int,
        *,
        adds: bool = False,
    ) -> None:
        if rule.takes_value:
            self._leaf(nodes, rule, text, path, line, end, adds=adds)
        elif adds:
            self._enter(nodes, rule, text, path, line, end)
        else:
            self.fault(line, end, path, f"{path[-1]} {text}" if path else text, "names are wanted here, not a value")

    # Lines

    def read_linux_file(self, text: str) -> None:
        """Take what a file of a switch without NVUE says."""
        lines = linux_file(text)
        self.found.is_linux = True
        self.read_lines(lines.commands)
        for line in lines.others:
            because = "no fact is made of this line"
            self.fault(line.number, line.number, (), line.text, because, is_refused=False)

    def read_lines(self, commands: Iterable[NvLine]) -> None:
        """Take lines of `nv set` and `nv unset` in order."""
        for command in commands:
            if command.sets:
                self._set_words(command)
            else:
                self._unset_words(self.found.root, command, ())

    def _set_words(self, command: NvLine) -> None:
        nodes, rule = [self.found.root], self._grammar.root
        path: tuple[str, ...] = ()
        for position, word in enumerate(command.words):
            if rule.is_cut:
                return
            if word not in rule.members and rule.entries is None and rule.takes_value:
                self._leaf(nodes, rule, word, path, command.number, command.end_number)
                rest = command.words[position + 1 :]
                if rest:
                    text = " ".join((*path, word, *rest))
                    self.fault(command.number, command.end_number, path, text, f"{rest[0]!r} stands behind the value")
                return
            below = self._enter(nodes, rule, word, path, command.number, command.end_number)
            if below is None:
                return
            nodes, rule, path = below
        if rule.is_leaf and path:
            self.fault(command.number, command.end_number, path, " ".join(path), f"a value is missing: {wanted(rule)}")
            for node in nodes:
                node.values = ()

    def _unset_words(self, node: Node, command: NvLine, path: tuple[str, ...]) -> None:
        if len(path) == len(command.words):
            node.children.clear()
            return
        for name in spread(node.name, command.words[len(path)]) or ():
            child = node.children.get(name)
            if child is None:
                continue
            here = (*path, name)
            if len(here) == len(command.words) or child.is_leaf:
                del node.children[name]
                self.found.unset[here] = Source(self._file, command.number, command.end_number)
            else:
                self._unset_words(child, command, here)

    # Both

    def _enter(
        self, nodes: list[Node], rule: GrammarRule, key: str, path: tuple[str, ...], line: int, end: int
    ) -> tuple[list[Node], GrammarRule, tuple[str, ...]] | None:
        """Return the nodes that a name leads to, made where they are new, with their rule and path."""
        member = rule.members.get(key)
        place = member or rule.entries
        if place is None:
            self._unknown(rule, key, path, line, end)
            return None
        parent = path[-1] if path else ""
        names = (key,) if member else spread(parent, key)
        if names is None:
            self.fault(line, line, path, key, "the range has no end after its beginning, or is too long")
            return None
        if not member:
            faults = [fault for name in names if (fault := key_fault(" ".join(path), name))]
            if faults:
                self.fault(line, line, path, " ".join((*path[-2:], key)), faults[0])
                return None
        number, mask = place
        below = self._grammar.rules[number]
        here = (*path, key)
        if mask != self._grammar.every:
            self._masks.append((mask, line, " ".join(here), here))
        return [self._child(node, name, line, end) for node in nodes for name in names], below, here

    def _child(self, node: Node, name: str, line: int, end: int) -> Node:
        child = node.children.get(name)
        if child is None or child.is_leaf:
            child = node.children[name] = Node(name, self._file, line, max(line, end), (), (), {})
        return child

    def _leaf(
        self,
        nodes: list[Node],
        rule: GrammarRule,
        text: str,
        path: tuple[str, ...],
        line: int,
        end: int,
        *,
        adds: bool = False,
    ) -> None:
        """Make the nodes of a path leaves with a value; `adds` to those that they have."""
        mask = releases_of_value(rule, text)
        fault = value_fault(path[-1], text)
        if not mask or fault:
            because = fault or f"{text!r} is none of the values: {wanted(rule)}"
            self.fault(line, end, path, f"{path[-1]} {text}", because)
        elif mask != self._grammar.every:
            self._masks.append((mask, line, f"{path[-1]} {text}", path))
        for node in nodes:
            if rule.members or rule.entries is not None:
                self._child(node, text, line, end)
                continue
            node.values = (*node.values, text) if adds else (text,) if mask and not fault else ()
            node.children = NO_CHILDREN
            node.line, node.end_line, node._first_line = line, max(line, end), None

    def _unknown(self, rule: GrammarRule, key: str, path: tuple[str, ...], line: int, end: int) -> None:
        where = f"`{' '.join(path)}`" if path else "the tree of NVUE"
        names = (*rule.members, *rule.words)
        hint = did_you_mean(key, names)
        self.fault(line, end, path, " ".join((*path[-2:], key)), f"{where} has no {key!r}{hint}")

    def settle_release(self) -> None:
        """Find out which releases the file can be of, and report what those do not have."""
        found, every = self.found, self._grammar.every
        mask = self._grammar.mask(found.release.value) if found.release else every
        first = ""
        for one, line, text, path in self._masks:
            if mask & one:
                if not found.release:
                    first = first or text if mask & one == mask else text
                    mask &= one
                continue
            if found.release:
                because = f"Cumulus Linux {found.release.value} does not have it: {self._grammar.since(one)} do"
            else:
                because = f"{self._grammar.since(one)} have it, and those do not have `{first}`"
            if not mask:
                continue
            self.fault(line, line, path, text, because)
        found.mask = mask or every


def _last_line(entry: YamlEntry) -> int:
    return max(entry.key.place.line, entry.value.end_line)
