"""What one port makes of the markings that arrive."""

from __future__ import annotations

from roce_lint.fabric.port_basics import TRUST_DSCP, trusts_dscp, trusts_pcp
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import is_true, map_fact
from roce_lint.model.terms import Trust
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PortClassification:
    """By what the port classifies, and where packets without a marking go."""

    trust: Fact[Trust]
    """What the port classifies by: DSCP, the priority of the VLAN tag, both or nothing."""
    trusts_dscp: Fact[bool]
    """The port classifies by DSCP."""
    pauses_by_pcp_alone: Fact[bool]
    """No DSCP that the port trusts gets a class that pauses, but the priority of the VLAN tag does, or nothing is
    trusted.
    """
    class_travels_in_tag: Fact[bool]
    """The port switches, reads the class from the VLAN tag, and writes it into the tag of packets that it sends."""
    has_own_classifier: Fact[bool]
    """A classifier is configured, or the table of the system's default one is documented."""
    lossless_class_is_reached: Fact[bool]
    """Some marking that the port trusts gets a class that pauses; also true if nothing pauses."""
    unmarked_is_lossless: Fact[bool]
    """Packets without a marking get a class that pauses."""
    unmarked_class_mtu_bytes: Fact[int]
    """The largest IP packet that the class of unmarked packets accepts, in bytes."""
    unmarked_stays_off_roce: Fact[bool]
    """Unmarked packets are not rewritten to a RoCE DSCP at egress."""


def port_classification(
    port: Port,
    reaches_lossless: Fact[bool],
    unmarked_lossless: Fact[bool],
    unmarked_mtu: Fact[int],
    unmarked_stays: Fact[bool],
) -> PortClassification:
    """Return the classification of a port, with what its device knows of the classes that packets get."""
    return PortClassification(
        trust=port.qos.trust,
        trusts_dscp=trusts_dscp(port),
        pauses_by_pcp_alone=_pauses_by_pcp_alone(port),
        class_travels_in_tag=_travels_in_tag(port),
        has_own_classifier=_has_own_classifier(port),
        lossless_class_is_reached=reaches_lossless,
        unmarked_is_lossless=unmarked_lossless,
        unmarked_class_mtu_bytes=unmarked_mtu,
        unmarked_stays_off_roce=unmarked_stays,
    )


def _pauses_by_pcp_alone(port: Port) -> Fact[bool]:
    """Say whether data is in the lossless class by its VLAN tag; a map of other DSCPs, as of CNPs, changes nothing."""
    trust = port.qos.trust
    if isinstance(trust, Unknown):
        return trust
    table = port.qos.classification
    pausing = {one.name for one in port.qos.classes if known(one.pause_priorities, frozenset())}
    by_dscp = any(known(name, "") in pausing for name in table.traffic_class_by_dscp)
    by_pcp = any(known(name, "") in pausing for name in table.traffic_class_by_pcp)
    looks_at_dscp = trust.value in TRUST_DSCP
    return map_fact(lambda value: not looks_at_dscp or (trusts_pcp(value) and by_pcp and not by_dscp), trust)


def _travels_in_tag(port: Port) -> Fact[bool]:
    """Say whether the VLAN tag keeps the class from switch to switch: it selects the class, and is written by it."""
    by_tag = is_true(_pauses_by_pcp_alone(port)) and is_true(port.qos.rewrites_pcp)
    if by_tag and not is_true(port.values.routed):
        return Stated(True, port.qos.rewrites_pcp.source)
    return Default(False, port.source, "no line of the port writes the class into the tag from which it is read")


def _has_own_classifier(port: Port) -> Fact[bool]:
    """Say whether the class of a marking is evaluated; it is not where an undocumented system default decides them
    all."""
    trust = port.qos.trust
    table = port.qos.classification.traffic_class_by_dscp
    if isinstance(trust, Unknown):
        return trust
    if isinstance(trust, Stated) or any(not isinstance(entry, Unknown) for entry in table):
        return Default(True, trust.source, "a map is configured or documented")
    place = trust.source if isinstance(port.qos.bound, Stated) else port.source
    return Default(False, place, "no classifier is bound")
