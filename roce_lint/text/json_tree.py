"""JSON as a tree of nodes: objects are containers, arrays of objects lists, as a schema tells (RFC 7951)."""

from __future__ import annotations

from roce_lint.text.json_places import Members, PlacedJson, Plain, steps_behind, text_of
from roce_lint.text.schema import Kind, Schema
from roce_lint.text.tree import NO_CHILDREN, Node, TreeBuilder
from roce_lint.values import replace

_LEAVES = (Kind.LEAF, Kind.LEAF_LIST)


def fill_from_json(builder: TreeBuilder, placed: PlacedJson, metadata: tuple[str, ...]) -> None:
    """Put the members of a JSON object into the tree that `builder` makes.

    Members whose names begin with one of `metadata` are no configuration.
    """
    if not isinstance(placed.value, tuple):
        return
    filler = _Filler(builder, metadata, placed.first_step)
    filler.fill(builder.root, builder.schema, placed.value, ())
    builder.root.end_line = filler.step
    if not isinstance(placed.first_lines, range):
        _place(builder, placed)


def _place(builder: TreeBuilder, placed: PlacedJson) -> None:
    """Give each node and each piece its lines instead of its steps."""
    first, last = placed.first_lines, placed.last_lines
    builder.root.end_line = last[builder.root.end_line]
    pending = [*builder.root.children.values()]
    while pending:
        node = pending.pop()
        node.line = first[node.line]
        if not node.is_list:
            node.end_line = last[node.end_line]
        if node.children is not NO_CHILDREN:
            pending += node.children.values()
    for number, one in enumerate(builder.unplaced):
        builder.unplaced[number] = replace(one, line=first[one.line], end_line=last[one.end_line])


class _Filler:
    """Puts members into nodes; `step` is the last step that was taken."""

    def __init__(self, builder: TreeBuilder, metadata: tuple[str, ...], step: int) -> None:
        self._builder = builder
        self._metadata = metadata
        self.step = step

    def fill(self, node: Node, schema: Schema, members: Members, path: tuple[str, ...]) -> None:
        """Put the members of one object into `node`; the depth is bounded by the schema's."""
        file, stated, children, seen = node.file, node.children, schema.children, set()
        step = self.step
        for member, value in members:
            step += 1
            child = children.get(member) or self._prefixed(schema, member)
            if child is None:
                step = self._pass_by(schema, member, (step, value), path)
                continue
            name = child.name
            if name in seen:
                because = f"{name!r} is stated twice in one object"
                self._builder.report(step, (*path, name), f'"{member}"', because, step + steps_behind(value))
            seen.add(name)
            if isinstance(value, tuple | list):
                self.step = step
                self._enter(node, child, value, path)
                step = self.step
            elif child.kind in _LEAVES:
                text = text_of(value)
                text = bare_identity(child, text) if ":" in text else text
                stated[name] = Node(name, file, step, step, (), (text,), NO_CHILDREN)
            else:
                self.step = step
                self._misfit(child, value, path)
        self.step = step + 1 if members else step

    def _prefixed(self, schema: Schema, member: str) -> Schema | None:
        """Return what a member is whose name has its module before it, None for what is no configuration."""
        return None if member.startswith(self._metadata) else schema.children.get(member.rpartition(":")[2])

    def _pass_by(self, schema: Schema, member: str, placed: tuple[int, Plain], path: tuple[str, ...]) -> int:
        """Go past a member that the schema does not have here, or that is no configuration; return its last step."""
        step, value = placed
        end = step + steps_behind(value)
        if not member.startswith(self._metadata) and not schema.passed_over:
            because = f"the model has no {member.rpartition(':')[2]!r} here"
            self._builder.report(step, path, f'"{member}"', because, end)
        return end

    def _misfit(self, schema: Schema, value: Plain, path: tuple[str, ...]) -> None:
        because = f"{schema.name!r} is a {schema.kind.value} in the model, and this value is none"
        step, self.step = self.step, self.step + steps_behind(value)
        self._builder.report(step, (*path, schema.name), f'"{schema.name}"', because, self.step)

    def _enter(self, node: Node, schema: Schema, value: list[Plain] | Members, path: tuple[str, ...]) -> None:
        """Put an object or an array into `node`."""
        below = (*path, schema.name)
        if schema.kind is Kind.LIST:
            if isinstance(value, tuple):
                self._entry(node, schema, value, below)
            else:
                self._list(node, schema, value, below)
        elif isinstance(value, tuple) and schema.kind is Kind.CONTAINER:
            is_new = not node.has(schema.name)
            inner = self._builder.container(node, schema.name, self.step)
            self.fill(inner, schema, value, below)
            inner.end_line = self.step if is_new else inner.end_line
        elif isinstance(value, tuple) or schema.kind is Kind.CONTAINER:
            self._misfit(schema, value, path)
        else:
            self._leaf_list(node, schema, value, path)

    def _leaf_list(self, node: Node, schema: Schema, items: list[Plain], path: tuple[str, ...]) -> None:
        texts = [bare_identity(schema, text_of(item)) for item in items if not isinstance(item, tuple | list)]
        if len(texts) < len(items):
            self._misfit(schema, items, path)
            return
        is_empty = schema.kind is Kind.LEAF and items == [None]
        self._builder.state(node, schema.name, () if is_empty else tuple(texts), self.step)
        self.step += len(items) + 1 if items else 0

    def _list(self, node: Node, schema: Schema, items: list[Plain], path: tuple[str, ...]) -> None:
        for item in items:
            self.step += 1
            if isinstance(item, tuple):
                self._entry(node, schema, item, path)
            else:
                because = f"an entry of {schema.name!r} has to be an object"
                self._builder.report(self.step, path, f'"{schema.name}"', because)
                self.step += steps_behind(item)
        self.step += 1 if items else 0

    def _entry(self, node: Node, schema: Schema, members: Members, path: tuple[str, ...]) -> None:
        keys = _keys_of(schema, members)
        if len(keys) < len(schema.keys):
            step, self.step = self.step, self.step + steps_behind(members)
            because = f"an entry of {schema.name!r} lacks its key {schema.keys[len(keys)]!r}"
            self._builder.report(step, path, f'"{schema.name}"', because, self.step)
            return
        is_new = node.entry(schema.name, *keys) is None
        entry = self._builder.entry(node, schema.name, keys, self.step)
        self.fill(entry, schema, members, path)
        entry.end_line = self.step if is_new else entry.end_line
        for key in schema.keys:
            if key in entry.children:
                entry.children[key].accounted = True


def bare_identity(schema: Schema, text: str) -> str:
    """Return an identity without its module."""
    return text.rpartition(":")[2] if schema.value_type.startswith("identity:") else text


def _keys_of(schema: Schema, members: Members) -> tuple[str, ...]:
    """Return the values of the list's keys up to the first that is missing."""
    by_name = dict(members)
    if ":" in "".join(by_name):
        by_name = {member.rpartition(":")[2]: value for member, value in members}
    keys: list[str] = []
    for key in schema.keys:
        value = by_name.get(key)
        if value is None or isinstance(value, tuple | list):
            break
        keys.append(bare_identity(schema.children.get(key, schema), text_of(value)))
    return tuple(keys)
