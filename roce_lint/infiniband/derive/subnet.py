"""Whole subnets as rules evaluate them: masters, credit loops, dead ends."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.infiniband.credit_loops import RoutingVerdict, VlChannel, judge_tables
from roce_lint.infiniband.derive.manager_state import root_guids
from roce_lint.infiniband.derive.setup import SetupView
from roce_lint.infiniband.engine_fit import EngineFit, fit_engine
from roce_lint.infiniband.engine_paths import (
    LAYERED,
    SHORTEST,
    EngineChoice,
    EngineVerdict,
    ShortestPaths,
    judge_engine,
    ranks,
    switch_graph,
)
from roce_lint.infiniband.ib_fabric import (
    DEFAULT_PREFIX,
    IbFabric,
    IbNode,
    NodeKind,
    SmState,
    SubnetManager,
    shown_guid,
)
from roce_lint.infiniband.ib_records import GuidList
from roce_lint.infiniband.sm_options import OpenSmDialect
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import map_fact
from roce_lint.values import dataclass

_SHOWN = 8
_MULTI_LANE = (*LAYERED, "nue")


@dataclass(frozen=True, slots=True)
class SubnetState:
    """One InfiniBand subnet."""

    source: Source
    """Where the subnet is described."""
    nodes: int
    """How many nodes it has."""
    states_managers: bool
    """The inputs state which subnet managers run."""
    has_cables: bool
    """The inputs state how nodes are cabled."""
    has_tables: bool
    """The inputs have forwarding tables."""
    masters: Fact[int]
    """How many subnet managers are master."""
    master_names: str
    """The names of the masters, comma-separated."""
    managers: Fact[int]
    """How many subnet managers are active."""
    priorities_differ: Fact[bool]
    """No two active subnet managers have the same priority."""
    has_credit_loop: Fact[bool]
    """Buffers wait for each other in a cycle, proven by the tables or by the rules of the routing engine."""
    loop: str
    """The channels of the cycle, in words."""
    loop_length: int
    """How many channels it has."""
    loop_is_likely: Fact[bool]
    """The engine uses shortest paths that can close a cycle, and no tables are available."""
    engine: str
    """The routing engine in force."""
    engine_applies: Fact[bool]
    """The configured engine works in this topology."""
    misfit: str
    """Why it does not, in words."""
    fallback: str
    """What happens instead, in words."""
    spreads_over_tree: Fact[bool]
    """The engine uses all switches of an upper level, not only the one at the lowest port (dor on a tree)."""
    has_routers: bool
    """A router is part of it."""
    prefix_can_be_routed: Fact[bool]
    """Its prefix is not the default one, which is link-local and not forwarded by routers."""
    master_is_configured: Fact[bool]
    """The master is one of the subnet managers whose options are among the inputs, if these state their port."""
    lost_paths: Fact[int]
    """Pairs of a switch with adapters and a LID that the tables do not connect."""
    lost_example: str
    """One of them, in words."""
    lanes_are_kept: Fact[bool]
    """No two service levels that paths use share a virtual lane."""


def subnet_state(fabric: IbFabric, views: Sequence[SetupView], lists: tuple[GuidList, ...]) -> SubnetState:
    """Return the state of a subnet; `views` are the setups that run it."""
    place = Source(fabric.source.file, 1, 1)
    masters = [one for one in fabric.managers if known(one.state, SmState.NOT_ACTIVE) is SmState.MASTER]
    active = [one for one in fabric.managers if known(one.state, SmState.NOT_ACTIVE) is not SmState.NOT_ACTIVE]
    stated = [one for one in fabric.managers if not isinstance(one.state, Unknown)]
    view = next((one for one in views if one.options is not None), views[0] if views else None)
    routing = _Routing(fabric, view, lists)
    where = masters[0].source if masters else stated[0].source if stated else place
    fit = routing.fit()
    routers = [node for node in fabric.nodes if node.kind is NodeKind.ROUTER]
    return SubnetState(
        source=place,
        nodes=len(fabric.nodes),
        states_managers=bool(stated),
        has_cables=bool(fabric.links),
        has_tables=bool(fabric.forwarding) and bool(fabric.links),
        masters=Stated(len(masters), where) if stated else Unknown("no file contains the state of a manager", place),
        master_names=" and ".join(_name_of(fabric, one.guid) for one in masters),
        managers=Stated(len(active), where) if stated else Unknown("no file contains the state of a manager", place),
        priorities_differ=_priorities(active, place),
        has_credit_loop=routing.has_loop(),
        loop=routing.loop_words(),
        loop_length=len(routing.tables.cycle) if routing.tables and routing.tables.cycle else len(routing.engine.cycle),
        loop_is_likely=routing.is_likely(),
        engine=routing.choice.engines[0] if routing.choice.engines else "minhop",
        engine_applies=fit.applies,
        misfit=fit.because,
        fallback=fit.outcome,
        spreads_over_tree=routing.spreads_over_tree(),
        has_routers=bool(routers),
        prefix_can_be_routed=_prefix_can_be_routed(fabric, view, routers),
        master_is_configured=_master_is_configured(fabric, views, masters, place),
        lost_paths=routing.lost(),
        lost_example=routing.lost_words(),
        lanes_are_kept=routing.lanes_are_kept(),
    )


def _name_of(fabric: IbFabric, guid: int) -> str:
    node = next((node for node, port in fabric.end_ports() if port.guid == guid), None)
    return node.label if node is not None and node.name else shown_guid(guid)


def _priorities(active: Sequence[object], place: Source) -> Fact[bool]:
    facts = [getattr(one, "priority", None) for one in active]
    found = [fact for fact in facts if isinstance(fact, Stated)]
    if len(found) < 2:
        return Default(True, place, "at most one subnet manager sets its priority")
    return Stated(len({fact.value for fact in found}) == len(found), found[1].source)


def _prefix_can_be_routed(fabric: IbFabric, view: SetupView | None, routers: Sequence[IbNode]) -> Fact[bool]:
    """Say whether routers can forward for the prefix that the subnet runs with, or that its options give."""
    if not routers:
        return Default(True, fabric.source, "the subnet has no router")
    prefix = fabric.subnet_prefix
    if isinstance(prefix, Unknown) and view is not None and view.options is not None:
        prefix = view.options.subnet_prefix
    if isinstance(prefix, Unknown):
        return Unknown("no file contains the subnet prefix", routers[0].source)
    return map_fact(lambda value: value != DEFAULT_PREFIX, prefix)


def _master_is_configured(
    fabric: IbFabric, views: Sequence[SetupView], masters: Sequence[SubnetManager], place: Source
) -> Fact[bool]:
    """Say whether the master runs on a port that the options of some manager name; one alone may name none."""
    named = [view.options.guid for view in views if view.options is not None]
    ports = {known(guid, 0) for guid in named if isinstance(guid, Stated)} - {0}
    if not masters or not ports or len(ports) < len(named):
        return Default(True, place, "no master is known, or some options do not name their port")
    # Another port of the adapter that the options name is the same host.
    owners = {port.guid: node.guid for node, port in fabric.end_ports()}
    hosts = {owners[guid] for guid in ports if guid in owners}
    for one in masters:
        if one.guid not in ports and owners.get(one.guid, -1) not in hosts:
            return Stated(False, one.source)
    return Stated(True, masters[0].source)


class _Routing:
    """What tables and engine say of one subnet; worked out once."""

    def __init__(self, fabric: IbFabric, view: SetupView | None, lists: tuple[GuidList, ...]) -> None:
        self.fabric = fabric
        self.place = Source(fabric.source.file, 1, 1)
        options = view.options if view is not None else None
        self.options = options
        roots = root_guids(view, lists) if view is not None else None
        engines = tuple(name for name in known(options.routing_engine, ()) if name != "no_fallback") if options else ()
        self.states_engine = options is not None
        self.choice = EngineChoice(
            engines=engines,
            qos=known(options.qos, False) if options else False,
            roots=frozenset(guid for guid, _ in roots.guids) if roots else frozenset(),
            source=options.routing_engine.source if options else self.place,
            falls_back=options is None or options.dialect is OpenSmDialect.OPEN,
        )
        self.gap = self._gap()
        self.tables: RoutingVerdict | None = None
        if not self.gap and fabric.forwarding:
            self.tables = judge_tables(fabric)
        nothing = Unknown("no cables are known", self.place)
        self.engine = judge_engine(fabric, self.choice) if fabric.links else EngineVerdict(nothing, ())

    def _gap(self) -> str:
        """Return why the tables cannot be evaluated; empty if they can."""
        with_table = {table.switch for table in self.fabric.forwarding}
        switches = [node for node in self.fabric.nodes if node.kind is NodeKind.SWITCH]
        bare = [node.label for node in switches if node.guid not in with_table]
        if not self.fabric.links:
            return "no cables are known"
        if bare:
            return f"no forwarding table of {', '.join(bare[:3])}{' and others' if len(bare) > 3 else ''}"
        linked = {end.node for link in self.fabric.links for end in (link.a, link.b)}
        for node in self.fabric.nodes:
            is_end = node.kind is NodeKind.CHANNEL_ADAPTER and node.guid in linked
            if is_end and all(isinstance(port.lid, Unknown) for port in node.ports):
                return f"the LID of {node.label} is not known"
        return ""

    def has_loop(self) -> Fact[bool]:
        if self.tables is None:
            if isinstance(self.engine.has_loop, Unknown) or not self.fabric.forwarding:
                return self.engine.has_loop
            return Unknown(self.gap, self.place) if self.engine.has_loop.value else self.engine.has_loop
        where = self.fabric.forwarding[0].source
        if not self.tables.cycle:
            return Stated(False, where)
        several = self.choice.engines and self.choice.engines[0] in _MULTI_LANE and not self.fabric.path_levels
        if several:
            because = (
                f"{self.choice.engines[0]} spreads paths over lanes; add a file with the service levels of the paths"
            )
            return Unknown(because, where)
        first = self.tables.cycle[0].switch
        table = next(table for table in self.fabric.forwarding if table.switch == first)
        return Stated(True, table.source)

    def loop_words(self) -> str:
        if self.tables is not None and self.tables.cycle:
            words = [self._channel(channel) for channel in self.tables.cycle]
        else:
            nodes = self.fabric.node_by_guid()
            words = [nodes[guid].label for guid in self.engine.cycle]
        shown = [*words[:_SHOWN], "..."] if len(words) > _SHOWN else words
        return " -> ".join([*shown, words[0]]) if words else ""

    def _channel(self, channel: VlChannel) -> str:
        label = self.fabric.node_by_guid()[channel.switch].label
        lane = f" VL {channel.lane}" if channel.lane else ""
        return f"{label} port {channel.port}{lane}"

    def is_likely(self) -> Fact[bool]:
        """Say whether shortest paths can close a cycle where only the tables tell whether they do."""
        engine = self.choice.engines[0] if self.choice.engines else "minhop"
        decides = self.fabric.forwarding or not isinstance(self.engine.has_loop, Unknown)
        if not self.states_engine or not self.fabric.links or decides:
            return Default(False, self.choice.source, "tables or the engine's rules decide, or no cables are known")
        return Stated(engine in SHORTEST, self.choice.source)

    def fit(self) -> EngineFit:
        """Say whether the engine can be used in this topology."""
        if self.options is None or not self.fabric.links:
            fine = Default(True, self.choice.source, "no engine is configured, or no cables are known")
            return EngineFit("minhop", fine, "", "")
        adapters = sum(node.kind is not NodeKind.SWITCH for node in self.fabric.nodes)
        return fit_engine(switch_graph(self.fabric), adapters, self.options, self.choice.roots)

    def spreads_over_tree(self) -> Fact[bool]:
        """Say whether the engine uses more than one of the switches of an upper level."""
        engine = self.choice.engines[0] if self.choice.engines else "minhop"
        if engine != "dor" or not self.fabric.links:
            return Default(True, self.choice.source, "the engine spreads paths, or no cables are known")
        graph = switch_graph(self.fabric)
        is_tree = ShortestPaths(graph).climb_before_they_descend() and len(graph.doors) < len(graph.cables)
        rank = ranks(graph)
        several = any(sum(rank.get(other, 0) > rank[door] for other in graph.cables[door]) > 1 for door in graph.doors)
        return Stated(not (is_tree and several), self.choice.source)

    def lost(self) -> Fact[int]:
        if self.tables is None:
            return Unknown(self.gap or "no forwarding tables were read", self.place)
        if not self.tables.lost:
            return Stated(0, self.fabric.forwarding[0].source)
        first = self.tables.lost[0].source_switch
        table = next(table for table in self.fabric.forwarding if table.switch == first)
        return Stated(len(self.tables.lost), table.source)

    def lost_words(self) -> str:
        if self.tables is None or not self.tables.lost:
            return ""
        one = self.tables.lost[0]
        return f"from {self.fabric.node_by_guid()[one.source_switch].label} to LID {one.lid}"

    def lanes_are_kept(self) -> Fact[bool]:
        """Say whether levels of an engine with layers stay on lanes of their own; Unknown without the tables."""
        levels = {path.level for path in self.fabric.path_levels}
        if not levels or not self.fabric.sl_to_vl:
            return Default(True, self.place, "no levels and SL2VL tables to compare")
        for table in self.fabric.sl_to_vl:
            if len({table.lanes[level] for level in levels}) < len(levels):
                return Stated(False, self.place)
        return Stated(True, self.place)
