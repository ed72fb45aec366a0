"""What Junos does where its configuration is silent.

"TMG" is Juniper's Traffic Management User Guide for QFX Series switches.
"""

from __future__ import annotations

from roce_lint.model.fact import NOWHERE, Unknown
from roce_lint.model.qos_tables import QosDefaults
from roce_lint.model.terms import PfcMode, Scheduling, Trust, WatchdogAction
from roce_lint.model.vendor_default import UndocumentedDefault, VendorDefault

_SETTINGS = "TMG, Understanding Default CoS Settings"
_NOTIFICATION = "Juniper CLI reference, congestion-notification-profile"
_WATCHDOG = "Juniper, PFC Watchdog"
_ECN = "TMG, Understanding CoS Explicit Congestion Notification"

NO_NUMBER = Unknown("the number is not readable", NOWHERE)
CLASS_QUEUE = {
    name: VendorDefault(queue, f"{name} has queue {queue} by default", _SETTINGS)
    for name, queue in (("best-effort", 0), ("fcoe", 3), ("no-loss", 4), ("network-control", 7), ("mcast", 8))
}
"""The system's own forwarding classes."""
LOSSLESS_CLASSES = frozenset(("fcoe", "no-loss"))
LOSSLESS_BY_DEFAULT = VendorDefault(True, "fcoe and no-loss are no-loss by default", _SETTINGS)
LOSSY_CLASS = VendorDefault(False, "the forwarding class has no `no-loss`", "TMG, Defining CoS Forwarding Classes")
BEST_EFFORT = VendorDefault("best-effort", "what no classifier assigns is best effort", _SETTINGS)
UNLISTED = VendorDefault(
    "best-effort",
    "the classifier does not list it, and what is not assigned gets the class of queue 0",
    "Juniper, CoS User Guide, Default Forwarding Classes",
)
DEFAULT_CLASSIFIERS = VendorDefault(
    Trust.DSCP_AND_PCP,
    "the default classifiers of DSCP and of IEEE 802.1p hold where no classifier is configured",
    "TMG, Understanding Default CoS Scheduling and Classification",
)
DEFAULT_DSCP = {48: "network-control", 56: "network-control"}
"""What the default DSCP classifier assigns besides best effort. Source: as DEFAULT_CLASSIFIERS."""
DEFAULT_PCP = {3: "fcoe", 4: "no-loss", 6: "network-control", 7: "network-control"}
"""What the default IEEE 802.1p classifier assigns besides best effort. Source: as DEFAULT_CLASSIFIERS."""
DEFAULT_PRECEDENCE = {6: "network-control", 7: "network-control"}
"""What the default classifier of IP precedence (ipprec-compatibility) assigns besides best effort.

Source: Junos CoS User Guide, Default IP Precedence Classifier.
"""
NO_TRUST = VendorDefault(
    Trust.NONE,
    "a forwarding class of the port, and no marking, selects the class",
    "TMG, Understanding CoS Classifiers",
)
NOT_BOUND = VendorDefault(False, "class-of-service interfaces has no stanza for the port")
BOUND_BY_WILDCARD = VendorDefault(True, "a stanza of class-of-service interfaces reaches the port by a wildcard")
BOUND_TO_NOTHING = VendorDefault(True, "class-of-service is bound to a port whose units have no address and no VLAN")
PFC_OFF = VendorDefault(PfcMode.OFF, "no congestion-notification-profile is bound to the port", _NOTIFICATION)
NO_PAUSE = VendorDefault(False, "the input of the congestion-notification-profile does not list it", _NOTIFICATION)
NOT_OBEYED = VendorDefault(
    False, "the output of the congestion-notification-profile does not list the priority", _NOTIFICATION
)
NOT_OBEYED_BY_DEFAULT = VendorDefault(
    False,
    "without an output of the profile pauses of priorities 3 and 4 alone are obeyed",
    "Juniper CLI reference, code-point (Output Congestion Notification)",
)
OBEYED_BY_DEFAULT = VendorDefault(
    True,
    "without an output of the profile pauses of priorities 3 and 4 are obeyed",
    "Juniper CLI reference, code-point (Output Congestion Notification)",
)
OBEYED_PRIORITIES = (3, 4)
NO_PAUSE_CLASS = VendorDefault(frozenset[int](), "no profile of the port makes the class pause", _NOTIFICATION)
CABLE_M = VendorDefault(100, "headroom is sized for 100 m unless cable-length is set", _NOTIFICATION)
NO_CLASS_MTU = VendorDefault(65535, "Junos has no MTU per class; the mtu of the interface decides")
WEIGHTED = VendorDefault(
    Scheduling.WEIGHTED, "a scheduler without priority has priority low", "TMG, Defining CoS Queue Schedulers"
)
NO_GUARANTEE = VendorDefault(0.0, "no transmit-rate of a scheduler holds")
FULL_RATE = VendorDefault(100.0, "no shaping-rate of a scheduler holds")
NOT_MARKED = VendorDefault(False, "ECN is off unless a scheduler has explicit-congestion-notification", _ECN)
NO_PROFILE_NO_MARKS = VendorDefault(False, "ECN marks only where a drop profile is mapped", _ECN)
NOT_DROPPED_EARLY = VendorDefault(False, "without a drop profile the queue drops at its tail", _ECN)
MARKED_NOT_DROPPED = VendorDefault(False, "ECN-capable packets are marked and not dropped", _ECN)
NOT_REWRITTEN = VendorDefault(False, "no rewrite rule of DSCP is bound to the port", _SETTINGS)
NO_LINK_PAUSE = VendorDefault(
    False, "Ethernet PAUSE of an interface is off", "TMG, Understanding CoS Flow Control (Ethernet PAUSE and PFC)"
)
WATCHDOG_OFF = VendorDefault(False, "no congestion-notification-profile of the port has pfc-watchdog", _WATCHDOG)
WATCHDOG_POLL_MS = VendorDefault(100, "poll-interval is 100 ms", _WATCHDOG)
WATCHDOG_DETECTION = VendorDefault(2, "detection is 2 polling intervals", _WATCHDOG)
WATCHDOG_RECOVERY_MS = VendorDefault(200, "recovery is 200 ms", _WATCHDOG)
WATCHDOG_DROPS = VendorDefault(
    WatchdogAction.DROP, "the watchdog flushes the queue and drops what enters it", _WATCHDOG
)
WATCHDOG_RECOVERS = VendorDefault(True, "the watchdog enables the queue again after the recovery time", _WATCHDOG)
QOS = QosDefaults(
    no_trust=NO_TRUST,
    class_without_map=BEST_EFFORT,
    queue_without_map=UndocumentedDefault("the queue of the forwarding class is not known"),
    group_without_map=UndocumentedDefault("Junos has no priority groups that a configuration names"),
    class_mtu=NO_CLASS_MTU,
    class_without_pause=NO_PAUSE_CLASS,
    queue_of_priority="without an output of the profile a pause stops the queue of its number (Juniper CLI reference)",
    scheduling=WEIGHTED,
    weight=UndocumentedDefault("no scheduler is mapped to the class of the queue"),
    guaranteed=NO_GUARANTEE,
    shape=FULL_RATE,
    not_marked=NOT_MARKED,
    no_curve="no drop profile is mapped to the queue",
    averaging_weight=UndocumentedDefault("whether queue depths are averaged is not published"),
    not_dropped_early=NOT_DROPPED_EARLY,
    not_rewritten=NOT_REWRITTEN,
    link_pause=NO_LINK_PAUSE,
)
"""What holds where a port of Junos binds nothing."""
