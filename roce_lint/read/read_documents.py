"""All documents, each by the reader of its format, joined into devices and links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from roce_lint.errors import Problem
from roce_lint.facts.host_merge import SettingConflict, merge_hosts
from roce_lint.facts.infiniband.documents import InfinibandFacts
from roce_lint.facts.model import Device, Link, UnreadLine
from roce_lint.facts.remark import Remark
from roce_lint.facts.terms import Os
from roce_lint.read.cabling import read_cabling
from roce_lint.read.cut_off import cut_off
from roce_lint.read.detect import Doubtful, Foreign, Format, detect
from roce_lint.read.eos import read_eos
from roce_lint.read.gather import Skipped
from roce_lint.read.host import read_host
from roce_lint.read.ibdiag import read_ibdiag
from roce_lint.read.nxos import read_nxos
from roce_lint.read.opensm import read_opensm_conf, read_partitions
from roce_lint.read.quantum import read_quantum
from roce_lint.read.reading import Document, Reading
from roce_lint.read.remarks import find_remarks
from roce_lint.read.srlinux import read_srlinux
from roce_lint.read.ufm import read_ufm

READERS: Mapping[Format, Callable[[Document], Reading]] = {
    Format.EOS: read_eos,
    Format.NXOS: read_nxos,
    Format.SRLINUX: read_srlinux,
    Format.HOST: read_host,
    Format.CABLING: read_cabling,
    Format.IBDIAG: read_ibdiag,
    Format.UFM: read_ufm,
    Format.QUANTUM: read_quantum,
    Format.PARTITIONS: read_partitions,
    Format.OPENSM_CONF: read_opensm_conf,
}


@dataclass(frozen=True, slots=True)
class ReadInputs:
    """Everything that was read. `conflicts`: files of one host that state different things."""

    devices: tuple[Device, ...]
    links: tuple[Link, ...]
    unread: tuple[UnreadLine, ...]
    conflicts: tuple[SettingConflict, ...]
    skipped: tuple[Skipped, ...]
    failures: tuple[Problem, ...]
    files: int
    infiniband: tuple[InfinibandFacts, ...] = ()
    remarks: tuple[Remark, ...] = ()


def read_documents(
    documents: Sequence[Document], *, os: str = "", named: frozenset[str] = frozenset(), cabling: str = ""
) -> ReadInputs:
    """Return what the documents say. `os` settles the format of all of them; `cabling` names the cabling file.

    A foreign file is left out, or a failure if it is among the `named` ones.
    """
    readings: list[Reading] = []
    skipped: list[Skipped] = []
    failures: list[Problem] = []
    remarks: list[Remark] = []
    for document in documents:
        form = _format(document, os, cabling)
        match form:
            case Format():
                reading = READERS[form](document)
                remarks += find_remarks(document, form)
                problem = cut_off(document, form, reading.unread)
                failures += [problem] if problem else []
                if document.path == cabling and not reading.links and not reading.unread:
                    failures.append(Problem(document.path, 0, 0, "no cable stands in it; give a list of cables"))
                readings.append(reading)
            case Foreign(looks_like) if document.path not in named:
                skipped.append(Skipped(document.path, looks_like))
            case Foreign(looks_like):
                failures.append(Problem(document.path, 0, 0, f"{looks_like}; {_KNOWN}"))
            case Doubtful(candidates):
                choices = " or ".join(candidate.value for candidate in candidates)
                failures.append(Problem(document.path, 0, 0, f"this could be {choices}; say which with --os"))
    return replace(_join(readings, skipped, failures), remarks=tuple(remarks))


_KNOWN = f"known kinds are {', '.join(form.value for form in Format)}; if it is one of them, say so with --os"


def _format(document: Document, os: str, cabling: str) -> Format | Foreign | Doubtful:
    if cabling and document.path == cabling:
        return Format.CABLING
    return Format(os) if os else detect(document)


def _join(readings: Sequence[Reading], skipped: Sequence[Skipped], failures: list[Problem]) -> ReadInputs:
    switches: dict[str, Device] = {}
    hosts: list[Device] = []
    for device in (device for reading in readings for device in reading.devices):
        if device.os is Os.MLX5:
            hosts.append(device)
        elif device.name in switches:
            other = switches[device.name].source.file
            text = f"{device.name} is described by {other} as well; leave one of the two out"
            failures.append(Problem(device.source.file, 0, 0, text))
        else:
            switches[device.name] = device
    merged = merge_hosts(hosts)
    taken = [device.name for device in merged.devices if device.name in switches]
    renamed = tuple(
        replace(device, name=f"{device.name} (host)") if device.name in taken else device for device in merged.devices
    )
    devices = tuple(sorted((*switches.values(), *renamed), key=lambda device: device.name))
    return ReadInputs(
        devices=devices,
        links=tuple(link for reading in readings for link in reading.links),
        unread=tuple(line for reading in readings for line in reading.unread),
        conflicts=merged.conflicts,
        skipped=tuple(skipped),
        failures=tuple(failures),
        files=len(readings),
        infiniband=tuple(facts for reading in readings for facts in reading.infiniband),
    )
