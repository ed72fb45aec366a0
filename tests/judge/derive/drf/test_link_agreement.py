"""Whether the ends of a cable between two switches meet: speed, layer, subnet and session."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.drf.link_agreement import LinkAgreements
from roce_lint.model.device import PortRef

Build = Callable[..., Fabric]

EOS = "hostname leaf1\ninterface Ethernet1/1\n   description spine1 Ethernet1/1\n"
NXOS = "hostname spine1\nfeature bgp\ninterface Ethernet1/1\n  description leaf1 Ethernet1/1\n"
ROUTED = "   no switchport\n   ip address 10.0.0.1/31\n"
PEER = "  no switchport\n  ip address 10.0.0.0/31\n"
BGP = "router bgp 65001\n   neighbor 10.0.0.0 remote-as 65100\n"
PEER_BGP = "router bgp 65100\n  neighbor 10.0.0.1\n    remote-as 65001\n    address-family ipv4 unicast\n"
ACCESS = "   switchport access vlan 5\n"
GATEWAY = "interface Vlan5\n   ip address 10.0.0.1/31\n"


def _judged(fabric: Fabric) -> tuple[str, int]:
    """Return which fact of the only cable is false, and its line; `nothing` where it is good."""
    ports = {PortRef(device.name, port.name): (device, port) for device in fabric.devices for port in device.ports}
    (link,) = fabric.links
    found = LinkAgreements(ports, frozenset(), [link]).of(link)
    facts = {
        "speeds": found.speeds_agree,
        "layers": found.layers_agree,
        "subnets": found.subnets_agree,
        "session": found.session_answered,
    }
    assert found.is_good == all(getattr(fact, "value", None) for fact in facts.values())
    return next(((name, fact.source.line) for name, fact in facts.items() if not getattr(fact, "value", None)), ("", 0))


@pytest.mark.parametrize(
    ("leaf", "spine", "fault"),
    [
        (ROUTED + BGP, PEER + PEER_BGP, ("", 0)),
        (ROUTED, PEER, ("", 0)),
        (ROUTED.replace("0.1", "9.1"), PEER, ("subnets", 5)),
        (ROUTED.replace("0.1", "9.1") + BGP, PEER + PEER_BGP, ("subnets", 5)),
        (ROUTED + BGP, PEER.replace("0.0/", "9.0/") + PEER_BGP, ("subnets", 6)),
        (ROUTED.replace("ip address", "vrf A\n   ip address") + BGP, PEER + PEER_BGP, ("session", 5)),
        (ACCESS, PEER, ("layers", 4)),
        (ACCESS + GATEWAY, PEER, ("", 0)),
        (ACCESS + GATEWAY.replace("Vlan5", "Vlan6"), PEER, ("layers", 4)),
        (ACCESS, "  switchport access vlan 5\n", ("", 0)),
        (ROUTED + BGP, PEER + PEER_BGP.replace("neighbor 10.0.0.1", "neighbor 10.0.9.1"), ("session", 7)),
        (ROUTED + BGP, PEER + PEER_BGP.replace("neighbor 10.0.0.1", "neighbor 10.0.0.0/24"), ("", 0)),
        (ROUTED + BGP, PEER, ("", 0)),
        (ROUTED + BGP, PEER + PEER_BGP.replace("    address-family ipv4 unicast\n", ""), ("session", 8)),
        (ROUTED + BGP, PEER + PEER_BGP.replace("remote-as", "shutdown\n    remote-as"), ("session", 9)),
        (
            ROUTED + BGP + "   neighbor 10.0.0.0 shutdown\n",
            PEER + PEER_BGP.replace("remote-as", "shutdown\n    remote-as"),
            ("", 0),
        ),
        (ROUTED + "   speed 100g-4\n", PEER + "  speed 400000\n", ("speeds", 6)),
        (
            ROUTED + "   speed 100g-4\ninterface Ethernet2/1\n   speed 100g-4\n",
            PEER + "  speed 400000\n",
            ("speeds", 7),
        ),
    ],
)
def test_what_does_not_fit_is_reported_where_it_is_to_be_fixed(
    leaf: str, spine: str, fault: tuple[str, int], fabric_of: Build
) -> None:
    assert _judged(fabric_of(leaf1=EOS + leaf, spine1=NXOS + spine)) == fault


CUMULUS = """nv set system hostname {name}
nv set interface swp1 link state up
nv set interface swp1 description '{peer} swp1'
nv set router bgp autonomous-system {asn}
nv set vrf default router bgp neighbor swp1 remote-as external
nv set vrf default router bgp neighbor swp1 type unnumbered
"""


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("vrf default router bgp neighbor swp1 shutdown on", ("session", 7)),
        ("vrf default router bgp neighbor swp1 address-family ipv4-unicast enable off", ("session", 5)),
        ("interface swp1 ip vrf BLUE", ("session", 7)),
        ("vrf default router bgp neighbor swp1 shutdown off", ("", 0)),
    ],
)
def test_a_session_without_addresses_is_one_that_both_ends_have(
    line: str, fault: tuple[str, int], fabric_of: Build
) -> None:
    leaf, spine = (
        CUMULUS.format(name=name, peer=peer, asn=asn)
        for name, peer, asn in (("leaf1", "spine1", 1), ("spine1", "leaf1", 2))
    )
    assert _judged(fabric_of(leaf1=f"{leaf}nv set {line}\n", spine1=spine)) == fault
