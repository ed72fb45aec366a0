"""Lines that an intent renders, that a configuration lacks, and whose effect no comparison of facts sees."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.gate.device_texts import texts_of
from roce_lint.gate.line_effects import Differs, LineEffect, LineEffects, Numbered
from roce_lint.model.device import Device, is_host
from roce_lint.model.fact import Source
from roce_lint.os.registry import switch_os
from roce_lint.read.files import InputFile
from roce_lint.text.config_lines import LinePath
from roce_lint.text.document import Document
from roce_lint.values import dataclass

_RUN = re.compile(r"\d+")
_SECRET = "${"
_DRIFT = frozenset({LineEffect.NONE, LineEffect.NOT_COMPARED})


@dataclass(frozen=True, slots=True)
class AbsentLine:
    """A line that a device lacks; `place` is the block in which it should stand, or the file.

    `decides`: a fact is not known without it. `instead`: the lines of the same block that give the same another value.
    """

    device: str
    path: LinePath
    place: Source
    decides: bool
    instead: tuple[Source, ...] = ()

    @property
    def text(self) -> str:
        """Return the line with the block that it is in."""
        return f"`{self.path[-1]}`" + (f" below `{self.path[-2]}`" if len(self.path) > 1 else "")


class AbsentLines:
    """Finds such lines of switches, one after the other."""

    def __init__(
        self,
        wanted: Sequence[Device],
        rendered: Sequence[Document],
        read: Sequence[Device],
        documents: Sequence[InputFile],
        differs: Differs,
    ) -> None:
        """`differs` says in which facts the comparison sees a difference."""
        self._wanted = {device.name: device for device in wanted if not is_host(device)}
        self._rendered = texts_of(wanted, rendered)
        self._files = texts_of(read, documents)
        self._effects = LineEffects(differs)

    def of(self, device: Device) -> Iterator[AbsentLine]:
        """Yield the lines that a device lacks which was read; none where its text is the rendered one."""
        wanted = self._wanted.get(device.name)
        if wanted is None or wanted.os != device.os:
            return
        found = [one if isinstance(one, Document) else one.as_seen() for one in self._files.get(device.name, ())]
        files = [one for one in found if one is not None]
        if not files:
            return
        rendered = self._rendered[device.name]
        if [one.text for one in rendered] == [one.text for one in files]:
            return
        split = switch_os(device.os).line_form.split
        there = {line.path: Source(one.path, line.line, line.line) for one in files for line in split(one)}
        setting = _by_setting(there)
        blocks: dict[LinePath, list[str]] = defaultdict(list)
        for path in there:
            blocks[path[:-1]].append(path[-1])
        every = [(number, line) for number, one in enumerate(rendered) for line in split(one)]
        for several in _by_shape(every, there):
            effect = self._effects.of(device.name, device.os, rendered, several)
            if effect in _DRIFT:
                decides = effect is LineEffect.NOT_COMPARED
                for _, line in several:
                    if _is_in_longer_line(line.path, blocks.get(line.path[:-1], ())):
                        continue
                    place = _place_of(line.path, there, device)
                    instead = tuple(one for key in _settings(line.path) for one in setting.get(key, ()))
                    yield AbsentLine(device.name, line.path, place, decides, instead)


def _by_shape(every: Sequence[Numbered], there: Mapping[LinePath, Source]) -> Iterator[list[Numbered]]:
    """Yield the lines that are not there, those together that differ in numbers only.

    Left out are texts, and lines of a block that is not there, which is what is missing then. A line with a secret is
    there where another one of its block says the same with any secret.
    """
    heads = {line.path for _, line in every} - there.keys()
    found: dict[LinePath, list[Numbered]] = defaultdict(list)
    for number, line in every:
        if line.path in there or line.is_raw or line.path[:-1] in heads:
            continue
        if _SECRET in line.path[-1] and _is_there_with_secret(line.path, there):
            continue
        found[tuple(_RUN.sub("#", text) for text in line.path)].append((number, line))
    yield from found.values()


def _is_there_with_secret(path: LinePath, there: Iterable[LinePath]) -> bool:
    """Say whether a line begins as this one does, whatever stands for the secret and how that is encrypted."""
    words = path[-1].split()
    plain = [
        word for word, after in zip(words, (*words[1:], ""), strict=True) if not (word.isdecimal() and _SECRET in after)
    ]
    said = re.compile(r"\s+".join(r"(?:\S+\s+)?\S+" if _SECRET in word else re.escape(word) for word in plain))
    return any(one[:-1] == path[:-1] and said.match(one[-1]) for one in there)


def _is_in_longer_line(path: LinePath, block: Iterable[str]) -> bool:
    """Say whether a line of the same block says it among more: flat forms may set several leaves at once."""
    words = path[-1].split()
    for line in block if len(words) > 1 else ():
        rest = iter(line.split())
        if all(word in rest for word in words):
            return True
    return False


def _by_setting(there: Mapping[LinePath, Source]) -> Mapping[tuple[LinePath, str], list[Source]]:
    """Return the lines by the block that they are in and what they set."""
    found: dict[tuple[LinePath, str], list[Source]] = defaultdict(list)
    for path, place in there.items():
        for key in _settings(path):
            found[key].append(place)
    return found


def _settings(path: LinePath) -> set[tuple[LinePath, str]]:
    """Return what a line sets, in its block: itself without its numbers, and without its last word."""
    line = path[-1]
    return {(path[:-1], _RUN.sub("#", line)), (path[:-1], line.rpartition(" ")[0] or line)}


def _place_of(path: LinePath, there: Mapping[LinePath, Source], device: Device) -> Source:
    return next(
        (there[path[:length]] for length in range(len(path) - 1, 0, -1) if path[:length] in there), device.source
    )
