"""JSON schemas of the files that people write besides intents: rules, waivers and settings, for their editors."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.example_text import EXAMPLE_KEYS
from roce_lint.judge.rule import Confidence, Severity, Verdict
from roce_lint.judge.rule_file import CODE_PATTERN, EVIDENCE_KEYS, ID_PATTERN, RULE_KEYS
from roce_lint.judge.waiver_file import WAIVER_KEYS
from roce_lint.model.terms import FILE_KINDS
from roce_lint.os.registry import system_names
from roce_lint.settings.load import KEYS
from roce_lint.settings.values import MOST_JOBS, MOST_OF_A_THRESHOLD
from roce_lint.text.json_value import Json

_SCHEMA = "https://json-schema.org/draft/2020-12/schema"
_TEXT: dict[str, Json] = {"type": "string"}
_TEXTS: dict[str, Json] = {"type": "array", "items": _TEXT}
_FLAG: dict[str, Json] = {"type": "boolean"}


def rule_schema() -> dict[str, Json]:
    """Return the schema of one rule file; what conditions may name is checked by `roce-lint rules test`."""
    systems: list[Json] = [*sorted(system_names())]
    kinds: dict[str, Json] = {
        "id": {"type": "string", "pattern": f"^{ID_PATTERN}$"},
        "code": {"type": "string", "pattern": f"^{CODE_PATTERN}$"},
        "severity": _one_of(Severity),
        "confidence": _one_of(Confidence),
        "must_know": _FLAG,
        "waivable": _FLAG,
        "for": {"enum": [*sorted(VOCABULARY)]},
        "thresholds": {"type": "object", "additionalProperties": {"type": "number", "minimum": 0}},
        "fix_by_os": {"type": "object", "propertyNames": {"enum": systems}, "additionalProperties": _TEXT},
        "sources": {"type": "array", "items": _TEXT, "minItems": 1},
        "evidence": {
            "type": "object",
            "properties": dict.fromkeys(EVIDENCE_KEYS, _TEXT),
            "additionalProperties": False,
            "maxProperties": 1,
        },
        "examples": {"type": "array", "items": _example()},
        **dict.fromkeys(("when", "related", "suppressed_by"), _TEXTS),
    }
    return {"$schema": _SCHEMA, "title": "roce-lint rule", **_object(RULE_KEYS, kinds)}


def _example() -> dict[str, Json]:
    kinds: dict[str, Json] = {
        "vendor": {"enum": [*sorted((*system_names(), *FILE_KINDS))]},
        "verdict": _one_of(Verdict),
        "lines": {"type": "array", "items": {"type": ["integer", "string"]}},
        "files": {"type": "object", "additionalProperties": _TEXT},
        "shared": _TEXTS,
    }
    return {**_object(EXAMPLE_KEYS, kinds), "oneOf": [{"required": ["config"]}, {"required": ["diff"]}]}


def waivers_schema() -> dict[str, Json]:
    """Return the schema of a waiver file."""
    day: dict[str, Json] = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$"}
    waiver = _object(WAIVER_KEYS, {"expires": day})
    waivers: dict[str, Json] = {"waivers": {"type": "array", "items": waiver}}
    return {"$schema": _SCHEMA, "title": "roce-lint waivers", **_object({"waivers": True}, waivers)}


def settings_schema() -> dict[str, Json]:
    """Return the schema of `roce-lint.toml`, and of `[tool.roce-lint]` in `pyproject.toml`."""
    patterns: dict[str, Json] = {"type": "object", "additionalProperties": _TEXTS}
    number: dict[str, Json] = {"type": "number", "minimum": 0, "maximum": MOST_OF_A_THRESHOLD}
    numbers: dict[str, Json] = {"type": "object", "additionalProperties": number}
    kinds: dict[str, Json] = {
        "fail-on": _one_of(Severity),
        "jobs": {"anyOf": [{"const": "auto"}, {"type": "integer", "minimum": 1, "maximum": MOST_JOBS}]},
        "allow-unread": _FLAG,
        "cache": _FLAG,
        "domain": _object({"include": False, "exclude": False}, {"include": patterns, "exclude": patterns}),
        "per-device-ignores": patterns,
        "thresholds": {"type": "object", "additionalProperties": numbers},
        **dict.fromkeys(("paths", "rules", "select", "ignore", "exclude", "allow-removals"), _TEXTS),
    }
    return {"$schema": _SCHEMA, "title": "roce-lint settings", **_object(dict.fromkeys(KEYS, False), kinds)}


def _object(keys: Mapping[str, bool], kinds: Mapping[str, Json]) -> dict[str, Json]:
    """Return an object of these keys, True where one is needed; a key without a kind holds a text."""
    return {
        "type": "object",
        "properties": {key: kinds.get(key, _TEXT) for key in keys},
        "required": [key for key, needed in keys.items() if needed],
        "additionalProperties": False,
    }


def _one_of(choice: type[Enum]) -> dict[str, Json]:
    return {"enum": [member.value for member in choice]}
