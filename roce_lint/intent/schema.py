"""The JSON schema of an intent, for editors and for messages about unknown keys."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from roce_lint.intent.model import Intent
from roce_lint.intent.model_platform import OwnPlatform
from roce_lint.text.json_value import Json

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_WRITTEN = {"length": "{} m", "duration": "{} us", "size": "{} B", "speed": "{}G", "percent": "{}%"}


def intent_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) that every valid intent satisfies; defaults stand as people write them."""
    return schema_of(Intent, "roce-lint intent")


def platform_schema() -> dict[str, Json]:
    """Return the JSON schema of one entry of `platforms` in an intent."""
    return schema_of(OwnPlatform, "roce-lint platform")


def schema_of(model: type[BaseModel], title: str) -> dict[str, Json]:
    """Return the JSON schema of a file that people write, as a model takes it."""
    schema: dict[str, Json] = {"$schema": DIALECT}
    schema.update(model.model_json_schema(by_alias=True))
    schema["title"] = title
    _tidy(schema)
    return schema


def _tidy(node: Json) -> None:
    """Write defaults in bytes, metres and microseconds as a person would, and drop what says nothing, everywhere."""
    if isinstance(node, list):
        for item in node:
            _tidy(item)
    if not isinstance(node, dict):
        return
    kind, default = node.get("format"), node.get("default")
    if isinstance(kind, str) and kind in _WRITTEN and isinstance(default, int):
        node["default"] = _WRITTEN[kind].format(default)
    if isinstance(default, dict):
        # The defaults of a part are documented where they stand, key by key; an editor needs no copy of them here.
        node["default"] = {}
    if "default" in node and default is None:
        del node["default"]
    properties = node.get("properties")
    for member in properties.values() if isinstance(properties, dict) else ():
        if isinstance(member, dict):
            # pydantic makes titles of the keys, which say nothing that the keys do not say
            member.pop("title", None)
    if kind == "threshold" and "default" in node:
        node["default"] = "auto"
    for item in node.values():
        _tidy(item)


def known_keys(schema: Mapping[str, Json], path: Sequence[str | int]) -> tuple[str, ...]:
    """Return the keys that a mapping at `path` may have, in order; empty where any key may stand."""
    node = resolved(schema, dict(schema))
    for step in path:
        properties, items, others = node.get("properties"), node.get("items"), any_member(node)
        below: Json = items if isinstance(step, int) else others
        if isinstance(properties, dict) and isinstance(step, str) and step in properties:
            below = properties[step]
        if not isinstance(below, dict):
            return ()
        node = resolved(schema, below)
    properties = node.get("properties")
    return tuple(properties) if isinstance(properties, dict) else ()


def schema_text() -> str:
    """Return the schema of intents as the file that editors read."""
    return json.dumps(intent_schema(), indent=2, sort_keys=True) + "\n"


def any_member(node: dict[str, Json]) -> Json:
    """Return what stands under every key of a mapping whose keys are names; nothing for other mappings."""
    patterns = node.get("patternProperties")
    if isinstance(patterns, dict) and len(patterns) == 1:
        return next(iter(patterns.values()))
    return node.get("additionalProperties")


def resolved(schema: Mapping[str, Json], node: dict[str, Json]) -> dict[str, Json]:
    """Return `node` with its reference followed; of alternatives the last that is not null."""
    options = node.get("anyOf")
    if isinstance(options, list) and "format" not in node:
        chosen = [option for option in options if isinstance(option, dict) and option.get("type") != "null"]
        if chosen:
            return resolved(schema, chosen[-1])
    reference, definitions = node.get("$ref"), schema.get("$defs")
    if isinstance(reference, str) and isinstance(definitions, dict):
        found = definitions.get(reference.removeprefix("#/$defs/"))
        return found if isinstance(found, dict) else {}
    return node
