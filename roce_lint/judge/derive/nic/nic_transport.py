"""How one NIC opens and keeps RoCE connections."""

from __future__ import annotations

import math

from roce_lint.judge.derive.nic.nic_surroundings import Surroundings
from roce_lint.model.fact import Fact, Stated, Unknown, known
from roce_lint.model.logic import is_stated, map_fact, or_default
from roce_lint.model.nic import Nic
from roce_lint.tuning.pause import qp_retry_budget_ms
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class NicTransport:
    """RoCE version, addresses, packet size, retries, order of packets, and whether NCCL uses RoCE at all."""

    path_mtu_bytes: Fact[int]
    """The largest payload of a RoCE packet in bytes; unknown if no file sets it."""
    uses_roce_version_two: Fact[bool]
    """Connections use RoCEv2; also true if nothing states it."""
    gid_index: Fact[int]
    """The GID index that NCCL uses; -1 if NCCL chooses it."""
    gid_index_is_chosen: bool
    """A file sets `gid_index` to one that exists."""
    retry_count: Fact[int]
    """How often a queue pair retransmits before it fails."""
    retry_budget_ms: Fact[int]
    """How long a queue pair retries before it fails, in ms; unknown if it never gives up."""
    watchdog_cycle_ms: Fact[int]
    """How long the PFC watchdog of the switch may block a queue, in ms: detection, recovery and one poll (the longest
    of the fabric if the cable is unknown).
    """
    nccl_uses_roce: Fact[bool]
    """NCCL is not configured to avoid RoCE; also true if no file configures it."""
    places_out_of_order: Fact[bool]
    """The NIC accepts out-of-order packets; unknown if no file of the host states it."""
    fabric_sprays: Fact[bool]
    """Switches of the fabric spread the packets of one flow over several paths."""


def nic_transport(nic: Nic, around: Surroundings) -> NicTransport:
    """Return how a NIC opens and keeps connections; `around` is what the fabric says of it."""
    budget = _retry_budget(nic)
    return NicTransport(
        path_mtu_bytes=nic.path_mtu_bytes,
        uses_roce_version_two=or_default(map_fact(lambda version: version == 2, nic.roce_version), True, "RoCEv2"),
        gid_index=nic.gid_index,
        gid_index_is_chosen=is_stated(nic.gid_index) and known(nic.gid_index, -1) >= 0,
        retry_count=nic.retry_count,
        retry_budget_ms=budget,
        watchdog_cycle_ms=around.watchdog_cycle_ms,
        nccl_uses_roce=or_default(map_fact(lambda void: not void, nic.nccl_settings_are_void), True, "not disabled"),
        places_out_of_order=_places_out_of_order(nic),
        fabric_sprays=around.fabric_sprays,
    )


def _retry_budget(nic: Nic) -> Fact[int]:
    """Return how long a queue pair retries in ms; unknown if it never gives up."""
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
    """Say whether the NIC is set to expect packets out of order; what NCCL does by default says nothing of it."""
    fact = nic.adaptive_routing_enabled
    return fact if isinstance(fact, Stated) else Unknown("no file of this host sets adaptive routing", fact.source)
