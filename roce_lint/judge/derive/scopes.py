"""Names of scopes by what their things follow from, without what derives them, which takes long to import."""

ADDRESS_SCOPES = ("address", "bond", "copy", "evpn_transit", "split_subnet", "stray_neighbor", "switch_pair", "vni")
"""Of the addresses, VNIs, pairs and shared LAGs of all switches."""
PATH_SCOPES = (
    "pause_cycle",
    "forwarding_loop",
    "transit",
    "upper_hosts",
    "sideways",
    "pause_reach",
    "bridge",
    "path",
    "session",
    "reachability",
)
"""Of the ways through the fabric."""
FABRIC_SCOPES = (*ADDRESS_SCOPES, *PATH_SCOPES)
"""Of the fabric as a whole."""
INFINIBAND_SCOPES = frozenset(
    {"ib_subnet", "ib_twin", "ib_cabling", "ib_manager", "ib_manager_pair", "ib_subnet_pair", "ib_stray_manager"}
    | {
        "ib_partition",
        "ib_managed_partition",
        "ib_member",
        "ib_port",
        "ib_ufm",
        "ib_job",
        "sm_option",
        "opensm",
        "qos_policy",
    }
    | {"partition_text", "partition_definition", "intended_key"}
)
"""Of InfiniBand subnets, their managers, and what these read."""
