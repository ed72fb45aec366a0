"""What JSON and XML say as statements of a tree: names of the model, with entries of lists as objects of their own."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.os.junos.grammar import JunosRule, RuleKind, grammar, value_fault
from roce_lint.os.junos.statement_path import APPLIED, APPLY, is_misspelt, unknown_word
from roce_lint.os.junos.statement_tree import StatementTree
from roce_lint.os.junos.value_faults import fault_of_value
from roce_lint.text.tree import Node
from roce_lint.values import dataclass, field

_PASSED_OVER = frozenset(("comment", "undocumented", "apply-macro", "apply-flags"))


@dataclass(eq=False, slots=True)
class DataEntry:
    """One element of XML, or one member of JSON; several of one name are entries or values of a list."""

    name: str
    line: int
    end_line: int
    text: str = ""
    is_inactive: bool = False
    below: list[DataEntry] = field(default_factory=list)


def fill(builder: StatementTree, top: DataEntry, fault: str, line: int) -> None:
    """Put the configuration that is somewhere in the entries of a text into a tree, and why its end is missing."""
    if fault:
        builder.fault(line, 0, (), "", fault, is_refused=False)
    found, pending = top, [top]
    while pending:
        found = pending.pop()
        if found.name == "configuration":
            break
        pending += reversed(found.below)
    else:
        found = top
    builder.root.end_line = max(1, found.end_line)
    _DataFiller(builder).fill(builder.root, grammar(), found, ())


class _DataFiller:
    """Puts entries into a tree; the depth of recursion is bounded by the grammar's."""

    def __init__(self, builder: StatementTree) -> None:
        self._builder = builder

    def fill(self, node: Node, rule: JunosRule, entry: DataEntry, path: tuple[str, ...]) -> None:
        """Take what is below one entry."""
        for one in entry.below:
            if one.name in rule.keys or one.name in _PASSED_OVER:
                continue
            if one.name in APPLY:
                made = self._builder.state(node, one.name, APPLIED, (one.text,), one.line)
                self._deactivate(made, one)
                continue
            name = rule.spelt(one.name)
            below = rule.member(name) if name else None
            if below is None:
                because = unknown_word(rule, one.name, path)
                slip = is_misspelt(rule, one.name)
                self._builder.fault(one.line, one.end_line, path, one.name, because, is_refused=slip)
            elif below.kind is RuleKind.LIST:
                self._entry(node, name, below, one, path)
            elif below.kind is RuleKind.CONTAINER:
                made = self._builder.container(node, name, one.line)
                made.end_line = max(made.end_line, one.end_line)
                self._deactivate(made, one)
                self.fill(made, below, one, (*path, name))
            elif below.kind is RuleKind.CUT:
                self._builder.passed += _passed(one, path)
            else:
                self._leaf(node, name, below, one, path)

    def _deactivate(self, node: Node, entry: DataEntry) -> None:
        if entry.is_inactive:
            self._builder.deactivate(node, entry.line)

    def _leaf(self, node: Node, name: str, rule: JunosRule, entry: DataEntry, path: tuple[str, ...]) -> None:
        values = () if rule.kind is RuleKind.FLAG else (entry.text,)
        because = "" if not values else value_fault(rule, values[0]) or fault_of_value((*path, name), values[0])
        if because:
            self._builder.fault(entry.line, entry.end_line, path, f"{name} {entry.text}", f"{name}: {because}")
            return
        self._deactivate(self._builder.state(node, name, rule, values, entry.line), entry)

    def _entry(self, node: Node, name: str, rule: JunosRule, entry: DataEntry, path: tuple[str, ...]) -> None:
        keys, below = _keys_of(rule, entry)
        because = "" if any(keys) else f"an entry of {name} has no name"
        for key, value in zip(rule.keys, keys, strict=True):
            leaf = rule.member(key)
            if leaf is not None and value and leaf.kind is RuleKind.LEAF:
                because = because or value_fault(leaf, value)
        if keys:
            because = because or fault_of_value((*path, name), keys[0])
        if because:
            self._builder.fault(entry.line, entry.end_line, path, name, because)
            return
        made = self._builder.entry(node, name, keys, entry.line)
        made.end_line = max(made.end_line, entry.end_line)
        self._deactivate(made, entry)
        self.fill(made, rule, below, (*path, name, *(key for key in keys if key)))


def _passed(entry: DataEntry, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the words of what is below an entry of no concern, with names of models that the CLI leaves out."""
    pending = [(entry, path)]
    while pending:
        one, above = pending.pop()
        key = next((each for each in one.below if each.name == "name" and not each.below), None)
        here = (*above, one.name, *((key.text,) if key is not None else ()), *((one.text,) if one.text else ()))
        rest = [each for each in one.below if each is not key]
        if not rest:
            yield here, one.line
        pending += ((each, here) for each in reversed(rest))


def _keys_of(rule: JunosRule, entry: DataEntry) -> tuple[tuple[str, ...], DataEntry]:
    """Return the keys of an entry, and what is left of it; a route filter has its kind as a name (`orlonger`)."""
    by_name = {one.name: one for one in entry.below}
    found = {key: by_name[key].text for key in rule.keys if key in by_name}
    if "choice-ident" in rule.keys and "choice-ident" not in found:
        kind = rule.member("choice-ident")
        words = [word for form in (kind.forms if kind is not None else ()) if isinstance(form, list) for word in form]
        chosen = next((one for one in entry.below if one.name in words), None)
        if chosen is not None:
            found |= {"choice-ident": chosen.name, "choice-value": chosen.text}
            rest = [one for one in entry.below if one is not chosen]
            entry = DataEntry(entry.name, entry.line, entry.end_line, entry.text, entry.is_inactive, rest)
    if not found and len(rule.keys) == 1 and entry.text and not entry.below:
        found = {rule.keys[0]: entry.text}
    return tuple(found.get(key, "") for key in rule.keys), entry
