"""The baseline: which findings it takes out of the count, when an entry is stale, and what its file holds."""

from __future__ import annotations

import json

import pytest

from roce_lint.errors import UsageError
from roce_lint.judge.baseline import Baseline, BaselineEntry, apply_baseline, baseline_of
from roce_lint.judge.baseline_file import baseline_text, parse_baseline
from roce_lint.judge.finding import Finding, FindingPlace, Inputs, ProfileInForce, Report, Suppression, SuppressionKind
from roce_lint.judge.rule import Confidence, Rule, Severity, Verdict
from roce_lint.values import replace
from tests.all_rules import all_rules


@pytest.fixture(scope="session")
def rules() -> tuple[Rule, ...]:
    return all_rules()


def finding(*names: str, rule: str = "ecn-curve-invalid", message: str = "Kmin 9 kB", line: int = 10) -> Finding:
    places = tuple(
        FindingPlace(f"{name.split()[0]}.cfg", line, line, name.split()[0], name.split()[1]) for name in names
    )
    return Finding(
        rule, "ECN-002", "ecn", Severity.ERROR, Verdict.VIOLATED, Confidence.MUST, message, "why", "fix", places, ()
    )


def report(*findings: Finding, devices: tuple[str, ...] = ("leaf1", "leaf2")) -> Report:
    inputs = Inputs(tuple(f"{name}.cfg" for name in devices), (), (), devices)
    return Report(findings, (), (), inputs, ProfileInForce("lossless", "", ""), "0.1.0")


def baseline(*findings: Finding) -> Baseline:
    return parse_baseline(baseline_text(baseline_of(report(*findings))), "baseline.json")


def reported(report: Report) -> list[str]:
    return [
        f"{one.message}: {', '.join(place.device + ' ' + place.object for place in one.places)}"
        + (" [baseline]" if one.suppression else "")
        for one in report.findings
        if one.family != "waiver"
    ]


def stale(report: Report) -> list[tuple[int, str]]:
    return [(one.place.line, one.message) for one in report.findings if one.rule == "baseline-entry-stale"]


def test_what_was_there_before_does_not_count_wherever_its_line_has_moved(rules: tuple[Rule, ...]) -> None:
    before = baseline(finding("leaf1 E1", "leaf1 E2"))
    moved = replace(
        finding("leaf1 E1", "leaf1 E2", line=99),
        places=tuple(replace(place, path="new/name.cfg") for place in finding("leaf1 E1", "leaf1 E2", line=99).places),
    )
    after = apply_baseline(report(moved), before, rules, whole=True)
    assert (reported(after), stale(after)) == (["Kmin 9 kB: leaf1 E1, leaf1 E2 [baseline]"], [])


def test_every_place_counts_by_itself(rules: tuple[Rule, ...]) -> None:
    after = apply_baseline(
        report(finding("leaf1 E1", "leaf1 E2", "leaf2 E1")), baseline(finding("leaf1 E2")), rules, whole=True
    )
    assert reported(after) == ["Kmin 9 kB: leaf1 E1, leaf2 E1", "Kmin 9 kB: leaf1 E2 [baseline]"]


def test_another_value_of_the_same_fault_is_new_and_the_old_entry_stale(rules: tuple[Rule, ...]) -> None:
    after = apply_baseline(
        report(finding("leaf1 E1", message="Kmin 2 kB")), baseline(finding("leaf1 E1")), rules, whole=True
    )
    assert reported(after) == ["Kmin 2 kB: leaf1 E1"]
    assert stale(after) == [
        (2, "the baseline lists ecn-curve-invalid at leaf1 E1, which is no longer found"),
    ]


def test_equal_faults_of_one_thing_are_counted(rules: tuple[Rule, ...]) -> None:
    twice = replace(finding("leaf1 E1"), places=(*finding("leaf1 E1").places, *finding("leaf1 E1", line=20).places))
    thrice = replace(twice, places=(*twice.places, *finding("leaf1 E1", line=30).places))
    before = baseline(twice)
    assert [entry.count for entry in before.entries] == [2]
    more = apply_baseline(report(thrice), before, rules, whole=True)
    assert [(len(one.places), one.suppression is None) for one in more.findings] == [(2, False), (1, True)]
    fewer = apply_baseline(report(finding("leaf1 E1")), before, rules, whole=True)
    assert stale(fewer) == [
        (2, "the baseline lists ecn-curve-invalid at leaf1 E1 (2 times), which is no longer found"),
    ]


def test_an_entry_is_not_stale_when_nobody_looked(rules: tuple[Rule, ...]) -> None:
    before = baseline(finding("leaf1 E1"), finding("leaf3 E1"))
    nothing = report()
    assert [message.split()[5:7] for _, message in stale(apply_baseline(nothing, before, rules, whole=False))] == [
        ["leaf1", "E1,"]
    ]
    assert len(stale(apply_baseline(nothing, before, rules, whole=True))) == 2
    without = [rule for rule in rules if rule.id != "ecn-curve-invalid"]
    assert stale(apply_baseline(nothing, before, without, whole=True)) == []


def test_a_waived_finding_makes_no_entry_and_no_entry_stale(rules: tuple[Rule, ...]) -> None:
    waived = replace(finding("leaf1 E1"), suppression=Suppression(SuppressionKind.WAIVER, "x", "me", "", "w.yaml", 2))
    assert baseline_of(report(waived)) == ()
    after = apply_baseline(report(waived), baseline(finding("leaf1 E1")), rules, whole=True)
    assert (stale(after), [one.suppression for one in after.findings]) == ([], [waived.suppression])


def test_writing_again_keeps_what_is_known_and_drops_what_is_gone(rules: tuple[Rule, ...]) -> None:
    before = baseline(finding("leaf1 E1"), finding("leaf2 E1"))
    after = apply_baseline(report(finding("leaf1 E1"), finding("leaf1 E9")), before, rules, whole=True)
    assert [(entry.device, entry.object) for entry in baseline_of(after)] == [("leaf1", "E1"), ("leaf1", "E9")]


def test_the_file_is_sorted_with_one_entry_on_each_line() -> None:
    findings = (finding("leaf2 E1"), finding("leaf1 E2", "leaf1 E10", message='quotes " and ü'))
    text = baseline_text(baseline_of(report(*findings)))
    assert text == baseline_text(tuple(reversed(baseline_of(report(*reversed(findings))))))
    lines = text.splitlines()
    assert lines[0] == '{"tool": "roce-lint", "schema": 1, "entries": ['
    assert [json.loads(line.rstrip(","))["device"] for line in lines[1:-1]] == ["leaf1", "leaf1", "leaf2"]
    assert (lines[-1], text.isascii(), text.endswith("]}\n")) == ("]}", True, True)
    assert [entry.line for entry in parse_baseline(text, "b.json").entries] == [2, 3, 4]
    assert parse_baseline(baseline_text(()), "b.json") == Baseline((), "b.json")


def test_reading_gives_back_what_was_written() -> None:
    entries = baseline_of(report(finding("leaf1 E2", "leaf1 E10"), finding("leaf2 E1")))
    read = parse_baseline(baseline_text(entries), "b.json").entries
    assert tuple(replace(entry, line=0) for entry in read) == entries
    # Another layout loses the lines and nothing else.
    packed = json.dumps(json.loads(baseline_text(entries)))
    assert parse_baseline(packed, "b.json").entries == entries


GOOD = baseline_text(baseline_of(report(finding("leaf1 E1"))))
ENTRY = GOOD.splitlines()[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD[:-20], "b.json:2:"),
        ("", "b.json:1:1: this is not JSON"),
        ("[]", "b.json:1: this is no baseline of roce-lint; write it again with --write-baseline"),
        ('{"version": "1.4"}', "b.json:1: this is no baseline of roce-lint"),
        (GOOD.replace('"schema": 1', '"schema": 2'), "b.json:1: its version is 2 and this program knows 1"),
        (GOOD.replace('"schema": 1', '"schema": true'), "b.json:1: its version is True"),
        (GOOD.replace('"entries"', '"entry"'), "b.json:1: a baseline has the keys tool, schema and entries"),
        (GOOD.replace('"count": 1', '"count": 0'), "b.json:2: entry 1 has the count 0; it must be a number from 1"),
        (GOOD.replace('"count": 1', '"count": "1"'), "b.json:2: entry 1 has the count '1'"),
        (GOOD.replace('"count": 1', '"counts": 1'), "b.json:2: entry 1 has not the keys count, device"),
        (GOOD.replace('"leaf1"', "7"), "b.json:2: entry 1 has a device that is no text"),
        (GOOD.replace('"fingerprint": "', '"fingerprint": "x'), "b.json:2: entry 1 has a damaged fingerprint"),
        (GOOD.replace(ENTRY, f"{ENTRY},\n{ENTRY}"), "b.json:3: entry 2 appears twice"),
        (GOOD.replace('"count": 1', '"count": 1, "count": 1'), "b.json: the key 'count' appears twice"),
        ("[" * 100_000, "b.json: this is nested too deeply"),
        (GOOD.replace('"count": 1', '"count": ' + "1" * 5000), "b.json: a number in it is too long"),
    ],
    ids=lambda value: value[:30],
)
def test_a_damaged_file_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_baseline(text, "b.json")
    assert str(caught.value).startswith(message)


def test_entries_tell_no_path_and_no_line() -> None:
    assert baseline_of(report(finding("leaf1 E1"))) == (
        BaselineEntry("ecn-curve-invalid", "leaf1", "E1", "Kmin 9 kB", finding("leaf1 E1").fingerprint, 1),
    )
