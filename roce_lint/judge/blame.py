"""Which fault causes which: along the lossless chain, from the marking that arrives to the queue that it leaves by.

    name, attachment -> trust, classifier -> class -> priority, PFC -> egress queue -> ECN, scheduler, buffer, watchdog

A fault takes the meaning from facts further down: while the port does not look at the DSCP, nothing follows from the
queue that RoCE leaves through. A rule that reads such a fact follows from that fault, and never the other way round.
Where two rules are about one thing, the more exact one speaks and the other follows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from roce_lint.judge.rule import Rule
from roce_lint.model.terms import QosPart
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class FaultEffects:
    """What a fault makes of other findings.

    `spoils`: facts (`queue.carries_*`) from which nothing follows while the fault stands, so that a finding on them is
    its consequence. `tells`: rules that say less exactly what this one says. `hides`: facts that nobody knows before
    the fault is fixed; what needs them waits for it. `hides_beside`: such facts of other queues of the port.
    `hides_if_astray`: such facts where no line ties the queue to the class that is meant for RoCE: then it may be the
    class that is wrong. `hides_of_device`: such facts of the device.
    """

    rule: str
    spoils: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    hides_beside: tuple[str, ...] = ()
    hides_if_astray: tuple[str, ...] = ()
    hides_of_device: tuple[str, ...] = ()


_CLASS_OF_MARKING = (
    "marking.class_*",
    "marking.leaves_as_intended",
    "marking.next_hop_*",
    "marking.is_in_that_class",
    "marking.both_ends_lossless",
    "marking.pause_reaches_its_queue",
    "marking.pauses_*",
    "marking.is_mapped_explicitly",
    "lossless.*",
    "pair.kept_apart",
    "priority.is_reached",
    "port.lossless_class_is_reached",
    "path.loss",
)
_QUEUE_OF_CLASS = (
    "queue.carries_*",
    "queue.egress_share_over_ingress",
    "curve.roce_queues",
    "curve.stands_*",
    "service.roce_*",
    "service.carries_*",
    "service.is_above_roce",
    "service.is_behind_strict_roce",
    "service.pulled_down",
    "service.is_scheduled",
    "service.strict_is_stated",
)
_COMPARED = ("port.agrees_with_bundle", "outlier.is_usual")
_CHAIN = (*_CLASS_OF_MARKING, *_QUEUE_OF_CLASS, *_COMPARED)
_SHARED = ("marking.shares_*",)
_CURVE = ("queue.ecn_*", "queue.curve_*", "curve.*", "step.*")
_CLASSIFIER = ("port.trusts_dscp", "port.pauses_by_pcp_alone", "marking.trusts_dscp", "port.has_own_classifier")
_PAUSE = ("priority.ends_agree", "priority.pauses", "priority.obeys_pause")

_HIDDEN_CLASS = (
    *_SHARED,
    *_CHAIN[:-2],
    "marking.traffic_class",
    "marking.queue",
    "marking.leaves_as",
    "marking.some_*",
    "marking.is_policed",
)
_HIDDEN_PAUSE = (
    "port.agrees_with_bundle",
    "priority.ends_agree",
    "port.pfc_on",
    "port.pfc_is_negotiated",
    "port.pauses_anything",
    "port.some_priority_no_drop",
    "port.lossless_*",
    "priority.pauses",
    "priority.sends_pause",
    "priority.obeys_pause",
    "priority.configured_no_drop",
    "priority.is_reached",
    "queue.carries_lossless",
    "queue.xoff_threshold_*",
    "queue.incast_xoff_threshold_bytes",
    "marking.class_*",
    "marking.some_class_is_lossless",
    "marking.both_ends_lossless",
    "marking.pfc_ends_agree",
    "marking.pauses_*",
    "priority.headroom_*",
    "priority.alpha*",
    "priority.class_mtu_bytes",
    "priority.resume_*",
)
_HIDDEN_CURVE = ("queue.ecn_*", "queue.curve_*", "queue.wred_drop_enabled", "curve.*")
_HIDDEN_SERVICE = (
    "queue.scheduling",
    "queue.weight_percent",
    "queue.shape_percent",
    "queue.is_shaped_blindly",
    "service.*",
)
_BESIDE_ROCE = ("service.is_above_roce", "service.is_behind_strict_roce", "service.pulled_down")
_HIDDEN_WATCHDOG = ("port.watchdog_*",)
_HIDDEN_TRIMMING = ("trimming.*",)
_HIDDEN_QUEUE_OF_TRIMMED = ("trimming.queue_*", "trimming.marking_*")
_HIDDEN_RETRY = ("retry.*",)
_HIDDEN_BUFFER = (
    "priority.headroom_*",
    "priority.alpha*",
    "queue.reachable_bytes",
    "queue.deepest_bytes",
    "queue.egress_share_over_ingress",
    "queue.xoff_threshold_*",
    "priority.resume_*",
)
_HIDDEN_BY_PART: Mapping[QosPart, tuple[str, ...]] = {
    QosPart.CLASSIFICATION: _HIDDEN_CLASS,
    QosPart.PAUSE: _HIDDEN_PAUSE,
    QosPart.ECN: _HIDDEN_CURVE,
    QosPart.SCHEDULING: _HIDDEN_SERVICE,
    QosPart.BUFFER: _HIDDEN_BUFFER,
    QosPart.WATCHDOG: _HIDDEN_WATCHDOG,
}
_UPLINKS = ("uplinks.*",)
_STRAY_CLASS = ("marking.class_is_lossless",)
"""That RoCE's class pauses, where only a priority makes it pause that should not."""
_WORDS_OF_PART: Mapping[QosPart, re.Pattern[str]] = {
    QosPart.CLASSIFICATION: lazy_pattern(r"(?i)dscp|classif|class-map|\bmatch\b|\btrust\b|code-point|qos-group|_to_tc"),
    QosPart.PAUSE: lazy_pattern(r"(?i)pfc|pause|priority-flow|no-?drop|no-?loss|congestion-notification-profile"),
    QosPart.ECN: lazy_pattern(r"(?i)\becn|_ecn|wred|random-detect|drop-profile|slope|congestion-control"),
    QosPart.SCHEDULING: lazy_pattern(
        r"(?i)schedul|bandwidth|transmit-rate|\bweight|\bshap|priority level|priority strict"
    ),
    QosPart.BUFFER: lazy_pattern(r"(?i)buffer|headroom|xoff|xon|\bmmu\b|ingress threshold|cable-?length|burst-size"),
    QosPart.WATCHDOG: lazy_pattern(r"(?i)watch-?dog|pfc_?wd|deadlock|detection[-_]time|restoration_time"),
}
_WORDS_OF_FEATURES: Sequence[tuple[re.Pattern[str], tuple[str, ...]]] = (
    (lazy_pattern("(?i)trimm"), _HIDDEN_TRIMMING),
    (lazy_pattern("(?i)llr"), _HIDDEN_RETRY),
)
_OF_QUEUE = frozenset({QosPart.ECN, QosPart.SCHEDULING, QosPart.BUFFER})
"""What lacks all of these lacks the queue itself."""
_EVERYTHING = tuple(dict.fromkeys(one for part in _HIDDEN_BY_PART.values() for one in part))
_PATHS_OF_PAUSE = ("pause-priority-changes-on-path", "pause-stops-other-queue-on-path", "pfc-missing-on-path")
_ROLE = ("outlier.is_usual",)

FAULTS: tuple[FaultEffects, ...] = (
    # Whose configuration it is, and whose address.
    FaultEffects(
        "switch-has-addresses-of-another", ("address.is_unique", "ends.subnets_agree", "ends.masks_agree", "pair.meets")
    ),
    FaultEffects("address-not-unique", ("ends.subnets_agree", "ends.masks_agree", "pair.meets", "pair.forms")),
    # Names and attachments: what they would bring is not there.
    FaultEffects(
        "undefined-reference",
        (
            *_CHAIN,
            *_SHARED,
            *_CURVE,
            *_CLASSIFIER,
            *_PAUSE,
            "port.qos_bound",
            "port.unmarked_class_mtu_bytes",
            "queue.is_shaped_*",
            "queue.scheduling",
            "service.weights_sum_percent",
            "device.inner_dscp_classifies",
        ),
        ("pfc-without-lossless-priority", "watchdog-without-pfc"),
    ),
    FaultEffects("setting-refused-by-device", tells=("roce-port-without-qos", "hosts-without-route")),
    FaultEffects(
        "roce-port-without-qos",
        (
            "port.pauses_anything",
            *_CHAIN,
            *_SHARED,
            *_CLASSIFIER,
            "priority.ends_agree",
            "priority.pauses",
            "port.pfc_is_negotiated",
            "queue.ecn_enabled",
            "queue.is_shaped_*",
            "queue.scheduling",
            "service.weights_sum_percent",
        ),
        hides=_EVERYTHING,
    ),
    # What the port makes of the marking.
    FaultEffects(
        "classifier-missing-on-roce-port",
        (*_CHAIN, *_SHARED, "port.trusts_dscp", "port.unmarked_is_lossless"),
        hides=_HIDDEN_CLASS,
    ),
    FaultEffects(
        "trust-discards-marking",
        (*_CHAIN, "nic.paused_priority_is_reached"),
        hides=(*_HIDDEN_CLASS, *_CLASSIFIER),
    ),
    FaultEffects(
        "host-marks-other-dscp",
        tells=(
            "dcqcn-switched-on-elsewhere",
            "nic-class-of-roce-shared",
            "nic-limits-rate-of-roce",
            "nic-priority-differs-from-switch",
            "nic-serves-others-before-roce",
            "nic-share-of-roce-small",
        ),
    ),
    FaultEffects("roce-in-lossy-class", _CHAIN, ("cnp-shares-roce-queue",), _HIDDEN_CLASS),
    FaultEffects(
        "pause-stops-other-queue",
        ("priority.is_reached", "port.lossless_class_is_reached", "marking.pause_reaches_its_queue"),
        (
            "best-effort-shares-roce-queue",
            "ecn-missing-on-roce-queue",
            "ecn-on-other-queue",
            "pause-of-another-priority",
            "pause-priority-changes-on-path",
            "pause-stops-other-queue-on-path",
        ),
        _QUEUE_OF_CLASS,
    ),
    FaultEffects(
        "cnp-in-lossless-class",
        _ROLE,
        ("cnp-behind-strict-roce", "cnp-in-best-effort", "cnp-shares-roce-queue", "marking-relies-on-vendor-default"),
        ("queue.carries_cnp", "marking.shares_*"),
    ),
    FaultEffects(
        "unmarked-traffic-in-lossless-class",
        _ROLE,
        (
            "best-effort-shares-roce-queue",
            "lossless-class-below-best-effort",
            "lossless-class-far-below-best-effort",
            "pfc-on-best-effort-or-control",
            "too-many-lossless-priorities",
        ),
        ("service.carries_best_effort", "lossless.*", *_STRAY_CLASS),
    ),
    FaultEffects("control-traffic-in-lossless-class", _ROLE),
    FaultEffects("foreign-markings-in-lossless-class", _ROLE),
    FaultEffects(
        "lossless-classes-collapse",
        tells=("lossless-class-below-best-effort", "lossless-class-far-below-best-effort"),
        hides=_STRAY_CLASS,
    ),
    FaultEffects("cnp-in-best-effort", _ROLE, ("marking-relies-on-vendor-default",), ("queue.carries_cnp", *_SHARED)),
    FaultEffects(
        "cnp-shares-roce-queue", _ROLE, ("marking-relies-on-vendor-default",), ("queue.carries_cnp", *_SHARED)
    ),
    FaultEffects("best-effort-shares-roce-queue", _ROLE),
    # Pause: of NICs before that of the cable, of the cable before that of one end.
    FaultEffects("host-file-stops-pausing", tells=("host-files-disagree",)),
    FaultEffects("nic-pauses-other-priorities", tells=("pfc-link-ends-differ", "pfc-on-best-effort-or-control")),
    FaultEffects(
        "pfc-link-ends-differ",
        ("port.lossless_class_is_reached", "port.agrees_with_bundle", "port.watchdog_covers_pfc"),
        ("pfc-missing-on-roce-port", "nic-priority-differs-from-switch", "pause-of-another-priority", *_PATHS_OF_PAUSE),
        _HIDDEN_PAUSE,
    ),
    FaultEffects(
        "pfc-missing-on-roce-port",
        ("port.lossless_class_is_reached", "port.agrees_with_bundle", "port.watchdog_covers_pfc"),
        ("nic-priority-differs-from-switch", *_PATHS_OF_PAUSE),
        _HIDDEN_PAUSE,
    ),
    FaultEffects(
        "pfc-without-lossless-priority",
        ("marking.class_mtu_bytes", "priority.class_mtu_bytes"),
        ("pfc-missing-on-path",),
        (*_HIDDEN_PAUSE, "priority.intended"),
    ),
    FaultEffects("watchdog-without-pfc", hides=(*_HIDDEN_PAUSE, "priority.intended")),
    FaultEffects(
        "pfc-defined-and-bound-nowhere",
        hides=(*_HIDDEN_PAUSE, *_HIDDEN_WATCHDOG, *_HIDDEN_BUFFER, "priority.intended"),
    ),
    FaultEffects("pfc-left-to-negotiation", hides=_HIDDEN_PAUSE),
    FaultEffects(
        "pfc-on-best-effort-or-control",
        tells=("pause-obeyed-for-best-effort-or-control", "shaper-on-lossless-queue", "too-many-lossless-priorities"),
        hides=_STRAY_CLASS,
    ),
    FaultEffects(
        "too-many-lossless-priorities",
        tells=("lossless-class-below-best-effort", "lossless-class-far-below-best-effort"),
        hides=_STRAY_CLASS,
    ),
    FaultEffects(
        "lossless-class-without-traffic",
        tells=("ecn-missing-on-roce-queue", "ecn-on-other-queue", "queue-not-scheduled", "roce-class-lost-on-path"),
        hides=_QUEUE_OF_CLASS,
    ),
    FaultEffects("lossless-priority-without-headroom", hides=_HIDDEN_BUFFER),
    FaultEffects("headroom-below-cable-delay", tells=("headroom-below-response", "headroom-below-two-frames")),
    FaultEffects("headroom-below-two-frames", tells=("headroom-below-response",)),
    FaultEffects("alpha-too-small", _ROLE),
    FaultEffects(
        "roce-priority-changes-on-link", tells=("pause-priority-changes-on-path", "pause-stops-other-queue-on-path")
    ),
    FaultEffects(
        "nic-priority-differs-from-switch", tells=("nic-class-of-roce-shared", "nic-receives-cnps-in-paused-class")
    ),
    FaultEffects("cnps-in-paused-class", tells=("host-cnp-dscp-differs",)),
    FaultEffects("host-cnp-dscp-differs", tells=("nic-receives-cnps-in-paused-class",)),
    # Marks that are written on the way.
    FaultEffects(
        "rewriting-changes-class-downstream", tells=("class-lost-by-rewriting-on-path", "cnp-paused-after-rewriting")
    ),
    FaultEffects("class-lost-by-rewriting-on-path", tells=("marking-rewritten-to-another",)),
    FaultEffects("cnp-paused-after-rewriting", tells=("marking-rewritten-to-another",)),
    FaultEffects("outer-dscp-not-from-inner", tells=("class-behind-tunnel-not-by-dscp", "class-lost-in-tunnel")),
    FaultEffects("ecn-lost-in-tunnel", tells=("class-behind-tunnel-not-by-dscp",)),
    # The marking curve.
    FaultEffects("wred-drops-roce", _ROLE, ("ecn-missing-on-roce-queue", "ecn-on-other-queue"), _HIDDEN_CURVE),
    FaultEffects(
        "ecn-on-other-queue",
        _ROLE,
        ("roce-share-below-best-effort",),
        (*_HIDDEN_CURVE, *_HIDDEN_SERVICE, *_HIDDEN_CLASS),
    ),
    FaultEffects(
        "ecn-missing-on-roce-queue",
        _COMPARED,
        ("queue-not-scheduled", "roce-weight-missing"),
        _HIDDEN_CURVE,
        hides_if_astray=_HIDDEN_CLASS,
    ),
    FaultEffects(
        "ecn-curve-invalid",
        (
            "queue.ecn_kmin_bytes",
            "queue.ecn_kmax_bytes",
            "curve.kmin_us",
            "curve.kmax_us",
            "curve.is_*",
            "step.faster_*",
            *_ROLE,
        ),
    ),
    FaultEffects(
        "ecn-after-pfc",
        ("queue.deepest_bytes", *_ROLE),
        (
            "ecn-saturates-above-pfc",
            "ecn-starts-after-a-millisecond",
            "ecn-starts-too-late",
            "marking-above-any-buffer",
        ),
    ),
    FaultEffects("ecn-threshold-unreachable", _ROLE, ("ecn-starts-after-a-millisecond", "marking-above-any-buffer")),
    FaultEffects("ecn-saturates-above-pfc", _ROLE),
    FaultEffects("ecn-full-marking-unreachable", _ROLE),
    FaultEffects("marking-above-any-buffer", tells=("ecn-starts-after-a-millisecond", "ecn-starts-too-late")),
    FaultEffects("marking-below-one-packet", _ROLE),
    FaultEffects("ecn-starts-after-a-millisecond", tells=("ecn-starts-too-late",)),
    # Trimmed packets, and link-layer retry.
    FaultEffects(
        "trimming-not-set-up",
        tells=(
            "trimmed-packets-dropped-early",
            "trimmed-packets-in-best-effort",
            "trimmed-packets-in-paused-queue",
            "trimmed-packets-marked-as-data",
        ),
        hides=_HIDDEN_TRIMMING,
    ),
    FaultEffects("switch-does-not-trim", hides=_HIDDEN_TRIMMING),
    FaultEffects("trimming-without-queue", hides=_HIDDEN_TRIMMING),
    FaultEffects(
        "class-of-trimmed-packets-left-to-default",
        tells=("trimmed-packets-in-best-effort", "trimmed-packets-marked-as-data", "trimmed-packets-without-marking"),
    ),
    FaultEffects(
        "trimming-switched-off",
        tells=(
            "trimmed-packets-dropped-early",
            "trimmed-packets-in-best-effort",
            "trimmed-packets-in-paused-queue",
            "trimmed-packets-in-trimming-queue",
            "trimmed-packets-marked-as-data",
        ),
        hides=_HIDDEN_TRIMMING,
    ),
    FaultEffects("trimmed-packet-shorter-than-headers", tells=("trim-size-not-taken",)),
    FaultEffects(
        "trimmed-packets-marked-as-data", tells=("trimmed-packets-in-best-effort",), hides=_HIDDEN_QUEUE_OF_TRIMMED
    ),
    FaultEffects("trimmed-packets-in-best-effort", hides=_HIDDEN_QUEUE_OF_TRIMMED),
    FaultEffects("trim-queue-not-taken", hides=_HIDDEN_QUEUE_OF_TRIMMED),
    FaultEffects("trimmed-packets-in-paused-queue", hides=_HIDDEN_QUEUE_OF_TRIMMED),
    FaultEffects("trimmed-packets-in-trimming-queue", hides=_HIDDEN_QUEUE_OF_TRIMMED),
    FaultEffects("link-retry-at-one-end", hides=_HIDDEN_RETRY),
    FaultEffects("link-retry-in-one-direction", hides=_HIDDEN_RETRY),
    FaultEffects("replay-buffer-below-flight", tells=("replay-buffer-small",)),
    # The scheduler.
    FaultEffects("queue-not-scheduled", _ROLE),
    FaultEffects(
        "weight-on-strict-queue",
        tells=("roce-strict-starves-control", "strict-queue-below-weighted"),
        hides=_HIDDEN_SERVICE,
        hides_beside=_BESIDE_ROCE,
    ),
    FaultEffects("roce-strict-starves-control", _ROLE, ("strict-queue-below-weighted",), _HIDDEN_SERVICE, _BESIDE_ROCE),
    FaultEffects("weights-exceed-hundred", ("service.best_effort_weight_percent",), hides=_HIDDEN_SERVICE),
    FaultEffects("roce-weight-zero", ("service.best_effort_weight_percent",), hides=_HIDDEN_SERVICE),
    FaultEffects("roce-weight-missing", ("service.best_effort_weight_percent",), hides=_HIDDEN_SERVICE),
    FaultEffects("lossless-class-far-below-best-effort", tells=("lossless-class-below-best-effort",)),
    FaultEffects("cnp-behind-data-and-bulk", _ROLE, ("cnp-queue-without-share", "control-queue-without-share")),
    FaultEffects("cnp-queue-without-share", _ROLE, ("control-queue-without-share",)),
    FaultEffects("strict-queue-above-roce", _ROLE),
    FaultEffects("strict-queue-below-weighted", _ROLE),
    # The watchdog.
    FaultEffects(
        "watchdog-timers-invalid",
        _ROLE,
        ("watchdog-acts-too-late", "watchdog-polls-too-seldom", "watchdog-restores-too-early"),
        _HIDDEN_WATCHDOG,
    ),
    FaultEffects("watchdog-missing-on-host-port", _ROLE, ("pause-reaches-most-hosts",), _HIDDEN_WATCHDOG),
    FaultEffects("watchdog-missing-on-fabric-port", _ROLE, hides=_HIDDEN_WATCHDOG),
    FaultEffects("watchdog-gap", _ROLE, hides=_HIDDEN_WATCHDOG),
    FaultEffects("watchdog-timers-out-of-range", tells=("watchdog-acts-too-late",)),
    FaultEffects("watchdog-acts-too-late", tells=("watchdog-restores-too-early",)),
    FaultEffects("watchdog-only-notifies", _ROLE),
    FaultEffects("watchdog-shuts-port-for-good", _ROLE),
    # Cables, MTU, routes and tunnels.
    FaultEffects(
        "nccl-avoids-roce", hides=("nic.marks_*", "nic.others_mark_*", "nic.control_*", "nic.service_level_*")
    ),
    FaultEffects("dcqcn-off-on-host", tells=("dcqcn-switched-on-elsewhere",)),
    FaultEffects("mtu-too-small-for-roce", tells=("gateway-mtu-too-small-for-roce",)),
    FaultEffects("gateway-mtu-too-small-for-roce", tells=("gateway-mtu-below-ports",)),
    FaultEffects("link-speeds-differ", tells=("port-speed-differs-from-cable", "uplinks-of-unequal-speed")),
    FaultEffects("fec-differs-on-link", tells=("fec-weakened-on-one-port",)),
    FaultEffects("fec-too-weak-for-speed", tells=("fec-weakened-at-one-end", "fec-weakened-on-one-port")),
    FaultEffects("fec-weakened-at-one-end", tells=("fec-weakened-on-one-port",)),
    FaultEffects("bond-split-between-switches", tells=("switch-pair-incomplete",)),
    FaultEffects("link-ends-in-different-subnets", tells=("neighbor-not-connected",), hides_of_device=_UPLINKS),
    FaultEffects("neighbor-not-connected", hides_of_device=_UPLINKS),
    FaultEffects("link-shut-at-one-end", hides_of_device=_UPLINKS),
    FaultEffects("sessions-exchange-nothing", tells=("hosts-without-route",)),
    FaultEffects("next-hop-is-the-host-itself", tells=("next-hop-is-not-the-switch", "next-hop-not-in-subnet-of-nic")),
    FaultEffects("next-hop-not-in-subnet-of-nic", tells=("next-hop-is-not-the-switch",)),
    FaultEffects(
        "forwarding-loop",
        tells=("pause-cycle-after-failure", "pause-cycle-permitted-by-bgp", "pause-cycle-when-healthy"),
    ),
    FaultEffects("pause-cycle-when-healthy", tells=("pause-cycle-after-failure", "pause-cycle-permitted-by-bgp")),
    FaultEffects("pause-cycle-after-failure", tells=("pause-cycle-permitted-by-bgp",)),
    FaultEffects("partition-without-full-member", tells=("ipoib-members-all-limited",)),
    FaultEffects("partition-group-without-flag", tells=("partition-flag-unknown",)),
)
"""What comes first is nearer to the root: a cause never follows from a later one."""

_PLACE = {cause.rule: number for number, cause in enumerate(FAULTS)}


def with_causes(rules: Iterable[Rule]) -> list[Rule]:
    """Return the rules with the rules that each follows from, besides those that its own file names."""
    given = list(rules)
    names = {rule.id for rule in given}
    found: list[Rule] = []
    for rule in given:
        own = tuple(dict.fromkeys((*rule.suppressed_by, *(one for one in _causes_of(rule) if one in names))))
        found.append(replace(rule, suppressed_by=own) if own != rule.suppressed_by else rule)
    return found


def _causes_of(rule: Rule) -> Sequence[str]:
    facts = {path.name for condition in (*rule.when, rule.require) for path in condition.facts}
    last = _PLACE.get(rule.id, len(FAULTS))
    return [
        cause.rule
        for cause in FAULTS[:last]
        if rule.id in cause.tells or any(map(matcher(cause.spoils), facts) if cause.spoils else ())
    ]


def hidden_without(parts: frozenset[QosPart]) -> tuple[str, ...]:
    """Return the facts that nobody knows while these parts of a port's QoS are missing."""
    queue = _QUEUE_OF_CLASS if parts >= _OF_QUEUE else ()
    return tuple(dict.fromkeys((*queue, *(one for part in QosPart if part in parts for one in _HIDDEN_BY_PART[part]))))


_NOTHING = FaultEffects("")


def effects_of(rule: str) -> FaultEffects:
    """Return what a fault makes of other findings; nothing for one that makes nothing of them."""
    place = _PLACE.get(rule)
    return FAULTS[place] if place is not None else _NOTHING


def hidden_by_setting(setting: str) -> tuple[tuple[str, ...], frozenset[QosPart]]:
    """Return the facts that nobody knows while the device does not take a setting, and the parts of QoS that it is of.

    `setting` is the line, the row or the path as its author wrote it.
    """
    parts = frozenset(part for part, words in _WORDS_OF_PART.items() if words.search(setting))
    of_features = (hides for words, hides in _WORDS_OF_FEATURES if words.search(setting))
    return (*hidden_without(parts), *(one for hides in of_features for one in hides)), parts


@cache
def matcher(patterns: tuple[str, ...]) -> Callable[[str], object]:
    """Return what says of the name of a fact whether one of the patterns fits it."""
    return re.compile("|".join(re.escape(one).replace(r"\*", ".*") for one in patterns)).fullmatch
