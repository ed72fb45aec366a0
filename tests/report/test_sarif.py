"""SARIF: the official schema, what GitHub code scanning asks beyond it, and hostile text."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.finding import FindingPlace, PathStep, Related, Report, Suppression, SuppressionKind
from roce_lint.report import sarif
from roce_lint.report.material import Material
from roce_lint.report.sarif import code_scanning_report, sarif_report
from roce_lint.values import replace
from tests.all_rules import all_rules

TEXTS = {"configs/leaf1.cfg": "\n" * 39 + "interface Ethernet0   \n", "configs/leaf2.cfg": "\n" * 6 + "   no pfc\r\n"}


@pytest.fixture(scope="session")
def validator(root: Path) -> jsonschema.Draft202012Validator:
    schema = json.loads((root / "tests/report/test_sarif/sarif-schema-2.1.0.json").read_text())
    return jsonschema.Draft202012Validator(schema)


def github_faults(log: dict[str, Any]) -> list[str]:
    """Return what GitHub would refuse or cut: required fields, no empty strings, and its limits."""
    faults = []
    data = json.dumps(log).encode()
    faults += ["file too large"] if len(gzip.compress(data)) > 10_000_000 else []
    faults += ["no $schema"] if "sarif-2.1.0" not in log["$schema"] else []
    faults += ["runs"] if len(log["runs"]) > 20 else []
    for run in log["runs"]:
        driver = run["tool"]["driver"]
        faults += ["rules"] if len(driver["rules"]) > 25_000 else []
        faults += ["results"] if len(run["results"]) > 25_000 else []
        for rule in driver["rules"]:
            texts = (rule["shortDescription"]["text"], rule["fullDescription"]["text"])
            faults += [f"{rule['id']}: description"] if not all(0 < len(text) <= 1024 for text in texts) else []
            faults += [f"{rule['id']}: name"] if not 0 < len(rule["name"]) <= 255 else []
            faults += [f"{rule['id']}: help"] if not all(rule["help"].values()) or not rule["help"]["text"] else []
            properties = rule["properties"]
            faults += [f"{rule['id']}: tags"] if not 0 < len(properties["tags"]) <= 10 else []
            faults += (
                [f"{rule['id']}: precision"]
                if properties["precision"] not in {"very-high", "high", "medium", "low"}
                else []
            )
            faults += (
                [f"{rule['id']}: problem.severity"]
                if properties["problem.severity"] not in {"error", "warning", "recommendation"}
                else []
            )
            level = rule["defaultConfiguration"]["level"]
            faults += [f"{rule['id']}: level"] if level not in {"note", "warning", "error"} else []
        for result in run["results"]:
            name = result["ruleId"]
            faults += [f"{name}: message"] if not result["message"]["text"] else []
            faults += [f"{name}: locations"] if not 0 < len(result["locations"]) <= 100 else []
            faults += [f"{name}: related"] if len(result.get("relatedLocations", [])) > 100 else []
            faults += [f"{name}: hash"] if not result["partialFingerprints"]["primaryLocationLineHash"] else []
            flows = [flow for code in result.get("codeFlows", []) for flow in code["threadFlows"]]
            steps = [step["location"] for flow in flows for step in flow["locations"]]
            faults += [f"{name}: steps"] if len(steps) > 1_000 else []
            for location in (*result["locations"], *result.get("relatedLocations", []), *steps):
                physical = location["physicalLocation"]
                region = physical["region"]
                faults += (
                    [f"{name}: region"] if len(region) != 4 or region["endColumn"] <= region["startColumn"] else []
                )
                faults += [f"{name}: uri"] if not physical["artifactLocation"]["uri"] else []
    return faults


def log_of(text: str) -> dict[str, Any]:
    assert text.isascii()
    log = json.loads(text)
    assert isinstance(log, dict)
    return log


@pytest.mark.parametrize("name", ["full_report", "empty_report"])
def test_reports_follow_the_schema_and_the_limits(
    name: str, request: pytest.FixtureRequest, validator: jsonschema.Draft202012Validator
) -> None:
    log = log_of(sarif_report(request.getfixturevalue(name), Material(rules=all_rules())))
    validator.validate(log)
    assert github_faults(log) == []


def test_a_finding_is_a_result_at_each_of_its_lines(full_report: Report) -> None:
    renamed = replace(full_report, findings=(_moved(full_report.findings[0]),))
    log = log_of(sarif_report(renamed, Material(texts=TEXTS, folder="/srv/net", root="/srv")))
    results = log["runs"][0]["results"]
    assert [one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in results] == list(range(40, 48))
    assert len({one["partialFingerprints"]["primaryLocationLineHash"] for one in results}) == 8
    artifact = {"uri": "net/configs/leaf1.cfg", "uriBaseId": "%SRCROOT%"}
    here = {"startLine": 40, "startColumn": 1, "endLine": 40, "endColumn": 20}
    leaf2 = {
        "artifactLocation": {"uri": "net/configs/leaf2.cfg", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 7, "startColumn": 4, "endLine": 7, "endColumn": 10},
    }
    assert results[0] == {
        "ruleId": "pfc-link-ends-differ",
        "level": "error",
        "message": {
            "text": "leaf1 Ethernet0/priority 3, Ethernet1/priority 3: leaf1 pauses for priority 3 and leaf2 does not\n"
            "The same holds at 14 more places.\n"
            "Fix:\n"
            "    interface Ethernet0\n"
            "       priority-flow-control priority 3 no-drop\n"
            "See [configs/leaf2.cfg:7](1): priority.healthy_end_pauses is yes"
        },
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": artifact,
                    "region": here,
                    "contextRegion": {"startLine": 40, "endLine": 42},
                },
                "logicalLocations": [
                    {
                        "fullyQualifiedName": "leaf1/Ethernet0/priority 3",
                        "name": "Ethernet0/priority 3",
                        "kind": "object",
                    }
                ],
            }
        ],
        "partialFingerprints": {"primaryLocationLineHash": f"{renamed.findings[0].fingerprint}:1"},
        "relatedLocations": [
            {"id": 1, "physicalLocation": leaf2, "message": {"text": "priority.healthy_end_pauses is yes"}}
        ],
        "codeFlows": [
            {
                "threadFlows": [
                    {
                        "locations": [
                            {
                                "location": {
                                    "physicalLocation": {"artifactLocation": artifact, "region": here},
                                    "message": {"text": "leaf1 Ethernet0: leaf1 waits"},
                                    "logicalLocations": [
                                        {"fullyQualifiedName": "leaf1/Ethernet0", "name": "Ethernet0", "kind": "object"}
                                    ],
                                },
                                "executionOrder": 1,
                            }
                        ]
                    }
                ]
            }
        ],
        "properties": {
            "verdict": "violated",
            "confidence": "must",
            "device": "leaf1",
            "objects": ["Ethernet0/priority 3", "Ethernet1/priority 3"],
            "fix": "interface Ethernet0\n   priority-flow-control priority 3 no-drop",
        },
    }


def _moved(finding: Any) -> Any:
    """Return the finding in the folder `configs`."""
    return replace(
        finding,
        places=tuple(replace(place, path=f"configs/{place.path}") for place in finding.places),
        related=tuple(replace(one, path=f"configs/{one.path}") for one in finding.related),
        steps=tuple(replace(one, path=f"configs/{one.path}") for one in finding.steps),
    )


def test_fingerprints_stay_when_lines_and_files_move(full_report: Report) -> None:
    def hashes(report: Report) -> set[str]:
        results = log_of(sarif_report(report))["runs"][0]["results"]
        return {one["partialFingerprints"]["primaryLocationLineHash"] for one in results}

    first = full_report.findings[0]
    moved = tuple(replace(place, path="renamed.cfg", line=place.line + 100) for place in first.places)
    assert hashes(replace(full_report, findings=(replace(first, places=moved), full_report.findings[1]))) == hashes(
        full_report
    )


def test_a_rule_that_found_something_brings_its_whole_help(root: Path) -> None:
    rules = all_rules()
    config = (root / "fixtures/faults/eos-14-ecn-above-pause-point/tor1.cfg").read_text()
    report = check_texts({"leaf1.cfg": config}, rules=rules)
    driver = log_of(sarif_report(report, Material(rules=rules)))["runs"][0]["tool"]["driver"]
    found = {finding.rule for finding in report.findings}
    assert {rule["id"] for rule in driver["rules"] if "markdown" in rule["help"]} == found != set()
    by_id = {rule["id"]: rule for rule in driver["rules"]}
    one = by_id["pfc-link-ends-differ"]
    assert one["shortDescription"] == {"text": "PFC-001: PFC link ends differ"}
    assert len(by_id) == len(report.coverage)


def test_suppressed_findings_are_marked_and_left_out_for_github(
    full_report: Report, validator: jsonschema.Draft202012Validator
) -> None:
    waiver = Suppression(SuppressionKind.WAIVER, "lab port", "netops", "2026-12-31", "waivers.yaml", 3)
    token = Suppression(SuppressionKind.TOKEN, "", "", "", "", 0)
    first, second = full_report.findings
    silenced = replace(full_report, findings=(replace(first, suppression=waiver), replace(second, suppression=token)))
    log = log_of(sarif_report(silenced))
    validator.validate(log)
    results = log["runs"][0]["results"]
    assert results[0]["suppressions"] == [
        {
            "kind": "external",
            "status": "accepted",
            "justification": "lab port, owner netops, until 2026-12-31",
            "location": {
                "physicalLocation": {
                    "artifactLocation": {"uri": "waivers.yaml", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 2},
                }
            },
        }
    ]
    assert results[-1]["suppressions"] == [{"kind": "inSource", "status": "accepted", "justification": "by token"}]
    assert log_of(code_scanning_report(silenced))["runs"][0]["results"] == []


def test_what_could_not_be_read_is_a_notification(full_report: Report) -> None:
    assert log_of(sarif_report(full_report))["runs"][0]["invocations"] == [
        {
            "executionSuccessful": False,
            "toolExecutionNotifications": [
                {
                    "level": "error",
                    "message": {"text": "cannot be read: binary"},
                    "locations": [
                        {
                            "physicalLocation": {
                                "artifactLocation": {"uri": "odd.cfg", "uriBaseId": "%SRCROOT%"},
                                "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2},
                            }
                        }
                    ],
                }
            ],
        }
    ]


def test_more_than_the_limits_is_cut_and_said(
    full_report: Report, validator: jsonschema.Draft202012Validator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sarif, "MOST_RESULTS", 30)
    error, info = full_report.findings
    places = tuple(FindingPlace("leaf1.cfg", line, line, "leaf1", f"Ethernet{line}") for line in range(1, 31))
    related = tuple(Related("leaf2.cfg", line, "evidence") for line in range(1, 150))
    steps = tuple(PathStep("leaf1", "Ethernet0", "leaf1.cfg", line, "waits") for line in range(1, 1200))
    large = replace(
        full_report,
        findings=(replace(info, places=places), replace(error, places=places[:1], related=related, steps=steps)),
    )
    log = log_of(sarif_report(large))
    validator.validate(log)
    assert github_faults(log) == []
    run = log["runs"][0]
    assert [one["level"] for one in run["results"]].count("error") == 1
    assert len(run["results"]) == 30
    assert run["invocations"][0]["toolExecutionNotifications"][-1] == {
        "level": "warning",
        "message": {"text": "1 less severe results left out, to stay within the limits of code scanning"},
    }
    text = next(one for one in run["results"] if one["level"] == "error")["message"]["text"]
    assert text.endswith("49 more related lines are left out.\n199 more steps of the way are left out.")


def test_a_file_too_large_for_github_keeps_the_worst(full_report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MOST_BYTES", 1_600)
    text = sarif_report(full_report)
    assert len(gzip.compress(text.encode())) <= 1_600
    run = log_of(text)["runs"][0]
    assert {one["level"] for one in run["results"]} == {"error"}
    note = run["invocations"][0]["toolExecutionNotifications"][-1]["message"]["text"]
    assert note == f"{9 - len(run['results'])} less severe results left out, to stay within the limits of code scanning"


HOSTILE = "[click](http://evil.example) \x1b[2J <script> \udc80 ](1)"


def test_no_name_makes_a_link_a_path_or_a_control_character(
    full_report: Report, validator: jsonschema.Draft202012Validator
) -> None:
    path = "a b/../[x](1)\udcff%:?#.cfg"
    first = replace(
        full_report.findings[0],
        message=HOSTILE,
        fix=HOSTILE,
        places=(FindingPlace(path, 1, 1, HOSTILE, HOSTILE),),
        related=(Related(path, 1, HOSTILE),),
        steps=(PathStep(HOSTILE, HOSTILE, path, 0, HOSTILE),),
    )
    log = log_of(sarif_report(replace(full_report, findings=(first,))))
    validator.validate(log)
    assert github_faults(log) == []
    result = log["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == (
        "a%20b/../%5Bx%5D%281%29%FF%25%3A%3F%23.cfg"
    )
    assert result["message"]["text"].splitlines()[-1] == (
        "See [a b/../(x)(1)/udcff%:?#.cfg:1](1): \\[click\\](http://evil.example) \\x1b\\[2J <script> \\udc80 \\](1)"
    )


def test_a_file_outside_the_repository_has_an_absolute_uri(full_report: Report) -> None:
    outside = replace(full_report.findings[1], places=(FindingPlace("../other/x.cfg", 1, 1, "leaf1", ""),))
    log = log_of(sarif_report(replace(full_report, findings=(outside,)), Material(folder="/srv/net", root="/srv/net")))
    location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "file:///srv/other/x.cfg"}


def test_rules_link_to_the_documentation_site(root: Path, validator: jsonschema.Draft202012Validator) -> None:
    rules = all_rules()
    site_rule = replace(rules[0], id="rule-of-this-site", file="site/x/rule-of-this-site.yaml")
    material = Material(rules=(rules[0], site_rule), docs_url="https://docs.example.net/")
    report = check_texts({"a.cfg": "hostname a\n"}, os="eos", rules=(rules[0], site_rule))
    log = json.loads(sarif_report(report, material))
    validator.validate(log)
    links = {rule["id"]: rule.get("helpUri") for rule in log["runs"][0]["tool"]["driver"]["rules"]}
    assert links == {rules[0].id: f"https://docs.example.net/rules/{rules[0].id}/", "rule-of-this-site": None}


def test_what_waits_for_a_fault_is_a_property_of_it(waiting_report):
    first = json.loads(sarif_report(waiting_report))["runs"][0]["results"][0]
    assert first["properties"]["waiting"] == [
        {"rule": "pfc-with-link-pause", "code": "PFC-003", "objects": ["leaf1/Ethernet0"]}
    ]
    assert "fix this first: 1 check waits for it (PFC-003)" in first["message"]["text"].splitlines()
