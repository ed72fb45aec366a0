"""One NIC of a fabric as plain numbers: rate control, transport, and what its flows are marked with."""

from __future__ import annotations

from roce_lint.fabric.port_basics import trusts_dscp
from roce_lint.model.fact import Fact, Unknown, known
from roce_lint.model.logic import is_true
from roce_lint.model.nic import Nic
from roce_lint.model.port import Port
from roce_lint.simulate.assumptions import Assumptions
from roce_lint.simulate.plant import PRIORITIES, UNLIMITED, PlantNic
from roce_lint.values import replace


def marked_dscp(nic: Nic | None, otherwise: int) -> int:
    """Return the DSCP of a host's RoCE, from what its NIC or application says."""
    for fact in (nic.device_tos, nic.application_tos, nic.rdma_cm_tos) if nic else ():
        if not isinstance(fact, Unknown) and fact.value > 0:
            return fact.value >> 2
    return otherwise


def with_cnp_class(control: PlantNic, port: Port, priority_of_dscp: tuple[int, ...]) -> PlantNic:
    """Return a NIC that sends CNPs in the priority of their DSCP, as it sends data, where its port trusts DSCP."""
    by_dscp = is_true(trusts_dscp(port))
    return replace(control, cnp_priority=priority_of_dscp[control.cnp_dscp]) if by_dscp else control


def reacts(nic: Nic | None, priority: int, name: str, assumptions: Assumptions) -> bool:
    """Return whether flows of a NIC run DCQCN."""
    if nic is None:
        assumptions.note("NICs run DCQCN: their configuration was not read", name)
        return True
    facts = nic.reaction_enabled[priority], nic.notification_enabled[priority]
    return all(assumptions.known(fact, True, "NICs run DCQCN", name) for fact in facts)


def rate_control(nic: Nic | None, name: str, assumptions: Assumptions) -> PlantNic:
    """Return the constants of a NIC's DCQCN and transport."""
    if nic is None:
        assumptions.note("DCQCN has the constants of its paper: no configuration of the NIC was read", name)
        return PlantNic()
    dcqcn, plain = nic.dcqcn, PlantNic()

    def us(fact: Fact[int], otherwise_ns: float, what: str) -> float:
        text = f"{what} of NICs is {otherwise_ns / 1000:g} us"
        return 1000.0 * assumptions.known(fact, int(otherwise_ns / 1000), text, name)

    def mbps(fact: Fact[int], otherwise_gbps: float, what: str) -> float:
        text = f"{what} of NICs is {otherwise_gbps * 1000:g} Mb/s"
        return assumptions.known(fact, round(otherwise_gbps * 1000), text, name) / 1000

    counter = assumptions.known(
        dcqcn.increase_byte_counter_bytes, int(plain.byte_counter_bytes), "byte counter of NICs is 10 MB", name
    )
    rounds = dcqcn.fast_recovery_stages
    exponent = known(nic.ack_timeout_exponent, 14)
    weight = assumptions.known(dcqcn.alpha_weight, 1 - plain.gain, "g of NICs is 1/256", name)
    return PlantNic(
        gain=min(1.0, max(1e-6, 1 - weight)),
        initial_alpha=known(dcqcn.initial_alpha, 1.0),
        cnp_interval_ns=us(dcqcn.min_time_between_cnps_us, plain.cnp_interval_ns, "shortest time between CNPs"),
        cut_interval_ns=us(dcqcn.rate_reduce_period_us, plain.cut_interval_ns, "shortest time between cuts"),
        alpha_timer_ns=max(1000.0, us(dcqcn.alpha_update_period_us, plain.alpha_timer_ns, "alpha timer")),
        increase_timer_ns=max(1000.0, us(dcqcn.increase_timer_us, plain.increase_timer_ns, "increase timer")),
        byte_counter_bytes=float(counter) or UNLIMITED,
        fast_recovery_rounds=assumptions.known(rounds, plain.fast_recovery_rounds, "F of NICs is 5", name),
        additive_gbps=mbps(dcqcn.additive_increase_mbps, plain.additive_gbps, "R_AI"),
        hyper_gbps=mbps(dcqcn.hyper_increase_mbps, plain.hyper_gbps, "R_HAI"),
        least_gbps=max(0.001, mbps(dcqcn.min_rate_mbps, plain.least_gbps, "lowest rate")),
        cnp_priority=known(nic.cnp_priority, plain.cnp_priority) % PRIORITIES,
        cnp_dscp=known(nic.cnp_dscp, plain.cnp_dscp) % 64,
        retransmission_timeout_ns=4096.0 * 2.0**exponent if exponent else UNLIMITED,
    )
