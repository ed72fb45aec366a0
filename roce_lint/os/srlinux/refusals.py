"""What the device refuses: values and combinations that the model or the chassis does not take.

The conditions are those of srlinux-yang-models 25.3.1 (`must`, `mandatory`, ranges and features); a commit with one of
them fails, so that the file does not say what runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.os.srlinux.chassis import Family, Generation, leaves_of_two_families
from roce_lint.os.srlinux.names import reserved_pfc_queue_index
from roce_lint.os.srlinux.parsed import Parsed
from roce_lint.os.srlinux.releases import DATED_PATHS
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.platforms.catalog import switch
from roce_lint.platforms.datum import SourcedValue
from roce_lint.platforms.platform import Feature, SwitchPlatform
from roce_lint.text.tree import Node, Unplaced

_LAST_INDEX = 7
_WEIGHT_OF = {Family.XGS: (1, 127), Family.DNX: (1, 255), Family.UNKNOWN: (1, 255)}
_PROBABILITY = ("max-drop-probability-percent",)
_INVENTED = {
    "scheduler-policy": "scheduler-policies scheduler-policy",
    "dscp-policy": "classifiers dscp-policy",
    "forwarding-class": "forwarding-classes forwarding-class",
    "queue": "queues queue",
    "pfc-queue": "queues pfc-queue",
    "interface": "interfaces interface",
    "queue-management-profile": "buffer-management queue-management-profile",
    "buffer-allocation-profile": "buffer-management buffer-allocation-profile",
}
_BYTES, _PERCENT = ("min-threshold", "max-threshold"), ("min-threshold-percent", "max-threshold-percent")


def find_refusals(
    parsed: Parsed,
    family: Family,
    generation: Generation,
    platform: Fact[str],
    release: Fact[str],
    diagnostics: LeafDiagnostics,
) -> None:
    """Report what a commit of this configuration fails on, and what the chassis has no feature for."""
    root = parsed.root
    qos = root.at("qos")
    _invented(parsed.unplaced, diagnostics)
    _of_other_releases(root, release, diagnostics)
    _queues(qos, diagnostics)
    _drop_probabilities(qos, diagnostics)
    _chassis(root, platform, diagnostics)
    for profile in qos.entries("pfc-mapping-profile"):
        _mapping_profile(profile, family, generation, diagnostics)
    management = qos.at("buffer-management")
    for profile in management.entries("buffer-allocation-profile"):
        _named(profile, diagnostics)
        for queue in profile.select("queues/pfc-queue"):
            _pfc_buffer(queue, family, diagnostics)
    for profile in management.entries("queue-management-profile"):
        _named(profile, diagnostics)
        for slope in profile.select("wred/wred-slope"):
            _slope(slope, family, diagnostics)
    for policy in qos.select("scheduler-policies/scheduler-policy"):
        _scheduler_policy(policy, family, diagnostics)
    _marking_policy(qos, family, diagnostics)
    _chips(qos, diagnostics)
    _bindings(qos, diagnostics)
    mixed = leaves_of_two_families(qos) if family is Family.UNKNOWN and isinstance(platform, Unknown) else None
    if mixed:
        because = "a 7220 binds by dscp-policy, a 7250 by ipv4-dscp-policy and ipv6-dscp-policy, and no chassis by both"
        diagnostics.refused(f"{mixed.name} {mixed.value}", because, mixed.source)


def _invented(unplaced: Iterable[Unplaced], diagnostics: LeafDiagnostics) -> None:
    """Report trees of `/qos` that no release has, although guides and generators use them."""
    for piece in unplaced:
        words = piece.text.replace('"', " ").split()
        name = words[0].rpartition(":")[2] if words else ""
        if piece.path == ("qos",) and name in _INVENTED:
            because = f"no release has /qos {name}; it is /qos {_INVENTED[name]}"
            diagnostics.refused(f"qos {name}", because, Source(diagnostics.file, piece.line, piece.end_line))


def _of_other_releases(root: Node, release: Fact[str], diagnostics: LeafDiagnostics) -> None:
    """Report what the release that the file names does not have."""
    if isinstance(release, Unknown):
        return
    for path, releases, source in DATED_PATHS:
        if releases.hold(diagnostics.release) is False:
            because = f"SR Linux {release.value} does not have it: releases {releases.words} do ({source})"
            for found in root.select(path):
                diagnostics.refused(f"{found.name} {found.key}".rstrip(), because, found.first_line)


def _named(block: Node, diagnostics: LeafDiagnostics) -> None:
    if block.key == "default":
        because = "the name default is reserved, and the system's own profile of that name stays in force"
        diagnostics.refused(f"{block.name} default", because, block.first_line)


def _out_of_range(block: Node, name: str, bounds: tuple[int, int], diagnostics: LeafDiagnostics) -> None:
    leaf = block.get(name)
    low, high = bounds
    if leaf and not (leaf.value.isdecimal() and low <= int(leaf.value) <= high):
        text = f"{name} takes whole numbers from {low} to {high}"
        diagnostics.refused(f"{name} {leaf.value}", text, leaf.source)


def _queues(qos: Node, diagnostics: LeafDiagnostics) -> None:
    for queue in [*qos.select("queues/queue"), *qos.select("queues/pfc-queue")]:
        if not queue.has("queue-index"):
            diagnostics.refused(
                f"{queue.name} {queue.key}", "queue-index is mandatory and is missing", queue.first_line
            )
        _out_of_range(queue, "queue-index", (0, _LAST_INDEX), diagnostics)
        reserved = reserved_pfc_queue_index(queue.key) if queue.name == "pfc-queue" else -1
        index = queue.get("queue-index")
        if index and reserved >= 0 and index.value != str(reserved):
            because = f"the name {queue.key} is reserved for the pfc-queue with index {reserved}"
            diagnostics.refused(f"queue-index {index.value}", because, index.source)


def _drop_probabilities(qos: Node, diagnostics: LeafDiagnostics) -> None:
    """Report drop probabilities of a classifier that are none of the three that the model has."""
    for policy in qos.select("classifiers/dscp-policy"):
        for entry in policy.entries("dscp"):
            leaf = entry.get("drop-probability")
            if leaf and leaf.value not in ("low", "medium", "high"):
                diagnostics.refused(f"drop-probability {leaf.value}", "it is low, medium or high", leaf.source)


def _chassis(root: Node, platform: Fact[str], diagnostics: LeafDiagnostics) -> None:
    """Report PFC and VXLAN on a chassis that is known to have none."""
    if not isinstance(platform, Stated):
        return
    found = switch(platform.value)
    if _lacks(found, Feature.PFC):
        for leaf in _pfc_switches(root.at("qos")):
            if leaf.value == "true":
                diagnostics.refused("pfc-enable true", f"a {found.model} has no PFC in any release", leaf.source)
    if _lacks(found, Feature.VXLAN):
        for tunnel in root.entries("tunnel-interface"):
            diagnostics.refused(f"tunnel-interface {tunnel.key}", f"a {found.model} has no VXLAN", tunnel.first_line)


def _lacks(found: SwitchPlatform, feature: Feature) -> bool:
    support = found.support(feature)
    return isinstance(support, SourcedValue) and not support.value


def _pfc_switches(qos: Node) -> Iterator[Node]:
    for entry in qos.select("interfaces/interface"):
        pfc = entry.find("pfc")
        leaf = pfc.get("pfc-enable") if pfc else None
        if leaf:
            yield leaf


def _mapping_profile(profile: Node, family: Family, generation: Generation, diagnostics: LeafDiagnostics) -> None:
    _named(profile, diagnostics)
    received = profile.at("received-pfc-pause-frames")
    sending = profile.at("received-traffic")
    if family is Family.DNX and sending.line and profile.has("received-traffic"):
        because = "a 7250 maps classes to pfc-queues by their number and has no received-traffic"
        diagnostics.refused("received-traffic", because, sending.first_line)
    for queue in [*sending.select("unicast-mapping/pfc-queue"), *received.entries("queue")]:
        if not queue.has("pfc-pause-frame-priority"):
            does = "generates" if queue.name == "pfc-queue" else "obeys"
            because = f"without pfc-pause-frame-priority it {does} no pause frame"
            diagnostics.refused(f"{queue.name} {queue.key}", because, queue.first_line)
        switch = queue.get("enable-pfc")
        if switch and generation.priorities_switched:
            because = "the leaf is gone in 25.10, where `pfc-priority N pfc-enable true` of the profile switches PFC on"
            diagnostics.refused("enable-pfc", because, switch.source)
        elif switch and generation.may_switch_priorities:
            because = (
                "the leaf is gone in 25.10; the file names no release, and dcbx is there from 25.7 on only: in 25.10 "
                "`pfc-priority N pfc-enable true` of the profile switches PFC on"
            )
            diagnostics.not_read(because, switch.source)


def _pfc_buffer(queue: Node, family: Family, diagnostics: LeafDiagnostics) -> None:
    other = {
        Family.XGS: (("committed-burst-size", "pfc-on-threshold", "pfc-off-threshold"), "7220", "maximum-burst-size"),
        Family.DNX: (("maximum-burst-size",), "7250", "committed-burst-size with pfc-on-threshold"),
    }
    foreign, chassis, own = other.get(family, ((), "", ""))
    for name in foreign:
        leaf = queue.get(name)
        if leaf:
            diagnostics.refused(name, f"a {chassis} sets the xoff threshold of a pfc-queue by {own}", leaf.source)
    on, off = queue.get("pfc-on-threshold"), queue.get("pfc-off-threshold")
    if on and off and on.value.isdecimal() and off.value.isdecimal() and int(off.value) >= int(on.value):
        diagnostics.refused(
            f"pfc-off-threshold {off.value}", f"it has to be below pfc-on-threshold {on.value}", off.source
        )


def _slope(slope: Node, family: Family, diagnostics: LeafDiagnostics) -> None:
    marks = slope.keys[2] == "true"
    if marks and slope.keys[1] != "all" and family is Family.DNX:
        because = "on a 7250 a slope with enable-ecn true takes drop-probability all only"
        diagnostics.refused(f"drop-probability {slope.keys[1]}", because, slope.first_line)
    percent = [slope.children[name] for name in _PERCENT if slope.has(name)]
    if percent and any(slope.has(name) for name in _BYTES):
        because = "thresholds in percent and in bytes exclude each other within one slope"
        diagnostics.refused(percent[0].name, because, percent[0].source)
    needed = {bound: (bound, f"{bound}-percent") for bound in _BYTES} | {"max-drop-probability": _PROBABILITY}
    for bound, names in needed.items():
        if marks and not any(slope.has(name) for name in names):
            because = f"it states no {bound}, and the model has no default"
            diagnostics.refused(f"wred-slope {' '.join(slope.keys[:2])}", because, slope.first_line)


def _scheduler_policy(policy: Node, family: Family, diagnostics: LeafDiagnostics) -> None:
    _named(policy, diagnostics)
    for scheduler in policy.entries("scheduler"):
        strict = scheduler.has("priority")
        if scheduler.key not in ("0", "1"):
            diagnostics.refused(f"scheduler {scheduler.key}", "there are schedulers 0 and 1 only", scheduler.first_line)
        elif strict is not (scheduler.key == "0"):
            because = "scheduler 0 has to be `priority strict`, and scheduler 1 has to be weighted, without `priority`"
            diagnostics.refused(f"scheduler {scheduler.key}", because, scheduler.first_line)
        for served in scheduler.entries("input"):
            _out_of_range(served, "weight", _WEIGHT_OF[family], diagnostics)
            _out_of_range(served, "peak-rate-percent", (1, 100), diagnostics)


def _marking_policy(qos: Node, family: Family, diagnostics: LeafDiagnostics) -> None:
    marking = qos.get("explicit-congestion-notification")
    preserved = qos.get("preserve-dscp")
    if marking and preserved and preserved.value == "true":
        preserved.accounted = True
        because = "it excludes explicit-congestion-notification, and nothing else marks"
        diagnostics.refused("preserve-dscp true", because, preserved.source)
    if marking and family is Family.DNX and not marking.has("ecn-dscp-policy"):
        because = "on a 7250 ecn-dscp-policy is mandatory: without it nothing marks"
        diagnostics.refused("explicit-congestion-notification", because, marking.first_line)


def _chips(qos: Node, diagnostics: LeafDiagnostics) -> None:
    for card in qos.entries("linecard"):
        for chip in card.entries("forwarding-complex"):
            if chip.key not in ("0", "1"):
                diagnostics.refused(
                    f"forwarding-complex {chip.key}", "a line card has complexes 0 and 1 only", chip.first_line
                )


def _bindings(qos: Node, diagnostics: LeafDiagnostics) -> None:
    for entry in qos.select("interfaces/interface"):
        pfc = entry.find("pfc")
        if pfc is None or pfc.has("pfc-mapping-profile"):
            continue
        switch = pfc.get("pfc-enable")
        reference = entry.at("interface-ref").get("interface")
        if reference and diagnostics.is_refused(reference.source):
            continue
        if switch and switch.value == "true":
            because = "no pfc-mapping-profile is bound, and what the system's profile `default` pauses is not published"
            diagnostics.refused("pfc-enable true", because, switch.source)
