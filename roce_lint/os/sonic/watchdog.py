"""The PFC watchdog: rows of `PFC_WD`, which act on the priorities that `pfcwd_sw_enable` lists."""

from __future__ import annotations

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PfcWatchdog
from roce_lint.model.terms import PortKind, WatchdogAction
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.fields import report_field
from roce_lint.os.sonic.names import ACTIONS, kind_of_interface
from roce_lint.os.sonic.numbers import column
from roce_lint.os.sonic.releases import OLD_WATCHDOG_TABLE, PFC_HISTORY
from roce_lint.text.json_rows import Row

_TIMES = ("detection_time", "restoration_time")
_OLD_TABLE = "PFC_WD_TABLE"
_HISTORY = "pfc_stat_history"
_OF_PORTS = (*_TIMES, "action", _HISTORY)
_OF_ALL = ("POLL_INTERVAL", "BIG_RED_SWITCH")


class Watchdogs:
    """Makes the watchdogs of the ports of a database."""

    def __init__(self, database: Database, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._old_is_unread = OLD_WATCHDOG_TABLE.hold(diagnostics.release) is False
        self._whole = Source(database.file, 0, 0)
        self._report_old_table(database)
        tables = ("PFC_WD",) if self._old_is_unread else ("PFC_WD", _OLD_TABLE)
        self._is_part = database.is_part and not any(database.rows(*tables))
        self._red_switch: Source | None = None
        self._rows = {row.key: row for row in database.rows(*tables)}
        self._refused: dict[str, tuple[str, Source]] = {}
        self._poll = self._polling(self._rows.pop("GLOBAL", None))
        for row in self._rows.values():
            self._check(row)

    def _report_old_table(self, database: Database) -> None:
        row = next(database.rows(_OLD_TABLE), None)
        if row is not None and self._old_is_unread:
            branch = self._diagnostics.release[0]
            because = f"the table is called PFC_WD, and {branch} does not read the old name: no port has a watchdog"
            self._diagnostics.refused(_OLD_TABLE, because, row.first_line)

    def _polling(self, row: Row | None) -> Fact[int]:
        if row is None:
            return defaults.POLL_MS.at(self._whole)
        for name, stated in row.fields.items():
            if name in _OF_PORTS:
                because = "it is a field of the rows of ports; GLOBAL sets it for none of them"
                self._diagnostics.refused(f"PFC_WD|GLOBAL {name}", because, stated.source)
            elif name not in _OF_ALL:
                report_field(row, name, stated, _OF_ALL, self._diagnostics)
        if (switch := row.fields.get("BIG_RED_SWITCH")) and switch.value == "enable":
            self._red_switch = switch.source
            because = "it drops all packets of the lossless queues on every port until somebody switches it off"
            self._diagnostics.harmful(f"BIG_RED_SWITCH {switch.value}", because, switch.source)
        return column(row, "POLL_INTERVAL", defaults.POLL_MS.at(row.source), self._diagnostics)

    def _check(self, row: Row) -> None:
        """Find out why orchagent refuses a row, if it does."""
        for name, stated in row.fields.items():
            if name in _TIMES:
                value = self._time(row, name)
                if isinstance(value, Unknown):
                    self._refused[row.key] = value.because, value.source
                elif not isinstance(self._poll, Unknown) and value.value < self._poll.value:
                    because = f"{name} is at least POLL_INTERVAL, {self._poll.value} ms"
                    self._diagnostics.refused(f"{name} {stated.value}", because, stated.source)
            elif because := self._why_not(name, stated.value):
                self._refuse(row, f"{name} {stated.value}", f"{because}: orchagent refuses the row", stated.source)
        if kind_of_interface(row.key) is not PortKind.ETHERNET:
            self._refuse(row, f"PFC_WD|{row.key}", "the watchdog works on physical ports only", row.first_line)
        elif "detection_time" not in row.fields:
            because = "detection_time is missing: orchagent refuses the row"
            self._refuse(row, f"PFC_WD|{row.key}", because, row.first_line)

    def _why_not(self, name: str, value: str) -> str:
        """Return why orchagent takes no row with this field, empty where it takes it."""
        if name == "action":
            return "" if value in ACTIONS else f"action is one of {', '.join(ACTIONS)}"
        if name != _HISTORY:
            return f"a row of a port has no {name}"
        if PFC_HISTORY.hold(self._diagnostics.release) is False:
            return f"{name} is in releases {PFC_HISTORY.words}, and {self._diagnostics.release[0]} does not know it"
        return "" if value in ("enable", "disable") else f"{name} is enable or disable"

    def _refuse(self, row: Row, setting: str, because: str, place: Source) -> None:
        self._diagnostics.refused(setting, because, place)
        self._refused.setdefault(row.key, (because, place))

    def of(self, port: str, watched: Fact[frozenset[int]], place: Source, *, pauses: bool) -> PfcWatchdog:
        """Return the watchdog of a port; `watched` is `pfcwd_sw_enable`, `pauses` whether PFC is on."""
        row = self._rows.get(port)
        if row is None:
            off: Fact[bool] = defaults.WATCHDOG_OFF.at(place)
            if self._is_part:
                off = Unknown("PFC_WD is in another file", place)
            none = Unknown("no row of PFC_WD names the port", place)
            return PfcWatchdog(off, watched, none, none, self._poll, none, none)
        detection, recovery = self._time(row, "detection_time"), self._time(row, "restoration_time")
        action = row.fields.get("action")
        acts: Fact[WatchdogAction] = defaults.WATCHDOG_ACTION.at(row.source)
        if action is not None:
            known = ACTIONS.get(action.value)
            acts = Stated(known, action.source) if known else Unknown("no action of SONiC", action.source)
        recovers: Fact[bool] = Stated("restoration_time" in row.fields, row.first_line)
        if self._red_switch is not None:
            # It drops everything in lossless queues until somebody switches it off.
            recovers = Stated(False, self._red_switch)
        return PfcWatchdog(
            self._enabled(row, watched, pauses=pauses), watched, detection, recovery, self._poll, acts, recovers
        )

    def _enabled(self, row: Row, watched: Fact[frozenset[int]], *, pauses: bool) -> Fact[bool]:
        if row.key in self._refused:
            because, at = self._refused[row.key]
            return Default(False, at, because)
        if not isinstance(watched, Unknown) and not watched.value:
            because = "pfcwd_sw_enable lists no priority: starting the watchdog fails and is retried for ever"
            if pauses:
                self._diagnostics.refused(f"PFC_WD|{row.key}", because, row.first_line)
            return Default(False, watched.source, because)
        return Stated(True, row.first_line)

    def _time(self, row: Row, name: str) -> Fact[int]:
        return column(row, name, Unknown(f"{name} is not stated", row.first_line), self._diagnostics)
