"""Lines that no reader understood, evaluated by rules of the program's own."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from roce_lint.judge.derive.roce_words import sets_roce
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
    """A line of a device config. `decides_roce`: it configures QoS where RoCE passes, or is itself of PFC or ECN."""

    text: str
    because: str
    is_understood: bool
    decides_roce: bool


@dataclass(frozen=True, slots=True)
class UnreadEntity:
    """An unread line as the engine evaluates it."""

    device: str
    object: str
    source: Source
    variables: Variables


def unread_rules() -> tuple[Rule, ...]:
    """Return the rules that every line that looks relevant is understood.

    It is info, since the line may be harmless, and a warning for a line that configures QoS where RoCE passes: a
    device that refuses it runs without what it was to bring.
    """
    return (
        _rule(
            UNREAD_RULE_ID,
            "INP-001",
            "Every line that looks relevant is understood",
            Severity.INFO,
            when="not line.decides_roce",
            message="not understood: {line.text} ({line.because})",
            why="A line that looks relevant and that is not understood may change what any other rule says here.",
            fix="Check the line by hand; report it if it is valid.",
        ),
        _rule(
            "qos-line-not-understood",
            "INP-002",
            "Every QoS line where RoCE passes is in a known form",
            Severity.WARNING,
            when="line.decides_roce",
            message="This QoS line is not understood in its place, and was not evaluated: {line.text} ({line.because})",
            why=(
                "A device that refuses the line runs without what it was to bring, while the file looks complete. "
                "If the device takes it, nothing here has evaluated what it does to RoCE."
            ),
            fix="Correct the line if the device refuses it, else check it by hand and report it.",
        ),
    )


def _rule(id: str, code: str, title: str, severity: Severity, *, when: str, message: str, why: str, fix: str) -> Rule:
    # The rules are kept with all others, and then nothing is to be parsed.
    from roce_lint.judge.parse_condition import parse_condition

    vocabulary = Vocabulary({UNREAD_SCOPE: {"line": ConfigLine}})
    return Rule(
        id=id,
        code=code,
        family="input",
        severity=severity,
        confidence=Confidence.MUST,
        must_know=False,
        scope=UNREAD_SCOPE,
        when=(parse_condition(when, UNREAD_SCOPE, vocabulary),),
        require=parse_condition("line.is_understood", UNREAD_SCOPE, vocabulary),
        place=(),
        related=(),
        suppressed_by=(),
        message=parse_wording(message, UNREAD_SCOPE, vocabulary),
        why=why,
        fix=parse_wording(fix, UNREAD_SCOPE, vocabulary),
        fix_by_os=(),
        sources=("roce-lint: every relevant line is either read or listed",),
        examples=(),
        file="roce-lint itself",
        title=title,
    )


def unread_entities(lines: Iterable[UnreadLine], taking_part: Collection[str] = ()) -> tuple[UnreadEntity, ...]:
    """Return the lines as entities of UNREAD_SCOPE; `taking_part` names the devices that RoCE crosses."""

    def decides(line: UnreadLine) -> bool:
        return line.concerns_qos and (line.device in taking_part or sets_roce(line.text))

    return tuple(
        UnreadEntity(line.device, "", line.source, {"line": ConfigLine(line.text, line.because, False, decides(line))})
        for line in lines
    )
