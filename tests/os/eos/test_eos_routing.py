"""The routing of EOS, from snippets as people and other tools write them."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from roce_lint.model.routing import Routing
from roce_lint.os.eos.reader import read_eos
from roce_lint.text.document import Document

AsText = Callable[[object], str]

PLAIN = (
    "0~, False~, KEPT~, False~, False~, False~, [PolicyChain([], PERMIT)~], [PolicyChain([], PERMIT)~], False~, False~"
)


def routing(text: str) -> Routing:
    reading = read_eos(Document("x.cfg", dedent(text).lstrip("\n")))
    assert reading.unread == ()
    return reading.devices[0].routing


PEERS = [
    pytest.param(
        """
        router bgp 65101
           neighbor 10.0.0.0 remote-as 65001
        """,
        f"[BgpNeighbor(10.0.0.0, False, 65001@2, PeerSettings(-, 65101@1, True~, [PeerFamily(IPV4, "
        f"True~, {PLAIN})]), 2-2)]",
        id="nothing but a number: every default of EOS",
    ),
    pytest.param(
        """
        router bgp 65101
           no bgp default ipv4-unicast
           neighbor UP peer-group
           neighbor UP remote-as 1.10
           neighbor UP allowas-in
           neighbor UP remove-private-as all
           neighbor UP route-map FILTER out
           neighbor 10.0.0.0 peer-group UP
           neighbor 10.0.0.0 allowas-in 1
           address-family ipv4
              neighbor UP activate
        """,
        "[BgpNeighbor(10.0.0.0, False, 65546@4, PeerSettings(UP, 65101@1, True~, [PeerFamily(IPV4, "
        "True@11, 1@9, False~, "
        "ALL_REMOVED@6, False~, False~, False~, [PolicyChain([], PERMIT)~], [PolicyChain([FILTER], DENY)@7], False~, "
        "False~)]), 8-8)]",
        id="the group's values, and one of the neighbour's own",
    ),
    pytest.param(
        """
        router bgp 65101
           neighbor LEAF peer group
           neighbor LEAF next-hop-self
           neighbor interface Ethernet1-2 peer-group LEAF remote-as 65002
        """,
        "[BgpNeighbor(Ethernet1, True, 65002@4, S, 4-4), BgpNeighbor(Ethernet2, True, 65002@4, S, 4-4)]".replace(
            "S",
            "PeerSettings(LEAF, 65101@1, True~, [PeerFamily(IPV4, True~, 0~, False~, KEPT~, True@3, False~, False~, "
            "[PolicyChain([], PERMIT)~], [PolicyChain([], PERMIT)~], False~, False~)])",
        ),
        id="unnumbered neighbours over a range of interfaces",
    ),
    pytest.param(
        """
        router bgp 65101
           neighbor 10.0.0.0 remote-as 65001
           neighbor 10.0.0.0 local-as 64999 no-prepend replace-as
           neighbor 10.0.0.0 as-path remote-as replace out
           neighbor 10.0.0.0 shutdown
           neighbor 10.0.0.0 rcf in CHECK()
           neighbor 10.0.0.0 remove-private-as ingress
        """,
        "[BgpNeighbor(10.0.0.0, False, 65001@2, PeerSettings(-, 64999@3, False@5, [PeerFamily(IPV4, True~, 0~, True@4, "
        "?7, False~, False~, False~, [?6], [PolicyChain([], PERMIT)~], False~, False~)]), 2-2)]",
        id="rewritten paths, and what is not evaluated",
    ),
    pytest.param(
        """
        router bgp 65101
           neighbor 10.0.0.0 remote-as 65001
           neighbor 10.0.0.2 remote-as 65001
           no neighbor 10.0.0.2
           no neighbor 10.0.0.0 remote-as 65001
           default neighbor 10.0.0.0 shutdown
        """,
        f"[BgpNeighbor(10.0.0.0, False, ?2, PeerSettings(-, 65101@1, True~, [PeerFamily(IPV4, True~, {PLAIN})]), 2-2)]",
        id="negated lines",
    ),
]


@pytest.mark.parametrize(("text", "wanted"), PEERS)
def test_neighbours_are_read_with_what_they_inherit(text: str, wanted: str, as_text: AsText) -> None:
    assert as_text(routing(text).bgp[0].neighbors) == wanted


POLICY = """
    ip prefix-list OWN
       seq 10 permit 10.1.0.0/16 le 24
       seq 20 deny 10.0.0.0/8
    ip community-list UP permit 65000:1 65000:2
    ip as-path access-list LOCAL permit ^$ any
    route-map OUT {entry}
    router bgp 65101
       neighbor 10.0.0.0 remote-as 65001
       neighbor 10.0.0.0 route-map OUT out
"""


@pytest.mark.parametrize(
    ("entry", "wanted"),
    [
        ("permit 10", "PolicyTerm(PERMIT, [], NONE, {}, 6-6, NONE)"),
        (
            "deny 20\n   match ip address prefix-list OWN",
            "PolicyTerm(DENY, [MatchPrefixes([PrefixRange(10.1.0.0/16, 16, 24, True), PrefixRange(10.0.0.0/8, 8, 8, "
            "False)])], NONE, {}, 6-7, NONE)",
        ),
        (
            "permit 10\n   match community UP exact-match",
            "PolicyTerm(PERMIT, [MatchCommunities([CommunityEntry({65000:1, 65000:2}, True)], "
            "True)], NONE, {}, 6-7, NONE)",
        ),
        (
            "permit 10\n   match as-path LOCAL",
            "PolicyTerm(PERMIT, [MatchAsPath([AsPathEntry(EMPTY, 0, True, ^$, [])])], NONE, {}, 6-7, NONE)",
        ),
        (
            "permit 10\n   match source-protocol connected\n   set community 65000:9 additive",
            "PolicyTerm(PERMIT, [MatchOrigin({connected})], ADD, {65000:9}, 6-8, NONE)",
        ),
        (
            "permit 10\n   match tag 7\n   set as-path match all replacement none",
            "PolicyTerm(PERMIT, [MatchTag({7})], NONE, {}, 6-8, REWRITTEN)",
        ),
        (
            "permit 10\n   match metric 5",
            "PolicyTerm(PERMIT, [MatchNotDecided(`match metric 5` is not evaluated, 7-7)], NONE, {}, 6-7, NONE)",
        ),
        (
            "permit 10\n   match ip address prefix-list NONE\n   continue 20",
            "PolicyTerm(PERMIT, [MatchNotDecided(the prefix list NONE is not defined, 7-7), "
            "MatchNotDecided(`continue 20` is "
            "not followed, 8-8)], NONE, {}, 6-8, NONE)",
        ),
    ],
    ids=["all", "prefix list", "community", "as path", "origin", "tag", "not evaluated", "undefined and continued"],
)
def test_route_map_entries_become_terms(entry: str, wanted: str, as_text: AsText) -> None:
    text = dedent(POLICY).format(entry=entry)
    (policy,) = routing(text).policies
    assert as_text(policy.terms) == f"[{wanted}]"


def test_routes_of_other_protocols_and_mlag_are_read(as_text: AsText) -> None:
    facts = routing(
        """
        interface Ethernet1
           no switchport
           ip address 10.0.0.1/31
           ip ospf cost 40
        interface Ethernet2
           no switchport
           isis enable CORE
        interface Port-Channel5
           mlag 5
        router ospf 1
           network 10.0.0.0/31 area 0
           no passive-interface Ethernet1
        router isis CORE
           is-type level-2
        mlag configuration
           domain-id PAIR
           peer-address 10.255.255.1
           peer-link Port-Channel1
           peer-address heartbeat 192.0.2.2 vrf MGMT
        ip route vrf BLUE 10.9.0.0/16 10.0.0.0 200
        ip route 10.8.0.0 255.255.0.0 Null0
        interface Port-Channel6
           evpn ethernet-segment
              identifier 0000:0000:0001:0001:0010
              redundancy all-active
           lacp system-id 0000.0001.0010
        """
    )
    assert as_text(facts.igp) == (
        "[IgpProcess(OSPF, 1, default, 100~, ?10, [IgpInterface(Ethernet1, 0.0.0.0@11, 40@4, "
        "False@12, AREA~, 11-11)], [], "
        "10-12), IgpProcess(ISIS, CORE, default, 0~, ?13, [IgpInterface(Ethernet2, -~, 10~, False~, "
        "LEVEL_2@14, 7-7)], [], "
        "13-14)]"
    )
    assert as_text(facts.peer_links) == (
        "[PeerLink(MLAG, PAIR@16, Port-Channel1@18, 10.255.255.1@17, [PairedBundle(Port-Channel5, 5, 9-9)], 15-19)]"
    )
    assert as_text(facts.ethernet_segments) == (
        "[EthernetSegment(0000:0000:0001:0001:0010@24, Port-Channel6@23, True@25, 23-25, 0000.0001.0010@26)]"
    )
    assert as_text(facts.static_routes) == (
        "[StaticRoute(BLUE, 10.9.0.0/16, 10.0.0.0, -, False, 200@20, 0, 20-20), "
        "StaticRoute(default, 10.8.0.0/16, -, -, True, 1~, 0, 21-21)]"
    )


def test_vlans_and_tunnels_are_read(as_text: AsText) -> None:
    facts = routing(
        """
        vlan 10
        mac address-table aging-time 600
        interface Ethernet1
           switchport access vlan 10
        interface Loopback1
           ip address 10.255.1.1/32
        interface Vlan10
           ip address 10.10.0.1/24
           arp aging timeout 300
        interface Vxlan1
           vxlan source-interface Loopback1
           vxlan vlan 10 vni 10010
           vxlan flood vtep 10.255.1.2
        """
    )
    assert as_text(facts.bridge_domains) == (
        "[BridgeDomain(10, 10, [Ethernet1], Vlan10, 600@2, 300@9, True~, ?12, 10010@12, 1-1, [])]"
    )
    assert as_text(facts.tunnels) == (
        "[TunnelEndpoint(Vxlan1, Loopback1@11, 10.255.1.1@6, STATIC_LIST@13, [10.255.1.2@13], "
        "[VniBinding(10010, 10, -, 12-12)], 10-13)]"
    )


def test_defaults_of_ages_are_the_vendors(as_text: AsText) -> None:
    facts = routing("interface Ethernet1\n   switchport access vlan 7\n")
    assert (
        as_text(facts.bridge_domains)
        == "[BridgeDomain(7, 7, [Ethernet1], -, 300~, 14400~, True~, False~, 0~, 0-0, [])]"
    )


def test_the_age_of_arp_entries_is_that_of_the_global_line(as_text: AsText) -> None:
    facts = routing("arp aging timeout default 600\ninterface Ethernet1\n   switchport access vlan 7\n")
    assert (
        as_text(facts.bridge_domains) == "[BridgeDomain(7, 7, [Ethernet1], -, 300~, 600@1, True~, False~, 0~, 0-0, [])]"
    )
