"""What Junos does where its configuration of interfaces, bridging and routing is silent.

"Interfaces", "Routing", "EVPN" and "Switching" are Juniper's user guides of these names for QFX Series switches.
"""

from __future__ import annotations

from roce_lint.model.bridging import FloodReplication
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import IgpLevel, PrivateAsns
from roce_lint.model.terms import BundleMode
from roce_lint.model.vendor_default import VendorDefault

_INTERFACES = "Interfaces"
_ROUTING = "Routing, BGP User Guide"
ENABLED = VendorDefault(True, "an interface is up unless `disable` is set", _INTERFACES)
NO_DESCRIPTION = VendorDefault("", "no description is configured")
MEDIA_MTU = VendorDefault(1514, "the mtu of an interface, which counts the Ethernet header, is 1514", _INTERFACES)
IP_MTU = VendorDefault(1500, "the mtu of an interface is 1514, of which 14 are the Ethernet header", _INTERFACES)
ROUTED = VendorDefault(True, "no unit has family ethernet-switching", _INTERFACES)
NO_VLANS = VendorDefault(frozenset[int](), "the interface is in no VLAN")
DEFAULT_VLAN = VendorDefault(
    frozenset({1}), "an access port without a VLAN is in the VLAN `default`, which has VLAN ID 1", "Switching"
)
DEFAULT_VRF = VendorDefault("default", "no routing-instance has the interface", _ROUTING)
NO_LAG = VendorDefault("", "the interface has no 802.3ad")
STATIC_BUNDLE = VendorDefault(BundleMode.STATIC, "LACP is off unless aggregated-ether-options has lacp", _INTERFACES)
LACP_PASSIVE = VendorDefault(BundleMode.PASSIVE, "lacp without `active` waits for the other side", _INTERFACES)
HASH_USES_PORTS = VendorDefault(
    True, "the ports of TCP and UDP are in the hash unless enhanced-hash-key takes them out", "Switching"
)
NO_SPRAY = VendorDefault(False, "no `per-packet` of load balancing is configured", "Switching")
NOT_VOQ = VendorDefault(False, "Trident and Tomahawk have no virtual output queues")
NO_TUNNEL = VendorDefault(False, "no vtep-source-interface is configured", "EVPN")
EVPN_FLOODS = VendorDefault(FloodReplication.EVPN, "EVPN replicates at the ingress", "EVPN")
NO_REPLICATION = VendorDefault(FloodReplication.NONE, "neither EVPN nor a list of VTEPs is configured", "EVPN")
MAC_AGE_S = VendorDefault(300, "global-mac-table-aging-time is 300 s", "Switching")
ARP_AGE_S = VendorDefault(1200, "aging-timer of ARP is 20 minutes", _INTERFACES)
FLOODS = VendorDefault(True, "unknown unicast is flooded", "Switching")
ARP_SUPPRESSED = VendorDefault(True, "ARP suppression is on with EVPN-VXLAN", "EVPN")
NO_ARP_SUPPRESSION = VendorDefault(False, "the VLAN has no VNI", "EVPN")
NO_VNI = VendorDefault(0, "no vni of the VLAN is set")
ALL_ACTIVE = VendorDefault(False, "an Ethernet segment is single-active unless all-active is set", "EVPN")
ONE_PATH = VendorDefault(1, "BGP uses one path unless multipath is set", _ROUTING)
ECMP_PATHS = VendorDefault(16, "maximum-ecmp of the chassis is 16", "Juniper, maximum-ecmp (Chassis)")
ONE_NEXT_HOP = VendorDefault(
    1,
    "the forwarding table has one next hop unless its export policy says load-balance",
    "Juniper, Configuring Per-Flow Load Balancing (Junos OS and Junos OS Evolved)",
)
MULTIPLE_AS = VendorDefault(False, "multipath wants the same neighbouring AS unless multiple-as is set", _ROUTING)
OPTION_OFF = VendorDefault(False, "the option is off unless it is set", _ROUTING)
NO_OWN_AS = VendorDefault(0, "routes with the own AS number in their path are refused unless loops is set", _ROUTING)
PRIVATE_AS_KEPT = VendorDefault(PrivateAsns.KEPT, "private AS numbers are kept unless remove-private is set", _ROUTING)
COMMUNITIES_SENT = VendorDefault(True, "communities are sent", _ROUTING)
PEER_ENABLED = VendorDefault(True, "a session is on unless shutdown is set", _ROUTING)
INET_ENABLED = VendorDefault(True, "family inet unicast is on where no family is stated", _ROUTING)
FAMILY_DISABLED = VendorDefault(False, "the family is not stated", _ROUTING)
NOT_KEPT = VendorDefault(False, "no `multihop no-nexthop-change` is set", _ROUTING)
ACCEPTED = VendorDefault(
    PolicyChain((), PolicyAction.PERMIT), "without an import policy BGP takes every route", _ROUTING
)
DIRECT_PREFERENCE = VendorDefault(5, "static routes have preference 5", "Routing, Route Preferences")
ACTIVE = VendorDefault(False, "the protocol runs on the interface unless passive is set", "Routing")
REFERENCE_MBPS = VendorDefault(100, "reference-bandwidth of OSPF is 100 Mb/s", "Juniper, reference-bandwidth")
ISIS_BY_LEVEL = VendorDefault(
    0, "the metric of IS-IS is 10 unless reference-bandwidth is set", "Juniper, IS-IS User Guide"
)
ISIS_METRIC = VendorDefault(10, "the metric of IS-IS is 10", "Juniper, IS-IS User Guide")
LEVELS_1_2 = VendorDefault(IgpLevel.LEVEL_1_2, "both levels of IS-IS are on unless `level N disable`", "Routing")
NO_LEVEL = VendorDefault(IgpLevel.AREA, "OSPF has areas, no levels")
NO_AREA = VendorDefault("", "IS-IS has levels, no areas of an interface")
WITHHELD = VendorDefault(
    True,
    "routes that came from an AS are not sent to peers in it unless advertise-peer-as is set",
    "Juniper CLI reference, advertise-peer-as",
)
ROUTE_TABLE = VendorDefault(
    PolicyChain((), PolicyAction.PERMIT), "export policies choose from the active routes of the table", _ROUTING
)
