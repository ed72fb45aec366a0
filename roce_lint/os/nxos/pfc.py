"""PFC on one port: its mode and its watchdog, global and port settings combined."""

from __future__ import annotations

import re

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import Watchdog
from roce_lint.model.terms import PfcMode, WatchdogAction
from roce_lint.os.industry_cli.command import Setting, first_stated
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.global_pfc import GlobalPfc
from roce_lint.os.nxos.interfaces import PFC_MODE, WATCHDOG, InterfaceSettings
from roce_lint.os.nxos.network_qos import NetworkQos

_MODE = re.compile(r"priority-flow-control mode (auto|on|off)(?: send-tlv)?")
_WATCHDOG = re.compile(
    r"priority-flow-control watch-dog-interval (?P<switch>on|off)"
    r"(?P<options>(?: disable-action| interface-multiplier \d{1,2})*)"
)
_MULTIPLIER = re.compile(r"interface-multiplier (\d{1,2})")
_MULTIPLIERS = range(0, 41)


def pfc_mode(
    settings: InterfaceSettings, common: GlobalPfc, diagnostics: LineDiagnostics, *, lldp_is_off: bool
) -> Fact[PfcMode]:
    """Return the mode in force; the global override beats every interface.

    Mode auto is settled by DCBX, which is carried by LLDP: without `feature lldp` it stays off.
    """
    if isinstance(common.all_off, Stated):
        return Stated(PfcMode.OFF, common.all_off.source)
    line = settings.said.get(PFC_MODE)
    found = _MODE.fullmatch(line.text) if line else None
    if lldp_is_off and (line is None or (found and found[1] == "auto")):
        source = diagnostics.at(line) if line else _place(settings, PFC_MODE, diagnostics)
        return defaults.PFC_AUTO_WITHOUT_LLDP.at(source)
    if line is None:
        return Default(
            defaults.PFC_AUTO.value,
            _place(settings, PFC_MODE, diagnostics),
            _because(settings, PFC_MODE, defaults.PFC_AUTO.reason),
        )
    if found:
        return Stated(PfcMode(found[1]), diagnostics.at(line))
    diagnostics.line_not_understood(line, "priority-flow-control mode takes auto, on or off")
    return Unknown("the mode is not auto, on or off", diagnostics.at(line))


def _place(settings: InterfaceSettings, key: str, diagnostics: LineDiagnostics) -> Source:
    """Return where a missing command is reported: at the refused line that was meant as it, else at the interface."""
    refused = settings.refused.get(key)
    return diagnostics.at(refused) if refused else diagnostics.block(settings.header)


def _because(settings: InterfaceSettings, key: str, default: str) -> str:
    return f"{defaults.REFUSED}; {default}" if key in settings.refused else default


class Watchdogs:
    """Combines the global watchdog with each port's; what is global is worked out once."""

    def __init__(self, common: GlobalPfc, network: NetworkQos, diagnostics: LineDiagnostics) -> None:
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

    def of_port(self, settings: InterfaceSettings) -> Watchdog:
        """Return the watchdog as it acts on one port."""
        block = self._diagnostics.block(settings.header)
        line = settings.said.get(WATCHDOG)
        found = _WATCHDOG.fullmatch(line.text) if line else None
        multiplier = _MULTIPLIER.search(found["options"]) if found else None
        if line and (not found or (multiplier and int(multiplier[1]) not in _MULTIPLIERS)):
            self._diagnostics.line_not_understood(
                line, "watch-dog-interval takes on or off, disable-action and interface-multiplier; no milliseconds"
            )
            found = multiplier = None
        source = self._diagnostics.at(line) if line else _place(settings, WATCHDOG, self._diagnostics)
        switch = found["switch"] if found else ""
        notify_only = bool(found) and "disable-action" in (found["options"] if found else "")
        return Watchdog(
            enabled=self._enabled(switch, source, refused=source != block),
            priorities=self._priorities,
            detection_ms=self._detection(int(multiplier[1]) if multiplier else 0, source),
            recovery_ms=self._recovery,
            polling_ms=self._polling,
            action=Stated(WatchdogAction.NOTIFY_ONLY, source) if notify_only else defaults.WATCHDOG_DROPS.at(source),
            recovers=self._recovers,
        )

    def _enabled(self, switch: str, source: Source, *, refused: bool) -> Fact[bool]:
        """Return whether the watchdog acts: it has to be on globally and on the port.

        `refused`: without a switch, `source` is a line that was meant as one.
        """
        if switch == "off":
            return Stated(False, source)
        if not switch:
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
