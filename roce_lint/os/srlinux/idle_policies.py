"""QoS policies and profiles that a configuration defines and that no interface binds."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.device import IdleDefinition
from roce_lint.os.srlinux.bindings import Bindings
from roce_lint.text.tree import Node

_ALWAYS_THERE = "default"


def idle_policies(qos: Node, bindings: Bindings) -> tuple[IdleDefinition, ...]:
    """Return what no interface binds, kind by kind in the order of the file; RoCE needs no rewriting."""
    ports, subinterfaces = bindings.ports.values(), bindings.subinterfaces.values()
    kinds = (
        ("pfc-mapping-profile", "pfc-mapping-profile", [[uses.mapping_profile] for uses in ports]),
        (
            "classifiers/dscp-policy",
            "classifier dscp-policy",
            [[uses.dscp, uses.ipv4_dscp, uses.ipv6_dscp] for uses in subinterfaces],
        ),
        (
            "buffer-management/buffer-allocation-profile",
            "buffer-allocation-profile",
            [[uses.buffer_profile, uses.pfc_buffer_profile] for uses in ports],
        ),
        (
            "buffer-management/queue-management-profile",
            "queue-management-profile",
            [[profile for _, profile in uses.queue_profiles] for uses in ports],
        ),
        (
            "scheduler-policies/scheduler-policy",
            "scheduler-policy",
            [[uses.scheduler_policy] for uses in ports],
        ),
    )
    found: list[IdleDefinition] = []
    for path, kind, uses in kinds:
        bound = {leaf.value for leaves in uses for leaf in leaves}
        found += _idle(qos.select(path), kind, bound)
    return tuple(found)


def _idle(entries: list[Node], kind: str, bound: set[str]) -> Iterator[IdleDefinition]:
    others = any(entry.key in bound for entry in entries)
    for entry in entries:
        if entry.key not in bound and entry.key != _ALWAYS_THERE:
            pauses = kind == "pfc-mapping-profile"
            yield IdleDefinition(kind, entry.key, entry.source, pauses=pauses, others_are_bound=others)
