"""What templates print of LAGs: bonds of hosts at a leaf, and the links between the leaves of a pair."""

from __future__ import annotations

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class BundleView:
    """A LAG to one host, in one VLAN; `members` are names of ports, `profile` and the MTU are those of all of them.

    `system_id` has twelve hexadecimal digits, as a MAC address: what two leaves announce as one Ethernet segment. It is
    empty if the LAG ends only at this switch, or at a pair. `spans_pair`: it ends at the peer too.
    """

    number: int
    description: str
    members: tuple[str, ...]
    vlan: int
    ip_mtu_bytes: int
    profile: str
    system_id: str
    spans_pair: bool = False


@dataclass(frozen=True, slots=True)
class PairView:
    """The pair that a leaf belongs to: `domain` is its number, `peer` the name of the other leaf.

    `address` (with prefix length) and `peer_address` are those of the two in `vlan`, where they talk to each other over
    the LAG `bundle` of `members`; both have the VLANs `host_vlans` too. `keepalive` and `peer_keepalive` are management
    addresses in `keepalive_vrf`, empty without management.
    """

    domain: int
    peer: str
    peer_asn: int
    vlan: int
    address: str
    peer_address: str
    bundle: int
    members: tuple[str, ...]
    ip_mtu_bytes: int
    profile: str
    host_vlans: tuple[int, ...]
    keepalive: str = ""
    peer_keepalive: str = ""
    keepalive_vrf: str = ""
