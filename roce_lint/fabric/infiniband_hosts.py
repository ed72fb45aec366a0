"""Hosts of an InfiniBand subnet: the variables of NCCL and UCX are the same there, and make no RoCE of it."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.fabric.design import NO_ROCE, Design
from roce_lint.model.device import Device, Port, is_host
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, known
from roce_lint.model.nic import Nic
from roce_lint.values import replace


def belong_to_infiniband(devices: Sequence[Device], design: Design) -> bool:
    """Say whether the devices beside files of an InfiniBand subnet are hosts that state job variables alone.

    A switch of Ethernet, or a host that states anything that InfiniBand does not have, speaks of RoCE.
    """
    if isinstance(design.profile, Stated) or not devices:
        return False
    return all(is_host(device) and not _speaks_of_ethernet(device) for device in devices)


def without_roce(design: Design) -> Design:
    """Return the design of a fabric that is InfiniBand alone."""
    because = "hosts set variables of jobs beside files of an InfiniBand subnet, and nothing of Ethernet is stated"
    return replace(design, profile=Default(NO_ROCE, NOWHERE, because))


def _speaks_of_ethernet(device: Device) -> bool:
    return any(map(_nic_speaks, device.nics)) or any(map(_port_speaks, device.ports))


def _nic_speaks(nic: Nic) -> bool:
    """Say whether a NIC has what RoCE has alone: IP marking, CNPs, an index of IP GIDs."""
    facts: tuple[Fact[int] | Fact[bool], ...] = (
        *(nic.rdma_cm_tos, nic.device_tos, nic.cnp_dscp, nic.cnp_priority, nic.roce_version, nic.cable_length_m),
        *(*nic.notification_enabled, *nic.reaction_enabled),
    )
    return any(isinstance(fact, Stated) for fact in facts) or (
        isinstance(nic.gid_index, Stated) and known(nic.gid_index, 0) > 0
    )


def _port_speaks(port: Port) -> bool:
    qos = port.qos
    facts = (qos.bound, qos.trust, qos.pfc_mode, qos.link_pause_received, qos.link_pause_sent)
    return any(isinstance(fact, Stated) for fact in facts)
