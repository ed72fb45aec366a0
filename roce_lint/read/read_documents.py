"""All documents, each by the reader of its format, joined into devices and links.

Devices that several files describe, for systems that keep a device in more than one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from roce_lint.errors import Problem
from roce_lint.model.device import Device, Link, UnreadLine, is_host
from roce_lint.model.reading import Reading, Remark
from roce_lint.os.contract import Together
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.read.files import InputFile, Skipped
from roce_lint.read.read_one import read_one
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace

if TYPE_CHECKING:
    from roce_lint.hosts.merge import MergedHosts
    from roce_lint.infiniband.documents import InfinibandFacts
    from roce_lint.model.reading import PriorityCounter, SettingConflict

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
        # A file with ports says which system the device runs.
        first = next((part for part in group if part.device.ports), group[0])
        whole = _whole(group, documents, results) if len(group) > 1 else None
        if whole is not None and not any(map(first.together.incomplete, whole.devices)):
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
    first = next((part for part in group if part.device.ports), group[0])
    return first.together.read(known, alone) if len(known) == len(alone) == len(group) else None


@dataclass(frozen=True, slots=True)
class ReadInputs:
    """Everything that was read.

    `conflicts`: files of one host that state different things. `died`: files whose reader died. `changed`: files that
    held something else when they were read than when they were first seen.
    """

    devices: tuple[Device, ...]
    links: tuple[Link, ...]
    unread: tuple[UnreadLine, ...]
    conflicts: tuple[SettingConflict, ...]
    skipped: tuple[Skipped, ...]
    failures: tuple[Problem, ...]
    files: int
    infiniband: tuple[InfinibandFacts, ...] = ()
    counters: tuple[PriorityCounter, ...] = ()
    remarks: tuple[Remark, ...] = ()
    died: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


ReadAll: TypeAlias = Callable[[Sequence[InputFile], Sequence[ReadOptions]], Sequence[ReadResult]]
"""Reads documents, each in its manner, and tells of them in their order."""


def read_here(documents: Sequence[InputFile], all_options: Sequence[ReadOptions]) -> Sequence[ReadResult]:
    """Return what the documents say, one after the other in this process."""
    return [read_one(document, options) for document, options in zip(documents, all_options, strict=True)]


def options_of(path: str, os: str, named: frozenset[str], cabling: str) -> ReadOptions:
    """Return how a document is to be read: see `read_documents`."""
    return ReadOptions(os, bool(cabling) and path == cabling, path in named)


def read_documents(
    documents: Sequence[InputFile],
    *,
    os: str = "",
    named: frozenset[str] = frozenset(),
    cabling: str = "",
    read_all: ReadAll = read_here,
) -> ReadInputs:
    """Return what the documents say. `os` settles the format of all of them; `cabling` names the cabling file.

    A foreign file is left out, or a failure if it is among the `named` ones. `read_all` says who reads the documents.
    """
    all_options = [options_of(document.path, os, named, cabling) for document in documents]
    result = join_files(documents, read_all(documents, all_options), named)
    readings = [one.reading for one in result if one.reading is not None]
    skipped = [one.skipped for one in result if one.skipped is not None]
    failures = [problem for one in result for problem in one.failures]
    return replace(
        _join(readings, skipped, failures, read_all),
        remarks=tuple(remark for one in result for remark in one.remarks),
        died=tuple(document.path for document, one in zip(documents, result, strict=True) if one.died),
        changed=tuple(document.path for document, one in zip(documents, result, strict=True) if one.changed),
    )


def _join(
    readings: Sequence[Reading], skipped: Sequence[Skipped], failures: list[Problem], read_all: ReadAll
) -> ReadInputs:
    switches: dict[str, Device] = {}
    hosts: list[Device] = []
    for device in (device for reading in readings for device in reading.devices):
        if is_host(device):
            hosts.append(device)
        elif device.name in switches:
            other = switches[device.name].source.file
            text = f"{device.name} is described by {other} as well; leave one of the two out"
            failures.append(Problem(device.source.file, 0, 0, text))
        else:
            switches[device.name] = device
    merged, conflicts = _merged(hosts, read_all)
    taken = [device.name for device in merged if device.name in switches]
    renamed = tuple(
        replace(device, name=f"{device.name} (host)") if device.name in taken else device for device in merged
    )
    devices = tuple(sorted((*switches.values(), *renamed), key=lambda device: device.name))
    return ReadInputs(
        devices=devices,
        links=tuple(link for reading in readings for link in reading.links),
        unread=tuple(line for reading in readings for line in reading.unread),
        conflicts=conflicts,
        skipped=tuple(skipped),
        failures=tuple(failures),
        files=len(readings),
        infiniband=tuple(facts for reading in readings for facts in reading.infiniband),
        counters=tuple(counter for reading in readings for counter in reading.counters),
    )


def without_lone_captures(read: ReadInputs, named: frozenset[str]) -> ReadInputs:
    """Return what was read without captures of counters of devices of which no configuration was read.

    Each is left out, or a failure if it is `named`.
    """
    known = {device.name.casefold() for device in read.devices}
    about: dict[str, set[str]] = {}
    for counter in read.counters:
        about.setdefault(counter.source.file, set()).add(counter.device)
    left_out = {path: names for path, names in about.items() if known.isdisjoint(map(str.casefold, names))}
    because = {
        path: f"counters of {', '.join(sorted(names))}, of which no configuration was read"
        for path, names in sorted(left_out.items())
    }
    return replace(
        read,
        counters=tuple(one for one in read.counters if one.source.file not in left_out),
        unread=tuple(one for one in read.unread if one.source.file not in left_out),
        skipped=(*read.skipped, *(Skipped(path, why) for path, why in because.items() if path not in named)),
        failures=(
            *read.failures,
            *(Problem(path, 0, 0, f"{why}; give it as well") for path, why in because.items() if path in named),
        ),
        files=read.files - len(left_out),
    )


@runtime_checkable
class MergesHosts(Protocol):
    """Reads what was read before, and knows the hosts that it joined then."""

    def merge_hosts(self, hosts: Sequence[Device]) -> MergedHosts:
        """Return each host once, and what its files contradict each other about."""


def _merged(hosts: Sequence[Device], read_all: ReadAll) -> tuple[Sequence[Device], tuple[SettingConflict, ...]]:
    """Return each host once, and what its files contradict each other about."""
    if not hosts:
        return (), ()
    if isinstance(read_all, MergesHosts):
        known = read_all.merge_hosts(hosts)
        return known.devices, known.conflicts
    # What joins hosts brings the driver's buffer model with it, which a check of switches has no use for.
    from roce_lint.hosts.merge import merge_hosts

    merged = merge_hosts(hosts)
    return merged.devices, merged.conflicts
