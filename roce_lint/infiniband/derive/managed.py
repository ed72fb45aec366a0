"""Partitions and keys as UFM and managed switches keep them, as rules evaluate them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from roce_lint.infiniband.derive.opensm.option_state import m_key_is_set
from roce_lint.infiniband.derive.setup import SetupView
from roce_lint.infiniband.managed import Authority, ManagedPartition, ManagedPartitions, UfmSettings
from roce_lint.infiniband.partition import DEFAULT_KEY, Membership
from roce_lint.infiniband.sm_options import OpenSmDialect, SmOptions
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.values import dataclass

T = TypeVar("T", int, float)
_GROUP_MTUS_BYTES = (2048, 4096)
_GROUP_RATES_GBPS = (
    2.5,
    5.0,
    10.0,
    14.0,
    20.0,
    25.0,
    28.0,
    30.0,
    40.0,
    50.0,
    56.0,
    60.0,
    80.0,
    100.0,
    112.0,
    120.0,
    168.0,
    200.0,
    300.0,
    400.0,
    600.0,
)


@dataclass(frozen=True, slots=True)
class ManagedPartitionState:
    """One partition of UFM or of a switch."""

    authority: Authority
    """Whose view it is: `UFM`, `a request to UFM` or `switch`."""
    name: str
    """Its name."""
    key: Fact[int]
    """Its key, 15 bits."""
    key_is_for_tenants: Fact[bool]
    """The key is one of 0x0001 to 0x7ffe."""
    key_is_its_own: Fact[bool]
    """No partition above it has the same key."""
    shares_key_with: str
    """The name of the one that does; empty if there are none."""
    is_default: Fact[bool]
    """It is the default partition, 0x7fff."""
    tenants: int
    """How many others stand beside it."""
    hosts_are_limited: Fact[bool]
    """Hosts are limited members."""
    states_its_defaults: Fact[bool]
    """A request states membership, index and IPoIB itself."""
    silent_on: str
    """What it does not state, comma-separated."""
    mtu_is_whole: Fact[bool]
    """Its MTU limit is one that UFM knows."""
    rate_is_known: Fact[bool]
    """Its rate limit is one that UFM knows."""
    agrees_with_file: Fact[bool]
    """partitions.conf gives the same ports the same key."""
    difference: str
    """What differs, in words."""
    source: Source
    """Its place."""


@dataclass(frozen=True, slots=True)
class UfmState:
    """The settings of UFM."""

    tenants: int
    """Partitions besides the default one that its files or answers list."""
    default_is_limited: Fact[bool]
    """Ports are limited members of the default partition."""
    m_key_protects: Fact[bool]
    """UFM's subnet manager uses an M_Key that protects."""
    sa_key_is_random: Fact[bool]
    """The `sa_key` of UFM's subnet manager is random."""
    source: Source
    """The place of the settings."""


def managed_states(
    groups: Sequence[ManagedPartitions], views: Sequence[SetupView]
) -> Iterator[tuple[str, ManagedPartitionState]]:
    """Yield every partition with the name of its UFM or switch."""
    for group in groups:
        tenants = sum(_is_default(one) is False for one in group.partitions)
        names: dict[int, str] = {}
        for partition in group.partitions:
            twin = ""
            if not isinstance(partition.key, Unknown):
                twin = names.setdefault(partition.key.value & DEFAULT_KEY, partition.name)
            yield group.device, _state(group, partition, tenants, "" if twin == partition.name else twin, views)


def _is_default(partition: ManagedPartition) -> bool | None:
    if isinstance(partition.key, Unknown):
        return None
    return partition.key.value & DEFAULT_KEY == DEFAULT_KEY


def _state(
    group: ManagedPartitions, partition: ManagedPartition, tenants: int, twin: str, views: Sequence[SetupView]
) -> ManagedPartitionState:
    silent = _silent_on(partition) if group.authority is Authority.UFM_REQUEST else []
    agrees, difference = _against_file(group, partition, views)
    return ManagedPartitionState(
        authority=group.authority,
        name=partition.name or "a partition",
        key=partition.key,
        key_is_for_tenants=_key_is_for_tenants(partition),
        key_is_its_own=Stated(not twin, partition.key.source or partition.source),
        shares_key_with=twin,
        is_default=map_fact(lambda key: key & DEFAULT_KEY == DEFAULT_KEY, partition.key),
        tenants=tenants,
        hosts_are_limited=_hosts_are_limited(partition),
        states_its_defaults=Stated(not silent, partition.source),
        silent_on=", ".join(silent),
        mtu_is_whole=_is_one_of(partition.mtu_bytes, _GROUP_MTUS_BYTES, partition.source),
        rate_is_known=_is_one_of(partition.rate_gbps, _GROUP_RATES_GBPS, partition.source),
        agrees_with_file=agrees,
        difference=difference,
        source=partition.source,
    )


def _is_one_of(fact: Fact[T], choices: Sequence[T], place: Source) -> Fact[bool]:
    if isinstance(fact, Unknown):
        return Default(True, place, "the partition sets no limit")
    return Stated(fact.value in choices, fact.source)


def _silent_on(partition: ManagedPartition) -> list[str]:
    words = []
    if any(isinstance(one.membership, Default) for one in partition.members) or (
        not partition.members and isinstance(partition.default_membership, Default)
    ):
        words.append("membership")
    words += ["index0"] if isinstance(partition.at_index_0, Default) else []
    words += ["ip_over_ib"] if isinstance(partition.is_ipoib, Default) else []
    return words


def _key_is_for_tenants(partition: ManagedPartition) -> Fact[bool]:
    """Say whether a tenant's key is one of 0x0001 to 0x7ffe; the default partition may have its own."""
    if isinstance(partition.key, Unknown):
        return Default(True, partition.source, partition.key.because)
    named_default = partition.name in ("Default", "management")
    fits = 0 < partition.key.value < DEFAULT_KEY or (named_default and partition.key.value in (0x7FFF, 0xFFFF))
    return Stated(fits or partition.key.value == DEFAULT_KEY, partition.key.source)


def _hosts_are_limited(partition: ManagedPartition) -> Fact[bool]:
    """Say whether nobody but named ports is a full member of the default partition."""
    everyone = next((one for one in partition.members if one.guid == 0), None)
    if everyone is not None and not isinstance(everyone.membership, Unknown):
        return Stated(everyone.membership.value is Membership.LIMITED, everyone.source)
    return map_fact(lambda membership: membership is Membership.LIMITED, partition.default_membership)


def _against_file(
    group: ManagedPartitions, partition: ManagedPartition, views: Sequence[SetupView]
) -> tuple[Fact[bool], str]:
    """Compare the members that UFM lists with those that the only accepted partitions.conf gives the key."""
    place = partition.source
    files = [view for view in views if view.partitions is not None and not view.partitions.is_refused]
    if group.authority is not Authority.UFM or len(files) != 1 or isinstance(partition.key, Unknown):
        return Default(True, place, "nothing to compare: no partitions.conf next to UFM's answer"), ""
    if _is_default(partition) or not partition.members:
        return Default(True, place, "nothing to compare: UFM lists no members"), ""
    holders = files[0].holders_of(partition.key.value & DEFAULT_KEY)
    listed = {one.guid for one in partition.members if one.guid}
    full = {
        one.guid
        for one in partition.members
        if not isinstance(one.membership, Unknown) and one.membership.value is not Membership.LIMITED
    }
    have = holders.full | holders.limited
    names = files[0].name_of
    if listed - have:
        return Stated(False, place), f"{names(min(listed - have))} is missing in {files[0].setup.place}"
    if have - listed:
        return Stated(False, place), f"{files[0].setup.place} adds {names(min(have - listed))}"
    if full != set(holders.full):
        return Stated(
            False, place
        ), f"{names(min(full ^ holders.full))} has a different membership in {files[0].setup.place}"
    return Stated(True, place), ""


def ufm_states(
    settings: Sequence[UfmSettings], groups: Sequence[ManagedPartitions], views: Sequence[SetupView]
) -> Iterator[tuple[str, UfmState]]:
    """Yield the settings of each UFM."""
    tenants = max(
        [
            sum(_is_default(one) is False for one in group.partitions)
            for group in groups
            if group.authority is not Authority.SWITCH
        ]
        + [len(view.tenants) for view in views],
        default=0,
    )
    for one in settings:
        yield (
            one.device,
            UfmState(
                tenants=tenants,
                default_is_limited=_default_is_limited(one),
                m_key_protects=_either(_m_key(one), views, m_key_is_set),
                sa_key_is_random=_either(_sa_key(one), views, _own_sa_key),
                source=one.source,
            ),
        )


def _default_is_limited(one: UfmSettings) -> Fact[bool]:
    """Say whether hosts are limited by default; a file that does not carry the option is no fault."""
    if isinstance(one.default_membership, Unknown) and one.default_membership.source.line <= 1:
        return Default(True, one.source, one.default_membership.because)
    return map_fact(lambda membership: membership is Membership.LIMITED, one.default_membership)


def _either(of_ufm: Fact[bool], views: Sequence[SetupView], own: Callable[[SmOptions], Fact[bool]]) -> Fact[bool]:
    """Return what UFM's settings say of a key, or the opensm.conf of its subnet manager where that has one."""
    if isinstance(of_ufm, Unknown) or of_ufm.value:
        return of_ufm
    options = [
        view.options for view in views if view.options is not None and view.options.dialect is OpenSmDialect.NVIDIA
    ]
    stated = [fact for fact in map(own, options) if isinstance(fact, Stated) and fact.value]
    return stated[0] if stated and len(stated) == len(options) else of_ufm


def _own_sa_key(options: SmOptions) -> Fact[bool]:
    return map_fact(lambda key: key not in (0, 1), options.sa_key)


def _m_key(one: UfmSettings) -> Fact[bool]:
    if isinstance(one.m_key_per_port, Stated | Default) and one.m_key_per_port.value:
        return Stated(True, one.m_key_per_port.source)
    if isinstance(one.m_key, Unknown):
        return one.m_key_per_port
    return Stated(one.m_key.value != 0, one.m_key.source)


def _sa_key(one: UfmSettings) -> Fact[bool]:
    if isinstance(one.sa_key, Unknown):
        return one.randomize_sa_key
    return Stated(one.sa_key.value not in (0, 1), one.sa_key.source)
