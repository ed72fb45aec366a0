"""Which priorities one NIC gives RoCE, for which it pauses, and whether its switch agrees."""

from __future__ import annotations

from roce_lint.fabric.design import Design
from roce_lint.hosts.registry import sizes_by_cable
from roce_lint.judge.derive.nic.nic_surroundings import Surroundings
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Unknown, known
from roce_lint.model.logic import is_stated, is_true, map_fact
from roce_lint.model.nic import Nic
from roce_lint.model.qos import BEST_EFFORT_OR_CONTROL
from roce_lint.model.terms import Trust
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class NicPauses:
    """Classification, PFC and the cable whose length PFC headroom depends on."""

    roce_priorities: Fact[frozenset[int]]
    """The RoCE priorities: those that the fabric pauses; in a lossy design those to which the NIC maps RoCE DSCPs."""
    classifies_by_dscp: bool
    """The NIC trusts DSCP; false if unknown."""
    odd_dscp: int
    """The first RoCE DSCP that the NIC maps to a priority that its switch does not pause for it; 0 if there is none."""
    odd_priority: Fact[int]
    """The priority to which the NIC maps `odd_dscp`; unknown if there is none."""
    expected_priorities: Fact[frozenset[int]]
    """The priorities that the switch (or the fabric, if the cable is unknown) pauses for `odd_dscp`."""
    priority_matches_switch: Fact[bool]
    """The NIC maps every RoCE DSCP to a priority that its switch pauses for it."""
    pfc_priorities: Fact[frozenset[int]]
    """The priorities for which the NIC pauses; unknown if that is unknown for any of them."""
    pauses_all_intended: bool
    """`pfc_priorities` includes all lossless priorities of the fabric; false if the NIC's are unknown."""
    pauses_intended_only: Fact[bool]
    """The NIC pauses for no other priority; also true if nothing states it."""
    pauses_for_data: bool
    """The NIC is known to pause for a priority other than 0, 1, 6 and 7."""
    paused_priority_is_reached: Fact[bool]
    """Packets can get a priority other than 0: from their DSCP, or from a VLAN tag, which they lack if no file
    configures trust and the host has no VLAN interface.
    """
    stall_prevention_is_stated: bool
    """A file sets `stall_prevention_ms`."""
    stall_prevention_ms: Fact[int]
    """The longest time that the NIC may pause its switch, in ms; 0 means forever."""
    is_cabled: bool
    """The switch port at the other end is known."""
    cable_length_m: Fact[int]
    """The cable length in m that is configured on the NIC; unknown if no file sets it."""
    takes_cable_length: bool
    """The driver sizes its receive buffer by a configured cable length."""
    link_length_m: Fact[int]
    """The length of the cable in m according to the cabling or the intent; unknown if neither states it."""


def nic_pauses(nic: Nic, port: Port, around: Surroundings, design: Design) -> NicPauses:
    """Return classification and PFC of a NIC; `port` is its netdev, `around` what the fabric says of it."""
    odd_dscp, odd_priority, expected, matches = _priority_at_switch(port, around, design)
    own = _pauses(port)
    return NicPauses(
        roce_priorities=_roce_priorities(port, design),
        classifies_by_dscp=known(port.qos.trust, Trust.NONE) in (Trust.DSCP, Trust.DSCP_AND_PCP),
        odd_dscp=odd_dscp,
        odd_priority=odd_priority,
        expected_priorities=expected,
        priority_matches_switch=matches,
        pfc_priorities=own,
        pauses_all_intended=known(own, frozenset[int]()) >= known(design.lossless_priorities, frozenset[int]()),
        pauses_intended_only=_intended_only(port, design),
        pauses_for_data=bool(known(own, frozenset[int]()) - BEST_EFFORT_OR_CONTROL),
        paused_priority_is_reached=_reached(port, around),
        stall_prevention_is_stated=is_stated(port.qos.watchdog.detection_ms),
        stall_prevention_ms=port.qos.watchdog.detection_ms,
        is_cabled=around.is_cabled,
        cable_length_m=nic.cable_length_m,
        takes_cable_length=sizes_by_cable(known(nic.driver, "")),
        link_length_m=around.link_length_m,
    )


def _reached(port: Port, around: Surroundings) -> Fact[bool]:
    """Say whether packets can get another priority than that of unmarked ones."""
    trust = port.qos.trust
    if isinstance(trust, Unknown):
        return trust
    if trust.value is Trust.PCP and (is_stated(trust) or around.has_vlans):
        return Unknown("whether packets carry a VLAN tag is not known", trust.source)
    return map_fact(lambda value: value in (Trust.DSCP, Trust.DSCP_AND_PCP), trust)


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
            return Default(frozenset(), name.source, "the priority of RoCE on this host is not known")
        found.add(int(name.value))
    return Default(frozenset(found), port.source, "the priorities of RoCE on this NIC")


def _priority_at_switch(
    port: Port, around: Surroundings, design: Design
) -> tuple[int, Fact[int], Fact[frozenset[int]], Fact[bool]]:
    """Return the first RoCE DSCP whose priority on the NIC is none that the switch pauses for it, and both sides."""
    nothing: Fact[int] = Unknown("no RoCE marking is known", port.source)
    expected: Fact[frozenset[int]] = design.lossless_priorities
    agrees: Fact[bool] = Default(True, port.source, "every marking gets the same priority as on the switch")
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
