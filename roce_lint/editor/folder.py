"""The folder that an editor has open, checked with the texts of its editors in place of the files on disk."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from roce_lint.cli.inputs import given_by
from roce_lint.cli.suppressing import suppressions_given
from roce_lint.errors import Problem, RoceLintError
from roce_lint.fabric.fabric import Fabric
from roce_lint.files.plain_file import read_plain_text
from roce_lint.fix.case import Draft, Workshop
from roce_lint.fix.drafts import best_draft, with_computed_fixes
from roce_lint.gate.intent_demands import intent_demands
from roce_lint.judge.check import check_in_full, load_all_rules
from roce_lint.judge.finding import Finding, Report
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule
from roce_lint.judge.select import select_rules
from roce_lint.judge.set_thresholds import set_thresholds
from roce_lint.read.files import Texts
from roce_lint.read.gather import Gathered, gather
from roce_lint.read.read_once import ReadOnce
from roce_lint.settings.load import Settings, find_settings
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace

MOST_READINGS = 20_000
"""Readings of older texts are forgotten when so many have come together."""


class Fixes:
    """Works out what would fix findings, once for each finding and file: editors ask again whenever a cursor moves."""

    def __init__(self, report: Report, fabric: Fabric, texts: Mapping[str, str]) -> None:
        self._findings = report.open_findings
        self._shop = Workshop(fabric, texts)
        self._drafts: dict[tuple[int, str], Draft | None] = {}

    def at(self, path: str, first: int, last: int) -> Iterator[tuple[Finding, Draft]]:
        """Yield what would fix the findings of a file in lines `first` to `last`, counted from 1.

        It is what the check shows. Nothing is proven, which takes seconds: the folder is checked again after an edit.
        """
        for number, finding in enumerate(self._findings):
            if any(place.path == path and first <= max(place.line, 1) <= last for place in finding.places):
                draft = self._draft(number, finding, path)
                if draft is not None:
                    yield finding, draft

    def prepare(self, paths: Collection[str]) -> None:
        """Work out the fixes of all findings in some files, before anybody asks."""
        for number, finding in enumerate(self._findings):
            for path in sorted({place.path for place in finding.places}.intersection(paths)):
                self._draft(number, finding, path)

    def _draft(self, number: int, finding: Finding, path: str) -> Draft | None:
        key = number, path
        if key not in self._drafts:
            here = tuple(place for place in finding.places if place.path == path)
            self._drafts[key] = best_draft(finding, here, self._shop)
        return self._drafts[key]


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: `problems` are faults of settings, intents and rules, which have places of their own.

    `fabric` and `report` are None where such a fault prevents the check.
    """

    settings: Settings
    problems: tuple[Problem, ...]
    gathered: Gathered
    given: Given
    rules: tuple[Rule, ...]
    report: Report | None
    fabric: Fabric | None
    fixes: Fixes | None = None

    @property
    def texts(self) -> Mapping[str, str]:
        """Return the text of every file that was read, by its path as seen from the folder."""
        return Texts(self.gathered.documents)


NOTHING_GATHERED = Gathered((), frozenset(), (), ())


class OpenFolder:
    """Checks the working directory. The same text is read once, however often the folder is checked."""

    def __init__(self) -> None:
        self._read_once = ReadOnce()
        self._readings = 0

    def check(self, open_texts: Mapping[str, str]) -> Checked:
        """Return what is found with `open_texts`, by path as seen from the folder, in place of files on disk."""
        problems: list[Problem] = []
        try:
            settings = find_settings(Path())
        except RoceLintError as error:
            return Checked(Settings(), error.problems, NOTHING_GATHERED, Given(), (), None, None)
        try:
            site = [Path(folder) for folder in settings.rules]
            every_rule = set_thresholds(load_all_rules(site, examples=False), settings)
            rules = select_rules(every_rule, settings.select, settings.ignore, settings.named_rules())
        except RoceLintError as error:
            problems += error.problems
            every_rule = rules = load_all_rules(examples=False)
        given = self._given(settings, every_rule, problems)
        gathered = _with_open_texts(_gathered(settings), open_texts)
        self._forget(len(gathered.documents))
        report, fabric = check_in_full(gathered, rules, given, self._read_once, demands_of=intent_demands)
        report = with_computed_fixes(report, fabric, Texts(gathered.documents))
        fixes = Fixes(report, fabric, Texts(gathered.documents))
        fixes.prepare(open_texts)
        return Checked(settings, tuple(problems), gathered, given, tuple(rules), report, fabric, fixes)

    def _given(self, settings: Settings, rules: Sequence[Rule], problems: list[Problem]) -> Given:
        """Return what settings and the intent say; what is wrong with these is added to the problems."""
        given = Given(domain=settings.domain)
        try:
            given, _ = given_by("", "", "", settings.cabling, settings)
        except RoceLintError as error:
            problems += error.problems
        if given.intent is not None:
            given = replace(given, intent=replace(given.intent, covers_all=True))
        try:
            return replace(
                given,
                suppressions=suppressions_given(
                    settings.waivers, settings.baseline, "", settings, rules, is_whole=True
                ),
            )
        except RoceLintError as error:
            problems += error.problems
            return given

    def _forget(self, fresh: int) -> None:
        """Begin a new memory of readings when the old one has grown large."""
        self._readings += fresh
        if self._readings > MOST_READINGS:
            self._read_once, self._readings = ReadOnce(), fresh


def _gathered(settings: Settings) -> Gathered:
    """Return the files that `check` would read, by default those of the whole folder."""
    paths = [path for path in settings.paths or (".",) if os.path.exists(path)]
    lists = [settings.cabling] if settings.cabling and os.path.exists(settings.cabling) else []
    return gather([*paths, *lists], settings.exclude)


def _with_open_texts(gathered: Gathered, open_texts: Mapping[str, str]) -> Gathered:
    """Return the same files with the texts that editors have."""
    documents = tuple(
        Document(document.path, open_texts[document.path]) if document.path in open_texts else document
        for document in gathered.documents
    )
    return replace(gathered, documents=documents)


def text_on_disk(path: str) -> str:
    """Return the text of a file that no editor has open, or nothing where it cannot be read."""
    try:
        return read_plain_text(Path(path), 16 * 1024 * 1024, "file")
    except RoceLintError:
        return ""
