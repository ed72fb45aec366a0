"""Remedies in the scripts and environment files of hosts with mlx5 NICs."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft
from roce_lint.fix.edit import Edit, put_back
from roce_lint.model.fact import Unknown
from roce_lint.os.contract import Remedies

_TOS = re.compile(r"(?P<lead>NCCL_IB_TC=[\"']?|\bcma_roce_tos\b.*? -t )(?P<value>\d+)(?![\w.])")
_MASK = re.compile(r"(?P<lead>\bmlnx_qos\b.*? (?:--pfc|-f)[= ])(?P<value>[01](?:,[01]){7})(?![\w,])")
_TRUST = re.compile(r"(?P<lead>\bmlnx_qos\b.*? --trust[= ])(?P<value>pcp)\b")


def traffic_class(case: Case) -> Draft | None:
    """Mark RoCE with the DSCP that the fabric expects, as ECT(0)."""
    dscps = case.shop.fabric.design.roce_dscps
    if isinstance(dscps, Unknown) or not dscps.value:
        return None
    wanted = str((min(dscps.value) << 2) | 2)
    return _with(case, _TOS, wanted, f"mark RoCE with ToS {wanted}, that is DSCP {min(dscps.value)} and ECT(0)")


def pfc_mask(case: Case) -> Draft | None:
    """Pause for the priorities that the fabric means to be lossless, and no others."""
    wanted = ",".join("1" if number in case.shop.lossless else "0" for number in range(8))
    return _with(case, _MASK, wanted, "pause for the lossless priorities of the fabric") if case.shop.lossless else None


def trust_dscp(case: Case) -> Draft | None:
    """Let the NIC sort by DSCP and not by VLAN tag."""
    return _with(case, _TRUST, "dscp", "sort packets by DSCP")


def _with(case: Case, pattern: re.Pattern[str], value: str, title: str) -> Draft | None:
    """Return the draft that gives the only value of its kind on the line another one."""
    raw = case.tree.lines[case.place.line - 1] if case.place.line else ""
    found = list(pattern.finditer(raw))
    if len(found) != 1 or found[0]["value"] == value:
        return None
    start, end = found[0].span("value")
    edit = Edit(case.place.path, case.place.line, raw, raw[:start] + value + raw[end:])
    return Draft((edit,), title)


def remedies() -> Remedies:
    """Return what fixes faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (pfc_mask,),
            "pfc-link-ends-differ": (pfc_mask,),
            "nic-pauses-other-priorities": (pfc_mask,),
            "trust-discards-marking": (trust_dscp,),
            "host-marks-other-dscp": (traffic_class,),
            "host-marks-not-ect": (traffic_class,),
        },
        typed=put_back,
    )
