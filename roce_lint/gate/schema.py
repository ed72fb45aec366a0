"""The JSON schema of the gate's verdict, for programs that read it."""

from __future__ import annotations

from roce_lint.gate.as_json import SCHEMA_VERSION
from roce_lint.gate.meaning.change import Direction
from roce_lint.lint.rule import Severity
from roce_lint.report.as_json import Json
from roce_lint.report.schema import finding_schema

_TEXT: dict[str, Json] = {"type": "string"}
_COUNT: dict[str, Json] = {"type": "integer", "minimum": 0}


def verdict_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) of what `gate --format json` writes.

    Unknown keys are allowed: a reader should ignore what it does not know, since later releases may add keys.
    """
    state = _object(label=_TEXT, commit={"type": "string", "pattern": "^([0-9a-f]{40}|[0-9a-f]{64})?$"})
    problems = _list(_object(path=_TEXT, line=_COUNT, message=_TEXT))
    findings = _list(finding_schema())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "roce-lint verdict of the gate",
        **_object(
            schema={"const": SCHEMA_VERSION},
            tool=_object(name={"const": "roce-lint"}, version=_TEXT),
            outcome={"enum": ["passed", "failed", "incomplete"]},
            fail_on={"enum": [severity.value for severity in Severity]},
            base=state,
            head=state,
            measured_by=_TEXT,
            profile=_TEXT,
            summary=_object(
                **dict.fromkeys(("devices", "changes", "new", "failing", "fixed", "reworded"), _COUNT),
                **dict.fromkeys(("kept", "unread", "hidden"), _COUNT),
            ),
            files=_object(
                **dict.fromkeys(("added", "removed", "changed"), _list(_TEXT)),
                moved=_list(_object(**{"from": _TEXT, "to": _TEXT})),
            ),
            changes=_list(_change()),
            **dict.fromkeys(("new", "fixed", "reworded"), findings),
            unread=_list(_object(path=_TEXT, line=_COUNT, text=_TEXT, because=_TEXT)),
            measure=_object(changed=_list(_TEXT), hidden=findings),
            **dict.fromkeys(("unreadable", "unreadable_before", "notes"), problems),
        ),
    }


def _change() -> dict[str, Json]:
    """Return the schema of one change of meaning."""
    place = _object(path=_TEXT, line=_COUNT)
    spot = _object(device=_TEXT, object=_TEXT, base=place, head=place)
    return _object(
        **dict.fromkeys(("fact", "text", "before", "after"), _TEXT),
        direction={"enum": [direction.value for direction in Direction]},
        fails={"type": "boolean"},
        places={**_list(spot), "minItems": 1},
    )


def _object(**properties: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of an object that has all of these properties."""
    return {"type": "object", "properties": {**properties}, "required": [*properties]}


def _list(items: dict[str, Json]) -> dict[str, Json]:
    return {"type": "array", "items": items}
