"""What rules say without the facts that it comes from: small enough to be handed to another process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from roce_lint.judge.judge import Examined
from roce_lint.judge.occurrence import Account, Occurrence
from roce_lint.judge.rule import Rule, Verdict
from roce_lint.model.fact import Source
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
