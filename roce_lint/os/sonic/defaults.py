"""What SONiC does where its configuration is silent: one table, each entry with its source.

"YANG" is sonic-yang-models of sonic-buildimage, "orchagent" and "cfgmgr" are those of sonic-swss, "SAI" its headers.
"""

from __future__ import annotations

from roce_lint.model.bridging import FloodReplication
from roce_lint.model.qos_tables import QosDefaults
from roce_lint.model.terms import BundleMode, OuterDscp, PfcMode, Scheduling, Trust, WatchdogAction
from roce_lint.model.vendor_default import UndocumentedDefault, VendorDefault
from roce_lint.os.frr.routing_dialect import routing_dialect

DISABLED = VendorDefault(False, "admin_status of a port is down", "sonic-port YANG")
NO_SUCH_PORT = VendorDefault(False, "orchagent makes the ports of PORT alone", "sonic-swss orchagent/portsorch.cpp")
ENABLED = VendorDefault(True, "an interface without admin_status is up", "sonic-portchannel and sonic-vlan YANG")
NO_DESCRIPTION = VendorDefault("", "no description is configured")
MTU = VendorDefault(9100, "the mtu of a port is 9100", "sonic-swss cfgmgr/portmgr.h")
FORWARDS_NOTHING = VendorDefault(False, "no row of INTERFACE names the port: it routes nothing", "sonic-interface YANG")
ROUTED = VendorDefault(True, "it is a routed interface by its kind")
NO_VLANS = VendorDefault(frozenset[int](), "no row of VLAN_MEMBER names the port")
DEFAULT_VRF = VendorDefault("default", "no vrf_name is stated", "sonic-interface YANG")
NO_LAG = VendorDefault("", "no row of PORTCHANNEL_MEMBER names the port")
LACP = VendorDefault(BundleMode.ACTIVE, "port channels run LACP, actively", "sonic-swss cfgmgr/teammgr.cpp")
NOT_BOUND = VendorDefault(False, "no row of PORT_QOS_MAP, QUEUE or BUFFER_PG names the port")
NO_TRUST = VendorDefault(Trust.NONE, "no dscp_to_tc_map holds for the port", "SAI saiport.h")
CLASS_0 = VendorDefault("0", "without a map every packet is of traffic class 0", "SAI saiport.h")
UNLISTED_DSCP = VendorDefault("0", "the map does not list it; the default traffic class is 0", "SAI saiswitch.h")
QUEUE_0 = VendorDefault(0, "without tc_to_queue_map every class leaves by queue 0", "SAI saiport.h")
GROUP_0 = VendorDefault(0, "without tc_to_pg_map every class uses priority group 0", "SAI saiport.h")
SAME_QUEUE = "without pfc_to_queue_map a pause stops the queue of its number (SAI saiport.h)"
NO_CLASS_MTU = VendorDefault(65535, "SONiC has no MTU per class; the mtu of the port decides")
PFC_OFF = VendorDefault(PfcMode.OFF, "no pfc_enable is stated for the port", "sonic-port-qos-map YANG")
NO_PAUSE = VendorDefault(False, "pfc_enable does not list the priority", "sonic-swss orchagent/qosorch.cpp")
NO_PAUSE_CLASS = VendorDefault(frozenset[int](), "no priority of pfc_enable belongs to its priority group")
WEIGHTED = VendorDefault(Scheduling.WEIGHTED, "a queue without scheduler is weighted, weight 1", "SAI saischeduler.h")
WEIGHT = VendorDefault(1, "weight is 1", "SAI saischeduler.h")
NO_GUARANTEE = VendorDefault(0.0, "no cir is stated", "sonic-scheduler YANG")
FULL_RATE = VendorDefault(100.0, "no pir is stated", "sonic-scheduler YANG")
NOT_MARKED = VendorDefault(False, "no wred_profile is bound to the queue", "sonic-queue YANG")
ECN_NONE = VendorDefault(False, "ecn of a WRED profile is ecn_none", "sonic-swss orchagent/qosorch.cpp")
NOT_DROPPED_EARLY = VendorDefault(False, "no wred_profile is bound to the queue", "sonic-queue YANG")
GREEN_OFF = VendorDefault(False, "wred_green_enable is false", "SAI saiwred.h")
PROBABILITY = VendorDefault(100, "green_drop_probability is 100 %", "SAI saiwred.h")
INSTANTANEOUS = VendorDefault(0, "the weight of a WRED profile is 0", "sonic-swss orchagent/qosorch.cpp")
WATCHDOG_OFF = VendorDefault(False, "no row of PFC_WD names the port", "sonic-pfcwd YANG")
WATCHDOG_NO_PRIORITY = VendorDefault(frozenset[int](), "pfcwd_sw_enable lists no priority of the port")
WATCHDOG_ACTION = VendorDefault(WatchdogAction.DROP, "action is drop", "sonic-swss orchagent/pfcwdorch.cpp")
POLL_MS = VendorDefault(100, "POLL_INTERVAL is 100 ms", "sonic-swss orchagent/pfcwdorch.cpp")
NO_LINK_PAUSE = VendorDefault(False, "no table of SONiC switches IEEE 802.3x pause on", "sonic-port YANG")
NOT_REWRITTEN = VendorDefault(False, "without tc_to_dscp_map the DSCP stays", "sonic-port-qos-map YANG")
HASH_USES_PORTS = VendorDefault(True, "L4 ports are among the default fields of the ECMP hash", "SAI saiswitch.h")
NO_SPRAY = VendorDefault(False, "flows, not packets, are spread over next hops")
NO_TUNNEL = VendorDefault(False, "there is no VXLAN_TUNNEL", "sonic-vxlan YANG")
OUTER_DSCP = VendorDefault(
    OuterDscp.INNER,
    "orchagent sets no DSCP mode of a VXLAN tunnel, and that of SAI is uniform",
    "sonic-swss orchagent/vxlanorch.cpp, SAI saitunnel.h",
)
ECN_TO_OUTER = VendorDefault(
    True,
    "orchagent sets no ECN mode of a VXLAN tunnel, and that of SAI copies from the packet inside (RFC 6040)",
    "sonic-swss orchagent/vxlanorch.cpp, SAI saitunnel.h and saiswitch.h",
)
ECN_TO_INNER = VendorDefault(
    True,
    "orchagent sets no ECN mode of a VXLAN tunnel, and that of SAI keeps a mark when it decapsulates (RFC 6040)",
    "sonic-swss orchagent/vxlanorch.cpp, SAI saitunnel.h and saiswitch.h",
)
SAME_DSCP = VendorDefault(
    True, "in uniform mode the outer DSCP is that of the packet inside: both select the same class", "SAI saitunnel.h"
)
MAXIMUM_PATHS = VendorDefault(514, "SONiC builds FRRouting with multipath 514", "sonic-buildimage src/sonic-frr")
NOT_VOQ = VendorDefault(False, "switch_type is not voq", "sonic-device_metadata YANG")
NO_HEADROOM = VendorDefault(0, "a profile without xoff has no headroom", "sonic-buffer-profile YANG")
MAC_AGE_S = VendorDefault(
    600, "MAC addresses age after 600 s", "sonic-buildimage dockers/docker-orchagent/switch.json.j2"
)
FLOODS = VendorDefault(True, "unknown unicast is flooded", "SAI saivlan.h")
NOT_SUPPRESSED = VendorDefault(False, "no row of SUPPRESS_VLAN_NEIGH names the VLAN", "sonic-vxlan YANG")
NO_VNI = VendorDefault(0, "no row of VXLAN_TUNNEL_MAP names the VLAN", "sonic-vxlan YANG")
NO_REPLICATION = VendorDefault(FloodReplication.NONE, "there is no VXLAN_EVPN_NVO", "sonic-vxlan YANG")
TRIMMING_ON = VendorDefault(True, "queues whose profile trims do so without a switch", "SAI saiqueue.h")
TRIMMING_NOT_SET_UP = VendorDefault(
    False, "no row of SWITCH_TRIMMING says how: 128 bytes, DSCP 0 and queue 0", "SAI saiswitch.h"
)
TRIM_SIZE = VendorDefault(128, "packets are trimmed to 128 bytes", "SAI saiswitch.h")
TRIM_DSCP = VendorDefault(0, "trimmed packets get DSCP 0", "SAI saiswitch.h")
TRIM_CLASS = VendorDefault("0", "tc_value is 0", "SAI saiswitch.h")
TRIM_QUEUE = VendorDefault(0, "trimmed packets leave by queue 0", "SAI saiswitch.h")
RETRY_OFF = VendorDefault(False, "llr_local and llr_remote are disabled", "SONiC doc/llr, in review")
REPLAY_TIMER_NS = VendorDefault(0, "max_replay_timer is 0", "SONiC doc/llr, in review")
AGE_TIMEOUT_NS = VendorDefault(0, "data_age_timeout is 0", "SONiC doc/llr, in review")
QOS = QosDefaults(
    no_trust=NO_TRUST,
    class_without_map=CLASS_0,
    queue_without_map=QUEUE_0,
    group_without_map=GROUP_0,
    class_mtu=NO_CLASS_MTU,
    class_without_pause=NO_PAUSE_CLASS,
    queue_of_priority=SAME_QUEUE,
    scheduling=WEIGHTED,
    weight=UndocumentedDefault("no scheduler gives the queue a weight"),
    guaranteed=NO_GUARANTEE,
    shape=FULL_RATE,
    not_marked=NOT_MARKED,
    no_curve="no wred_profile is bound to the queue",
    averaging_weight=INSTANTANEOUS,
    not_dropped_early=NOT_DROPPED_EARLY,
    not_rewritten=NOT_REWRITTEN,
    link_pause=NO_LINK_PAUSE,
)
"""What holds where a port of SONiC binds nothing."""
ROUTING = routing_dialect(MAXIMUM_PATHS)
"""The routing of FRRouting with its profile `traditional`."""
