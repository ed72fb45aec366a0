"""Rules of the program's own: configurations hold what their intent demands."""

from __future__ import annotations

from roce_lint.judge.demand import DEMAND_SCOPE, DIFFERS_FROM_INTENT, DemandState
from roce_lint.judge.rule import Confidence, Rule, Severity
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.judge.wording import parse_wording

FAMILY = "int"


def demand_rules() -> tuple[Rule, ...]:
    """Return the rules that compare configurations with an intent; without one they have nothing to evaluate."""
    return (
        _rule(
            "intended-device-missing",
            "INT-001",
            "Every device of the intent has files",
            Severity.ERROR,
            "device",
            why=(
                "A device without files was not evaluated at all: what it lacks shows on no other device, and a pass "
                "says nothing of it."
            ),
            fix="Add the configuration of the device, or take the device out of the intent.",
        ),
        _rule(
            "intended-port-missing",
            "INT-002",
            "Every port of the intent is configured and not shut down",
            Severity.ERROR,
            "port",
            why="RoCE that the intent sends through this port has no path, or another one than was planned.",
            fix="Configure the port as the intent has it (breakout, shutdown), or correct the intent.",
        ),
        _rule(
            "intended-cable-missing",
            "INT-003",
            "Every cable of the intent is in the cabling list",
            Severity.ERROR,
            "cable",
            why="A cable that is planned and not there takes paths away, and often another one is in its place.",
            fix="Connect the cable, or correct the cabling list or the intent.",
        ),
        _rule(
            DIFFERS_FROM_INTENT,
            "INT-004",
            "Values are those that the intent demands",
            Severity.WARNING,
            "value",
            why="The fabric was planned with another value, and other devices may rely on it.",
            fix="Render the intent and load what differs, or change the intent: roce-lint render INTENT --diff FOLDER.",
        ),
        _rule(
            "differs-from-intent-aside",
            "INT-005",
            "Descriptions and devices are those of the intent",
            Severity.INFO,
            "aside",
            why="It changes nothing for RoCE, but people and tools read it.",
            fix="Correct the configuration, or the intent.",
        ),
        _rule(
            "demand-in-no-file",
            "INT-006",
            "Files tell whether each demand of the intent is met",
            Severity.INFO,
            "not_found",
            why="Whether the demand is met was not evaluated.",
            fix="Add the file that tells it: the configuration of the hosts, their NIC settings, or a platform.",
        ),
    )


def _rule(id: str, code: str, title: str, severity: Severity, kind: str, *, why: str, fix: str) -> Rule:
    # The rules are kept with all others, and then nothing is to be parsed.
    from roce_lint.judge.parse_condition import parse_condition

    vocabulary = Vocabulary({DEMAND_SCOPE: {"demand": DemandState}})
    return Rule(
        id=id,
        code=code,
        family=FAMILY,
        severity=severity,
        confidence=Confidence.MUST,
        must_know=False,
        scope=DEMAND_SCOPE,
        when=(parse_condition(f"demand.kind == '{kind}'", DEMAND_SCOPE, vocabulary),),
        require=parse_condition("demand.is_met", DEMAND_SCOPE, vocabulary),
        place=(),
        related=(),
        suppressed_by=(),
        message=parse_wording("{demand.text}", DEMAND_SCOPE, vocabulary),
        why=why,
        fix=parse_wording(fix, DEMAND_SCOPE, vocabulary),
        fix_by_os=(),
        sources=("roce-lint: what an intent demands is compared fact by fact with what files say",),
        examples=(),
        file="roce-lint itself",
        title=title,
    )
