"""Remedies in the language of Arista EOS, one module for each kind of fault."""

from __future__ import annotations

from roce_lint.os.contract import Remedies
from roce_lint.os.eos.remedies import ecn, marking, pfc, watchdog
from roce_lint.os.industry_cli.remedies import link_pause, mtu, names, typed


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (pfc.pause_for_priority,),
            "pfc-link-ends-differ": (pfc.pause_for_priority,),
            "mtu-too-small-for-roce": (mtu.as_likes,),
            "mtu-differs-across-link": (mtu.as_likes,),
            "pfc-with-link-pause": (link_pause.link_pause_off,),
            "watchdog-missing-on-host-port": (watchdog.watch_port, watchdog.timers_of_likes),
            "watchdog-missing-on-fabric-port": (watchdog.watch_port, watchdog.timers_of_likes),
            "roce-in-lossy-class": (marking.dscp_to_lossless_class,),
            "trust-discards-marking": (marking.trust_dscp,),
            "ecn-missing-on-roce-queue": (ecn.curve,),
            "ecn-curve-invalid": (ecn.curve,),
            "undefined-reference": (names.nearest_name,),
        },
        typed=typed.typed,
    )
