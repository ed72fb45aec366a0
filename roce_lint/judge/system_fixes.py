"""What a person types on each system to fix what our rules report: `fixes.yaml` in the folder of the system.

A rule says in its own file what is wrong in general; words of vendors stay with what else is known of their systems.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from roce_lint.errors import Problem, RuleError, UsageError
from roce_lint.files.inside import seen_from_here
from roce_lint.files.plain_file import read_plain_text
from roce_lint.judge.keys import Keys
from roce_lint.judge.rule import Rule
from roce_lint.judge.rule_yaml import parse_rule_yaml
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.judge.wording import Wording, parse_wording
from roce_lint.values import replace

LARGEST_FIXES_BYTES = 1024 * 1024


def with_fixes(rules: Sequence[Rule], files: Mapping[str, Path], vocabulary: Vocabulary) -> tuple[Rule, ...]:
    """Return the rules with the fixes that the files of systems, by name, have for them.

    Raises RuleError with every fault of every file: one that cannot be read, a fix of no rule, a fact that is none.
    """
    problems: list[Problem] = []
    fixes: dict[str, list[tuple[str, Wording]]] = {rule.id: list(rule.fix_by_os) for rule in rules}
    for system, path in files.items():
        for rule, wording in _fixes_of(path, rules, vocabulary, problems):
            fixes[rule].append((system, wording))
    if problems:
        raise RuleError(*problems)
    return tuple(replace(rule, fix_by_os=tuple(fixes[rule.id])) for rule in rules)


def _fixes_of(
    path: Path, rules: Sequence[Rule], vocabulary: Vocabulary, problems: list[Problem]
) -> Iterator[tuple[str, Wording]]:
    """Yield the id of a rule and its fix for each entry of one file; line breaks are kept, since these are commands."""
    shown = seen_from_here(path)
    try:
        node = parse_rule_yaml(read_plain_text(path, LARGEST_FIXES_BYTES, "file of fixes"), shown)
    except (UsageError, RuleError) as error:
        problems.extend(error.problems)
        return
    by_id = {rule.id: rule for rule in sorted(rules, key=lambda one: one.id)}
    keys = Keys(node, dict.fromkeys(by_id, False), "file of fixes", shown, problems)
    for id, rule in by_id.items():
        scalar = keys.scalar(id)
        if not scalar.text:
            continue
        try:
            yield id, parse_wording(scalar.text, rule.scope, vocabulary, rule.thresholds)
        except RuleError as error:
            problems.extend(
                replace(one, path=shown, line=scalar.place.line, column=scalar.place.column) for one in error.problems
            )
