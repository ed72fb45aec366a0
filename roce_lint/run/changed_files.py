"""A check in which few files have changed since a kept one: these switches and their neighbours are judged anew.

Whatever else the change can reach is looked for first, and then the whole fabric is checked: another name, cable or
system, other routes or pauses on a path, another vote that settles the design otherwise, another device that takes part
in RoCE or that stands out from its role.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence, Set

from roce_lint.examination import Examination, profile_in_force
from roce_lint.facts.cable_names import CableNames
from roce_lint.facts.derive.domain import (
    Domain,
    DomainSize,
    devices_taking_part,
    domain_size,
    roce_ports,
    speaks_of_roce,
)
from roce_lint.facts.derive.infiniband_entities import INFINIBAND_SCOPES
from roce_lint.facts.derive.likeness import Likeness
from roce_lint.facts.derive.outward import cable_words, moved, path_look
from roce_lint.facts.derive.pause_entities import PATH_SCOPES
from roce_lint.facts.derive.port_state import is_host
from roce_lint.facts.derive.region import (
    DEVICE_SCOPES,
    LINK_SCOPES,
    NeedsWholeError,
    Region,
    RegionJudging,
    facts_needed,
    odd_elsewhere,
    region_around,
)
from roce_lint.facts.derive.role_outliers import OddSetting
from roce_lint.facts.derive.uplinks import Tiers, open_ended
from roce_lint.facts.design import Design, design_votes
from roce_lint.facts.fabric import Fabric
from roce_lint.facts.fact import Source
from roce_lint.facts.logic import is_true
from roce_lint.facts.model import Device, Link, PortRef, UnreadLine
from roce_lint.given import Given
from roce_lint.lint.entity import Entity, spot_of
from roce_lint.lint.judge import Examined, examine
from roce_lint.lint.occurrence import Occurrence
from roce_lint.lint.profiles import profile_rules
from roce_lint.lint.rule import Rule
from roce_lint.lint.unread import UNREAD_SCOPE, unread_entities
from roce_lint.lint.waiver_rules import BASELINE_SCOPE, WAIVER_SCOPE
from roce_lint.lint.waiver_token import remarks_of_ports
from roce_lint.read.told import Told
from roce_lint.run.kept_fabric import KeptFabric, rows_of
from roce_lint.values import dataclass, replace

ReadKept = Callable[[Sequence[str]], Sequence[Device]]
"""Gives the switches that files described in the kept check. Raises NeedsWholeError for one that is kept no longer."""
LARGEST_SHARE = 2
"""A region that needs the facts of half of the switches is no region."""
_CARRIED = frozenset({*PATH_SCOPES, *INFINIBAND_SCOPES, "cable", "setting", "nic", WAIVER_SCOPE, BASELINE_SCOPE}) | {
    "partition_text",
    "partition_definition",
    "sm_option",
    "opensm",
    "intended_key",
}
"""Scopes whose things are the same before and after: of hosts and InfiniBand there are none."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A fabric after the change: what the rules say, its cables, and the devices whose facts were read."""

    examination: Examination
    fabric: Fabric


@dataclass(frozen=True, slots=True)
class _Side:
    """The region before or after the change; `size` is that of the changed switches' part of the RoCE domain."""

    devices: tuple[Device, ...]
    domain: Domain
    size: DomainSize
    entities: Mapping[str, Sequence[Entity]]
    odd_elsewhere: frozenset[OddSetting]


class ChangedFiles:
    """Judges what has changed since a fabric was kept."""

    def __init__(self, kept: KeptFabric, rules: Sequence[Rule], given: Given, read_kept: ReadKept) -> None:
        """`rules` are all that were chosen; the profile decides which are in force."""
        self._kept = kept
        self._given = given
        self._read_kept = read_kept
        self._profile, self._how = profile_in_force(kept.design, given)
        self._rules = tuple(profile_rules(self._profile, rules))
        scopes = {rule.scope for rule in self._rules} - _CARRIED - DEVICE_SCOPES - LINK_SCOPES - {UNREAD_SCOPE}
        if scopes or {rule.id for rule in self._rules} != set(kept.told.counts):
            raise NeedsWholeError("rules that were not asked")
        self._names = [one.name for one in kept.switches]

    def recheck(self, told: Mapping[str, Told]) -> Rechecked:
        """Return the fabric with the files that were read anew, by path. Raises NeedsWholeError."""
        new = {path: _only_switch(one) for path, one in told.items()}
        changed = frozenset(device.name for device in new.values())
        by_file = {one.file: one.name for one in self._kept.switches}
        if [by_file.get(path) for path in new] != [device.name for device in new.values()]:
            raise NeedsWholeError("another device")
        region = region_around(changed, self._kept.links)
        needed = facts_needed(region, self._kept.links)
        if len(needed) * LARGEST_SHARE > len(self._names):
            raise NeedsWholeError("most of the fabric")
        files = {one.name: one.file for one in self._kept.switches}
        old = {device.name: device for device in self._read_kept([files[name] for name in sorted(needed)])}
        fresh = {device.name: device for device in new.values()}
        links = self._links(old, fresh)
        self._compare_paths([(old[name], fresh[name]) for name in sorted(changed)])
        return self._judged(old, fresh, links, region, told)

    def with_ends(self, fabric: Fabric, named: Set[str]) -> Fabric:
        """Return a fabric that was found anew with the facts of these devices and of those they are cabled to."""
        joined = [(link.a.device, link.b.device) for link in fabric.links]
        ends = {end for both in joined if both[0] in named or both[1] in named for end in both}
        there = {device.name for device in fabric.devices}
        files = [one.file for one in self._kept.switches if one.name in ends and one.name not in there]
        more = self._read_kept(files) if files else ()
        return replace(fabric, devices=tuple(sorted((*fabric.devices, *more), key=lambda device: device.name)))

    def _links(self, old: Mapping[str, Device], fresh: Mapping[str, Device]) -> tuple[Link, ...]:
        """Return the cables with their lines as they are now; the same cables, or NeedsWholeError."""
        places: dict[Source, Source] = {}
        names = CableNames(self._names)
        for name, device in fresh.items():
            words, descriptions, before = cable_words(old[name])
            now, told, after = cable_words(device)
            if words != now:
                raise NeedsWholeError("other ports or addresses")
            pairs = zip(descriptions, told, strict=True)
            if any(one != other and names.named_in(one) != names.named_in(other) for one, other in pairs):
                raise NeedsWholeError("another description of a cable")
            both = [(one, other) for one, other in zip(before, after, strict=True) if one and other]
            if [other for _, other in sorted(both)] != sorted(other for _, other in both):
                raise NeedsWholeError("another order of lines")
            places.update(both)
        return moved(self._kept.links, places)

    def _compare_paths(self, pairs: Sequence[tuple[Device, Device]]) -> None:
        """Raise NeedsWholeError where packets may go otherwise, or where findings show lines that moved."""
        likeness, hosts = Likeness(), self._kept.blocks
        if any(path_look(old, likeness, hosts) != path_look(new, likeness, hosts) for old, new in pairs):
            raise NeedsWholeError("other paths")
        by_id = {rule.id: rule for rule in self._rules}
        on_paths = [one for one in self._kept.told.occurrences if by_id[one.rule].scope in PATH_SCOPES]
        moved_files = {new.source.file for _, new in pairs}
        if any(one.files & moved_files for one in on_paths):
            raise NeedsWholeError("findings on paths that show lines of a changed file")

    def _judged(
        self,
        old: Mapping[str, Device],
        fresh: Mapping[str, Device],
        links: tuple[Link, ...],
        region: Region,
        told: Mapping[str, Told],
    ) -> Rechecked:
        """Return the verdicts with those of the region replaced by what they are now."""
        kept = self._kept
        design = self._design(old, fresh)
        before = self._side({}, old, kept.links, region, kept.design)
        after = self._side(fresh, old, links, region, design)
        if before.odd_elsewhere != after.odd_elsewhere:
            raise NeedsWholeError("a switch elsewhere stands out from its role")
        unread = self._unread(told)
        os_by_device = {name: device.os.value for name, device in old.items()}
        was = examine(self._rules, {**before.entities, UNREAD_SCOPE: unread_entities(kept.unread)}, os_by_device)
        now = examine(self._rules, {**after.entities, UNREAD_SCOPE: unread_entities(unread)}, os_by_device)
        examined = _replaced(self._rules, kept.told.revived(self._rules), was, now, region, links)
        size = DomainSize(
            kept.size.ports - before.size.ports + after.size.ports,
            kept.size.inside - before.size.inside + after.size.inside,
            0,
            0,
            (),
        )
        _, how = profile_in_force(design, self._given)
        fabric = Fabric(after.devices, links, (), (), unread, design)
        return Rechecked(Examination(self._rules, how, after.domain, size, examined), fabric)

    def _side(
        self,
        fresh: Mapping[str, Device],
        old: Mapping[str, Device],
        links: tuple[Link, ...],
        region: Region,
        design: Design,
    ) -> _Side:
        """Return one side of the change: `fresh` are the switches that differ in it from the kept ones."""
        kept = self._kept
        peers = {end: link for link in links for end in (link.a, link.b)}
        devices = tuple(fresh.get(name, device) for name, device in sorted(old.items()))
        domain = roce_ports(devices, peers, design, taking_part=kept.taking_part)
        for one in kept.switches:
            device = fresh.get(one.name)
            if device is not None and open_ended(device, peers, domain.inside[device.name]) != one.is_open_ended:
                raise NeedsWholeError("other tiers")
        tiers = Tiers(self._names, peers, (), [one.name for one in kept.switches if one.is_open_ended])
        near = tuple(link for link in links if link.a.device in old and link.b.device in old)
        judging = RegionJudging(Fabric(devices, near, (), (), (), design), domain, region, tiers)
        odd, elsewhere = odd_elsewhere({**rows_of(kept.switches), **judging.rows()}, region)
        changed = tuple(device for device in devices if device.name in region.changed)
        size = domain_size(Fabric(changed, (), (), (), (), design), domain)
        return _Side(devices, domain, size, judging.entities(odd), elsewhere)

    def _design(self, old: Mapping[str, Device], fresh: Mapping[str, Device]) -> Design:
        """Return the design, which is that of before where nothing votes otherwise; else raise NeedsWholeError.

        It follows from what is on paths too, which was compared, and from which queues mark ECN.
        """
        kept, design = self._kept, self._kept.design
        for name, device in fresh.items():
            if design_votes(device) != design_votes(old[name]) or _marking(device) != _marking(old[name]):
                raise NeedsWholeError("another vote on the design")
        speaking = {one.name for one in kept.switches if one.speaks and one.name not in fresh}
        speaking |= {name for name, device in fresh.items() if speaks_of_roce(device, design)}
        peers = {end: link for link in kept.links for end in (link.a, link.b)}
        if devices_taking_part(frozenset(speaking), peers, design) != kept.taking_part:
            raise NeedsWholeError("who takes part in RoCE")
        return design

    def _unread(self, told: Mapping[str, Told]) -> tuple[UnreadLine, ...]:
        """Return the lines that nobody understood, in the order of the files."""
        by_file: dict[str, list[UnreadLine]] = {path: [] for path in self._kept.contents}
        for line in self._kept.unread:
            if line.source.file not in by_file:
                raise NeedsWholeError("a line of no file")
            by_file[line.source.file].append(line)
        for path, one in told.items():
            by_file[path] = list(one.reading.unread) if one.reading else []
        return tuple(line for lines in by_file.values() for line in lines)


def _marking(device: Device) -> tuple[tuple[bool, ...], ...]:
    """Return which queues of each port mark ECN."""
    return tuple(tuple(is_true(queue.ecn_enabled) for queue in port.qos.queues) for port in device.ports)


def _only_switch(told: Told) -> Device:
    """Return the one switch that a file describes. Raises NeedsWholeError where it says anything else."""
    reading = told.reading
    if reading is None or told.remarks or told.skipped or told.failures or told.died or told.changed:
        raise NeedsWholeError("a file that is no configuration")
    if len(reading.devices) != 1 or reading.links or reading.infiniband or is_host(reading.devices[0]):
        raise NeedsWholeError("a file of more than one switch")
    device = reading.devices[0]
    if device.nics or remarks_of_ports((device,)):
        raise NeedsWholeError("a token")
    return device


def _replaced(
    rules: Sequence[Rule], kept: Examined, was: Examined, now: Examined, region: Region, links: Sequence[Link]
) -> Examined:
    """Return what the rules say of all things: what was said of the region is taken away, what is said now is added."""
    counts = {name: Counter(verdicts) for name, verdicts in kept.counts.items()}
    for name, verdicts in counts.items():
        verdicts.subtract(was.counts[name])
        verdicts.update(now.counts[name])
    cables = {end: (link.a, link.b) for link in links for end in (link.a, link.b)}

    def cable(one: Occurrence) -> tuple[PortRef, PortRef]:
        return cables[PortRef(*spot_of(one.entity.device, one.entity.object).hops[0])]

    def is_old(one: Occurrence) -> bool:
        if one.rule.scope in LINK_SCOPES:
            return any(end.device in region.changed for end in cable(one))
        return one.rule.scope in DEVICE_SCOPES and one.entity.device in region.judged

    by_rule: dict[str, list[Occurrence]] = defaultdict(list)
    for one in (*(one for one in kept.occurrences if not is_old(one)), *now.occurrences):
        by_rule[one.rule.id].append(one)
    ordered: list[Occurrence] = []
    for rule in sorted(rules, key=lambda rule: rule.scope):
        told = by_rule[rule.id]
        if rule.scope in LINK_SCOPES:
            told.sort(key=cable)
        elif rule.scope in DEVICE_SCOPES:
            told.sort(key=lambda one: one.entity.device)
        ordered += told
    return Examined(counts, tuple(ordered))
