"""How FRRouting writes BGP, OSPF, IS-IS and static routes, and what it does where they are silent.

"FRR" is the FRRouting user guide.
"""

from __future__ import annotations

from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import AddressFamily, IgpProtocol, PrivateAsns
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.industry_cli.routing_dialect import (
    EVERY_ROUTE,
    USUAL_ATTRIBUTES,
    USUAL_COSTS,
    BgpDefaults,
    BgpDialect,
    Enabling,
    Filter,
    RoutingDialect,
    usual_igp,
)
from roce_lint.os.industry_cli.statements import Phrases
from roce_lint.values import replace

_BGP_GUIDE = "FRR, BGP"
_UNFILTERED = VendorDefault(EVERY_ROUTE, "every route passes where no route-map is applied", _BGP_GUIDE)
_REJECTS = VendorDefault(
    PolicyChain((), PolicyAction.DENY),
    "bgp ebgp-requires-policy is on since 7.4: without a policy an eBGP session exchanges no route",
    _BGP_GUIDE,
)
_NOT_ACTIVATED = VendorDefault(False, "a neighbour carries this family after `activate` only", _BGP_GUIDE)
_OPTION_OFF = VendorDefault(False, "this option of a BGP neighbour is off unless configured", _BGP_GUIDE)
_OSPF_REFERENCE = VendorDefault(100_000, "auto-cost reference-bandwidth is 100000 Mb/s", "FRR, OSPFv2")
_NOT_RELAXED = VendorDefault(
    False, "bgp bestpath as-path multipath-relax is off in the traditional profile", _BGP_GUIDE
)
_RELAXED = VendorDefault(True, "bgp bestpath as-path multipath-relax is on in the datacenter profile", _BGP_GUIDE)

_FAMILIES = {
    "ipv4": AddressFamily.IPV4,
    "ipv4 unicast": AddressFamily.IPV4,
    "ipv6": AddressFamily.IPV6,
    "ipv6 unicast": AddressFamily.IPV6,
    "l2vpn evpn": AddressFamily.EVPN,
}
_PATHS = {"maximum-paths": "maximum-paths ebgp", "maximum-paths ibgp": "maximum-paths ibgp"}
_IGP = replace(
    usual_igp(_OSPF_REFERENCE, _UNFILTERED, "FRR, OSPFv2 and IS-IS", "FRR, IS-IS"),
    protocols={"ospf": IgpProtocol.OSPF, "ospf6": IgpProtocol.OSPF3, "isis": IgpProtocol.ISIS},
    enabling={
        "ospf area": Enabling("ospf", names_process=False),
        "router isis": Enabling("isis", names_process=True),
    },
    interface_settings=Phrases(USUAL_COSTS | {"ospf passive": "passive", "isis passive": "passive"}),
)


def routing_dialect(
    maximum_paths: VendorDefault[int], *, is_datacenter: bool = False, requires_policy: bool = False
) -> RoutingDialect:
    """Return the dialect of FRRouting as a system builds it.

    `maximum_paths`: the most that the build takes. `is_datacenter`: it runs with `frr defaults datacenter`.
    `requires_policy`: eBGP needs a policy to exchange routes.
    """
    return RoutingDialect(
        bgp=_bgp(_defaults(maximum_paths, is_datacenter=is_datacenter, requires_policy=requires_policy)),
        igp=_IGP,
        static_distance=VendorDefault(1, "the distance of a static route is 1", "FRR, STATIC"),
        interface_names=lambda text: (text,),
        references=(),
    )


def _bgp(defaults: BgpDefaults) -> BgpDialect:
    return BgpDialect(
        families=_FAMILIES,
        settings=Phrases(
            {
                "bgp router-id": "router-id",
                "bgp bestpath as-path multipath-relax": "multipath-relax",
                "bgp default ipv4-unicast": "ipv4 activated",
                "bgp confederation identifier": "confederation identifier",
                "bgp listen range": "listen range",
            }
            | _PATHS
        ),
        family_settings=Phrases(_PATHS | {"advertise-all-vni": "evpn vlan"}),
        attributes=Phrases(
            USUAL_ATTRIBUTES
            | {"peer-group": "peer group", "activate": "activate", "as-override": "as-override"}
            | dict.fromkeys(("attribute-unchanged", "attribute-unchanged next-hop"), "next-hop-unchanged")
            | dict.fromkeys(("remove-private-AS", "remove-private-as"), "remove-private-as")
        ),
        filters={"route-map": Filter.ROUTE_MAP, "prefix-list": Filter.PREFIX_LIST, "filter-list": Filter.AS_PATH_LIST},
        inherited=("peer group",),
        inherited_policy="",
        neighbor_opens_block=False,
        session_lines_hold_in_families=False,
        implied_families=frozenset((AddressFamily.IPV4,)),
        families_have_own_paths=True,
        vrfs_have_global_families=False,
        vrfs_take_over=frozenset(),
        vrfs_may_have_global_paths=False,
        defaults=defaults,
    )


def _defaults(maximum_paths: VendorDefault[int], *, is_datacenter: bool, requires_policy: bool) -> BgpDefaults:
    return BgpDefaults(
        option_off=_OPTION_OFF,
        peer_up=VendorDefault(True, "a neighbour is up unless `shutdown` is configured", _BGP_GUIDE),
        allowas_in_absent=VendorDefault(0, "a path with one's own AS number is refused without allowas-in", _BGP_GUIDE),
        allowas_in_bare=VendorDefault(3, "allowas-in without a number permits three occurrences", _BGP_GUIDE),
        private_asns=VendorDefault(
            PrivateAsns.KEPT, "private AS numbers stay in the path without remove-private-AS", _BGP_GUIDE
        ),
        route_policy=_UNFILTERED,
        session_policy=_REJECTS if requires_policy else _UNFILTERED,
        activated={
            AddressFamily.IPV4: VendorDefault(True, "bgp default ipv4-unicast is on", _BGP_GUIDE),
            AddressFamily.IPV6: _NOT_ACTIVATED,
            AddressFamily.EVPN: _NOT_ACTIVATED,
        },
        maximum_paths=maximum_paths,
        multipath_relax=_RELAXED if is_datacenter else _NOT_RELAXED,
        withholds_peer_asn=VendorDefault(False, "sender-as-path-loop-detection is off", _BGP_GUIDE),
        next_hop_unchanged=VendorDefault(
            True, "a neighbour gets routes of EVPN with the next hop that they have", "FRRouting bgpd/bgpd.c, peer_new"
        ),
    )
