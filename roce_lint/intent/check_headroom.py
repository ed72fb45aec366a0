"""Headroom that the intent states: where no configuration can say it, or where it is that of the whole switch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.intent.classes import LOSSLESS_PROFILES
from roce_lint.intent.expand_topology import Switch
from roce_lint.intent.faults import IntentFaults, named
from roce_lint.intent.make_qos import advised_headroom
from roce_lint.intent.model import Intent
from roce_lint.intent.own_platforms import platform_id
from roce_lint.intent.plan import FabricPlan, LinkPlan, StatedHeadroom
from roce_lint.intent.view import SwitchView
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.platforms.pause_limits import HeadroomScope
from roce_lint.platforms.platform import SwitchPlatform


def check_headroom(intent: Intent, switches: Sequence[Switch], links: Sequence[LinkPlan], faults: IntentFaults) -> None:
    """Complain about headroom of links and of models that no line of a configuration can state."""
    platforms = {one.name: one.platform for one in switches}
    links_of: dict[StatedHeadroom, list[LinkPlan]] = {}
    for link in links:
        if link.headroom is not None:
            links_of.setdefault(link.headroom, []).append(link)
    for headroom, members in links_of.items():
        if headroom.size_bytes == 0:
            faults.refuse(headroom.at, "a lossless priority without headroom loses packets; leave it out")
        elif intent.design not in LOSSLESS_PROFILES:
            faults.warn(headroom.at, f"the profile {intent.design.value} has no PFC; headroom has no effect")
        elif not any(link.roce for link in members):
            faults.refuse(headroom.at, "ports without RoCE have no headroom; leave it out")
        else:
            _check_ends(headroom.at, members, platforms, faults)
            _check_size(intent, headroom, members, platforms, faults)
    for name, wish in intent.platforms.items():
        using = [one for one in switches if one.platform.id == platform_id(name)]
        if wish.headroom and using and _scope(using[0].platform) is HeadroomScope.NONE:
            faults.warn(("platforms", name, "headroom"), _no_line([one.name for one in using], using[0].platform))


def _check_ends(
    at: YamlPath, links: Sequence[LinkPlan], platforms: Mapping[str, SwitchPlatform], faults: IntentFaults
) -> None:
    ends = dict.fromkeys(end.device for link in links for end in (link.lower, link.upper) if end.device in platforms)
    lacking = [one for one in ends if _scope(platforms[one]) is HeadroomScope.NONE]
    if not lacking:
        return
    message = _no_line(lacking, platforms[lacking[0]])
    if len(lacking) == len(ends):
        faults.refuse(at, f"{message}; leave it out")
    else:
        faults.warn(at, f"{message} at that end")


def _check_size(
    intent: Intent,
    headroom: StatedHeadroom,
    links: Sequence[LinkPlan],
    platforms: Mapping[str, SwitchPlatform],
    faults: IntentFaults,
) -> None:
    """Warn of a headroom below the one worked out, naming the end that needs most."""
    needs = [
        (
            advised_headroom(intent, platforms[end.device], link.speed_gbps, link.length_m, link.to_host).xoff_bytes,
            link,
            end,
        )
        for link in links
        for end in (link.lower, link.upper)
        if end.device in platforms and _scope(platforms[end.device]) is not HeadroomScope.NONE
    ]
    most, link, end = max(needs, key=lambda need: need[0], default=(0, links[0], links[0].upper))
    if headroom.size_bytes < most:
        message = (
            f"{headroom.size_bytes} bytes are less than the {most} that are worked out for {link.speed_gbps}G over"
        )
        why = f"{link.length_m} m at {end.device} ({platforms[end.device].model})"
        faults.warn(headroom.at, f"{message} {why}; what arrives after a pause may be dropped")


def check_shared_headroom(plan: FabricPlan, views: Sequence[SwitchView], faults: IntentFaults) -> None:
    """Warn of headroom of links that is not what the switch has, since one size holds for all of its ports."""
    sizes = {one.name: max((profile.headroom_bytes for profile in one.profiles), default=0) for one in views}
    shared = {one.name for one in plan.devices if _scope(one.platform) is HeadroomScope.SWITCH}
    for link in plan.links:
        for end in (link.lower, link.upper):
            stated, size_bytes = link.headroom, sizes.get(end.device, 0)
            if stated is not None and end.device in shared and size_bytes and size_bytes != stated.size_bytes:
                message = f"one headroom holds for all ports of {end.device}, and the largest of them is {size_bytes}"
                advice = "state it for every link of the switch, or leave it out"
                faults.warn(stated.at, f"{message} bytes, not {stated.size_bytes}; {advice}")


def _scope(platform: SwitchPlatform) -> HeadroomScope:
    return platform.pause_limits.headroom


def _no_line(names: Sequence[str], platform: SwitchPlatform) -> str:
    return f"{named(names)}: no source shows how {platform.model} is given a headroom, which has its own"
