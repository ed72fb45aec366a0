"""What one port makes of the markings that arrive."""

from __future__ import annotations

from roce_lint.fabric.port_basics import trusts_dscp
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.terms import Trust
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PortClassification:
    """By what the port classifies, and where packets without a marking go."""

    trust: Fact[Trust]
    """By what the port classifies: DSCP, the priority of the VLAN tag, both or nothing."""
    trusts_dscp: Fact[bool]
    """The port classifies by DSCP."""
    has_own_classifier: Fact[bool]
    """A classifier is configured, or the table of the system's default one is documented."""
    lossless_class_is_reached: Fact[bool]
    """Some marking that the port trusts gets a class that pauses; also where nothing pauses."""
    unmarked_is_lossless: Fact[bool]
    """Packets without a marking get a class that pauses."""
    unmarked_class_mtu_bytes: Fact[int]
    """The largest IP packet that the class of unmarked packets takes, in bytes."""
    unmarked_stays_off_roce: Fact[bool]
    """No rewriting gives unmarked packets a RoCE DSCP on the way out."""


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
        has_own_classifier=_has_own_classifier(port),
        lossless_class_is_reached=reaches_lossless,
        unmarked_is_lossless=unmarked_lossless,
        unmarked_class_mtu_bytes=unmarked_mtu,
        unmarked_stays_off_roce=unmarked_stays,
    )


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
