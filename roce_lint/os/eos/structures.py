"""The kinds of structures of EOS that bring QoS, the lines that define and use them, and what lies unused."""

from __future__ import annotations

from collections.abc import Mapping, Set

from roce_lint.model.device import IdleDefinition
from roce_lint.model.fact import Stated
from roce_lint.model.terms import EVERY_PART, QosPart
from roce_lint.os.eos.port_qos import QosProfile
from roce_lint.os.industry_cli.structures import LineStructure
from roce_lint.os.references import StructureDefinition, StructureKind, unused
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

_CLASSIFICATION = frozenset({QosPart.CLASSIFICATION})
_PROFILE = StructureKind("qos profile", EVERY_PART)
_POLICY_MAP = StructureKind("policy-map", _CLASSIFICATION)

STRUCTURES = (
    LineStructure(
        StructureKind("interface profile", EVERY_PART),
        lazy_pattern(r"interface profile (\S+)"),
        lazy_pattern(r"profile (.+)"),
    ),
    LineStructure(_PROFILE, lazy_pattern(r"qos profile (\S+)"), lazy_pattern(r"(?:command )?service-profile (\S+)")),
    LineStructure(
        _POLICY_MAP,
        lazy_pattern(r"policy-map (?:type \S+ )?(\S+)"),
        lazy_pattern(r"(?:command )?service-policy type (?:qos|quality-of-service) input (\S+)"),
    ),
    LineStructure(
        StructureKind("class-map", _CLASSIFICATION),
        lazy_pattern(r"class-map (?:type \S+ )?(?:match-\S+ )?(\S+)"),
        lazy_pattern(r"class (\S+)"),
    ),
    *(
        LineStructure(
            StructureKind(f"{word} access-list", _CLASSIFICATION),
            lazy_pattern(rf"{word} access-list (?:standard )?(\S+)"),
            lazy_pattern(rf"match {word} access-group (\S+)"),
        )
        for word in ("ip", "ipv6", "mac")
    ),
    LineStructure(
        StructureKind("platform trident mmu queue profile", frozenset({QosPart.BUFFER})),
        lazy_pattern(r"platform trident mmu queue profile (\S+)"),
        lazy_pattern(r"platform trident mmu queue profile (\S+) apply"),
    ),
)
KINDS = {one.kind.word: one.kind for one in STRUCTURES}
_SET_CLASS = lazy_pattern(r"\bset traffic-class ([0-7])$")
_NAMES_ROCE = lazy_pattern(r"(?i)roce|rdma|lossless|no-?drop|\bdscp (?:24|26)\b")
_USUAL_LOSSLESS = frozenset({3, 4})
"""Priorities that are lossless by convention, where no profile says which are."""
_SERVICE_POLICY = lazy_pattern(r"\bservice-policy type (?:qos|quality-of-service) input (\S+)")


def idle_policies(
    text: str, profiles: Mapping[str, QosProfile], bound: Set[str], policy_maps: Mapping[str, Line], file: str
) -> tuple[IdleDefinition, ...]:
    """Return what a configuration applies nowhere, QoS profiles first; `bound` are those that ports use."""
    applied = frozenset(_SERVICE_POLICY.findall(text)) if policy_maps else frozenset[str]()
    profiles_there = [
        StructureDefinition(name, one.source, _pauses(one), is_empty=one.lines.empty) for name, one in profiles.items()
    ]
    lossless = {priority for one in profiles.values() for priority in one.lines.no_drop}
    maps_there = [
        StructureDefinition(name, line.block(file), is_empty=not _speaks_of_roce(line, lossless))
        for name, line in policy_maps.items()
    ]
    return (*unused(_PROFILE, profiles_there, bound), *unused(_POLICY_MAP, maps_there, applied))


def _speaks_of_roce(policy_map: Line, lossless: Set[int]) -> bool:
    """Say whether a policy map names RoCE, or brings packets to a lossless class; one for voice may lie unused."""
    texts = [policy_map.text, *(line.text for line in policy_map.walk())]
    classes = {int(found[1]) for text in texts if (found := _SET_CLASS.search(text))}
    return bool(classes & (lossless or _USUAL_LOSSLESS)) or any(_NAMES_ROCE.search(text) for text in texts)


def idle_profiles_with_pfc(policies: tuple[IdleDefinition, ...]) -> tuple[IdleDefinition, ...]:
    """Return the idle QoS profiles that would make ports lossless."""
    return tuple(one for one in policies if one.pauses)


def _pauses(profile: QosProfile) -> bool:
    return isinstance(profile.lines.pfc_on, Stated) or bool(profile.lines.no_drop)
