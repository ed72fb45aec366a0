"""What a template prints about one host: every value is final, as in `view.py`."""

from __future__ import annotations

from roce_lint.intent.view import ClassView
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class DcqcnView:
    """DCQCN settings of a NIC; names and units as in `hosts/settings.py`."""

    enabled: bool
    min_time_between_cnps_us: int
    alpha_update_period_us: int
    alpha_weight_of_1024: int
    rate_reduce_period_us: int
    increase_timer_us: int
    increase_byte_counter_bytes: int
    fast_recovery_stages: int
    additive_increase_mbps: int
    hyper_increase_mbps: int
    min_rate_mbps: int


@dataclass(frozen=True, slots=True)
class RouteView:
    """One route of a NIC: to a prefix, by a gateway (empty: on the link), in a table (0: main), with a metric or 0."""

    to: str
    via: str
    table: int
    metric: int


@dataclass(frozen=True, slots=True)
class AddressView:
    """An address of a NIC or bond, with prefix length; `gateway` is the leaf's.

    `family` is `ipv4` or `ipv6`; `source` is the address alone, and `source_prefix` that with its full length. `table`
    is the routing table of packets from it; `routes` are those of the table and of the main one.
    """

    address: str
    family: str
    gateway: str
    source: str
    source_prefix: str
    table: int
    routes: tuple[RouteView, ...]


@dataclass(frozen=True, slots=True)
class NicView:
    """One NIC port, over which RoCE runs if `roce`. `addresses` are one of IPv4, of IPv6, or of each.

    `shares_subnet` says that another NIC of the host is in the same subnet. A NIC in a `bond` has no
    address and no routes. `nic_set` is 0 for the NICs of the host group itself, and counts the sets of further ones.
    `driver` and `platform` are those of its adapter.
    """

    netdev: str
    rdma_device: str
    speed_gbps: int
    ip_mtu_bytes: int
    addresses: tuple[AddressView, ...]
    rail: int
    cable_length_m: int
    peer_device: str
    peer_port: str
    shares_subnet: bool
    bond: str = ""
    nic_set: int = 0
    roce: bool = True
    driver: str = ""
    platform: str = ""

    @property
    def has_ipv6(self) -> bool:
        """Return whether one of its addresses is of IPv6."""
        return any(one.family == "ipv6" for one in self.addresses)


@dataclass(frozen=True, slots=True)
class BondView:
    """A bond of NICs with one address of IPv4: by LACP, or with one port in use (`is_lag` false)."""

    name: str
    members: tuple[str, ...]
    ip_mtu_bytes: int
    addresses: tuple[AddressView, ...]
    has_ipv6: bool = False
    is_lag: bool = True


@dataclass(frozen=True, slots=True)
class HostView:
    """Everything that a host's templates print.

    `nic_platforms` are the models of its adapters with RoCE, each once. `roce_classes` are the fabric's RoCE classes
    (the first is the application's), `cnp` its CNP class. `network` is what sets addresses: `netplan`, `networkd`,
    `network-manager`, `script` or `none`. `roce_tos` is the ToS byte of RoCE packets: DSCP * 4 + ECT(0).
    `pfc_priorities` has eight 0 or 1. `roce_family` is the one of the addresses that RoCE uses: `ipv4` where there are
    both. `management_interface` is that of the management network, empty if unknown.
    `spectrum_x`: its NICs put packets of one flow in order, and are set up as those of NVIDIA Spectrum-X.
    """

    name: str
    nic_platforms: tuple[str, ...]
    network: str
    nics: tuple[NicView, ...]
    classes: tuple[ClassView, ...]
    roce_tos: int
    pfc_priorities: tuple[int, ...]
    cnp_dscp: int
    cnp_priority: int
    dcqcn: DcqcnView
    roce_path_mtu_bytes: int
    ack_timeout_exponent: int
    retry_count: int
    qps_per_connection: int
    bonds: tuple[BondView, ...] = ()
    roce_family: str = "ipv4"
    management_interface: str = ""
    spectrum_x: bool = False

    @property
    def roce_priority(self) -> int:
        """Return the priority of the class that applications mark."""
        return next((one.priority for one in self.classes if self.roce_tos >> 2 in one.dscps), 0)
