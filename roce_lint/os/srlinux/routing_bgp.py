"""Where SR Linux says what about BGP, in every network instance."""

from __future__ import annotations

from roce_lint.model.routing import AddressFamily, BgpProcess, PrivateAsns
from roce_lint.os.srlinux import defaults
from roce_lint.os.tree.bgp import BgpPaths, PolicyPaths, TreeBgpDefaults, read_tree_bgp
from roce_lint.text.tree import Node

_PATHS = BgpPaths(
    families={
        AddressFamily.IPV4: "ipv4-unicast",
        AddressFamily.IPV6: "ipv6-unicast",
        AddressFamily.EVPN: "evpn",
    },
    family_list="afi-safi",
    neighbors="neighbor",
    unnumbered="dynamic-neighbors/interface",
    listen_ranges="dynamic-neighbors/accept/match",
    groups="group",
    group_of="peer-group",
    of_one_neighbor=frozenset(
        ("peer-address", "peer-group", "peer-as", "description", "interface-name", "allowed-peer-as")
    ),
    asn="autonomous-system",
    router_id="router-id",
    peer_asn="peer-as",
    allowed_asns="allowed-peer-as",
    local_asn="local-as/as-number",
    enabled="admin-state",
    enabled_word="enable",
    flag_word="true",
    own_asns="as-path-options/allow-own-as",
    replaces_asn="as-path-options/replace-peer-as",
    private_asns="as-path-options/remove-private-as/mode",
    private_modes={
        "disabled": PrivateAsns.KEPT,
        "delete": PrivateAsns.ALL_REMOVED,
        "replace": PrivateAsns.REPLACED,
    },
    next_hop_self="next-hop-self",
    reflector_client="route-reflector/client",
    default_routes="send-default-route",
    imports=PolicyPaths("import-policy", "ebgp-default-policy/import-reject-all"),
    exports=PolicyPaths("export-policy", "ebgp-default-policy/export-reject-all"),
    community_kinds="send-community-type",
    communities="send-community/standard",
    maximum_paths=("multipath/maximum-paths", "multipath/max-paths-level-1"),
    external_paths="multipath/ebgp/maximum-paths",
    internal_paths="multipath/ibgp/maximum-paths",
    multiple_asns="multipath/allow-multiple-as",
    aggregates="aggregate-routes/route",
    bfd="failure-detection/enable-bfd",
)
_DEFAULTS = TreeBgpDefaults(
    option_off=defaults.PEER_OPTION_OFF,
    no_own_asns=defaults.NO_OWN_AS,
    private_asns=defaults.PRIVATE_AS_KEPT,
    communities_sent=defaults.COMMUNITIES_SENT,
    peer_enabled=defaults.PEER_ENABLED,
    family_enabled=defaults.FAMILY_DISABLED,
    external=defaults.EBGP_REJECTS,
    internal=defaults.IBGP_ACCEPTS,
    one_path=defaults.ONE_PATH,
    multiple_asns=defaults.MULTIPLE_AS,
    route_table=defaults.ROUTE_TABLE,
)


def read_bgp(vrf: str, instance: Node, used_policies: set[str]) -> BgpProcess | None:
    """Return BGP of one network instance, None where it has none; policies in use are added to `used_policies`."""
    bgp = instance.find("protocols/bgp")
    return None if bgp is None else read_tree_bgp(vrf, bgp, instance, _PATHS, _DEFAULTS, used_policies)
