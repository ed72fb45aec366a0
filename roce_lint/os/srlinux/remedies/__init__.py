"""Remedies in the language of Nokia SR Linux, one module for each kind of fault."""

from __future__ import annotations

from roce_lint.os.contract import Remedies
from roce_lint.os.srlinux.remedies import ecn, marking, pfc, typed, watchdog


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (pfc.enable,),
            "pfc-link-ends-differ": (pfc.enable,),
            "watchdog-missing-on-host-port": (watchdog.detect,),
            "watchdog-missing-on-fabric-port": (watchdog.detect,),
            "roce-in-lossy-class": (marking.dscp_to_lossless_class,),
            "ecn-missing-on-roce-queue": (ecn.thresholds,),
            "ecn-curve-invalid": (ecn.thresholds,),
        },
        typed=typed.typed,
    )
