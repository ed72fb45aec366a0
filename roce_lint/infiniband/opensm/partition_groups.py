"""Multicast groups of a definition: the IPoIB broadcast group and those of mgid lines.

Source: partition_create and mgroup_create in opensm/osm_prtn_config.c of OpenSM 3.3.23.
"""

from __future__ import annotations

import socket

from roce_lint.infiniband.opensm.partition_flags import FlagsInForce
from roce_lint.infiniband.partition import FULL_BIT

_IP_SIGNATURES = (b"\x40\x1b", b"\x60\x1b")
_BROADCAST = bytes.fromhex("ff12401bffff000000000000ffffffff")
_IPOIB_QUEUE_KEY = 0xB1B


def multicast_address(text: bytes) -> bytes | None:
    """Return the 16 bytes of a multicast GID; None where the text is none."""
    try:
        address = socket.inet_pton(socket.AF_INET6, text.decode("ascii"))
    except (OSError, ValueError):
        return None
    return address if address[0] == 0xFF else None


def is_ip_group(address: bytes) -> bool:
    """Say whether a group is one of IPv4 or IPv6 over InfiniBand (RFC 4391)."""
    return address[2:4] in _IP_SIGNATURES


def clash_of(address: bytes, key: int, flags: FlagsInForce, partition: FlagsInForce) -> str:
    """Return why OpenSM refuses an IP group; empty where it agrees with its partition."""
    group_key = int.from_bytes(address[4:6], "big")
    if address != _BROADCAST and group_key not in (0, key | FULL_BIT):
        return f"its P_Key 0x{group_key:04x} is not 0x{key | FULL_BIT:04x} of the partition"
    if flags.rate != partition.rate:
        return f"its rate {flags.rate} is not the partition's {partition.rate}"
    if flags.mtu != partition.mtu:
        return f"its mtu {flags.mtu} is not the partition's {partition.mtu}"
    return ""


def with_key(address: bytes, key: int) -> str:
    """Return an IP group with the partition's key in it, as 32 digits."""
    return (address[:4] + (key | FULL_BIT).to_bytes(2, "big") + address[6:]).hex()


def ip_flags(flags: FlagsInForce) -> FlagsInForce:
    """Return the flags of an IP group: Q_Key 0xb1b where none is given."""
    flags.q_key = flags.q_key or _IPOIB_QUEUE_KEY
    return flags


def broadcast_group(key: int, partition: FlagsInForce) -> tuple[str, FlagsInForce]:
    """Return the IPoIB broadcast group of a partition; a scope of the partition does not move it."""
    flags = FlagsInForce(
        partition.mtu,
        partition.rate,
        partition.sl,
        frozenset(),
        partition.q_key,
        partition.tclass,
        partition.flow_label,
    )
    flags.stated = set(partition.stated)
    return with_key(_BROADCAST, key), ip_flags(flags)
