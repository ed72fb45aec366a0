"""Lines of switches that rendering the learnt intent does not bring back, and that no comparison of meanings sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from roce_lint.learn.device_texts import texts_of
from roce_lint.learn.draft import rendered_documents, written
from roce_lint.learn.learnt import Learnt
from roce_lint.learn.line_effects import Effect, LineEffects, Numbered
from roce_lint.learn.secrets import hidden
from roce_lint.model.device import Device
from roce_lint.model.reading import Reading
from roce_lint.os.contract import SwitchOs
from roce_lint.os.registry import switch_os
from roce_lint.text.config_lines import ConfigLine, LinePath
from roce_lint.text.document import Document
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class LeftLine:
    """A line that is not brought back: its switch, the switch's system, its file, and itself."""

    device: str
    system: str
    file: str
    line: ConfigLine


def lines_left(learnt: Learnt, documents: Sequence[Document]) -> tuple[LeftLine, ...]:
    """Return the lines of switches that are not in what is rendered, and state no fact that is compared.

    Lines count by their blocks and words. What is stated in another way, or would hold without the line, is left out,
    and so is what is in the block of a port that is not rendered at all: a comparison reports these.
    """
    read = [device for device in learnt.observed.switches if device.source.file]
    files = texts_of(learnt.observed.fabric.devices, documents)
    made = _rendered_paths(learnt)
    effects = LineEffects()
    left: dict[str, list[LeftLine]] = {}
    # What a small file shows need not be found out in a large one.
    for device in sorted(read, key=lambda one: sum(len(file.text) for file in files.get(one.name, ()))):
        os = switch_os(device.os)
        own = [file for file in files.get(device.name, ()) if _is_of(device, os, file)]
        candidates = _candidates(os, own, made.get(device.name, frozenset()))
        found = _Sifted(device, own, effects).left(candidates)
        left[device.name] = [
            LeftLine(device.name, device.os, own[number].path, line) for number, line in candidates if line in found
        ]
    return tuple(one for device in read for one in left[device.name])


def _is_of(device: Device, os: SwitchOs, file: Document) -> bool:
    """Say whether a file of a switch's folder is one that its reader takes."""
    reading: Reading = os.read(file)
    return file.path == device.source.file or any(one.ports or one.routing.bgp for one in reading.devices)


def still_left(learnt: Learnt, left: Sequence[LeftLine]) -> tuple[LeftLine, ...]:
    """Return those of the lines that were left before which a more complete intent does not bring back either."""
    made = _rendered_paths(learnt)
    return tuple(one for one in left if not _is_in(made.get(one.device, frozenset()), one.line))


def _rendered_paths(learnt: Learnt) -> Mapping[str, frozenset[LinePath]]:
    """Return the lines that are rendered of each switch, with the same word for every secret."""
    files = texts_of(learnt.rendered.devices, rendered_documents(written(learnt.document)))
    systems = {device.name: switch_os(device.os) for device in learnt.rendered.devices if device.name in learnt.models}
    return {
        name: frozenset(hidden(line.path) for file in files[name] for line in os.line_form.split(file))
        for name, os in systems.items()
    }


def _is_in(there: frozenset[LinePath], line: ConfigLine) -> bool:
    return line.path in there or hidden(line.path) in there


def _candidates(os: SwitchOs, files: Sequence[Document], there: frozenset[LinePath]) -> list[Numbered]:
    every = ((number, line) for number, file in enumerate(files) for line in os.line_form.split(file))
    return [(number, line) for number, line in every if not _is_in(there, line)]


class _Sifted:
    """Sifts the lines of one switch: those that say something that is compared are taken out."""

    def __init__(self, device: Device, files: Sequence[Document], effects: LineEffects) -> None:
        self._device = device
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
            effect = self._effects.of(self._device, self._files, together)
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
