"""One RoCE NIC of a host: what it really marks, whether it reacts to congestion, and whether its switch agrees."""

from __future__ import annotations

import math

from roce_lint.fabric.design import Design
from roce_lint.judge.derive.nic_dcqcn import on_for, switched_where_roce_is
from roce_lint.judge.derive.nic_surroundings import Surroundings
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import is_stated, is_true, map_fact
from roce_lint.model.nic import Nic
from roce_lint.model.terms import Trust
from roce_lint.tuning.watchdog import qp_retry_budget_ms
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class NicState:
    """`roce_tos`: the ToS byte that RoCE packets carry, by the device, the application or RDMA-CM; one that marks
    something else than intended goes first; `roce_dscp` its upper six bits. `marks_ect`: its ECN bits are ECT(0) or
    ECT(1).
    `tos_looks_like_dscp`: a value of at most 63 whose upper bits are no RoCE marking, although the value itself is.
    `intended_tos`: the ToS byte to write for the fabric's RoCE DSCP, with ECT(0). `reacts_to_cnps`: it slows down on
    CNPs (RP), `sends_cnps`: it sends them (NP), both for `roce_priorities`.

    `is_cabled`: the switch port at the other end is known. `pfc_priorities`: those for which the NIC pauses;
    `pauses_all_intended`: the lossless ones are among them.
    `odd_dscp`, `odd_priority`, `expected_priorities`: the first RoCE marking to which the NIC gives a priority that its
    switch (without a cable: the fabric) does not pause for that marking. `classifies_by_dscp`: the NIC trusts DSCP.
    `dcqcn_is_switched_where_roce_is`: a side of DCQCN that is switched on by priority is so for one of RoCE;
    `dcqcn_switched_on` are the priorities otherwise.
    `cnps_avoid_pause`: its CNPs get a class that no switch pauses, where they are not marked as the fabric intends.
    `retry_budget_ms`: how long a queue pair retries; `watchdog_cycle_ms`: how long the PFC watchdog of its switch may
    keep a queue from delivering. `odd_parameters`: DCQCN values that differ from most NICs of the same speed.
    `link_length_m`: the cable as the cabling says, `cable_length_m` as the NIC was told.
    `control_avoids_best_effort`: NCCL's control messages, at `control_tos`, do not share the class of unmarked packets.
    `stall_prevention_ms`: how long the NIC pauses its switch at most, 0 for ever.
    """

    port: str
    roce_tos: Fact[int]
    roce_dscp: Fact[int]
    marks_roce_dscp: Fact[bool]
    marks_ect: Fact[bool]
    tos_looks_like_dscp: Fact[bool]
    intended_tos: Fact[int]
    roce_priorities: Fact[frozenset[int]]
    sends_cnps: Fact[bool]
    reacts_to_cnps: Fact[bool]
    cnp_dscp: Fact[int]
    cnp_dscp_is_intended: Fact[bool]
    cnp_marking_is_known: bool
    cnps_avoid_pause: Fact[bool]
    cable_length_m: Fact[int]
    link_length_is_known: bool
    link_length_m: Fact[int]
    path_mtu_bytes: Fact[int]
    uses_roce_version_two: Fact[bool]
    gid_index_is_chosen: bool
    gid_index: Fact[int]
    is_cabled: bool
    classifies_by_dscp: bool
    odd_dscp: int
    odd_priority: Fact[int]
    expected_priorities: Fact[frozenset[int]]
    priority_matches_switch: Fact[bool]
    pfc_priorities: Fact[frozenset[int]]
    pauses_all_intended: bool
    pauses_intended_only: Fact[bool]
    retry_budget_is_known: bool
    retry_budget_ms: Fact[int]
    watchdog_cycle_ms: Fact[int]
    retry_count_is_known: bool
    retry_count: Fact[int]
    odd_parameters: str
    dcqcn_is_usual: Fact[bool]
    timers_are_known: bool
    increase_timer_us: Fact[int]
    min_time_between_cnps_us: Fact[int]
    nccl_uses_roce: Fact[bool]
    service_level_is_set: Fact[bool]
    dcqcn_is_switched_where_roce_is: Fact[bool]
    dcqcn_switched_on: str
    places_out_of_order: Fact[bool]
    fabric_sprays: Fact[bool]
    control_tos: Fact[int]
    control_avoids_best_effort: Fact[bool]
    stall_prevention_is_stated: bool
    stall_prevention_ms: Fact[int]


def nic_state(nic: Nic, port: Port, around: Surroundings, design: Design) -> NicState:
    """Return the NIC as rules see it; `port` is its netdev, `around` what the fabric says of it."""
    tos = _roce_tos(nic, design)
    dscp = map_fact(lambda value: value >> 2, tos)
    odd_dscp, odd_priority, expected, matches = _priority_at_switch(port, around, design)
    budget = _retry_budget(nic)
    priorities = _roce_priorities(port, design)
    own_pauses = _pauses(port)
    switched = switched_where_roce_is(nic, priorities)
    timers = (nic.dcqcn.increase_timer_us, nic.dcqcn.min_time_between_cnps_us)
    return NicState(
        port=nic.port,
        roce_tos=tos,
        roce_dscp=dscp,
        marks_roce_dscp=_is_among(dscp, design.roce_dscps),
        marks_ect=map_fact(lambda value: (value & 3) in (1, 2), tos),
        tos_looks_like_dscp=_looks_like_dscp(tos, design),
        intended_tos=map_fact(lambda dscps: (min(dscps) << 2) | 2 if dscps else 0, design.roce_dscps),
        roce_priorities=priorities,
        sends_cnps=on_for(nic.notification_enabled, priorities),
        reacts_to_cnps=on_for(nic.reaction_enabled, priorities),
        cnp_dscp=nic.cnp_dscp,
        cnp_dscp_is_intended=_is_among(nic.cnp_dscp, design.cnp_dscps),
        cnp_marking_is_known=not isinstance(nic.cnp_dscp, Unknown) or is_true(nic.cnp_takes_data_marking),
        cnps_avoid_pause=_cnps_avoid_pause(nic, around, design),
        cable_length_m=nic.cable_length_m,
        link_length_is_known=not isinstance(around.link_length_m, Unknown),
        link_length_m=around.link_length_m,
        path_mtu_bytes=nic.path_mtu_bytes,
        uses_roce_version_two=_or_default(map_fact(lambda version: version == 2, nic.roce_version), True, "RoCEv2"),
        gid_index_is_chosen=is_stated(nic.gid_index) and known(nic.gid_index, -1) >= 0,
        gid_index=nic.gid_index,
        is_cabled=around.is_cabled,
        classifies_by_dscp=known(port.qos.trust, Trust.NONE) in (Trust.DSCP, Trust.DSCP_AND_PCP),
        odd_dscp=odd_dscp,
        odd_priority=odd_priority,
        expected_priorities=expected,
        priority_matches_switch=matches,
        pfc_priorities=own_pauses,
        pauses_all_intended=known(own_pauses, frozenset[int]()) >= known(design.lossless_priorities, frozenset[int]()),
        pauses_intended_only=_intended_only(port, design),
        retry_budget_is_known=not isinstance(budget, Unknown) and not isinstance(around.watchdog_cycle_ms, Unknown),
        retry_budget_ms=budget,
        watchdog_cycle_ms=around.watchdog_cycle_ms,
        retry_count_is_known=not isinstance(nic.retry_count, Unknown),
        retry_count=nic.retry_count,
        odd_parameters=around.odd_parameters,
        dcqcn_is_usual=around.dcqcn_is_usual,
        timers_are_known=not any(isinstance(timer, Unknown) for timer in timers),
        increase_timer_us=timers[0],
        min_time_between_cnps_us=timers[1],
        nccl_uses_roce=_or_default(map_fact(lambda void: not void, nic.nccl_settings_are_void), True, "not disabled"),
        service_level_is_set=_service_level_is_set(nic),
        dcqcn_is_switched_where_roce_is=switched[0],
        dcqcn_switched_on=switched[1],
        places_out_of_order=_places_out_of_order(nic),
        fabric_sprays=around.fabric_sprays,
        control_tos=nic.control_tos,
        control_avoids_best_effort=_or_default(
            map_fact(lambda tos: tos >> 2 not in around.best_effort_dscps, nic.control_tos), True, "as the data"
        ),
        stall_prevention_is_stated=is_stated(port.qos.watchdog.detection_ms),
        stall_prevention_ms=port.qos.watchdog.detection_ms,
    )


def _roce_tos(nic: Nic, design: Design) -> Fact[int]:
    """Return the ToS byte to judge: one that does not mark RoCE as intended, or is not ECT, else the one in force.

    Each setting rules some of the traffic: the device's only with the vendor's own driver, the application's for what
    it opens, RDMA-CM's for connections that it makes. So one wrong value sends part of the traffic astray.
    """
    ways = (nic.device_tos, nic.application_tos, nic.device_initiated_tos, nic.rdma_cm_tos)
    stated = [fact for fact in ways if isinstance(fact, Stated)]
    if not isinstance(design.roce_dscps, Unknown):
        for one in stated:
            if one.value >> 2 not in design.roce_dscps.value:
                return one
    if isinstance(nic.application_tos, Default) and not isinstance(nic.device_tos, Stated):
        return nic.application_tos
    not_marked = [one for one in stated if one.value & 3 not in (1, 2)]
    if stated:
        return (not_marked or stated)[0]
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


def _or_default(fact: Fact[bool], value: bool, because: str) -> Fact[bool]:
    """Return the fact; where no file speaks of it, what holds without it."""
    return Default(value, fact.source, because) if isinstance(fact, Unknown) else fact


def _roce_priorities(port: Port, design: Design) -> Fact[frozenset[int]]:
    """Return the priorities of RoCE: the lossless ones; in a lossy design those that the NIC gives the RoCE DSCPs."""
    lossless = design.lossless_priorities
    if isinstance(lossless, Unknown) or lossless.value:
        return lossless
    if isinstance(design.roce_dscps, Unknown):
        return Default(frozenset(), lossless.source, "no RoCE marking is known")
    found: set[int] = set()
    for dscp in sorted(design.roce_dscps.value):
        name = port.qos.classification.traffic_class_by_dscp[dscp]
        if isinstance(name, Unknown):
            return Default(frozenset(), name.source, "which priority RoCE has on this host is not said")
        found.add(int(name.value))
    return Default(frozenset(found), port.source, "the priorities that this NIC gives RoCE")


def _priority_at_switch(
    port: Port, around: Surroundings, design: Design
) -> tuple[int, Fact[int], Fact[frozenset[int]], Fact[bool]]:
    """Return the first RoCE DSCP whose priority on the NIC is none that the switch pauses for it, and both sides."""
    nothing: Fact[int] = Unknown("no RoCE marking is known", port.source)
    expected: Fact[frozenset[int]] = design.lossless_priorities
    agrees: Fact[bool] = Default(True, port.source, "no marking gets another priority than on the switch")
    for dscp in sorted(known(design.roce_dscps, frozenset())):
        priority = map_fact(int, port.qos.classification.traffic_class_by_dscp[dscp])
        wanted = around.priorities_of.get(dscp, design.lossless_priorities)
        if isinstance(priority, Unknown) or isinstance(wanted, Unknown) or not wanted.value:
            continue
        if priority.value not in wanted.value:
            return dscp, priority, wanted, map_fact(lambda _: False, priority)
    return 0, nothing, expected, agrees


def _pauses(port: Port) -> Fact[frozenset[int]]:
    """Return the priorities for which the NIC pauses, at the line that says so."""
    on = [(priority.number, priority.generates_pause) for priority in port.qos.priorities]
    for _, fact in on:
        if isinstance(fact, Unknown):
            return fact
    numbers = frozenset(number for number, fact in on if is_true(fact))
    first = next((fact for _, fact in on if is_true(fact)), on[0][1])
    return map_fact(lambda _: numbers, first)


def _intended_only(port: Port, design: Design) -> Fact[bool]:
    """Say whether the NIC pauses for lossless priorities only; where nothing says, nothing is wrong."""
    if isinstance(design.lossless_priorities, Unknown):
        return Default(True, port.source, "the lossless priorities are not known")
    for priority in port.qos.priorities:
        if priority.number not in design.lossless_priorities.value and is_true(priority.generates_pause):
            return map_fact(lambda _: False, priority.generates_pause)
    return Default(True, port.source, "no other priority pauses")


def _cnps_avoid_pause(nic: Nic, around: Surroundings, design: Design) -> Fact[bool]:
    """Say whether CNPs stay out of every class that pauses, on the NIC and on its switch."""
    if is_true(nic.cnp_takes_data_marking):
        return map_fact(lambda _: False, nic.cnp_takes_data_marking)
    priority = nic.cnp_priority
    if not isinstance(priority, Unknown) and priority.value in known(design.lossless_priorities, frozenset()):
        return map_fact(lambda _: False, priority)
    dscp = nic.cnp_dscp
    if isinstance(dscp, Unknown):
        return dscp
    if dscp.value in known(design.cnp_dscps, frozenset()):
        return Default(True, dscp.source, "marked as the fabric intends; the switches answer for the class")
    return map_fact(lambda value: value not in around.paused_dscps, dscp)


def _retry_budget(nic: Nic) -> Fact[int]:
    """Return how long a queue pair retries in ms; unknown where it never gives up."""
    timeout, retries = nic.ack_timeout_exponent, nic.retry_count
    if isinstance(timeout, Unknown):
        return timeout
    if isinstance(retries, Unknown):
        return retries
    try:
        budget = qp_retry_budget_ms(timeout.value, retries.value)
    except ValueError as problem:
        return Unknown(str(problem), timeout.source)
    if math.isinf(budget):
        return Unknown("an acknowledge timeout of 0 never ends", timeout.source)
    return map_fact(lambda _: round(budget), timeout if isinstance(timeout, Stated) else retries)


def _places_out_of_order(nic: Nic) -> Fact[bool]:
    """Say whether the NIC is told to expect packets out of order; what NCCL does by default says nothing of it."""
    fact = nic.adaptive_routing_enabled
    return fact if isinstance(fact, Stated) else Unknown("no file of this host sets adaptive routing", fact.source)


def _service_level_is_set(nic: Nic) -> Fact[bool]:
    """Say whether NCCL is given a service level wherever it is given a ToS."""
    level = nic.service_level
    if isinstance(nic.application_tos, Stated) and isinstance(level, Default):
        return Stated(False, nic.application_tos.source)
    return Default(True, level.source, "no ToS without a service level")
