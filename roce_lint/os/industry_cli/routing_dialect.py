"""What a system of the industry-standard CLI calls things in its routing protocols, and what it does by default.

One value of `RoutingDialect` is all that the readers of this package know about a system: which lines there are and
what they set. A phrase is the beginning of a line; the words after it are its arguments. Names of settings, on the
right side of the tables, are the same for every system.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import AddressFamily, IgpLevel, IgpProtocol, PrivateAsns
from roce_lint.model.vendor_default import UndocumentedDefault, VendorDefault
from roce_lint.os.industry_cli.statements import Phrases
from roce_lint.os.industry_cli.undefined_names import NameUse
from roce_lint.values import dataclass

EVERY_ROUTE = PolicyChain((), PolicyAction.PERMIT)
"""What passes where no policy is applied."""


USUAL_ATTRIBUTES = {
    name: name
    for name in (
        *("remote-as", "local-as", "update-source", "shutdown", "allowas-in", "next-hop-self"),
        *("route-reflector-client", "default-originate", "send-community", "bfd"),
        *("ebgp-multihop", "disable-connected-check"),
    )
}
"""Lines of a BGP neighbour that every such system has."""
USUAL_COSTS = {name: name for name in ("ospf cost", "isis metric", "isis circuit-type")}
"""Lines of an interface about the cost of a path that every such system has."""


class Filter(Enum):
    """What a neighbour's filter in one direction names."""

    ROUTE_MAP = "route map"
    PREFIX_LIST = "prefix list"
    AS_PATH_LIST = "AS-path list"
    FUNCTION = "routing control function"


@dataclass(frozen=True, slots=True)
class BgpDefaults:
    """What BGP does where the configuration is silent. `activated`: families that a session carries unasked."""

    option_off: VendorDefault[bool]
    peer_up: VendorDefault[bool]
    allowas_in_absent: VendorDefault[int]
    allowas_in_bare: VendorDefault[int]
    """How often one's own AS number may be in a path where `allowas-in` names no number."""
    private_asns: VendorDefault[PrivateAsns]
    route_policy: VendorDefault[PolicyChain]
    """What filters routes that are announced of one's own, where a line names no policy."""
    session_policy: VendorDefault[PolicyChain]
    """What filters the routes of a session to which no policy is applied."""
    activated: Mapping[AddressFamily, VendorDefault[bool]]
    maximum_paths: VendorDefault[int]
    multipath_relax: VendorDefault[bool]
    withholds_peer_asn: VendorDefault[bool]
    next_hop_unchanged: VendorDefault[bool] | UndocumentedDefault
    """Whether routes of EVPN keep their next hop on their way to an eBGP neighbour."""


@dataclass(frozen=True, slots=True)
class BgpDialect:
    """The lines of `router bgp`.

    `families`: what follows `address-family`, by family. `settings`: lines of a process or VRF: `router-id`,
    `local-as`, `confederation identifier`, `multipath-relax`, `ipv4 activated`, `listen range`, `evpn vlan`, and
    `maximum-paths` with `ebgp`, `ibgp`, or `eibgp` for both. `family_settings`: those of an address family.
    `attributes`: lines of a neighbour. `filters`: those of them with `in` or `out`, in the order in which they apply.
    """

    families: Mapping[str, AddressFamily]
    settings: Phrases
    family_settings: Phrases
    attributes: Phrases
    filters: Mapping[str, Filter]
    inherited: tuple[str, ...]
    """The attributes that name a peer group or template, the most specific first; the last is the neighbour's group."""
    inherited_policy: str
    """The attribute that names a template for an address family, by sequence number; empty where there is none."""
    neighbor_opens_block: bool
    """Attributes stand below `neighbor X`; else each line begins with `neighbor X`, below its address family."""
    session_lines_hold_in_families: bool
    """Attributes outside of any address family hold for each of them."""
    implied_families: frozenset[AddressFamily]
    """Families that a process has without an `address-family` line."""
    families_have_own_paths: bool
    """`maximum-paths` of an address family is that of this family alone."""
    vrfs_have_global_families: bool
    vrfs_take_over: frozenset[str]
    """Settings that a VRF has from the global table unless it states its own."""
    vrfs_may_have_global_paths: bool
    """It is not documented whether a VRF takes over `maximum-paths` from the global table."""
    defaults: BgpDefaults


@dataclass(frozen=True, slots=True)
class Enabling:
    """A line of an interface that starts a protocol on it; `names_process`: its first argument is the process."""

    protocol: str
    names_process: bool


@dataclass(frozen=True, slots=True)
class IgpDialect:
    """The lines of OSPF and IS-IS.

    `protocols`: by the word after `router`. `enabling` and `interface_settings`: lines of an interface without `ip` in
    front; the settings are `ospf cost`, `isis metric`, `isis circuit-type` and `passive`.
    """

    protocols: Mapping[str, IgpProtocol]
    enabling: Mapping[str, Enabling]
    interface_settings: Phrases
    has_network_lines: bool
    """`network PREFIX area AREA` below OSPF starts it on the interfaces that have an address inside."""
    reference_bandwidth_mbps: Mapping[IgpProtocol, VendorDefault[int]]
    maximum_paths: VendorDefault[int] | UndocumentedDefault
    isis_metric: VendorDefault[int] | UndocumentedDefault
    isis_level: VendorDefault[IgpLevel]
    active: VendorDefault[bool]
    """The default of `passive`."""
    route_policy: VendorDefault[PolicyChain]


def usual_igp(
    ospf_reference: VendorDefault[int], route_policy: VendorDefault[PolicyChain], source: str, isis_source: str
) -> IgpDialect:
    """Return what OSPF and IS-IS are on most systems; one that differs replaces fields of it.

    `source` is the manual of both protocols, `isis_source` that of IS-IS.
    """
    return IgpDialect(
        protocols={"ospf": IgpProtocol.OSPF, "ospf3": IgpProtocol.OSPF3, "isis": IgpProtocol.ISIS},
        enabling={"ospf area": Enabling("ospf", names_process=False)},
        interface_settings=Phrases(USUAL_COSTS),
        has_network_lines=True,
        reference_bandwidth_mbps={
            IgpProtocol.OSPF: ospf_reference,
            IgpProtocol.OSPF3: ospf_reference,
            IgpProtocol.ISIS: VendorDefault(0, "the metric of IS-IS does not depend on the bandwidth"),
        },
        maximum_paths=UndocumentedDefault(
            "how many paths an IGP installs without maximum-paths is not documented here"
        ),
        isis_metric=VendorDefault(10, "the metric of an IS-IS interface is 10", isis_source),
        isis_level=VendorDefault(IgpLevel.LEVEL_1_2, "an IS-IS router is of both levels without is-type", isis_source),
        active=VendorDefault(False, "an interface is active unless it is passive", source),
        route_policy=route_policy,
    )


@dataclass(frozen=True, slots=True)
class RoutingDialect:
    """Everything about the routing of one system. `interface_names`: the printed names that a typed name stands for."""

    bgp: BgpDialect
    igp: IgpDialect
    static_distance: VendorDefault[int]
    interface_names: Callable[[str], tuple[str, ...]]
    references: tuple[NameUse, ...]
    """Other lines that refer to names, for which nothing but their definition is looked up."""
