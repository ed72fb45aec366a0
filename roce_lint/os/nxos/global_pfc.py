"""The PFC commands of the global mode: the watchdog's switch and timers, and the override of every interface."""

from __future__ import annotations

from roce_lint.os.industry_cli.command import NOT_STATED, Setting
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_ABOUT_WATCHDOG = lazy_pattern(r"watch-?dog")


@dataclass(slots=True)
class NxosGlobalPfc:
    """What the global lines say; `refused_watchdog`: the last line about the watchdog that is no command."""

    all_off: Setting[bool] = NOT_STATED
    watchdog_on: Setting[bool] = NOT_STATED
    interval_ms: Setting[int] = NOT_STATED
    shutdown_multiplier: Setting[int] = NOT_STATED
    internal_multiplier: Setting[int] = NOT_STATED
    auto_restore: Setting[int] = NOT_STATED
    fixed_restore: Setting[int] = NOT_STATED
    refused_watchdog: Line | None = None

    def read(self, line: Line, diagnostics: LineDiagnostics) -> None:
        """Take one global `priority-flow-control` line, with or without `no`."""
        if not _LINES.account(line, self, diagnostics):
            diagnostics.line_not_understood(line, "not a global priority-flow-control command")
            if _ABOUT_WATCHDOG.search(line.text):
                self.refused_watchdog = line


def _is_on(word: str) -> bool:
    return word == "on"


def _number(command: str, slot: str, lowest: int, highest: int) -> tuple[CommandRow, CommandRow]:
    """Return rows for a number; one out of range the device refuses, so that what held before stays in force."""
    refused = f"{command} takes {lowest} to {highest}"
    return (
        CommandRow(f"priority-flow-control {command} <{lowest}-{highest}>", slot),
        CommandRow(f"priority-flow-control {command} ...", refused=refused, by_device=True),
    )


# Ranges: Cisco-NX-OS-device YANG 10.3.
_LINES = LineTable(
    CommandRow("priority-flow-control watch-dog-interval on|off", "watchdog_on", value=_is_on),
    *_number("watch-dog interval", "interval_ms", 100, 1000),
    *_number("watch-dog shutdown-multiplier", "shutdown_multiplier", 1, 10),
    *_number("watch-dog internal-interface-multiplier", "internal_multiplier", 0, 10),
    *_number("auto-restore multiplier", "auto_restore", 0, 100),
    *_number("fixed-restore multiplier", "fixed_restore", 0, 100),
    CommandRow("priority-flow-control override-interface mode off", "all_off", value=True),
)
