"""The configuration of an SR Linux switch, through the templates in `templates/srlinux`."""

from __future__ import annotations

import json

from roce_lint.errors import ExtraLineError, Problem, TemplateError
from roce_lint.intent.view import SwitchView
from roce_lint.model.releases import ReleaseNumbers
from roce_lint.os.contract import Printer
from roce_lint.os.srlinux.cli_form import parse_cli_form
from roce_lint.os.srlinux.grammar import written_tree
from roce_lint.os.srlinux.parsed import Header
from roce_lint.os.srlinux.releases import MODELLED_RELEASE, release_numbers
from roce_lint.os.srlinux.view import srl_view
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.json_value import Json
from roce_lint.text.schema import Kind, Schema
from roce_lint.text.tree import Node

FORMS = ("json", "set", "both")
"""Start-up file and gNMI set; flat `set /` lines for the CLI; both."""


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return the forms that are wanted; with two of them the lines lie apart, so that no folder has a switch twice."""
    values = {"view": view, "srl": srl_view(view, platform)}
    flat = printer("srlinux/device.j2", values)
    files = []
    if form != "set":
        _check_extra(view)
        startup = startup_json(flat, release_numbers(view.release), "srlinux/device.j2")
        files.append((f"configs/{view.name}.json", startup))
    if form != "json":
        folder = "configs" if form == "set" else "set-lines"
        files.append((f"{folder}/{view.name}.cfg", flat))
    return tuple(files)


def _check_extra(view: SwitchView) -> None:
    """Raise ExtraLineError for a line of the user's own that the start-up file cannot hold."""
    lines = [*view.extra, *(f"set / interface {one.port} {line}" for one in view.port_extra for line in one.lines)]
    for line in lines:
        unplaced = parse_cli_form("", line, Header(), written_tree()).unplaced
        if unplaced or not line.startswith("set / "):
            why = unplaced[0].because if unplaced else "it does not begin with 'set / '"
            raise ExtraLineError(
                line,
                f"{view.name}: the start-up file of SR Linux cannot hold the extra line {line!r}: {why}; render form"
                " 'set', or change the line",
            )


_LISTS_BEFORE_25_3 = frozenset(("pfc-pause-frame-priority",))
"""Leaf-lists of one value that became leaves with 25.3 (srlinux-yang-models, tags v24.10.1 and v25.3.1)."""


def startup_json(flat: str, release: ReleaseNumbers = MODELLED_RELEASE, path: str = "") -> str:
    """Return the configuration that the `set /` lines of `flat` make, as the JSON of a start-up file.

    `release` is year and month of the release that will load it. Raises TemplateError, with `path` and the line, for
    a line that the model has no place for and for a value of another type.
    """
    schema = written_tree()
    parsed = parse_cli_form(path, flat, Header(), schema)
    problems = [Problem(path, piece.line, 0, f"{piece.because}; print lines of the model") for piece in parsed.unplaced]
    if problems:
        raise TemplateError(*problems)
    arrays = _LISTS_BEFORE_25_3 if release < (25, 3) else frozenset[str]()
    return json.dumps(_members(parsed.root, schema, arrays), indent=2, ensure_ascii=False) + "\n"


def _members(node: Node, schema: Schema, arrays: frozenset[str]) -> dict[str, Json]:
    """Return the members of a node, in the order in which the lines stated them; keys come first, then leaves."""
    out: dict[str, Json] = {}
    for key, text in zip(schema.keys, node.keys, strict=True):
        out[key] = _value(schema.children[key], node, text)
    for leaf in node.leaves():
        name = schema.children[leaf.name]
        values: list[Json] = [_value(name, leaf, text) for text in leaf.values]
        plural = name.kind is Kind.LEAF_LIST or leaf.name in arrays
        out[_qualified(name, schema)] = values if plural else values[0] if values else [None]
    for inner in node.children.values():
        if inner.is_leaf:
            continue
        name = schema.children[inner.name]
        entries: list[Json] = [_members(entry, name, arrays) for entry in node.select(inner.name)]
        out[_qualified(name, schema)] = entries if name.kind is Kind.LIST else entries[0]
    return out


def _qualified(name: Schema, parent: Schema) -> str:
    return name.name if name.module == parent.module else f"{name.module}:{name.name}"


def _value(name: Schema, leaf: Node, text: str) -> Json:
    """Return a value in the JSON type of its leaf."""
    kind = name.value_type
    if kind == "bool" and text in ("true", "false"):
        return text == "true"
    if kind == "int|word":
        return int(text) if text.isdecimal() else text
    if kind == "int" and text.isdecimal():
        return int(text)
    if kind == "int64" and text.isdecimal():
        return text
    if kind.startswith("identity:"):
        return f"srl_nokia-{kind.removeprefix('identity:')}:{text}"
    if kind in ("bool", "int", "int64"):
        wanted = "true or false" if kind == "bool" else "a whole number"
        raise TemplateError(Problem(leaf.file, leaf.line, 0, f"{name.name} is {text!r}; it has to be {wanted}"))
    return text
