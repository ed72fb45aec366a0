"""Lines that no reader understood, judged by a rule of the program's own."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.judge.evaluate import Variables
from roce_lint.judge.rule import Confidence, Rule, Severity
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.judge.wording import parse_wording
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source
from roce_lint.values import dataclass

UNREAD_SCOPE = "unread line"
UNREAD_RULE_ID = "config-line-not-understood"


@dataclass(frozen=True, slots=True)
class ConfigLine:
    """A line of a device config."""

    text: str
    because: str
    is_understood: bool


@dataclass(frozen=True, slots=True)
class UnreadEntity:
    """An unread line as the engine judges it."""

    device: str
    object: str
    source: Source
    variables: Variables


def unread_rule() -> Rule:
    """Return the rule that every line that looks relevant is understood; it is info, since the line may be harmless."""
    # The rule is kept with all others, and then nothing is to be parsed.
    from roce_lint.judge.parse_condition import parse_condition

    vocabulary = Vocabulary({UNREAD_SCOPE: {"line": ConfigLine}})
    return Rule(
        id=UNREAD_RULE_ID,
        code="INP-001",
        family="input",
        severity=Severity.INFO,
        confidence=Confidence.MUST,
        must_know=False,
        scope=UNREAD_SCOPE,
        when=(),
        require=parse_condition("line.is_understood", UNREAD_SCOPE, vocabulary),
        place=(),
        related=(),
        suppressed_by=(),
        message=parse_wording("not understood: {line.text} ({line.because})", UNREAD_SCOPE, vocabulary),
        why="A line that looks relevant and that is not understood may change what any other rule says here.",
        fix=parse_wording("Check the line by hand; report it if it is valid.", UNREAD_SCOPE, vocabulary),
        fix_by_os=(),
        sources=("roce-lint: every relevant line is either read or listed",),
        examples=(),
        file="roce-lint itself",
    )


def unread_entities(lines: Iterable[UnreadLine]) -> tuple[UnreadEntity, ...]:
    """Return the lines as entities of UNREAD_SCOPE."""
    return tuple(
        UnreadEntity(line.device, "", line.source, {"line": ConfigLine(line.text, line.because, False)})
        for line in lines
    )
