"""What of a fabric is judged anew after a change, and what rules say of it before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

from roce_lint.engine.cached_fabric import KeptSwitch, pauses_of, rows_of
from roce_lint.engine.fabric_side import FabricSide
from roce_lint.fabric.domain import Domain, DomainSize, domain_size
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.class_votes import most_usual
from roce_lint.judge.derive.region import NeedsWholeError, Region, RegionJudging, RoleJudging, Rows, odd_elsewhere
from roce_lint.judge.derive.role_outliers import OddSetting
from roce_lint.judge.derive.uplinks import Tiers
from roce_lint.judge.entity import Entity
from roce_lint.model.device import Device
from roce_lint.values import dataclass

UsualPauses = Mapping[int, frozenset[int]]


@dataclass(frozen=True, slots=True)
class Touched:
    """Devices at which anything but their neighbours has changed, and the tiers before and after.

    `retiered`: those in another tier, whatever else has changed.
    """

    names: frozenset[str]
    retiered: frozenset[str]
    tiers_before: Tiers
    tiers_after: Tiers


def touched_by(changed: Set[str], before: FabricSide, after: FabricSide, open_before: Set[str], most: int) -> Touched:
    """Return what a change of some devices touches: those with other cables, tiers or parts in RoCE.

    `open_before`: see `FabricSide.open_ended`. Raises NeedsWholeError for more than `most`.
    """
    names = set(changed)
    if before.links is not after.links:
        pairs = {(link.a, link.b) for link in before.links} ^ {(link.a, link.b) for link in after.links}
        names |= {end.device for pair in pairs for end in pair}
    flipped = before.taking_part ^ after.taking_part
    names |= before.around(flipped) | after.around(flipped)
    if len(names) > most:
        raise NeedsWholeError("another part in RoCE")
    open_after = (open_before - names) | after.open_ended(after.facts(names).values())
    tiers = before.tiers(open_before), after.tiers(open_after)
    both = tiers[0].distance, tiers[1].distance
    # A device that only one of the two has is among the changed ones.
    retiered = {name for name in both[0].keys() | both[1].keys() if both[0].get(name) != both[1].get(name)}
    return Touched(frozenset(names), frozenset(retiered), *tiers)


def region_of(touched: Touched, before: FabricSide, after: FabricSide, most: int) -> Region:
    """Return what is judged anew. Raises NeedsWholeError where that needs the facts of more devices than `most`."""
    judged = before.around(touched.names) | after.around(touched.names)
    roles = (before.around(touched.retiered) | after.around(touched.retiered)) - judged
    if len(before.around(judged) | after.around(judged) | roles) > most:
        raise NeedsWholeError("most of the fabric")
    return Region(touched.names, frozenset(judged), touched.retiered, frozenset(roles))


def usual_pauses(kept: Sequence[KeptSwitch], touched: Set[str], after: FabricSide) -> UsualPauses:
    """Return what most ports pause for, by the markings of RoCE. Raises NeedsWholeError where that has changed."""
    before: dict[int, Counter[frozenset[int]]] = {}
    now: dict[int, Counter[frozenset[int]]] = {}
    for one in kept:
        for dscp, votes in one.pauses.items():
            before.setdefault(dscp, Counter()).update(dict(votes))
            if one.name not in touched:
                now.setdefault(dscp, Counter()).update(dict(votes))
    devices = after.facts(touched)
    domain = after.domain(devices.values())
    for device in devices.values():
        for dscp, votes in pauses_of(device, domain.inside[device.name], after.design).items():
            now.setdefault(dscp, Counter()).update(dict(votes))
    usual = {dscp: most_usual(votes) for dscp, votes in before.items()}
    if usual != {dscp: most_usual(votes) for dscp, votes in now.items()}:
        raise NeedsWholeError("another usual pause")
    return usual


@dataclass(frozen=True, slots=True)
class JudgedRegion:
    """One side of the change; `size` is that of the touched switches' part of the RoCE domain."""

    devices: tuple[Device, ...]
    domain: Domain
    size: DomainSize
    entities: Mapping[str, Sequence[Entity]]
    odd_elsewhere: frozenset[OddSetting]


def judged_region(
    side: FabricSide, region: Region, tiers: Tiers, usual: UsualPauses, elsewhere: Sequence[KeptSwitch]
) -> JudgedRegion:
    """Return what is judged of a region on one side; `elsewhere` are the switches that are not touched."""
    facts = side.facts(side.around(region.judged))
    devices = tuple(facts.values())
    domain = side.domain(devices)
    near = tuple(link for link in side.links if link.a.device in facts and link.b.device in facts)
    judging = RegionJudging(Fabric(devices, near, (), (), (), side.design), domain, region, tiers, usual)
    others = tuple(side.facts(region.roles).values())
    roles = RoleJudging(others, side.domain(others), side.design, tiers)
    rows: Rows = {**rows_of(elsewhere), **judging.rows(), **roles.rows(region.retiered)}
    odd, odd_others = odd_elsewhere(rows, region)
    changed = tuple(device for device in devices if device.name in region.changed)
    size = domain_size(Fabric(changed, (), (), (), (), side.design), domain)
    entities = {scope: [*things] for scope, things in judging.entities(odd).items()}
    for scope, things in roles.entities(odd).items():
        entities.setdefault(scope, []).extend(things)
    return JudgedRegion(devices, domain, size, entities, odd_others)
