"""Every default of a system has a reason, and a source unless it follows from the absence of lines."""

from __future__ import annotations

import pytest

from roce_lint.model.fact import Default, Source
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.registry import switch_names, switch_os

FROM_ABSENCE = {
    "cumulus": "NOT_BOUND NOT_VOQ NO_CLASS_MTU NO_DESCRIPTION NO_LAG NO_VLANS NO_VNI",
    "junos": "BOUND_BY_WILDCARD BOUND_TO_NOTHING FULL_RATE NOT_BOUND NOT_VOQ NO_AREA NO_CLASS_MTU"
    " NO_DESCRIPTION NO_GUARANTEE NO_LAG NO_LEVEL NO_VLANS NO_VNI",
    "sonic": "NOT_BOUND NO_CLASS_MTU NO_DESCRIPTION NO_LAG NO_PAUSE_CLASS NO_SPRAY NO_VLANS ROUTED"
    " WATCHDOG_NO_PRIORITY",
    "eos": "ARP_NOT_SUPPRESSED DEFAULT_VRF NO_LIMIT_PER_CLASS NO_SPRAY NO_TUNNEL NO_VLANS NO_VNI ROUTED UNBOUND",
    "nxos": "ACCESS_VLAN_1 ALPHA GLOBAL_VRF IN_NO_BUNDLE NO_DESCRIPTION NO_GUARANTEE NO_REWRITE NO_SHAPER"
    " NO_TUNNELS NO_VNI ROUTED_BY_KIND STRICT_HAS_NO_WEIGHT TRUNK_ALL_VLANS",
    "srlinux": "NOT_BOUND NOT_OBEYED NOT_SENT NO_CLASS_MTU NO_DESCRIPTION NO_LAG NO_PAUSE_CLASS NO_QUEUE_PAUSED"
    " NO_SPRAY NO_SUBINTERFACE NO_TUNNEL NO_VLANS NO_VNI ROUTE_TABLE WATCHDOG_NOT_CONFIGURED WATCHDOG_PRIORITIES",
}


@pytest.mark.parametrize("system", switch_names())
def test_every_default_has_a_reason_and_a_source(system: str) -> None:
    table = switch_os(system).defaults()
    assert len(table) > 30
    assert [name for name, default in table.items() if not default.because] == []
    assert sorted(name for name, default in table.items() if not default.source) == FROM_ABSENCE[system].split()


def test_a_default_is_a_fact_at_the_place_that_would_state_it() -> None:
    place = Source("a.cfg", 3, 9)
    assert VendorDefault(7, "it is 7", "Guide").at(place) == Default(7, place, "it is 7 (Guide)")
    assert VendorDefault(0, "there is none").at(place) == Default(0, place, "there is none")
