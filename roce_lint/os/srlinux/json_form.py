"""The JSON form: startup files with module prefixes, and `info | as json`, which has none."""

from __future__ import annotations

from roce_lint.os.srlinux.builder import TreeBuilder
from roce_lint.os.srlinux.grammar import TREE, Kind, Name
from roce_lint.os.srlinux.json_text import NO_FAULT, JsonArray, JsonObject, JsonScalar, JsonValue, parse_json
from roce_lint.os.srlinux.json_usual import (
    METADATA,
    NOT_CONFIGURATION,
    Members,
    Plain,
    UsualFiller,
    bare_identity,
    lines_behind,
    text_of,
    usual_members,
)
from roce_lint.os.srlinux.tree import Block, Header, Parsed
from roce_lint.text.patterns import late_pattern

_QUOTED_BOOLEAN = late_pattern(
    r'"(?:[\w-]+:)?(?P<name>pfc-enable|enable-pfc|enable-ecn|slope-enabled|enable|receive|transmit|vlan-tagging)"\s*:\s*'
    r'(?P<value>"(?:true|false)")'
)


def parse_json_form(file: str, text: str, first_line: int = 1) -> Parsed:
    """Return the tree of a JSON configuration; `first_line` is the number of the text's first line. Never raises."""
    try:
        usual = usual_members(text)
        if usual is not None:
            return _parse_usual(file, *usual, text, first_line)
    except RecursionError:
        # What is nested as deeply as no configuration is followed on a stack of its own.
        pass
    builder = TreeBuilder(file)
    value, fault, rest = parse_json(text, first_line)
    header = Header()
    if isinstance(value, JsonObject):
        builder.root.end_line = value.end_line
        header = _header_of(value.get("_preamble"))
        _fill(builder, builder.root, TREE, value, ())
    if fault is not NO_FAULT:
        builder.stray(fault.line, ("qos",), "", f"{fault.because}; what follows was not read")
    else:
        _report_rest(builder, value.end_line, rest)
    _report_quoted_booleans(builder, text, first_line)
    return Parsed(builder.root, tuple(builder.strays), header)


def _parse_usual(file: str, members: Members, end: int, text: str, first_line: int) -> Parsed:
    """Return what `parse_json_form` does of a text as devices write it."""
    builder = TreeBuilder(file)
    filler = UsualFiller(builder, first_line)
    filler.fill(builder.root, TREE, members, ())
    builder.root.end_line = filler.line
    _report_rest(builder, filler.line, text[end:])
    _report_quoted_booleans(builder, text, first_line)
    return Parsed(builder.root, tuple(builder.strays), _header_of(_preamble(members, first_line)))


def _report_quoted_booleans(builder: TreeBuilder, text: str, first_line: int) -> None:
    """Keep switches that are strings: RFC 7951 writes a boolean without quotes, and the device takes nothing else."""
    if '"true"' not in text and '"false"' not in text:
        return
    for found in _QUOTED_BOOLEAN.finditer(text):
        line = first_line + text.count("\n", 0, found.start())
        because = f"{found['name']} is a boolean, and {found['value']} is a string: the device refuses it"
        builder.stray(line, ("qos", found["name"]), found.group(), because)


def _report_rest(builder: TreeBuilder, end_line: int, rest: str) -> None:
    """Keep what stands after the closing brace, prompts and blank lines excepted."""
    for offset, line in enumerate(rest.split("\n")):
        if line.strip() and not line.lstrip().startswith(("--{", "A:", "B:", "#")):
            builder.stray(end_line + offset, ("qos",), line, "it stands after the end of the JSON configuration")
            return


def _fill(builder: TreeBuilder, block: Block, grammar: Name, json: JsonObject, path: tuple[str, ...]) -> None:
    """Put the members of `json` into `block`; the depth is bounded by the model's."""
    seen: set[str] = set()
    for member, line, value in json.members:
        bare = member.rpartition(":")[2]
        if member in NOT_CONFIGURATION or member.startswith(METADATA):
            continue
        name = grammar.children.get(bare)
        if name is None:
            if not grammar.passed_over:
                builder.stray(line, path, f'"{member}"', f"the model has no {bare!r} here", value.end_line)
            continue
        if bare in seen:
            builder.stray(line, (*path, bare), f'"{member}"', f"{bare!r} is stated twice in one object", value.end_line)
        seen.add(bare)
        _place(builder, block, name, (line, value), path)


def _place(
    builder: TreeBuilder, block: Block, name: Name, placed: tuple[int, JsonValue], path: tuple[str, ...]
) -> None:
    line, value = placed
    below = (*path, name.name)
    match name.kind, value:
        case Kind.CONTAINER, JsonObject():
            inner = builder.enter(block, name.name, (), line, value.end_line)
            _fill(builder, inner, name, value, below)
        case Kind.LIST, JsonArray(items=items):
            _fill_list(builder, block, name, items, below)
        case Kind.LIST, JsonObject():
            _fill_list(builder, block, name, [value], below)
        case Kind.LEAF, JsonScalar():
            builder.put(block, name.name, (bare_identity(name, value.text),), line)
        case Kind.LEAF, JsonArray(items=[JsonScalar(is_null=True)]):
            builder.put(block, name.name, (), line)
        case Kind.LEAF | Kind.LEAF_LIST, JsonArray(items=items) if all(isinstance(i, JsonScalar) for i in items):
            texts = tuple(bare_identity(name, item.text) for item in items if isinstance(item, JsonScalar))
            builder.put(block, name.name, texts, line)
        case Kind.LEAF_LIST, JsonScalar():
            builder.put(block, name.name, (bare_identity(name, value.text),), line)
        case _:
            because = f"{name.name!r} is a {name.kind.value} in the model, and this value is none"
            builder.stray(line, below, f'"{name.name}"', because, value.end_line)


def _fill_list(builder: TreeBuilder, block: Block, name: Name, items: list[JsonValue], path: tuple[str, ...]) -> None:
    for item in items:
        if not isinstance(item, JsonObject):
            builder.stray(item.line, path, f'"{name.name}"', f"an entry of {name.name!r} has to be an object")
            continue
        keys = _keys_of(name, item)
        if len(keys) < len(name.keys):
            because = f"an entry of {name.name!r} lacks its key {name.keys[len(keys)]!r}"
            builder.stray(item.line, path, f'"{name.name}"', because, item.end_line)
            continue
        entry = builder.enter(block, name.name, keys, item.line, item.end_line)
        _fill(builder, entry, name, item, path)
        for key in name.keys:
            if key in entry.leaves:
                entry.leaves[key].understood = True


def _keys_of(name: Name, item: JsonObject) -> tuple[str, ...]:
    """Return the values of the list's keys up to the first that is missing."""
    by_bare = {member.rpartition(":")[2]: value for member, _, value in item.members}
    keys: list[str] = []
    for key in name.keys:
        value = by_bare.get(key)
        if not isinstance(value, JsonScalar) or value.is_null:
            break
        keys.append(bare_identity(name.children.get(key, name), value.text))
    return tuple(keys)


def _preamble(members: Members, line: int) -> JsonValue:
    """Return the last preamble with its lines, a null if there is none."""
    found: JsonValue = JsonScalar(line, "", True)
    last = max((number for number, (member, _) in enumerate(members) if member == "_preamble"), default=-1)
    for member, value in members[: last + 1]:
        line += 1
        if member == "_preamble":
            found = _located(value, line)
        line += lines_behind(value)
    return found


def _located(value: Plain, line: int) -> JsonValue:
    """Return a value with its lines; each member, item and bracket takes one."""
    first, end_line = line, line + lines_behind(value)
    if isinstance(value, tuple):
        members: list[tuple[str, int, JsonValue]] = []
        for member, one in value:
            line += 1
            members.append((member, line, _located(one, line)))
            line += lines_behind(one)
        return JsonObject(first, end_line, members)
    if isinstance(value, list):
        items: list[JsonValue] = []
        for one in value:
            line += 1
            items.append(_located(one, line))
            line += lines_behind(one)
        return JsonArray(first, end_line, items)
    return JsonScalar(line, text_of(value), value is None)


def _header_of(preamble: JsonValue) -> Header:
    """Return release and chassis from the preamble that the device writes into its startup file."""
    header = preamble.get("header") if isinstance(preamble, JsonObject) else preamble
    if not isinstance(header, JsonObject):
        return Header()
    release = header.get("release")
    features = header.get("enabled-yang-features")
    chassis, chassis_line = "", 0
    for item in features.items if isinstance(features, JsonArray) else []:
        if isinstance(item, JsonScalar) and item.text.rpartition(":")[2].startswith("platform-7"):
            chassis, chassis_line = item.text.rpartition(":")[2].removeprefix("platform-"), item.line
            break
    if isinstance(release, JsonScalar):
        return Header(release.text.removeprefix("v"), release.line, chassis, chassis_line)
    return Header("", 0, chassis, chassis_line)
