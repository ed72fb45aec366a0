"""A QoS policy file as rules see it: what OpenSM gives up at, and what it takes otherwise than it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.infiniband.documents import InfinibandFacts
from roce_lint.infiniband.partition import Membership, PartitionConfiguration, Who
from roce_lint.infiniband.qos_policy import PolicyKey, QosPolicy
from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.values import dataclass

_WANTED_MEMBERS = 2


@dataclass(frozen=True, slots=True)
class QosPolicyState:
    """A place of a QoS policy file: one fact is false.

    A file that OpenSM accepts as written is one entity, `every line`.
    """

    text: str
    """The piece as written."""
    because: str
    """Why OpenSM does not interpret it as intended."""
    is_taken: Fact[bool]
    """OpenSM accepts the policy."""
    level_fits: Fact[bool]
    """The level of a rule exists and suits its purpose."""
    partition_is_defined: Fact[bool]
    """The partition of a rule is defined."""


def policy_states(policy: QosPolicy, facts: Sequence[InfinibandFacts]) -> Iterator[tuple[Source, QosPolicyState]]:
    """Yield what is wrong with a policy file beside the partition file of its inputs, if there is one only."""
    partitions = [one for one in facts if isinstance(one, PartitionConfiguration)]
    result = False
    for fault in policy.faults:
        result = True
        wrong = "is_taken" if fault.discards else "level_fits"
        yield fault.source, _state(fault.text, fault.because, fault.source, wrong)
    for key in policy.keys if len(partitions) == 1 else ():
        because, wrong = _why_not(key, partitions[0])
        if because:
            result = True
            yield key.source, _state(f"pkey {key.first:#06x}", because, key.source, wrong)
    if not result:
        yield policy.source, _state("every line", "", policy.source, "")


def _state(text: str, because: str, source: Source, wrong: str) -> QosPolicyState:
    names = ("is_taken", "level_fits", "partition_is_defined")
    facts: dict[str, Fact[bool]] = {name: Stated(name != wrong, source) for name in names}
    return QosPolicyState(text, because, **facts)


def _why_not(key: PolicyKey, partitions: PartitionConfiguration) -> tuple[str, str]:
    """Return why OpenSM does not take a rule for a key, and the fact that says so; empty if it does."""
    for number in range(key.first, key.last + 1):
        defined = [one for one in partitions.definitions if one.key == number]
        if not defined and key.for_ipoib:
            return f"there is no partition {number:#06x}, but a rule for IPoIB requires it", "is_taken"
        if not defined:
            return f"there is no partition {number:#06x}", "partition_is_defined"
        if key.for_ipoib and not _has_two_full(partitions, number):
            return (
                f"partition {number:#06x} has fewer than two full members, but a rule for IPoIB requires two",
                "is_taken",
            )
    return "", ""


def _has_two_full(partitions: PartitionConfiguration, key: int) -> bool:
    """Say whether two ports are full members; a group of ports counts as two: nothing tells how many there are."""
    members: dict[tuple[Who, int], Membership] = {}
    for definition in partitions.definitions:
        for member in definition.members if definition.key == key else ():
            members[member.who, member.port_guid] = member.membership
    full = [who for (who, _), membership in members.items() if membership is not Membership.LIMITED]
    return len(full) >= _WANTED_MEMBERS or any(who not in (Who.PORT, Who.SELF) for who in full)
