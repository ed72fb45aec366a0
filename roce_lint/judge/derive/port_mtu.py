"""How large packets one port takes, and how large those of RoCE are."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Stated
from roce_lint.values import dataclass

ROCE_PAYLOAD_BYTES = 4096
ROCE_OVERHEAD_BYTES = 60
"""IPv4 20 + UDP 8 + BTH 12 + RETH 16 + ICRC 4 bytes around one RoCEv2 payload (IBTA annex A17)."""


@dataclass(frozen=True, slots=True)
class PortMtu:
    """The largest IP packets of one port."""

    ip_mtu_bytes: Fact[int]
    """The largest IP packet that it accepts, in bytes."""
    roce_ip_mtu_bytes: Fact[int]
    """The size of the IP packet that carries the largest RoCE packet, in bytes."""
    gateway_mtu_bytes: Fact[int]
    """The largest IP packet accepted by the VLAN interfaces and subinterfaces that route traffic from this port, in
    bytes.
    """


def port_mtu(port: Port, needed_mtu: Fact[int], gateway_mtu: Fact[int]) -> PortMtu:
    """Return the largest packets of a port; `gateway_mtu` is what the interfaces take that route for it."""
    return PortMtu(ip_mtu_bytes=port.ip_mtu_bytes, roce_ip_mtu_bytes=needed_mtu, gateway_mtu_bytes=gateway_mtu)


def stated_path_mtus(device: Device) -> dict[str, Stated[int]]:
    """Return the path MTU that the NICs of a device state, by port."""
    found: dict[str, Stated[int]] = {}
    for nic in device.nics:
        if isinstance(nic.path_mtu_bytes, Stated):
            found.setdefault(nic.port, nic.path_mtu_bytes)
    return found


def needed_ip_mtu(port: Port, path_mtus: Mapping[str, Stated[int]]) -> Fact[int]:
    """Return the IP packet that RoCE needs here: what the NIC says of its path MTU, else 4096 bytes of payload."""
    stated = path_mtus.get(port.name)
    if stated is not None:
        return Stated(stated.value + ROCE_OVERHEAD_BYTES, stated.source)
    return Default(
        ROCE_PAYLOAD_BYTES + ROCE_OVERHEAD_BYTES, port.source, "the largest RoCE path MTU is 4096 bytes (IBTA)"
    )
