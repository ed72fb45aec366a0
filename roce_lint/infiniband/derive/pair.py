"""Two subnet managers of one subnet, and two subnets of one site, compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from roce_lint.infiniband.derive.setup import SetupView
from roce_lint.infiniband.ib_fabric import IbFabric, SmState, shown_guid
from roce_lint.infiniband.isolation import compare
from roce_lint.infiniband.managed import SwitchManager
from roce_lint.infiniband.sm_setup import named_ports
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import combine
from roce_lint.values import dataclass

_DRIFTING = ("subnet_prefix", "routing_engine", "qos", "lmc", "part_enforce", "allow_both_pkeys", "m_key")
_SECRET = frozenset({"m_key"})
_ADDITIONS = ".user_ext"
"""What UFM adds to its own partition file: no file of another manager."""
_SAME_SUBNET_SHARE = 2
"""Two partition files are of one subnet when they share at least half of the smaller one's ports."""


@dataclass(frozen=True, slots=True)
class ManagerPairState:
    """Two subnet managers that run one subnet."""

    other: str
    """The second of them."""
    tables_agree: Fact[bool]
    """Both partition files assign the same keys to every port."""
    example: str
    """A pair of ports that only one of the two allows to communicate, in words."""
    both_have_partitions: Fact[bool]
    """Both have a partition file next to their options, or neither does."""
    sm_keys_agree: Fact[bool]
    """Both have the same `sm_key`."""
    priorities_differ: Fact[bool]
    """They have different priorities."""
    options_agree: Fact[bool]
    """They agree on all options that must be the same, apart from their keys."""
    drift: str
    """Options in which they differ, comma-separated."""
    source: Source
    """The place where they differ."""


@dataclass(frozen=True, slots=True)
class SubnetPairState:
    """Two subnets among the inputs."""

    other: str
    """The second of them."""
    prefix: str
    """The subnet prefix that both have."""
    prefixes_differ: Fact[bool]
    """They have different prefixes; required only if a host is in both."""
    source: Source
    """The place of the first."""


@dataclass(frozen=True, slots=True)
class StrayManagerState:
    """A subnet manager on a switch in addition to those configured on servers."""

    name: str
    """The switch."""
    is_expected: Fact[bool]
    """It is intended to run there."""
    source: Source
    """Where it is seen."""


def are_a_pair(one: SetupView, other: SetupView) -> bool:
    """Return whether two setups run the same subnet, as far as their files show.

    Their partition files name the same ports; without such names, neither may be of another subnet and their
    subnet prefixes must be alike.
    """
    if one.partitions is not None and other.partitions is not None:
        if any(view.setup.place.endswith(_ADDITIONS) for view in (one, other)):
            return False
        mine, theirs = named_ports(one.partitions), named_ports(other.partitions)
        if mine and theirs:
            return len(mine & theirs) * _SAME_SUBNET_SHARE >= min(len(mine), len(theirs))
    if one.subnet is not None and other.subnet is not None and one.subnet is not other.subnet:
        return False
    if one.options is not None and other.options is not None:
        return known(one.options.subnet_prefix, 0) == known(other.options.subnet_prefix, 0)
    return one.partitions is not None and other.partitions is not None


def others_manage(view: SetupView, views: Sequence[SetupView]) -> bool:
    """Return whether another manager of the subnet of a view is active: by its options, or as seen running."""
    if view.subnet is not None and any(known(one.state, None) is SmState.MASTER for one in view.subnet.managers):
        return True
    others = [other for other in views if other is not view and other.options is not None and are_a_pair(view, other)]
    return any(other.options is not None and not known(other.options.sm_inactive, False) for other in others)


def pair_states(views: Sequence[SetupView]) -> Iterator[tuple[SetupView, ManagerPairState]]:
    """Yield every pair of subnet managers of one subnet."""
    known_views = [view for view in views if view.options is not None or view.partitions is not None]
    for number, one in enumerate(known_views):
        for other in known_views[number + 1 :]:
            if are_a_pair(one, other):
                yield other, _pair(one, other)


def _pair(one: SetupView, other: SetupView) -> ManagerPairState:
    place = Source(other.setup.place, 1, 1)
    agree, example = _tables(one, other, place)
    drift, drift_place = _drift(one, other)
    return ManagerPairState(
        other=one.setup.place,
        tables_agree=agree,
        example=example,
        both_have_partitions=_both_have_partitions(one, other, place),
        sm_keys_agree=_same_number(one, other, "sm_key", place),
        priorities_differ=_priorities(one, other, place),
        options_agree=Stated(not drift, drift_place if drift else place),
        drift=", ".join(drift),
        source=place,
    )


def _tables(one: SetupView, other: SetupView, place: Source) -> tuple[Fact[bool], str]:
    """Compare what both program, as if the manager sat on the same port; an own port is no drift."""
    if one.partitions is None or other.partitions is None or one.partitions is other.partitions:
        return Default(True, place, "only one partition file was read"), ""
    if one.partitions.is_refused or other.partitions.is_refused:
        return Default(True, place, "OpenSM rejects one of the files, as reported there"), ""
    skipped = {one.manager.guid, other.manager.guid}
    before = {table.port.guid: table.keys for table in one.tables.tables if table.port.guid not in skipped}
    after = {table.port.guid: table.keys for table in other.tables.tables if table.port.guid not in skipped}
    where = Source(other.partitions.source.file, 1, 1)
    if before == after:
        return Stated(True, where), ""
    change = compare(before, after)
    for word, pairings in (("lets talk", change.opened), ("keeps apart", change.closed)):
        if pairings:
            a, b = pairings[0].example
            return Stated(False, where), f"it {word} {other.name_of(a)} and {other.name_of(b)}"
    odd = next((guid for guid in sorted(before.keys() | after.keys()) if before.get(guid) != after.get(guid)), 0)
    return Stated(False, where), f"{shown_guid(odd)} gets different keys"


def _both_have_partitions(one: SetupView, other: SetupView, place: Source) -> Fact[bool]:
    """Say whether the folder of each manager has a partition file, where one of them keeps tenants apart."""
    with_file = [view for view in (one, other) if view.partitions is not None]
    without = [view for view in (one, other) if view.partitions is None and view.options is not None]
    if len(with_file) != 1 or not without or not with_file[0].tenants:
        return Default(True, place, "both have a partition file, or none keeps tenants apart")
    options = without[0].options
    return Stated(False, options.partition_config_file.source if options else place)


def _same_number(one: SetupView, other: SetupView, name: str, place: Source, same_alone: bool = True) -> Fact[bool]:
    if one.options is None or other.options is None or one.options is other.options:
        return Default(same_alone, place, "only one opensm.conf was read")
    first, second = getattr(one.options, name), getattr(other.options, name)
    if isinstance(first, Unknown) or isinstance(second, Unknown):
        return Unknown(f"{name} is not known of both", place)
    return Stated(first.value == second.value, second.source)


def _priorities(one: SetupView, other: SetupView, place: Source) -> Fact[bool]:
    same = _same_number(one, other, "sm_priority", place, same_alone=False)
    return same if isinstance(same, Unknown) else Stated(not same.value, same.source)


def _drift(one: SetupView, other: SetupView) -> tuple[list[str], Source]:
    """Return the options that differ, and where the other one states the first of them."""
    found: list[str] = []
    place = Source("", 0, 0)
    if one.options is None or other.options is None or one.options is other.options:
        return found, place
    for name in _DRIFTING:
        first, second = getattr(one.options, name), getattr(other.options, name)
        if isinstance(first, Unknown) or isinstance(second, Unknown) or first.value == second.value:
            continue
        place = place if found else second.source
        found.append(name if name in _SECRET else f"{name} ({_shown(first.value)} and {_shown(second.value)})")
    return found, place


def _shown(value: object) -> str:
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case Enum():
            return str(value.value)
        case tuple():
            return ",".join(map(str, value)) or "minhop"
        case int() if value > 1 << 32:
            return f"0x{value:016x}"
    return str(value)


def subnet_pairs(views: Sequence[SetupView]) -> Iterator[tuple[SetupView, SubnetPairState]]:
    """Yield pairs of different subnets, each known by its topology."""
    by_subnet: dict[int, SetupView] = {}
    for view in views:
        if view.subnet is not None and view.has_topology:
            by_subnet.setdefault(id(view.subnet), view)
    chosen = list(by_subnet.values())
    for number, one in enumerate(chosen):
        for other in chosen[number + 1 :]:
            first, second = _prefix(one), _prefix(other)
            place = Source(other.setup.place, 1, 1)
            differ: Fact[bool] = Default(True, place, "no host is in both subnets")
            if _share_hosts(one.subnet, other.subnet):
                differ = combine(lambda mine, theirs: mine != theirs, second, first)
            yield other, SubnetPairState(one.label, f"0x{known(second, 0):016x}", differ, place)


def _prefix(view: SetupView) -> Fact[int]:
    """Return the prefix that a subnet runs with, or that its manager's options state."""
    if view.subnet is not None and not isinstance(view.subnet.subnet_prefix, Unknown):
        return view.subnet.subnet_prefix
    if view.options is not None:
        return view.options.subnet_prefix
    return Unknown("no file contains the prefix", Source(view.setup.place, 1, 1))


def _share_hosts(one: IbFabric | None, other: IbFabric | None) -> bool:
    """Return whether some host is in both subnets: a box by its GUID, or a name up to its first blank."""
    if one is None or other is None:
        return False

    def hosts(fabric: IbFabric) -> set[object]:
        found: set[object] = set()
        for node in fabric.nodes:
            if node.kind.value == "channel adapter":
                found.add(known(node.system_guid, 0) or node.guid)
                found |= {node.name.split()[0]} if node.name.strip() else set()
        return found

    return bool(hosts(one) & hosts(other))


def stray_states(
    views: Sequence[SetupView], switches: Sequence[SwitchManager]
) -> Iterator[tuple[str, StrayManagerState]]:
    """Yield managers on switches: stray where they are enabled beside one that is configured on a server."""
    servers = [view.options for view in views if view.options is not None]
    best = max((known(options.sm_priority, 0) for options in servers), default=0)
    for switch in switches:
        if isinstance(switch.enabled, Unknown):
            continue
        priority = known(switch.priority, 0)
        stray = switch.enabled.value and bool(servers) and priority >= best
        why = switch.priority.source if isinstance(switch.priority, Stated) else switch.enabled.source
        expected: Fact[bool] = (
            Stated(False, why) if stray else Default(True, switch.enabled.source, "it cannot take over")
        )
        yield switch.device, StrayManagerState(switch.device, expected, switch.source)
