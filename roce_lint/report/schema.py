"""The JSON schema of the report, for programs that read it."""

from __future__ import annotations

from enum import Enum

from roce_lint.judge.finding import SuppressionKind
from roce_lint.judge.rule import Confidence, Severity, Verdict
from roce_lint.report.as_json import SCHEMA_VERSION
from roce_lint.text.json_value import Json

TEXT: dict[str, Json] = {"type": "string"}
COUNT: dict[str, Json] = {"type": "integer", "minimum": 0}


def report_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) of what `report_json` writes.

    Unknown keys are allowed: a reader should ignore what it does not know, since later releases may add keys.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "roce-lint report",
        **with_properties(
            schema={"const": SCHEMA_VERSION},
            tool=with_properties(name={"const": "roce-lint"}, version=TEXT),
            summary=with_properties(
                **dict.fromkeys(("devices", "files", *_values(Severity), "undetermined", "unread"), COUNT),
                **dict.fromkeys(("waived", "baseline", "skipped", "unreadable", "suppressed"), COUNT),
            ),
            profile=with_properties(id=TEXT, name=TEXT, how=TEXT),
            domain=with_properties(ports=COUNT, inside=COUNT, how=TEXT),
            findings=listed(finding_schema()),
            unread=listed(with_properties(path=TEXT, line=COUNT, text=TEXT, because=TEXT)),
            restrictions=listed(TEXT),
            coverage=listed(_coverage()),
            skipped=listed(with_properties(path=TEXT, because=TEXT)),
            unreadable=listed(problem_schema()),
        ),
    }


def finding_schema() -> dict[str, Json]:
    """Return the schema of one finding."""
    suppression = with_properties(
        by=_choice(SuppressionKind), **dict.fromkeys(("reason", "owner", "expires", "path"), TEXT), line=COUNT
    )
    place = with_properties(device=TEXT, object=TEXT, path=TEXT, line=COUNT)
    return with_properties(
        rule={"type": "string", "pattern": "^[a-z][a-z0-9-]*$"},
        code={"type": "string", "pattern": "^[A-Z]{2,5}-[0-9]{3}$"},
        family=TEXT,
        severity=_choice(Severity),
        verdict={"enum": [Verdict.VIOLATED.value, Verdict.UNDETERMINED.value]},
        confidence=_choice(Confidence),
        **dict.fromkeys(("message", "why", "device", "object", "path", "fix"), TEXT),
        fixable={"type": "boolean"},
        **dict.fromkeys(("line", "end_line"), COUNT),
        related=listed(problem_schema()),
        places={**listed(place), "minItems": 1},
        steps=listed(with_properties(device=TEXT, object=TEXT, path=TEXT, line=COUNT, message=TEXT)),
        waiting=listed(with_properties(rule=TEXT, code=TEXT, places=listed(place))),
        fingerprint={"type": "string", "pattern": "^[0-9a-f]{32}$"},
        waived={"anyOf": [{"type": "null"}, suppression]},
    )


def problem_schema() -> dict[str, Json]:
    """Return the schema of a message with its place."""
    return with_properties(path=TEXT, line=COUNT, message=TEXT)


def _coverage() -> dict[str, Json]:
    """Return the schema of what one rule looked at."""
    counts = ("judged", "satisfied", "violated", "undetermined", "not_applicable", "suppressed")
    return with_properties(rule=TEXT, code=TEXT, **dict.fromkeys(counts, COUNT))


def with_properties(**properties: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of an object that has all of these properties."""
    return {"type": "object", "properties": {**properties}, "required": [*properties]}


def listed(items: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def _values(choices: type[Enum]) -> list[str]:
    return [str(member.value) for member in choices]


def _choice(choices: type[Enum]) -> dict[str, Json]:
    return {"enum": [*_values(choices)]}
