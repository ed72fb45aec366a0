"""A check in which few files have changed since a kept one: these switches and their neighbours are judged anew.

Whatever else the change can reach is looked for first: other cables, tiers, votes on the design, devices that take
part in RoCE or that stand out from their role. What it reaches is judged anew too; where that is most of the fabric, or
cannot be told, the whole is checked. Paths are looked at anew where packets may go otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING

from roce_lint.engine.cached_fabric import KeptFabric
from roce_lint.engine.cached_sources import KeptSources
from roce_lint.engine.changed_cables import ChangedCables
from roce_lint.engine.changed_design import changed_design, quotes
from roce_lint.engine.changed_region import JudgedRegion, Touched, judged_region, region_of, touched_by, usual_pauses
from roce_lint.engine.changed_switches import ChangedSwitches
from roce_lint.engine.changed_verdicts import replaced, with_paths
from roce_lint.engine.fabric_side import Cables, FabricSide
from roce_lint.fabric.design import Design
from roce_lint.fabric.domain import DomainSize, speaks_of_roce
from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.loose_cables import loose_ends
from roce_lint.judge.brief import BriefExamined
from roce_lint.judge.concurrently import in_turn
from roce_lint.judge.derive.outward import moved
from roce_lint.judge.derive.region import DEVICE_SCOPES, LINK_SCOPES, NeedsWholeError, Region
from roce_lint.judge.derive.scopes import HOST_SCOPES, INFINIBAND_SCOPES, PATH_SCOPES
from roce_lint.judge.examination import Examination, is_worth_a_copy, profile_in_force
from roce_lint.judge.finding import Inputs
from roce_lint.judge.given import Given
from roce_lint.judge.judge import Examined, examine
from roce_lint.judge.profiles import profile_rules
from roce_lint.judge.rule import Rule
from roce_lint.judge.unread import UNREAD_SCOPE, unread_entities
from roce_lint.judge.waiver_rules import BASELINE_SCOPE, WAIVER_SCOPE
from roce_lint.model.device import Link, UnreadLine
from roce_lint.read.read_result import ReadResult
from roce_lint.values import dataclass, replace

if TYPE_CHECKING:
    from roce_lint.engine.changed_paths import Unchanged

LARGEST_SHARE = 2
"""A region that needs the facts of half of the switches is no region."""
CARRIED_SCOPES = frozenset({*PATH_SCOPES, *INFINIBAND_SCOPES, *HOST_SCOPES, WAIVER_SCOPE, BASELINE_SCOPE})
"""Scopes whose things are the same before and after: of hosts and InfiniBand there are none."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A fabric after the change: what the rules say, its cables, and the devices whose facts were read."""

    examination: Examination
    fabric: Fabric
    inputs: Inputs
    switches: ChangedSwitches

    def fabric_with_ends(self, named: Set[str]) -> Fabric:
        """Return the fabric with the facts of these devices and of those they are cabled to."""
        joined = [(link.a.device, link.b.device) for link in self.fabric.links]
        ends = {end for both in joined if both[0] in named or both[1] in named for end in both}
        more = self.switches.facts_after(ends - {device.name for device in self.fabric.devices})
        devices = sorted((*self.fabric.devices, *more.values()), key=lambda device: device.name)
        return replace(self.fabric, devices=tuple(devices))


@dataclass(frozen=True, slots=True)
class _Near:
    """The region after the change, and what rules say of ports and cables before and after."""

    region: JudgedRegion
    size_before: DomainSize
    was: Examined
    now: Examined


class ChangedFiles:
    """Judges what has changed since a fabric was kept."""

    def __init__(self, kept: KeptFabric, rules: Sequence[Rule], given: Given, sources: KeptSources) -> None:
        """`rules` are all that were chosen; the profile decides which are in force."""
        self._kept = kept
        self._given = given
        self._sources = sources
        profile, _ = profile_in_force(kept.design, given)
        self._rules = tuple(profile_rules(profile, rules))
        scopes = {rule.scope for rule in self._rules} - CARRIED_SCOPES - DEVICE_SCOPES - LINK_SCOPES - {UNREAD_SCOPE}
        if scopes or {rule.id for rule in self._rules} != set(kept.told.counts):
            raise NeedsWholeError("rules that were not asked")
        self._on_paths = [rule for rule in self._rules if rule.scope in PATH_SCOPES]
        self._most = len(kept.switches) // LARGEST_SHARE

    def recheck(self, told: Mapping[str, ReadResult], paths: Sequence[str]) -> Rechecked:
        """Return the fabric with the files that were read anew, by path; `paths` are all. Raises NeedsWholeError."""
        kept = self._kept
        switches = ChangedSwitches(kept, self._sources.read, told, paths)
        before, after = self._sides(switches)
        open_before = {one.name for one in kept.switches if one.is_open_ended}
        touched = touched_by(switches.before.keys() | switches.after.keys(), before, after, open_before, self._most)
        unread = self._unread(told, paths)
        region = region_of(touched, before, after, self._most)
        along, near = self._judged(switches, before, after, touched, region, unread)
        examined = replaced(
            self._rules, kept.told.revived(self._rules), near.was, near.now, region, before.links, after.links
        )
        examined = with_paths(self._rules, examined, along) if along is not None else examined
        ports = kept.size.ports - near.size_before.ports + near.region.size.ports
        inside = kept.size.inside - near.size_before.inside + near.region.size.inside
        _, how = profile_in_force(after.design, self._given)
        size = DomainSize(ports, inside, 0, 0, ())
        return Rechecked(
            Examination(self._rules, how, near.region.domain, size, examined),
            Fabric(near.region.devices, after.links, (), (), unread, after.design),
            self._inputs(after, paths),
            switches,
        )

    def _links(self, switches: ChangedSwitches) -> tuple[Link, ...]:
        """Return the cables as they are now; the kept ones with other lines where nothing says otherwise."""
        places = switches.moved_places()
        if places is not None:
            return moved(self._kept.links, places)
        if set(self._kept.inputs.files) - set(switches.files.values()):
            raise NeedsWholeError("files that may tell of cables")
        if loose_ends(switches.after.values(), self._given.links):
            raise NeedsWholeError("a planned cable without its port")
        return ChangedCables(self._kept, self._sources.words(), switches, self._given.links, self._most).links()

    def _design(self, switches: ChangedSwitches) -> Design:
        """Return the design. Raises NeedsWholeError where it is another one, or findings quote words of the old one."""
        if switches.say_the_same_of_design():
            return self._kept.design
        rest = [one for one in self._kept.switches if one.name not in switches.before]
        design, stale = changed_design(self._kept.design, rest, switches.after, self._given)
        if quotes(self._kept.told.occurrences, stale):
            raise NeedsWholeError("findings that quote how the design was inferred")
        return design

    def _sides(self, switches: ChangedSwitches) -> tuple[FabricSide, FabricSide]:
        kept, links, design = self._kept, self._links(switches), self._design(switches)
        cables = Cables(kept.links)
        cables_now = cables if links is kept.links else Cables(links)
        speaking = frozenset(one.name for one in kept.switches if one.speaks)
        before = FabricSide(switches.files, switches.facts_before, cables, kept.design, speaking)
        now = frozenset(name for name, device in switches.after.items() if speaks_of_roce(device, design))
        speaking_now = (speaking - switches.before.keys()) | now
        return before, FabricSide(switches.names_after, switches.facts_after, cables_now, design, speaking_now)

    def _judged(
        self,
        switches: ChangedSwitches,
        before: FabricSide,
        after: FabricSide,
        touched: Touched,
        region: Region,
        unread: tuple[UnreadLine, ...],
    ) -> tuple[BriefExamined | None, _Near]:
        """Return what rules say of paths, nothing where it is what they said; and of the region before and after."""
        kept = self._kept
        os_by_device = {one.name: one.os for one in kept.switches if one.name not in switches.before}
        os_by_device |= {name: device.os for name, device in switches.after.items()}
        usual = usual_pauses(kept.switches, touched.names, after)
        rules = [rule for rule in self._rules if rule.scope not in PATH_SCOPES]

        def near() -> _Near:
            rest = [one for one in kept.switches if one.name not in touched.names | touched.retiered]
            old = judged_region(before, region, touched.tiers_before, usual, kept.switches)
            new = judged_region(after, region, touched.tiers_after, usual, rest)
            if old.odd_elsewhere != new.odd_elsewhere:
                raise NeedsWholeError("a switch elsewhere stands out from its role")
            was = examine(rules, {**old.entities, UNREAD_SCOPE: unread_entities(kept.unread)}, os_by_device)
            now = examine(rules, {**new.entities, UNREAD_SCOPE: unread_entities(unread)}, os_by_device)
            return _Near(new, old.size, was, now)

        if self._paths_hold(switches, before, after):
            return None, near()
        beside = self._sources.beside if is_worth_a_copy(len(after.names)) else in_turn
        unchanged = [one for one in kept.switches if one.name not in switches.before]
        inside = {one.name: one.inside for one in unchanged} | after.domain(after.facts(touched.names).values()).inside
        moved = {one.name for one in unchanged if inside[one.name] != one.inside}

        def along() -> BriefExamined:
            # Most changes leave paths alone, and these bring with them what derives them.
            from roce_lint.engine.changed_paths import paths_anew

            others = self._unchanged(switches, moved)
            return paths_anew(after, others, switches.after, inside, self._on_paths, os_by_device)

        return beside(along, BriefExamined, near)

    def _unchanged(self, switches: ChangedSwitches, moved: Set[str]) -> Unchanged:
        """Return the switches that have not changed, as far as paths look at them; RoCE crosses `moved` otherwise."""
        from roce_lint.engine.changed_paths import Unchanged

        read = self._sources.read
        outlines = self._sources.outlines()
        if switches.blocks_after & outlines.passed_by:
            # A route that is left out may cover a host now.
            return Unchanged(read([one.file for one in self._kept.switches if one.name not in switches.before]), {})
        sides = {name: side for name, side in outlines.sides().items() if name not in moved | switches.before.keys()}
        return Unchanged(outlines.devices(lambda file: read([file])[0], switches.before.keys()), sides)

    def _paths_hold(self, switches: ChangedSwitches, before: FabricSide, after: FabricSide) -> bool:
        """Say whether packets go where they went, and what rules say of their paths shows no line that has moved."""
        if before.taking_part != after.taking_part or not switches.look_the_same_to_paths(self._kept.blocks):
            return False
        if [(one.a, one.b) for one in before.links] != [(one.a, one.b) for one in after.links]:
            return False
        if before.domain(switches.before.values()).inside != after.domain(switches.after.values()).inside:
            return False
        asked = {rule.id for rule in self._on_paths}
        shown = {file for one in self._kept.told.occurrences if one.rule in asked for file in one.files}
        names = [name for name in switches.before if switches.files[name] in shown]
        return all(switches.show_the_same_on_paths(name, self._kept.blocks) for name in names)

    def _inputs(self, after: FabricSide, paths: Sequence[str]) -> Inputs:
        inputs = self._kept.inputs
        left_out = {one.path for one in inputs.skipped}
        return replace(inputs, files=tuple(path for path in paths if path not in left_out), devices=tuple(after.names))

    def _unread(self, told: Mapping[str, ReadResult], paths: Sequence[str]) -> tuple[UnreadLine, ...]:
        """Return the lines that nobody understood, in the order of the files."""
        by_file: dict[str, list[UnreadLine]] = {path: [] for path in paths}
        for line in self._kept.unread:
            if line.source.file not in self._kept.contents:
                raise NeedsWholeError("a line of no file")
            if line.source.file in by_file:
                by_file[line.source.file].append(line)
        for path, one in told.items():
            by_file[path] = list(one.reading.unread) if one.reading else []
        return tuple(line for lines in by_file.values() for line in lines)
