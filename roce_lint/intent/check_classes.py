"""Contradictions among profile, traffic classes, thresholds and packet sizes: what needs no topology to be seen."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.intent.classes import (
    BEST_EFFORT_NAME,
    BEST_EFFORT_PRIORITY,
    CNP_NAME,
    ECN_PROFILES,
    LOSSLESS_PROFILES,
    TRIMMED_NAME,
    roce_classes,
    shares_percent,
    trimmed_share_percent,
)
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_roce import RENDERED_PROFILES, OtherClass, Profile, RoceClass
from roce_lint.intent.model_tuning import Ecn
from roce_lint.intent.quantity import ThresholdKind
from roce_lint.intent.yaml_positions import YamlPath

ROCE_HEADER_BYTES = 96
"""What Linux subtracts from the MTU before it picks a RoCE path MTU: GRH 40, UDP 8, BTH 12, XRC 4, atomic 28, ICRC 4.

Source: Linux include/rdma/ib_addr.h, iboe_get_mtu.
"""

VXLAN_HEADER_BYTES = 54
"""Outer IPv4 20, UDP 8, VXLAN 8, and the inner Ethernet header with one VLAN tag 18 (RFC 7348)."""

OVERLAY_MARGIN_BYTES = 100
PATH_MTUS_BYTES = (4096, 2048, 1024, 512, 256)

_INSTEAD: Mapping[Profile, str] = {
    Profile.MULTIPATH: "its switches forward by static SRv6 segments, which no view makes; use lossy-roce",
    Profile.ZERO_TOUCH: "its switches need no RoCE configuration; use lossy-roce where ECN is wanted as well",
    Profile.ADAPTIVE_ROUTING: "spraying is switched on by commands of the platform; use lossless and add them",
    Profile.EDGE_PFC: "it needs PFC on host ports only; use lossless, and replace the templates of the fabric ports",
    Profile.STAGED_ROLLOUT: "a stage is a set of devices; use lossless, and deploy the files of that stage",
    Profile.BOUNCE_TAGGING: "priority changes at turns need rules that the intent cannot say; use lossless",
    Profile.DUAL_TOR_SHADOW: "its shadow priorities belong to dual-homed hosts, which the intent cannot say",
    Profile.LONG_HAUL: "use lossless with the real cable lengths on deep-buffer platforms",
    Profile.DUAL_PLANE: "write one intent for each plane, with the profile lossless",
    Profile.L2_STORAGE: "it is bridged and trusts PCP, while this tool makes routed fabrics that trust DSCP",
}


def check_rendered(intent: Intent, faults: IntentFaults) -> None:
    """Complain about a profile for which no configurations can be made; it can be linted nevertheless."""
    design = intent.design
    if design not in RENDERED_PROFILES:
        rendered = ", ".join(one.value for one in RENDERED_PROFILES)
        message = (
            f"configurations for the profile {design.value} cannot be made: {_INSTEAD[design]}."
            f" It is accepted for linting; rendered are {rendered}"
        )
        faults.refuse(("profile",), message)


def check_profile(intent: Intent, faults: IntentFaults) -> None:
    """Complain about a number of classes that is not that of the profile, and about keys that mean nothing in it."""
    design, roce = intent.design, intent.roce
    count = len(roce_classes(intent))
    if design in (Profile.LOSSLESS, Profile.PFC_ONLY, Profile.SPECTRUM_X) and count != 1:
        message = f"the profile {design.value} has one lossless class, and {count} are given"
        faults.refuse(("roce", "classes"), f"{message}; say profile: two-lossless" if count == 2 else message)
    if design is Profile.TWO_LOSSLESS and count != 2:
        message = (
            f"the profile two-lossless has two lossless classes, and {count} {'is' if count == 1 else 'are'} given"
        )
        faults.refuse(("roce", "classes"), message)
    given = roce.model_fields_set
    if design is not Profile.LOSSY_TRIMMING and "trimming" in given:
        faults.warn(("roce", "trimming"), f"the profile {design.value} trims nothing; these settings have no effect")
    if design not in ECN_PROFILES and "ecn" in given:
        faults.warn(("roce", "ecn"), f"the profile {design.value} marks nothing; these thresholds have no effect")
    if design not in LOSSLESS_PROFILES and "watchdog" in given:
        faults.warn(("roce", "watchdog"), f"the profile {design.value} has no PFC; the watchdog has nothing to watch")
    _check_dcqcn(intent, faults)


def _check_dcqcn(intent: Intent, faults: IntentFaults) -> None:
    enabled, marks = intent.roce.dcqcn.enabled, intent.design in ECN_PROFILES
    if enabled is False and marks:
        message = "switches mark congestion and NICs do not react; leave it on, or use the profile pfc-only"
        faults.warn(("roce", "dcqcn", "enabled"), message)
    if enabled is True and not marks:
        message = f"DCQCN reacts to marks, and the profile {intent.design.value} makes none"
        faults.warn(("roce", "dcqcn", "enabled"), message)


def check_classes(intent: Intent, faults: IntentFaults) -> None:
    """Complain about names, priorities, code points and shares that collide."""
    check_profile(intent, faults)
    cnp = intent.roce.cnp
    names = {CNP_NAME: "the CNP class", BEST_EFFORT_NAME: "best effort"}
    priorities = {BEST_EFFORT_PRIORITY: "best effort", cnp.priority: "CNPs"}
    dscps = {cnp.dscp: "CNPs"}
    if cnp.priority == BEST_EFFORT_PRIORITY:
        faults.refuse(("roce", "cnp", "priority"), "priority 0 is that of best effort; 6 is usual for CNPs")
    if cnp.dscp == 0:
        faults.refuse(("roce", "cnp", "dscp"), "DSCP 0 is that of unmarked traffic; 48 is usual for CNPs")
    if intent.design is Profile.LOSSY_TRIMMING:
        _check_trimming(intent, names, priorities, dscps, faults)
    every: list[tuple[YamlPath, RoceClass | OtherClass]] = [
        *((("roce", "classes", index), one) for index, one in enumerate(roce_classes(intent))),
        *((("roce", "other_classes", index), one) for index, one in enumerate(intent.roce.other_classes)),
    ]
    for at, one in every:
        if one.name in names:
            faults.refuse((*at, "name"), f"the name {one.name!r} is that of {names[one.name]} already")
        if one.priority in priorities:
            faults.refuse((*at, "priority"), f"priority {one.priority} is used by {priorities[one.priority]} already")
        for dscp in one.dscp:
            if dscp in dscps:
                faults.refuse((*at, "dscp"), f"DSCP {dscp} is used by {dscps[dscp]} already")
            if dscp == 0:
                what = "would become RoCE traffic" if isinstance(one, RoceClass) else "has the class of best effort"
                faults.refuse((*at, "dscp"), f"DSCP 0 is that of unmarked traffic, which {what}")
            dscps[dscp] = f"class {one.name}"
        names[one.name] = f"{at[1]}[{at[2]}]"
        priorities.setdefault(one.priority, f"class {one.name}")
        if isinstance(one, RoceClass):
            _check_ecn((*at, "ecn"), one.ecn, faults)
    _check_ecn(("roce", "ecn"), intent.roce.ecn, faults)
    _check_shares(intent, faults)


def _check_trimming(
    intent: Intent, names: dict[str, str], priorities: dict[int, str], dscps: dict[int, str], faults: IntentFaults
) -> None:
    """Complain about a class of trimmed packets that another one has, and note what it takes."""
    wish = intent.roce.trimming
    if wish.priority in priorities:
        message = f"priority {wish.priority} is used by {priorities[wish.priority]} already"
        faults.refuse(("roce", "trimming", "priority"), message)
    if wish.dscp in dscps or wish.dscp == 0:
        who = dscps.get(wish.dscp, "unmarked traffic")
        faults.refuse(("roce", "trimming", "dscp"), f"DSCP {wish.dscp} is used by {who} already")
    names[TRIMMED_NAME] = "the class of trimmed packets"
    priorities.setdefault(wish.priority, "trimmed packets")
    dscps[wish.dscp] = "trimmed packets"


def _check_shares(intent: Intent, faults: IntentFaults) -> None:
    shares, best_effort = shares_percent(intent)
    classes = roce_classes(intent)
    others, trimmed = intent.roce.other_classes, trimmed_share_percent(intent)
    total = sum(shares) + sum(one.share for one in others) + best_effort + trimmed
    if total != 100:
        parts = [f"{one.name} {share}%" for one, share in zip(classes, shares, strict=True)]
        parts += [f"{one.name} {one.share}%" for one in others]
        parts += [f"trimmed packets {trimmed}%"] if trimmed else []
        message = f"the shares sum to {total}%, not 100%: {', '.join((*parts, f'best effort {best_effort}%'))}"
        faults.refuse(("roce", "classes"), message)
    for index, other in enumerate(others):
        if not other.share:
            faults.refuse(("roce", "other_classes", index, "share"), "a class without a share is never served")
    for index, share in enumerate(shares):
        if share == 0 and total == 100:
            message = f"class {classes[index].name} would have no share of the bandwidth"
            faults.refuse(("roce", "classes", index), message)
    if best_effort == 0 and total == 100:
        message = "best effort would have no share of the bandwidth, and with it BGP and ARP; leave it a few per cent"
        faults.refuse(("roce", "best_effort"), message)


def _check_ecn(at: YamlPath, ecn: Ecn | None, faults: IntentFaults) -> None:
    if ecn is None:
        return
    comparable = ecn.kmin.kind is ecn.kmax.kind and ecn.kmin.kind is not ThresholdKind.AUTO
    if comparable and ecn.kmin.amount >= ecn.kmax.amount:
        message = f"kmin {ecn.kmin} is not below kmax {ecn.kmax}; marking rises from kmin to kmax"
        faults.refuse((*at, "kmin"), message)
    if ecn.pmax == 0:
        faults.refuse((*at, "pmax"), "a probability of 0% marks nothing below kmax; use 1% to 100%")


def fabric_mtu_bytes(intent: Intent) -> int:
    """Return the largest IP packet between switches: as given, else that of the hosts, plus 100 with an overlay."""
    if intent.mtu.fabric != "auto":
        return intent.mtu.fabric
    return intent.mtu.hosts + (OVERLAY_MARGIN_BYTES if intent.tenants else 0)


def host_port_mtu_bytes(intent: Intent) -> int:
    """Return the largest IP packet on leaf ports towards hosts: as given, else that of the hosts."""
    return intent.mtu.hosts if intent.mtu.host_ports == "auto" else intent.mtu.host_ports


def path_mtu_bytes(intent: Intent) -> int:
    """Return the RoCE path MTU: as given, else the largest that Linux would pick for the MTU of the hosts."""
    wanted = intent.roce.transport.path_mtu
    if wanted != "auto":
        return wanted
    return next((one for one in PATH_MTUS_BYTES if one + ROCE_HEADER_BYTES <= intent.mtu.hosts), PATH_MTUS_BYTES[-1])


def largest_packet_bytes(intent: Intent) -> int:
    """Return the largest packet between switches: that of the hosts, with the headers of a tunnel, if there is one."""
    return intent.mtu.hosts + (VXLAN_HEADER_BYTES if intent.tenants else 0)


def check_sizes(intent: Intent, faults: IntentFaults) -> None:
    """Complain about packets that do not fit where they have to pass."""
    hosts, fabric, path = intent.mtu.hosts, fabric_mtu_bytes(intent), path_mtu_bytes(intent)
    if path + ROCE_HEADER_BYTES > hosts:
        message = (
            f"RoCE packets of {path} bytes need an MTU of {path + ROCE_HEADER_BYTES} with their headers, and the hosts"
            f" have {hosts}; raise mtu.hosts or lower the path MTU"
        )
        faults.refuse(("roce", "transport", "path_mtu"), message)
    if host_port_mtu_bytes(intent) < hosts:
        message = f"hosts send packets up to {hosts} bytes, and leaf ports carry {host_port_mtu_bytes(intent)}"
        faults.refuse(("mtu", "host_ports"), f"{message}; raise mtu.host_ports or lower mtu.hosts")
    needed = largest_packet_bytes(intent)
    if fabric < needed:
        why = f"packets of {hosts} bytes and {VXLAN_HEADER_BYTES} of VXLAN" if intent.tenants else "packets"
        message = f"hosts send {why} up to {needed} bytes, and the links between switches carry {fabric}"
        faults.refuse(("mtu", "fabric"), f"{message}; raise mtu.fabric or lower mtu.hosts")
