"""Lines that no reader understood, evaluated by rules of the program's own."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from roce_lint.judge.derive.roce_words import sets_roce
from roce_lint.judge.own_rule import RuleMaker
from roce_lint.judge.rule import Rule, Severity
from roce_lint.model.device import UnreadLine
from roce_lint.model.judged import Judged
from roce_lint.values import dataclass

UNREAD_SCOPE = "unread line"
UNREAD_RULE_ID = "config-line-not-understood"


@dataclass(frozen=True, slots=True)
class _UnreadConfigLine:
    """A line of a device config. `decides_roce`: it configures QoS where RoCE passes, or is itself of PFC or ECN."""

    text: str
    because: str
    is_understood: bool
    decides_roce: bool


_MAKER = RuleMaker(
    "input", "roce-lint: every relevant line is either read or listed", {UNREAD_SCOPE: {"line": _UnreadConfigLine}}
)


def unread_rules() -> tuple[Rule, ...]:
    """Return the rules that every line that looks relevant is understood.

    It is info, since the line may be harmless, and a warning for a line that configures QoS where RoCE passes: a
    device that refuses it runs without what it was to bring.
    """
    return (
        _MAKER.rule(
            UNREAD_RULE_ID,
            "INP-001",
            "Every line that looks relevant is understood",
            Severity.INFO,
            when=("not line.decides_roce",),
            require="line.is_understood",
            message="not understood: {line.text} ({line.because})",
            why="A relevant line that is not understood may change the result of any other rule here.",
            fix="Check the line by hand; report it if it is valid.",
        ),
        _MAKER.rule(
            "qos-line-not-understood",
            "INP-002",
            "Every QoS line on the path of RoCE is in a known form",
            Severity.WARNING,
            when=("line.decides_roce",),
            require="line.is_understood",
            message="This QoS line is not understood in its context, and was skipped: {line.text} ({line.because})",
            why=(
                "A device that rejects the line runs without its setting, although the file looks complete. "
                "If the device accepts it, its effect on RoCE has not been evaluated."
            ),
            fix="Correct the line if the device rejects it; otherwise check it by hand and report it.",
        ),
    )


def unread_entities(lines: Iterable[UnreadLine], taking_part: Collection[str] = ()) -> tuple[Judged, ...]:
    """Return the lines as entities of UNREAD_SCOPE; `taking_part` names the devices that RoCE crosses."""

    def decides(line: UnreadLine) -> bool:
        return line.concerns_qos and (line.device in taking_part or sets_roce(line.text))

    return tuple(
        Judged(line.device, "", line.source, {"line": _UnreadConfigLine(line.text, line.because, False, decides(line))})
        for line in lines
    )
