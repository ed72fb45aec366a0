"""Remedies in the language of Cisco NX-OS, one module for each kind of fault."""

from __future__ import annotations

from roce_lint.os.contract import Remedies
from roce_lint.os.industry_cli.remedies import link_pause, mtu, names, typed
from roce_lint.os.nxos.remedies import ecn, marking, pfc, watchdog


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (pfc.mode_on,),
            "pfc-link-ends-differ": (pfc.mode_on,),
            "pfc-left-to-negotiation": (pfc.mode_on,),
            "mtu-too-small-for-roce": (mtu.as_likes,),
            "mtu-differs-across-link": (mtu.as_likes,),
            "pfc-with-link-pause": (link_pause.link_pause_off,),
            "watchdog-missing-on-host-port": (watchdog.watch,),
            "watchdog-missing-on-fabric-port": (watchdog.watch,),
            "roce-in-lossy-class": (marking.dscp_to_lossless_class,),
            "ecn-missing-on-roce-queue": (ecn.curve,),
            "ecn-curve-invalid": (ecn.curve,),
            "undefined-reference": (names.nearest_name,),
        },
        typed=typed.typed,
    )
