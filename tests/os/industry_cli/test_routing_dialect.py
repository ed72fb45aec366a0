"""The readers of routing take another system of the family, `frr.conf` of FRRouting, by its description alone."""

from __future__ import annotations

from roce_lint.model.fact import Default, Source, Stated
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import AddressFamily, AnyAsn, BgpProcess, Multipath, Origination, RouteOrigin
from roce_lint.os.eos.routing_dialect import ROUTING
from roce_lint.os.industry_cli.routing_reader import RoutingReader
from roce_lint.os.industry_cli.statements import Phrases
from roce_lint.text.lines import parse_lines
from roce_lint.values import replace

FRR = replace(
    ROUTING,
    bgp=replace(
        ROUTING.bgp,
        families={"ipv4 unicast": AddressFamily.IPV4, "l2vpn evpn": AddressFamily.EVPN},
        settings=Phrases(
            {
                "bgp router-id": "router-id",
                "bgp bestpath as-path multipath-relax": "multipath-relax",
                "bgp default ipv4-unicast": "ipv4 activated",
                "bgp listen range": "listen range",
            }
        ),
        family_settings=Phrases({"maximum-paths": "maximum-paths ebgp", "maximum-paths ibgp": "maximum-paths ibgp"}),
        families_have_own_paths=True,
    ),
    interface_names=lambda text: (text,),
)
CONFIGURATION = """\
router bgp 65101
 bgp router-id 10.255.0.1
 no bgp default ipv4-unicast
 no bgp bestpath as-path multipath-relax
 neighbor FABRIC peer-group
 neighbor FABRIC remote-as external
 neighbor swp1 interface peer-group FABRIC
 neighbor 10.0.0.1 remote-as 65001
 bgp listen range 10.1.0.0/16 peer-group FABRIC
 !
 address-family ipv4 unicast
  redistribute connected route-map LOOPBACKS
  neighbor FABRIC activate
  neighbor FABRIC route-map LOOPBACKS out
  maximum-paths 64
 exit-address-family
exit
ip prefix-list LOOPBACKS seq 5 permit 10.255.0.0/16 ge 32
route-map LOOPBACKS permit 10
 match ip address prefix-list LOOPBACKS
exit
"""


def at(line: int) -> Source:
    return Source("frr.conf", line, line)


def process() -> BgpProcess:
    reader = RoutingReader(FRR, "frr.conf")
    for line in parse_lines(CONFIGURATION).children:
        if line.text.startswith("router "):
            reader.read_router(line)
        elif line.text.startswith("route-map "):
            reader.route_maps.read(line)
        else:
            reader.read_ip(line)
    routing = reader.routing(())
    assert [policy.name for policy in routing.policies] == ["LOOPBACKS"]
    assert reader.undefined(CONFIGURATION, (), routing) == ()
    return routing.bgp[0]


def test_neighbours_on_interfaces_have_the_settings_of_their_group() -> None:
    """`neighbor swp1 interface peer-group` is an unnumbered session whose AS number is any but one's own."""
    numbered, unnumbered = process().neighbors
    (listen,) = process().listen_ranges
    assert (unnumbered.peer, unnumbered.is_interface, unnumbered.source) == ("swp1", True, at(7))
    assert unnumbered.remote_asn == listen.remote_asn == Stated(AnyAsn.EXTERNAL, at(6))
    assert unnumbered.settings == listen.settings
    (family,) = unnumbered.settings.families
    assert unnumbered.settings.group == "FABRIC"
    assert family.activated == Stated(True, at(13))
    assert family.exports == (Stated(PolicyChain(("LOOPBACKS",), PolicyAction.DENY), at(14)),)
    assert (numbered.peer, numbered.is_interface, numbered.remote_asn) == ("10.0.0.1", False, Stated(65001, at(8)))
    assert numbered.settings.families[0].activated == Stated(False, at(3))


def test_settings_of_an_address_family_are_its_own() -> None:
    """`maximum-paths` below `address-family ipv4 unicast` counts for eBGP; iBGP keeps its default."""
    bgp = process()
    default = FRR.bgp.defaults.maximum_paths.at(bgp.source)
    assert isinstance(default, Default)
    assert bgp.router_id == Stated("10.255.0.1", at(2))
    assert bgp.multipath == (Multipath(AddressFamily.IPV4, Stated(64, at(15)), default, Stated(False, at(4))),)
    policy = Stated(PolicyChain(("LOOPBACKS",), PolicyAction.DENY), at(12))
    assert bgp.originations == (Origination(AddressFamily.IPV4, RouteOrigin.CONNECTED, "", policy, at(12)),)
