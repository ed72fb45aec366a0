"""Waivers: which places they excuse, what they leave, and when they are a finding themselves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from roce_lint.errors import UsageError
from roce_lint.judge.finding import Finding, FindingPlace, Inputs, ProfileInForce, Report, SuppressionKind
from roce_lint.judge.rule import Confidence, Rule, Severity, Verdict
from roce_lint.judge.waive import waive
from roce_lint.judge.waiver import Waiver
from roce_lint.judge.waiver_file import parse_waivers
from roce_lint.model.fact import Source
from roce_lint.values import replace
from tests.all_rules import all_rules

TODAY = date(2026, 6, 30)
FILE = """\
waivers:
  - rule: {rule}
    device: {device}
    object: {object}
    reason: two lab ports wait for new optics
    owner: netops@example.net
    expires: {expires}
"""


@pytest.fixture(scope="session")
def rules() -> tuple[Rule, ...]:
    return all_rules()


@pytest.fixture
def report(report_of: Callable[..., Report]) -> Report:
    return report_of(
        finding("pfc-link-ends-differ", "PFC-001", "leaf1:Ethernet1/1/priority 3", "leaf1:Ethernet1/2/priority 3"),
        finding("ecn-curve-invalid", "ECN-002", "leaf2:Ethernet1/1/queue 3"),
    )


@pytest.fixture(scope="session")
def report_of() -> Callable[..., Report]:
    def build(*findings: Finding) -> Report:
        inputs = Inputs(("leaf1.cfg", "leaf2.cfg"), (), (), ("leaf1", "leaf2"))
        return Report(findings, (), (), inputs, ProfileInForce("lossless", "", ""), "0.1.0")

    return build


def finding(rule: str, code: str, *places: str, severity: Severity = Severity.ERROR) -> Finding:
    spots = []
    for line, place in enumerate(places, 10):
        device, _, name = place.partition(":")
        spots.append(FindingPlace(f"{device}.cfg", line, line, device, name))
    family = code.partition("-")[0].lower()
    return Finding(
        rule, code, family, severity, Verdict.VIOLATED, Confidence.MUST, "broken", "why", "fix", tuple(spots), ()
    )


def waivers(
    rules: tuple[Rule, ...], *, rule: str, device: str = "*", object: str = "'*'", expires: str = "2026-12-31"
) -> tuple[Waiver, ...]:
    quoted = f'"{device}"'
    return parse_waivers(FILE.format(rule=rule, device=quoted, object=object, expires=expires), "waivers.yaml", rules)


def reported(report: Report) -> list[str]:
    """Return each finding as `rule place place [by]`."""
    return [
        " ".join([one.rule, *(f"{place.device}:{place.object}" for place in one.places)])
        + (f" [{one.suppression.kind.value}]" if one.suppression else "")
        for one in report.findings
    ]


BOTH = "pfc-link-ends-differ leaf1:Ethernet1/1/priority 3 leaf1:Ethernet1/2/priority 3"
OTHER = "ecn-curve-invalid leaf2:Ethernet1/1/queue 3"


@pytest.mark.parametrize(
    ("rule", "device", "object", "left"),
    [
        ("pfc-link-ends-differ", "leaf1", "'*'", [BOTH + " [waiver]", OTHER]),
        ("PFC-001", "leaf*", "'*'", [BOTH + " [waiver]", OTHER]),
        ("PFC, ECN", "*", "'*'", [BOTH + " [waiver]", OTHER + " [waiver]"]),
        ("ecn", "leaf2", "Ethernet1/1", [BOTH, OTHER + " [waiver]"]),
        ("ecn", "leaf2", "Ethernet1/1/queue 3", [BOTH, OTHER + " [waiver]"]),
        ("ecn", "leaf2", "Ethernet1/*", [BOTH, OTHER + " [waiver]"]),
        (
            "PFC-001",
            "leaf1",
            "Ethernet1/2",
            [
                "pfc-link-ends-differ leaf1:Ethernet1/1/priority 3",
                "pfc-link-ends-differ leaf1:Ethernet1/2/priority 3 [waiver]",
                OTHER,
            ],
        ),
    ],
)
def test_a_waiver_suppresses_the_places_that_it_names(
    report: Report, rules: tuple[Rule, ...], rule: str, device: str, object: str, left: list[str]
) -> None:
    waived = waive(report, waivers(rules, rule=rule, device=device, object=object), rules, TODAY, whole=True)
    assert reported(waived) == left


@pytest.mark.parametrize(
    ("rule", "device", "object"),
    [
        ("ecn", "leaf1", "'*'"),
        ("PRT", "*", "'*'"),
        ("ecn", "leaf2", "Ethernet1"),
        ("ecn", "leaf2", "Ethernet1/1/queue 4"),
    ],
)
def test_a_waiver_of_another_thing_suppresses_nothing_and_is_superfluous(
    report: Report, rules: tuple[Rule, ...], rule: str, device: str, object: str
) -> None:
    waived = waive(report, waivers(rules, rule=rule, device=device, object=object), rules, TODAY, whole=True)
    assert reported(waived) == [BOTH, OTHER, "waiver-unused :"]
    assert (waived.findings[-1].place.path, waived.findings[-1].place.line) == ("waivers.yaml", 2)


def test_nothing_is_superfluous_when_only_a_part_was_judged(report: Report, rules: tuple[Rule, ...]) -> None:
    partly = waive(report, waivers(rules, rule="ecn", device="leaf1"), rules, TODAY, whole=False)
    assert reported(partly) == [BOTH, OTHER]
    without = [rule for rule in rules if rule.family != "prt"]
    unselected = waive(report, waivers(rules, rule="PRT"), without, TODAY, whole=True)
    assert reported(unselected) == [BOTH, OTHER]


def test_a_waiver_for_a_device_that_is_not_there_is_reported(report: Report, rules: tuple[Rule, ...]) -> None:
    waived = waive(report, waivers(rules, rule="ecn", device="laef2"), rules, TODAY, whole=True)
    assert reported(waived) == [BOTH, OTHER, "waiver-for-absent-device :"]
    assert waived.findings[-1].severity is Severity.INFO


@pytest.mark.parametrize(("today", "holds"), [(date(2026, 12, 31), True), (date(2027, 1, 1), False)])
def test_a_waiver_holds_through_its_last_day(report: Report, rules: tuple[Rule, ...], today: date, holds: bool) -> None:
    waived = waive(report, waivers(rules, rule="ecn"), rules, today, whole=True)
    if holds:
        assert reported(waived) == [BOTH, OTHER + " [waiver]"]
    else:
        assert reported(waived) == [BOTH, OTHER, "waiver-expired :"]
        assert waived.findings[-1].message == (
            "the waiver of ecn at * expired on 2026-12-31 (owner: netops@example.net)"
        )


def test_either_end_of_a_cable_may_be_named(report_of: Callable[..., Report], rules: tuple[Rule, ...]) -> None:
    cable = report_of(finding("pfc-link-ends-differ", "PFC-001", "leaf1:Ethernet1 - leaf2 Ethernet7"))
    for device, port in (("leaf1", "Ethernet1"), ("leaf2", "Ethernet7")):
        waived = waive(cable, waivers(rules, rule="PFC", device=device, object=port), rules, TODAY, whole=True)
        assert [one.suppression is not None for one in waived.findings] == [True], device
    crossed = waive(cable, waivers(rules, rule="PFC", device="leaf1", object="Ethernet7"), rules, TODAY, whole=True)
    assert crossed.findings[0].suppression is None


def test_what_cannot_be_waived_stays(report: Report, rules: tuple[Rule, ...]) -> None:
    hard = tuple(replace(rule, waivable=rule.id != "ecn-curve-invalid") for rule in rules)
    family = waive(report, waivers(rules, rule="ecn"), hard, TODAY, whole=False)
    assert reported(family) == [BOTH, OTHER]
    with pytest.raises(UsageError) as caught:
        waivers(hard, rule="ecn-curve-invalid")
    assert str(caught.value) == (
        "waivers.yaml:2:11: ecn-curve-invalid cannot be waived: what it breaks reaches beyond any one place"
    )


def test_nobody_waives_what_is_said_about_waivers(rules: tuple[Rule, ...]) -> None:
    with pytest.raises(UsageError, match="waiver-expired cannot be waived"):
        waivers(rules, rule="waiver-expired")


def test_the_suppression_says_who_why_and_where(report: Report, rules: tuple[Rule, ...]) -> None:
    suppression = waive(report, waivers(rules, rule="ecn"), rules, TODAY, whole=True).findings[-1].suppression
    assert suppression is not None
    assert (suppression.kind, suppression.owner, suppression.expires) == (
        SuppressionKind.WAIVER,
        "netops@example.net",
        "2026-12-31",
    )
    assert (suppression.reason, suppression.path, suppression.line) == (
        "two lab ports wait for new optics",
        "waivers.yaml",
        2,
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "waivers.yaml: one YAML document is needed, this file has 0"),
        ("waivers: 3", "waivers.yaml:1:10: 'waivers' is a list"),
        ("waiver: []", "waivers.yaml:1:1: a waiver file has no key 'waiver'; did you mean 'waivers'?"),
        ("waivers:\n  - rule: PFC", "waivers.yaml:2:5: this waiver lacks 'device', 'reason', 'owner'"),
        (FILE.replace("reason", "because"), "waivers.yaml:5:5: a waiver has no key 'because'"),
        (FILE.replace("    owner: netops@example.net\n", ""), "waivers.yaml:2:5: this waiver lacks 'owner'"),
        (FILE.replace("netops@example.net", "''"), "waivers.yaml:6:12: 'owner' is a text that is not empty"),
        (FILE.replace("{rule}", "PFC-01"), "waivers.yaml:2:11: there is no rule 'PFC-01'; did you mean 'PFC-0"),
        (FILE.replace("{expires}", "2026-02-30"), "waivers.yaml:7:14: '2026-02-30' is no day; write the last one"),
        (FILE.replace("{expires}", "tomorrow"), "waivers.yaml:7:14: 'tomorrow' is no day"),
        ("a: &a [x]\nb: *a", "waivers.yaml:1:4: anchors and aliases are not used here"),
        ("[" * 50, "this is nested too deeply"),
        ("waivers: !!python/object/apply:os.system ['id']", "the tag"),
        ("\x00", "this is not YAML"),
    ],
)
def test_a_bad_waiver_file_is_refused_with_its_place(rules: tuple[Rule, ...], text: str, message: str) -> None:
    defaults = {"{rule}": "PFC", "{device}": "leaf1", "{object}": "x", "{expires}": "2026-12-31"}
    for mark, value in defaults.items():
        text = text.replace(mark, value)
    with pytest.raises(UsageError) as caught:
        parse_waivers(text, "waivers.yaml", rules)
    assert message in str(caught.value)


def test_a_settings_ignore_is_no_waiver_that_must_be_needed(report: Report, rules: tuple[Rule, ...]) -> None:
    ignore = Waiver(SuppressionKind.SETTINGS, ("PRT",), "", Source("roce-lint.toml", 3, 3), device="leaf1", object="*")
    assert reported(waive(report, (ignore,), rules, TODAY, whole=True)) == [BOTH, OTHER]
