"""Ports of a subnet against the partition file: members that do not exist, tables that overflow, empty first entries.

Of ports without anything odd one stands for all, so that ten thousand of them cost nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from roce_lint.infiniband.derive.setup import SetupView, switch_ports_to_hosts
from roce_lint.infiniband.effective_tables import PortTable
from roce_lint.infiniband.ib_fabric import NodeKind, shown_guid
from roce_lint.infiniband.managed import ManagedPartitions
from roce_lint.infiniband.partition import DEFAULT_KEY, FULL_BIT, PartitionDefinition, PartitionMember, Who
from roce_lint.infiniband.sm_options import SmOptions
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class MemberState:
    """One entry of partitions.conf, UFM or a switch that names a port."""

    guid: str
    """The GUID as written."""
    exists: Fact[bool]
    """Some port of the subnet has it."""
    is_node_guid: bool
    """It is the GUID of a node instead."""
    near: str
    """Ports that may be meant, in words."""
    source: Source
    """The place of the entry."""


@dataclass(frozen=True, slots=True)
class EndPortState:
    """The P_Key table of one port."""

    name: str
    """The port, in words."""
    capacity: Fact[int]
    """How many keys the table holds."""
    key_count: int
    """How many keys the file gives the port."""
    fits: Fact[bool]
    """The table has room for all of them."""
    dropped: str
    """Keys without room, comma-separated."""
    first_is_filled: Fact[bool]
    """Index 0 holds a key."""
    first_key: str
    """The key at index 0."""
    matches_running: Fact[bool]
    """The table read from the port holds the keys that the file gives it."""
    difference: str
    """What differs, in words."""
    rails_agree: Fact[bool]
    """Other ports of the adapter are in the same tenants."""
    rails: str
    """What differs between them, in words."""
    stays_in_one_tenant: Fact[bool]
    """The port is no full member of two tenants whose other full members differ."""
    bridged: str
    """The two tenants."""
    index_0_is_settled: Fact[bool]
    """At most one definition asks for index 0 of this port."""
    index_0_claims: str
    """The definitions that do, comma-separated."""
    enforcement_fits: Fact[bool]
    """The switch port in front has room for the keys, so that filtering stays on."""
    source: Source
    """The place of the first definition that names the port."""


_USUAL_ENTRIES = 128
"""Entries of the P_Key table of most adapters (NodeInfo.PartitionCap of ConnectX)."""


def member_states(view: SetupView) -> Iterator[MemberState]:
    """Yield each entry that names no port of the subnet, and one for all that do."""
    configuration = view.partitions
    if configuration is None or configuration.is_refused or not view.has_topology or view.subnet is None:
        return
    nodes = view.subnet.node_by_guid()
    odd = [one for one in view.tables.unknown_members if one.who is Who.PORT and not one.is_unreadable]
    place = Source(configuration.source.file, 1, 1)
    if not odd:
        yield MemberState("", Stated(True, place), False, "", place)
    for member in odd:
        node = nodes.get(member.port_guid)
        near = ", ".join(shown_guid(port.guid) for port in node.ports if port.guid) if node else ""
        gone = _is_gone(view.options, member.source) if node is None else Stated(False, member.source)
        yield MemberState(shown_guid(member.port_guid), gone, node is not None, near, member.source)


def _is_gone(options: SmOptions | None, place: Source) -> Fact[bool]:
    """Say that no port has a GUID; Unknown if virtual ports may, which dumps of a topology do not show."""
    line = options.as_written("virt_enabled") if options is not None else None
    if line is not None and line.value not in ("0", "1"):
        return Unknown(f"virt_enabled {line.value}: it may be a virtual port, which the topology does not show", place)
    return Stated(False, place)


def managed_member_states(
    groups: Sequence[ManagedPartitions], views: Sequence[SetupView]
) -> Iterator[tuple[str, MemberState]]:
    """Yield members of UFM and switches that are no port of the subnet, else one for all, with the manager's name.

    Only beside one subnet whose ports are all known: nothing tells which of several a manager serves.
    """
    known_views = [view for view in views if view.has_topology and view.subnet is not None]
    if len(known_views) != 1 or known_views[0].subnet is None:
        return
    ports, nodes = known_views[0].ports, known_views[0].subnet.node_by_guid()
    for group in groups:
        members = [one for partition in group.partitions for one in partition.members if one.guid]
        odd = [one for one in members if one.guid not in ports]
        if members and not odd:
            yield group.device, MemberState("", Stated(True, group.source), False, "", group.source)
        for member in odd:
            node = nodes.get(member.guid)
            near = ", ".join(shown_guid(port.guid) for port in node.ports if port.guid) if node else ""
            gone = _is_gone(known_views[0].options, member.source) if node is None else Stated(False, member.source)
            yield group.device, MemberState(shown_guid(member.guid), gone, node is not None, near, member.source)


def end_port_states(view: SetupView) -> Iterator[EndPortState]:
    """Yield every port with something odd, and one for all others."""
    configuration = view.partitions
    if configuration is None or configuration.is_refused:
        return
    place = Source(configuration.source.file, 1, 1)
    plain = _plain(place)
    claims = _index_0_claims(view)
    rails = dict(_rails(view))
    bridges = dict(_bridges(view))
    enforcement = dict(_enforcement(view))
    is_plain = True
    for table in view.tables.tables:
        state = _state(view, table, plain, claims.get(table.port.guid, ()))
        guid = table.port.guid
        if guid in rails:
            state = replace(state, rails_agree=Stated(False, rails[guid][1]), rails=rails[guid][0])
        if guid in bridges:
            state = replace(state, stays_in_one_tenant=Stated(False, bridges[guid][1]), bridged=bridges[guid][0])
        if guid in enforcement:
            state = replace(state, enforcement_fits=enforcement[guid])
        if state is not plain:
            is_plain = False
            yield replace(state, name=view.name_of(guid), key_count=len(table.keys) + len(table.dropped))
    if is_plain and view.tables.tables:
        yield plain


def _plain(place: Source) -> EndPortState:
    fine = Stated(True, place)
    return EndPortState(
        "all ports",
        Unknown("several ports", place),
        0,
        fine,
        "",
        fine,
        "",
        fine,
        "",
        fine,
        "",
        fine,
        "",
        fine,
        "",
        fine,
        place,
    )


def _state(
    view: SetupView, table: PortTable, plain: EndPortState, claims: tuple[PartitionDefinition, ...]
) -> EndPortState:
    """Return a port's state, the very `plain` one where nothing is odd."""
    state = plain
    place = plain.source
    known_port = view.ports.get(table.port.guid)
    if table.dropped:
        capacity = known_port[1].pkey_capacity if known_port else Unknown("no file says it", place)
        dropped = ", ".join(f"0x{key:04x}" for key in table.dropped[:8])
        where = _entry_of(view, table.port.guid, table.dropped[0] & DEFAULT_KEY)
        state = replace(state, fits=Stated(False, where), dropped=dropped, capacity=capacity)
    elif not table.port.capacity and len(table.keys) > _USUAL_ENTRIES and view.is_adapter(table.port.guid):
        where = _entry_of(view, table.port.guid, table.keys[_USUAL_ENTRIES] & DEFAULT_KEY)
        because = (
            f"it gets {len(table.keys)} keys, but the size of its table is not known: "
            f"{_USUAL_ENTRIES} on most adapters (ibdiagnet or smpquery nodeinfo shows PartitionCap)"
        )
        state = replace(state, fits=Unknown(because, where))
    if table.keys and table.keys[0] == 0 and view.is_adapter(table.port.guid):
        where = view.options.allow_both_pkeys.source if view.options else place
        state = replace(state, first_is_filled=Stated(False, where if where.file else place), first_key="0x0000")
    if len(claims) > 1:
        last = claims[-1].source
        words = " and ".join(f"{one.name or 'a partition'} in line {one.source.line}" for one in claims[:3])
        state = replace(
            state, index_0_is_settled=Stated(False, Source(last.file, last.line, last.line)), index_0_claims=words
        )
    running = known_port[1].pkeys if known_port else Unknown("", place)
    if not isinstance(running, Unknown) and not table.dropped:
        given, there = set(table.keys) - {0}, set(running.value) - {0}
        if given != there:
            state = replace(state, matches_running=Stated(False, running.source), difference=_difference(given, there))
    return state


def _difference(given: set[int], there: set[int]) -> str:
    parts = []
    for word, keys in (("lacks", given - there), ("holds besides", there - given)):
        if keys:
            shown = ", ".join(f"0x{key:04x}" for key in sorted(keys)[:8])
            parts.append(f"{word} {shown}")
    return " and ".join(parts)


def _index_0_claims(view: SetupView) -> dict[int, tuple[PartitionDefinition, ...]]:
    """Return for each port the definitions of different keys that ask for its index 0."""
    found: dict[int, dict[int, PartitionDefinition]] = {}
    configuration = view.partitions
    for definition in configuration.definitions if configuration else ():
        if not definition.at_index_0:
            continue
        for member in definition.members:
            guids = [member.port_guid] if member.who is Who.PORT else _group(view, member)
            for guid in guids:
                found.setdefault(guid, {}).setdefault(definition.key, definition)
    return {guid: tuple(claims.values()) for guid, claims in found.items()}


def _group(view: SetupView, member: PartitionMember) -> list[int]:
    kinds = {
        Who.ALL: None,
        Who.CHANNEL_ADAPTERS: NodeKind.CHANNEL_ADAPTER,
        Who.SWITCHES: NodeKind.SWITCH,
        Who.ROUTERS: NodeKind.ROUTER,
    }
    if member.who is Who.SELF:
        return [view.manager.guid]
    kind = kinds.get(member.who)
    return [table.port.guid for table in view.tables.tables if kind is None or table.port.kind is kind]


def _rails(view: SetupView) -> Iterator[tuple[int, tuple[str, Source]]]:
    """Yield ports of an adapter that are in other tenants than the adapter's other ports, and an entry that differs.

    Ports of one box (system GUID) belong together; a box of several adapters counts adapter by adapter.
    """
    if not view.has_topology or view.subnet is None or not view.tenants:
        return
    for node in view.subnet.nodes:
        ports = [port for port in node.ports if port.guid and port.guid in view.tenant_keys]
        if node.kind is not NodeKind.CHANNEL_ADAPTER or len(ports) < 2:
            continue
        keys = {port.guid: view.tenant_keys[port.guid] for port in ports}
        if len(set(keys.values())) > 1:
            words = "; ".join(f"port {port.number}: {_tenants(keys[port.guid])}" for port in ports)
            fewest = min(ports, key=lambda port: (len(keys[port.guid]), port.number))
            guid, key = next(
                (port.guid, min(keys[port.guid] - keys[fewest.guid]))
                for port in ports
                if keys[port.guid] - keys[fewest.guid]
            )
            yield fewest.guid, (words, _entry_of(view, guid, key))


def _tenants(keys: frozenset[int]) -> str:
    return ", ".join(f"0x{key:04x}" for key in sorted(keys)) or "no tenant"


def _bridges(view: SetupView) -> Iterator[tuple[int, tuple[str, Source]]]:
    """Yield ports that alone are full members of the same two tenants, which have other full members each.

    A port of three tenants or more, or one of several ports that join the same two, is a service shared on purpose.
    """
    configuration = view.partitions
    if configuration is None:
        return
    owned = {key: view.holders_of(key).full for key in view.tenants}
    full: dict[int, list[int]] = {}
    for key, ports in owned.items():
        for guid in ports:
            full.setdefault(guid, []).append(key)
    sharers = Counter(frozenset(keys) for keys in full.values())
    for guid, keys in sorted(full.items()):
        apart = [key for key in sorted(keys) if len(owned[key]) > 1]
        if len(keys) != 2 or len(apart) < 2 or not view.is_adapter(guid) or owned[apart[0]] == owned[apart[1]]:
            continue
        if sharers[frozenset(keys)] == 1:
            yield guid, (_tenants(frozenset(apart)), _entry_of(view, guid, apart[1]))


def _entry_of(view: SetupView, guid: int, key: int) -> Source:
    """Return the entry that names a port in a partition, else one that takes it in with others, else the definition."""
    configuration = view.partitions
    definitions = [one for one in (configuration.definitions if configuration else ()) if one.key == key]
    members = [member for one in definitions for member in one.members]
    for member in (*(one for one in members if one.port_guid == guid), *members):
        if member.port_guid == guid or member.who is not Who.PORT:
            return member.source
    whole = configuration.source if configuration else Source("", 0, 0)
    return Source(definitions[0].source.file, *(definitions[0].source.line,) * 2) if definitions else whole


def _enforcement(view: SetupView) -> Iterator[tuple[int, Fact[bool]]]:
    """Yield ports whose table does not fit the switch port in front of them, which then filters nothing."""
    if view.subnet is None:
        return
    tables = {table.port.guid: table.keys for table in view.tables.tables}
    for _, port, guid in switch_ports_to_hosts(view.subnet):
        room = known(port.pkey_capacity, 0)
        keys = tables.get(guid, ())
        copied = [key for key in keys if key and (key & FULL_BIT or key | FULL_BIT not in keys)]
        if room and len(copied) > room:
            yield guid, Stated(False, port.pkey_capacity.source)
