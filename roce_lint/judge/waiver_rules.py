"""The program's own rules about waivers and the baseline: old suppressions must not outlive their fault."""

from __future__ import annotations

from roce_lint.judge.own_rule import RuleMaker
from roce_lint.judge.rule import Rule, Severity
from roce_lint.values import dataclass

WAIVER_SCOPE = "waiver"
BASELINE_SCOPE = "baseline entry"
FAMILY = "waiver"


@dataclass(frozen=True, slots=True)
class WaiverState:
    """A waiver as rules see it. `words`: what it suppresses; `refused`: why it is none; dates are ISO 8601.

    `is_needed`: it suppressed a finding, or nothing can be decided because its device or rule was not evaluated.
    `is_for_a_device`: a device that was read has its name. `is_kept`: the device keeps the comment.
    """

    words: str
    owner: str
    expires: str
    device: str
    refused: str
    is_understood: bool
    is_in_time: bool
    is_needed: bool
    is_for_a_device: bool
    is_kept: bool


@dataclass(frozen=True, slots=True)
class EntryState:
    """An entry of a baseline as rules see it; `is_found`: the finding is still there."""

    words: str
    is_found: bool


_MAKER = RuleMaker(
    FAMILY,
    "roce-lint: a suppression lasts no longer than what it suppresses",
    {WAIVER_SCOPE: {"waiver": WaiverState}, BASELINE_SCOPE: {"entry": EntryState}},
    waivable=False,
)


def waiver_rules() -> tuple[Rule, ...]:
    """Return the rules about waivers and baselines; none of them can be waived."""
    return (
        _MAKER.rule(
            "waiver-expired",
            "WVR-001",
            "",
            Severity.WARNING,
            when=("waiver.is_understood",),
            require="waiver.is_in_time",
            message="the waiver of {waiver.words} expired on {waiver.expires} (owner: {waiver.owner})",
            why="The accepted fault is still there, or has not been checked since.",
            fix="Fix the fault and remove the waiver, or agree on a new expiry date with its owner.",
        ),
        _MAKER.rule(
            "waiver-unused",
            "WVR-002",
            "",
            Severity.WARNING,
            when=("waiver.is_understood", "waiver.is_in_time"),
            require="waiver.is_needed",
            message="the waiver of {waiver.words} matches no finding",
            why="An unused waiver hides the next fault of its kind.",
            fix="Remove the waiver.",
        ),
        _MAKER.rule(
            "waiver-for-absent-device",
            "WVR-003",
            "",
            Severity.INFO,
            when=("waiver.is_understood",),
            require="waiver.is_for_a_device",
            message="the waiver of {waiver.words} names a device that was not read",
            why="The device was removed, its name is mistyped, or only part of the fabric was checked.",
            fix="Correct the name, or remove the waiver.",
        ),
        _MAKER.rule(
            "waiver-token-refused",
            "WVR-004",
            "",
            Severity.WARNING,
            require="waiver.is_understood",
            message="this waives nothing: {waiver.refused}",
            why="Its author believes that a finding is accepted, but it is not.",
            fix="Write 'roce-lint: ignore[RULE] reason' inside the block that it applies to.",
        ),
        _MAKER.rule(
            "waiver-not-kept-by-device",
            "WVR-005",
            "",
            Severity.INFO,
            when=("waiver.is_understood",),
            require="waiver.is_kept",
            message="the device drops this comment; the waiver of {waiver.words} is lost when the file is loaded",
            why="The finding returns after the configuration is next fetched from the device.",
            fix="Use a '!!' comment (EOS), a description, or the waiver file.",
        ),
        _MAKER.rule(
            "baseline-entry-stale",
            "WVR-006",
            "",
            Severity.WARNING,
            require="entry.is_found",
            message="the baseline lists {entry.words}, which is no longer found",
            why="A stale entry hides the fault if it returns.",
            fix="Write the baseline again with --write-baseline.",
        ),
    )
