"""The whole fabric checked, or only what a few changed files can reach; and kept for the next time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from roce_lint.cache.packed import Unpackable, pack, unpack
from roce_lint.check import check_closely, report_of
from roce_lint.facts.derive.region import NeedsWholeError
from roce_lint.facts.fabric import Fabric
from roce_lint.facts.model import Device
from roce_lint.given import Given
from roce_lint.lint.finding import Report
from roce_lint.lint.rule import Rule
from roce_lint.read.gather import Gathered
from roce_lint.read.read_documents import manner_of
from roce_lint.read.told import Manner
from roce_lint.run.kept_fabric import KeptFabric, can_be_kept, kept_fabric
from roce_lint.run.means import FEWEST_SWITCHES, Means
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.run.changed_files import ChangedFiles

MOST_CHANGED = 8
"""With more changed files than this the whole fabric is checked, and kept anew."""


@dataclass(frozen=True, slots=True)
class Recheck:
    """A check of some files with rules; `contents` are the hashes of the files by path, `key` that of all but them."""

    means: Means
    gathered: Gathered
    rules: Sequence[Rule]
    given: Given
    contents: Mapping[str, bytes]
    key: bytes

    def report(self) -> tuple[Report, Fabric]:
        """Return the report, and of the fabric at least the devices and cables that findings name."""
        try:
            return self._by_changes()
        except NeedsWholeError:
            return self._whole()

    def _by_changes(self) -> tuple[Report, Fabric]:
        kept = self._kept()
        changed = [path for path, content in self.contents.items() if kept.contents.get(path) != content]
        if len(changed) > MOST_CHANGED or kept.contents.keys() != self.contents.keys():
            raise NeedsWholeError("more than a few files")
        # Most checks of few files have none to go by, and this brings with it what derives paths.
        from roce_lint.run.changed_files import ChangedFiles

        chosen = [document for document in self.gathered.documents if document.path in set(changed)]
        files = ChangedFiles(kept, self.rules, self.given, lambda paths: self._recalled(kept, paths))
        told = self.means.read_all(chosen, [self._manner(document.path) for document in chosen])
        found = files.recheck({document.path: one for document, one in zip(chosen, told, strict=True)})
        report = report_of(found.examination, found.fabric, kept.inputs, self.given)
        return report, self._with_ends(report, found.fabric, files)

    def _with_ends(self, report: Report, fabric: Fabric, files: ChangedFiles) -> Fabric:
        """Return the fabric with the devices of cables that findings name."""
        at_cables = {rule.id for rule in self.rules if rule.scope.startswith("link")}
        named = {place.device for one in report.findings if one.rule in at_cables for place in one.places}
        return files.with_ends(fabric, named)

    def _whole(self) -> tuple[Report, Fabric]:
        report, fabric, examination = check_closely(
            self.gathered, self.rules, self.given, self.means.read_all, self.means.beside
        )
        fine = not (report.inputs.unreadable or report.inputs.changed) and len(fabric.devices) >= FEWEST_SWITCHES
        if self.means.store and fine and can_be_kept(fabric):
            kept = kept_fabric(fabric, examination, report.inputs, self.contents)
            self.means.store.put({self.key: pack(kept)})
        return report, fabric

    def _kept(self) -> KeptFabric:
        packed = self.means.store.get([self.key]).get(self.key) if self.means.store else None
        try:
            if packed is not None:
                return unpack(packed, KeptFabric)
        except Unpackable as damage:
            raise NeedsWholeError("what is kept is damaged") from damage
        raise NeedsWholeError("nothing is kept")

    def _recalled(self, kept: KeptFabric, paths: Sequence[str]) -> Sequence[Device]:
        """Return the switches that the files described in the kept check."""
        told = self.means.recall([(path, kept.contents[path], self._manner(path)) for path in paths])
        found = [device for one in told if one and one.reading for device in one.reading.devices]
        if len(found) != len(paths):
            raise NeedsWholeError("readings that are kept no longer")
        return found

    def _manner(self, path: str) -> Manner:
        return manner_of(path, self.given.os, self.gathered.named, self.given.cabling)
