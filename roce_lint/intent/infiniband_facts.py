"""The InfiniBand section of an intent as facts that partition files are evaluated against."""

from __future__ import annotations

from roce_lint.infiniband.intended import IntendedMember, IntendedPartitions
from roce_lint.infiniband.partition import FULL_BIT
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.intent.model import Intent
from roce_lint.intent.model_infiniband import InfinibandIntent
from roce_lint.model.fact import Source


def intended_partitions(intent: Intent | InfinibandIntent) -> IntendedPartitions | None:
    """Return who is meant to be in which tenant, None for an intent without a subnet. Raises IntentError."""
    view = make_infiniband_view(intent)
    if view is None:
        return None
    place = intent.problem(("infiniband",), "")
    members = tuple(
        IntendedMember(
            port_guid=int(member.guid, 16),
            node=member.node,
            partition=partition.name,
            key=int(partition.key, 16) | (FULL_BIT if member.membership == "full" else 0),
        )
        for partition in view.partitions
        for member in partition.members
    )
    names = tuple((int(partition.key, 16), partition.name) for partition in view.partitions)
    return IntendedPartitions(members, names, Source(place.path, place.line, place.line))
