"""One rule broken, or not decidable, by one entity: the words, the place and the evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.judge.deciding import FoundFact, deciding_facts, find_evidence
from roce_lint.judge.finding import FindingPlace, Related
from roce_lint.judge.rule import Rule, Severity, Verdict
from roce_lint.judge.verdict import Evaluation, Judge
from roce_lint.judge.vocabulary import FactPath
from roce_lint.judge.wording import printed
from roce_lint.model.fact import NOWHERE, Source, Unknown
from roce_lint.model.judged import Judged, Variables
from roce_lint.values import dataclass

PROVIDE = "Provide what is missing (a file, a line, or a fact of the intent) and check again."


@dataclass(frozen=True, slots=True)
class Account:
    """What is said about entities with the very same variables; `source` is NOWHERE if no fact has a place.

    `is_stated`: a line says what is wrong, and nothing that is missing.
    """

    message: str
    fix: str
    source: Source
    related: tuple[Related, ...]
    is_stated: bool = False


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An account of one entity."""

    rule: Rule
    verdict: Verdict
    entity: Judged
    account: Account

    @property
    def severity(self) -> Severity:
        """Return the rule's severity; what cannot be decided is info, unless the rule must know.

        Where nothing but its likeness to others says that RoCE crosses a port, no fault of it is an error.
        """
        if self.verdict is Verdict.UNDETERMINED and not self.rule.must_know:
            return Severity.INFO
        if self.rule.severity is Severity.ERROR and self.entity.is_inferred_from_similar_ports:
            return Severity.WARNING
        return self.rule.severity

    @property
    def place(self) -> FindingPlace:
        """Return where to fix; the entity's own place when no fact has one, or none nearer than the whole file."""
        source = self.account.source
        if not source.file or (source.line == 0 and source.file == self.entity.source.file):
            source = self.entity.source
        # What concerns a whole file stands at its first line: every viewer can open that.
        first = max(source.line, 1)
        return FindingPlace(source.file, first, max(source.end_line, first), self.entity.device, self.entity.object)


class OccurrenceWriter:
    """Writes the accounts of one rule; entities that share the objects it speaks of share the account."""

    def __init__(self, judge: Judge, os_by_device: Mapping[str, str]) -> None:
        """Prepare to tell of what `judge` decides."""
        self._judge = judge
        self._os_by_device = os_by_device
        self._variables: tuple[str, ...] | None = None
        self._accounts: dict[tuple[str, tuple[int, ...]], tuple[Account, Variables]] = {}

    def tell(self, entity: Judged, verdict: Verdict) -> Occurrence:
        """Return the occurrence of a violated or undetermined rule at an entity."""
        variables = entity.variables
        os = self._os_by_device.get(entity.device, "") if self._judge.rule.fix_by_os else ""
        if self._variables is None:
            self._variables = _variables_of(self._judge.rule)
        key = os, tuple([id(variables[name]) for name in self._variables])
        known = self._accounts.get(key)
        if known is None:
            known = self._account(variables, verdict, os), variables
            self._accounts[key] = known
        return Occurrence(self._judge.rule, verdict, entity, known[0])

    def _account(self, variables: Variables, verdict: Verdict, os: str) -> Account:
        rule = self._judge.rule
        if verdict is Verdict.UNDETERMINED:
            return _account_of_missing(rule, self._judge.answer(variables))
        culprits = [find_evidence(path, variables) for path in deciding_facts(rule.require.tree, variables)]
        placed = [find_evidence(path, variables) for path in rule.place]
        said = next((one for one in (*placed, *culprits) if one.source.file), None)
        source = said.source if said else NOWHERE
        is_stated = said is not None and said.is_stated and source.end_line <= source.line
        support = rule.related or tuple(
            path for condition in rule.when for path in deciding_facts(condition.tree, variables)
        )
        witnesses = [find_evidence(path, variables) for path in support]
        if not rule.related:
            witnesses.sort(key=lambda one: (one.source, one.path.name))
        chosen = [*culprits, *(one for one in witnesses if one.is_stated or rule.related)]
        message = rule.message.filled(variables)
        return Account(message, rule.fix_for(os).filled(variables), source, tuple(_related(chosen, source)), is_stated)


def _variables_of(rule: Rule) -> tuple[str, ...]:
    """Return the variables that the rule's conditions or words name."""
    named: set[str] = set()
    for condition in (*rule.when, rule.require):
        named.update(path.variable for path in condition.facts)
    for wording in (rule.message, rule.fix, *(wording for _, wording in rule.fix_by_os)):
        named.update(part.variable for part in wording.parts if isinstance(part, FactPath))
    named.update(path.variable for path in (*rule.place, *rule.related))
    return tuple(sorted(named))


def _related(evidence: list[FoundFact], source: Source) -> Iterator[Related]:
    """Yield each piece of evidence once; a stated fact at the finding's own line needs no mention."""
    seen: set[Related] = set()
    for one in evidence:
        if not one.source.file or (one.is_stated and one.source == source):
            continue
        if isinstance(one.value, Unknown):
            words = f"{one.path.name} is unknown: {one.value.because}"
        else:
            words = f"{one.path.name} is {printed(one.value)}"
            words += f": {one.default_because}" if one.default_because else ""
        related = Related(one.source.file, max(one.source.line, 1), words)
        if related not in seen:
            seen.add(related)
            yield related


def _account_of_missing(rule: Rule, answer: Evaluation) -> Account:
    """Return the account of a rule that cannot be decided: what is missing and where it would stand."""
    reasons = dict.fromkeys(f"{reason.name} is unknown ({reason.because})" for reason in answer.missing)
    doubt = "this rule applies" if answer.may_not_apply else rule.require.text
    message = f"cannot tell whether {doubt}: {'; '.join(reasons)}"
    placed = [reason for reason in answer.missing if reason.source.file]
    related = dict.fromkeys(
        Related(reason.source.file, max(reason.source.line, 1), f"{reason.name} is unknown: {reason.because}")
        for reason in placed[1:]
    )
    return Account(message, PROVIDE, placed[0].source if placed else NOWHERE, tuple(related))
