"""The PFC commands of the global mode: the watchdog's switch and timers, and the override of every interface.

Ranges and defaults: Cisco-NX-OS-device YANG 10.3. A number out of range is refused by the device, so that what held
before stays in force.
"""

from __future__ import annotations

from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.text.lines import Line
from roce_lint.text.patterns import late_pattern

SWITCH = "watch-dog-interval"
INTERVAL = "watch-dog interval"
SHUTDOWN = "watch-dog shutdown-multiplier"
INTERNAL = "watch-dog internal-interface-multiplier"
AUTO_RESTORE = "auto-restore multiplier"
FIXED_RESTORE = "fixed-restore multiplier"
OVERRIDE = "override-interface mode off"

_RANGES = {
    INTERVAL: range(100, 1001),
    SHUTDOWN: range(1, 11),
    INTERNAL: range(0, 11),
    AUTO_RESTORE: range(0, 101),
    FIXED_RESTORE: range(0, 101),
}
_ABOUT_WATCHDOG = late_pattern(r"watch-?dog")
_TIMER = late_pattern(rf"(?P<key>{'|'.join(_RANGES)}) (?P<number>\d{{1,5}})")


class GlobalPfc:
    """The global PFC lines that hold, by command; and the last line about the watchdog that is no command."""

    def __init__(self) -> None:
        self.lines: dict[str, Line] = {}
        self.refused_watchdog: Line | None = None

    def read(self, line: Line, diagnostics: LineDiagnostics) -> None:
        """Take one global `priority-flow-control` line, with or without `no`."""
        negated = line.text.startswith("no ")
        command = line.text.removeprefix("no ").removeprefix("priority-flow-control").strip()
        key = next((known for known in (SWITCH, OVERRIDE, *_RANGES) if _starts(command, known)), "")
        if negated and key:
            self.lines.pop(key, None)
        elif command in (f"{SWITCH} on", f"{SWITCH} off", OVERRIDE) or _is_timer(command, key):
            self.lines[key] = line
        elif key in _RANGES:
            allowed = _RANGES[key]
            diagnostics.line_refused(line, f"{key} takes {allowed.start} to {allowed.stop - 1}")
        else:
            diagnostics.line_not_understood(line, "not a global priority-flow-control command")
            if _ABOUT_WATCHDOG.search(command):
                self.refused_watchdog = line

    def number(self, key: str, default: int) -> int:
        """Return the number that a timer command states, or `default`."""
        line = self.lines.get(key)
        return int(line.text.rsplit(" ", 1)[1]) if line else default

    def first_line(self, *keys: str) -> Line | None:
        """Return the line of the first of `keys` that is stated."""
        return next((self.lines[key] for key in keys if key in self.lines), None)


def _starts(command: str, key: str) -> bool:
    return command == key or command.startswith(f"{key} ")


def _is_timer(command: str, key: str) -> bool:
    found = _TIMER.fullmatch(command)
    return bool(found) and key in _RANGES and int(command.rsplit(" ", 1)[1]) in _RANGES[key]
