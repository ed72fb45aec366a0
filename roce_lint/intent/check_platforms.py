"""Contradictions between what is asked of a switch and what its model can do."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from roce_lint.intent.check_classes import fabric_mtu_bytes, host_port_mtu_bytes
from roce_lint.intent.classes import ECN_PROFILES, LOSSLESS_PROFILES, roce_classes
from roce_lint.intent.expand_topology import Switch
from roce_lint.intent.faults import IntentFaults, named
from roce_lint.intent.model import Intent
from roce_lint.intent.watchdog import WatchdogTrouble, plan_watchdog
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Role
from roce_lint.platforms.datum import NotKnown, SourcedValue, value_or
from roce_lint.platforms.pause_limits import AlphaScope
from roce_lint.platforms.platform import Feature, SwitchPlatform


def check_platforms(intent: Intent, switches: tuple[Switch, ...], faults: IntentFaults) -> None:
    """Complain about features, classes and packet sizes that a switch model does not have."""
    for platform, members in _models(switches):
        at: YamlPath = (*members[0].at, "platform")
        names = named(one.name for one in members)
        for feature, why in _needed(intent, members):
            support = platform.support(feature)
            if isinstance(support, NotKnown):
                message = f"{names}: no source says whether {platform.model} has {_words(feature)}, which {why} needs"
                faults.warn(at, message)
            elif not support.value:
                message = f"{names}: {platform.model} has no {_words(feature)}, which {why} needs"
                faults.refuse(at, f"{message} ({support.source}); choose another model")
        most, wanted = platform.buffer.max_lossless_classes, len(roce_classes(intent))
        if intent.design in LOSSLESS_PROFILES and isinstance(most, SourcedValue) and wanted > most.value:
            message = f"{names}: {platform.model} holds {most.value} lossless classes, and {wanted} are asked for"
            faults.refuse(("roce", "classes"), message)
        _check_mtu(intent, platform, members, faults)


def _models(switches: tuple[Switch, ...]) -> Iterator[tuple[SwitchPlatform, list[Switch]]]:
    """Yield each model with the switches that ask for it at one place."""
    groups: dict[tuple[str, Role, YamlPath], list[Switch]] = {}
    for one in switches:
        groups.setdefault((one.platform.id, one.role, one.at), []).append(one)
    for members in groups.values():
        yield members[0].platform, members


def _needed(intent: Intent, members: list[Switch]) -> Iterator[tuple[Feature, str]]:
    design = f"the profile {intent.design.value}"
    if intent.design in LOSSLESS_PROFILES:
        yield Feature.PFC, design
        if intent.roce.watchdog.enabled:
            yield Feature.PFC_WATCHDOG, "roce.watchdog"
    if intent.design in ECN_PROFILES:
        yield Feature.ECN, design
    if intent.tenants:
        if members[0].role is Role.LEAF:
            yield Feature.VXLAN, "the overlay of the tenants"
        yield Feature.EVPN, "the overlay of the tenants"


def _words(feature: Feature) -> str:
    return {Feature.PFC: "PFC", Feature.ECN: "ECN", Feature.VXLAN: "VXLAN", Feature.EVPN: "EVPN"}.get(
        feature, feature.value.replace("_", " ").replace("pfc", "PFC")
    )


def _check_mtu(intent: Intent, platform: SwitchPlatform, members: list[Switch], faults: IntentFaults) -> None:
    allowed = platform.mtu.ip_bytes
    if not isinstance(allowed, SourcedValue):
        return
    wanted = {fabric_mtu_bytes(intent): "fabric"}
    if members[0].role is Role.LEAF:
        wanted.setdefault(host_port_mtu_bytes(intent), "hosts" if intent.mtu.host_ports == "auto" else "host_ports")
    for mtu_bytes, key in wanted.items():
        if mtu_bytes not in allowed.value:
            message = f"{platform.model} carries IP packets of {allowed.value.minimum} to {allowed.value.maximum} bytes"
            faults.refuse(("mtu", key), f"{named(one.name for one in members)}: {message}, not {mtu_bytes}")


def check_alpha(intent: Intent, switches: tuple[Switch, ...], faults: IntentFaults) -> None:
    """Complain about dynamic thresholds that a switch model does not take, for all classes or for one."""
    wishes: list[tuple[YamlPath, str]] = [(("roce", "alpha"), intent.roce.alpha)] if intent.roce.alpha else []
    for index, one in enumerate(roce_classes(intent)):
        wishes += [(("roce", "classes", index, "alpha"), one.alpha)] if one.alpha else []
    if wishes and intent.design not in LOSSLESS_PROFILES:
        faults.warn(wishes[0][0], f"the profile {intent.design.value} has no PFC; `alpha` has no effect")
        return
    models = list(_models(switches)) if wishes else []
    for platform, members in models:
        names, offered = named(one.name for one in members), _alphas(platform)
        if not offered:
            message = f"{names}: no source shows a dynamic threshold of {platform.model}, which pauses as worked out"
            if any(_alphas(other) for other, _ in models):
                faults.warn(wishes[0][0], message)
            else:
                faults.refuse(wishes[0][0], f"{message}; leave `alpha` out")
            continue
        for at, wish in wishes:
            if Fraction(wish) not in offered:
                known = ", ".join(str(alpha) for alpha in offered)
                faults.refuse(at, f"{platform.model} takes no dynamic threshold of {wish}; it has {known}")
        wanted = {one.alpha or intent.roce.alpha for one in roce_classes(intent)}
        if platform.pause_limits.alpha is AlphaScope.ALL and len(wanted) > 1:
            message = f"{names}: {platform.model} has one dynamic threshold for all lossless classes"
            faults.refuse(wishes[-1][0], f"{message}; give every class the same, or say `roce.alpha` alone")


def _alphas(platform: SwitchPlatform) -> list[Fraction]:
    """Return the dynamic thresholds that a configuration of a platform can state; none where no line does."""
    can_state = platform.pause_limits.alpha is not AlphaScope.NONE
    return sorted(alpha for _, alpha in value_or(platform.buffer.alphas, ())) if can_state else []


def check_timers(intent: Intent, switches: tuple[Switch, ...], faults: IntentFaults) -> None:
    """Complain about watchdog timers that a switch does not accept."""
    if intent.design not in LOSSLESS_PROFILES or not intent.roce.watchdog.enabled:
        return
    for platform, members in _models(switches):
        found = plan_watchdog(intent, platform)
        if isinstance(found, WatchdogTrouble):
            names = named(one.name for one in members)
            faults.refuse(("roce", "watchdog", found.key), f"{names}: {found.message}")
