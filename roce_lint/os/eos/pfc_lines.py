"""Lines about priority flow control and its watchdog: those of the global mode, and the timers of a port."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from roce_lint.model.fact import Source, Unknown
from roce_lint.model.terms import WatchdogAction
from roce_lint.os.industry_cli.command import NOT_STATED, Command, Setting
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

ACTIONS = {
    "drop": WatchdogAction.DROP,
    "notify-only": WatchdogAction.NOTIFY_ONLY,
    "errdisable": WatchdogAction.ERRDISABLE,
}
_SECONDS = lazy_pattern(r"\d{1,6}(?:\.\d{1,6})?", re.ASCII)
AUTO = -1


@dataclass(frozen=True, slots=True)
class PortTimers:
    """The watchdog timers of a port in milliseconds; `polling_ms` is `AUTO` where EOS chooses."""

    detection_ms: int
    polling_ms: int
    recovery_ms: int


@dataclass(slots=True)
class EosGlobalPfc:
    """What the global lines say."""

    all_off: Setting[bool] = NOT_STATED
    timeout_ms: Setting[int] = NOT_STATED
    recovery_ms: Setting[int] = NOT_STATED
    polling_ms: Setting[int] = NOT_STATED
    action: Setting[WatchdogAction] = NOT_STATED
    forced_drop: Setting[WatchdogAction] = NOT_STATED
    errdisable_recovery: Setting[bool] = NOT_STATED
    refused_mode: Unknown | None = None
    refused_watchdog: Unknown | None = None

    def read(self, command: Command, source: Source) -> str:
        """Take a global `priority-flow-control` line; return why it was not understood, or an empty text."""
        because = _GLOBAL_LINES.read(command.line, self, source)
        return self.refuse(command, source) if because is None else because

    def read_errdisable(self, line: Line, diagnostics: LineDiagnostics) -> None:
        """Take a global `errdisable` line; only whether ports recover from a stuck queue matters here."""
        _GLOBAL_LINES.account(line, self, diagnostics)

    def refuse(self, command: Command, source: Source) -> str:
        """Keep what a foreign line was meant to be, for where nothing else says it; return why it is refused."""
        because = f"EOS has no global command `{command.text}`"
        if command.plain and "watchdog" in command.text.replace("-", ""):
            self.refused_watchdog = self.refused_watchdog or Unknown(because, source)
        elif command.plain:
            self.refused_mode = self.refused_mode or Unknown(because, source)
        return because


def milliseconds(seconds: str) -> int:
    """Return seconds as typed (`0.2`) in whole milliseconds, rounded up; raise ValueError for anything else."""
    if not _SECONDS.fullmatch(seconds):
        raise ValueError(seconds)
    return math.ceil(Fraction(seconds) * 1000)


def polling_milliseconds(seconds: str) -> int:
    """Return the polling interval in milliseconds, `AUTO` where EOS chooses."""
    return AUTO if seconds == "auto" else milliseconds(seconds)


def port_timers(timeout: str, polling: str, recovery: str) -> PortTimers:
    """Return the three timers of a port, given in seconds as typed."""
    return PortTimers(milliseconds(timeout), polling_milliseconds(polling), milliseconds(recovery))


_WATCHDOG = "priority-flow-control pause watchdog"
_GLOBAL_LINES = LineTable(
    CommandRow("errdisable recovery cause stuck-queue [interval <0-99999>]", "errdisable_recovery", value=True),
    CommandRow("priority-flow-control all off", "all_off", value=True),
    CommandRow(
        f"{_WATCHDOG} override action drop",
        "forced_drop",
        WatchdogAction.DROP,
        cleared=f"{_WATCHDOG} override action ...",
    ),
    CommandRow(
        f"{_WATCHDOG} action drop|notify-only|errdisable",
        "action",
        value=ACTIONS.__getitem__,
        near_miss=f"EOS refuses the action `{{last}}`; it takes {', '.join(ACTIONS)}",
    ),
    CommandRow(f"{_WATCHDOG} default timeout <seconds>", "timeout_ms", value=milliseconds),
    CommandRow(f"{_WATCHDOG} default recovery-time <seconds> [forced]", "recovery_ms", value=milliseconds),
    CommandRow(f"{_WATCHDOG} default polling-interval <seconds>", "polling_ms", value=polling_milliseconds),
)
