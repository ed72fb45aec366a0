"""Lines of switches that rendering the learnt intent loses or adds, and that no comparison of meanings sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.device_texts import texts_of
from roce_lint.gate.line_effects import LineEffect, LineEffects, Numbered, shapes
from roce_lint.gate.meaning.fabric import compare_fabrics
from roce_lint.learn.draft import rendered_documents, written
from roce_lint.learn.learnt import Learnt
from roce_lint.learn.routing_differences import routing_differences
from roce_lint.learn.secrets import hidden
from roce_lint.model.device import Device
from roce_lint.os.contract import SwitchOs
from roce_lint.os.registry import switch_os
from roce_lint.text.config_lines import ConfigLine, LinePath
from roce_lint.text.document import Document
from roce_lint.values import dataclass

Files = Mapping[str, Sequence[Document]]
"""The files of each switch by its name."""


@dataclass(frozen=True, slots=True)
class LeftLine:
    """A line that is lost or added: its switch, the switch's system, its file, and itself.

    `block_has_another_name`: the other side has no such block, and what the rest of it says is compared.
    """

    device: str
    system: str
    file: str
    line: ConfigLine
    block_has_another_name: bool = False


@dataclass(frozen=True, slots=True)
class OwnLines:
    """Lines that one of two sides has alone, by their blocks and words.

    `left` state nothing that a comparison of meanings sees; `compared` are the others, such as those in the block of a
    port that is not rendered at all, what is stated in another way, and what would hold without them.
    """

    left: tuple[LeftLine, ...]
    compared: tuple[LeftLine, ...]


@dataclass(frozen=True, slots=True)
class LineDifferences:
    """The lines of switches that were read and are not rendered, and those that are rendered and were not read."""

    lost: OwnLines
    added: OwnLines


def line_differences(learnt: Learnt, documents: Sequence[Document]) -> LineDifferences:
    """Return which lines an intent loses and adds of the switches whose files are among the documents."""
    read, made = _read_files(learnt, documents), _rendered_files(learnt)
    sides = [
        _Side(device.name, switch_os(device.os), read[device.name], made[device.name])
        for device in learnt.observed.switches
        if read.get(device.name) and device.name in made
    ]
    return LineDifferences(_own_lines(sides), _own_lines([one.turned() for one in sides]))


class _Side:
    """The files of a switch, and those of the other side."""

    def __init__(self, name: str, os: SwitchOs, files: Sequence[Document], others: Sequence[Document]) -> None:
        self.name = name
        self.os = os
        self.files = files
        self.others = others
        split = os.line_form.split
        self.lines = [(number, line) for number, file in enumerate(files) for line in split(file)]
        self.there = frozenset(hidden(line.path) for file in others for line in split(file))

    def turned(self) -> _Side:
        """Return the same, seen from the other side."""
        return _Side(self.name, self.os, self.others, self.files)


def _differing_facts(whole: Fabric, rest: Fabric) -> list[str]:
    changes = [change.fact for change in compare_fabrics(whole, rest).changes]
    return changes + [one.result.fact for one in routing_differences(whole.devices, rest.devices)]


def _own_lines(sides: Sequence[_Side]) -> OwnLines:
    effects = LineEffects(_differing_facts)
    left: dict[str, list[LeftLine]] = {}
    compared: dict[str, list[LeftLine]] = {}
    # What a small file shows need not be found out in a large one.
    for side in sorted(sides, key=lambda one: len(one.lines)):
        candidates = [(number, line) for number, line in side.lines if not _is_in(side.there, line)]
        kept = _Sifted(side, effects).left(candidates)
        own = [line for _, line in side.lines]
        inside = _in_renamed_blocks(side.there, own, kept)
        kept -= _stated_there(side.there, own, inside)
        for number, line in candidates:
            one = LeftLine(side.name, side.os.name, side.files[number].path, line, line in inside)
            (left if line in kept else compared).setdefault(side.name, []).append(one)
    names = [side.name for side in sides]
    return OwnLines(_in_order(names, left), _in_order(names, compared))


def _in_order(names: Iterable[str], found: Mapping[str, Sequence[LeftLine]]) -> tuple[LeftLine, ...]:
    return tuple(one for name in names for one in found.get(name, ()))


def _read_files(learnt: Learnt, documents: Sequence[Document]) -> Files:
    """Return the files of each switch that its reader takes."""
    files = texts_of(learnt.observed.fabric.devices, documents)
    return {
        device.name: tuple(one for one in files.get(device.name, ()) if _is_of(device, switch_os(device.os), one))
        for device in learnt.observed.switches
        if device.source.file
    }


def _rendered_files(learnt: Learnt) -> Files:
    files = texts_of(learnt.rendered.devices, rendered_documents(written(learnt.document)))
    return {
        device.name: tuple(one for one in files[device.name] if _is_of(device, switch_os(device.os), one))
        for device in learnt.rendered.devices
        if device.name in learnt.models
    }


def _is_of(device: Device, os: SwitchOs, file: Document) -> bool:
    """Say whether a file of a switch's folder is one that its reader takes."""
    return file.path == device.source.file or any(one.ports or one.routing.bgp for one in os.read(file).devices)


def _is_in(there: frozenset[LinePath], line: ConfigLine) -> bool:
    return line.path in there or hidden(line.path) in there


def _in_renamed_blocks(
    others: frozenset[LinePath], own: Sequence[ConfigLine], kept: set[ConfigLine]
) -> set[ConfigLine]:
    """Return the lines of `kept` in blocks that the other side has not, and that are not left as a whole."""
    heads = {line.path for line in own if len(line.path) == 1}
    heads -= {line.path for line in kept if len(line.path) == 1} | {path[:1] for path in others}
    return {line for line in kept if len(line.path) > 1 and line.path[:1] in heads}


def _stated_there(
    others: frozenset[LinePath], own: Sequence[ConfigLine], inside: Iterable[ConfigLine]
) -> set[ConfigLine]:
    """Return those of the lines that a block of the same kind has which only the other side has (`qos profile X`)."""
    mine = {line.path[0] for line in own}
    theirs = {(_kind(path[0]), *path[1:]) for path in others if len(path) > 1 and path[0] not in mine}
    return {line for line in inside if (_kind(line.path[0]), *line.path[1:]) in theirs}


def _kind(block: str) -> str:
    return block.rpartition(" ")[0]


class _Sifted:
    """Sifts the lines of one switch: those that say something that is compared are taken out."""

    def __init__(self, side: _Side, effects: LineEffects) -> None:
        self._side = side
        self._effects = effects

    def left(self, candidates: Sequence[Numbered]) -> set[ConfigLine]:
        """Return the lines that nothing compares."""
        raw = {line for _, line in candidates if line.is_raw}
        return raw | set(self._of([one for one in candidates if not one[1].is_raw], 0))

    def _of(self, lines: Sequence[Numbered], depth: int) -> Iterator[ConfigLine]:
        """Yield those of some lines that nothing compares; all are in the same block down to `depth`."""
        pending: list[list[list[Numbered]]] = []
        unknown = []
        for unit in _units(lines, depth):
            # What is known of a unit need not be found out again of the half that it is in.
            if self._effects.is_known(self._side.os.name, unit):
                pending.append([unit])
            else:
                unknown.append(unit)
        pending.append(unknown)
        while pending:
            several = pending.pop()
            together = [one for unit in several for one in unit]
            if not together:
                continue
            effect = self._effects.of(self._side.name, self._side.os.name, self._side.files, together)
            if effect is LineEffect.NONE:
                yield from (line for _, line in together)
            elif len(several) > 1:
                half = len(several) // 2
                pending += [several[half:], several[:half]]
            elif effect is LineEffect.NOT_COMPARED:
                yield from (line for _, line in together)
            elif effect is not LineEffect.PORT and len(together) > 1:
                below = [one for one in together if len(one[1].path) > depth + 1]
                yield from self._of(below, depth + 1)


def _units(lines: Sequence[Numbered], depth: int) -> Iterable[list[Numbered]]:
    """Return the lines by the block, one level further down, that they are in or open; blocks of one shape together."""
    blocks: dict[tuple[int, LinePath], list[Numbered]] = {}
    for number, line in lines:
        blocks.setdefault((number, line.path[: depth + 1]), []).append((number, line))
    units: dict[frozenset[LinePath], list[Numbered]] = {}
    for block in blocks.values():
        units.setdefault(shapes(block), []).extend(block)
    return units.values()
