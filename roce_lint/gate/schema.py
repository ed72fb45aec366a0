"""The JSON schema of the gate's verdict, for programs that read it."""

from __future__ import annotations

from roce_lint.gate.as_json import SCHEMA_VERSION
from roce_lint.gate.meaning.change import Direction
from roce_lint.judge.rule import Severity
from roce_lint.report.as_json import Json
from roce_lint.report.schema import finding_schema

_TEXT: dict[str, Json] = {"type": "string"}
_COUNT: dict[str, Json] = {"type": "integer", "minimum": 0}


def verdict_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) of what `gate --format json` writes.

    Unknown keys are allowed: a reader should ignore what it does not know, since later releases may add keys.
    """
    state = with_properties(label=_TEXT, commit={"type": "string", "pattern": "^([0-9a-f]{40}|[0-9a-f]{64})?$"})
    problems = listed(problem_schema())
    findings = listed(finding_schema())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "roce-lint verdict of the gate",
        **with_properties(
            schema={"const": SCHEMA_VERSION},
            tool=with_properties(name={"const": "roce-lint"}, version=_TEXT),
            outcome={"enum": ["passed", "failed", "incomplete"]},
            fail_on={"enum": [severity.value for severity in Severity]},
            base=state,
            head=state,
            measured_by=_TEXT,
            profile=_TEXT,
            summary=with_properties(
                **dict.fromkeys(("devices", "changes", "new", "failing", "fixed", "reworded"), _COUNT),
                **dict.fromkeys(("kept", "unread", "hidden", "excused"), _COUNT),
            ),
            files=with_properties(
                **dict.fromkeys(("added", "removed", "changed"), listed(_TEXT)),
                moved=listed(with_properties(**{"from": _TEXT, "to": _TEXT})),
            ),
            changes=listed(change_schema()),
            **dict.fromkeys(("new", "fixed", "reworded", "excused"), findings),
            unread=listed(with_properties(path=_TEXT, line=_COUNT, text=_TEXT, because=_TEXT)),
            measure=with_properties(changed=listed(_TEXT), hidden=findings, switched_off=listed(_TEXT)),
            **dict.fromkeys(("unreadable", "not_evaluated", "unreadable_before", "notes"), problems),
        ),
    }


def problem_schema() -> dict[str, Json]:
    """Return the schema of one problem with its place."""
    return with_properties(path=_TEXT, line=_COUNT, message=_TEXT)


def change_schema() -> dict[str, Json]:
    """Return the schema of one change of meaning."""
    place = with_properties(path=_TEXT, line=_COUNT)
    spot = with_properties(device=_TEXT, object=_TEXT, base=place, head=place)
    return with_properties(
        **dict.fromkeys(("fact", "text", "before", "after"), _TEXT),
        direction={"enum": [direction.value for direction in Direction]},
        fails={"type": "boolean"},
        places={**listed(spot), "minItems": 1},
    )


def with_properties(**properties: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of an object that has all of these properties."""
    return {"type": "object", "properties": {**properties}, "required": [*properties]}


def listed(items: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of a list."""
    return {"type": "array", "items": items}
