"""The whole fabric checked, or only what a few changed files can reach; and kept for the next time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from roce_lint.engine.cached_fabric import (
    KeptFabric,
    KeptOutlines,
    KeptParts,
    can_be_kept,
    kept_fabric,
    kept_outlines,
    kept_parts,
)
from roce_lint.engine.cached_messages import KeptWords
from roce_lint.engine.packed import Unpackable, pack, unpack
from roce_lint.engine.run_context import FEWEST_SWITCHES, RunContext
from roce_lint.fabric.domain import Domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import check_closely, report_of
from roce_lint.judge.derive.region import NeedsWholeError
from roce_lint.judge.examination import NOTHING_BESIDES, Besides
from roce_lint.judge.finding import Report
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule
from roce_lint.model.device import Device
from roce_lint.read.gather import Gathered
from roce_lint.read.read_documents import options_of
from roce_lint.read.read_result import ReadOptions
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.judge.derive.outlines import Outlines
    from roce_lint.paths.host_side import HostSides

T = TypeVar("T")
_WORDS, _OUTLINES = b"words", b"outlines"
MOST_CHANGED = 8
"""With more changed files than this the whole fabric is checked, and kept anew."""


class _ToKeep(Besides):
    """Works out what is kept of a fabric; nothing of one that is small, or cannot be kept."""

    def __init__(self) -> None:
        self.parts: KeptParts | None = None

    def aside(self, fabric: Fabric, sides: HostSides | None) -> bytes:
        """Return the outlines of the switches, packed."""
        return pack(kept_outlines(fabric, sides)) if _is_worth_keeping(fabric) else b""

    def here(self, fabric: Fabric, domain: Domain) -> None:
        """Work out the rest."""
        self.parts = kept_parts(fabric, domain) if _is_worth_keeping(fabric) else None


def _is_worth_keeping(fabric: Fabric) -> bool:
    return len(fabric.devices) >= FEWEST_SWITCHES and can_be_kept(fabric)


@dataclass(frozen=True, slots=True)
class Recheck:
    """A check of some files with rules; `contents` are the hashes of the files by path, `key` that of the rest.

    No name of a file is in the key, so that the fabric is found again when one has come or gone.
    """

    means: RunContext
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
        changed = {path for path, content in self.contents.items() if kept.contents.get(path) != content}
        if len(changed) + len(kept.contents.keys() - self.contents.keys()) > MOST_CHANGED:
            raise NeedsWholeError("more than a few files")
        # Most checks of few files have none to go by, and this brings with it what derives paths.
        from roce_lint.engine.cached_sources import KeptSources
        from roce_lint.engine.changed_files import ChangedFiles

        chosen = [document for document in self.gathered.documents if document.path in changed]
        sources = KeptSources(lambda paths: self._recalled(kept, paths), self._words, self._outlines, self.means.beside)
        files = ChangedFiles(kept, self.rules, self.given, sources)
        told = self.means.read_all(chosen, [self._manner(document.path) for document in chosen])
        by_path = {document.path: one for document, one in zip(chosen, told, strict=True)}
        found = files.recheck(by_path, tuple(self.contents))
        report = report_of(found.examination, found.fabric, found.inputs, self.given)
        # Forms show the devices of cables that findings name.
        at_cables = {rule.id for rule in self.rules if rule.scope.startswith("link")}
        named = {place.device for one in report.findings if one.rule in at_cables for place in one.places}
        return report, found.fabric_with_ends(named)

    def _whole(self) -> tuple[Report, Fabric]:
        besides = _ToKeep() if self.means.store else NOTHING_BESIDES
        report, fabric, examination = check_closely(
            self.gathered, self.rules, self.given, self.means.read_all, self.means.beside, besides
        )
        fine = not (report.inputs.unreadable or report.inputs.changed)
        if self.means.store and fine and isinstance(besides, _ToKeep) and besides.parts and examination.besides:
            parts, aside = besides.parts, unpack(examination.besides, KeptOutlines)
            kept = kept_fabric(fabric, parts, aside.blocks, examination, report.inputs, self.contents)
            rarely = {self.key + _WORDS: pack(parts.words), self.key + _OUTLINES: aside.outlines}
            self.means.store.put({self.key: pack(kept), **rarely})
        return report, fabric

    def _kept(self) -> KeptFabric:
        return self._stored(self.key, KeptFabric)

    def _words(self) -> KeptWords:
        return self._stored(self.key + _WORDS, KeptWords)

    def _outlines(self) -> Outlines:
        from roce_lint.judge.derive.outlines import Outlines

        return self._stored(self.key + _OUTLINES, Outlines)

    def _stored(self, key: bytes, kind: type[T]) -> T:
        packed = self.means.store.get([key]).get(key) if self.means.store else None
        try:
            if packed is not None:
                return unpack(packed, kind)
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

    def _manner(self, path: str) -> ReadOptions:
        return options_of(path, self.given.os, self.gathered.named, self.given.cabling)
