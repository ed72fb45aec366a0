"""The program's own rules about waivers and the baseline: old suppressions must not outlive their fault."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.judge.rule import Confidence, Rule, Severity
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.judge.wording import parse_wording
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


_SCOPES: Mapping[str, Mapping[str, object]] = {
    WAIVER_SCOPE: {"waiver": WaiverState},
    BASELINE_SCOPE: {"entry": EntryState},
}


def waiver_rules() -> tuple[Rule, ...]:
    """Return the rules about waivers and baselines; none of them can be waived."""
    return (
        _rule(
            "waiver-expired",
            "WVR-001",
            WAIVER_SCOPE,
            when=("waiver.is_understood",),
            require="waiver.is_in_time",
            message="the waiver of {waiver.words} expired on {waiver.expires} (owner: {waiver.owner})",
            why="The accepted fault is still there, or has not been checked since.",
            fix="Fix the fault and remove the waiver, or agree on a new expiry date with its owner.",
        ),
        _rule(
            "waiver-unused",
            "WVR-002",
            WAIVER_SCOPE,
            when=("waiver.is_understood", "waiver.is_in_time"),
            require="waiver.is_needed",
            message="the waiver of {waiver.words} matches no finding",
            why="A waiver that is left behind hides the next fault of its kind.",
            fix="Drop the waiver.",
        ),
        _rule(
            "waiver-for-absent-device",
            "WVR-003",
            WAIVER_SCOPE,
            severity=Severity.INFO,
            when=("waiver.is_understood",),
            require="waiver.is_for_a_device",
            message="the waiver of {waiver.words} names no device that was read",
            why="The device is gone, its name is mistyped, or only a part of the fabric was checked.",
            fix="Correct the name, or drop the waiver.",
        ),
        _rule(
            "waiver-token-refused",
            "WVR-004",
            WAIVER_SCOPE,
            when=(),
            require="waiver.is_understood",
            message="this waives nothing: {waiver.refused}",
            why="Its author believes that a finding is accepted, and it is not.",
            fix="Write 'roce-lint: ignore[RULE] reason' inside the block that it is for.",
        ),
        _rule(
            "waiver-not-kept-by-device",
            "WVR-005",
            WAIVER_SCOPE,
            severity=Severity.INFO,
            when=("waiver.is_understood",),
            require="waiver.is_kept",
            message="the device drops this comment; the waiver of {waiver.words} is lost when it is loaded there",
            why="After the next fetch from the device the finding comes back.",
            fix="Use a '!!' comment (EOS), a description, or the waiver file.",
        ),
        _rule(
            "baseline-entry-stale",
            "WVR-006",
            BASELINE_SCOPE,
            when=(),
            require="entry.is_found",
            message="the baseline lists {entry.words}, which is not found any more",
            why="An entry that is left behind hides the fault when it comes back.",
            fix="Write the baseline again with --write-baseline.",
        ),
    )


def _rule(
    id: str,
    code: str,
    scope: str,
    *,
    when: tuple[str, ...],
    require: str,
    message: str,
    why: str,
    fix: str,
    severity: Severity = Severity.WARNING,
) -> Rule:
    # The rules are kept with all others, and then nothing is to be parsed.
    from roce_lint.judge.parse_condition import parse_condition

    vocabulary = Vocabulary(_SCOPES)
    return Rule(
        id=id,
        code=code,
        family=FAMILY,
        severity=severity,
        confidence=Confidence.MUST,
        must_know=False,
        scope=scope,
        when=tuple(parse_condition(text, scope, vocabulary) for text in when),
        require=parse_condition(require, scope, vocabulary),
        place=(),
        related=(),
        suppressed_by=(),
        message=parse_wording(message, scope, vocabulary),
        why=why,
        fix=parse_wording(fix, scope, vocabulary),
        fix_by_os=(),
        sources=("roce-lint: a suppression lasts no longer than what it suppresses",),
        examples=(),
        file="roce-lint itself",
        waivable=False,
    )
