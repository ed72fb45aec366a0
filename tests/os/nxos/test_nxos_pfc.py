"""PFC mode, its override, the watchdog and link pause."""

from __future__ import annotations

import pytest

from roce_lint.model.terms import PfcMode, WatchdogAction


@pytest.mark.parametrize(
    ("common", "line", "mode"),
    [
        ("", "priority-flow-control mode on", PfcMode.ON),
        ("", "priority-flow-control mode on send-tlv", PfcMode.ON),
        ("", "priority-flow-control mode off", PfcMode.OFF),
        ("", "priority-flow-control mode auto", PfcMode.AUTO),
        ("", "no shutdown", ("default", PfcMode.AUTO)),
        ("", "priority-flow-control mode on\n  no priority-flow-control mode on", ("default", PfcMode.AUTO)),
        ("", "priority-flow-control mode enabled", "unknown"),
        ("priority-flow-control override-interface mode off\n", "priority-flow-control mode on", PfcMode.OVERRULED),
    ],
)
def test_mode(port, value, common, line, mode):
    assert value(port(f"{common}interface Ethernet1/1\n  {line}\n").qos.pfc_mode) == mode


ON = "priority-flow-control watch-dog-interval on\n"


@pytest.mark.parametrize(
    ("common", "line", "enabled"),
    [
        (ON, ON, True),
        ("", ON, ("default", False)),
        (ON, "", ("default", False)),
        (ON, "priority-flow-control watch-dog-interval off\n", False),
        ("priority-flow-control watch-dog-interval off\n", ON, False),
        (ON + "no priority-flow-control watch-dog-interval on\n", ON, ("default", False)),
        (ON, "priority-flow-control watch-dog-interval 100\n", ("default", False)),
    ],
)
def test_the_watchdog_needs_the_global_and_the_port_switch(port, value, common, line, enabled):
    assert value(port(f"{common}interface Ethernet1/1\n  {line}").qos.watchdog.enabled) == enabled


@pytest.mark.parametrize(
    ("lines", "options", "times"),
    [
        pytest.param((), "", (("default", 100), ("default", 1000), ("default", 100)), id="defaults"),
        pytest.param(("watch-dog interval 200",), "", (200, 2000, 200), id="interval scales all"),
        pytest.param(
            ("watch-dog shutdown-multiplier 3",), "", (300, ("default", 1000), ("default", 100)), id="shutdown"
        ),
        pytest.param(
            ("auto-restore multiplier 4", "fixed-restore multiplier 2"),
            "",
            (("default", 100), 600, ("default", 100)),
            id="restore",
        ),
        pytest.param(("watch-dog interval 200",), " interface-multiplier 4", (800, 2000, 200), id="port multiplier"),
        pytest.param(
            ("watch-dog interval 5000",), "", (("default", 100), ("default", 1000), ("default", 100)), id="refused"
        ),
    ],
)
def test_watchdog_times_are_multiples_of_the_interval(port, value, lines, options, times):
    common = ON + "".join(f"priority-flow-control {line}\n" for line in lines)
    watchdog = port(f"{common}interface Ethernet1/1\n  {ON.strip()}{options}\n").qos.watchdog
    assert (value(watchdog.detection_ms), value(watchdog.recovery_ms), value(watchdog.polling_ms)) == times


@pytest.mark.parametrize(
    ("options", "action"),
    [
        ("", ("default", WatchdogAction.DROP)),
        (" disable-action", WatchdogAction.NOTIFY_ONLY),
        (" disable-action interface-multiplier 2", WatchdogAction.NOTIFY_ONLY),
        (" interface-multiplier 2 disable-action", WatchdogAction.NOTIFY_ONLY),
    ],
)
def test_watchdog_action(port, value, options, action):
    assert value(port(f"{ON}interface Ethernet1/1\n  {ON.strip()}{options}\n").qos.watchdog.action) == action


def test_the_watchdog_watches_the_no_drop_priorities(port, value, lossless):
    watchdog = port(lossless).qos.watchdog
    assert (value(watchdog.priorities), value(watchdog.recovers)) == (("default", frozenset({3})), ("default", True))


def test_a_restore_multiplier_of_0_leaves_recovery_unknown(port, value):
    text = f"{ON}priority-flow-control auto-restore multiplier 0\ninterface Ethernet1/1\n"
    assert value(port(text).qos.watchdog.recovers) == "unknown"


@pytest.mark.parametrize(
    ("lines", "received", "sent"),
    [
        ("", ("default", False), ("default", False)),
        ("  flowcontrol receive on\n  flowcontrol send off\n", True, False),
        ("  flowcontrol receive on\n  no flowcontrol receive on\n", ("default", False), ("default", False)),
        ("  flowcontrol send desired\n", ("default", False), "unknown"),
    ],
)
def test_link_pause(port, value, lines, received, sent):
    qos = port(f"interface Ethernet1/1\n{lines}").qos
    assert (value(qos.link_pause_received), value(qos.link_pause_sent)) == (received, sent)
