"""Proof in memory: with a file's new bytes the finding is gone, no other has come, and every line was understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import build_fabric, inputs_of, lint
from roce_lint.judge.finding import Finding, FindingPlace, Report
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule
from roce_lint.read.files import Skipped, at_hand, decode
from roce_lint.read.gather import Gathered
from roce_lint.read.read_documents import ReadAll, ReadInputs, read_documents, read_here
from roce_lint.read.read_once import ReadOnce
from roce_lint.text.document import Document
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a remedy holds: `fault` says what goes wrong with it, empty where nothing does."""

    fault: str = ""

    @property
    def holds(self) -> bool:
        """Say whether nothing goes wrong."""
        return not self.fault


class Bench:
    """The files as they are, what is said of them, and what would be said of others in their place."""

    def __init__(self, gathered: Gathered, rules: Sequence[Rule], given: Given, read_all: ReadAll = read_here) -> None:
        self._gathered = gathered
        self._documents = at_hand(gathered.documents)
        self._rules = rules
        self._given = given
        self._read_once = ReadOnce(read_all)

    @cached_property
    def _read(self) -> ReadInputs:
        return self._read_in(self._documents)

    @cached_property
    def fabric(self) -> Fabric:
        """Return what the files describe."""
        return build_fabric(self._read, self._given)

    @cached_property
    def report(self) -> Report:
        """Return what the rules say of the files."""
        return lint(self.fabric, self._rules, inputs_of(self._gathered, self._read), self._given)

    @property
    def left_out(self) -> tuple[Skipped, ...]:
        """Return the files that were not read, and why."""
        return (*self._gathered.skipped, *self._read.skipped)

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Return the text of every file."""
        return {document.path: document.text for document in self._documents}

    @cached_property
    def octets(self) -> Mapping[str, bytes]:
        """Return the bytes of every file."""
        return {document.path: document.octets for document in self._documents}

    def prove(self, finding: Finding, places: Sequence[FindingPlace], contents: Mapping[str, bytes]) -> Proof:
        """Say whether new bytes of some files fix a finding at its places, and do nothing else."""
        documents = []
        for document in self._documents:
            new = decode(contents[document.path], document.path) if document.path in contents else document
            if not isinstance(new, Document):
                return Proof("the file would no longer be text")
            documents.append(new)
        read = self._read_in(documents)
        if len(read.failures) > len(self._read.failures):
            return Proof(f"the file could no longer be read: {read.failures[-1].message}")
        report = lint(build_fabric(read, self._given), self._rules, inputs_of(self._gathered, read), self._given)
        if self._stays(finding, places, report):
            return Proof("the finding would stay")
        return Proof(self._arrived(report))

    def _stays(self, finding: Finding, places: Sequence[FindingPlace], report: Report) -> bool:
        """Say whether a finding is still there at one of its places.

        Several findings of a rule can be about one object, such as a device of which it refuses several settings; then
        none with these words may be left, and as many fewer as are fixed.
        """
        before, left = _by_object(self.report), _by_object(report)
        here = Counter((finding.rule, place.device, place.object) for place in places)
        same = {
            (one.rule, place.device, place.object)
            for one in report.findings
            if one.message == finding.message
            for place in one.places
        }
        return any(key in same or left[key] > before[key] - count for key, count in here.items())

    def _arrived(self, report: Report) -> str:
        """Return the first finding that was not there before, in words; empty where none is new."""
        before = _by_object(self.report)
        for one in report.findings:
            for place in one.places:
                key = one.rule, place.device, place.object
                if not before[key]:
                    name = " ".join(part for part in (place.device, place.object) if part)
                    return f"another finding would come: {one.code} {one.rule} at {name}"
                before[key] -= 1
        return ""

    def _read_in(self, documents: Sequence[Document]) -> ReadInputs:
        return read_documents(
            documents,
            os=self._given.os,
            named=self._gathered.named,
            cabling=self._given.cabling,
            read_all=self._read_once,
        )


def _by_object(report: Report) -> Counter[tuple[str, str, str]]:
    """Count the findings of each rule about each object."""
    return Counter((one.rule, place.device, place.object) for one in report.findings for place in one.places)
