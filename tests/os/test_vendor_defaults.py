"""Every default of EOS and NX-OS has a reason, and a source unless it follows from the absence of lines."""

from __future__ import annotations

from types import ModuleType

import pytest

from roce_lint.model.fact import Default, Source
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.eos import defaults as of_eos
from roce_lint.os.nxos import defaults as of_nxos

FROM_ABSENCE = {
    "eos": "ARP_NOT_SUPPRESSED DEFAULT_VRF NO_LIMIT_PER_CLASS NO_SPRAY NO_TUNNEL NO_VLANS NO_VNI ROUTED UNBOUND",
    "nxos": "ACCESS_VLAN_1 ALPHA GLOBAL_VRF IN_NO_BUNDLE NO_DESCRIPTION NO_GUARANTEE NO_REWRITE NO_SHAPER"
    " NO_TUNNELS NO_VNI ROUTED_BY_KIND STRICT_HAS_NO_WEIGHT TRUNK_ALL_VLANS",
}


def _table(module: ModuleType) -> dict[str, VendorDefault[object]]:
    return {name: value for name, value in vars(module).items() if isinstance(value, VendorDefault)}


@pytest.mark.parametrize(("system", "module"), [("eos", of_eos), ("nxos", of_nxos)])
def test_every_default_has_a_reason_and_a_source(system: str, module: ModuleType) -> None:
    table = _table(module)
    assert len(table) > 30
    assert [name for name, default in table.items() if not default.because] == []
    assert sorted(name for name, default in table.items() if not default.source) == FROM_ABSENCE[system].split()


def test_a_default_is_a_fact_at_the_place_that_would_state_it() -> None:
    place = Source("a.cfg", 3, 9)
    assert VendorDefault(7, "it is 7", "Guide").at(place) == Default(7, place, "it is 7 (Guide)")
    assert VendorDefault(0, "there is none").at(place) == Default(0, place, "there is none")
