"""What a configuration of Junos says after all that it inherits: groups, ranges of interfaces, `apply-path`.

A group brings what is not stated where it is applied. The first group of a list wins, a group that is applied below
wins over one that is applied above, and what stands outside of groups wins over all. A name in angle brackets
(`<et-*>`) reaches names that are there.
Source: Junos CLI user guide, Configuration Groups; Interface Ranges; apply-path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from fnmatch import translate
from functools import lru_cache

from roce_lint.os.junos.names import members_of_range
from roce_lint.text.tree import IS_LIST, NO_CHILDREN, Node, Step

_MOST_NODES = 1_000_000
"""So many nodes inheritance brings together at most; of a configuration with more of them a part is not read."""
APPLY, _EXCEPT = "apply-groups", "apply-groups-except"
_Sources = tuple[tuple[Node, str], ...]
"""Nodes at the same place, what wins first, each with the group that brings it; the empty name is no group."""


class _Patterns:
    """The names of lists that stand for others, found by how they begin."""

    def __init__(self) -> None:
        self._by_list: dict[int, dict[str, list[tuple[int, tuple[str, ...]]]]] = {}

    def fitting(self, entries: Node, keys: tuple[str, ...]) -> list[Node]:
        """Return the entries whose wildcards fit some keys, in their order."""
        index = self._by_list.get(id(entries))
        if index is None:
            index = self._by_list[id(entries)] = _by_beginning(entries)
        if not index:
            return []
        first = keys[0] if keys else ""
        found = sorted(one for length in range(len(first) + 1) for one in index.get(first[:length], ()))
        return [entries.children[one] for _, one in found if one != keys and fits(one, keys)]


def _by_beginning(entries: Node) -> dict[str, list[tuple[int, tuple[str, ...]]]]:
    found: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    for number, keys in enumerate(entries.children):
        if isinstance(keys, tuple) and is_pattern(keys):
            first = keys[0]
            begin = re.split(r"[*?\[]", first[1:-1], maxsplit=1)[0] if is_pattern(keys[:1]) else first
            found.setdefault(begin, []).append((number, keys))
    return found


class _Place:
    """Where in the configuration inheritance is: what each group has here is found when it is asked for."""

    __slots__ = ("_found", "_keys", "_name", "_parent", "patterns")

    def __init__(self, parent: _Place | None, name: str, keys: tuple[str, ...], groups: dict[str, Node]) -> None:
        self._parent = parent
        self._name = name
        self._keys = keys
        self.patterns: _Patterns = parent.patterns if parent is not None else _Patterns()
        self._found: dict[str, tuple[Node, ...]] = (
            {} if parent is not None else {name: (node,) for name, node in groups.items()}
        )

    def of(self, group: str) -> tuple[Node, ...]:
        """Return the nodes of a group at this place."""
        found = self._found.get(group)
        if found is None:
            found = ()
            if self._parent is not None:
                found = tuple(node for above in self._parent.of(group) for node in self._below(above))
            self._found[group] = found
        return found

    def _below(self, node: Node) -> Iterator[Node]:
        """Yield what a node of a group has here: the entry of these keys first, then those whose wildcards fit."""
        child = node.children.get(self._name)
        if child is None:
            return
        if not child.is_list:
            yield child
            return
        exact = child.children.get(self._keys)
        if exact is not None:
            yield exact
        yield from self.patterns.fitting(child, self._keys)


def is_pattern(keys: tuple[str, ...]) -> bool:
    """Say whether keys of a group stand for others."""
    return any(key[:1] == "<" and key[-1:] == ">" for key in keys)


def fits(pattern: tuple[str, ...], keys: tuple[str, ...]) -> bool:
    """Say whether keys are among those that a pattern stands for."""
    return len(pattern) == len(keys) and all(
        _compiled(one[1:-1]).fullmatch(key) is not None if one[:1] == "<" and one[-1:] == ">" else one == key
        for one, key in zip(pattern, keys, strict=True)
    )


@lru_cache(maxsize=4096)
def _compiled(text: str) -> re.Pattern[str]:
    try:
        return re.compile(translate(re.sub(r"\*{2,}", "*", text)))
    except re.error:
        return re.compile(re.escape(text))


class Inheritance:
    """Expands one configuration."""

    def __init__(self, root: Node, inactive: Mapping[int, tuple[Node, int]], lists: Set[int]) -> None:
        self._root = root
        self._lists = lists
        self._inactive = {key: line for key, (_, line) in inactive.items()}
        groups = root.children.get("groups")
        found = groups.children.values() if groups is not None else ()
        self._groups = {node.key: node for node in found if id(node) not in self._inactive}
        self._made = 0
        self._merged: dict[tuple[int, ...], Node] = {}
        self._special: set[int] = set()
        self.faults: list[tuple[Node, str]] = []
        self._missing: set[str] = set()
        self.applied: set[str] = set()

    def expanded(self) -> Node:
        """Return the configuration without groups, with what they bring."""
        self._mark(self._root)
        root = self._root
        if "groups" in root.children:
            kept = {step: node for step, node in root.children.items() if step != "groups"}
            root = Node("", root.file, root.line, root.end_line, (), (), kept)
            if id(self._root) in self._special or any(id(node) in self._special for node in kept.values()):
                self._special.add(id(root))
        expanded = self._node(((root, ""),), _Place(None, "", (), self._groups))
        if self._made > _MOST_NODES:
            self.faults.append((root, "groups are applied so often that not all of them are followed"))
        expanded = _with_ranges(expanded, self.faults)
        return _with_apply_paths(expanded)

    def idle_groups(self) -> tuple[Node, ...]:
        """Return the groups that nothing applies, once the configuration is expanded."""
        return tuple(node for name, node in self._groups.items() if name not in self.applied)

    def _mark(self, root: Node) -> None:
        """Find the nodes below which something is inherited or deactivated, or stands for other names."""
        order: list[tuple[Node, Node | None]] = [(root, None)]
        for node, _ in order:
            order += ((child, node) for child in node.children.values())
        for node, parent in reversed(order):
            own = id(node) in self._special or id(node) in self._inactive
            own = own or APPLY in node.children or _EXCEPT in node.children or is_pattern(node.keys)
            if own:
                self._special.add(id(node))
                if parent is not None:
                    self._special.add(id(parent))

    def _is_active(self, node: Node) -> bool:
        return id(node) not in self._inactive

    def _applied(self, node: Node, name: str) -> tuple[str, ...]:
        found = node.children.get(name)
        return found.values if found is not None and self._is_active(found) else ()

    def _all(self, sources: _Sources, place: _Place) -> _Sources:
        """Return sources with the groups that each applies behind it."""
        refused = {name for node, _ in sources for name in self._applied(node, _EXCEPT)}
        found: list[tuple[Node, str]] = []
        seen: set[int] = set()
        pending = [(node, group) for node, group in reversed(sources) if group not in refused or not group]
        while pending:
            node, group = pending.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            found.append((node, group))
            names = self._applied(node, APPLY)
            self.applied.update(names)
            self._report_missing(node, names)
            brought = [(one, name) for name in names if name not in refused for one in place.of(name)]
            pending += ((one, name) for one, name in reversed(brought) if self._is_active(one))
        return tuple(found)

    def _report_missing(self, node: Node, names: tuple[str, ...]) -> None:
        for name in names:
            if name not in self._groups and name not in self._missing and name != "junos-defaults":
                self._missing.add(name)
                self.faults.append((node.children[APPLY], f"there is no group {name!r}"))

    def _node(self, sources: _Sources, place: _Place) -> Node:
        """Return one container or entry with all that its sources say."""
        if len(sources) == 1 and id(sources[0][0]) not in self._special:
            return sources[0][0]
        sources = self._all(sources, place)
        first = sources[0][0]
        key = tuple(id(node) for node, _ in sources)
        is_shared = not any(id(node) in self._special for node, _ in sources)
        if is_shared and key in self._merged:
            return self._merged[key]
        self._made += len(sources)
        made = first.with_children({})
        if self._made <= _MOST_NODES:
            self._fill(made, sources, place)
        if is_shared:
            self._merged[key] = made
        return made

    def _fill(self, made: Node, sources: _Sources, place: _Place) -> None:
        by_step: dict[Step, list[tuple[Node, str]]] = {}
        for node, group in sources:
            for step, child in node.children.items():
                if id(child) in self._inactive:
                    made.remove(step, self._inactive[id(child)])
                elif step not in (APPLY, _EXCEPT):
                    by_step.setdefault(step, []).append((child, group))
        for step, found in by_step.items():
            assert isinstance(step, str)
            first = found[0][0]
            if first.is_list:
                entries = self._list(step, found, place)
                if entries.children:
                    made.children[step] = entries
                elif (gone := entries.removed_below()) is not None:
                    made.remove(step, gone.line)
            elif first.is_leaf:
                made.children[step] = self._leaf([node for node, _ in found if node.is_leaf])
            else:
                nodes = tuple(one for one in found if not one[0].is_leaf)
                child = self._node(nodes, _Place(place, step, (), {}))
                # A block of a group in which nothing but wildcards stands brings nothing where no name fits.
                if child.children or not first.children:
                    made.children[step] = child
                elif (gone := child.removed_below()) is not None:
                    made.remove(step, gone.line)

    def _leaf(self, found: list[Node]) -> Node:
        """Return the first; values of a list are added to it."""
        first = found[0]
        lines: dict[str, int] = {}
        for node in found:
            for value in node.values:
                lines.setdefault(value, node.line_of(value).line)
        values = tuple(lines)
        if id(first) not in self._lists or values == first.values:
            return first
        made = Node(first.name, first.file, first.line, first.end_line, (), values, NO_CHILDREN)
        made.value_lines = tuple(lines.values())
        return made

    def _list(self, name: str, lists: list[tuple[Node, str]], place: _Place) -> Node:
        first = lists[0][0]
        made = first.with_children({})
        if len(lists) == 1 and id(first) not in self._special:
            return first
        known: dict[Step, None] = {}
        for node, group in lists:
            for keys, entry in node.children.items():
                if id(entry) in self._inactive:
                    made.remove(keys, self._inactive[id(entry)])
                elif not (group and is_pattern(entry.keys)):
                    known[keys] = None
        for keys in known:
            assert isinstance(keys, tuple)
            sources: list[tuple[Node, str]] = []
            for node, group in lists:
                exact = node.children.get(keys)
                if exact is not None and self._is_active(exact):
                    sources.append((exact, group))
                if group:
                    fitting = place.patterns.fitting(node, keys)
                    sources += ((one, group) for one in fitting if self._is_active(one))
            made.children[keys] = self._node(tuple(sources), _Place(place, name, keys, {}))
        return made


# Ranges of interfaces


def _with_ranges(root: Node, faults: list[tuple[Node, str]]) -> Node:
    """Return a configuration in which the members of each range of interfaces have what the range says."""
    interfaces = root.children.get("interfaces")
    ranges = interfaces.children.get("interface-range") if interfaces is not None else None
    if interfaces is None or ranges is None:
        return root
    own = interfaces.children.get("interface")
    entries = dict(own.children) if own is not None else {}
    members: dict[str, tuple[str, ...]] = {}
    by_member: dict[str, list[Node]] = {}
    for one in ranges.children.values():
        names, because = members_of_range(one, [keys[0] for keys in entries if isinstance(keys, tuple)])
        members[one.key] = names
        if because:
            faults.append((one, because))
        for name in names:
            by_member.setdefault(name, []).append(one)
    made: dict[tuple[int, ...], dict[Step, Node]] = {}
    for name, found in by_member.items():
        known = entries.get((name,))
        sources = ([known] if known is not None else []) + found
        key = tuple(id(node) for node in sources)
        children = made.get(key)
        if children is None:
            children = made[key] = _merged_children(sources)
        first = sources[0]
        entries[(name,)] = Node("interface", first.file, first.line, first.end_line, (name,), (), children)
        entries[(name,)].removed = first.removed
    line = own.line if own is not None else ranges.line
    listed = Node("interface", root.file, line, IS_LIST, (), (), entries)
    listed.removed = own.removed if own is not None else None
    rest = {step: node for step, node in interfaces.children.items() if step not in ("interface", "interface-range")}
    changed = Node(
        "interfaces", interfaces.file, interfaces.line, interfaces.end_line, (), (), {**rest, "interface": listed}
    )
    children = {step: changed if step == "interfaces" else node for step, node in root.children.items()}
    return _with_range_names(Node("", root.file, root.line, root.end_line, (), (), children), members, changed)


def _merged_children(sources: list[Node]) -> dict[Step, Node]:
    """Return what several nodes say together, the first before the others; members of a range are no part of it."""
    by_step: dict[Step, list[Node]] = {}
    for node in sources:
        for step, child in node.children.items():
            if step not in ("member", "member-range"):
                by_step.setdefault(step, []).append(child)
    found: dict[Step, Node] = {}
    for step, nodes in by_step.items():
        first = nodes[0]
        if len(nodes) == 1 or first.is_leaf:
            found[step] = first
        else:
            found[step] = Node(
                first.name, first.file, first.line, first.end_line, first.keys, (), _merged_children(nodes)
            )
    return found


def _with_range_names(node: Node, members: dict[str, tuple[str, ...]], interfaces: Node) -> Node:
    """Return a node with the members of a range where blocks below it name the range as an interface.

    `interfaces` is the block that defines them, which stays as it is.
    """
    changed: dict[Step, Node] = {}
    for step, child in node.children.items():
        if not child.is_leaf and child is not interfaces:
            made = _with_range_names(child, members, interfaces)
            if made is not child:
                changed[step] = made
    entries = {**node.children, **changed}
    if node.is_list and node.name == "interface" and any(_base(keys) in members for keys in entries):
        entries = _spread(entries, members)
    elif not changed:
        return node
    return node.with_children(entries)


def _base(keys: Step) -> str:
    return keys[0].partition(".")[0] if isinstance(keys, tuple) else ""


def _spread(entries: dict[Step, Node], members: dict[str, tuple[str, ...]]) -> dict[Step, Node]:
    found: dict[Step, Node] = {}
    for keys, entry in entries.items():
        base, dot, unit = entry.key.partition(".")
        names = members.get(base)
        if names is None:
            found.setdefault(keys, entry)
            continue
        for name in names:
            key = (name + dot + unit, *entry.keys[1:])
            own = found.get(key) or entries.get(key)
            first = own or entry
            children = _merged_children([own, entry]) if own is not None else entry.children
            found[key] = Node(entry.name, entry.file, first.line, first.end_line, key, (), children)
    return found


# Lists of prefixes from paths


def _with_apply_paths(root: Node) -> Node:
    """Return a configuration with the prefix lists that `apply-path` makes of addresses elsewhere in it."""
    policies = root.children.get("policy-options")
    lists = policies.children.get("prefix-list") if policies is not None else None
    if policies is None or lists is None or not any("apply-path" in one.children for one in lists.children.values()):
        return root
    entries = {step: _with_apply_path(root, one) for step, one in lists.children.items()}
    made = Node(lists.name, lists.file, lists.line, IS_LIST, (), (), entries)
    children = {**policies.children, "prefix-list": made}
    changed = Node(policies.name, policies.file, policies.line, policies.end_line, (), (), children)
    return Node("", root.file, root.line, root.end_line, (), (), {**root.children, "policy-options": changed})


def _with_apply_path(root: Node, one: Node) -> Node:
    path = one.children.get("apply-path")
    if path is None or not path.value:
        return one
    path.accounted = True
    own = one.children.get("prefix-list-item")
    found: dict[Step, Node] = dict(own.children) if own is not None else {}
    for value in _at_path(root, path.value.split()):
        found.setdefault((value,), Node("prefix-list-item", path.file, path.line, path.end_line, (value,), (), {}))
    items = Node("prefix-list-item", path.file, path.line, IS_LIST, (), (), found)
    children = {**one.children, "prefix-list-item": items}
    return Node(one.name, one.file, one.line, one.end_line, one.keys, (), children)


def _at_path(root: Node, words: list[str]) -> list[str]:
    """Return the names that the last word of a path stands for: `interfaces <*> unit <*> family inet address <*>`."""
    nodes = [root]
    for word in words[:-1]:
        nodes = [one for node in nodes for one in _named(node, word)]
    last = words[-1]
    values = [value for node in nodes for child in node.leaves() for value in child.values]
    return [one.key for node in nodes for one in _named(node, last)] + [one for one in values if fits((last,), (one,))]


def _named(node: Node, word: str) -> list[Node]:
    """Return the children with a name, else entries whose key it is; names of lists may be left out."""
    child = node.children.get(word)
    if child is not None:
        return [child]
    lists = [node] if node.is_list else [one for one in node.children.values() if one.is_list]
    return [one for entries in lists for one in entries.children.values() if fits((word,), one.keys[:1])]
