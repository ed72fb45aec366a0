"""What makes a host like others: its NICs, its name without numbers, and what sets its addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.learn.models import Model, speed_of
from roce_lint.learn.names import number_in
from roce_lint.learn.nic_sets import Nics, bond_of, driver_of
from roce_lint.learn.observed import Observed, ObservedHost
from roce_lint.model.device import Device, PortRef
from roce_lint.model.fact import Fact, Stated, known
from roce_lint.model.terms import Role
from roce_lint.values import dataclass

_NETWORKS = {".yaml": "netplan", ".yml": "netplan", ".network": "networkd", ".nmconnection": "network-manager"}


@dataclass(frozen=True, slots=True)
class AlikeNics:
    """What the NICs of one set of a host have in common, with the names of each; `first` counts those before them.

    `adapters`: the models that files of the host name, whichever of its NICs they are.
    """

    first: int
    speed_gbps: int
    netdevs: tuple[str, ...]
    rdma_devices: tuple[str, ...]
    leaf_vlans: tuple[int, ...]
    bond: str
    bond_name: str
    roce: bool
    driver: str
    adapters: frozenset[str]


@dataclass(frozen=True, slots=True)
class HostKind:
    """What hosts of one group have in common. `stem` is the name with its digits left out."""

    stem: str
    network: str
    sets: tuple[AlikeNics, ...]


def kind_of(
    observed: Observed, models: Mapping[str, Model], host: ObservedHost, sets: Sequence[Nics], stem: str
) -> HostKind:
    """Return what makes a host like others."""
    rdma = {nic.port: nic.rdma_device for nic in host.device.nics} if host.device is not None else {}
    first = [sum(map(len, sets[:number])) for number in range(len(sets))]
    return HostKind(
        stem,
        observed.networks.get(host.name) or _network_of(host),
        tuple(
            _nic_kind(
                observed,
                models,
                number,
                nics,
                rdma,
                roce=not any(observed.is_without_roce(host, nic) for nic in nics),
                driver=driver_of(host, nics),
                adapters=observed.adapters.get(host.name, frozenset()),
            )
            for number, nics in zip(first, sets, strict=True)
        ),
    )


def _nic_kind(
    observed: Observed,
    models: Mapping[str, Model],
    first: int,
    nics: Nics,
    rdma: Mapping[str, Fact[str]],
    *,
    roce: bool,
    driver: str,
    adapters: frozenset[str],
) -> AlikeNics:
    devices = [rdma.get(nic.name) for nic in nics]
    stated = tuple(fact.value for fact in devices if isinstance(fact, Stated))
    bond, bond_name = bond_of(observed, nics)
    return AlikeNics(
        first,
        max((speed_of(observed, models, nic.cable) for nic in nics), default=0),
        tuple(nic.name for nic in nics),
        stated if len(set(stated)) == len(nics) or bond else (),
        tuple(_leaf_vlan(observed, nic.cable.upper) for nic in nics),
        bond,
        bond_name,
        roce,
        driver,
        adapters,
    )


def _leaf_of(observed: Observed, name: str) -> Device:
    return next(device for device in observed.tiers[Role.LEAF] if device.name == name)


def _leaf_vlan(observed: Observed, end: PortRef) -> int:
    """Return the VLAN that a leaf port switches and the leaf itself routes, without a tunnel; 0 where there is none."""
    leaf, port = _leaf_of(observed, end.device), observed.switching_port(end)
    gateways = {port.name for port in leaf.ports if port.stated_addresses}
    for domain in leaf.routing.bridge_domains:
        if port in domain.ports and domain.gateway in gateways and not known(domain.vni, 0):
            return domain.vlan or number_in(domain.name)
    return 0


def _network_of(host: ObservedHost) -> str:
    """Return what sets the addresses of the host, by the files that state them or bonds."""
    for nic in host.nics:
        for fact in (*nic.port.addresses, nic.port.lag) if nic.port is not None else ():
            if isinstance(fact, Stated):
                suffix = fact.source.file[fact.source.file.rfind(".") :]
                return _NETWORKS.get(suffix, "script")
    return "none"
