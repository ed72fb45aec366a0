"""The switches of a kept fabric whose files have changed, come or gone, as they were and as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cached_property

from roce_lint.engine.cached_fabric import KeptFabric
from roce_lint.engine.cached_sources import ReadKept
from roce_lint.fabric.design import design_votes
from roce_lint.judge.derive.host_routes import Block, blocks_of
from roce_lint.judge.derive.likeness import Likeness
from roce_lint.judge.derive.outward import cable_words, path_facts, ports_look, routing_look
from roce_lint.judge.derive.region import NeedsWholeError
from roce_lint.judge.waiver_token import remarks_of_ports
from roce_lint.model.cable_names import CableNames
from roce_lint.model.device import Device, is_host
from roce_lint.model.fact import Source
from roce_lint.model.logic import is_true
from roce_lint.read.read_result import ReadResult


class ChangedSwitches:
    """`before` are the changed switches as they were kept, `after` as they are: by name, which may be another one."""

    def __init__(self, kept: KeptFabric, read: ReadKept, told: Mapping[str, ReadResult], paths: Sequence[str]) -> None:
        """Compare files that were read anew with what is kept; `paths` are all files. Raises NeedsWholeError."""
        self.files = {one.name: one.file for one in kept.switches}
        self._read_kept = read
        self._read: dict[str, Device] = {}
        by_file = {one.file: one.name for one in kept.switches}
        left = set(paths)
        gone = [path for path in kept.contents if path in told or path not in left]
        if any(path not in by_file for path in gone):
            raise NeedsWholeError("a file that was no configuration")
        self.before: Mapping[str, Device] = self.facts_before({by_file[path] for path in gone})
        fresh = [_only_switch(one) for one in told.values()]
        self.after: Mapping[str, Device] = {device.name: device for device in fresh}
        if len(self.after) != len(fresh) or (self.files.keys() - self.before.keys()) & self.after.keys():
            raise NeedsWholeError("two files of one switch")

    @property
    def keep_their_names(self) -> bool:
        """Say whether no switch has come, gone or another name."""
        return self.before.keys() == self.after.keys()

    @property
    def pairs(self) -> list[tuple[Device, Device]]:
        """Return the switches that were there and are, as they were and as they are."""
        return [(self.before[name], device) for name, device in self.after.items() if name in self.before]

    @property
    def names_after(self) -> Set[str]:
        """Return the names of all switches."""
        return (self.files.keys() - self.before.keys()) | self.after.keys()

    @property
    def blocks_after(self) -> frozenset[Block]:
        """Return the blocks in which subnets of the changed switches lie now."""
        return frozenset[Block]().union(*(blocks_of(device.ports) for device in self.after.values()))

    def facts_before(self, names: Set[str]) -> dict[str, Device]:
        """Return those of some switches that were there."""
        missing = sorted((names & self.files.keys()) - self._read.keys())
        if missing:
            self._read.update({one.name: one for one in self._read_kept([self.files[name] for name in missing])})
        return {name: self._read[name] for name in names if name in self.files}

    def facts_after(self, names: Set[str]) -> dict[str, Device]:
        """Return those of some switches that are there now."""
        same = self.facts_before(names - self.before.keys() - self.after.keys())
        return same | {name: self.after[name] for name in names & self.after.keys()}

    def moved_places(self) -> dict[Source, Source] | None:
        """Return where the lines that tell of cables are now; nothing where they tell of others."""
        if not self.keep_their_names:
            return None
        places: dict[Source, Source] = {}
        names = CableNames(self.files)
        for old, new in self.pairs:
            words, descriptions, before = cable_words(old)
            now, told, after = cable_words(new)
            if words != now:
                return None
            texts = zip(descriptions, told, strict=True)
            if any(one != other and names.named_in(one) != names.named_in(other) for one, other in texts):
                return None
            both = [(one, other) for one, other in zip(before, after, strict=True) if one and other]
            if [other for _, other in sorted(both)] != sorted(other for _, other in both):
                return None
            places.update(both)
        return places

    def look_the_same_to_paths(self, hosts: frozenset[Block]) -> bool:
        """Say whether no switch sends packets or pauses otherwise; `hosts` are the blocks of subnets."""
        likeness = Likeness()
        return self._have_the_same_ports and all(
            routing_look(old, likeness, hosts) == routing_look(new, likeness, hosts) for old, new in self.pairs
        )

    @cached_property
    def _have_the_same_ports(self) -> bool:
        """Say whether no switch has other ports, as far as paths look at them."""
        likeness = Likeness()
        return self.keep_their_names and all(
            ports_look(old, likeness) == ports_look(new, likeness) for old, new in self.pairs
        )

    def show_the_same_on_paths(self, name: str, hosts: frozenset[Block]) -> bool:
        """Say whether a switch that sends packets as before says so in the same lines."""
        return path_facts(self.before[name], hosts) == path_facts(self.after[name], hosts)

    def say_the_same_of_design(self) -> bool:
        """Say whether readings have the same to say of the design.

        It follows from votes, and where these do not tell, from classes, which path looks have, and marking queues.
        """
        return self.look_the_same_to_paths(frozenset()) and all(
            design_votes(old) == design_votes(new) and _marking(old) == _marking(new) for old, new in self.pairs
        )


def _marking(device: Device) -> tuple[tuple[bool, ...], ...]:
    """Return which queues of each port mark ECN."""
    return tuple(tuple(is_true(queue.ecn_enabled) for queue in port.qos.queues) for port in device.ports)


def _only_switch(told: ReadResult) -> Device:
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
