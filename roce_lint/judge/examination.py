"""A fabric and rules in, verdicts out: which rules are in force, on which ports, and what they say.

What rules say without the facts that it comes from: small enough to be handed to another process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from roce_lint.fabric.design import NO_ROCE, Design
from roce_lint.fabric.domain import Domain, DomainSize, domain_size, roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.concurrently import Concurrently, in_turn
from roce_lint.judge.demand import DEMAND_SCOPE
from roce_lint.judge.derive.entities import judged_entities
from roce_lint.judge.derive.scopes import FABRIC_SCOPES
from roce_lint.judge.domain_rules import DOMAIN_SCOPE, domain_entities
from roce_lint.judge.finding import ProfileInForce
from roce_lint.judge.given import Given
from roce_lint.judge.judge import Examined, examine
from roce_lint.judge.occurrence import Account, Occurrence
from roce_lint.judge.profiles import DesignProfile, find_profile, profile_rules
from roce_lint.judge.rule import Rule, Verdict
from roce_lint.judge.unread import UNREAD_SCOPE, unread_entities
from roce_lint.model.fact import Default, Source, Stated, Unknown
from roce_lint.model.judged import Judged, Waypoint
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class BriefOccurrence:
    """What a rule says at one thing."""

    rule: str
    verdict: Verdict
    device: str
    object: str
    source: Source
    steps: tuple[Waypoint, ...]
    evidence: tuple[Waypoint, ...]
    account: Account

    def revived(self, rule: Rule) -> Occurrence:
        """Return it as the engine knows it."""
        entity = Judged(self.device, self.object, self.source, {}, self.steps, self.evidence)
        return Occurrence(rule, self.verdict, entity, self.account)


@dataclass(frozen=True, slots=True)
class BriefExamined:
    """What rules say of entities; see `Examined`."""

    counts: Mapping[str, tuple[tuple[Verdict, int], ...]]
    occurrences: tuple[BriefOccurrence, ...]

    def revived(self, rules: Sequence[Rule]) -> Examined:
        """Return it as the engine knows it; `rules` are those that were asked, or more."""
        by_id = {rule.id: rule for rule in rules}
        counts = {name: Counter(dict(verdicts)) for name, verdicts in self.counts.items()}
        return Examined(counts, tuple(one.revived(by_id[one.rule]) for one in self.occurrences))


def in_brief(examined: Examined) -> BriefExamined:
    """Return what was examined in brief."""
    return BriefExamined(
        {name: tuple(counts.items()) for name, counts in examined.counts.items()},
        tuple(_brief(one) for one in examined.occurrences),
    )


def _brief(one: Occurrence) -> BriefOccurrence:
    entity = one.entity
    steps, evidence = entity.steps, entity.evidence
    return BriefOccurrence(
        one.rule.id, one.verdict, entity.device, entity.object, entity.source, steps, evidence, one.account
    )


WORTH_SHARING = 50
"""From so many devices on, the fabric as a whole is worth a process."""
MOST_COPIED = 11_000
"""From more devices on, they are not: the two come to hold every fact twice, 0.36 MiB a switch of 3,000 lines.

Both took 3,565 MiB at 10,000 switches, where one process takes 2,216; 4 GiB is the limit for a fabric of that size.
"""


def is_worth_a_copy(devices: int) -> bool:
    """Say whether a fabric of so many devices is looked at as a whole in a copy of this process."""
    return WORTH_SHARING <= devices <= MOST_COPIED


def all_profiles() -> tuple[DesignProfile, ...]:
    """Return the design profiles that the rules know."""
    from roce_lint.judge.profile_file import PROFILES_FILE, load_profiles

    return load_profiles(rules_dir() / PROFILES_FILE)


def profile_in_force(design: Design, given: Given) -> tuple[DesignProfile, ProfileInForce]:
    """Return the profile and how it was found."""
    match design.profile:
        case Stated(name, source):
            place = source.file or given.profile_how or "the command line"
            how = f"given in {place}"
        case Default(name, _, because):
            how = f"inferred: {because}"
        case Unknown(because, _):
            name, how = NO_ROCE, because
    profile = find_profile(given.profiles or all_profiles(), name)
    return profile, ProfileInForce(profile.id, profile.name, how)


@dataclass(frozen=True, slots=True)
class Examination:
    """What the rules in force say of a fabric, before faults are weighed: see `Examined`; and under what profile.

    `size`: how many ports RoCE crosses. `chosen`: how many rules there were before the profile left some out.
    """

    rules: tuple[Rule, ...]
    profile: ProfileInForce
    size: DomainSize
    examined: Examined
    chosen: int = 0


def examine_fabric(
    fabric: Fabric,
    rules: Sequence[Rule],
    given: Given,
    concurrently: Concurrently = in_turn,
    demands: Sequence[Judged] = (),
) -> Examination:
    """Return the verdicts of all rules that the profile puts in force.

    `concurrently` says who looks at a large fabric as a whole while ports and cables are looked at. `demands` are
    those of an intent.
    """
    profile, how = profile_in_force(fabric.design, given)
    domain = roce_domain(fabric)
    in_force = tuple(profile_rules(profile, rules))
    who = concurrently if is_worth_a_copy(len(fabric.devices)) else in_turn
    examined, size = _examined(fabric, in_force, domain, who, demands)
    return Examination(in_force, how, size, examined, len(rules))


def _examined(
    fabric: Fabric, rules: Sequence[Rule], domain: Domain, concurrently: Concurrently, demands: Sequence[Judged]
) -> tuple[Examined, DomainSize]:
    os_by_device = {device.name: device.os for device in fabric.devices}
    taking_part = {name for name, ports in domain.inside.items() if ports}

    def of(asked: Sequence[Rule]) -> tuple[Examined, DomainSize]:
        judged = judged_entities(fabric, domain, share=True)
        # What is of the fabric as a whole is derived only where a rule asks for it.
        entities: dict[str, Sequence[Judged]] = {rule.scope: judged.get(rule.scope, ()) for rule in asked}
        entities[UNREAD_SCOPE] = unread_entities(fabric.unread, taking_part)
        entities[DEMAND_SCOPE] = demands
        size = domain_size(fabric, domain)
        entities[DOMAIN_SCOPE] = tuple(domain_entities(fabric, size))
        return examine(asked, entities, os_by_device), size

    if not fabric.links:
        return of(rules)
    # A device by itself has no paths, and what derives them takes longer to import than to read the device.
    from roce_lint.judge.derive.fabric_entities import FabricEntities
    from roce_lint.paths.host_side import HostSides

    of_fabric = [rule for rule in rules if rule.scope in FABRIC_SCOPES]
    if not of_fabric:
        return of(rules)

    def whole() -> BriefExamined:
        return in_brief(examine(of_fabric, FabricEntities({}, fabric, domain, HostSides(fabric, domain)), os_by_device))

    brief, (near, size) = concurrently(
        whole, BriefExamined, lambda: of([rule for rule in rules if rule.scope not in FABRIC_SCOPES])
    )
    result = brief.revived(of_fabric)
    occurrences = sorted((*near.occurrences, *result.occurrences), key=lambda one: one.rule.scope)
    return Examined({**near.counts, **result.counts}, tuple(occurrences), near.waiting), size
