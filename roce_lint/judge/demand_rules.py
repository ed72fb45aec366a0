"""Rules of the program's own: configurations hold what their intent demands."""

from __future__ import annotations

from roce_lint.judge.blame import FAULTS
from roce_lint.judge.demand import DEMAND_SCOPE, DIFFERS_FROM_INTENT, DemandState
from roce_lint.judge.own_rule import RuleMaker
from roce_lint.judge.rule import Rule, Severity
from roce_lint.values import replace

FAMILY = "int"
_MAKER = RuleMaker(
    FAMILY,
    "roce-lint: what an intent demands is compared fact by fact with what files say",
    {DEMAND_SCOPE: {"demand": DemandState}},
)


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
                "A device without files was not evaluated at all: its faults do not show on any other device, and a "
                "passing check does not cover it."
            ),
            fix="Add the configuration of the device, or remove the device from the intent.",
        ),
        _rule(
            "intended-port-missing",
            "INT-002",
            "Every port of the intent is configured and not shut down",
            Severity.ERROR,
            "port",
            why="RoCE that the intent routes over this port has no path, or a different one than planned.",
            fix="Configure the port as in the intent (breakout, shutdown), or correct the intent.",
        ),
        _rule(
            "intended-cable-missing",
            "INT-003",
            "Every cable of the intent is in the cabling list",
            Severity.ERROR,
            "cable",
            why="A planned cable that is missing removes paths, and often another cable is connected in its place.",
            fix="Connect the cable, or correct the cabling list or the intent.",
        ),
        replace(
            _rule(
                DIFFERS_FROM_INTENT,
                "INT-004",
                "Values match the intent",
                Severity.WARNING,
                "value",
                why="The fabric was planned with a different value, and other devices may rely on it.",
                fix="Render the intent and load what differs, or change the intent: "
                "roce-lint render INTENT --diff FOLDER.",
            ),
            suppressed_by=tuple(cause.rule for cause in FAULTS),
        ),
        _rule(
            "reach-differs-from-intent",
            "INT-007",
            "VLANs, VRFs, route targets, gateways, sessions and bundles match the intent",
            Severity.ERROR,
            "reach",
            why="The two ends no longer match: hosts that should communicate cannot, or hosts that should not can.",
            fix="Render the intent and load what differs, or change the intent: roce-lint render INTENT --diff FOLDER.",
        ),
        _rule(
            "differs-from-intent-aside",
            "INT-005",
            "Descriptions and devices match the intent",
            Severity.INFO,
            "aside",
            why="It does not affect RoCE, but people and tools read it.",
            fix="Correct the configuration, or the intent.",
        ),
        _rule(
            "demand-in-no-file",
            "INT-006",
            "Files show whether each demand of the intent is met",
            Severity.INFO,
            "not_found",
            why="None of the files that were read shows whether the demand is met.",
            fix="Add the file that contains it: the configuration of the hosts, their NIC settings, or a platform.",
        ),
    )


def _rule(id: str, code: str, title: str, severity: Severity, kind: str, *, why: str, fix: str) -> Rule:
    when = (f"demand.kind == '{kind}'",)
    return _MAKER.rule(
        id, code, title, severity, when=when, require="demand.is_met", message="{demand.text}", why=why, fix=fix
    )
