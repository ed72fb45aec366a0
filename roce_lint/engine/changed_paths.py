"""What rules say of paths after some switches have changed: all are looked at, from what was kept of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.engine.fabric_side import FabricSide
from roce_lint.fabric.domain import Domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.brief import BriefExamined, in_brief
from roce_lint.judge.derive.fabric_entities import PathEntities
from roce_lint.judge.judge import examine
from roce_lint.judge.rule import Rule
from roce_lint.model.device import Device
from roce_lint.paths.host_side import HostSides, KeptSide
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Switches as they were, as far as paths look at them; `sides` are known for those with the same domain."""

    devices: Sequence[Device]
    sides: Mapping[str, KeptSide]


def paths_anew(
    after: FabricSide,
    unchanged: Unchanged,
    fresh: Mapping[str, Device],
    inside: Mapping[str, frozenset[str]],
    rules: Sequence[Rule],
    os_by_device: Mapping[str, str],
) -> BriefExamined:
    """Return what rules say of the paths of a fabric with some `fresh` switches.

    `inside` are the ports that RoCE crosses, by device: nothing else of the domain bears on paths.
    """
    devices = tuple(sorted((*unchanged.devices, *fresh.values()), key=lambda device: device.name))
    fabric = Fabric(devices, after.links, (), (), (), after.design)
    if not fabric.links:
        return in_brief(examine(rules, {}, os_by_device))
    domain = Domain()
    domain.inside = dict(inside)
    return in_brief(
        examine(rules, PathEntities({}, fabric, domain, HostSides(fabric, domain, unchanged.sides)), os_by_device)
    )
