"""QoS profiles and policy maps that a configuration defines and that nothing applies."""

from __future__ import annotations

from collections.abc import Mapping, Set

from roce_lint.model.device import IdleDefinition
from roce_lint.model.fact import Stated
from roce_lint.os.eos.port_qos import QosProfile
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

_SERVICE_POLICY = lazy_pattern(r"\bservice-policy type (?:qos|quality-of-service) input (\S+)")


def idle_policies(
    text: str, profiles: Mapping[str, QosProfile], bound: Set[str], policy_maps: Mapping[str, Line], file: str
) -> tuple[IdleDefinition, ...]:
    """Return what a configuration applies nowhere, QoS profiles first; `bound` are those that ports use."""
    applied = frozenset(_SERVICE_POLICY.findall(text)) if policy_maps else frozenset[str]()
    idle = [
        IdleDefinition(
            "qos profile",
            name,
            profile.source,
            pauses=_pauses(profile),
            others_are_bound=bool(bound & profiles.keys()),
        )
        for name, profile in profiles.items()
        if name not in bound and not profile.lines.empty
    ]
    idle += [
        IdleDefinition("policy-map", name, line.block(file), others_are_bound=not applied.isdisjoint(policy_maps))
        for name, line in policy_maps.items()
        if name not in applied
    ]
    return tuple(idle)


def idle_profiles_with_pfc(policies: tuple[IdleDefinition, ...]) -> tuple[IdleDefinition, ...]:
    """Return the idle QoS profiles that would make ports lossless."""
    return tuple(one for one in policies if one.pauses)


def _pauses(profile: QosProfile) -> bool:
    return isinstance(profile.lines.pfc_on, Stated) or bool(profile.lines.no_drop)
