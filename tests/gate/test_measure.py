"""A change that alters what it is judged by is judged, and what that hides is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from roce_lint.errors import RuleError, UsageError
from roce_lint.report.as_json import finding_document
from roce_lint.settings.load import Settings

LEAF_FILE = "configs/leaf-1.cfg"
CURVE = "weight 0\n"
LOSSY = ("dscp 26 to traffic-class 3", "dscp 26 to traffic-class 4")
NEW = ["roce-in-lossy-class leaf-1 Ethernet1/1/DSCP 26", "roce-in-lossy-class leaf-1 Ethernet2/1/DSCP 26"]
WAIVERS = """\
waivers:
  - rule: roce-in-lossy-class
    device: leaf-1
    reason: moved on purpose
    owner: net
    expires: 2027-01-01
"""
RULE = """\
id: port-mtu-is-9000
code: SITE-001
severity: error
confidence: should
for: port
when:
  - port.cabled
require: port.ip_mtu_bytes <= 9000
message: MTU of {port.ip_mtu_bytes}
why: The site says so.
fix: mtu 9000
sources: [site]
examples:
  - vendor: eos
    verdict: violated
    lines: [1]
    config: |
      interface Ethernet1
  - vendor: eos
    verdict: satisfied
    config: |
      interface Ethernet1
"""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("roce-lint.toml", 'ignore = ["CLS", "ECN", "PFC", "SCH"]\n'),
        ("pyproject.toml", '[tool.roce-lint]\nper-device-ignores = {"leaf-1" = ["CLS"]}\n'),
    ],
    ids=["ignore", "per device"],
)
@pytest.mark.parametrize("head", ["", "feature"])
def test_settings_that_hide_a_new_finding_are_shown(repository: Any, path: str, text: str, head: str) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.change(LEAF_FILE, *LOSSY)
    repository.write(path, text)
    if head:
        repository.commit()
    verdict = repository.gate("main", head, allow_removals=("leaf-1*",))
    assert (verdict.outcome, repository.rules_of(verdict.findings.new)) == ("passed", [])
    assert (verdict.weakening.files, repository.rules_of(verdict.weakening.hidden)) == ((path,), NEW)
    strict = repository.gate("main", head, by_base=True)
    assert (strict.outcome, repository.rules_of(strict.findings.new)) == ("failed", NEW)
    assert (strict.weakening.files, strict.weakening.hidden) == ((path,), ())


def test_a_waiver_that_comes_with_its_fault_is_shown(repository: Any) -> None:
    repository.write("roce-lint.toml", 'waivers = "waivers.yaml"\n')
    repository.write("waivers.yaml", "waivers: []\n")
    repository.commit()
    repository.change(LEAF_FILE, *LOSSY)
    repository.write("waivers.yaml", WAIVERS)
    verdict = repository.gate(allow_removals=("leaf-1*",))
    assert (verdict.outcome, repository.rules_of(verdict.findings.new)) == ("passed", [])
    assert repository.rules_of(verdict.findings.silenced) == NEW
    # In the old state the waiver has nothing to waive; that it has now is nothing that was fixed.
    assert {finding.place.path for finding in verdict.findings.fixed} == {LEAF_FILE}
    assert (verdict.weakening.files, repository.rules_of(verdict.weakening.hidden)) == (("waivers.yaml",), NEW)
    assert repository.gate(by_base=True).outcome == "failed"


def test_a_token_that_comes_with_its_fault_is_shown(repository: Any) -> None:
    repository.change(LEAF_FILE, *LOSSY)
    repository.change(
        LEAF_FILE, "hostname leaf-1\n", "!! roce-lint: ignore-file[roce-in-lossy-class] on purpose\nhostname leaf-1\n"
    )
    verdict = repository.gate()
    assert repository.rules_of(verdict.findings.silenced) == NEW
    assert repository.meaning(verdict)[0].startswith("- leaf-1 Ethernet1/1, Ethernet2/1: DSCP 26 now goes to traffic")


def test_what_a_token_silenced_is_not_counted_as_fixed(repository: Any) -> None:
    token = "!! roce-lint: ignore-file[roce-in-lossy-class] on purpose\nhostname leaf-1\n"
    repository.change(LEAF_FILE, *LOSSY)
    with_fault = repository.commit()
    repository.change(LEAF_FILE, *reversed(LOSSY))
    assert [one for one in repository.rules_of(repository.gate(with_fault).findings.fixed) if one in NEW] == NEW
    repository.change(LEAF_FILE, *LOSSY)
    repository.change(LEAF_FILE, "hostname leaf-1\n", token)
    with_token = repository.commit()
    repository.change(LEAF_FILE, *reversed(LOSSY))
    assert [one for one in repository.rules_of(repository.gate(with_token).findings.fixed) if one in NEW] == []


def test_a_baseline_of_the_new_state_holds(repository: Any) -> None:
    repository.change(LEAF_FILE, *LOSSY)
    findings = [finding_document(finding) for finding in repository.gate().findings.new]
    assert [finding["rule"] for finding in findings] == ["roce-in-lossy-class"]
    assert json.dumps(findings)


def test_site_rules_are_those_of_the_commit(repository: Any) -> None:
    repository.write("roce-lint.toml", 'rules = ["site"]\n')
    repository.write("site/port-mtu-is-9000.yaml", RULE)
    repository.commit()
    (repository.folder / "site" / "port-mtu-is-9000.yaml").write_text("this is no rule")
    repository.change(
        LEAF_FILE,
        "   mtu 9214\n   speed 100g-4\n   no switchport\n   ip",
        "   mtu 9216\n   speed 100g-4\n   no switchport\n   ip",
    )
    repository.git("commit", "-qm", "mtu", LEAF_FILE)
    verdict = repository.gate("main~1", "main")
    assert [finding.message for finding in verdict.findings.new if finding.code == "SITE-001"] == ["MTU of 9216"]
    with pytest.raises(RuleError, match=r"site/port-mtu-is-9000.yaml"):
        repository.gate("main~1")


@pytest.mark.parametrize("key", ['rules = ["../.."]', 'intent = "/etc/passwd"', 'waivers = "../x.yaml"'])
def test_settings_of_a_commit_lead_nowhere_else(repository: Any, key: str) -> None:
    repository.write("roce-lint.toml", key + "\n")
    repository.commit()
    with pytest.raises(UsageError, match=r"outside|leads out"):
        repository.gate("main~1", "main")


def test_a_link_in_place_of_a_file_that_settings_name_is_not_followed(repository: Any) -> None:
    repository.write("roce-lint.toml", 'waivers = "waivers.yaml"\n')
    (repository.folder / "waivers.yaml").symlink_to("/etc/hosts")
    repository.commit()
    with pytest.raises(UsageError, match=r"waivers.yaml: there is no such file in main"):
        repository.gate("main~1", "main")


def test_bad_settings_before_are_reported_and_left_aside(repository: Any) -> None:
    repository.write("roce-lint.toml", "ignroe = []\n")
    repository.commit()
    repository.write("roce-lint.toml", "ignore = []\n")
    verdict = repository.gate()
    assert verdict.outcome == "passed"
    assert next(problem.message for problem in verdict.notes).startswith(
        "unknown setting 'ignroe'; did you mean 'ignore'?"
    )


def test_settings_that_the_command_line_names_hold_for_both_states(repository: Any) -> None:
    repository.write("roce-lint.toml", 'ignore = ["CLS"]\n')
    repository.change(LEAF_FILE, *LOSSY)
    verdict = repository.gate(settings=Settings())
    assert (verdict.outcome, repository.rules_of(verdict.findings.new)) == ("failed", NEW)
    assert verdict.weakening.files == ()
    repository.write("roce-lint.toml", "")
    ignored = Settings(ignore=("CLS", "ECN", "PFC", "SCH"))
    assert repository.gate(settings=ignored, allow_removals=("leaf-1*",)).outcome == "passed"


def test_another_threshold_is_reported_and_does_not_count_with_the_measure_of_the_base(repository: Any) -> None:
    slow = "priority-flow-control pause watchdog default timeout 0.2"
    repository.change(LEAF_FILE, slow, slow.replace("0.2", "6"))
    repository.write("roce-lint.toml", "[thresholds.watchdog-acts-too-late]\ndetection_ms = 9000\n")
    verdict = repository.gate(select=("WD-007",))
    words = "findings by other thresholds: WD-007 watchdog-acts-too-late detection_ms = 9000 instead of 5000"
    assert (verdict.weakening.files, verdict.weakening.switched_off) == (("roce-lint.toml",), (words,))
    assert (repository.rules_of(verdict.findings.new), len(verdict.weakening.hidden)) == ([], 1)
    strict = repository.gate(select=("WD-007",), by_base=True)
    assert len(strict.findings.new) == 1
