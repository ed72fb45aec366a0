"""What a release of Junos takes of an intent, and what is done otherwise than asked."""

from __future__ import annotations

import re

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import PathChoice
from roce_lint.os.ecmp_width import refuse_wider
from roce_lint.os.hardening import left_out
from roce_lint.os.junos.view import ECMP_WIDTHS, refuse_what_is_missing
from roce_lint.platforms.platform import SwitchPlatform

_RELEASE = re.compile(r"\d{2}\.\d(?:[RX]\d+)?[\w.-]*")


def check_release(platform: SwitchPlatform, release: str) -> tuple[str, ...]:
    """Return nothing: lines are those of the published models of 24.4R1, and of designs of older releases.

    Raises PlatformError for what is no release of Junos.
    """
    if release and not _RELEASE.fullmatch(release):
        raise PlatformError(f"{release!r} is no release of Junos; write it as 23.4R2 or 23.4X100-D31-EVO")
    return ()


def doubts(view: SwitchView, platform: SwitchPlatform) -> tuple[str, ...]:
    """Return what is left out, or done otherwise. Raises PlatformError for what no source shows the lines of."""
    refuse_what_is_missing(view)
    refuse_wider(view, ECMP_WIDTHS[-1], "Juniper YANG 24.4R1, chassis maximum-ecmp")
    found = []
    if any(port.dcbx for port in view.ports):
        found.append("DCBX is not written for Junos: no source shows that QFX5130 to QFX5240 announce PFC by it")
    if view.path_choice is PathChoice.DYNAMIC:
        found.append("load balancing moves flowlets, not packets: NICs see packets of one flow in order")
    for one in view.management:
        if one.snmp_user:
            found.append("Junos gets no SNMP here: no source that could be read shows its keys as markers")
        if one.gnmi_profile:
            found.append("gNMI is not written for Junos: its certificate has to be loaded by hand")
    found += left_out(view, "Junos", "sFlow", "limit of broadcasts")
    return tuple(found)
