"""The routing of SR Linux, from snippets as people and other tools write them."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from roce_lint.model.route_policy import PolicyAction
from roce_lint.model.routing import Routing
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

AsText = Callable[[object], str]

SEGMENT = "set / system network-instance protocols evpn ethernet-segments bgp-instance 1 ethernet-segment s1"
BGP = "set / network-instance default protocols bgp"
REST = "False~, False~, False~"


def routing(text: str) -> Routing:
    reading = read_srlinux(Document("x", dedent(text).lstrip("\n")))
    assert reading.unread == ()
    return reading.devices[0].routing


def settings(group: str, families: str) -> str:
    return f"PeerSettings({group}, 65101@1, True~, [{families}])"


REJECTS = "[PolicyChain([], DENY)~], [PolicyChain([], DENY)~], True~, False~"
PEERS = [
    pytest.param(
        f"""
        {BGP} autonomous-system 65101
        {BGP} neighbor 10.0.0.0 peer-as 65001
        """,
        "[BgpNeighbor(10.0.0.0, False, 65001@2, "
        + settings("-", f"PeerFamily(IPV4, False~, 0~, False~, KEPT~, {REST}, {REJECTS})")
        + ", 2-2)]",
        id="eBGP without a policy exchanges nothing",
    ),
    pytest.param(
        f"""
        {BGP} autonomous-system 65101
        {BGP} ebgp-default-policy import-reject-all false
        {BGP} group up peer-as 65001
        {BGP} group up export-policy [ own more ]
        {BGP} group up as-path-options allow-own-as 1
        {BGP} group up as-path-options remove-private-as mode replace
        {BGP} group up afi-safi ipv4-unicast admin-state enable
        {BGP} neighbor 10.0.0.0 peer-group up
        {BGP} neighbor 10.0.0.0 as-path-options allow-own-as 2
        {BGP} neighbor 10.0.0.0 as-path-options replace-peer-as true
        """,
        "[BgpNeighbor(10.0.0.0, False, 65001@3, "
        + settings(
            "up",
            f"PeerFamily(IPV4, True@7, 2@9, True@10, REPLACED@6, {REST}, [PolicyChain([], PERMIT)@2], "
            "[PolicyChain([own, more], NEXT_POLICY)@4], True~, False~)",
        )
        + ", 8-8)]",
        id="the group's values, and those of the neighbor",
    ),
    pytest.param(
        f"""
        {BGP} autonomous-system 65101
        {BGP} dynamic-neighbors interface ethernet-1/1.0 peer-group leaf
        {BGP} dynamic-neighbors interface ethernet-1/1.0 allowed-peer-as [ 65001..65009 ]
        {BGP} group leaf send-community standard false
        """,
        "[BgpNeighbor(ethernet-1/1.0, True, AsnRanges([[65001, 65009]])@3, "
        + settings(
            "leaf",
            f"PeerFamily(IPV4, False~, 0~, False~, KEPT~, {REST}, [PolicyChain([], DENY)~], [PolicyChain([], DENY)~], "
            "False@4, False~)",
        )
        + ", 2-2)]",
        id="unnumbered",
    ),
    pytest.param(
        f"""
        {BGP} autonomous-system 65101
        {BGP} neighbor 10.0.0.9 peer-as 65101 next-hop-self true
        {BGP} neighbor 10.0.0.9 route-reflector client true
        """,
        "[BgpNeighbor(10.0.0.9, False, 65101@2, "
        + settings(
            "-",
            "PeerFamily(IPV4, False~, 0~, False~, KEPT~, True@2, True@3, False~, [PolicyChain([], PERMIT)~], "
            "[PolicyChain([], PERMIT)~], True~, False~)",
        )
        + ", 2-2)]",
        id="iBGP is not rejected",
    ),
]


@pytest.mark.parametrize(("text", "wanted"), PEERS)
def test_neighbors_are_read_with_what_they_inherit(text: str, wanted: str, as_text: AsText) -> None:
    assert as_text(routing(text).bgp[0].neighbors) == wanted


POLICY = """
set / network-instance default protocols bgp autonomous-system 65101
set / network-instance default protocols bgp neighbor 10.0.0.0 export-policy [ out ]
set / routing-policy prefix-set own prefix 10.1.0.0/16 mask-length-range 24..32
set / routing-policy community-set two member [ 65000:1 65000:2 ]
set / routing-policy community-set none match-set-options invert member [ 65000:1 ]
set / routing-policy as-path-set local as-path-set-member [ "^$" ]
"""


@pytest.mark.parametrize(
    ("statement", "wanted"),
    [
        (
            "match prefix prefix-set own",
            "PolicyTerm(NEXT_TERM, [MatchPrefixes([PrefixRange(10.1.0.0/16, 24, 32, True)])], NONE, {}, 7-7, NONE)",
        ),
        (
            "match bgp community-set two",
            "PolicyTerm(NEXT_TERM, [MatchCommunities([CommunityEntry({65000:1, 65000:2}, True)], "
            "False)], NONE, {}, 7-7, NONE)",
        ),
        (
            "match bgp community-set none",
            "PolicyTerm(NEXT_TERM, [MatchCommunities([CommunityEntry({65000:1}, False), "
            "CommunityEntry({}, True)], False)], "
            "NONE, {}, 7-7, NONE)",
        ),
        (
            "match bgp as-path as-path-set local",
            "PolicyTerm(NEXT_TERM, [MatchAsPath([AsPathEntry(EMPTY, 0, True, ^$, [])])], NONE, {}, 7-7, NONE)",
        ),
        (
            "match protocol local",
            "PolicyTerm(NEXT_TERM, [MatchOrigin({connected})], NONE, {}, 7-7, NONE)",
        ),
        (
            "match protocol dhcp",
            "PolicyTerm(NEXT_TERM, [MatchNotDecided(protocol dhcp is not evaluated, 7-7)], NONE, {}, 7-7, NONE)",
        ),
        (
            "match bgp as-path-length value 3",
            "PolicyTerm(NEXT_TERM, [MatchNotDecided(match as-path-length is not evaluated, 7-7)], NONE, {}, 7-7, NONE)",
        ),
        ("action policy-result accept", "PolicyTerm(PERMIT, [], NONE, {}, 7-7, NONE)"),
        (
            "action bgp communities add two",
            "PolicyTerm(NEXT_TERM, [], ADD, {65000:1, 65000:2}, 7-7, NONE)",
        ),
        ("action bgp as-path remove true", "PolicyTerm(NEXT_TERM, [], NONE, {}, 7-7, REWRITTEN)"),
    ],
    ids=["prefix", "all", "invert", "path", "origin", "other origin", "length", "accept", "add", "rewrite"],
)
def test_policy_statements_become_terms(statement: str, wanted: str, as_text: AsText) -> None:
    text = f"{POLICY.lstrip()}set / routing-policy policy out statement 10 {statement}\n"
    assert as_text(routing(text).policies) == f"[RoutePolicy(out, [{wanted}], NEXT_POLICY, 7-7)]"


FLAT = """
set / interface irb0 subinterface 10 ipv4 address 10.10.0.1/24
set / interface irb0 subinterface 10 ipv4 arp timeout 600
set / interface ethernet-1/1 subinterface 0 type bridged
set / network-instance lan type mac-vrf
set / network-instance lan interface ethernet-1/1.0
set / network-instance lan interface irb0.10
set / network-instance lan bridge-table discard-unknown-dest-mac true
set / network-instance lan bridge-table mac-learning aging age-time 700
set / network-instance default interface irb0.10
set / network-instance default protocols ospf instance main admin-state enable
set / network-instance default protocols ospf instance main area 0.0.0.0 interface irb0.10 metric 7
set / network-instance default protocols ospf instance main area 0.0.0.0 interface irb0.10 passive true
set / network-instance default static-routes route 10.9.0.0/16 next-hop-group far
set / network-instance default next-hop-groups group far nexthop 1 ip-address 10.0.0.0
"""
BRACED = """
interface irb0 {
    subinterface 10 {
        ipv4 {
            address 10.10.0.1/24 {
            }
            arp {
                timeout 600
                host-route {
                    populate dynamic {
                    }
                }
            }
        }
    }
}
interface ethernet-1/1 {
    subinterface 0 {
        type bridged
    }
}
network-instance lan {
    type mac-vrf
    interface ethernet-1/1.0 {
    }
    interface irb0.10 {
    }
    bridge-table {
        discard-unknown-dest-mac true
        mac-learning {
            aging {
                age-time 700
            }
        }
    }
}
network-instance default {
    interface irb0.10 {
    }
    protocols {
        ospf {
            instance main {
                admin-state enable
                area 0.0.0.0 {
                    interface irb0.10 {
                        metric 7
                        passive true
                    }
                }
            }
        }
    }
    static-routes {
        route 10.9.0.0/16 {
            next-hop-group far
        }
    }
    next-hop-groups {
        group far {
            nexthop 1 {
                ip-address 10.0.0.0
            }
        }
    }
}
"""
JSON = """
{"srl_nokia-interfaces:interface": [
  {"name": "irb0", "subinterface": [{"index": 10, "ipv4": {"address": [{"ip-prefix": "10.10.0.1/24"}],
    "srl_nokia-interfaces-nbr:arp": {"timeout": 600, "host-route": {"populate": [{"route-type": "dynamic"}]}}}}]},
  {"name": "ethernet-1/1", "subinterface": [{"index": 0, "type": "srl_nokia-interfaces:bridged"}]}],
 "srl_nokia-network-instance:network-instance": [
  {"name": "lan", "type": "srl_nokia-network-instance:mac-vrf",
   "interface": [{"name": "ethernet-1/1.0"}, {"name": "irb0.10"}],
   "bridge-table": {"discard-unknown-dest-mac": true, "mac-learning": {"aging": {"age-time": 700}}}},
  {"name": "default", "interface": [{"name": "irb0.10"}],
   "protocols": {"srl_nokia-ospf:ospf": {"instance": [{"name": "main", "admin-state": "enable", "area": [
     {"area-id": "0.0.0.0", "interface": [{"interface-name": "irb0.10", "metric": 7, "passive": true}]}]}]}},
   "srl_nokia-static-routes:static-routes": {"route": [{"prefix": "10.9.0.0/16", "next-hop-group": "far"}]},
   "srl_nokia-next-hop-groups:next-hop-groups": {"group": [
     {"name": "far", "nexthop": [{"index": 1, "ip-address": "10.0.0.0"}]}]}}]}
"""


@pytest.mark.parametrize("text", [FLAT, BRACED, JSON], ids=["flat", "braced", "json"])
def test_every_form_says_the_same(text: str, as_text: AsText) -> None:
    facts = routing(text)
    (domain,), (process,), (route,) = facts.bridge_domains, facts.igp, facts.static_routes
    ages = (domain.mac_age_s, domain.arp_age_s, domain.floods_unknown_unicast, domain.arp_suppressed)
    assert [as_text(getattr(fact, "value", fact)) for fact in ages] == ["700", "600", "False", "False"]
    assert as_text((domain.name, domain.ports, domain.gateway)) == "[lan, [ethernet-1/1], irb0]"
    (interface,) = process.interfaces
    values = (interface.area, interface.cost, interface.passive, process.reference_bandwidth_mbps)
    assert [as_text(getattr(fact, "value", fact)) for fact in values] == ["0.0.0.0", "7", "True", "400000"]
    assert as_text((interface.interface, route.prefix, route.next_hop)) == "[irb0, 10.9.0.0/16, 10.0.0.0]"


def test_ethernet_segments_and_tunnels_are_read(as_text: AsText) -> None:
    facts = routing(
        f"""
        {SEGMENT} admin-state enable
        {SEGMENT} esi 00:01
        {SEGMENT} interface lag1
        set / interface lag1 lag lacp system-id-mac 02:00:00:01:00:01
        set / interface system0 subinterface 0 ipv4 address 10.255.1.1/32
        set / tunnel-interface vxlan1 vxlan-interface 10 ingress vni 10010
        set / network-instance lan type mac-vrf
        set / network-instance lan vxlan-interface vxlan1.10
        set / network-instance lan protocols bgp-evpn bgp-instance 1 evi 10
        """
    )
    assert as_text(facts.ethernet_segments) == "[EthernetSegment(00:01@2, lag1@3, True~, 1-1, 02:00:00:01:00:01@4)]"
    assert as_text(facts.tunnels) == (
        "[TunnelEndpoint(vxlan1, system0~, 10.255.1.1@5, EVPN~, [], [VniBinding(10010, 0, -, 6-6)], 6-6)]"
    )


def test_defaults_of_ages_are_the_models(as_text: AsText) -> None:
    text = "set / network-instance lan type mac-vrf\nset / network-instance lan interface ethernet-1/1.0\n"
    assert as_text(routing(text).bridge_domains) == (
        "[BridgeDomain(lan, 0, [ethernet-1/1], -, 300~, 14400~, True~, False~, 0~, 1-1, [])]"
    )


OLDER_POLICY = """set / routing-policy prefix-set own prefix 10.1.0.0/24 mask-length-range exact
set / routing-policy policy export default-action {default}
set / routing-policy policy export statement 10 action {action}
set / routing-policy policy export statement 10 match {match} own
set / network-instance default protocols bgp autonomous-system 65001
set / network-instance default protocols bgp group up export-policy export
set / network-instance default protocols bgp neighbor 10.0.0.1 peer-group up peer-as 65100
"""


@pytest.mark.parametrize(
    ("match", "action", "default", "condition"),
    [
        ("prefix prefix-set", "policy-result accept", "policy-result reject", "MatchPrefixes"),
        ("prefix-set", "accept", "reject", "MatchPrefixes"),
        ("mystery-set", "accept", "reject", "MatchNotDecided"),
    ],
    ids=["as of 25.3", "as before", "a match that nobody knows"],
)
def test_a_match_counts_in_each_form_and_is_never_dropped(match, action, default, condition):
    text = OLDER_POLICY.format(match=match, action=action, default=default)
    (policy,) = read_srlinux(Document("leaf1.cfg", text)).devices[0].routing.policies
    (term,) = policy.terms
    reported = [type(one).__name__ for one in term.conditions]
    assert (reported, term.action, policy.otherwise) == ([condition], PolicyAction.PERMIT, PolicyAction.DENY)
