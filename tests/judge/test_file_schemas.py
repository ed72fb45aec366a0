"""The schemas of rules, waivers and settings take what the program takes, and refuse what it refuses."""

from __future__ import annotations

import tomllib

import jsonschema
import pytest
import yaml

from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.file_schemas import rule_schema, settings_schema, waivers_schema

WAIVERS = """\
waivers:
  - rule: PFC-001
    device: leaf1
    reason: the peer is replaced
    owner: netops
    expires: "2026-12-31"
"""
SETTINGS = """\
paths = ["configs"]
select = ["PFC"]
fail-on = "warning"
jobs = 2
cache = false

[per-device-ignores]
"leaf-1*" = ["ECN-001"]

[domain.exclude]
descriptions = ["*iscsi*"]
"""


@pytest.mark.parametrize("family", sorted(path.name for path in rules_dir().iterdir() if any(path.glob("*.yaml"))))
def test_rules_of_each_family_fit_their_schema(family: str) -> None:
    paths = sorted((rules_dir() / family).glob("*.yaml"))[:3]
    for path in paths:
        jsonschema.validate(yaml.safe_load(path.read_text()), rule_schema())


def test_waivers_and_settings_fit_theirs() -> None:
    jsonschema.validate(yaml.safe_load(WAIVERS), waivers_schema())
    jsonschema.validate(tomllib.loads(SETTINGS), settings_schema())


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ({**yaml.safe_load((rules_dir() / "pfc/no-hysteresis.yaml").read_text()), "severty": "error"}, rule_schema()),
        ({"waivers": [{"rule": "PFC-001", "device": "leaf1", "reason": "r"}]}, waivers_schema()),
        ({"fail-on": "never"}, settings_schema()),
    ],
    ids=["unknown key", "no owner", "no severity"],
)
def test_what_is_wrong_is_refused(value: object, schema: dict[str, object]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, schema)
