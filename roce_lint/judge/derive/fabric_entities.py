"""The scopes of the fabric as a whole, each derived when somebody asks for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from roce_lint.fabric.design import Design
from roce_lint.fabric.domain import Domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.pasted_devices import pasted_devices
from roce_lint.judge.derive.cls.path_entities import judge_paths
from roce_lint.judge.derive.dlk.pause_entities import (
    judge_cycles,
    judge_loops,
    judge_reach,
    judge_sideways,
    judge_transit,
    judge_upper_hosts,
)
from roce_lint.judge.derive.dlk.pause_state import BridgeState
from roce_lint.judge.derive.rtg.address_entities import judged_addresses
from roce_lint.judge.derive.rtg.reachability import judge_reachability
from roce_lint.judge.derive.rtg.session_state import SessionState
from roce_lint.judge.derive.scopes import ADDRESS_SCOPES, FABRIC_SCOPES
from roce_lint.model.bridging import BridgeDomain
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Stated
from roce_lint.model.interface_names import same_interface
from roce_lint.model.judged import Judged
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.floods import floods_stale
from roce_lint.paths.host_side import HostSides
from roce_lint.paths.pause.topology import SwitchIndex
from roce_lint.paths.session_numbers import SessionNumbers


class FabricEntities(Mapping[str, Sequence[Judged]]):
    """All scopes: those that were derived already, and those of the whole fabric, derived when they are asked for."""

    def __init__(
        self,
        ready: Mapping[str, Sequence[Judged]],
        fabric: Fabric,
        domain: Domain,
        sides: HostSides | None = None,
    ) -> None:
        """Keep what is ready; nothing of the fabric is derived yet. `sides`: see `AbstractFabric`."""
        self._ready = ready
        self._fabric = fabric
        self._domain = domain
        self._sides = sides
        self._analysis: DeadlockAnalysis | None = None
        self._made: dict[str, list[Judged]] = {}

    def __getitem__(self, scope: str) -> Sequence[Judged]:
        """Return the things of one scope."""
        if scope not in FABRIC_SCOPES:
            return self._ready[scope]
        if scope in ADDRESS_SCOPES:
            return self._of_addresses.get(scope, [])
        if scope not in self._made:
            if self._analysis is None:
                self._analysis = DeadlockAnalysis(self._fabric, self._domain, self._sides)
            make: dict[str, Callable[[DeadlockAnalysis, Design], list[Judged]]] = {
                "pause_cycle": partial(judge_cycles, domain=self._domain),
                "forwarding_loop": judge_loops,
                "transit": judge_transit,
                "upper_hosts": judge_upper_hosts,
                "sideways": judge_sideways,
                "pause_reach": judge_reach,
                "bridge": judge_bridges,
                "path": partial(judge_paths, domain=self._domain),
                "session": partial(judge_sessions, domain=self._domain),
                "reachability": judge_reachability,
            }
            concerns = _concerns(self._analysis, scope)
            self._made[scope] = make[scope](self._analysis, self._fabric.design) if concerns else []
        return self._made[scope]

    @cached_property
    def _of_addresses(self) -> Mapping[str, Sequence[Judged]]:
        fabric = self._fabric
        return judged_addresses(fabric, self._domain.inside, pasted_devices(fabric.devices, fabric.contradictions))

    def __iter__(self) -> Iterator[str]:
        """Yield every scope."""
        yield from self._ready
        yield from FABRIC_SCOPES

    def __len__(self) -> int:
        """Return the number of scopes."""
        return len(self._ready) + len(FABRIC_SCOPES)


def _concerns(analysis: DeadlockAnalysis, scope: str) -> bool:
    """Say whether a scope can have anything to evaluate; VLANs and sessions matter on two switches already."""
    return analysis.concerns_anything or (
        scope in ("bridge", "session", "reachability") and bool(analysis.graph.strands)
    )


def judge_bridges(analysis: DeadlockAnalysis, design: Design) -> list[Judged]:
    """Return the VLANs that have a gateway, RoCE hosts, and a cable to another switch that pauses."""
    made: list[Judged] = []
    near = _pausing_ports(analysis)
    for node, device in enumerate(analysis.graph.devices):
        for bridge in device.routing.bridge_domains:
            if (
                not bridge.gateway
                or not _has_hosts(analysis, node, bridge)
                or not _holds_any(near.get(node, ()), bridge)
            ):
                continue
            state = BridgeState(bridge.name, floods_stale(bridge), bridge.arp_age_s, bridge.mac_age_s)
            variables = {"bridge": state, "design": design}
            made.append(Judged(device.name, bridge.gateway, bridge.source, variables))
    return made


def _has_hosts(analysis: DeadlockAnalysis, node: SwitchIndex, bridge: BridgeDomain) -> bool:
    return _holds_any([one.port for one in analysis.graph.host_ports.get(node, ())], bridge)


def _pausing_ports(analysis: DeadlockAnalysis) -> Mapping[SwitchIndex, Sequence[Port]]:
    """Return for each switch its ports to other switches that pause."""
    ports: defaultdict[SwitchIndex, list[Port]] = defaultdict(list)
    certain = analysis.hops.certain
    for hop, strands in analysis.graph.strands.items():
        if certain[hop] or certain[hop[::-1]]:
            ports[hop[0]] += [strand.near for strand in strands]
    return ports


def _holds_any(ports: Sequence[Port], bridge: BridgeDomain) -> bool:
    """Say whether one of the ports is a member of the VLAN."""
    return any(same_interface(port, name) for port in ports for name in bridge.ports)


def judge_sessions(analysis: DeadlockAnalysis, design: Design, domain: Domain) -> list[Judged]:
    """Return the lines by which AS numbers of two switches with RoCE do not fit; one healthy thing where there is none.

    Fabrics without BGP have nothing to evaluate.
    """
    graph = analysis.graph
    among = {node for node, device in enumerate(graph.devices) if device.routing.bgp and domain.inside.get(device.name)}
    if not among:
        return []
    made: list[Judged] = []
    first = graph.devices[min(among)]
    agree = Default(True, first.source, "every session has the AS number that its other end expects")
    watched = Default(True, first.source, "no session is known to have BFD at one end only")
    sessions = SessionNumbers(graph, among)
    for at, place, other_place, because in sessions.watched_at_one_end():
        disagree = Stated(False, place)
        state = SessionState(agree, agree, True, "", "", disagree, Stated(False, other_place), because)
        made.append(Judged(graph.names[at], "", place, {"session": state, "design": design}))
    for one in sessions.wrong():
        disagree = Stated(False, one.place)
        question = "" if one.is_settled else "; nothing else in the fabric shows which of the two is wrong"
        other = Stated(False, one.other_place)
        state = SessionState(disagree, other, one.is_settled, one.because, question, watched, watched, "")
        made.append(Judged(graph.names[one.at], "", one.place, {"session": state, "design": design}))
    if made:
        return made
    state = SessionState(agree, agree, True, "", "", watched, watched, "")
    return [Judged(first.name, "", first.source, {"session": state, "design": design})]
