"""DCQCN of one NIC: whether it acts for the priorities of RoCE, how its CNPs travel, and its parameters."""

from __future__ import annotations

from roce_lint.fabric.design import Design
from roce_lint.judge.derive.nic.nic_surroundings import Surroundings
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import all_of, is_among, is_true, map_fact
from roce_lint.model.nic import Nic
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class NicDcqcn:
    """Congestion control: reaction point, notification point and CNPs."""

    sends_cnps: Fact[bool]
    """The notification point (NP) is on for every RoCE priority."""
    reacts_to_cnps: Fact[bool]
    """The reaction point (RP), which slows down on CNPs, is on for every RoCE priority."""
    dcqcn_is_switched_where_roce_is: Fact[bool]
    """Each side of DCQCN that files enable per priority is on for a RoCE priority; also true if files enable none per
    priority.
    """
    dcqcn_switched_on: str
    """The priorities for which it is on instead, comma-separated; empty if there are none."""
    cnp_dscp: Fact[int]
    """The DSCP of CNPs; unknown if no file sets it."""
    cnp_dscp_is_intended: Fact[bool]
    """`cnp_dscp` is one of the fabric's CNP DSCPs."""
    cnp_marking_is_known: bool
    """`cnp_dscp` is known, or CNPs certainly use the marking of data."""
    cnps_avoid_pause: Fact[bool]
    """CNPs get a class that no switch pauses, as those with the intended marking do."""
    increase_timer_us: Fact[int]
    """Time between rate increases in us (RPG_TIME_RESET)."""
    min_time_between_cnps_us: Fact[int]
    """The minimum time between two CNPs in us."""
    odd_parameters: str
    """Parameters that differ from those of most NICs of the same speed, with both values; empty if there are none."""
    dcqcn_is_usual: Fact[bool]
    """No parameter differs from those of most NICs of the same speed."""


def nic_dcqcn(nic: Nic, priorities: Fact[frozenset[int]], around: Surroundings, design: Design) -> NicDcqcn:
    """Return DCQCN of a NIC; `priorities` are those of RoCE, `around` is what the fabric says of the NIC."""
    switched, on = _switched_where_roce_is(nic, priorities)
    timers = (nic.dcqcn.increase_timer_us, nic.dcqcn.min_time_between_cnps_us)
    return NicDcqcn(
        sends_cnps=_on_for(nic.notification_enabled, priorities),
        reacts_to_cnps=_on_for(nic.reaction_enabled, priorities),
        dcqcn_is_switched_where_roce_is=switched,
        dcqcn_switched_on=on,
        cnp_dscp=nic.cnp_dscp,
        cnp_dscp_is_intended=is_among(nic.cnp_dscp, design.cnp_dscps),
        cnp_marking_is_known=not isinstance(nic.cnp_dscp, Unknown) or is_true(nic.cnp_takes_data_marking),
        cnps_avoid_pause=_cnps_avoid_pause(nic, around, design),
        increase_timer_us=timers[0],
        min_time_between_cnps_us=timers[1],
        odd_parameters=around.odd_parameters,
        dcqcn_is_usual=around.dcqcn_is_usual,
    )


def _on_for(states: tuple[Fact[bool], ...], priorities: Fact[frozenset[int]]) -> Fact[bool]:
    """Say whether DCQCN's side is on for every priority of RoCE."""
    if isinstance(priorities, Unknown):
        return priorities
    wanted = [states[number] for number in sorted(priorities.value) if number < len(states)]
    if not wanted:
        return Default(True, priorities.source, "no lossless priority")
    return all_of(*wanted)


def _switched_where_roce_is(nic: Nic, priorities: Fact[frozenset[int]]) -> tuple[Fact[bool], str]:
    """Say whether a side of DCQCN that is switched on by priority is so for one of RoCE; and for which it is.

    A side that nothing switches by priority has what the firmware says.
    """
    fine: Fact[bool] = Default(True, priorities.source, "DCQCN is not switched by priority")
    if isinstance(priorities, Unknown) or not priorities.value:
        return fine, ""
    for states in (nic.notification_enabled, nic.reaction_enabled):
        stated = {number: fact.source for number, fact in enumerate(states) if isinstance(fact, Stated)}
        on = [number for number in stated if is_true(states[number])]
        if on and not priorities.value & stated.keys():
            return Stated(False, stated[on[0]]), ", ".join(map(str, on))
    return fine, ""


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
