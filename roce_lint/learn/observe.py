"""Put a fabric that was read in order: who is above whom, which cables there are, which hosts are behind the leaves.

Which ports of leaves are in one bundle, on one leaf or on two: they lead to one host.

What sets the addresses of hosts, and which adapters they have, by the files that were read of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TypeAlias

from roce_lint.fabric.domain import roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.device_texts import texts_of
from roce_lint.hosts.registry import DRIVERS
from roce_lint.learn.names import shared_name
from roce_lint.learn.observed import TIERS, Observed, ObservedCable, ObservedHost, ObservedNic
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import Stated, known
from roce_lint.model.terms import PortKind, Role
from roce_lint.paths.abstract_fabric import AbstractFabric
from roce_lint.paths.host_side import HostPort, HostSides
from roce_lint.text.document import Document
from roce_lint.text.natural_order import natural_order
from roce_lint.text.patterns import lazy_pattern

FilesOf: TypeAlias = Mapping[str, Sequence[Document]]
"""The files of each device by its name."""
_NETPLAN = lazy_pattern(r"(?m)^network:(?s:.*)^ +addresses:")
_NETWORKD = lazy_pattern(r"(?m)^Address *=")
_NETWORK_MANAGER = lazy_pattern(r"(?m)^ *nmcli con|^address1 *=")
_SCRIPT = lazy_pattern(r"(?m)^ *ip addr(ess)? (add|replace) ")
_SOCKET_INTERFACE = lazy_pattern(r"(?m)^[^#\n]*\bNCCL_SOCKET_IFNAME=[\"']?=?([A-Za-z][A-Za-z0-9._-]{0,14})[\"']?\s*$")
_WORDS = {"netplan": _NETPLAN, "networkd": _NETWORKD, "network-manager": _NETWORK_MANAGER, "script": _SCRIPT}


def networks_of(files_of: FilesOf) -> Mapping[str, str]:
    """Return the word of `hosts[].network` for each device whose files say it."""
    found: dict[str, str] = {}
    for name, files in files_of.items():
        for word, pattern in _WORDS.items():
            if any(pattern.search(one.text) for one in files):
                found[name] = word
                break
    return found


def management_interfaces_of(files_of: FilesOf) -> Mapping[str, str]:
    """Return the interface that NCCL of each device uses for what is no RDMA, where a file names just one."""
    found: dict[str, str] = {}
    for name, files in files_of.items():
        named = {match[1] for one in files for match in _SOCKET_INTERFACE.finditer(one.text)}
        if len(named) == 1:
            found |= {name: named.pop()}
    return found


def adapters_of(files_of: FilesOf) -> Mapping[str, frozenset[str]]:
    """Return the models of adapters, by the ids of the catalogue, that the files of each device name."""
    forms = [form for driver in DRIVERS for form in driver.documents]
    return {
        name: frozenset(
            model
            for one in files
            for form in forms
            if form.recognises(one.text)
            for model in form.adapters_of(one.text)
        )
        for name, files in files_of.items()
    }


HostBundle: TypeAlias = tuple[str, ...]
"""What the ports of a bundle have in common: its switches or its Ethernet segment, and its name or number there."""


def host_bundles(leaves: Sequence[Device], links: Iterable[Link]) -> Mapping[PortRef, HostBundle]:
    """Return the bundle of each port that is in one; bundles of two leaves by their number or Ethernet segment."""
    pairs = _pairs(leaves, links)
    found: dict[PortRef, HostBundle] = {}
    for leaf in leaves:
        numbers = {bundle.port: bundle.identifier for link in leaf.routing.peer_links for bundle in link.bundles}
        segments = {known(one.port, ""): known(one.identifier, "") for one in leaf.routing.ethernet_segments}
        for port in leaf.ports:
            lag = known(port.lag, "")
            if not lag:
                continue
            if segments.get(lag):
                found[PortRef(leaf.name, port.name)] = ("segment", segments[lag])
            elif lag in numbers and leaf.name in pairs:
                found[PortRef(leaf.name, port.name)] = (*pairs[leaf.name], str(numbers[lag]))
            else:
                found[PortRef(leaf.name, port.name)] = (leaf.name, lag)
    return found


def _pairs(leaves: Sequence[Device], links: Iterable[Link]) -> Mapping[str, tuple[str, str]]:
    """Return the pair of each leaf that has a peer link and a cable to another one with a peer link."""
    paired = {leaf.name for leaf in leaves if leaf.routing.peer_links}
    found: dict[str, tuple[str, str]] = {}
    for link in links:
        first, second = sorted((link.a.device, link.b.device))
        if first != second and {first, second} <= paired:
            found |= {first: (first, second), second: (first, second)}
    return found


_UPPER = lazy_pattern(r"(?i)spine|core|aggr?(?![a-z])")
"""What switches above the leaves are called."""
_LOWER = lazy_pattern(r"(?i)leaf|tor(?![a-z])|(?<![a-z])lf")
"""What leaves are called."""
_HOST_NAME = lazy_pattern(r"(?=[^ ]*\d)[A-Za-z][A-Za-z0-9._-]{0,61}[A-Za-z0-9](?=$|[ ,:;/])")
"""The first word of a description, where it has a digit: a name, and not what the port is for."""
_NIC_OF_HOST = lazy_pattern(r"(?i)(.*\d.*)[._-]((?:nic|port|rail|eth|rdma|hca|roce|mlx5)[._-]?\d+)")
"""A host whose name has a digit, and its NIC behind it: `gpu01_nic1`."""


def observe(fabric: Fabric, documents: Sequence[Document] = ()) -> Observed:
    """Return the fabric in order; `documents` are the files that were read.

    Switches that no cable joins with the most hosts are left outside.
    """
    domain = roce_domain(fabric)
    abstract = AbstractFabric(fabric, domain, HostSides(fabric, domain))
    graph = abstract.graph
    tier = dict(zip(graph.names, abstract.tiers, strict=True))
    host_ports = {graph.names[node]: ports for node, ports in graph.host_ports.items()}
    links = _cables(fabric)
    near: dict[str, set[str]] = defaultdict(set)
    for link in links:
        near[link.a.device].add(link.b.device)
        near[link.b.device].add(link.a.device)
    tier = _with_empty_leaves(_with_spines_by_name(tier, near), near)
    inside = [name for name in _joined(tier, near, host_ports) if tier[name] <= len(TIERS)]
    pods = _pods(inside, near, tier)
    switches = {device.name: device for device in graph.devices}
    tiers = {role: _in_order([n for n in inside if tier[n] == number], switches, pods) for role, number in _numbers()}
    cables = tuple(_fabric_cables(links, set(inside), tier))
    leaves = [device.name for device in tiers[Role.LEAF]]
    hosts = _hosts(fabric, links, leaves, host_ports)
    seen = {host.name for host in hosts} | set(inside)
    outside = tuple(device for device in fabric.devices if device.name not in seen)
    peer_cables = _peer_cables(links, tiers[Role.LEAF], pods)
    files = texts_of(fabric.devices, documents)
    networks, of_management = networks_of(files), management_interfaces_of(files)
    adapters = adapters_of({host.name: files[host.name] for host in hosts if host.device is not None})
    return Observed(fabric, tiers, pods, cables, hosts, outside, networks, adapters, peer_cables, of_management)


def _with_spines_by_name(tier: Mapping[str, int], near: Mapping[str, set[str]]) -> dict[str, int]:
    """Return the tiers with the upper of two joined leaves above the other, where its name alone tells it.

    A spine whose other leaves were not read has ports with nobody behind them, as leaves with hosts have.
    """
    found = dict(tier)
    for name, number in tier.items():
        below = [other for other in near.get(name, ()) if tier.get(other) == 1]
        is_upper = _UPPER.search(name) and not any(map(_UPPER.search, below))
        is_above = not _LOWER.search(name) and all(map(_LOWER.search, below))
        if number == 1 and below and (is_upper or is_above):
            found[name] = 2
    return found


def _with_empty_leaves(tier: Mapping[str, int], near: Mapping[str, set[str]]) -> dict[str, int]:
    """Return the tiers with leaves and spines in their places that have no host behind them.

    They are as far from the nearest host as the tiers above are: what has the same neighbours as a leaf, or is called
    like the leaves and not joined to one, is a leaf; what is below the super-spines on the other side is a pod.
    """
    found = dict(tier)
    leaves = {name for name, number in tier.items() if number == 1}
    around = {frozenset(near.get(name, ())) for name in leaves} - {frozenset()}
    called = {_stem(name) for name in leaves}
    for name, number in tier.items():
        others = near.get(name, set())
        if number > 2 and not others & leaves and (frozenset(others) in around or _stem(name) in called):
            found[name] = 1
    ends = {name for name, number in found.items() if number == 1}
    for name, number in found.items():
        if number > 2 and near.get(name, set()) & ends:
            found[name] = 2
    return found


def _stem(name: str) -> str:
    return "".join(letter for letter in name if not letter.isdecimal())


def _numbers() -> Iterable[tuple[Role, int]]:
    return ((role, number) for number, role in enumerate(TIERS, 1))


def _cables(fabric: Fabric) -> list[Link]:
    """Return the links that join Ethernet ports; bundles are joined by their members."""
    kinds = {PortRef(device.name, port.name): port.kind for device in fabric.devices for port in device.ports}
    return [link for link in fabric.links if {kinds.get(link.a), kinds.get(link.b)} == {PortKind.ETHERNET}]


def _joined(
    tier: Mapping[str, int], near: Mapping[str, set[str]], host_ports: Mapping[str, Sequence[HostPort]]
) -> list[str]:
    """Return the switches of the largest part of the fabric: the most switches, then the most host ports.

    Switches of which none is joined to another are rails of one fabric where they have hosts in common.
    """
    if not any(near.get(name, set()) & tier.keys() for name in tier):
        near = _sharing_hosts(host_ports)
    parts: list[list[str]] = []
    left = dict.fromkeys(tier)
    while left:
        pending = [next(iter(left))]
        del left[pending[0]]
        part = []
        while pending:
            part.append(pending.pop())
            for other in sorted(near.get(part[-1], ())):
                if other in left:
                    del left[other]
                    pending.append(other)
        parts.append(part)
    return max(parts, key=lambda part: (len(part), sum(len(host_ports.get(name, ())) for name in part)), default=[])


def _sharing_hosts(host_ports: Mapping[str, Sequence[HostPort]]) -> dict[str, set[str]]:
    """Return the switches that each one has a host in common with."""
    behind: dict[str, set[str]] = defaultdict(set)
    for name, ports in host_ports.items():
        for one in ports:
            if one.host:
                behind[one.host].add(name)
    near: dict[str, set[str]] = defaultdict(set)
    for names in behind.values():
        for name in names:
            near[name] |= names - {name}
    return near


def _pods(inside: Sequence[str], near: Mapping[str, set[str]], tier: Mapping[str, int]) -> dict[str, int]:
    """Return the pod of each switch: leaves and spines that are joined without a super-spine; these have pod 0."""
    found: dict[str, int] = {}
    number = 0
    for start in sorted((name for name in inside if tier[name] == 1), key=natural_order):
        if start in found:
            continue
        number += 1
        pending = [start]
        while pending:
            name = pending.pop()
            if name not in found:
                found[name] = number
                pending += [other for other in near.get(name, ()) if tier.get(other, 9) <= 2]
    return {name: 0 if tier[name] > 2 else found.get(name, 1) for name in inside}


def _in_order(names: Iterable[str], switches: Mapping[str, Device], pods: Mapping[str, int]) -> tuple[Device, ...]:
    return tuple(switches[name] for name in sorted(names, key=lambda name: (pods[name], natural_order(name))))


def _fabric_cables(links: Iterable[Link], inside: set[str], tier: Mapping[str, int]) -> Iterator[ObservedCable]:
    for link in links:
        ends = (link.a, link.b)
        if all(end.device in inside for end in ends):
            lower, upper = sorted(ends, key=lambda end: tier[end.device])
            if tier[upper.device] - tier[lower.device] == 1:
                yield ObservedCable(lower, upper, link)


def _peer_cables(links: Iterable[Link], leaves: Sequence[Device], pods: Mapping[str, int]) -> tuple[ObservedCable, ...]:
    """Return the cables between leaves with a peer link; none unless all leaves are paired as those of an intent."""
    order = {leaf.name: number for number, leaf in enumerate(leaves) if leaf.routing.peer_links}
    found = []
    for link in links:
        if link.a.device in order and link.b.device in order:
            lower, upper = sorted((link.a, link.b), key=lambda end: order[end.device])
            found.append(ObservedCable(lower, upper, link))
    pairs = {(cable.lower.device, cable.upper.device) for cable in found}
    names = [leaf.name for leaf in leaves]
    wanted = set(zip(names[::2], names[1::2], strict=False))
    alike = pairs == wanted and len(names) == 2 * len(wanted) and all(pods[a] == pods[b] for a, b in wanted)
    return tuple(found) if alike else ()


def _hosts(
    fabric: Fabric, links: Iterable[Link], leaves: Sequence[str], host_ports: Mapping[str, Sequence[HostPort]]
) -> tuple[ObservedHost, ...]:
    """Return the hosts behind the leaves: those that were read, and those that ports speak of."""
    devices = {device.name: device for device in fabric.devices if is_host(device)}
    nics: dict[str, list[ObservedNic]] = defaultdict(list)
    for link in links:
        for here, there in ((link.a, link.b), (link.b, link.a)):
            if here.device in devices and there.device in leaves:
                port = next((one for one in devices[here.device].ports if one.name == here.port), None)
                cable = ObservedCable(here, there, link, _stated_length_m(devices[here.device], here.port))
                nics[here.device].append(ObservedNic(here.port, cable, port))
    bundles = host_bundles([one for one in fabric.devices if one.name in leaves], links)
    for name, leaf_port in _spoken_of(leaves, host_ports, set(devices) | set(leaves), bundles):
        number = len(nics[name])
        end = PortRef(name, f"rdma{number}")
        nics[name].append(ObservedNic(end.port, ObservedCable(end, leaf_port, None), None))
    order = {leaf: number for number, leaf in enumerate(leaves)}
    return tuple(
        ObservedHost(name, devices.get(name), tuple(sorted(found, key=lambda nic: natural_order(nic.name))))
        for name, found in sorted(
            nics.items(),
            key=lambda item: (min(order[nic.cable.upper.device] for nic in item[1]), natural_order(item[0])),
        )
    )


def _stated_length_m(host: Device, name: str) -> int | None:
    """Return the length of the cable that a NIC is set to; None where no line says it."""
    facts = [nic.cable_length_m for nic in host.nics if nic.port == name]
    return next((fact.value for fact in facts if isinstance(fact, Stated)), None)


def _spoken_of(
    leaves: Sequence[str],
    host_ports: Mapping[str, Sequence[HostPort]],
    taken: set[str],
    bundles: Mapping[PortRef, HostBundle],
) -> Iterator[tuple[str, PortRef]]:
    """Yield a host for each port of a leaf that no cable of a host that was read ends at; descriptions name some.

    The ports of one bundle lead to one host, and so do those that are described as its NICs.
    """
    unnamed = (name for number in count(1) if (name := f"host-{number}") not in taken)
    ports = {
        PortRef(leaf, one.port.name): _described(one.port, taken)
        for leaf in leaves
        for one in sorted(host_ports.get(leaf, ()), key=lambda one: natural_order(one.port.name))
        if not one.host
    }
    ports = dict(zip(ports, _without_nics(list(ports.values())), strict=True))
    members: dict[HostBundle | PortRef, list[str]] = defaultdict(list)
    for end, name in ports.items():
        members[bundles.get(end, end)].append(name)
    names = {key: shared_name(several) or next(unnamed) for key, several in members.items()}
    for end in ports:
        yield names[bundles.get(end, end)], end


def _without_nics(names: Sequence[str]) -> list[str]:
    """Return names of hosts in place of names of their NICs, where a host has no NIC twice."""
    found = [_NIC_OF_HOST.fullmatch(name) for name in names]
    nics = Counter((match[1], match[2].lower()) for match in found if match)
    twice = {host for (host, _), times in nics.items() if times > 1}
    return [match[1] if match and match[1] not in twice else name for match, name in zip(found, names, strict=True)]


def _described(port: Port, taken: set[str]) -> str:
    found = _HOST_NAME.match(port.stated_description or "")
    return found[0] if found and found[0] not in taken else ""
