"""How the packets of one NIC are marked."""

from __future__ import annotations

from roce_lint.fabric.design import Design
from roce_lint.judge.derive.nic.nic_surroundings import Surroundings
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.logic import is_among, is_true, map_fact, or_default
from roce_lint.model.nic import Nic
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class NicMarking:
    """The marking of data and of NCCL's control messages."""

    roce_tos: Fact[int]
    """The ToS byte of RoCE packets, set by the device, the application or RDMA-CM; one that is not the intended
    marking takes precedence; unknown if no file sets one.
    """
    roce_dscp: Fact[int]
    """The upper six bits of `roce_tos`."""
    marks_roce_dscp: Fact[bool]
    """`roce_dscp` is one of the fabric's RoCE DSCPs."""
    marks_ect: Fact[bool]
    """The ECN bits of `roce_tos` are ECT(0) or ECT(1), so that switches may mark instead of drop."""
    tos_remark: str
    """A remark if `roce_tos` is a RoCE DSCP of the fabric although a ToS byte is expected; otherwise empty."""
    other_tos: Fact[int]
    """A second ToS byte that is not the intended marking; unknown if there is at most one."""
    others_mark_roce_dscp: Fact[bool]
    """No second setting marks RoCE differently from the intended marking; placed at that setting."""
    intended_tos: Fact[int]
    """The ToS byte to configure: the lowest RoCE DSCP of the fabric with ECT(0)."""
    control_tos: Fact[int]
    """The ToS byte of NCCL's control messages; unknown if no file sets it."""
    control_avoids_best_effort: Fact[bool]
    """NCCL's control messages do not share the switch's class of unmarked packets; also true if they are marked as
    data.
    """
    service_level_is_set: Fact[bool]
    """NCCL has a service level wherever it has a ToS."""


_TOS_REMARK = "; the value looks like a DSCP where a ToS byte is expected"


def nic_marking(nic: Nic, around: Surroundings, design: Design) -> NicMarking:
    """Return how the packets of a NIC are marked; `around` is what the fabric says of it."""
    tos, other = _roce_tos(nic, design), _second_wrong(nic, design)
    dscp = map_fact(lambda value: value >> 2, tos)
    avoids = map_fact(lambda tos: tos >> 2 not in around.best_effort_dscps, nic.control_tos)
    return NicMarking(
        roce_tos=tos,
        roce_dscp=dscp,
        marks_roce_dscp=is_among(dscp, design.roce_dscps),
        marks_ect=map_fact(lambda value: (value & 3) in (1, 2), tos),
        tos_remark=_TOS_REMARK if is_true(_looks_like_dscp(tos, design)) else "",
        other_tos=other,
        others_mark_roce_dscp=Default(True, tos.source, "no other setting marks differently")
        if isinstance(other, Unknown)
        else Stated(False, other.source),
        intended_tos=map_fact(lambda dscps: (min(dscps) << 2) | 2 if dscps else 0, design.roce_dscps),
        control_tos=nic.control_tos,
        control_avoids_best_effort=or_default(avoids, True, "as the data"),
        service_level_is_set=_service_level_is_set(nic),
    )


def _roce_tos(nic: Nic, design: Design) -> Fact[int]:
    """Return the ToS byte to evaluate: one that does not mark RoCE as intended, or is not ECT, else the one in force.

    Each setting rules some of the traffic: the device's only with the vendor's own driver, the application's for what
    it opens, RDMA-CM's for connections that it makes. So one wrong value sends part of the traffic astray.
    """
    stated = [fact for fact in _ways(nic) if isinstance(fact, Stated)]
    wrong = _wrong(nic, design)
    if wrong:
        return wrong[0]
    if isinstance(nic.application_tos, Default) and not isinstance(nic.device_tos, Stated):
        return nic.application_tos
    not_marked = [one for one in stated if one.value & 3 not in (1, 2)]
    if stated:
        return (not_marked or stated)[0]
    for fact in (nic.device_tos, nic.application_tos, nic.rdma_cm_tos):
        if isinstance(fact, Default):
            return fact
    return nic.application_tos


def _ways(nic: Nic) -> tuple[Fact[int], ...]:
    return nic.device_tos, nic.application_tos, nic.device_initiated_tos, nic.rdma_cm_tos


def _wrong(nic: Nic, design: Design) -> list[Stated[int]]:
    """Return the settings that mark otherwise than intended."""
    if isinstance(design.roce_dscps, Unknown):
        return []
    intended = design.roce_dscps.value
    return [one for one in _ways(nic) if isinstance(one, Stated) and one.value >> 2 not in intended]


def _second_wrong(nic: Nic, design: Design) -> Fact[int]:
    """Return the first wrong setting that another line has than the one which is evaluated first."""
    wrong = _wrong(nic, design)
    for one in wrong[1:]:
        if one.source != wrong[0].source:
            return one
    return Unknown("no other setting marks differently than intended", nic.application_tos.source)


def _looks_like_dscp(tos: Fact[int], design: Design) -> Fact[bool]:
    if isinstance(design.roce_dscps, Unknown):
        return design.roce_dscps
    intended = design.roce_dscps.value
    return map_fact(lambda value: value in intended and (value >> 2) not in intended, tos)


def _service_level_is_set(nic: Nic) -> Fact[bool]:
    """Say whether NCCL is given a service level wherever it is given a ToS."""
    level = nic.service_level
    if isinstance(nic.application_tos, Stated) and isinstance(level, Default):
        return Stated(False, nic.application_tos.source)
    return Default(True, level.source, "no ToS without a service level")
