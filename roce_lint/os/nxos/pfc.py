"""PFC on one port: its mode and its watchdog, global and port settings combined.

The PFC commands of the global mode: the watchdog's switch and timers, and the override of every interface.
"""

from __future__ import annotations

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PfcWatchdog
from roce_lint.model.terms import PfcMode, WatchdogAction
from roce_lint.os.industry_cli.command import NOT_STATED, NotStated, Setting, first_stated
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.interface_lines import PortLines, PortWatchdogLines
from roce_lint.os.nxos.interfaces import PFC_MODE, WATCHDOG, InterfaceSettings
from roce_lint.os.nxos.network_qos import NetworkQos
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


def pfc_mode(
    settings: InterfaceSettings,
    lines: PortLines,
    common: NxosGlobalPfc,
    diagnostics: LineDiagnostics,
    *,
    lldp_is_off: bool,
) -> Fact[PfcMode]:
    """Return the mode in force; the global override beats every interface.

    Mode auto is settled by DCBX, which is carried by LLDP: without `feature lldp` it stays off.
    """
    if isinstance(common.all_off, Stated):
        is_on = isinstance(lines.pfc_mode, Stated) and lines.pfc_mode.value is PfcMode.ON
        return Stated(PfcMode.OVERRULED if is_on else PfcMode.OFF, common.all_off.source)
    said = lines.pfc_mode
    if not isinstance(said, NotStated):
        negotiates = lldp_is_off and isinstance(said, Stated) and said.value is PfcMode.AUTO
        return defaults.PFC_AUTO_WITHOUT_LLDP.at(said.source) if negotiates else said
    place = _place(settings, PFC_MODE, diagnostics)
    if lldp_is_off:
        return defaults.PFC_AUTO_WITHOUT_LLDP.at(place)
    return Default(defaults.PFC_AUTO.value, place, _because(settings, PFC_MODE, defaults.PFC_AUTO.reason))


def _place(settings: InterfaceSettings, key: str, diagnostics: LineDiagnostics) -> Source:
    """Return where a missing command is reported: at the refused line that was meant as it, else at the interface."""
    refused = settings.refused.get(key)
    return diagnostics.at(refused) if refused else diagnostics.block(settings.header)


def _because(settings: InterfaceSettings, key: str, default: str) -> str:
    return f"{defaults.REFUSED}; {default}" if key in settings.refused else default


class NxosWatchdogs:
    """Combines the global watchdog with each port's; what is global is worked out once."""

    def __init__(self, common: NxosGlobalPfc, network: NetworkQos, diagnostics: LineDiagnostics) -> None:
        self._common = common
        self._diagnostics = diagnostics
        self._interval_ms = _value(common.interval_ms, defaults.WATCHDOG_POLLING_MS)
        self._priorities = _watched(network)
        self._polling = self._timer(self._interval_ms, common.interval_ms)
        restore = _value(common.auto_restore, defaults.WATCHDOG_AUTO_RESTORE_MULTIPLIER)
        restore += _value(common.fixed_restore, defaults.WATCHDOG_FIXED_RESTORE_MULTIPLIER)
        parts = (common.auto_restore, common.fixed_restore, common.interval_ms)
        self._recovery = self._timer(restore * self._interval_ms, *parts)
        self._recovers = self._restores(restore)
        self._made: dict[tuple[Setting[PortWatchdogLines], Source, bool], PfcWatchdog] = {}

    def of_port(self, settings: InterfaceSettings, lines: PortLines, diagnostics: LineDiagnostics) -> PfcWatchdog:
        """Return the watchdog as it acts on one port; the same object for those that say the same."""
        said = lines.watchdog
        source = _place(settings, WATCHDOG, diagnostics) if isinstance(said, NotStated) else said.source
        refused = source != diagnostics.block(settings.header)
        if (said, source, refused) not in self._made:
            self._made[said, source, refused] = self._watchdog(said, source, refused=refused)
        return self._made[said, source, refused]

    def _watchdog(self, said: Setting[PortWatchdogLines], source: Source, *, refused: bool) -> PfcWatchdog:
        watchdog = said.value if isinstance(said, Stated) else None
        drops = watchdog is None or not watchdog.notifies_only
        return PfcWatchdog(
            enabled=self._enabled(watchdog, source, refused=refused),
            priorities=self._priorities,
            detection_ms=self._detection(watchdog.multiplier if watchdog else 0, source),
            recovery_ms=self._recovery,
            polling_ms=self._polling,
            action=defaults.WATCHDOG_DROPS.at(source) if drops else Stated(WatchdogAction.NOTIFY_ONLY, source),
            recovers=self._recovers,
        )

    def _enabled(self, said: PortWatchdogLines | None, source: Source, *, refused: bool) -> Fact[bool]:
        """Return whether the watchdog acts: it has to be on globally and on the port.

        `refused`: where the port says nothing, `source` is a line that was meant to.
        """
        if said and not said.is_on:
            return Stated(False, source)
        if not said:
            because = defaults.WATCHDOG_OFF_ON_PORT.reason
            return Default(False, source, f"{defaults.REFUSED}; {because}" if refused else because)
        stated = self._common.watchdog_on
        if isinstance(stated, Stated):
            return Stated(True, source) if stated.value else stated
        if self._common.refused_watchdog:
            because = f"{defaults.REFUSED}; {defaults.WATCHDOG_OFF_GLOBALLY.reason}"
            return Default(False, self._diagnostics.at(self._common.refused_watchdog), because)
        return defaults.WATCHDOG_OFF_GLOBALLY.at(self._diagnostics.whole_file)

    def _detection(self, interface_multiplier: int, source: Source) -> Fact[int]:
        if interface_multiplier:
            return Stated(interface_multiplier * self._interval_ms, source)
        stated, interval = self._common.shutdown_multiplier, self._common.interval_ms
        multiplier = _value(stated, defaults.WATCHDOG_SHUTDOWN_MULTIPLIER)
        return self._timer(multiplier * self._interval_ms, stated, interval)

    def _timer(self, duration_ms: int, *parts: Setting[int]) -> Fact[int]:
        """Return a duration as stated by the first of the settings that make it up, or as the default."""
        stated = first_stated(*parts)
        if isinstance(stated, Stated):
            return Stated(duration_ms, stated.source)
        return Default(duration_ms, self._diagnostics.whole_file, defaults.WATCHDOG_TIMERS)

    def _restores(self, multiplier: int) -> Fact[bool]:
        if multiplier:
            return defaults.WATCHDOG_RESTORES.at(self._diagnostics.whole_file)
        return Unknown("what a restore multiplier of 0 means is not documented", self._recovery.source)


def _value(setting: Setting[int], otherwise: int) -> int:
    return setting.value if isinstance(setting, Stated) else otherwise


def _watched(network: NetworkQos) -> Fact[frozenset[int]]:
    """Return the priorities of all no-drop classes."""
    watched: set[int] = set()
    for network_class in network.classes:
        if isinstance(network_class.honoured, Unknown):
            return network_class.honoured
        watched |= network_class.honoured.value
    return Default(frozenset(watched), network.source, defaults.WATCHDOG_SCOPE)
