"""What each flow could get: max-min fair shares of the cables on its path, and the ports that limit them."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.simulate.plant import GAP_BYTES, FailedLink, Plant, StuckNic
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class FairShares:
    """By flow what it could get in Gb/s of payload, and the ports of switches that more is sent to than they carry."""

    shares_gbps: tuple[float, ...]
    congested_ports: frozenset[int]


def fair_shares(plant: Plant, paths: Sequence[tuple[int, ...]]) -> FairShares:
    """Return max-min fair shares of flows that all run at once along `paths`; a stuck NIC takes nothing.

    Source: progressive filling, Bertsekas and Gallager, Data Networks, section 6.5.
    """
    goodput = plant.payload_bytes / (plant.frame_bytes + GAP_BYTES)
    left = {port: plant.ports[port].speed_gbps * goodput for path in paths for port in path}
    congested = set(_stopped_ports(plant)) & set(left)
    for port in congested:
        left[port] = 0.0
    shares = [0.0] * len(paths)
    active = set(range(len(paths)))
    users = {port: {flow for flow in active if port in paths[flow]} for port in left}
    while active:
        step, limit = min(
            ((left[port] / len(flows), port) for port, flows in users.items() if flows), default=(0.0, -1)
        )
        capped = min((plant.flows[flow].rate_gbps * goodput - shares[flow] for flow in active), default=step)
        step = max(0.0, min(step, capped))
        for flow in active:
            shares[flow] += step
        for port, flows in users.items():
            left[port] -= step * len(flows)
        ended = {f for f in active if plant.flows[f].rate_gbps * goodput <= shares[f] + 1e-9}
        for port, flows in users.items():
            if flows and left[port] <= 1e-6:
                ended |= flows
                if len(flows) > 1 and not plant.devices[plant.ports[port].device].is_host:
                    congested.add(port)
        ended = ended or set(users.get(limit, active))
        active -= ended
        for flows in users.values():
            flows -= ended
    return FairShares(tuple(shares), frozenset(congested))


def _stopped_ports(plant: Plant) -> list[int]:
    stuck = {fault.device for fault in plant.faults if isinstance(fault, StuckNic)}
    failed = {fault.port for fault in plant.faults if isinstance(fault, FailedLink)}
    return [
        index
        for index, port in enumerate(plant.ports)
        if plant.ports[port.peer].device in stuck or index in failed or port.peer in failed
    ]
