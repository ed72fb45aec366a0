"""The kinds of structures of SR Linux that bring QoS: where they are defined and used, and what lies unused."""

from __future__ import annotations

from roce_lint.model.device import IdleDefinition
from roce_lint.model.terms import QosPart
from roce_lint.os.references import StructureDefinition, StructureKind, StructureUsers, unused
from roce_lint.os.srlinux.bindings import Bindings
from roce_lint.os.srlinux.referred_ports import port_of
from roce_lint.os.tree.references import TreeStructure, tree_uses
from roce_lint.text.tree import Node

_CLASSIFICATION = frozenset({QosPart.CLASSIFICATION})
_PAUSE = frozenset({QosPart.PAUSE})
_QUEUE = frozenset({QosPart.ECN, QosPart.SCHEDULING, QosPart.BUFFER})
_ALWAYS_THERE = frozenset({"default"})
_PORT = "qos/interfaces/interface"
_OLD_PORT = "interface/qos"
_OLD_SUBINTERFACE = "interface/subinterface/qos"
_IP_VERSIONS = ("dscp-policy", "ipv4-dscp-policy", "ipv6-dscp-policy")
_MAPPING = "qos/pfc-mapping-profile"
_BUFFERS = "qos/buffer-management/buffer-allocation-profile"


def _bound(direction: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the paths below interfaces at which policies of classifiers or rewrite rules are bound."""
    return tuple(f"{block}/{direction}/{name}" for block in (_PORT, _OLD_SUBINTERFACE) for name in names)


STRUCTURES = (
    TreeStructure(
        StructureKind("dscp-policy", _CLASSIFICATION, _ALWAYS_THERE, unused_word="classifier dscp-policy"),
        "qos/classifiers/dscp-policy",
        ("qos/classifiers/vxlan-default", *_bound("input/classifiers", _IP_VERSIONS)),
    ),
    TreeStructure(
        StructureKind("dot1p-policy", _CLASSIFICATION),
        "qos/classifiers/dot1p-policy",
        _bound("input/classifiers", ("dot1p-policy",)),
    ),
    TreeStructure(
        StructureKind("rewrite dscp-policy", _CLASSIFICATION),
        "qos/rewrite-rules/dscp-policy",
        (
            "qos/explicit-congestion-notification/ecn-dscp-policy",
            "qos/rewrite-rules/vxlan-outer-header-dscp-policy",
            *_bound("output/rewrite-rules", _IP_VERSIONS),
        ),
    ),
    TreeStructure(
        StructureKind("forwarding class", _CLASSIFICATION | _PAUSE),
        "qos/forwarding-classes/forwarding-class",
        (
            "qos/classifiers/dscp-policy/dscp/forwarding-class",
            "qos/classifiers/dot1p-policy/dot1p/forwarding-class",
            "qos/rewrite-rules/dscp-policy/map",
            f"{_MAPPING}/received-traffic/unicast-mapping/pfc-queue/forwarding-class",
            f"{_PORT}/input/classifiers/default/forwarding-class",
            f"{_OLD_SUBINTERFACE}/input/classifiers/default-forwarding-class",
        ),
    ),
    TreeStructure(
        StructureKind("queue", _QUEUE),
        "qos/queues/queue",
        (
            "qos/forwarding-classes/forwarding-class/output/unicast-queue",
            "qos/forwarding-classes/forwarding-class/output/queue",
            f"{_MAPPING}/received-pfc-pause-frames/queue",
            "qos/scheduler-policies/scheduler-policy/scheduler/input/queue-name",
            f"{_BUFFERS}/queues/queue",
            f"{_OLD_PORT}/output/queue",
        ),
        (
            f"{_PORT}/output/queues/queue/queue-management-profile",
            f"{_OLD_PORT}/output/queue/template",
            f"{_OLD_PORT}/output/queue/voq-template",
        ),
    ),
    TreeStructure(
        StructureKind("pfc-queue", _PAUSE | {QosPart.BUFFER}),
        "qos/queues/pfc-queue",
        (f"{_MAPPING}/received-traffic/unicast-mapping/pfc-queue", f"{_BUFFERS}/queues/pfc-queue"),
    ),
    TreeStructure(
        StructureKind("pfc-mapping-profile", _PAUSE | {QosPart.WATCHDOG}, _ALWAYS_THERE),
        _MAPPING,
        (f"{_PORT}/pfc/pfc-mapping-profile",),
    ),
    TreeStructure(
        StructureKind("buffer-allocation-profile", _PAUSE | _QUEUE, _ALWAYS_THERE),
        _BUFFERS,
        (f"{_PORT}/input/pfc-buffer-allocation-profile", f"{_PORT}/output/buffer-allocation-profile"),
    ),
    TreeStructure(
        StructureKind("queue-template", _QUEUE),
        "qos/queue-templates/queue-template",
        (f"{_OLD_PORT}/output/queue/template", f"{_OLD_PORT}/output/queue/voq-template"),
    ),
    TreeStructure(
        StructureKind("queue-management-profile", _QUEUE, _ALWAYS_THERE),
        "qos/buffer-management/queue-management-profile",
        (f"{_PORT}/output/queues/queue/queue-management-profile",),
    ),
    TreeStructure(
        StructureKind("scheduler-policy", _QUEUE, _ALWAYS_THERE),
        "qos/scheduler-policies/scheduler-policy",
        (f"{_PORT}/output/scheduler/scheduler-policy",),
    ),
)
_PORTS = {_PORT: lambda entry: port_of(entry) or entry.key, "interface": lambda entry: entry.key}
_DEFINITIONS = {one.kind.word: one.definition for one in STRUCTURES}
KINDS = {one.kind.word: one.kind for one in STRUCTURES}


def structure_users(root: Node) -> StructureUsers:
    """Return who has something of which structure; what the whole system uses concerns no port by itself."""
    return StructureUsers(tree_uses(root, STRUCTURES, _PORTS), lambda _: frozenset())


def idle_policies(root: Node, bindings: Bindings) -> tuple[IdleDefinition, ...]:
    """Return what no interface binds, kind by kind in the order of the file; RoCE needs no rewriting."""
    ports, subinterfaces = bindings.ports.values(), bindings.subinterfaces.values()
    used = {
        "pfc-mapping-profile": {uses.mapping_profile.value for uses in ports},
        "dscp-policy": {one.value for uses in subinterfaces for one in (uses.dscp, uses.ipv4_dscp, uses.ipv6_dscp)},
        "buffer-allocation-profile": {
            one.value for uses in ports for one in (uses.buffer_profile, uses.pfc_buffer_profile)
        },
        "queue-management-profile": {profile.value for uses in ports for _, profile in uses.queue_profiles},
        "scheduler-policy": {uses.scheduler_policy.value for uses in ports},
    }
    found: list[IdleDefinition] = []
    for word, names in used.items():
        pauses = word == "pfc-mapping-profile"
        entries = root.select(_DEFINITIONS[word])
        definitions = [StructureDefinition(one.key, one.source, pauses) for one in entries]
        found += unused(KINDS[word], definitions, names)
    return tuple(found)
