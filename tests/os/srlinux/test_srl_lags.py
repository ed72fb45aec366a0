"""How members of a LAG join it, as SR Linux states it: at the LAG, with defaults that are documented."""

from __future__ import annotations

import pytest

from roce_lint.model.fact import Default, Stated, Unknown
from roce_lint.model.terms import BundleMode
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

MEMBER = "set / interface ethernet-1/1 ethernet aggregate-id lag1\n"
LAG = "set / interface lag1 lag {}\n"
MODES = {
    "no type": ("", Default, BundleMode.STATIC),
    "static": ("lag-type static", Stated, BundleMode.STATIC),
    "static with parameters of LACP": ("lag-type static lacp lacp-mode PASSIVE", Stated, BundleMode.STATIC),
    "lacp": ("lag-type lacp", Default, BundleMode.ACTIVE),
    "active": ("lag-type lacp lacp lacp-mode ACTIVE", Stated, BundleMode.ACTIVE),
    "passive": ("lag-type lacp lacp lacp-mode PASSIVE", Stated, BundleMode.PASSIVE),
    "fallback": ("lag-type lacp lacp-fallback-mode static", Unknown, None),
}


@pytest.mark.parametrize(("words", "kind", "mode"), MODES.values(), ids=MODES)
def test_a_member_joins_as_its_lag_says(words: str, kind: type, mode: BundleMode | None) -> None:
    text = MEMBER + "".join(LAG.format(one) for one in ([words] if words else ["min-links 1"]))
    (device,) = read_srlinux(Document("a.cfg", text)).devices
    found = next(port for port in device.ports if port.name == "ethernet-1/1").lag_mode
    assert (type(found), None if isinstance(found, Unknown) else found.value) == (kind, mode)
