"""Partitions of a subnet manager as rules evaluate them: who is in, who leaks, who cannot talk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from roce_lint.infiniband.derive.group import GroupFit, fit_of_group
from roce_lint.infiniband.derive.setup import SetupView
from roce_lint.infiniband.partition import (
    DEFAULT_KEY,
    KeyOrigin,
    Membership,
    Partition,
    PartitionDefinition,
    PartitionMember,
    Who,
)
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.logic import is_true
from roce_lint.values import dataclass

EVERYONE = (Who.ALL, Who.CHANNEL_ADAPTERS)
_WHO_JOINS = {
    Who.ALL: "every port of the subnet, including future ones",
    Who.CHANNEL_ADAPTERS: "every adapter of the subnet, including future ones",
    Who.SELF: "the host of the subnet manager, which changes after failover",
}
_UFM_DEFAULT = "management"
"""What UFM calls the default partition in the file that it writes."""
_KNOWN_PATTERN = re.compile(r"SUN_DCS|vlan\d{1,4}")
_BROADCAST = re.compile(r"ff1.401b.{16}ffffffff")
"""The multicast GID of an IPoIB broadcast group (RFC 4391, section 4)."""


@dataclass(frozen=True, slots=True)
class PartitionState:
    """One partition of an accepted file, all its definitions together."""

    name: str
    """The name of the first definition."""
    key: str
    """The key as usually written, `0x0001`."""
    source: Source
    """The place of the first definition."""
    is_default: bool
    """It is the default partition, 0x7fff."""
    tenants: int
    """Partitions besides the default one."""
    has_only_port_members: Fact[bool]
    """Members are listed individually, not by ALL or another word for many."""
    everyone_is_full: Fact[bool]
    """ALL ports are full members."""
    everyone_word: str
    """The word for many members that it uses (`ALL`, `ALL_CAS`, ...); empty if there is none."""
    who_joins: str
    """The members that this word includes, in words."""
    is_known_pattern: bool
    """Its name is one that a product uses for partitions of all hosts: SUN_DCS of Exadata, vlan100 of OpenStack."""
    tenants_are_known_patterns: bool
    """All tenants have such names."""
    uses_index_0: bool
    """Some definition requests index 0 of its members' tables."""
    subnet_uses_ipoib: bool
    """Some partition requests IPoIB, or the running subnet has groups."""
    has_group: Fact[bool]
    """It has an IPoIB broadcast group."""
    has_switch_members: Fact[bool]
    """A switch is among the listed members."""
    leaks: Fact[bool]
    """Two ports that share no tenant are full members of the default partition."""
    leak_example: str
    """Who is a full member of the default partition, in a sentence."""
    manager_is_full: Fact[bool]
    """The subnet manager is reachable: it is a full member."""
    keeps_one_word: Fact[bool]
    """No port has two memberships."""
    conflict: str
    """The port that has two, in words."""
    uses_both_in_vain: Fact[bool]
    """It requests membership `both`, which OpenSM does not allow here."""
    has_one_name: Fact[bool]
    """All definitions of the key have one name."""
    other_names: str
    """The names of further definitions of the key, comma-separated."""
    name_is_its_own: Fact[bool]
    """No other partition has the same name."""
    namesake: str
    """The key of the first partition of the same name; empty if the name is unique."""
    key_is_stated: Fact[bool]
    """The file states the key."""
    member_count: Fact[int]
    """The number of member ports; unknown if it depends on ports that no file lists."""
    has_full_member: Fact[bool]
    """Some port is a full member."""
    has_full_member_beside_manager: Fact[bool]
    """Some port other than the subnet manager's is a full member."""
    is_ipoib: Fact[bool]
    """It has the flag `ipoib`."""
    others_use_ipoib: bool
    """Some other partition has it."""
    group: GroupFit
    """Its broadcast group."""
    is_named_as_its_key_says: Fact[bool]
    """It is called Default exactly if its key is 0x7fff."""
    misnomer: str
    """What its name makes people expect that its key is not, in words."""


def partition_states(view: SetupView) -> Iterator[PartitionState]:
    """Yield every partition of a file that OpenSM accepts, the default one even where the file is silent on it."""
    configuration = view.partitions
    if configuration is None or configuration.is_refused:
        return
    keys = {one.key for one in configuration.partitions}
    together = _all_of(view)
    if DEFAULT_KEY not in keys and not configuration.hides_a_header:
        yield _state(view, together, Partition(DEFAULT_KEY, "Default", ()), "")
    named: dict[str, int] = {}
    for partition in configuration.partitions:
        first = named.setdefault(partition.name, partition.key)
        namesake = f"0x{first:04x}" if partition.name and first != partition.key else ""
        yield _state(view, together, partition, namesake)


@dataclass(frozen=True, slots=True)
class _AllPartitions:
    """What the partitions of a file have in common."""

    tenants_are_known_patterns: bool
    subnet_uses_ipoib: bool
    tenants_use_ipoib: bool


def _all_of(view: SetupView) -> _AllPartitions:
    return _AllPartitions(
        tenants_are_known_patterns=_tenants_are_known_patterns(view),
        subnet_uses_ipoib=_uses_ipoib(view, with_default=True),
        tenants_use_ipoib=_uses_ipoib(view),
    )


def _state(view: SetupView, together: _AllPartitions, partition: Partition, namesake: str) -> PartitionState:
    definitions = partition.definitions
    file = view.partitions.source if view.partitions else Source("", 0, 0)
    source = definitions[0].source if definitions else Source(file.file, 1, 1)
    place = Source(source.file, source.line, source.line)
    members = [member for definition in definitions for member in definition.members]
    groups = [member for member in members if member.who in (*EVERYONE, Who.SELF)]
    full_everyone = [one for one in members if one.who in EVERYONE and one.membership is not Membership.LIMITED]
    leak, example = _leak(view, place, full_everyone) if partition.is_default else _no_leak(place)
    conflict = _conflict(members)
    both = [member for member in members if member.membership is Membership.BOTH]
    allowed = view.options is not None and is_true(view.options.allow_both_pkeys)
    names = list(dict.fromkeys(definition.written_name for definition in definitions if definition.written_name))
    return PartitionState(
        name=partition.name,
        key=f"0x{partition.key:04x}",
        source=source,
        is_default=partition.is_default,
        tenants=len(view.tenants),
        has_only_port_members=_none_of(groups, place),
        everyone_is_full=_some(full_everyone, place, "no group is full"),
        everyone_word=groups[0].who.value if groups else "",
        who_joins=_WHO_JOINS.get(groups[0].who, "") if groups else "",
        is_known_pattern=_is_known_pattern(partition),
        tenants_are_known_patterns=together.tenants_are_known_patterns,
        uses_index_0=any(definition.at_index_0 for definition in definitions),
        subnet_uses_ipoib=together.subnet_uses_ipoib,
        has_group=_has_group(definitions, place),
        has_switch_members=_some([one for one in members if _is_switch(view, one)], place, "no switch is named"),
        leaks=leak,
        leak_example=example,
        manager_is_full=_manager_is_full(view, members, place),
        keeps_one_word=Stated(False, conflict[1].source)
        if conflict
        else Default(True, place, "each port is listed once"),
        conflict=_in_words(conflict),
        uses_both_in_vain=_some([] if allowed else both, place, "not used"),
        has_one_name=_one_name(definitions, names, place),
        other_names=", ".join(names[1:]),
        name_is_its_own=Stated(not namesake, place),
        namesake=namesake,
        key_is_stated=Stated(all(one.key_origin is not KeyOrigin.AUTOMATIC for one in definitions), place),
        member_count=_member_count(view, partition, place),
        has_full_member=_has_full(view, partition, frozenset(), members, place),
        has_full_member_beside_manager=_has_full(view, partition, view.managers, members, place),
        is_ipoib=_is_ipoib(definitions, place),
        others_use_ipoib=together.tenants_use_ipoib,
        group=fit_of_group(view, partition, place),
        is_named_as_its_key_says=_name_fits(partition, definitions, place),
        misnomer=_misnomer(partition, names),
    )


def _none_of(found: list[PartitionMember], place: Source) -> Fact[bool]:
    return Stated(False, found[0].source) if found else Default(True, place, "every member is a port")


def _is_switch(view: SetupView, member: PartitionMember) -> bool:
    if member.who is Who.SWITCHES:
        return True
    return member.who is Who.PORT and member.port_guid in view.ports and not view.is_adapter(member.port_guid)


def _leak(view: SetupView, place: Source, full_everyone: list[PartitionMember]) -> tuple[Fact[bool], str]:
    """Say whether two ports without a common tenant are full in the default partition, and which."""
    holders = view.holders_of(DEFAULT_KEY)
    full = sorted(
        guid
        for guid in holders.full
        if view.is_adapter(guid) and guid not in view.managers and guid != view.manager.guid
    )
    where = full_everyone[-1].source if full_everyone else _place_of_full(view, frozenset(full), place)
    if _takes_hosts(view) and not view.has_topology and full_everyone and len(full) < 2:
        return Stated(True, where), "every port of the subnet is a full member of 0x7fff"
    groups: dict[tuple[frozenset[int], frozenset[int]], int] = {}
    nothing: frozenset[int] = frozenset()
    for guid in full:
        held = view.tenant_keys.get(guid, nothing), view.full_tenant_keys.get(guid, nothing)
        groups.setdefault(held, guid)
    kinds = list(groups.items())
    for number, ((keys, mine), guid) in enumerate(kinds):
        for (other_keys, theirs), other in kinds[number + 1 :]:
            if not (mine & other_keys or theirs & keys) and (keys or other_keys):
                words = f"{view.name_of(guid)} and {view.name_of(other)} are full members of 0x7fff"
                return Stated(True, where), words
    return Default(False, place, "no two tenants are full members"), ""


def _takes_hosts(view: SetupView) -> bool:
    """Say whether some tenant is open to adapters, not to switches and routers alone."""
    return any(
        member.who not in (Who.SWITCHES, Who.ROUTERS)
        for one in (view.partitions.partitions if view.partitions else ())
        for definition in (() if one.is_default else one.definitions)
        for member in definition.members
    )


def _place_of_full(view: SetupView, full: frozenset[int], place: Source) -> Source:
    """Return the last entry that makes one of the ports a full member of the default partition."""
    found = place
    for partition in view.partitions.partitions if view.partitions else ():
        for definition in partition.definitions if partition.is_default else ():
            for member in definition.members:
                if member.port_guid in full and member.membership is not Membership.LIMITED:
                    found = member.source
    return found


def _manager_is_full(view: SetupView, members: list[PartitionMember], place: Source) -> Fact[bool]:
    """Follow the entries of the default partition for the port of the subnet manager, which begins as full."""
    answer: Fact[bool] = Default(True, place, "OpenSM begins with SELF=full")
    for member in members:
        if member.who in (*EVERYONE, Who.SELF) or (
            not view.manager.is_assumed and member.port_guid == view.manager.guid
        ):
            answer = Stated(member.membership is not Membership.LIMITED, member.source)
        elif view.manager.is_assumed and _may_free_manager(member, answer):
            answer = Unknown("which port the subnet manager runs on is not known", member.source)
    return answer


def _may_free_manager(member: PartitionMember, answer: Fact[bool]) -> bool:
    """Say whether an entry could be the one that makes the manager's port full, when nobody says which port it is."""
    named = member.who is Who.PORT and member.membership is not Membership.LIMITED
    return named and isinstance(answer, Stated) and not answer.value


def _some(members: Sequence[PartitionMember], place: Source, because: str) -> Fact[bool]:
    """Say that there are some, at the first of them, or why there are none."""
    return Stated(True, members[0].source) if members else Default(False, place, because)


def _no_leak(place: Source) -> tuple[Fact[bool], str]:
    return Default(False, place, "a tenant"), ""


def _in_words(conflict: tuple[PartitionMember, PartitionMember] | None) -> str:
    if conflict is None:
        return ""
    first, second = conflict
    return f"{first.written} in line {first.source.line}, then {second.written}"


def _conflict(members: list[PartitionMember]) -> tuple[PartitionMember, PartitionMember] | None:
    """Return two entries that give one port different memberships, the later one being no exception to a group."""
    by_port: dict[int, PartitionMember] = {}
    any_port: PartitionMember | None = None
    manager: PartitionMember | None = None
    for member in members:
        if member.is_unreadable:
            continue
        if member.who is Who.PORT:
            first = by_port.setdefault(member.port_guid, member)
            if first.membership is not member.membership:
                return first, member
            any_port = member if any_port is None else any_port
            if any_port.membership is member.membership:
                any_port = member
        elif member.who is Who.SELF:
            if manager is not None and manager.membership is not member.membership:
                return manager, member
            manager = member
        elif member.who in EVERYONE:
            for earlier in (manager, *by_port.values()):
                if earlier is not None and earlier.membership is not member.membership:
                    return earlier, member
    return None


def _one_name(definitions: tuple[PartitionDefinition, ...], names: list[str], place: Source) -> Fact[bool]:
    if len(names) < 2:
        return Default(True, place, "one name")
    other = next(one for one in definitions if one.written_name == names[1])
    return Stated(False, Source(other.source.file, other.source.line, other.source.line))


def _name_fits(partition: Partition, definitions: tuple[PartitionDefinition, ...], place: Source) -> Fact[bool]:
    for one in definitions:
        is_default = one.written_name == "Default" or (partition.is_default and one.written_name == _UFM_DEFAULT)
        if one.written_name and is_default != partition.is_default:
            return Stated(False, Source(one.source.file, one.source.line, one.source.line))
    return Stated(True, place)


def _misnomer(partition: Partition, names: list[str]) -> str:
    if not partition.is_default:
        return f"Default has key 0x{partition.key:04x} and is a tenant: only 0x7fff is the default partition"
    odd = next((name for name in names if name not in ("Default", _UFM_DEFAULT)), "")
    return f"{odd} has key 0x7fff and is the default partition of every port, not a separate one"


def _is_known_pattern(partition: Partition) -> bool:
    return bool(_KNOWN_PATTERN.fullmatch(partition.name))


def _tenants_are_known_patterns(view: SetupView) -> bool:
    partitions = view.partitions.partitions if view.partitions else ()
    tenants = [one for one in partitions if not one.is_default]
    return bool(tenants) and all(_is_known_pattern(one) for one in tenants)


def _has_group(definitions: tuple[PartitionDefinition, ...], place: Source) -> Fact[bool]:
    """Say whether a broadcast group is made, at the definition that asks for index 0."""
    asking = next((one for one in definitions if one.at_index_0), None)
    here = Source(asking.source.file, asking.source.line, asking.source.line) if asking else place
    made = any(one.is_ipoib for one in definitions)
    groups = [group for one in definitions for group in one.groups]
    return Stated(made or any(_BROADCAST.fullmatch(group.mgid) for group in groups), here)


def _member_count(view: SetupView, partition: Partition, place: Source) -> Fact[int]:
    holders = view.holders_of(partition.key)
    if not view.has_topology and any(
        member.who not in (Who.PORT, Who.SELF) for one in partition.definitions for member in one.members
    ):
        return Unknown("the ports of the subnet are not known", place)
    unreadable = sum(member.is_unreadable for one in partition.definitions for member in one.members)
    return Stated(len(holders.full) + len(holders.limited) + unreadable, place)


def _has_full(
    view: SetupView, partition: Partition, besides: frozenset[int], members: list[PartitionMember], place: Source
) -> Fact[bool]:
    """Say whether some port holds the key full; groups count where the ports of the subnet are not known."""
    may_be_full = [one for one in members if one.is_unreadable and one.membership is not Membership.LIMITED]
    if may_be_full or view.holders_of(partition.key).full - besides:
        return Stated(True, place)
    words = [one for one in members if one.who not in (Who.PORT, Who.SELF) and one.membership is not Membership.LIMITED]
    return Stated(bool(words) and not view.has_topology, place)


def _is_ipoib(definitions: tuple[PartitionDefinition, ...], place: Source) -> Fact[bool]:
    flagged = next((one for one in definitions if one.is_ipoib), None)
    if flagged is None:
        return Default(False, place, "no definition has the flag ipoib")
    return Stated(True, Source(flagged.source.file, flagged.source.line, flagged.source.line))


def _uses_ipoib(view: SetupView, with_default: bool = False) -> bool:
    """Say whether a tenant, or the default partition, asks for IPoIB, or the running subnet has groups."""
    configuration = view.partitions
    flagged = configuration is not None and any(
        one.is_ipoib and (with_default or one.key != DEFAULT_KEY) for one in configuration.definitions
    )
    return flagged or (view.subnet is not None and bool(view.subnet.groups))
