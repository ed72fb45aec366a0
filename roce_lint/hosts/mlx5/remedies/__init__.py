"""Remedies in the files of hosts with mlx5 NICs, one module for each kind of fault."""

from __future__ import annotations

from roce_lint.fix import put_back
from roce_lint.hosts.mlx5.remedies import marking
from roce_lint.os.contract import Remedies


def remedies() -> Remedies:
    """Return what fixes faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (marking.pfc_mask,),
            "pfc-link-ends-differ": (marking.pfc_mask,),
            "nic-pauses-other-priorities": (marking.pfc_mask,),
            "trust-discards-marking": (marking.trust_dscp,),
            "host-marks-other-dscp": (marking.traffic_class,),
            "host-marks-not-ect": (marking.traffic_class,),
        },
        typed=put_back.typed,
    )
