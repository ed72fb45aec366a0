"""What NX-OS does when a configuration is silent, each with its public source."""

from __future__ import annotations

from roce_lint.model.terms import OuterDscp, PfcMode, Scheduling, WatchdogAction
from roce_lint.model.vendor_default import VendorDefault

_YANG = "Cisco-NX-OS-device YANG 10.3"
_COMMANDS = "NX-OS Command Reference 9.3(x)"
_QOS_GUIDE = "Nexus 9000 QoS configuration guide"
_PFC_GUIDE = "Nexus 9000 PFC configuration guide"
_VXLAN_GUIDE = "Nexus 9000 VXLAN guide"
_NXOS = "NX-OS default"
_PRINTED = "NX-OS show running-config all"

QUEUES_8 = 8
QUEUES_4 = 4

NO_CLASSIFICATION = VendorDefault("0", "without a type qos policy all traffic is in qos-group 0", _QOS_GUIDE)
CLASS_DEFAULT = VendorDefault(
    "0", "class-default is implicit and last, and leaves traffic in qos-group 0", "Nexus 9000 QoS guide"
)
NO_QOS_GROUP = VendorDefault("0", "a class without set qos-group leaves traffic in qos-group 0", _QOS_GUIDE)
QUEUE_OF_GROUP = "queue N carries qos-group N; the queuing class maps cannot be changed (Nexus 9000 QoS guide)"

CLASS_MTU = VendorDefault(1500, "default of mtu in a network-qos class is 1500", _YANG)
CLASS_DROPS = VendorDefault(
    frozenset[int](), "a network-qos class drops unless pause pfc-cos is set", "NX-OS default-nq-policy"
)

REFUSED = "this line is not a command of NX-OS"
PFC_AUTO_WITHOUT_LLDP = VendorDefault(
    PfcMode.OFF, "mode auto needs DCBX, and without feature lldp none is spoken", "Nexus 9000 PFC guide"
)
PFC_AUTO = VendorDefault(PfcMode.AUTO, "default of priority-flow-control mode is auto, negotiated by DCBX", _YANG)
WATCHDOG_OFF_GLOBALLY = VendorDefault(False, "the PFC watchdog is off globally by default", _YANG)
WATCHDOG_OFF_ON_PORT = VendorDefault(False, "the PFC watchdog is off on a port by default", _YANG)
WATCHDOG_SCOPE = "the watchdog watches the queues of all no-drop classes (Nexus 9000 PFC configuration guide)"
WATCHDOG_DROPS = VendorDefault(
    WatchdogAction.DROP, "a stuck queue is shut down and its packets are dropped", _PFC_GUIDE
)
WATCHDOG_RESTORES = VendorDefault(True, "a shut queue is restored after the auto-restore time", _PFC_GUIDE)
WATCHDOG_POLLING_MS = 100
WATCHDOG_SHUTDOWN_MULTIPLIER = 1
WATCHDOG_AUTO_RESTORE_MULTIPLIER = 10
WATCHDOG_FIXED_RESTORE_MULTIPLIER = 0
WATCHDOG_TIMERS = (
    "default interval 100 ms, shutdown multiplier 1, auto-restore multiplier 10, fixed-restore multiplier 0"
    " (Cisco-NX-OS-device YANG 10.3)"
)

LINK_PAUSE_OFF = VendorDefault(False, "flowcontrol is off by default", _PRINTED)
NO_REWRITE = VendorDefault(False, "no class of the policy sets a DSCP")

MIXED_MODELS = (
    "network-qos and queuing policy must be of one model, 4 or 8 queues, so this one is refused (Nexus 9000 QoS guide)"
)
OUT_POLICY_8Q = "default-8q-out-policy: q7 strict, q6 to q1 0 %, q-default 100 % (Nexus 9000 Cloud Scale)"
OUT_POLICY_4Q = "default-out-policy: q3 strict, q2 and q1 0 %, q-default 100 % (Nexus 9000, 4-queue model)"
NO_EARLY_DROP = VendorDefault(False, "a queue neither marks nor drops early without random-detect", _COMMANDS)
NOT_STRICT = VendorDefault(Scheduling.WEIGHTED, "a queue is weighted unless priority is configured", _COMMANDS)
NO_GUARANTEE = VendorDefault(0.0, "no bandwidth percent is configured")
NO_SHAPER = VendorDefault(100.0, "no shaper is configured")
STRICT_HAS_NO_WEIGHT = VendorDefault(0.0, "a strict queue has no weight")
ALPHAS = tuple(2.0 ** (index - 7) for index in range(11))
"""Alpha by index 0 to 10, from 1/128 to 8. Source: NX-OS Command Reference 9.3(x), queue-limit."""
ALPHA = VendorDefault(
    ALPHAS[9], "default queue-limit is dynamic 9, alpha 4 in the table of the NX-OS Command Reference 9.3(x)"
)

INTERFACE_MTU = VendorDefault(1500, "default of the interface mtu is 1500", _PRINTED)
SWITCHED = "an Ethernet port is switched unless no switchport is configured (NX-OS default)"
ROUTED_BY_KIND = VendorDefault(True, "this kind of interface is always routed")
UP = VendorDefault(True, "a switched port is up unless shutdown is configured", _NXOS)
SWITCHED_ARE_DOWN = VendorDefault(
    False, "system default switchport shutdown: a switched port is down unless no shutdown is configured", _NXOS
)
UP_BY_KIND = VendorDefault(True, "this kind of interface is up unless shutdown is configured", _NXOS)
ROUTED_IS_DOWN = VendorDefault(
    False, "a routed port is down unless the running-config prints no shutdown", "NX-OS 9.2 and 10.3"
)
SVI_IS_DOWN = VendorDefault(False, "a VLAN interface is down unless no shutdown is configured", _NXOS)
ACCESS_VLAN_1 = VendorDefault(frozenset({1}), "an access port is in VLAN 1 by default")
TRUNK_ALL_VLANS = VendorDefault(
    frozenset(range(1, 4095)), "a trunk carries all VLANs unless allowed vlan is configured"
)
GLOBAL_VRF = VendorDefault("default", "an interface is in the default VRF unless vrf member is configured")
IN_NO_BUNDLE = VendorDefault("", "no channel-group is configured")
NO_DESCRIPTION = VendorDefault("", "no description is configured")

NO_SPRAYING = VendorDefault(False, "packets are not sprayed without hardware profile dlb", "NX-OS 10.5")
NO_TUNNELS = VendorDefault(False, "no interface nve is configured")
UNIFORM = VendorDefault(OuterDscp.INNER, "qos-mode is uniform by default", _COMMANDS)
UNIFORM_ECN = VendorDefault(True, "uniform mode copies the ECN field with the DSCP", _VXLAN_GUIDE)

# Where a source is `reported`, it is named for looking up; the page itself was not opened for this table.
MAC_AGE = VendorDefault(
    1800, "MAC addresses age after 1800 s", "reported; Nexus 9000 Layer 2 Switching configuration guide"
)
ARP_AGE = VendorDefault(
    1500, "ARP entries age after 1500 s", "reported; Nexus 9000 Unicast Routing configuration guide"
)
UNKNOWN_UNICAST_FLOODED = VendorDefault(
    True, "a bridge floods frames to MAC addresses that it does not know", "IEEE 802.1Q"
)
NO_ARP_SUPPRESSION = VendorDefault(False, "ARP is not suppressed without suppress-arp", _VXLAN_GUIDE)
NO_VNI = VendorDefault(0, "the VLAN has no vn-segment")
