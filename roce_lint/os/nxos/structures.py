"""The kinds of structures of NX-OS that bring QoS, the lines that define and use them, and what lies unused."""

from __future__ import annotations

from roce_lint.model.device import IdleDefinition
from roce_lint.model.terms import EVERY_PART, QosPart
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.structures import LineStructure
from roce_lint.os.nxos.policies import NETWORK_QOS, QOS, QUEUING, NxosPolicies, PolicyMap, is_system_policy
from roce_lint.os.references import StructureDefinition, StructureKind, unused
from roce_lint.text.patterns import lazy_pattern

_CLASSIFICATION = frozenset({QosPart.CLASSIFICATION})
_PAUSE = frozenset({QosPart.PAUSE})
_POLICY_MAPS = {
    QOS: StructureKind(f"policy-map type {QOS}", _CLASSIFICATION),
    NETWORK_QOS: StructureKind(f"policy-map type {NETWORK_QOS}", _PAUSE),
    QUEUING: StructureKind(f"policy-map type {QUEUING}", frozenset({QosPart.ECN, QosPart.SCHEDULING, QosPart.BUFFER})),
}
_CLASS_MAPS = {
    QOS: StructureKind(f"class-map type {QOS}", _CLASSIFICATION),
    NETWORK_QOS: StructureKind(f"class-map type {NETWORK_QOS}", _PAUSE),
}


def _of_type(name: str) -> str:
    """Return the pattern of the words for a type, which lines of type qos may leave out."""
    return rf"(?:type {name} )?(?!type )" if name == QOS else f"type {name} "


STRUCTURES = (
    LineStructure(
        StructureKind("port-profile", EVERY_PART),
        lazy_pattern(r"port-profile (?:type \S+ )?(\S+)"),
        lazy_pattern(r"inherit port-profile (\S+)"),
    ),
    *(
        LineStructure(
            kind,
            lazy_pattern(rf"policy-map {_of_type(name)}(\S+)"),
            lazy_pattern(rf"service-policy {_of_type(name)}(?:(?:input|output) )?(\S+)(?: no-stats)?"),
        )
        for name, kind in _POLICY_MAPS.items()
    ),
    *(
        LineStructure(
            kind,
            lazy_pattern(rf"class-map {_of_type(name)}(?:match-\S+ )?(\S+)"),
            lazy_pattern(r"class (?:type \S+ )?(\S+)(?: insert-before \S+)?"),
        )
        for name, kind in _CLASS_MAPS.items()
    ),
    LineStructure(
        StructureKind("ip access-list", _CLASSIFICATION),
        lazy_pattern(r"ip access-list (\S+)"),
        lazy_pattern(r"match access-group (?:name )?(\S+)"),
    ),
)
KINDS = {one.kind.word: one.kind for one in STRUCTURES}
_SERVICE_POLICY = lazy_pattern(
    r"\n[ \t]*+service-policy(?: +type +(?P<type>\S+))?(?: +(?:input|output))? +(?P<name>\S+)"
)
"""Begins with the end of the line before, which is found much faster than the start of a line."""


def idle_policies(text: str, policies: NxosPolicies, diagnostics: LineDiagnostics) -> tuple[IdleDefinition, ...]:
    """Return the policies of a configuration that it attaches nowhere, in the order of the file."""
    if not policies.policy_maps:
        return ()
    bound = {(found["type"] or QOS, found["name"]) for found in _SERVICE_POLICY.finditer(f"\n{text}")}
    found: list[IdleDefinition] = []
    for of_type, kind in _POLICY_MAPS.items():
        definitions = [
            StructureDefinition(
                name,
                diagnostics.block(policy.header),
                of_type == NETWORK_QOS and _pauses(policy),
                _purpose(of_type, policy),
                is_empty=not policy.classes or is_system_policy(name),
            )
            for (type_of_one, name), policy in policies.policy_maps.items()
            if type_of_one == of_type
        ]
        found += unused(kind, definitions, {name for type_of_one, name in bound if type_of_one == of_type})
    return tuple(sorted(found, key=lambda one: one.source))


def _pauses(policy: PolicyMap) -> bool:
    return any(line.text.startswith("pause pfc-cos ") for one in policy.classes for line in one.actions)


def _purpose(of_type: str, policy: PolicyMap) -> str:
    """Return what a queuing policy is for: the queues of the ingress, or of the egress."""
    return "ingress" if of_type == QUEUING and any(one.name.startswith("c-in-") for one in policy.classes) else ""
