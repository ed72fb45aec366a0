"""Rule folders: find the files, check each, and check them against each other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from roce_lint.errors import Problem, RuleError, UsageError
from roce_lint.files.inside import leads_out
from roce_lint.files.plain_file import read_plain_text
from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.blame import with_causes
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.own_rules import own_rules
from roce_lint.judge.profile_file import PROFILES_FILE
from roce_lint.judge.rule import Rule
from roce_lint.judge.rule_file import parse_rule
from roce_lint.judge.system_fixes import with_fixes
from roce_lint.judge.vocabulary import Scopes, Vocabulary
from roce_lint.os.registry import fix_files
from roce_lint.suggest import did_you_mean
from roce_lint.values import replace

LARGEST_RULE_BYTES = 1024 * 1024
SHARED_FOLDER = "shared"
"""The folder, beside the families, of documents that the examples of several rules use."""


def load_rules(*folders: Path, scopes: Scopes = VOCABULARY, unexampled: Path | None = None) -> tuple[Rule, ...]:
    """Return the rules of all folders, sorted by id.

    A folder holds `<family>/<id>.yaml`; a file directly in it belongs to a family named like the folder. Hidden
    files and folders are left out. `scopes` are the names that rules may use. Of the rules in the folder `unexampled`
    the examples are left out, and not checked. The rules of the program have the fixes of `fixes.yaml` of each system.
    Raises RuleError with every problem of every file: a folder that is missing or holds no rule, a file that cannot
    be read, an invalid rule, an id or code used twice, a `suppressed_by` that names no rule or goes in a cycle.
    """
    problems: list[Problem] = []
    rules: list[Rule] = []
    vocabulary = Vocabulary(scopes)
    for folder in folders:
        examples = folder != unexampled
        shared = shared_documents(folder) if examples else {}
        found: list[Rule] = []
        for path in _rule_files(folder, problems):
            try:
                family, shown = path.parent.name, _display(path)
                text = _read(path)
                found.append(parse_rule(text, shown, family, vocabulary, examples=examples, shared=shared))
            except RuleError as error:
                problems.extend(error.problems)
        # Rules that are refused are missing here, and their fixes would be fixes of no rule.
        if folder == rules_dir() and not problems:
            try:
                found = list(with_fixes(found, fix_files(), vocabulary))
            except RuleError as error:
                problems.extend(error.problems)
        rules += found
    problems.extend(_clashes(rules))
    if not problems:
        rules = with_causes(rules)
        problems.extend(_suppression_faults(rules))
    if problems:
        raise RuleError(*problems)
    return tuple(sorted(rules, key=lambda rule: rule.id))


def shared_documents(folder: Path) -> dict[str, str]:
    """Return the documents, by name, that the examples in a folder of rules may share.

    What cannot be read and links that lead out of the folder are left out; an example that names them is refused.
    """
    shared = folder / SHARED_FOLDER
    documents: dict[str, str] = {}
    for path in sorted(shared.iterdir()) if os.path.isdir(shared) else ():
        if not path.name.startswith(".") and not leads_out(path, folder):
            with suppress(RuleError):
                documents[path.name] = _read(path)
    return documents


def _rule_files(folder: Path, problems: list[Problem]) -> list[Path]:
    """Return the rule files below a folder in a stable order."""
    if not os.path.isdir(folder):
        problems.append(Problem(_display(folder), 0, 0, "there is no such folder of rules"))
        return []
    found: list[Path] = []
    for path in sorted(Path(base) / name for base, _, names in os.walk(folder) for name in names):
        relative = path.relative_to(folder)
        if any(part.startswith(".") for part in relative.parts) or str(relative) == PROFILES_FILE:
            continue
        if path.suffix == ".yml":
            problems.append(Problem(_display(path), 0, 0, "a rule file ends in .yaml; rename it"))
        elif path.suffix == ".yaml" and relative.parts[0] == SHARED_FOLDER:
            text = f"{SHARED_FOLDER!r} holds documents of examples; a rule belongs in the folder of its family"
            problems.append(Problem(_display(path), 0, 0, text))
        elif path.suffix == ".yaml" and path.is_symlink() and leads_out(path, folder):
            problems.append(Problem(_display(path), 0, 0, "a link that leads out of the folder of rules"))
        elif path.suffix == ".yaml":
            found.append(path)
    if not found:
        problems.append(Problem(_display(folder), 0, 0, "this folder holds no rule; rules are <family>/<id>.yaml"))
    return found


def _read(path: Path) -> str:
    """Return a rule file's text."""
    try:
        return read_plain_text(path, LARGEST_RULE_BYTES, "rule file")
    except UsageError as error:
        raise RuleError(*(replace(problem, path=_display(path)) for problem in error.problems)) from error


def _display(path: Path) -> str:
    """Return the path as messages print it: relative to the working directory where it lies inside."""
    relative = os.path.relpath(path)
    return path.as_posix() if relative.startswith("..") else Path(relative).as_posix()


def _clashes(rules: list[Rule]) -> Iterator[Problem]:
    """Yield a problem for every id and every code that a second rule uses."""
    owners: dict[str, Rule] = {}
    every_rule = (*own_rules(), *rules)
    for rule in every_rule:
        if (first := owners.setdefault(rule.id, rule)) is not rule:
            yield Problem(rule.file, 0, 0, f"the id {rule.id!r} is taken by {first.file}; choose another")
        elif (first := owners.setdefault(rule.code, rule)) is not rule:
            free = _free_code(rule.code, every_rule)
            yield Problem(rule.file, 0, 0, f"the code {rule.code!r} is taken by {first.file}; {free} is free")


def _free_code(code: str, rules: Iterable[Rule]) -> str:
    """Return the code after the highest of the same group."""
    group = code.partition("-")[0]
    numbers = [int(number) for start, _, number in (rule.code.partition("-") for rule in rules) if start == group]
    return f"{group}-{max(numbers) + 1:03}"


def _suppression_faults(rules: list[Rule]) -> Iterator[Problem]:
    """Yield a problem for every `suppressed_by` that names no rule, and for every rule that silences itself."""
    by_id = {rule.id: rule for rule in rules}
    for rule in rules:
        unknown = [name for name in rule.suppressed_by if name not in by_id]
        for name in unknown:
            yield Problem(rule.file, 0, 0, f"'suppressed_by' names no rule {name!r}{did_you_mean(name, by_id)}")
        reached: set[str] = set()
        pending = [name for name in rule.suppressed_by if name in by_id]
        while pending:
            name = pending.pop()
            if name not in reached:
                reached.add(name)
                pending.extend(other for other in by_id[name].suppressed_by if other in by_id)
        if rule.id in reached:
            yield Problem(rule.file, 0, 0, "'suppressed_by' is cyclic: each rule would suppress the other")
