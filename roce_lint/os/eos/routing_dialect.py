"""How EOS writes BGP, OSPF, IS-IS and static routes, and what it does where they are silent.

Where a source is `reported`, it is named for looking up; the page itself was not opened for this table.
"""

from __future__ import annotations

import re

from roce_lint.model.routing import AddressFamily, PrivateAsns
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.eos.names import interface_names
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
from roce_lint.os.industry_cli.undefined_names import NameUse
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

_BGP_MANUAL = "reported; EOS User Manual, BGP"
_UNFILTERED = VendorDefault(EVERY_ROUTE, "EOS permits every route where no route-map is applied", _BGP_MANUAL)
_NOT_ACTIVATED = VendorDefault(False, "a neighbour is active for this family after `activate` only", _BGP_MANUAL)
_OPTION_OFF = VendorDefault(False, "this option of a BGP neighbour is off unless configured", _BGP_MANUAL)
_OSPF_REFERENCE = VendorDefault(100, "`auto-cost reference-bandwidth` is 100 Mb/s", "reported; EOS User Manual, OSPFv2")

_BGP_DEFAULTS = BgpDefaults(
    option_off=_OPTION_OFF,
    peer_up=VendorDefault(True, "a BGP neighbour is up unless `shutdown` is configured", _BGP_MANUAL),
    allowas_in_absent=VendorDefault(0, "a path with one's own AS number is refused without `allowas-in`", _BGP_MANUAL),
    allowas_in_bare=VendorDefault(3, "`allowas-in` without a number permits three occurrences", _BGP_MANUAL),
    private_asns=VendorDefault(
        PrivateAsns.KEPT,
        "private AS numbers stay in the path without `remove-private-as`",
        _BGP_MANUAL,
    ),
    route_policy=_UNFILTERED,
    session_policy=_UNFILTERED,
    activated={
        AddressFamily.IPV4: VendorDefault(
            True, "`bgp default ipv4-unicast` is on: neighbours are active for IPv4", _BGP_MANUAL
        ),
        AddressFamily.IPV6: _NOT_ACTIVATED,
        AddressFamily.EVPN: _NOT_ACTIVATED,
    },
    maximum_paths=VendorDefault(
        1, "EOS BGP installs one path without `maximum-paths`, default 1", "Arista TOI on BGP multipath"
    ),
    multipath_relax=VendorDefault(
        True,
        "EOS balances over paths of equal length whatever their AS numbers",
        "reported; Arista TOI, multipath-relax",
    ),
    withholds_peer_asn=_OPTION_OFF,
    next_hop_unchanged=VendorDefault(
        False, "an eBGP neighbour gets one's own address as next hop without next-hop-unchanged", _BGP_MANUAL
    ),
)

_BGP = BgpDialect(
    families={"ipv4": AddressFamily.IPV4, "ipv6": AddressFamily.IPV6, "evpn": AddressFamily.EVPN},
    settings=Phrases(
        {
            "router-id": "router-id",
            "local-as": "local-as",
            "maximum-paths": "maximum-paths eibgp",
            "bgp bestpath as-path multipath-relax": "multipath-relax",
            "bgp default ipv4-unicast": "ipv4 activated",
            "bgp confederation identifier": "confederation identifier",
            "bgp listen range": "listen range",
            "vlan": "evpn vlan",
            "vlan-aware-bundle": "evpn vlan",
        }
    ),
    family_settings=Phrases({"maximum-paths": "maximum-paths eibgp"}),
    attributes=Phrases(
        USUAL_ATTRIBUTES
        | dict.fromkeys(("peer group", "peer-group", "peer"), "peer group")
        | {name: name for name in ("activate", "next-hop-unchanged", "remove-private-as", "remove-private-as ingress")}
        | {"as-path remote-as replace out": "as-override"}
    ),
    filters={"route-map": Filter.ROUTE_MAP, "prefix-list": Filter.PREFIX_LIST, "rcf": Filter.FUNCTION},
    inherited=("peer group",),
    inherited_policy="",
    neighbor_opens_block=False,
    session_lines_hold_in_families=True,
    implied_families=frozenset((AddressFamily.IPV4,)),
    families_have_own_paths=False,
    vrfs_have_global_families=True,
    vrfs_take_over=frozenset(("ipv4 activated", "confederation identifier")),
    vrfs_may_have_global_paths=True,
    defaults=_BGP_DEFAULTS,
)

_IGP = replace(
    usual_igp(_OSPF_REFERENCE, _UNFILTERED, "reported; EOS User Manual", "reported; EOS User Manual, IS-IS"),
    enabling={
        "ospf area": Enabling("ospf", names_process=False),
        "isis enable": Enabling("isis", names_process=True),
    },
    interface_settings=Phrases(USUAL_COSTS | {"isis passive": "passive", "isis passive-interface": "passive"}),
)

_REFERENCES = (
    NameUse(
        "policy-map type pbr",
        "service-policy type pbr input ",
        lazy_pattern(r"^[ \t]+service-policy type pbr input (\S+)", re.MULTILINE),
        lazy_pattern(r"^policy-map type pbr (\S+)", re.MULTILINE),
    ),
    NameUse(
        "access-list",
        " address access-list ",
        lazy_pattern(r"^[ \t]+match ip(?:v6)? address access-list (\S+)", re.MULTILINE),
        lazy_pattern(r"^ip(?:v6)? access-list (?:standard )?(\S+)", re.MULTILINE),
    ),
    NameUse(
        "track",
        " track ",
        lazy_pattern(r"^ip(?:v6)? route .* track (\S+)", re.MULTILINE),
        lazy_pattern(r"^track (\S+)", re.MULTILINE),
    ),
)

ROUTING = RoutingDialect(
    bgp=_BGP,
    igp=_IGP,
    static_distance=VendorDefault(
        1, "the administrative distance of a static route is 1", "reported; EOS User Manual, IPv4"
    ),
    interface_names=interface_names,
    references=_REFERENCES,
)
"""Everything about the routing of EOS."""
