"""One RoCE NIC of a host: what it really marks, and whether it reacts to congestion."""

from __future__ import annotations

from dataclasses import dataclass

from roce_lint.facts.design import Design
from roce_lint.facts.fact import Default, Fact, Stated, Unknown
from roce_lint.facts.logic import all_of, map_fact
from roce_lint.facts.nic import Nic


@dataclass(frozen=True, slots=True)
class NicState:
    """`roce_tos`: the ToS byte that RoCE packets carry, by the device, the application or RDMA-CM; one that marks
    something else than intended goes first; `roce_dscp` its upper six bits. `marks_ect`: its ECN bits are ECT(0) or
    ECT(1).
    `tos_looks_like_dscp`: a value of at most 63 whose upper bits are no RoCE marking, although the value itself is.
    `intended_tos`: the ToS byte to write for the fabric's RoCE DSCP, with ECT(0). `reacts_to_cnps`: it slows down on
    CNPs (RP), `sends_cnps`: it sends them (NP), both for the lossless priorities.
    """

    port: str
    roce_tos: Fact[int]
    roce_dscp: Fact[int]
    marks_roce_dscp: Fact[bool]
    marks_ect: Fact[bool]
    tos_looks_like_dscp: Fact[bool]
    intended_tos: Fact[int]
    sends_cnps: Fact[bool]
    reacts_to_cnps: Fact[bool]
    cnp_dscp: Fact[int]
    cnp_dscp_is_intended: Fact[bool]
    cable_length_m: Fact[int]
    roce_version: Fact[int]
    path_mtu_bytes: Fact[int]


def nic_state(nic: Nic, design: Design) -> NicState:
    """Return the NIC as rules see it."""
    tos = _roce_tos(nic, design)
    dscp = map_fact(lambda value: value >> 2, tos)
    return NicState(
        port=nic.port,
        roce_tos=tos,
        roce_dscp=dscp,
        marks_roce_dscp=_is_among(dscp, design.roce_dscps),
        marks_ect=map_fact(lambda value: (value & 3) in (1, 2), tos),
        tos_looks_like_dscp=_looks_like_dscp(tos, design),
        intended_tos=map_fact(lambda dscps: (min(dscps) << 2) | 2 if dscps else 0, design.roce_dscps),
        sends_cnps=_on_for(nic.notification_enabled, design.lossless_priorities),
        reacts_to_cnps=_on_for(nic.reaction_enabled, design.lossless_priorities),
        cnp_dscp=nic.cnp_dscp,
        cnp_dscp_is_intended=_is_among(nic.cnp_dscp, design.cnp_dscps),
        cable_length_m=nic.cable_length_m,
        roce_version=nic.roce_version,
        path_mtu_bytes=nic.path_mtu_bytes,
    )


def _roce_tos(nic: Nic, design: Design) -> Fact[int]:
    """Return the ToS byte to judge: one that does not mark RoCE as intended, else the one in force.

    Each setting rules some of the traffic: the device's only with the vendor's own driver, the application's for what
    it opens, RDMA-CM's for connections that it makes. So one wrong value sends part of the traffic astray.
    """
    ways = (nic.device_tos, nic.application_tos, nic.rdma_cm_tos)
    stated = [fact for fact in ways if isinstance(fact, Stated)]
    if not isinstance(design.roce_dscps, Unknown):
        for one in stated:
            if one.value >> 2 not in design.roce_dscps.value:
                return one
    if stated:
        return stated[0]
    for fact in (nic.device_tos, nic.application_tos, nic.rdma_cm_tos):
        if isinstance(fact, Default):
            return fact
    return nic.application_tos


def _is_among(value: Fact[int], choices: Fact[frozenset[int]]) -> Fact[bool]:
    if isinstance(choices, Unknown):
        return choices
    return map_fact(lambda number: number in choices.value, value)


def _looks_like_dscp(tos: Fact[int], design: Design) -> Fact[bool]:
    if isinstance(design.roce_dscps, Unknown):
        return design.roce_dscps
    intended = design.roce_dscps.value
    return map_fact(lambda value: value in intended and (value >> 2) not in intended, tos)


def _on_for(states: tuple[Fact[bool], ...], priorities: Fact[frozenset[int]]) -> Fact[bool]:
    """Say whether DCQCN's side is on for every lossless priority."""
    if isinstance(priorities, Unknown):
        return priorities
    wanted = [states[number] for number in sorted(priorities.value) if number < len(states)]
    if not wanted:
        return Default(True, priorities.source, "no lossless priority")
    return all_of(*wanted)
