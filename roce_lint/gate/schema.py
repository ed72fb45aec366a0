"""The JSON schema of the gate's verdict, for programs that read it."""

from __future__ import annotations

from roce_lint.gate.as_json import SCHEMA_VERSION
from roce_lint.gate.cost import COST_FIGURES
from roce_lint.gate.meaning.change import Direction
from roce_lint.judge.rule import Severity
from roce_lint.report.schema import COUNT, TEXT, finding_schema, listed, problem_schema, with_properties
from roce_lint.text.json_value import Json


def verdict_schema() -> dict[str, Json]:
    """Return the JSON schema (draft 2020-12) of what `gate --format json` writes.

    Unknown keys are allowed: a reader should ignore what it does not know, since later releases may add keys.
    """
    state = with_properties(label=TEXT, commit={"type": "string", "pattern": "^([0-9a-f]{40}|[0-9a-f]{64})?$"})
    problems = listed(problem_schema())
    findings = listed(finding_schema())
    number: dict[str, Json] = {"type": "number", "minimum": 0}
    state_cost = with_properties(verdict=TEXT, problem=TEXT, **dict.fromkeys(COST_FIGURES[2:], number))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "roce-lint verdict of the gate",
        **with_properties(
            schema={"const": SCHEMA_VERSION},
            tool=with_properties(name={"const": "roce-lint"}, version=TEXT),
            outcome={"enum": ["passed", "failed", "incomplete"]},
            fail_on={"enum": [severity.value for severity in Severity]},
            base=state,
            head=state,
            measured_by=TEXT,
            profile=TEXT,
            summary=with_properties(
                **dict.fromkeys(("devices", "changes", "new", "failing", "removals", "fixed", "reworded"), COUNT),
                **dict.fromkeys(("kept", "unread", "hidden", "excused"), COUNT),
            ),
            files=with_properties(
                **dict.fromkeys(("added", "removed", "changed"), listed(TEXT)),
                moved=listed(with_properties(**{"from": TEXT, "to": TEXT})),
            ),
            changes=listed(change_schema()),
            **dict.fromkeys(("new", "fixed", "reworded", "excused"), findings),
            unread=listed(with_properties(path=TEXT, line=COUNT, text=TEXT, because=TEXT)),
            measure=with_properties(changed=listed(TEXT), hidden=findings, switched_off=listed(TEXT)),
            **dict.fromkeys(("unreadable", "not_evaluated", "unreadable_before", "notes"), problems),
            cost=listed(
                with_properties(pattern=TEXT, same_flows={"type": "boolean"}, before=state_cost, after=state_cost)
            ),
        ),
    }


def change_schema() -> dict[str, Json]:
    """Return the schema of one change of meaning."""
    place = with_properties(path=TEXT, line=COUNT)
    spot = with_properties(device=TEXT, object=TEXT, base=place, head=place)
    return with_properties(
        **dict.fromkeys(("fact", "text", "before", "after"), TEXT),
        direction={"enum": [direction.value for direction in Direction]},
        fails={"type": "boolean"},
        places={**listed(spot), "minItems": 1},
    )
