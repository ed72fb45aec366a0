"""Watchdog timers: kept or refused where given, adapted where left out."""

import pytest

from roce_lint.intent.load import parse_intent
from roce_lint.intent.view import WatchdogView
from roce_lint.intent.watchdog import WatchdogTrouble, plan_watchdog
from roce_lint.model.terms import WatchdogAction
from roce_lint.platforms.catalog import switch

INTENT = """\
schema: 1
name: pod
profile: {profile}
topology: {{kind: clos, leaves: {{count: 1, platform: 7060DX4-32}}}}
hosts: [{{count: 1, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}}]
roce: {{watchdog: {{{watchdog}}}}}
"""


def planned(model: str, watchdog: str, profile: str = "lossless") -> WatchdogView | WatchdogTrouble:
    return plan_watchdog(parse_intent(INTENT.format(profile=profile, watchdog=watchdog), "f.yaml"), switch(model))


DROP, IGNORE = WatchdogAction.DROP, WatchdogAction.IGNORE_PAUSE


@pytest.mark.parametrize(
    ("model", "watchdog", "view"),
    [
        ("7060DX4-32", "", WatchdogView(True, 200, 400, 100, DROP)),
        ("7060DX4-32", "detection: 100 ms", WatchdogView(True, 100, 400, 50, DROP)),
        ("7060DX4-32", "polling: 20 ms", WatchdogView(True, 200, 400, 20, DROP)),
        ("7060DX4-32", "action: errdisable", WatchdogView(True, 200, 400, 100, WatchdogAction.ERRDISABLE)),
        ("N9K-C9332D-GX2B", "", WatchdogView(True, 200, 1000, 100, DROP)),
        ("N9K-C9332D-GX2B", "detection: 300 ms, recovery: 450 ms", WatchdogView(True, 300, 450, 150, DROP)),
        ("N9K-C9332D-GX2B", "detection: 2 s, recovery: 4 s", WatchdogView(True, 2000, 4000, 200, DROP)),
        ("N9K-C9332D-GX2B", "action: notify-only", WatchdogView(True, 200, 1000, 100, WatchdogAction.NOTIFY_ONLY)),
        ("7220 IXR-D5", "", WatchdogView(True, 200, 400, 100, IGNORE)),
        ("7220 IXR-D5", "recovery: 1500 ms", WatchdogView(True, 200, 1500, 100, IGNORE)),
        ("7060DX4-32", "enabled: false", WatchdogView(False, 0, 0, 0, DROP)),
    ],
    ids=str,
)
def test_timers_become_what_the_platform_accepts(model: str, watchdog: str, view: WatchdogView) -> None:
    assert planned(model, watchdog) == view


@pytest.mark.parametrize(
    ("model", "watchdog", "trouble"),
    [
        (
            "7220 IXR-D5",
            "action: drop",
            WatchdogTrouble("action", "7220 IXR-D5 offers ignore-pause, not drop"),
        ),
        (
            "7220 IXR-D5",
            "recovery: 50 ms",
            WatchdogTrouble("recovery", "7220 IXR-D5 accepts 100 to 1500 ms in steps of 1 ms, not 50 ms"),
        ),
        (
            "N9K-C9332D-GX2B",
            "polling: 50 ms",
            WatchdogTrouble("polling", "N9K-C9332D-GX2B accepts 100 to 1000 ms in steps of 1 ms, not 50 ms"),
        ),
        (
            "7060DX4-32",
            "detection: 105 ms",
            WatchdogTrouble("detection", "DCS-7060DX4-32 accepts 10 to 60000 ms in steps of 10 ms, not 105 ms"),
        ),
    ],
    ids=str,
)
def test_given_timers_are_never_changed_but_refused(model: str, watchdog: str, trouble: WatchdogTrouble) -> None:
    assert planned(model, watchdog) == trouble


def test_a_fabric_without_pfc_has_no_watchdog() -> None:
    assert planned("7060DX4-32", "", "lossy-roce") == WatchdogView(False, 0, 0, 0, DROP)
