"""The section `hosts` of an intent: hosts that are alike, in the order in which a plan numbers them.

What makes a host like others: its NICs, its name without numbers, and what sets its addresses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from roce_lint.intent.expand_bonds import BOND_DEVICE
from roce_lint.learn.models import Model, speed_of
from roce_lint.learn.names import number_in, pattern_of
from roce_lint.learn.nic_sets import Nics, bond_of, driver_of, leaves_of, sets_of
from roce_lint.learn.observed import Observed, ObservedHost
from roce_lint.learn.topology import IntentSection
from roce_lint.model.device import Device, PortRef
from roce_lint.model.fact import Fact, Stated, known
from roce_lint.model.terms import Role
from roce_lint.os.registry import HOST
from roce_lint.platforms.catalog import platforms
from roce_lint.platforms.datum import SourcedValue
from roce_lint.platforms.platform import NicPlatform
from roce_lint.text.natural_order import natural_order
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
    management_interface: str = ""


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
        _management_interface(observed, host),
    )


def _management_interface(observed: Observed, host: ObservedHost) -> str:
    name = observed.management_interfaces.get(host.name, "")
    return "" if any(nic.name == name for nic in host.nics) else name


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


class Spread(Enum):
    """How groups of hosts are given their places: on all leaves, on those of their kind, or leaf by leaf."""

    ALL = "all"
    KIND = "kind"
    LEAF = "leaf"


def host_sections(
    observed: Observed, models: Mapping[str, Model], spread: Spread, *, in_rails: bool = False
) -> list[IntentSection]:
    """Return the groups of hosts, and the leaves that they are on as far as `spread` says.

    The NICs of a host form sets by speed and bond, and by leaf unless they are `in_rails`.
    """
    kinds: dict[tuple[HostKind, tuple[tuple[str, ...], ...]], list[list[Nics]]] = {}
    names: dict[tuple[HostKind, tuple[tuple[str, ...], ...]], list[str]] = {}
    every_stem = {_stem(host.name) for host in observed.hosts}
    # Names that no pattern makes do not part hosts that are alike.
    stemless = len(every_stem) == len(observed.hosts)
    for host in observed.hosts:
        sets = sets_of(observed, models, host, in_rails=in_rails)
        leaves = tuple(leaves_of(one) for one in sets) if spread is Spread.LEAF else ()
        key = kind_of(observed, models, host, sets, "" if stemless else _stem(host.name)), leaves
        kinds.setdefault(key, []).append(sets)
        names.setdefault(key, []).append(host.name)
    leaves_in_order = [device.name for device in observed.tiers[Role.LEAF]]
    every = set(leaves_in_order)

    def first_port(members: Sequence[Sequence[Nics]]) -> tuple[int, tuple[int | str, ...]]:
        """Return the first port of a group: ports of a leaf are given to one group after the other."""
        ends = [nic.cable.upper for host in members for nics in host for nic in nics]
        return min((leaves_in_order.index(end.device), natural_order(end.port)) for end in ends)

    numbered: dict[str, int] = {}
    sections = []
    for key, members in sorted(kinds.items(), key=lambda item: first_port(item[1])):
        found = [leaves_of(nic for host in members for nic in host[number]) for number in range(len(key[0].sets))]
        named = [() if spread is Spread.ALL or set(one) == every else one for one in found]
        sections.append(_section(key[0], named, names[key], numbered))
    return sections


def _stem(name: str) -> str:
    return "".join(letter for letter in name if not letter.isdecimal())


def _section(
    kind: HostKind, leaves: Sequence[Sequence[str]], names: Sequence[str], numbered: dict[str, int]
) -> IntentSection:
    section: IntentSection = {"count": len(names)}
    pattern = _numbered_pattern(names, numbered)
    sets = [_nic_section(one, of_set) for one, of_set in zip(kind.sets, leaves, strict=True)]
    section |= {key: value for key, value in sets[0].items() if key in _BEFORE_NAMES}
    if pattern != "host-{n}":
        section |= {"name": pattern} if pattern else {"names": list(names)}
    if kind.network != "netplan":
        section["network"] = kind.network
    if kind.management_interface:
        section["management_interface"] = kind.management_interface
    section |= sets[0]
    if sets[1:]:
        section["more_nics"] = list(sets[1:])
    return section


def _numbered_pattern(names: Sequence[str], numbered: dict[str, int]) -> str:
    """Return the pattern of a group's names, which goes on where earlier groups with it end; empty where none fits.

    `numbered` has the number of hosts that each pattern has named, and gets those of this group.
    """
    for first, may_begin_later in (*((first, False) for first in sorted({0, *numbered.values()})), (0, True)):
        numbers = [{"n": first + number} for number in range(1, len(names) + 1)]
        pattern = pattern_of(names, numbers, may_begin_later=may_begin_later)
        if pattern and numbered.get(pattern, 0) == first:
            numbered[pattern] = first + len(names)
            return pattern
    return ""


_BEFORE_NAMES = ("nics", "nic_platform", "nic_speed")


def _nic_section(kind: AlikeNics, leaves: Sequence[str]) -> IntentSection:
    section: IntentSection = {
        "nics": len(kind.netdevs),
        "nic_platform": adapter_for(kind.speed_gbps, kind.driver or HOST, kind.adapters)
        or adapter_for(kind.speed_gbps, "", kind.adapters),
        "nic_speed": f"{kind.speed_gbps}G",
    }
    section |= _interfaces("netdev", kind.first, kind.netdevs, "rdma{nic}")
    if not kind.bond:
        section |= _interfaces("rdma_device", kind.first, kind.rdma_devices, f"{kind.driver or HOST}_{{nic}}")
    elif set(kind.rdma_devices) - {BOND_DEVICE}:
        section["rdma_device"] = kind.rdma_devices[0]
    if kind.leaf_vlans and all(kind.leaf_vlans):
        vlans = list(kind.leaf_vlans)
        section["leaf_vlan"] = vlans[0] if len(set(vlans)) == 1 else vlans
    if kind.bond:
        section["bond"] = kind.bond
        if kind.bond_name not in ("", "bond0"):
            section["bond_name"] = kind.bond_name
    if not kind.roce:
        section["roce"] = False
    if leaves:
        section["leaves"] = list(leaves)
    return section


def _interfaces(key: str, first: int, names: Sequence[str], usual: str) -> IntentSection:
    numbers = range(first, first + len(names))
    pattern = pattern_of(names, [{"nic": number, "rail": number + 1} for number in numbers])
    if not names or pattern == usual or tuple(names) == tuple(usual.replace("{nic}", str(n)) for n in numbers):
        return {}
    return {key: pattern or list(names)}


def adapter_for(speed_gbps: int, driver: str, named: frozenset[str]) -> str:
    """Return the adapter whose ports run at a speed; empty if none does.

    It is of the driver if that is known, of those that are `named` by their ids if one of them fits, and else the
    slowest.
    """
    fitting = [
        one
        for one in platforms()
        if isinstance(one, NicPlatform)
        and (one.driver == driver or not driver)
        and isinstance(one.rendered, SourcedValue)
        and isinstance(one.speeds_gbps, SourcedValue)
        and speed_gbps in one.speeds_gbps.value
    ]
    found = [
        (max(one.speeds_gbps.value), number, one.model)
        for number, one in enumerate([one for one in fitting if one.id in named] or fitting)
        if isinstance(one.speeds_gbps, SourcedValue)
    ]
    return min(found)[2] if found else ""
