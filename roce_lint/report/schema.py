"""The JSON schema of the report, for programs that read it."""

from __future__ import annotations

from enum import Enum

from roce_lint.judge.finding import SuppressionKind
from roce_lint.judge.rule import Confidence, Severity, Verdict
from roce_lint.report.as_json import SCHEMA_VERSION, Json

_TEXT: dict[str, Json] = {"type": "string"}
_COUNT: dict[str, Json] = {"type": "integer", "minimum": 0}


def report_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) of what `report_json` writes.

    Unknown keys are allowed: a reader should ignore what it does not know, since later releases may add keys.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "roce-lint report",
        **_object(
            schema={"const": SCHEMA_VERSION},
            tool=_object(name={"const": "roce-lint"}, version=_TEXT),
            summary=_object(
                **dict.fromkeys(("devices", "files", *_values(Severity), "undetermined", "unread"), _COUNT),
                **dict.fromkeys(("waived", "baseline", "skipped", "unreadable", "suppressed"), _COUNT),
            ),
            profile=_object(id=_TEXT, name=_TEXT, how=_TEXT),
            domain=_object(ports=_COUNT, inside=_COUNT, how=_TEXT),
            findings=_list(finding_schema()),
            unread=_list(_object(path=_TEXT, line=_COUNT, text=_TEXT, because=_TEXT)),
            restrictions=_list(_TEXT),
            coverage=_list(_coverage()),
            skipped=_list(_object(path=_TEXT, because=_TEXT)),
            unreadable=_list(_object(path=_TEXT, line=_COUNT, message=_TEXT)),
        ),
    }


def finding_schema() -> dict[str, Json]:
    """Return the schema of one finding."""
    suppression = _object(
        by=_choice(SuppressionKind), **dict.fromkeys(("reason", "owner", "expires", "path"), _TEXT), line=_COUNT
    )
    place = _object(device=_TEXT, object=_TEXT, path=_TEXT, line=_COUNT)
    return _object(
        rule={"type": "string", "pattern": "^[a-z][a-z0-9-]*$"},
        code={"type": "string", "pattern": "^[A-Z]{2,5}-[0-9]{3}$"},
        family=_TEXT,
        severity=_choice(Severity),
        verdict={"enum": [Verdict.VIOLATED.value, Verdict.UNDETERMINED.value]},
        confidence=_choice(Confidence),
        **dict.fromkeys(("message", "why", "device", "object", "path", "fix"), _TEXT),
        **dict.fromkeys(("line", "end_line"), _COUNT),
        related=_list(_object(path=_TEXT, line=_COUNT, message=_TEXT)),
        places={**_list(place), "minItems": 1},
        steps=_list(_object(device=_TEXT, object=_TEXT, path=_TEXT, line=_COUNT, message=_TEXT)),
        fingerprint={"type": "string", "pattern": "^[0-9a-f]{32}$"},
        waived={"anyOf": [{"type": "null"}, suppression]},
    )


def _coverage() -> dict[str, Json]:
    """Return the schema of what one rule looked at."""
    counts = ("judged", "satisfied", "violated", "undetermined", "not_applicable", "suppressed")
    return _object(rule=_TEXT, code=_TEXT, **dict.fromkeys(counts, _COUNT))


def _object(**properties: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of an object that has all of these properties."""
    return {"type": "object", "properties": {**properties}, "required": [*properties]}


def _list(items: dict[str, Json]) -> dict[str, Json]:
    return {"type": "array", "items": items}


def _values(choices: type[Enum]) -> list[str]:
    return [str(member.value) for member in choices]


def _choice(choices: type[Enum]) -> dict[str, Json]:
    return {"enum": [*_values(choices)]}
