"""What the gate says of a change."""

from __future__ import annotations

from roce_lint.errors import Problem
from roce_lint.gate.cost import ChangeCost
from roce_lint.gate.files import FileChanges
from roce_lint.gate.findings import ComparedFindings
from roce_lint.gate.meaning.change import Change
from roce_lint.gate.removals import is_removal
from roce_lint.judge.finding import Finding
from roce_lint.judge.rule import Rule, Severity
from roce_lint.model.device import UnreadLine
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class StateName:
    """What a state is called, and its commit; the commit is empty for a folder."""

    label: str
    commit: str


@dataclass(frozen=True, slots=True)
class Weakening:
    """How the change alters what it is evaluated by. `files`: settings, rules, waivers, baseline that differ.

    `hidden`: findings of the new state that the old measure would report as new and the new one does not.
    `switched_off`: what settings of the new state leave out that those of the old one did not, one sentence each.
    """

    files: tuple[str, ...]
    hidden: tuple[Finding, ...]
    switched_off: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """Everything about a change. `measured_by`: the state whose settings, rules and waivers are in force.

    `unreadable` concerns the new state, and holds its switches of unread systems; `unreadable_before` concerns the old
    one. `not_evaluated`: files that the old state was evaluated with, and that are still there and not evaluated; they
    fail. `profile`: the design profile of the new state in words. `rules`: those in force. `cost`: both states under a
    load, where that is asked for; it decides nothing.
    """

    base: StateName
    head: StateName
    measured_by: str
    files: FileChanges
    changes: tuple[Change, ...]
    findings: ComparedFindings
    unread: tuple[UnreadLine, ...]
    weakening: Weakening
    unreadable: tuple[Problem, ...]
    unreadable_before: tuple[Problem, ...]
    not_evaluated: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    devices: int
    profile: str
    fail_on: Severity
    version: str
    rules: tuple[Rule, ...] = ()
    cost: tuple[ChangeCost, ...] = ()

    @property
    def failing(self) -> tuple[Finding, ...]:
        """Return the new findings that weigh enough to fail."""
        return tuple(finding for finding in self.findings.new if finding.severity.rank >= self.fail_on.rank)

    @property
    def failing_changes(self) -> tuple[Change, ...]:
        """Return the changes of meaning that fail by themselves."""
        return tuple(change for change in self.changes if change.fails)

    @property
    def removals(self) -> tuple[Change, ...]:
        """Return the changes that fail because protection of the base is gone."""
        return tuple(change for change in self.failing_changes if is_removal(change))

    @property
    def outcome(self) -> str:
        """Return `incomplete`, `failed` or `passed`; what could not be read weighs most."""
        if self.unreadable:
            return "incomplete"
        return "failed" if self.failing or self.failing_changes or self.not_evaluated else "passed"
