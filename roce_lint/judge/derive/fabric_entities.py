"""The scopes of the fabric as a whole, each derived when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from roce_lint.fabric.design import Design
from roce_lint.fabric.domain import Domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.pasted_devices import pasted_devices
from roce_lint.judge.derive.address_entities import judged_addresses
from roce_lint.judge.derive.bridge_entities import judge_bridges
from roce_lint.judge.derive.path_entities import judge_paths
from roce_lint.judge.derive.pause_entities import (
    judge_cycles,
    judge_loops,
    judge_reach,
    judge_sideways,
    judge_transit,
    judge_upper_hosts,
)
from roce_lint.judge.derive.reachability import judge_reachability
from roce_lint.judge.derive.scopes import ADDRESS_SCOPES, FABRIC_SCOPES
from roce_lint.judge.derive.session_entities import judge_sessions
from roce_lint.model.judged import Judged
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.host_side import HostSides


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
