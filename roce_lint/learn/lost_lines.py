"""Lines of switches that rendering the learnt intent loses or adds, and that no comparison of meanings sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.learn.device_texts import texts_of
from roce_lint.learn.draft import rendered_documents, written
from roce_lint.learn.learnt import Learnt
from roce_lint.learn.line_effects import Effect, LineEffects, Numbered
from roce_lint.learn.secrets import hidden
from roce_lint.model.device import Device
from roce_lint.model.reading import Reading
from roce_lint.os.contract import LineForm, SwitchOs
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
class LostLines:
    """Lines that are on one side alone, by their blocks and words.

    `left` state nothing that a comparison of meanings sees; `compared` are the others, such as those in the block of a
    port that is not rendered at all, what is stated in another way, and what would hold without them.
    """

    left: tuple[LeftLine, ...]
    compared: tuple[LeftLine, ...]


def lost_lines(learnt: Learnt, documents: Sequence[Document]) -> LostLines:
    """Return the lines of switches that are not in what is rendered."""
    return _only_in(learnt, _read_files(learnt, documents), _rendered_files(learnt))


def lines_added(learnt: Learnt, documents: Sequence[Document]) -> tuple[LeftLine, ...]:
    """Return the lines that are rendered of switches and were not read, and state no fact that is compared."""
    return _only_in(learnt, _rendered_files(learnt), _read_files(learnt, documents)).left


def _only_in(learnt: Learnt, here: Files, there: Files) -> LostLines:
    systems = {device.name: device.os for device in learnt.observed.switches if device.name in there}
    effects = LineEffects()
    left: dict[str, list[LeftLine]] = {}
    compared: dict[str, list[LeftLine]] = {}
    # What a small file shows need not be found out in a large one.
    for name, files in sorted(here.items(), key=lambda item: sum(len(file.text) for file in item[1])):
        if name not in systems:
            continue
        form = switch_os(systems[name]).line_form
        others = _paths(form, there[name])
        every = [(number, line) for number, file in enumerate(files) for line in form.split(file)]
        candidates = [(number, line) for number, line in every if not _is_in(others, line)]
        kept = _Sifted(name, systems[name], files, effects).left(candidates)
        inside = _in_renamed_blocks(others, [line for _, line in every], kept)
        kept -= _stated_there(others, [line for _, line in every], inside)
        for number, line in candidates:
            one = LeftLine(name, systems[name], files[number].path, line, line in inside)
            (left if line in kept else compared).setdefault(name, []).append(one)
    return LostLines(_in_order(systems, left), _in_order(systems, compared))


def _in_order(names: Iterable[str], found: Mapping[str, Sequence[LeftLine]]) -> tuple[LeftLine, ...]:
    return tuple(one for name in names for one in found.get(name, ()))


def still_left(learnt: Learnt, left: Sequence[LeftLine]) -> tuple[LeftLine, ...]:
    """Return those of the lines that were left before which a more complete intent does not bring back either."""
    systems = {one.device: one.system for one in left}
    rendered = _rendered_files(learnt)
    made = {name: _paths(switch_os(system).line_form, rendered.get(name, ())) for name, system in systems.items()}
    return tuple(one for one in left if not _is_in(made[one.device], one.line))


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
    reading: Reading = os.read(file)
    return file.path == device.source.file or any(one.ports or one.routing.bgp for one in reading.devices)


def _paths(form: LineForm, files: Sequence[Document]) -> frozenset[LinePath]:
    """Return the lines of files, with the same word for every secret."""
    return frozenset(hidden(line.path) for file in files for line in form.split(file))


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

    def __init__(self, name: str, system: str, files: Sequence[Document], effects: LineEffects) -> None:
        self._device = name
        self._system = system
        self._files = files
        self._effects = effects

    def left(self, candidates: Sequence[Numbered]) -> set[ConfigLine]:
        """Return the lines that nothing compares."""
        raw = {line for _, line in candidates if line.is_raw}
        return raw | set(self._of([one for one in candidates if not one[1].is_raw], 0))

    def _of(self, lines: Sequence[Numbered], depth: int) -> Iterator[ConfigLine]:
        """Yield those of some lines that nothing compares; all are in the same block down to `depth`."""
        units = list(_units(lines, depth).values())
        pending = [units]
        while pending:
            several = pending.pop()
            together = [one for unit in several for one in unit]
            if not together:
                continue
            effect = self._effects.of(self._device, self._system, self._files, together)
            if effect is Effect.NONE:
                yield from (line for _, line in together)
            elif len(several) > 1:
                half = len(several) // 2
                pending += [several[half:], several[:half]]
            elif effect is Effect.NOT_COMPARED:
                yield from (line for _, line in together)
            elif effect is not Effect.PORT and len(together) > 1:
                below = [one for one in together if len(one[1].path) > depth + 1]
                yield from self._of(below, depth + 1)


def _units(lines: Sequence[Numbered], depth: int) -> Mapping[tuple[int, LinePath], list[Numbered]]:
    """Return the lines by the block, one level further down, that they are in or open."""
    found: dict[tuple[int, LinePath], list[Numbered]] = {}
    for number, line in lines:
        found.setdefault((number, line.path[: depth + 1]), []).append((number, line))
    return found
