"""QoS lines of an interface or of a `qos profile`: both take the same ones."""

from __future__ import annotations

import re

from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.model.terms import Trust, WatchdogAction
from roce_lint.os.eos.command import SILENT, Command, Negation, Said, command_of, first_said
from roce_lint.os.eos.pfc import ACTIONS, PortTimers, port_timers
from roce_lint.os.eos.queue_dialect import QueueDialect
from roce_lint.os.eos.queue_lines import (
    QUEUE_KEYWORDS,
    QUEUE_LINE_WORDS,
    QueueLines,
    Rate,
    join_queues,
    read_queue_line,
    read_rate,
)
from roce_lint.text.lines import Line
from roce_lint.text.patterns import late_pattern
from roce_lint.values import dataclass, field

QOS_WORDS = frozenset({"qos", "shape", "priority-flow-control", "service-policy", "random-detect"}) | QUEUE_KEYWORDS
_TRUST = {"dscp": Trust.DSCP, "cos": Trust.PCP}
_PRIORITY = late_pattern(r"priority-flow-control priority ([0-7])(?: (no-drop|drop))?", re.ASCII)
_OTHER_POLICY = late_pattern(r"service-policy type (?:pdp|pbr|copp|tapagg) input \S+")
_QUEUE = late_pattern(r"(tx-queue|uc-tx-queue|mc-tx-queue) (\d{1,2})", re.ASCII)


@dataclass(slots=True)
class QosLines:
    """What one block says; `said_by_block` is false while it has no QoS line that counts."""

    trust: Said[Trust] = SILENT
    default_cos: Said[int] = SILENT
    default_dscp: Said[int] = SILENT
    shape: Said[Rate] = SILENT
    policy: Said[str] = SILENT
    pfc_on: Said[bool] = SILENT
    no_drop: dict[int, Said[bool]] = field(default_factory=dict)
    watchdog_on: Said[bool] = SILENT
    watchdog_timers: Said[PortTimers] = SILENT
    watchdog_action: Said[WatchdogAction] = SILENT
    queues: dict[int, QueueLines] = field(default_factory=dict)
    all_queues: Said[bool] = SILENT
    first_source: Said[bool] = SILENT

    @property
    def empty(self) -> bool:
        """Return whether the block says nothing about QoS."""
        return self == QosLines()


def join(winner: QosLines, other: QosLines) -> QosLines:
    """Return what holds when two blocks speak of one port; `winner` wins attribute by attribute, queue by queue."""
    queues = dict(other.queues)
    for index, lines in winner.queues.items():
        queues[index] = join_queues(lines, queues[index]) if index in queues else lines
    return QosLines(
        trust=first_said(winner.trust, other.trust),
        default_cos=first_said(winner.default_cos, other.default_cos),
        default_dscp=first_said(winner.default_dscp, other.default_dscp),
        shape=first_said(winner.shape, other.shape),
        policy=first_said(winner.policy, other.policy),
        pfc_on=first_said(winner.pfc_on, other.pfc_on),
        no_drop={**other.no_drop, **winner.no_drop},
        watchdog_on=first_said(winner.watchdog_on, other.watchdog_on),
        watchdog_timers=first_said(winner.watchdog_timers, other.watchdog_timers),
        watchdog_action=first_said(winner.watchdog_action, other.watchdog_action),
        queues=queues,
        all_queues=first_said(winner.all_queues, other.all_queues),
        first_source=first_said(winner.first_source, other.first_source),
    )


def is_other_policy(command: Command) -> bool:
    """Return whether the line applies a policy that is not about QoS (policy-based routing, control plane)."""
    return bool(_OTHER_POLICY.fullmatch(command.text))


class PortLineReader:
    """Reads the QoS lines of one block into `lines`; keeps which queue a flat script has opened."""

    def __init__(self, lines: QosLines, dialect: QueueDialect) -> None:
        self._lines = lines
        self._dialect = dialect
        self._diagnostics = dialect.diagnostics
        self._echoes_defaults = dialect.echoes_defaults
        self._open_queue: QueueLines | None = None

    def takes(self, command: Command) -> bool:
        """Return whether the line is QoS; a queue line counts while a queue is open."""
        first = command.words[0]
        return first in QOS_WORDS or (self._open_queue is not None and first in QUEUE_LINE_WORDS)

    def close_queue(self) -> None:
        """Say that a line of another kind has left the queue sub-mode."""
        self._open_queue = None

    def read(self, command: Command) -> None:
        """Take one QoS line, and for a queue everything below it."""
        source = self._diagnostics.at(command.line)
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
        elif isinstance(self._lines.first_source, type(SILENT)) and command.plain and not self._is_default(command):
            self._lines.first_source = Stated(True, source)

    def _is_default(self, command: Command) -> bool:
        """Return whether the line is one that `show running-config all` prints on a port without QoS."""
        return self._echoes_defaults and (
            command.text in ("qos cos 0", "qos dscp 0", "priority-flow-control pause watchdog")
            or command.words[0] in QUEUE_KEYWORDS
        )

    def _read(self, command: Command, source: Source) -> str:
        match command.words[0]:
            case "qos":
                return self._read_marking(command, source)
            case "shape":
                return self._read_shape(command, source)
            case "service-policy":
                return self._read_policy(command, source)
            case "priority-flow-control":
                return self._read_pfc(command, source)
            case "random-detect":
                because = f"`{command.text}` stands outside a queue, where EOS has no such documented command"
                self._lines.all_queues = Unknown(because, source)
                self._diagnostics.line_refused(command.line, because)
                return because
        return self._read_queue(command)

    def _read_marking(self, command: Command, source: Source) -> str:
        lines, text = self._lines, command.text
        if text == "qos trust" or (text in ("qos trust dscp", "qos trust cos")):
            if command.negation is Negation.DEFAULT:
                lines.trust = SILENT
            elif command.negation is Negation.NO:
                lines.trust = Stated(Trust.NONE, source)
            elif len(command.words) == 3:
                lines.trust = Stated(_TRUST[command.words[2]], source)
            else:
                return "`qos trust` lacks its kind"
            return ""
        found = re.fullmatch(r"qos (cos|dscp)(?: (\d{1,2}))?", text, re.ASCII)
        if (
            not found
            or (found[2] and int(found[2]) > (7 if found[1] == "cos" else 63))
            or (command.plain and not found[2])
        ):
            return f"`{text}` is no QoS line of an EOS interface"
        silent = not command.plain or (self._echoes_defaults and found[2] == "0")
        value: Said[int] = SILENT if silent else Stated(int(found[2]), source)
        if found[1] == "cos":
            lines.default_cos = value
        else:
            lines.default_dscp = value
        return ""

    def _read_shape(self, command: Command, source: Source) -> str:
        if not command.plain:
            self._lines.shape = SILENT
            return ""
        rate = read_rate(command.text)
        if rate is None or not command.text.startswith("shape rate") or (rate.unit == "percent" and rate.amount > 100):
            because = f"`{command.text}` is not in the form `shape rate N [kbps|pps|percent]`"
            self._lines.shape = Unknown(because, source)
            return because
        self._lines.shape = Stated(rate, source)
        return ""

    def _read_policy(self, command: Command, source: Source) -> str:
        found = re.fullmatch(r"service-policy type qos input(?: (\S+))?", command.text)
        if found and (found[1] or not command.plain):
            self._lines.policy = Stated(found[1], source) if command.plain else SILENT
            return ""
        return "" if is_other_policy(command) else f"EOS has no `{command.text}` on an interface"

    def _read_pfc(self, command: Command, source: Source) -> str:
        lines, text = self._lines, command.text
        if text == "priority-flow-control on" or (text == "priority-flow-control" and not command.plain):
            quiet = command.negation is Negation.DEFAULT or (not command.plain and self._echoes_defaults)
            lines.pfc_on = SILENT if quiet else Stated(command.plain, source)
            return ""
        found = _PRIORITY.fullmatch(text)
        if found and (found[2] or not command.plain):
            return self._read_priority(command, int(found[1]), found[2] == "no-drop", source)
        if text == "priority-flow-control pause watchdog":
            quiet = command.negation is Negation.DEFAULT or (command.plain and self._echoes_defaults)
            lines.watchdog_on = SILENT if quiet else Stated(command.plain, source)
            return ""
        if text.startswith("priority-flow-control pause watchdog port"):
            return self._read_watchdog_override(command, source)
        because = f"EOS has no `{text}` on an interface"
        if text.startswith("priority-flow-control mode"):
            because = "`priority-flow-control mode` is an old spelling; EOS now takes `priority-flow-control on`"
            lines.pfc_on = Unknown(because, source)
        return because

    def _read_priority(self, command: Command, number: int, no_drop: bool, source: Source) -> str:
        if command.negation is Negation.DEFAULT or (not command.plain and self._echoes_defaults):
            self._lines.no_drop.pop(number, None)
        else:
            self._lines.no_drop[number] = Stated(no_drop and command.plain, source)
        return ""

    def _read_watchdog_override(self, command: Command, source: Source) -> str:
        lines, words = self._lines, command.words
        if not command.plain and len(words) > 4 and words[4] in ("action", "timer"):
            if words[4] == "action":
                lines.watchdog_action = SILENT
            else:
                lines.watchdog_timers = SILENT
            return ""
        timers = port_timers(command.text)
        if timers is not None:
            lines.watchdog_timers = Stated(timers, source)
            return ""
        if len(words) == 6 and words[4] == "action" and words[5] in ACTIONS:
            lines.watchdog_action = Stated(ACTIONS[words[5]], source)
            return ""
        because = f"`{command.text}` is not in the form that EOS takes"
        if len(words) > 4 and words[4] == "action":
            lines.watchdog_action = Unknown(because, source)
        elif len(words) > 4 and words[4] == "timer":
            lines.watchdog_timers = Unknown(because, source)
        return because

    def _read_queue(self, command: Command) -> str:
        found = _QUEUE.fullmatch(command.text)
        if not found or int(found[2]) > 7:
            return f"`{command.text}` is no queue of EOS: {', '.join(sorted(QUEUE_KEYWORDS))} 0 to 7"
        index = int(found[2])
        self._dialect.check_keyword(command.line, found[1])
        if not command.plain:
            if found[1] != "mc-tx-queue":
                self._lines.queues.pop(index, None)
            return ""
        # Multicast queues have no place in the facts: their lines are checked and set nothing.
        queue = QueueLines() if found[1] == "mc-tx-queue" else self._lines.queues.setdefault(index, QueueLines())
        queue.block = self._diagnostics.at(command.line)
        for line in command.line.children:
            self._read_queue_lines(line, queue)
        if not command.line.children:
            self._open_queue = queue
        return ""

    def _read_queue_lines(self, line: Line, queue: QueueLines) -> None:
        command = command_of(line)
        because = read_queue_line(command, queue, self._diagnostics.at(line), self._echoes_defaults)
        if because:
            self._diagnostics.block_not_understood(line, because)
            return
        if command.plain:
            self._dialect.check_unit(line)
        for below in line.children:
            self._read_queue_lines(below, queue)
