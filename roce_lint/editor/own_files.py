"""Faults of one file that roce-lint itself defines, as it is typed: an intent, a rule, a waiver file."""

from __future__ import annotations

from enum import Enum
from pathlib import Path, PurePosixPath

from roce_lint.editor.folder import Checked
from roce_lint.engine.dry_run import rendered_files
from roce_lint.errors import Problem, RoceLintError
from roce_lint.intent.load import parse_any_intent
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.load import shared_documents
from roce_lint.judge.rule_file import parse_rule
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.judge.waiver_file import parse_waivers
from roce_lint.values import replace


class FileKind(Enum):
    """What a file is for roce-lint."""

    CONFIGURATION = "configuration"
    INTENT = "intent"
    RULE = "rule"
    WAIVERS = "waivers"


def kind_of(path: str, checked: Checked | None) -> FileKind:
    """Return what a file is, by its name and by the settings."""
    name = PurePosixPath(path).name
    settings = checked.settings if checked is not None else None
    if name.endswith((".roce.yaml", ".roce.yml", ".ib.yaml")) or (settings is not None and settings.intent == path):
        return FileKind.INTENT
    if name == "roce-lint-waivers.yaml" or (settings is not None and settings.waivers == path):
        return FileKind.WAIVERS
    if name.endswith(".yaml") and _rules_folder(path, checked):
        return FileKind.RULE
    return FileKind.CONFIGURATION


def _rules_folder(path: str, checked: Checked | None) -> str:
    """Return the folder of site rules, as the settings name it, that a file is in; empty where it is in none."""
    folders = checked.settings.rules if checked is not None else ()
    return next((folder for folder in folders if path.startswith(f"{folder.rstrip('/')}/")), "")


def own_problems(kind: FileKind, path: str, text: str, checked: Checked | None) -> tuple[Problem, ...]:
    """Return every fault of an intent, a rule or a waiver file; configurations are checked together elsewhere."""
    try:
        match kind:
            case FileKind.INTENT:
                rendered_files(parse_any_intent(text, path), one_of_each=True)
            case FileKind.RULE:
                shared = shared_documents(Path(_rules_folder(path, checked)))
                parse_rule(text, path, PurePosixPath(path).parent.name, Vocabulary(VOCABULARY), shared=shared)
            case FileKind.WAIVERS:
                parse_waivers(text, path, checked.rules if checked is not None else ())
            case FileKind.CONFIGURATION:
                pass
    except RoceLintError as error:
        return tuple(problem if problem.path else replace(problem, path=path) for problem in error.problems)
    return ()
