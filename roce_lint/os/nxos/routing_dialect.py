"""How NX-OS writes BGP, OSPF, IS-IS and static routes, and what it does where they are silent.

Where a source is `reported`, it is named for looking up; the page itself was not opened for this table.
"""

from __future__ import annotations

import re

from roce_lint.model.routing import AddressFamily, IgpLevel, IgpProtocol, PrivateAsns
from roce_lint.model.vendor_default import UndocumentedDefault, VendorDefault
from roce_lint.os.industry_cli.routing_dialect import (
    EVERY_ROUTE,
    USUAL_ATTRIBUTES,
    USUAL_COSTS,
    BgpDefaults,
    BgpDialect,
    Enabling,
    Filter,
    IgpDialect,
    RoutingDialect,
)
from roce_lint.os.industry_cli.statements import Phrases
from roce_lint.os.industry_cli.undefined_names import NameUse
from roce_lint.os.nxos.names import expand_interfaces
from roce_lint.text.patterns import lazy_pattern

_GUIDE = "reported; NX-OS unicast routing guide"
_UNFILTERED = VendorDefault(EVERY_ROUTE, "every route passes where no route-map is applied", _GUIDE)
_NOT_ACTIVATED = VendorDefault(
    False, "a session has only the address families configured below the neighbor", "reported; NX-OS routing guide"
)
_REFERENCE = VendorDefault(
    40_000, "the reference bandwidth is 40 Gb/s", "Nexus 3000 unicast routing guide 5.0(3)U2(2), Link Cost"
)

_BGP_DEFAULTS = BgpDefaults(
    option_off=VendorDefault(False, "this option of a BGP neighbor is off unless configured", _GUIDE),
    peer_up=VendorDefault(True, "a BGP neighbor is up unless shutdown is configured", _GUIDE),
    allowas_in_absent=VendorDefault(0, "a path with the own AS number is refused without allowas-in", _GUIDE),
    allowas_in_bare=VendorDefault(
        3, "allowas-in without a number permits three occurrences", "NX-OS Command Reference 9.3(x)"
    ),
    private_asns=VendorDefault(
        PrivateAsns.KEPT,
        "private AS numbers stay in the path without remove-private-as",
        _GUIDE,
    ),
    route_policy=_UNFILTERED,
    session_policy=_UNFILTERED,
    activated=dict.fromkeys(AddressFamily, _NOT_ACTIVATED),
    maximum_paths=VendorDefault(1, "BGP installs one path unless maximum-paths is configured", _GUIDE),
    multipath_relax=VendorDefault(
        False,
        "paths of different AS numbers are not balanced without bestpath as-path multipath-relax",
        "reported; NX-OS guide",
    ),
    withholds_peer_asn=VendorDefault(
        True, "a route is not sent to the AS that it comes from without disable-peer-as-check", "reported by users"
    ),
    next_hop_unchanged=VendorDefault(
        False,
        "an eBGP neighbor gets the own address as next hop unless a route-map sets ip next-hop unchanged",
        "reported; NX-OS VXLAN configuration guide, eBGP EVPN",
    ),
)

_PATHS = {
    "maximum-paths": "maximum-paths ebgp",
    "maximum-paths ibgp": "maximum-paths ibgp",
    "maximum-paths eibgp": "maximum-paths eibgp",
}

_BGP = BgpDialect(
    families={
        "ipv4 unicast": AddressFamily.IPV4,
        "ipv6 unicast": AddressFamily.IPV6,
        "l2vpn evpn": AddressFamily.EVPN,
    },
    settings=Phrases(
        {
            "router-id": "router-id",
            "local-as": "local-as",
            "bestpath as-path multipath-relax": "multipath-relax",
            "confederation identifier": "confederation identifier",
        }
    ),
    family_settings=Phrases(_PATHS),
    attributes=Phrases(
        USUAL_ATTRIBUTES
        | {f"inherit {name}": f"template {name}" for name in ("peer", "peer-session", "peer-policy")}
        | {name: name for name in ("as-override", "disable-peer-as-check", "remove-private-as")}
    ),
    filters={
        "route-map": Filter.ROUTE_MAP,
        "prefix-list": Filter.PREFIX_LIST,
        "filter-list": Filter.AS_PATH_LIST,
    },
    inherited=("template peer-session", "template peer"),
    inherited_policy="template peer-policy",
    neighbor_opens_block=True,
    session_lines_hold_in_families=False,
    implied_families=frozenset(),
    families_have_own_paths=True,
    vrfs_have_global_families=False,
    vrfs_take_over=frozenset(("multipath-relax", "confederation identifier")),
    vrfs_may_have_global_paths=False,
    defaults=_BGP_DEFAULTS,
)

_IGP = IgpDialect(
    protocols={"ospf": IgpProtocol.OSPF, "ospfv3": IgpProtocol.OSPF3, "isis": IgpProtocol.ISIS},
    enabling={
        "router ospf": Enabling("ospf", names_process=True),
        "router ospfv3": Enabling("ospfv3", names_process=True),
        "router isis": Enabling("isis", names_process=True),
    },
    interface_settings=Phrases(
        USUAL_COSTS | {"ospf passive-interface": "passive", "isis passive-interface": "passive"}
    ),
    has_network_lines=False,
    reference_bandwidth_mbps=dict.fromkeys(IgpProtocol, _REFERENCE),
    maximum_paths=VendorDefault(8, "an IGP installs 8 equal-cost paths", _GUIDE),
    isis_metric=UndocumentedDefault("it follows from the reference bandwidth and the speed of the port"),
    isis_level=VendorDefault(
        IgpLevel.LEVEL_1_2,
        "an IS-IS router is of both levels unless is-type is configured",
        _GUIDE,
    ),
    active=VendorDefault(False, "an interface is active unless passive-interface is configured", _GUIDE),
    route_policy=_UNFILTERED,
)

_REFERENCES = (
    NameUse(
        "route-map",
        " policy route-map ",
        lazy_pattern(r"^[ \t]+ip(?:v6)? policy route-map (\S+)", re.MULTILINE),
        lazy_pattern(r"^route-map (\S+)", re.MULTILINE),
    ),
    *(
        NameUse(
            f"{word} access-list",
            f"match {word} address ",
            lazy_pattern(rf"^[ \t]+match {word} address (?!prefix-list\b)(\S+)", re.MULTILINE),
            lazy_pattern(rf"^{word} access-list (\S+)", re.MULTILINE),
            f"match {word} address prefix-list ",
        )
        for word in ("ip", "ipv6")
    ),
    NameUse(
        "vn-segment of a VLAN",
        " l2",
        lazy_pattern(r"^[ \t]*vni (\d+) l2\b", re.MULTILINE),
        lazy_pattern(r"^[ \t]*vn-segment (\d+)\b", re.MULTILINE),
    ),
    NameUse(
        "track",
        " track ",
        lazy_pattern(r"^[ \t]*ip(?:v6)? route .* track (\S+)", re.MULTILINE),
        lazy_pattern(r"^track (\S+)", re.MULTILINE),
    ),
)

ROUTING = RoutingDialect(
    bgp=_BGP,
    igp=_IGP,
    static_distance=VendorDefault(1, "the preference of a static route is 1", _GUIDE),
    interface_names=expand_interfaces,
    references=_REFERENCES,
)
"""Everything about the routing of NX-OS."""
