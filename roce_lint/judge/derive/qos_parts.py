"""Which parts of a port's QoS the facts of rules speak of."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.judge.rule import Rule
from roce_lint.model.terms import EVERY_PART, QosPart

_CLASSIFICATION = frozenset({QosPart.CLASSIFICATION})
_PAUSE = frozenset({QosPart.PAUSE})
_CLASSES = _CLASSIFICATION | _PAUSE
_ECN = frozenset({QosPart.ECN})
_SCHEDULING = frozenset({QosPart.SCHEDULING})
_BUFFER = frozenset({QosPart.BUFFER})
_WATCHDOG = frozenset({QosPart.WATCHDOG})
_NONE: frozenset[QosPart] = frozenset()

_OF_FACTS: Mapping[str, frozenset[QosPart]] = {
    "marking.is_in_that_class": _CLASSIFICATION,
    "marking.leaves_as_intended": _CLASSIFICATION,
    "marking.next_hop_keeps_class": _CLASSIFICATION,
    "marking.shares_best_effort_queue": _CLASSIFICATION,
    "marking.shares_roce_queue": _CLASSIFICATION,
    "port.agrees_with_bundle": EVERY_PART,
    "port.has_own_classifier": _CLASSIFICATION,
    "port.ip_mtu_bytes": _NONE,
    "port.lossless_class_is_reached": _CLASSES,
    "port.pauses_anything": _PAUSE,
    "port.pauses_by_pcp_alone": _CLASSIFICATION,
    "port.roce_ip_mtu_bytes": _NONE,
    "port.trusts_dscp": _CLASSIFICATION,
    "port.unmarked_class_mtu_bytes": _PAUSE,
    "priority.alpha": _BUFFER,
    "priority.is_reached": _CLASSES,
    "queue.egress_share_over_ingress": _BUFFER,
    "queue.is_shaped_blindly": _SCHEDULING,
    "queue.scheduling": _SCHEDULING,
    "queue.shape_percent": _SCHEDULING,
    "queue.weight_percent": _SCHEDULING,
}
_OF_VARIABLES: Mapping[str, frozenset[QosPart]] = {
    "curve": _ECN,
    "design": _NONE,
    "lossless": _CLASSES,
    "marking": _CLASSES,
    "pair": _CLASSES,
    "path": _CLASSES,
    "priority": _PAUSE,
    "queue": _ECN,
    "service": _SCHEDULING,
    "step": _ECN,
}
_WATCHDOG_FACTS = "port.watchdog_"


def parts_required_by(rule: Rule) -> frozenset[QosPart]:
    """Return the parts that are as they should be where the rule holds; all where its facts do not tell."""
    found = [_of_fact(path.name, path.variable) for path in rule.require.facts]
    return frozenset[QosPart]().union(*found) or EVERY_PART


def parts_presumed_by(rule: Rule) -> frozenset[QosPart]:
    """Return the parts that the rule's verdict follows from: those it requires, and for a queue what selects it."""
    required = parts_required_by(rule)
    return required | _CLASSIFICATION if rule.scope == "queue" else required


def _of_fact(name: str, variable: str) -> frozenset[QosPart]:
    if name.startswith(_WATCHDOG_FACTS):
        return _WATCHDOG
    return _OF_FACTS.get(name, _OF_VARIABLES.get(variable, EVERY_PART))
