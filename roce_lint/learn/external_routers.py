"""Routers outside the fabric: eBGP sessions over ports that lead to no switch and no host of it."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Iterator, Mapping

from roce_lint.fabric.port_basics import pfc_on
from roce_lint.intent.model_external import External
from roce_lint.learn.models import Model, speed_of
from roce_lint.learn.observed import Observed, ObservedCable
from roce_lint.learn.topology import IntentSection
from roce_lint.model.device import Device, Port, PortRef
from roce_lint.model.fact import Fact, known
from roce_lint.model.logic import all_of, is_true
from roce_lint.model.route_policy import MatchPrefixes, PolicyAction, PolicyChain
from roce_lint.model.routing import AddressFamily, BgpNeighbor, PeerFamily
from roce_lint.model.terms import PortKind
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_NAME = lazy_pattern(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?")
_USUAL = External.model_fields


@dataclass(frozen=True, slots=True)
class Session:
    """An eBGP session over IPv4 with a router outside, and the port that it runs over."""

    device: Device
    port: Port
    address: str
    neighbor: BgpNeighbor
    asn: int
    family: PeerFamily


def sessions_outside(observed: Observed) -> Iterator[Session]:
    """Yield the sessions of switches with a router in the subnet of a port that has no cable to the fabric."""
    cabled = {end for cable in observed.every_cable for end in (cable.lower, cable.upper)}
    for device in observed.switches:
        subnets = {
            ipaddress.IPv4Interface(address): port
            for port in device.ports
            if port.kind is PortKind.ETHERNET and PortRef(device.name, port.name) not in cabled and not _pauses(port)
            for address in port.stated_addresses
            if ":" not in address
        }
        for process in device.routing.bgp:
            for one in process.neighbors if process.vrf == "default" else ():
                asn = known(one.remote_asn, None)
                family = next((it for it in one.settings.families if it.family is AddressFamily.IPV4), None)
                if one.is_interface or ":" in one.peer or not isinstance(asn, int) or family is None:
                    continue
                peer = ipaddress.IPv4Address(one.peer)
                found = [own for own in subnets if peer in own.network and peer != own.ip]
                if found and asn != known(one.settings.local_asn, known(process.asn, 0)):
                    yield Session(device, subnets[found[0]], str(found[0]), one, asn, family)


def _pauses(port: Port) -> bool:
    """Say whether a port has a lossless priority, as one to a switch of the fabric that was not read."""
    return any(is_true(all_of(pfc_on(port), one.generates_pause)) for one in port.qos.priorities)


def policies_outside(observed: Observed) -> frozenset[tuple[str, str]]:
    """Return the switch and the name of each policy of such a session: its prefixes are no pools of the fabric."""
    return frozenset(
        (one.device.name, name)
        for one in sessions_outside(observed)
        for chain in (*one.family.imports, *one.family.exports)
        for name in known(chain, PolicyChain((), PolicyAction.DENY)).policies
    )


def external_section(observed: Observed, models: Mapping[str, Model], host_pool: str) -> list[IntentSection]:
    """Return the entries of `external`; `host_pool` is what is announced where an entry does not say it."""
    taken = {one.name for one in observed.fabric.devices} | {host.name for host in observed.hosts}
    found = []
    for one in sessions_outside(observed):
        end = PortRef(one.device.name, one.port.name)
        speed = known(one.port.speed_gbps, 0) or speed_of(observed, models, ObservedCable(end, end, None))
        if not speed:
            continue
        name = _name_of(one.port, taken)
        taken.add(name)
        section: IntentSection = {"name": name, "device": end.device, "port": end.port, "speed": f"{speed}G"}
        section |= {"address": one.address, "neighbor": one.neighbor.peer, "asn": one.asn}
        mtu = known(one.port.ip_mtu_bytes, 0)
        if mtu and mtu != _USUAL["mtu"].default:
            section["mtu"] = mtu
        announced, accepted = (_permitted(one.device, way) for way in (one.family.exports, one.family.imports))
        if announced and announced != [host_pool]:
            section["announce"] = announced
        if accepted and accepted != list(_USUAL["accept"].default):
            section["accept"] = accepted
        found.append(section)
    return found


def _name_of(port: Port, taken: set[str]) -> str:
    """Return the name of the neighbour: a word of the description with a digit or a dash in it, else a number."""
    words = re.split(r"[^A-Za-z0-9._-]+", port.stated_description or "")
    fitting = (word for word in words if _NAME.fullmatch(word) and re.search(r"[\d-]", word) and word not in taken)
    numbered = (name for number in range(1, len(taken) + 2) if (name := f"outside-{number}") not in taken)
    return next(fitting, "") or next(numbered)


def _permitted(device: Device, chains: Iterable[Fact[PolicyChain]]) -> list[str]:
    """Return the prefixes of IPv4 that policies let pass, in their order."""
    policies = {one.name: one for one in device.routing.policies}
    ranges = (
        listed
        for chain in chains
        for name in known(chain, PolicyChain((), PolicyAction.DENY)).policies
        if name in policies
        for term in policies[name].terms
        if term.action is PolicyAction.PERMIT
        for condition in term.conditions
        if isinstance(condition, MatchPrefixes)
        for listed in condition.ranges
    )
    return list(dict.fromkeys(one.prefix for one in ranges if one.permits and ":" not in one.prefix))
