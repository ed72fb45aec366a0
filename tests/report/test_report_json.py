"""The JSON report and its schema."""

from __future__ import annotations

import copy
import json

import jsonschema
import pytest

from roce_lint.report.as_json import report_document, report_json
from roce_lint.report.schema import report_schema


def test_a_finding_has_the_published_keys(waiting_report):
    full_report = waiting_report
    document = json.loads(report_json(full_report))
    first = document["findings"][0]
    assert first["fingerprint"] == full_report.findings[0].fingerprint
    assert first["places"][:2] == [
        {"device": "leaf1", "object": "Ethernet0/priority 3", "path": "leaf1.cfg", "line": 40},
        {"device": "leaf1", "object": "Ethernet1/priority 3", "path": "leaf1.cfg", "line": 40},
    ]
    assert len(first["places"]) == 16
    del first["fingerprint"], first["places"]
    assert first == {
        "rule": "pfc-link-ends-differ",
        "code": "PFC-001",
        "family": "pfc",
        "severity": "error",
        "verdict": "violated",
        "confidence": "must",
        "message": "leaf1 pauses for priority 3 and leaf2 does not",
        "why": "The end that does not pause drops.",
        "device": "leaf1",
        "object": "Ethernet0/priority 3",
        "path": "leaf1.cfg",
        "line": 40,
        "end_line": 42,
        "related": [{"path": "leaf2.cfg", "line": 7, "message": "priority.healthy_end_pauses is yes"}],
        "steps": [
            {"device": "leaf1", "object": "Ethernet0", "path": "leaf1.cfg", "line": 40, "message": "leaf1 waits"}
        ],
        "waiting": [
            {
                "rule": "pfc-with-link-pause",
                "code": "PFC-003",
                "places": [{"device": "leaf1", "object": "Ethernet0", "path": "leaf1.cfg", "line": 40}],
            }
        ],
        "waived": None,
        "fix": "interface Ethernet0\n   priority-flow-control priority 3 no-drop",
        "fixable": False,
    }


def test_the_rest_of_the_report_is_whole(full_report):
    document = json.loads(report_json(full_report))
    del document["findings"]
    assert document == {
        "schema": 1,
        "tool": {"name": "roce-lint", "version": "0.1.0"},
        "summary": {
            "devices": 2,
            "files": 2,
            "error": 1,
            "warning": 0,
            "info": 1,
            "waived": 0,
            "baseline": 0,
            "undetermined": 1,
            "unread": 1,
            "skipped": 1,
            "unreadable": 1,
            "suppressed": 4,
        },
        "profile": {"id": "lossless", "name": "Lossless with DCQCN", "how": "inferred: 2 ports pause"},
        "domain": {"ports": 0, "inside": 0, "how": ""},
        "unread": [{"path": "leaf1.cfg", "line": 9, "text": "pfc magic ü", "because": "unknown keyword"}],
        "coverage": [
            {
                "rule": "headroom-too-small",
                "code": "BUF-001",
                "judged": 20,
                "satisfied": 4,
                "violated": 0,
                "undetermined": 16,
                "not_applicable": 3,
                "suppressed": 0,
            },
            {
                "rule": "pfc-link-ends-differ",
                "code": "PFC-001",
                "judged": 384,
                "satisfied": 364,
                "violated": 20,
                "undetermined": 0,
                "not_applicable": 0,
                "suppressed": 4,
            },
        ],
        "restrictions": [],
        "skipped": [{"path": "README.md", "because": "no known format"}],
        "unreadable": [{"path": "odd.cfg", "line": 0, "message": "binary"}],
    }


def test_the_report_is_ascii_and_the_same_every_time(full_report):
    text = report_json(full_report)
    assert text.isascii()
    assert text.endswith("}\n")
    assert text == report_json(copy.deepcopy(full_report))


@pytest.mark.parametrize("name", ["full_report", "empty_report"])
def test_reports_follow_the_schema(name, request):
    document = json.loads(report_json(request.getfixturevalue(name)))
    schema = report_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema, jsonschema.Draft202012Validator)


def listed(schema, path=""):
    """Yield every object of the schema with its keys."""
    if schema.get("type") == "object":
        yield path, sorted(schema["properties"]), sorted(schema["required"])
        for name, inner in schema["properties"].items():
            yield from listed(inner, f"{path}/{name}")
    if schema.get("type") == "array":
        yield from listed(schema["items"], path)


def keys_of(value, path=""):
    """Yield every object of a document with its keys."""
    if isinstance(value, dict):
        yield path, sorted(value)
        for name, inner in value.items():
            yield from keys_of(inner, f"{path}/{name}")
    if isinstance(value, list):
        for inner in value:
            yield from keys_of(inner, path)


def test_the_schema_names_every_key_that_is_written(waiting_report):
    described = {path: keys for path, keys, required in listed(report_schema()) if keys == required}
    assert dict(keys_of(report_document(waiting_report))) == described


BROKEN = {
    "no places": ("findings", 0, "places", []),
    "other severity": ("findings", 0, "severity", "fatal"),
    "other verdict": ("findings", 0, "verdict", "satisfied"),
    "negative line": ("unread", 0, "line", -1),
    "count as text": ("coverage", 0, "judged", "many"),
}


@pytest.mark.parametrize(("section", "index", "key", "value"), BROKEN.values(), ids=BROKEN)
def test_the_schema_refuses(section, index, key, value, full_report):
    document = json.loads(report_json(full_report))
    document[section][index][key] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, report_schema())
