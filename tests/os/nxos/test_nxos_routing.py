"""The routing of NX-OS, from snippets as people and other tools write them."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from roce_lint.model.routing import Routing
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

AsText = Callable[[object], str]

OPEN = "[PolicyChain([], PERMIT)~]"
PLAIN = f"0~, False~, KEPT~, False~, False~, False~, {OPEN}, {OPEN}, False~, True~"

FILTERED = (
    "PeerSettings(-, 65101@1, True~, [PeerFamily(IPV4, True@4, 0~, False~, KEPT~, False~, False~, False~, "
    f"{OPEN}, [PolicyChain([prefix-list ip OWN], DENY)@5, PolicyChain([as-path access-list LOCAL], DENY)@6], "
    "False~, True~)])"
)


def routing(text: str) -> Routing:
    reading = read_nxos(Document("x.cfg", dedent(text).lstrip("\n")))
    assert reading.unread == ()
    return reading.devices[0].routing


PEERS = [
    pytest.param(
        """
        router bgp 65101
          neighbor 10.0.0.0
            remote-as 65001
            address-family ipv4 unicast
        """,
        "[BgpNeighbor(10.0.0.0, False, 65001@3, PeerSettings(-, 65101@1, True~, "
        f"[PeerFamily(IPV4, True@4, {PLAIN})]), 2-2)]",
        id="every default of NX-OS",
    ),
    pytest.param(
        """
        router bgp 65101
        neighbor 10.0.0.0 remote-as 65001
        address-family ipv4 unicast
        allowas-in
        neighbor 10.0.0.2 remote-as 65001
        shutdown
        address-family ipv4 unicast
        """,
        "[BgpNeighbor(10.0.0.0, False, 65001@2, PeerSettings(-, 65101@1, True~, [PeerFamily(IPV4, True@3, 3~, False~, "
        f"KEPT~, False~, False~, False~, {OPEN}, {OPEN}, False~, True~)]), 2-2), BgpNeighbor(10.0.0.2, False, 65001@5, "
        f"PeerSettings(-, 65101@1, False@6, [PeerFamily(IPV4, True@7, {PLAIN})]), 5-5)]",
        id="without indentation",
    ),
    pytest.param(
        """
        router bgp 65101
          template peer-policy LAST
            route-map IN in
            allowas-in 2
          template peer-policy POL
            route-map OUT out
            as-override
            inherit peer-policy LAST 10
          template peer-session SES
            remote-as 1.10
            remove-private-as all
          template peer SPINE
            inherit peer-session SES
            address-family ipv4 unicast
              inherit peer-policy POL 1
              disable-peer-as-check
          neighbor 10.0.0.0
            inherit peer SPINE
        """,
        "[BgpNeighbor(10.0.0.0, False, 65546@10, PeerSettings(SPINE, 65101@1, True~, [PeerFamily(IPV4, True@14, 2@4, "
        "True@7, ALL_REMOVED@11, False~, False~, False~, [PolicyChain([IN], DENY)@3], [PolicyChain([OUT], DENY)@6], "
        "False~, False@16)]), 17-17)]",
        id="templates of all kinds, one inside the other",
    ),
    pytest.param(
        """
        router bgp 65101
          template peer SPINE
            remote-as 65001
          neighbor 10.0.0.0
            inherit peer SPINE
          neighbor 10.0.0.2
            inherit peer SPINE
            address-family ipv4 unicast
        """,
        "[BgpNeighbor(10.0.0.0, False, 65001@3, PeerSettings(SPINE, 65101@1, True~, []), 4-4), "
        "BgpNeighbor(10.0.0.2, False, 65001@3, PeerSettings(SPINE, 65101@1, True~, "
        f"[PeerFamily(IPV4, True@8, {PLAIN})]), 6-6)]",
        id="one of two with the same template opens a family",
    ),
    pytest.param(
        """
        router bgp 65101
          neighbor Ethernet1/1-2
            remote-as external
            address-family ipv4 unicast
              prefix-list OWN out
              filter-list LOCAL out
        """,
        f"[BgpNeighbor(Ethernet1/1, True, EXTERNAL@3, {FILTERED}, 2-2), "
        f"BgpNeighbor(Ethernet1/2, True, EXTERNAL@3, {FILTERED}, 2-2)]",
        id="unnumbered, with filters beside route-maps",
    ),
]


@pytest.mark.parametrize(("text", "wanted"), PEERS)
def test_neighbors_are_read_with_what_they_inherit(text: str, wanted: str, as_text: AsText) -> None:
    assert as_text(routing(text).bgp[0].neighbors) == wanted


def test_prefixes_of_neighbors_originations_and_paths_are_read(as_text: AsText) -> None:
    (process, tenant) = routing(
        """
        router bgp 65101
          router-id 10.255.0.1
          bestpath as-path multipath-relax
          address-family ipv4 unicast
            network 10.1.0.0/24
            redistribute direct route-map DIRECT
            redistribute ospf UND route-map OSPF
            no redistribute ospf UND route-map OSPF
            maximum-paths 16
            maximum-paths ibgp 4
          neighbor 10.3.0.0/24 remote-as route-map ASNS
          vrf BLUE
            local-as 65200
            address-family ipv4 unicast
              aggregate-address 10.0.0.0/8 summary-only
        """
    ).bgp
    assert as_text(process.listen_ranges) == (
        f"[ListenRange(10.3.0.0/24, ?11, PeerSettings(-, 65101@1, True~, [PeerFamily(IPV4, False~, {PLAIN})]), 11-11)]"
    )
    assert as_text((process.multipath, process.originations)) == (
        "[[Multipath(IPV4, 16@9, 4@10, True@3)], [Origination(IPV4, OTHER, 10.1.0.0/24, "
        "PolicyChain([], PERMIT)~, 5-5), "
        "Origination(IPV4, CONNECTED, -, PolicyChain([DIRECT], DENY)@6, 6-6)]]"
    )
    assert as_text((tenant.vrf, tenant.asn, tenant.multipath, tenant.originations)) == (
        "[BLUE, 65200@13, [Multipath(IPV4, 1~, 1~, True@3)], "
        "[Origination(IPV4, AGGREGATE, 10.0.0.0/8, PolicyChain([], PERMIT)~, 15-15)]]"
    )


def test_route_maps_become_terms_and_tags_are_kept(as_text: AsText) -> None:
    facts = routing(
        """
        ip community-list expanded RE permit "65000:.*"
        route-map DIRECT permit 10
          match tag 7 8
        route-map OUT deny 10
          match community RE
        route-map OUT permit 20
          match source-protocol direct
        interface loopback0
          ip address 10.255.0.1/32 tag 7
        router bgp 65101
          address-family ipv4 unicast
            redistribute direct route-map DIRECT
          neighbor 10.0.0.0 remote-as 65001
            address-family ipv4 unicast
              route-map OUT out
        """
    )
    assert as_text(facts.policies) == (
        "[RoutePolicy(DIRECT, [PolicyTerm(PERMIT, [MatchTag({7, 8})], NONE, {}, 2-3, NONE)], DENY, 2-3), "
        "RoutePolicy(OUT, [PolicyTerm(DENY, [MatchNotDecided(the community list RE has an expression, which is not "
        "evaluated, 1-1)], NONE, {}, 4-5, NONE), PolicyTerm(PERMIT, [MatchOrigin({connected})], NONE, {}, 6-7, NONE)], "
        "DENY, 4-7)]"
    )
    assert as_text(facts.tagged_prefixes) == "[TaggedPrefix(default, 10.255.0.1/32, 7, 9-9)]"


def test_routes_of_other_protocols_and_vpc_are_read(as_text: AsText) -> None:
    facts = routing(
        """
        vrf context BLUE
          ip route 10.9.0.0/16 10.0.0.0 name far tag 5 200
        vpc domain 3
          peer-keepalive destination 192.0.2.2
        interface port-channel1
          vpc peer-link
        interface port-channel7
          vpc 7
        interface Ethernet1/1
          no switchport
          ip router ospf UND area 0
          ip ospf cost 40
          no ip ospf passive-interface
        interface Ethernet1/2
          no switchport
          ip router isis CORE
        router ospf UND
          auto-cost reference-bandwidth 400 Gbps
          passive-interface default
        router isis CORE
          is-type level-1
        ip route 10.8.0.0/16 Null0
        """
    )
    assert as_text(facts.igp) == (
        "[IgpProcess(OSPF, UND, default, 400000@18, 8~, [IgpInterface(Ethernet1/1, 0.0.0.0@11, 40@12, False@13, AREA~, "
        "11-11)], [], 17-19), IgpProcess(ISIS, CORE, default, 40000~, 8~, [IgpInterface(Ethernet1/2, -~, ?16, False~, "
        "LEVEL_1@21, 16-16)], [], 20-21)]"
    )
    assert as_text(facts.peer_links) == (
        "[PeerLink(VPC, 3@3, port-channel1@6, 192.0.2.2@4, [PairedBundle(port-channel7, 7, 8-8)], 3-4)]"
    )
    assert as_text(facts.static_routes) == (
        "[StaticRoute(BLUE, 10.9.0.0/16, 10.0.0.0, -, False, 200@2, 5, 2-2), "
        "StaticRoute(default, 10.8.0.0/16, -, -, True, 1~, 0, 22-22)]"
    )


def test_vlans_and_tunnels_are_read(as_text: AsText) -> None:
    facts = routing(
        """
        vlan 10
          vn-segment 10010
        mac address-table aging-time 900
        interface Ethernet1/1
          switchport access vlan 10
          switchport block unicast
        interface loopback1
          ip address 10.255.1.1/32
        interface Vlan10
          ip address 10.10.0.1/24
          ip arp timeout 600
        interface nve1
          source-interface loopback1
          member vni 10010
            suppress-arp
            ingress-replication protocol static
              peer-ip 10.255.1.2
        """
    )
    assert as_text(facts.bridge_domains) == (
        "[BridgeDomain(10, 10, [Ethernet1/1], Vlan10, 900@3, 600@11, False@6, True@15, 10010@2, 1-2, [Ethernet1/1])]"
    )
    assert as_text(facts.tunnels) == (
        "[TunnelEndpoint(nve1, loopback1@13, 10.255.1.1@8, STATIC_LIST@16, [10.255.1.2@17], "
        "[VniBinding(10010, 10, -, 14-14)], 12-17)]"
    )


def test_defaults_of_ages_are_the_vendors(as_text: AsText) -> None:
    facts = routing("interface Ethernet1/1\n  switchport access vlan 7\n")
    assert (
        as_text(facts.bridge_domains)
        == "[BridgeDomain(7, 7, [Ethernet1/1], -, 1800~, 1500~, True~, False~, 0~, 0-0, [])]"
    )


def test_a_route_map_of_a_neighbor_ends_no_unindented_router(read):
    text = "hostname a\nfeature bgp\nrouter bgp 65100\n"
    for last, asn in ((1, 65001), (2, 65002)):
        text += f"neighbor 10.255.1.{last}\nremote-as {asn}\naddress-family l2vpn evpn\nroute-map KEEP out\n"
    text += "evpn\nvni 10110 l2\nroute-target import 110:110\nroute-map KEEP permit 10\nset ip next-hop unchanged\n"
    routing = read(text).devices[0].routing
    assert [neighbor.peer for neighbor in routing.bgp[0].neighbors] == ["10.255.1.1", "10.255.1.2"]
    assert [(one.name, [term.keeps_next_hop for term in one.terms]) for one in routing.policies] == [("KEEP", [True])]
