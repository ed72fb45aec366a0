"""QoS lines of an interface or of a `qos profile`: both take the same ones.

Which of the forms that EOS has for queues a platform takes, and how its file prints them.
"""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.model.terms import Trust, WatchdogAction
from roce_lint.os.eos.pfc import ACTIONS, PortTimers, port_timers
from roce_lint.os.eos.queues import (
    QUEUE_KEYWORDS,
    QUEUE_LINE_WORDS,
    EosQueueLines,
    TypedRate,
    port_rate,
    read_queue_line,
)
from roce_lint.os.industry_cli.command import NOT_STATED, Command, NotStated, Setting, command_of
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_form import LineForm
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.text.lines import Line
from roce_lint.values import dataclass, field


@dataclass(slots=True)
class QueueDialect:
    """How one file writes QoS lines.

    `echoes_defaults`: it is `show running-config all`, where a default says nothing. `keyword`: how the platform calls
    queues; empty where more than one name may be valid. `measures_delay` is false where the platform is known to mark
    by bytes alone.
    """

    diagnostics: LineDiagnostics
    echoes_defaults: bool
    keyword: str
    measures_delay: bool

    def check_keyword(self, line: Line, keyword: str) -> None:
        """Report a queue that is called as on another platform; once, since all of them are."""
        if self.keyword and keyword != self.keyword and keyword != "mc-tx-queue":
            self.diagnostics.line_refused(line, f"on this platform the queues are called `{self.keyword}`")
            self.keyword = ""

    def check_unit(self, line: Line) -> None:
        """Report thresholds in units of time on a platform that does not measure how long packets wait."""
        if not self.measures_delay and ("microseconds" in line.text or "milliseconds" in line.text):
            because = "only switches with virtual output queues take units of time, others bytes and segments"
            self.diagnostics.line_refused(line, because)


QOS_WORDS = frozenset({"qos", "shape", "priority-flow-control", "service-policy", "random-detect"}) | QUEUE_KEYWORDS
_TRUST = {"dscp": Trust.DSCP, "cos": Trust.PCP}
_FORM_OF_OTHER_POLICIES = "service-policy type pdp|pbr|copp|tapagg input <name>"
_OTHER_POLICY = LineForm(_FORM_OF_OTHER_POLICIES)
_QUEUE = LineForm("tx-queue|uc-tx-queue|mc-tx-queue <0-7>")


@dataclass(slots=True)
class QosLines:
    """What one block says; `said_by_block` is false while it has no QoS line that counts."""

    trust: Setting[Trust] = NOT_STATED
    default_cos: Setting[int] = NOT_STATED
    default_dscp: Setting[int] = NOT_STATED
    shape: Setting[TypedRate] = NOT_STATED
    policy: Setting[str] = NOT_STATED
    pfc_on: Setting[bool] = NOT_STATED
    no_drop: dict[int, Setting[bool]] = field(default_factory=dict)
    watchdog_on: Setting[bool] = NOT_STATED
    watchdog_timers: Setting[PortTimers] = NOT_STATED
    watchdog_action: Setting[WatchdogAction] = NOT_STATED
    queues: dict[int, EosQueueLines] = field(default_factory=dict)
    all_queues: Setting[bool] = NOT_STATED
    first_source: Setting[bool] = NOT_STATED

    @property
    def empty(self) -> bool:
        """Return whether the block says nothing about QoS."""
        return self == QosLines()


def is_other_policy(command: Command) -> bool:
    """Return whether the line applies a policy that is not about QoS (policy-based routing, control plane)."""
    return _OTHER_POLICY.parts(command.text) is not None


def _port_percent(amount: int) -> TypedRate:
    return port_rate(amount, "percent")


def _is_no_drop(word: str) -> bool:
    return word == "no-drop"


_PFC = "priority-flow-control"
_WATCHDOG = f"{_PFC} pause watchdog"
_NO_QOS = "`{text}` is no QoS line of an EOS interface"
_NO_SHAPE = "`{text}` is not in the form `shape rate N [kbps|pps|percent]`"
_NO_FORM = "`{text}` is not in the form that EOS takes"
_QOS_LINES = LineTable(
    CommandRow("qos trust dscp|cos", "trust", _TRUST.__getitem__, no=Trust.NONE, cleared="qos trust [dscp|cos]"),
    CommandRow("qos trust", refused="`qos trust` lacks its kind"),
    CommandRow("qos cos <0-7>", "default_cos", cleared="qos cos [<0-7>]", echoed=("qos cos 0",)),
    CommandRow("qos dscp <0-63>", "default_dscp", cleared="qos dscp [<0-63>]", echoed=("qos dscp 0",)),
    CommandRow("qos ...", refused=_NO_QOS),
    CommandRow("shape rate percent <0-100>", "shape", value=_port_percent),
    CommandRow(
        "shape rate <0-999999999999> [kbps|pps|percent]",
        "shape",
        value=port_rate,
        begins="shape",
        near_miss=_NO_SHAPE,
    ),
    CommandRow("service-policy type qos input <name>", "policy", cleared="service-policy type qos input [<name>]"),
    CommandRow(_FORM_OF_OTHER_POLICIES),
    CommandRow("service-policy ...", refused="EOS has no `{text}` on an interface"),
    CommandRow(f"{_PFC} on", "pfc_on", value=True, no=False, cleared=f"{_PFC} [on]", echoed=(f"no {_PFC} [on]",)),
    CommandRow(
        f"{_PFC} priority <0-7> no-drop|drop",
        "no_drop[]",
        value=_is_no_drop,
        no=False,
        cleared=f"{_PFC} priority <0-7> [no-drop|drop]",
        echoed=(f"no {_PFC} priority <0-7> [no-drop|drop]",),
    ),
    CommandRow(_WATCHDOG, "watchdog_on", value=True, no=False, cleared=_WATCHDOG, echoed=(_WATCHDOG,)),
    CommandRow(
        f"{_WATCHDOG} port timer timeout <seconds> polling-interval <seconds> recovery-time <seconds> [forced]",
        "watchdog_timers",
        value=port_timers,
        begins=f"{_WATCHDOG} port timer",
        near_miss=_NO_FORM,
    ),
    CommandRow(
        f"{_WATCHDOG} port action drop|notify-only|errdisable",
        "watchdog_action",
        value=ACTIONS.__getitem__,
        near_miss=_NO_FORM,
    ),
    CommandRow(f"{_WATCHDOG} port ...", refused=_NO_FORM),
    CommandRow(
        f"{_PFC} mode ...",
        "pfc_on",
        refused=f"`{_PFC} mode` is an old spelling; EOS now takes `{_PFC} on`",
    ),
    CommandRow(f"{_PFC} ...", refused="EOS has no `{text}` on an interface"),
)


class PortLineReader:
    """Reads the QoS lines of one block into `lines`; keeps which queue a flat script has opened.

    `place` says where a line is.
    """

    def __init__(self, lines: QosLines, dialect: QueueDialect, place: Callable[[Line], Source]) -> None:
        self._lines = lines
        self._place = place
        self._dialect = dialect
        self._diagnostics = dialect.diagnostics
        self._echoes_defaults = dialect.echoes_defaults
        self._open_queue: EosQueueLines | None = None

    def takes(self, command: Command) -> bool:
        """Return whether the line is QoS; a queue line counts while a queue is open."""
        first = command.words[0]
        return first in QOS_WORDS or (self._open_queue is not None and first in QUEUE_LINE_WORDS)

    def close_queue(self) -> None:
        """Say that a line of another kind has left the queue sub-mode."""
        self._open_queue = None

    def read(self, command: Command) -> None:
        """Take one QoS line, and for a queue everything below it."""
        source = self._place(command.line)
        first = command.words[0]
        if self._open_queue is not None and first in QUEUE_LINE_WORDS:
            because = read_queue_line(command, self._open_queue, source, self._echoes_defaults)
        else:
            self._open_queue = None
            because = self._read(command, source)
        if because:
            self._diagnostics.block_not_understood(command.line, because)
        elif first == "random-detect" and command.plain:
            self._dialect.check_unit(command.line)
        elif isinstance(self._lines.first_source, NotStated) and command.plain and not self._is_default(command):
            self._lines.first_source = Stated(True, source)

    def _is_default(self, command: Command) -> bool:
        """Return whether the line is one that `show running-config all` prints on a port without QoS."""
        return self._echoes_defaults and (
            command.text in ("qos cos 0", "qos dscp 0", "priority-flow-control pause watchdog")
            or command.words[0] in QUEUE_KEYWORDS
        )

    def _read(self, command: Command, source: Source) -> str:
        first = command.words[0]
        if first in QUEUE_KEYWORDS:
            return self._read_queue(command)
        if first == "random-detect":
            because = f"`{command.text}` is outside a queue, where EOS has no such documented command"
            self._lines.all_queues = Unknown(because, source)
            self._diagnostics.line_refused(command.line, because)
            return because
        return _QOS_LINES.read(command.line, self._lines, source, prints_defaults=self._echoes_defaults) or ""

    def _read_queue(self, command: Command) -> str:
        parts = _QUEUE.parts(command.text)
        if not parts or not isinstance(parts[1], int):
            return f"`{command.text}` is no queue of EOS: {', '.join(sorted(QUEUE_KEYWORDS))} 0 to 7"
        keyword, index = str(parts[0]), parts[1]
        self._dialect.check_keyword(command.line, keyword)
        if not command.plain:
            if keyword != "mc-tx-queue":
                self._lines.queues.pop(index, None)
            return ""
        # Multicast queues have no place in the facts: their lines are checked and set nothing.
        queue = EosQueueLines() if keyword == "mc-tx-queue" else self._lines.queues.setdefault(index, EosQueueLines())
        queue.block = self._place(command.line)
        for line in command.line.children:
            self._read_queue_lines(line, queue)
        if not command.line.children:
            self._open_queue = queue
        return ""

    def _read_queue_lines(self, line: Line, queue: EosQueueLines) -> None:
        command = command_of(line)
        because = read_queue_line(command, queue, self._place(line), self._echoes_defaults)
        if because:
            self._diagnostics.block_not_understood(line, because)
            return
        if command.plain:
            self._dialect.check_unit(line)
        for below in line.children:
            self._read_queue_lines(below, queue)
