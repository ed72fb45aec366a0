"""What the device refuses: values and combinations that the model or the chassis does not take.

The conditions are those of srlinux-yang-models 25.3.1 (`must`, `mandatory`, ranges and features); a commit with one of
them fails, so that the file does not say what runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.os.srlinux.chassis import Family, Generation, leaves_of_two_families
from roce_lint.os.srlinux.ledger import Ledger
from roce_lint.os.srlinux.names import reserved_pfc_queue_index
from roce_lint.os.srlinux.parsed import Parsed
from roce_lint.platforms.catalog import switch
from roce_lint.platforms.datum import Known
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


def find_refusals(parsed: Parsed, family: Family, generation: Generation, platform: Fact[str], ledger: Ledger) -> None:
    """Write down what a commit of this configuration fails on, and what the chassis has no feature for."""
    root = parsed.root
    qos = root.at("qos")
    _invented(parsed.unplaced, ledger)
    _queues(qos, ledger)
    _drop_probabilities(qos, ledger)
    _chassis(root, platform, ledger)
    for profile in qos.entries("pfc-mapping-profile"):
        _mapping_profile(profile, family, generation, ledger)
    management = qos.at("buffer-management")
    for profile in management.entries("buffer-allocation-profile"):
        _named(profile, ledger)
        for queue in profile.select("queues/pfc-queue"):
            _pfc_buffer(queue, family, ledger)
    for profile in management.entries("queue-management-profile"):
        _named(profile, ledger)
        for slope in profile.select("wred/wred-slope"):
            _slope(slope, family, ledger)
    for policy in qos.select("scheduler-policies/scheduler-policy"):
        _scheduler_policy(policy, family, ledger)
    _marking_policy(qos, family, ledger)
    _chips(qos, ledger)
    _bindings(qos, ledger)
    mixed = leaves_of_two_families(qos) if family is Family.UNKNOWN and isinstance(platform, Unknown) else None
    if mixed:
        because = "a 7220 binds by dscp-policy, a 7250 by ipv4-dscp-policy and ipv6-dscp-policy, and no chassis by both"
        ledger.reject(mixed.source, f"{mixed.name} {mixed.value}", because)


def _invented(unplaced: Iterable[Unplaced], ledger: Ledger) -> None:
    """Write down trees of `/qos` that no release has, although guides and generators use them."""
    for piece in unplaced:
        words = piece.text.replace('"', " ").split()
        name = words[0].rpartition(":")[2] if words else ""
        if piece.path == ("qos",) and name in _INVENTED:
            because = f"no release has /qos {name}; it is /qos {_INVENTED[name]}"
            ledger.reject(Source(ledger.file, piece.line, piece.end_line), f"qos {name}", because)


def _named(block: Node, ledger: Ledger) -> None:
    if block.key == "default":
        because = "the name default is reserved, and the system's own profile of that name stays in force"
        ledger.reject(block.first_line, f"{block.name} default", because)


def _out_of_range(block: Node, name: str, bounds: tuple[int, int], ledger: Ledger) -> None:
    leaf = block.get(name)
    low, high = bounds
    if leaf and not (leaf.value.isdecimal() and low <= int(leaf.value) <= high):
        text = f"{name} takes whole numbers from {low} to {high}"
        ledger.reject(leaf.source, f"{name} {leaf.value}", text)


def _queues(qos: Node, ledger: Ledger) -> None:
    for queue in [*qos.select("queues/queue"), *qos.select("queues/pfc-queue")]:
        if not queue.has("queue-index"):
            ledger.reject(queue.first_line, f"{queue.name} {queue.key}", "queue-index is mandatory and is missing")
        _out_of_range(queue, "queue-index", (0, _LAST_INDEX), ledger)
        reserved = reserved_pfc_queue_index(queue.key) if queue.name == "pfc-queue" else -1
        index = queue.get("queue-index")
        if index and reserved >= 0 and index.value != str(reserved):
            because = f"the name {queue.key} is reserved for the pfc-queue with index {reserved}"
            ledger.reject(index.source, f"queue-index {index.value}", because)


def _drop_probabilities(qos: Node, ledger: Ledger) -> None:
    """Write down drop probabilities of a classifier that are none of the three that the model has."""
    for policy in qos.select("classifiers/dscp-policy"):
        for entry in policy.entries("dscp"):
            leaf = entry.get("drop-probability")
            if leaf and leaf.value not in ("low", "medium", "high"):
                ledger.reject(leaf.source, f"drop-probability {leaf.value}", "it is low, medium or high")


def _chassis(root: Node, platform: Fact[str], ledger: Ledger) -> None:
    """Write down PFC and VXLAN on a chassis that is known to have none."""
    if not isinstance(platform, Stated):
        return
    found = switch(platform.value)
    if _lacks(found, Feature.PFC):
        for leaf in _pfc_switches(root.at("qos")):
            if leaf.value == "true":
                ledger.reject(leaf.source, "pfc-enable true", f"a {found.model} has no PFC in any release")
    if _lacks(found, Feature.VXLAN):
        for tunnel in root.entries("tunnel-interface"):
            ledger.reject(tunnel.first_line, f"tunnel-interface {tunnel.key}", f"a {found.model} has no VXLAN")


def _lacks(found: SwitchPlatform, feature: Feature) -> bool:
    support = found.support(feature)
    return isinstance(support, Known) and not support.value


def _pfc_switches(qos: Node) -> Iterator[Node]:
    for entry in qos.select("interfaces/interface"):
        pfc = entry.find("pfc")
        leaf = pfc.get("pfc-enable") if pfc else None
        if leaf:
            yield leaf


def _mapping_profile(profile: Node, family: Family, generation: Generation, ledger: Ledger) -> None:
    _named(profile, ledger)
    received = profile.at("received-pfc-pause-frames")
    sending = profile.at("received-traffic")
    if family is Family.DNX and sending.line and profile.has("received-traffic"):
        because = "a 7250 maps classes to pfc-queues by their number and has no received-traffic"
        ledger.reject(sending.first_line, "received-traffic", because)
    for queue in [*sending.select("unicast-mapping/pfc-queue"), *received.entries("queue")]:
        if not queue.has("pfc-pause-frame-priority"):
            does = "generates" if queue.name == "pfc-queue" else "obeys"
            because = f"without pfc-pause-frame-priority it {does} no pause frame"
            ledger.reject(queue.first_line, f"{queue.name} {queue.key}", because)
        switch = queue.get("enable-pfc")
        if switch and generation.priorities_switched:
            because = "the leaf is gone in 25.10, where `pfc-priority N pfc-enable true` of the profile switches PFC on"
            ledger.reject(switch.source, "enable-pfc", because)
        elif switch and generation.may_switch_priorities:
            because = (
                "the leaf is gone in 25.10; the file names no release, and dcbx is there from 25.7 on only: in 25.10 "
                "`pfc-priority N pfc-enable true` of the profile switches PFC on"
            )
            ledger.refuse(switch.source, because)


def _pfc_buffer(queue: Node, family: Family, ledger: Ledger) -> None:
    other = {
        Family.XGS: (("committed-burst-size", "pfc-on-threshold", "pfc-off-threshold"), "7220", "maximum-burst-size"),
        Family.DNX: (("maximum-burst-size",), "7250", "committed-burst-size with pfc-on-threshold"),
    }
    foreign, chassis, own = other.get(family, ((), "", ""))
    for name in foreign:
        leaf = queue.get(name)
        if leaf:
            ledger.reject(leaf.source, name, f"a {chassis} sets the pause point of a pfc-queue by {own}")
    on, off = queue.get("pfc-on-threshold"), queue.get("pfc-off-threshold")
    if on and off and on.value.isdecimal() and off.value.isdecimal() and int(off.value) >= int(on.value):
        ledger.reject(off.source, f"pfc-off-threshold {off.value}", f"it has to be below pfc-on-threshold {on.value}")


def _slope(slope: Node, family: Family, ledger: Ledger) -> None:
    marks = slope.keys[2] == "true"
    if marks and slope.keys[1] != "all" and family is Family.DNX:
        because = "on a 7250 a slope with enable-ecn true takes drop-probability all only"
        ledger.reject(slope.first_line, f"drop-probability {slope.keys[1]}", because)
    percent = [slope.children[name] for name in _PERCENT if slope.has(name)]
    if percent and any(slope.has(name) for name in _BYTES):
        because = "thresholds in percent and in bytes exclude each other within one slope"
        ledger.reject(percent[0].source, percent[0].name, because)
    needed = {bound: (bound, f"{bound}-percent") for bound in _BYTES} | {"max-drop-probability": _PROBABILITY}
    for bound, names in needed.items():
        if marks and not any(slope.has(name) for name in names):
            because = f"it states no {bound}, and the model has no default"
            ledger.reject(slope.first_line, f"wred-slope {' '.join(slope.keys[:2])}", because)


def _scheduler_policy(policy: Node, family: Family, ledger: Ledger) -> None:
    _named(policy, ledger)
    for scheduler in policy.entries("scheduler"):
        strict = scheduler.has("priority")
        if scheduler.key not in ("0", "1"):
            ledger.reject(scheduler.first_line, f"scheduler {scheduler.key}", "there are schedulers 0 and 1 only")
        elif strict is not (scheduler.key == "0"):
            because = "scheduler 0 has to be `priority strict`, and scheduler 1 has to be weighted, without `priority`"
            ledger.reject(scheduler.first_line, f"scheduler {scheduler.key}", because)
        for served in scheduler.entries("input"):
            _out_of_range(served, "weight", _WEIGHT_OF[family], ledger)
            _out_of_range(served, "peak-rate-percent", (1, 100), ledger)


def _marking_policy(qos: Node, family: Family, ledger: Ledger) -> None:
    marking = qos.get("explicit-congestion-notification")
    preserved = qos.get("preserve-dscp")
    if marking and preserved and preserved.value == "true":
        preserved.accounted = True
        because = "it excludes explicit-congestion-notification, and nothing marks beside it"
        ledger.reject(preserved.source, "preserve-dscp true", because)
    if marking and family is Family.DNX and not marking.has("ecn-dscp-policy"):
        because = "on a 7250 ecn-dscp-policy is mandatory: without it nothing marks"
        ledger.reject(marking.first_line, "explicit-congestion-notification", because)


def _chips(qos: Node, ledger: Ledger) -> None:
    for card in qos.entries("linecard"):
        for chip in card.entries("forwarding-complex"):
            if chip.key not in ("0", "1"):
                ledger.reject(
                    chip.first_line, f"forwarding-complex {chip.key}", "a line card has complexes 0 and 1 only"
                )


def _bindings(qos: Node, ledger: Ledger) -> None:
    for entry in qos.select("interfaces/interface"):
        pfc = entry.find("pfc")
        if pfc is None or pfc.has("pfc-mapping-profile"):
            continue
        switch = pfc.get("pfc-enable")
        reference = entry.at("interface-ref").get("interface")
        if reference and ledger.has_rejected(reference.source):
            continue
        if switch and switch.value == "true":
            because = "no pfc-mapping-profile is bound, and what the system's profile `default` pauses is not published"
            ledger.reject(switch.source, "pfc-enable true", because)
