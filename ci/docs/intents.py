"""The reference of every key of an intent, as Markdown: made from the schema, so that it cannot lag behind."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from roce_lint.intent.quantity import KNOWN_SPEEDS_GBPS
from roce_lint.intent.schema import any_member, intent_schema, resolved
from roce_lint.text.json_value import Json

_FORMATS = {
    "length": "length with unit, `30 m`, `2 km`",
    "duration": "time with unit, `50 us`, `200 ms`, `1.5 s`",
    "size": "size with unit, `150 KB` (1000 bytes each), `2 MiB`, `1500 B`",
    "speed": f"one of {', '.join(f'`{speed}G`' for speed in KNOWN_SPEEDS_GBPS)}",
    "ratio": "ratio down to up, `2:1`",
    "percent": "percentage, `20%`",
    "threshold": "`auto`, size `150 KB`, or time at line rate `8 us`",
    "IPv4 prefix": "IPv4 prefix, `10.0.0.0/16`",
    "IPv4 interface address": "IPv4 address with prefix length, `10.100.0.1/24`",
}


def intent_reference() -> str:
    """Return one table for each part of an intent, in the order of the model, ending with a line feed."""
    schema = intent_schema()
    lines: list[str] = []
    for name, node in _parts(schema, "", schema):
        lines += [f"### {name or 'top level'}", "", str(node.get("description", "")), ""]
        lines += ["| key | value | default | meaning |", "| --- | --- | --- | --- |"]
        lines += [_row(schema, key, member, key in _required(node)) for key, member in _members(node)]
        lines.append("")
    return "\n".join(lines)


def _parts(schema: Mapping[str, Json], name: str, node: dict[str, Json]) -> Iterator[tuple[str, dict[str, Json]]]:
    """Yield every mapping with keys of its own: the root, then what stands below it, by the way it is written."""
    yield name, node
    for key, member in _members(node):
        if key == "ecn" and name.endswith("classes[]"):
            continue  # the same as roce.ecn
        below = resolved(schema, member)
        path = f"{name}.{key}" if name else key
        items, others = below.get("items"), any_member(below)
        if isinstance(items, dict):
            below, path = resolved(schema, items), f"{path}[]"
        elif isinstance(others, dict):
            below, path = resolved(schema, others), f"{path}.<name>"
        if "properties" in below:
            yield from _parts(schema, path, below)


def _members(node: dict[str, Json]) -> Iterator[tuple[str, dict[str, Json]]]:
    properties = node.get("properties")
    for key, member in properties.items() if isinstance(properties, dict) else ():
        if isinstance(member, dict):
            yield key, member


def _required(node: dict[str, Json]) -> list[Json]:
    required = node.get("required")
    return required if isinstance(required, list) else []


def _row(schema: Mapping[str, Json], key: str, member: dict[str, Json], required: bool) -> str:
    default = member.get("default", "")
    shown = "required" if required else "" if default in ("", [], {}) else f"`{_plain(default)}`"
    # pydantic leaves the words of a part to the part itself
    words = member.get("description") or resolved(schema, member).get("description", "")
    meaning = str(words).partition("\n")[0].replace("|", "\\|")
    return f"| `{key}` | {_value(schema, member)} | {shown} | {meaning} |"


def _plain(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _value(schema: Mapping[str, Json], member: dict[str, Json]) -> str:
    """Return in a few words what may stand for a key."""
    node = resolved(schema, member)
    kind, choices, options = node.get("format"), node.get("enum"), member.get("anyOf")
    if isinstance(kind, str) and kind in _FORMATS:
        literal = isinstance(options, list) and {"const": "auto", "type": "string"} in options
        return ("`auto` or " if literal else "") + _FORMATS[kind]
    if isinstance(choices, list):
        return ", ".join(f"`{_plain(choice)}`" for choice in choices)
    if isinstance(options, list) and len([one for one in options if one != {"type": "null"}]) > 1:
        return " or ".join(_value(schema, one) for one in options if isinstance(one, dict) and one != {"type": "null"})
    if "const" in node:
        return f"`{_plain(node['const'])}`"
    items = node.get("items")
    if isinstance(items, dict):
        return "list of " + ("mappings" if "properties" in resolved(schema, items) else _value(schema, items))
    return _of_type(node)


def _of_type(node: dict[str, Json]) -> str:
    if node.get("type") == "object":
        return "mapping"
    if node.get("type") == "boolean":
        return "`true` or `false`"
    if node.get("type") == "integer":
        return f"{node['minimum']} to {node['maximum']}" if "minimum" in node else "whole number"
    examples = node.get("examples")
    if isinstance(examples, list) and examples and "default" not in node:
        return f"text, `{_plain(examples[0])}`"
    return "text"
