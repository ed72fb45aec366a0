"""What NX-OS does when a configuration is silent, each with its public source."""

from __future__ import annotations

QUEUES_8 = 8
QUEUES_4 = 4

NO_CLASSIFICATION = "without a type qos policy all traffic is in qos-group 0 (Nexus 9000 QoS configuration guide)"
CLASS_DEFAULT = "class-default is implicit and last, and leaves traffic in qos-group 0 (Nexus 9000 QoS guide)"
NO_QOS_GROUP = "a class without set qos-group leaves traffic in qos-group 0 (Nexus 9000 QoS configuration guide)"
QUEUE_OF_GROUP = "queue N carries qos-group N; the queuing class maps cannot be changed (Nexus 9000 QoS guide)"

CLASS_MTU_BYTES = 1500
CLASS_MTU = "default of mtu in a network-qos class is 1500 (Cisco-NX-OS-device YANG 10.3)"
CLASS_DROPS = "a network-qos class drops unless pause pfc-cos is set (NX-OS default-nq-policy)"

REFUSED = "this line is not a command of NX-OS"
PFC_AUTO_WITHOUT_LLDP = "mode auto needs DCBX, and without feature lldp none is spoken (Nexus 9000 PFC guide)"
PFC_AUTO = "default of priority-flow-control mode is auto, negotiated by DCBX (Cisco-NX-OS-device YANG 10.3)"
WATCHDOG_OFF_GLOBALLY = "the PFC watchdog is off globally by default (Cisco-NX-OS-device YANG 10.3)"
WATCHDOG_OFF_ON_PORT = "the PFC watchdog is off on a port by default (Cisco-NX-OS-device YANG 10.3)"
WATCHDOG_SCOPE = "the watchdog watches the queues of all no-drop classes (Nexus 9000 PFC configuration guide)"
WATCHDOG_DROPS = "a stuck queue is shut down and its packets are dropped (Nexus 9000 PFC configuration guide)"
WATCHDOG_RESTORES = "a shut queue is restored after the auto-restore time (Nexus 9000 PFC configuration guide)"
WATCHDOG_POLLING_MS = 100
WATCHDOG_SHUTDOWN_MULTIPLIER = 1
WATCHDOG_AUTO_RESTORE_MULTIPLIER = 10
WATCHDOG_FIXED_RESTORE_MULTIPLIER = 0
WATCHDOG_TIMERS = (
    "default interval 100 ms, shutdown multiplier 1, auto-restore multiplier 10, fixed-restore multiplier 0"
    " (Cisco-NX-OS-device YANG 10.3)"
)

LINK_PAUSE_OFF = "flowcontrol is off by default (NX-OS show running-config all)"
NO_REWRITE = "no class of the policy sets a DSCP"

MIXED_MODELS = (
    "network-qos and queuing policy must be of one model, 4 or 8 queues, so this one is refused (Nexus 9000 QoS guide)"
)
OUT_POLICY_8Q = "default-8q-out-policy: q7 strict, q6 to q1 0 %, q-default 100 % (Nexus 9000 Cloud Scale)"
OUT_POLICY_4Q = "default-out-policy: q3 strict, q2 and q1 0 %, q-default 100 % (Nexus 9000, 4-queue model)"
NO_EARLY_DROP = "a queue neither marks nor drops early without random-detect (NX-OS Command Reference 9.3(x))"
NOT_STRICT = "a queue is weighted unless priority is configured (NX-OS Command Reference 9.3(x))"
NO_GUARANTEE = "no bandwidth percent is configured"
NO_SHAPER = "no shaper is configured"
STRICT_HAS_NO_WEIGHT = "a strict queue has no weight"
ALPHA_INDEX = 9
ALPHA_9 = "default queue-limit is dynamic 9, alpha 4 in the table of the NX-OS Command Reference 9.3(x)"
ALPHAS = tuple(2.0 ** (index - 7) for index in range(11))
"""Alpha by index 0 to 10, from 1/128 to 8. Source: NX-OS Command Reference 9.3(x), queue-limit."""

INTERFACE_MTU_BYTES = 1500
INTERFACE_MTU = "default of the interface mtu is 1500 (NX-OS show running-config all)"
SWITCHED = "an Ethernet port is switched unless no switchport is configured (NX-OS default)"
ROUTED_BY_KIND = "this kind of interface is always routed"
UP = "a switched port is up unless shutdown is configured (NX-OS default)"
UP_BY_KIND = "this kind of interface is up unless shutdown is configured (NX-OS default)"
ROUTED_IS_DOWN = "a routed port is down unless the running-config prints no shutdown (NX-OS 9.2 and 10.3)"
SVI_IS_DOWN = "a VLAN interface is down unless no shutdown is configured (NX-OS default)"
ACCESS_VLAN_1 = "an access port is in VLAN 1 by default"
TRUNK_ALL_VLANS = "a trunk carries all VLANs unless allowed vlan is configured"
GLOBAL_VRF = "an interface is in the default VRF unless vrf member is configured"
IN_NO_BUNDLE = "no channel-group is configured"
NO_DESCRIPTION = "no description is configured"

NO_SPRAYING = "packets are not sprayed without hardware profile dlb (NX-OS 10.5)"
NO_TUNNELS = "no interface nve is configured"
UNIFORM = "qos-mode is uniform by default (NX-OS Command Reference 9.3(x))"
UNIFORM_ECN = "uniform mode copies the ECN field with the DSCP (Nexus 9000 VXLAN guide)"

# Where a source is `reported`, it is named for looking up; the page itself was not opened for this table.
NO_ALLOWAS_IN = "a path with the own AS number is refused without allowas-in (reported; NX-OS unicast routing guide)"
ALLOWAS_IN = "allowas-in without a number permits three occurrences (NX-OS Command Reference 9.3(x))"
PRIVATE_ASNS_KEPT = (
    "private AS numbers stay in the path without remove-private-as (reported; NX-OS unicast routing guide)"
)
NO_ROUTE_MAP = "every route passes where no route-map is applied (reported; NX-OS unicast routing guide)"
ISIS_LEVEL = "an IS-IS router is of both levels unless is-type is configured (reported; NX-OS unicast routing guide)"
MAC_AGE_S = 1800
MAC_AGE = "MAC addresses age after 1800 s (reported; Nexus 9000 Layer 2 Switching configuration guide)"
ARP_AGE_S = 1500
ARP_AGE = "ARP entries age after 1500 s (reported; Nexus 9000 Unicast Routing configuration guide)"
UNKNOWN_UNICAST_FLOODED = "a bridge floods frames to MAC addresses that it does not know (IEEE 802.1Q)"
NO_ARP_SUPPRESSION = "ARP is not suppressed without suppress-arp (Nexus 9000 VXLAN guide)"
NO_VNI = "the VLAN has no vn-segment"
