"""A rule: whom it concerns, what is healthy, and the words that a person needs when it is not."""

from __future__ import annotations

from enum import Enum

from roce_lint.judge.condition import Condition
from roce_lint.judge.threshold import RuleThreshold
from roce_lint.judge.vocabulary import FactPath
from roce_lint.judge.wording import Wording
from roce_lint.values import dataclass


class Severity(Enum):
    """How bad a violation is."""

    ERROR = "error"
    """Traffic is lost or can stop."""
    WARNING = "warning"
    """It degrades, or breaks under load or after a failure."""
    INFO = "info"
    """Worth knowing."""

    @property
    def rank(self) -> int:
        """Return 0 for info, 1 for warning, 2 for error."""
        return {Severity.INFO: 0, Severity.WARNING: 1, Severity.ERROR: 2}[self]


class Confidence(Enum):
    """How sure a violation is a fault."""

    MUST = "must"
    """It follows from a standard, from arithmetic or from a proof."""
    SHOULD = "should"
    """It is the documented experience of operators or vendors."""
    HEURISTIC = "heuristic"
    """It is a rule of thumb."""


class Verdict(Enum):
    """What a rule says about one entity."""

    NOT_APPLICABLE = "not applicable"
    SATISFIED = "satisfied"
    VIOLATED = "violated"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """A line that a finding must name; `path` is empty for the example's main config."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Example:
    """A config with the verdict that the rule must reach on it.

    `lines`: first the place of the finding, then lines that must be among its other places and its evidence.
    `files` are further documents by name; `intent` is an intent file's text and `profile` a design profile, each
    empty where the example needs none. `line` is the example's own line in the rule file.
    """

    vendor: str
    verdict: Verdict
    lines: tuple[ExampleLine, ...]
    config: str
    files: tuple[tuple[str, str], ...]
    intent: str
    profile: str
    line: int


@dataclass(frozen=True, slots=True)
class RuleEvidence:
    """What shows that a fault costs something; one of these, none for rules of a site.

    `pattern`: the load under which the examples of the rule are simulated, and differ. `not_traffic`: why traffic plays
    no part in the fault; `not_simulated`: what the engines do not model.
    """

    pattern: str = ""
    not_traffic: str = ""
    not_simulated: str = ""


NO_EVIDENCE = RuleEvidence()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule as loaded; `family` is the folder of its `file`.

    `scope` is the kind of entity that it evaluates, `when` whom it concerns, `require` the healthy state.
    `must_know`: what cannot be decided keeps the rule's severity. `place`: the fact whose source is where to fix, empty
    for the first fact that makes `require` false. `related`: facts to show as evidence, empty for those of `when`.
    `suppressed_by`: ids of rules whose violation at the same place makes this one meaningless.
    `waivable`: a waiver may accept its findings. `title`: what the rule checks, as a sentence without a full stop;
    empty where a site rule has none.
    `thresholds`: numbers of its conditions and words that settings may change.
    """

    id: str
    code: str
    family: str
    severity: Severity
    confidence: Confidence
    must_know: bool
    scope: str
    when: tuple[Condition, ...]
    require: Condition
    place: tuple[FactPath, ...]
    related: tuple[FactPath, ...]
    suppressed_by: tuple[str, ...]
    message: Wording
    why: str
    fix: Wording
    fix_by_os: tuple[tuple[str, Wording], ...]
    sources: tuple[str, ...]
    examples: tuple[Example, ...]
    file: str
    waivable: bool = True
    title: str = ""
    thresholds: tuple[RuleThreshold, ...] = ()
    evidence: RuleEvidence = NO_EVIDENCE

    @property
    def headline(self) -> str:
        """Return the title; where there is none, the first sentence of `why`."""
        return self.title or self.why.split(". ")[0].rstrip(".")

    @property
    def systems(self) -> tuple[str, ...]:
        """Return the systems on which the rule was tested, sorted; empty when its examples were not read."""
        return tuple(sorted({example.vendor for example in self.examples}))

    def fix_for(self, os: str) -> Wording:
        """Return the fix in the words of one OS, or the general one."""
        return dict(self.fix_by_os).get(os, self.fix)
