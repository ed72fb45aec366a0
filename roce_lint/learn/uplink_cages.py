"""In which cages the uplinks of a tier begin, where they are not in the last ones."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.learn.models import Model
from roce_lint.learn.observed import Observed
from roce_lint.learn.topology import TIER_KEYS, Section
from roce_lint.learn.usual import usual
from roce_lint.model.terms import Role
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.ports import cages_of, group_of, interface_name


def with_first_uplinks(document: Section, observed: Observed, models: Mapping[str, Model]) -> Section:
    """Return the intent with the first cage of the uplinks of most switches of each tier."""
    topology = document["topology"]
    assert isinstance(topology, dict)
    tiers: Section = {}
    for role in (Role.LEAF, Role.SPINE):
        first = usual(_first_cages(observed, models, role).values())
        if first:
            tiers[TIER_KEYS[role]] = topology[TIER_KEYS[role]] | {"first_uplink": first}
    return document | {"topology": topology | tiers}


def _first_cages(observed: Observed, models: Mapping[str, Model], role: Role) -> dict[str, int]:
    cages: dict[str, dict[str, int]] = {}
    found: dict[str, int] = {}
    for cable in observed.cables:
        name = cable.lower.device
        if observed.role_of[name] is role:
            platform = models[name].platform
            number = cages.setdefault(platform.id, _cage_numbers(platform)).get(cable.lower.port, 0)
            found[name] = min(number, found.get(name, number))
    return found


def _cage_numbers(platform: SwitchPlatform) -> dict[str, int]:
    """Return the number of the cage of each port by its name."""
    return {
        interface_name(platform, cage, mode, child): cage.cage
        for cage in cages_of(platform)
        for mode in group_of(platform, cage).modes_of(cage.cage)
        for child in range(mode.children)
    }
