"""Devices that several files describe, for systems that keep a device in more than one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.errors import Problem
from roce_lint.model.device import Device
from roce_lint.model.reading import Reading
from roce_lint.os.contract import Together
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.read.files import InputFile, Skipped
from roce_lint.read.read_result import ReadResult
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace

_NOTHING = Reading((), (), ())


@dataclass(frozen=True, slots=True)
class _Part:
    """A file of a device that may have others; `number` counts the files."""

    number: int
    device: Device
    together: Together
    names: frozenset[str]


def join_files(
    documents: Sequence[InputFile], results: Sequence[ReadResult], named: frozenset[str]
) -> Sequence[ReadResult]:
    """Return the results with the files of each device as one reading, which its first file has.

    A file that says nothing without another one is left out where that is missing, or a failure if it is `named`.
    """
    parts = list(_parts(results))
    if not parts:
        return results
    joined = list(results)
    for group in _groups(parts):
        first = group[0]
        whole = _whole(group, documents, results) if len(group) > 1 else None
        if whole is not None:
            for part in group:
                joined[part.number] = replace(joined[part.number], reading=whole if part is first else _NOTHING)
            continue
        for part in group:
            if because := part.together.incomplete(part.device):
                path = documents[part.number].path
                joined[part.number] = (
                    ReadResult(failures=(Problem(path, 0, 0, f"{because}; give it as well"),))
                    if path in named
                    else ReadResult(skipped=Skipped(path, because))
                )
    return joined


def _parts(results: Sequence[ReadResult]) -> Iterator[_Part]:
    systems = {name: together for name in switch_names() if (together := switch_os(name).together) is not None}
    for number, one in enumerate(results):
        for device in one.reading.devices if one.reading else ():
            if together := systems.get(device.os):
                yield _Part(number, device, together, together.names(device))


def _groups(parts: Sequence[_Part]) -> list[list[_Part]]:
    """Return the parts that share a name, directly or through others, in the order of the files."""
    groups: list[list[_Part]] = []
    by_name: dict[str, list[_Part]] = {}
    for part in parts:
        own = [part]
        for name in sorted(part.names):
            known = by_name.get(name, own)
            if known is not own:
                known += own
                groups = [group for group in groups if group is not own]
                for one in own:
                    by_name |= dict.fromkeys(one.names, known)
                own = known
            by_name[name] = own
        if not any(group is own for group in groups):
            groups.append(own)
    return [sorted(group, key=lambda part: part.number) for group in groups]


def _whole(group: Sequence[_Part], documents: Sequence[InputFile], results: Sequence[ReadResult]) -> Reading | None:
    """Return what the files of one device say, None where they are no parts of one."""
    files = [documents[part.number] for part in group]
    texts = [file if isinstance(file, Document) else file.as_seen() for file in files]
    alone = tuple(reading for part in group if (reading := results[part.number].reading) is not None)
    known = tuple(text for text in texts if text is not None)
    return group[0].together.read(known, alone) if len(known) == len(alone) == len(group) else None
