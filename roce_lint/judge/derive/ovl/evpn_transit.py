"""Switches that pass on the routes of tunnels without being an end of one, and what becomes of the next hop there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.fabric.design import Design
from roce_lint.model.bridging import FloodReplication
from roce_lint.model.device import Device
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.judged import Judged
from roce_lint.model.logic import is_true
from roce_lint.model.routing import AddressFamily, AnyAsn, BgpNeighbor, PeerFamily
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class EvpnTransitState:
    """A switch that passes EVPN routes on between switches of other AS numbers; one without a fault is healthy."""

    peers: int
    """The number of neighbors to which it sends routes with a changed next hop."""
    others: int
    """The number of neighbors to which it sends them with an unchanged next hop."""
    next_hop_is_kept: Fact[bool]
    """The next hop of routes that it forwards remains the tunnel endpoint; placed at the configuration of such a
    neighbor.
    """


def judge_evpn_transit(switches: Sequence[Device], design: Design, found: dict[str, list[Judged]]) -> None:
    """Add the scope `evpn_transit`: switches with EVPN and no tunnel, where others announce their tunnels by EVPN."""
    by_evpn = any(
        known(tunnel.replication, FloodReplication.NONE) is FloodReplication.EVPN
        for device in switches
        for tunnel in device.routing.tunnels
    )
    for device in switches if by_evpn else ():
        answers = [] if device.routing.tunnels else list(_answers(device))
        if not answers:
            continue
        changed = [fact for fact in answers if not isinstance(fact, Unknown) and not fact.value]
        decided: Fact[bool] = changed[0] if changed else answers[0]
        state = EvpnTransitState(len(changed), len(answers) - len(changed), decided)
        found["evpn_transit"].append(Judged(device.name, "", decided.source, {"transit": state, "design": design}))


def _answers(device: Device) -> Iterator[Fact[bool]]:
    """Yield for each eBGP neighbor with EVPN whether routes to it keep their next hop."""
    for process in device.routing.bgp:
        for neighbor in process.neighbors:
            settings = neighbor.settings
            family = next((one for one in settings.families if one.family is AddressFamily.EVPN), None)
            if family is None or not known(family.activated, False) or not known(settings.enabled, True):
                continue
            if isinstance(family.next_hop_unchanged, Unknown):
                # A system of which nobody says what it does.
                continue
            if _is_external(neighbor, known(settings.local_asn, 0)):
                yield _kept(device, family, neighbor.source)


def _is_external(neighbor: BgpNeighbor, own: int) -> bool:
    asn = known(neighbor.remote_asn, AnyAsn.INTERNAL)
    return asn is AnyAsn.EXTERNAL or (isinstance(asn, int) and bool(own) and asn != own)


def _kept(device: Device, family: PeerFamily, place: Source) -> Fact[bool]:
    """Say whether a line of the neighbor or a policy towards it keeps the next hop; placed at the neighbor."""
    by_line = family.next_hop_unchanged
    if is_true(family.next_hop_self) and not isinstance(by_line, Stated):
        return Stated(False, family.next_hop_self.source)
    if isinstance(by_line, Unknown) or by_line.value:
        return by_line
    policies = {policy.name: policy for policy in device.routing.policies}
    for chain in family.exports:
        if isinstance(chain, Unknown):
            return chain
        for name in chain.value.policies:
            if name not in policies:
                return Unknown(f"the policy {name} is not defined", chain.source)
            if any(term.keeps_next_hop for term in policies[name].terms):
                return Stated(True, chain.source)
    if isinstance(by_line, Stated):
        return by_line
    return Default(False, place, by_line.because)
