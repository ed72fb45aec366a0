"""The closed choices that facts are made of, in the field's standard terms."""

from __future__ import annotations

from enum import Enum

FILE_KINDS = ("partitions", "opensm-conf", "qos-policy", "ibdiag", "ufm", "quantum")
"""Formats of files that describe an InfiniBand subnet and no Ethernet device."""


class Role(Enum):
    """Place of a device in the fabric, from the hosts upwards."""

    HOST = "host"
    LEAF = "leaf"
    SPINE = "spine"
    SUPER_SPINE = "super-spine"


class PathChoice(Enum):
    """How a flow is put on one of several equal-cost paths."""

    STATIC = "static"
    AUTO = "auto"
    DYNAMIC = "dynamic"


class PortKind(Enum):
    """What an interface is; only ETHERNET ports have queues and take PFC."""

    ETHERNET = "ethernet"
    LAG = "lag"
    SUBINTERFACE = "subinterface"
    VLAN = "vlan"
    LOOPBACK = "loopback"
    MANAGEMENT = "management"
    TUNNEL = "tunnel"


class BundleMode(Enum):
    """How a member comes into its bundle: LACP asked for, LACP answered only (IEEE 802.1AX), or without LACP.

    `NO_LAG` is a bond of a host whose ports the switch must not bundle, such as active-backup.
    """

    ACTIVE = "active"
    PASSIVE = "passive"
    STATIC = "on"
    NO_LAG = "no LAG"


class BondKind(Enum):
    """How a host's bond ends at switches: at one leaf, at two that announce it as one Ethernet segment (EVPN), at two
    with links between them that act as one switch (MLAG, vPC), or at two that know nothing of it, one port in use."""

    ONE_LEAF = "one-leaf"
    ESI = "esi"
    LEAF_PAIR = "leaf-pair"
    ACTIVE_BACKUP = "active-backup"

    @property
    def is_lag(self) -> bool:
        """Whether switches bundle the ports, by LACP."""
        return self is not BondKind.ACTIVE_BACKUP


class Fec(Enum):
    """Forward error correction of a link (IEEE 802.3 clauses 74, 91, 108 and 119)."""

    OFF = "off"
    FIRE_CODE = "fire code"
    REED_SOLOMON = "Reed-Solomon"


class Trust(Enum):
    """Which marking of an arriving packet selects its traffic class."""

    DSCP = "dscp"
    PCP = "pcp"
    DSCP_AND_PCP = "dscp and pcp"
    NONE = "none"


class PfcMode(Enum):
    """How a port decides whether it takes part in PFC (IEEE 802.1Q clause 36)."""

    ON = "on"
    OFF = "off"
    AUTO = "auto"
    """Negotiated with the peer by DCBX."""
    OVERRULED = "overruled"
    """Off by a line for all ports, against the port's own line that switches it on."""


class Scheduling(Enum):
    """How a queue is served."""

    STRICT = "strict"
    WEIGHTED = "weighted"


class WatchdogAction(Enum):
    """What a PFC watchdog does to a queue that stays paused."""

    DROP = "drop"
    NOTIFY_ONLY = "notify-only"
    ERRDISABLE = "errdisable"
    IGNORE_PAUSE = "ignore-pause"
    """Pause frames are ignored for the recovery time, so that the queue drains."""


class OuterDscp(Enum):
    """Where the DSCP of a tunnel's outer header comes from (RFC 2983)."""

    INNER = "inner"
    """Copied from the inner header (uniform model)."""
    POLICY = "policy"
    """Set by the ingress class or a rewrite map (pipe model)."""
    TRAFFIC_CLASS = "traffic class"
    """Set by the traffic class, to a code point that selects the same class again."""
    FIXED = "fixed"


class QosPart(Enum):
    """What a part of a port's QoS decides: a fault in one part says nothing of what follows from others alone."""

    CLASSIFICATION = "classification"
    PAUSE = "pause"
    ECN = "ECN"
    SCHEDULING = "scheduling"
    BUFFER = "buffer"
    WATCHDOG = "watchdog"


EVERY_PART = frozenset(QosPart)


class LinkOrigin(Enum):
    """How a link was learnt, in falling order of trust."""

    INTENT = "intent"
    CABLING = "cabling file"
    LLDP = "LLDP"
    ADDRESS = "/31 addresses"
    DESCRIPTION = "interface description"
