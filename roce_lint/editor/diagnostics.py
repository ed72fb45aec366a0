"""Findings and faults of files as diagnostics of the Language Server Protocol 3.17."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path, PurePosixPath

from lsprotocol import types as lsp

from roce_lint.editor.folder import Checked
from roce_lint.engine.dry_run import rendered_files
from roce_lint.errors import Problem, RoceLintError
from roce_lint.intent.load import parse_any_intent
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.finding import Finding, FindingPlace
from roce_lint.judge.load import shared_documents
from roce_lint.judge.rule import Severity, Verdict
from roce_lint.judge.rule_file import parse_rule
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.judge.waiver_file import parse_waivers
from roce_lint.report.printable import printable, printable_lines
from roce_lint.report.rule_words import rule_page
from roce_lint.values import replace

MOST_DIAGNOSTICS = 1_000
"""More in one file are counted, not shown."""
MOST_RELATED = 20
MOST_OBJECTS = 3
"""A finding of more ports at one line names the first."""
SOURCE = "roce-lint"
_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}

Uri = Callable[[str], str]
"""Returns the URI of a path as seen from the folder."""


def line_range(text: str, line: int, end_line: int = 0) -> lsp.Range:
    """Return the range of a line, counted from 1, without its indentation; 0 is the first line.

    Columns are UTF-16 code units, as the protocol counts them by default.
    """
    lines = text.split("\n")
    first = min(max(line, 1), len(lines))
    last = min(max(end_line, first), len(lines)) if line else first
    here, end = lines[first - 1], lines[last - 1].rstrip()
    indented = len(here) - len(here.lstrip()) if here.strip() else 0
    return lsp.Range(lsp.Position(first - 1, indented), lsp.Position(last - 1, _utf16_units(end)))


def diagnostics_of(checked: Checked, text_of: Callable[[str], str], uri: Uri) -> dict[str, list[lsp.Diagnostic]]:
    """Return the diagnostics of every file by its path; `text_of` gives the text that a person sees of a path."""
    found: dict[str, list[lsp.Diagnostic]] = defaultdict(list)
    for path, diagnostic in _problems(checked.problems, text_of):
        found[path].append(diagnostic)
    if checked.report is None:
        return found
    pages = {rule.id: rule_page(rule, checked.settings.docs_url) for rule in checked.rules}
    for path, diagnostic in _problems(checked.report.inputs.unreadable, text_of):
        found[path].append(diagnostic)
    shown: dict[str, str] = {}
    for finding in checked.report.open_findings:
        for (path, _), places in _by_line(finding).items():
            if path not in shown:
                shown[path] = text_of(path)
            found[path].append(_finding(finding, places, shown[path], pages, uri))
    return {path: _first(diagnostics) for path, diagnostics in found.items()}


def problem_diagnostic(problem: Problem, text: str) -> lsp.Diagnostic:
    """Return a fault of a settings file, an intent, a rule or a waiver file."""
    where = line_range(text, problem.line)
    if problem.line and problem.column:
        line = text.split("\n")[problem.line - 1] if problem.line <= text.count("\n") + 1 else ""
        where = lsp.Range(
            lsp.Position(where.start.line, min(_utf16_units(line[: problem.column - 1]), where.end.character)),
            where.end,
        )
    return lsp.Diagnostic(where, printable(problem.message), severity=lsp.DiagnosticSeverity.Error, source=SOURCE)


def _problems(problems: Iterable[Problem], text_of: Callable[[str], str]) -> Iterator[tuple[str, lsp.Diagnostic]]:
    for problem in problems:
        if problem.path:
            yield problem.path, problem_diagnostic(problem, text_of(problem.path))


def _by_line(finding: Finding) -> dict[tuple[str, int], list[FindingPlace]]:
    """Return the places of a finding by path and line: one line of a profile is a place of every port that has it."""
    found: dict[tuple[str, int], list[FindingPlace]] = defaultdict(list)
    for place in finding.places:
        found[place.path, place.line].append(place)
    return found


def _finding(
    finding: Finding, places: Sequence[FindingPlace], text: str, pages: Mapping[str, str], uri: Uri
) -> lsp.Diagnostic:
    """Return a finding at one line; what it follows from is related information, with links."""
    undetermined = "Undetermined: " if finding.verdict is Verdict.UNDETERMINED else ""
    objects = list(dict.fromkeys(place.object for place in places if place.object))
    more = f" and {len(objects) - MOST_OBJECTS} more" if len(objects) > MOST_OBJECTS else ""
    subject = f"{', '.join(objects[:MOST_OBJECTS])}{more}: " if objects else ""
    page = pages.get(finding.rule, "")
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(uri(one.path), lsp.Range(lsp.Position(line, 0), lsp.Position(line, 0))), printable(one.message)
        )
        for one in finding.related[:MOST_RELATED]
        for line in [max(one.line, 1) - 1]
    ]
    return lsp.Diagnostic(
        line_range(text, places[0].line),
        printable_lines(f"{undetermined}{subject}{finding.message}\n{finding.fix}"),
        severity=_SEVERITIES[finding.severity],
        code=f"{finding.code} {finding.rule}",
        code_description=lsp.CodeDescription(page) if page else None,
        source=SOURCE,
        related_information=related or None,
    )


def _first(diagnostics: list[lsp.Diagnostic]) -> list[lsp.Diagnostic]:
    """Return as many as a person can use, the worst first, and a note on the others."""
    ordered = sorted(diagnostics, key=lambda one: (int(one.severity or 1), one.range.start.line))
    more = len(ordered) - MOST_DIAGNOSTICS
    if more <= 0:
        return ordered
    top = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    note = lsp.Diagnostic(top, f"{more} more findings are not shown; run roce-lint check", source=SOURCE)
    return [*ordered[:MOST_DIAGNOSTICS], note]


def _utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


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
