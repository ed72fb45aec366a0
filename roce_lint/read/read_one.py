"""One document by the reader of its format: the piece of work that processes and machines share out.

The reader of each format, imported when a document of the format is read: a check needs one or two of them.

Tells a file that holds the configurations of two devices: read as one they make a device that does not exist.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import TypeAlias

from roce_lint.errors import Problem
from roce_lint.model.device import is_host
from roce_lint.model.reading import Reading
from roce_lint.os.late import late
from roce_lint.os.registry import reader_of, switch_names, switch_os, system_names
from roce_lint.read.cut_off import cut_off
from roce_lint.read.detect import Doubtful, Foreign, detect
from roce_lint.read.files import BINARY, InputFile, Skipped, no_text
from roce_lint.read.format import (
    CABLING,
    COUNTERS,
    IBDIAG,
    OPENSM_CONF,
    PARTITIONS,
    QOS_POLICY,
    QUANTUM,
    UFM,
    Format,
    format_names,
)
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.read.remarks import find_remarks
from roce_lint.read.stray_lines import stray_line, with_lone_marks
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.document import Document
from roce_lint.text.pasted import fenced_blocks, without_fences
from roce_lint.values import replace


def second_device(document: Document, form: Format) -> Problem | None:
    """Return where the configuration of another device begins, or None where the file speaks of one device."""
    return switch_os(form).completeness.another_device(document) if form in switch_names() else None


DocumentReader: TypeAlias = Callable[[Document], Reading]

_READERS: Mapping[str, DocumentReader] = {
    CABLING: late("fabric.cabling.document", "read_cabling"),
    COUNTERS: late("read.counters", "read_counters"),
    IBDIAG: late("infiniband.ibdiag", "read_ibdiag"),
    UFM: late("infiniband.ufm", "read_ufm"),
    QUANTUM: late("infiniband.quantum", "read_quantum"),
    PARTITIONS: late("infiniband.opensm.partitions", "read_partitions"),
    OPENSM_CONF: late("infiniband.opensm.opensm_conf", "read_opensm_conf"),
    QOS_POLICY: late("infiniband.opensm.qos_policy", "read_qos_policy"),
}


def reader_for(form: Format) -> DocumentReader:
    """Return the reader of a format."""
    return _READERS.get(form) or reader_of(form)


def read_one(file: InputFile, options: ReadOptions) -> ReadResult:
    """Return what a file says. A foreign one is left out, or a failure if it is named; never raises.

    A fault of a reader concerns its document alone, so that the others are evaluated all the same.
    """
    try:
        return _read_file(file, options)
    except (RecursionError, MemoryError):
        return _unreadable(file, "it is nested too deeply, or too large, to be read; no configuration is")
    except ValueError as error:
        if "integer string conversion" not in str(error):
            return _internal_error(file, error)
        return _unreadable(file, f"it holds a number of more than {sys.get_int_max_str_digits():,} digits; correct it")
    except Exception as error:  # noqa: BLE001  # whatever it is, it must not take the other documents with it
        return _internal_error(file, error)


def _unreadable(file: InputFile, because: str) -> ReadResult:
    return ReadResult(failures=(Problem(file.path, 0, 0, because),))


def _internal_error(file: InputFile, error: Exception) -> ReadResult:
    """Return a fault of ours as that of the document at which it came up, with the line of the program."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code if trace is not None else None
    where = f" at {os.path.basename(code.co_filename)}:{trace.tb_lineno}" if trace is not None and code else ""
    text = f"internal error while reading it ({type(error).__name__}: {error}{where}); please report it with the file"
    return ReadResult(failures=(Problem(file.path, 0, 0, text),), died=True)


def _read_file(file: InputFile, options: ReadOptions) -> ReadResult:
    if isinstance(file, Document):
        return _read_document(file, options)
    found = file.now()
    result = _read_found(found, options)
    return result if file.is_same(found) else replace(result, changed=True)


def _read_found(found: Document | Skipped | Problem, options: ReadOptions) -> ReadResult:
    match found:
        case Document():
            return _read_document(found, options)
        case Skipped(path, because) if options.is_named:
            return ReadResult(failures=(no_text(path, because),))
        case Skipped():
            return ReadResult(skipped=found)
        case Problem():
            return ReadResult(failures=(found,))


_GUIDES = (".md", ".markdown")
"""How files are called that hold text in Markdown."""


def _is_guide(document: Document, options: ReadOptions) -> bool:
    """Say whether a file is text in Markdown whose blocks are to be read: one that is named, not one among others."""
    if not options.is_named or options.os or options.is_cabling or not document.path.lower().endswith(_GUIDES):
        return False
    return "```" in document.text or "~~~" in document.text


def _read_guide(document: Document, options: ReadOptions) -> ReadResult:
    """Return what the fenced blocks of a guide say, each read as a file of its own with the lines of the guide.

    A device that its block does not name is called after the guide and the first line of the block. Blocks of other
    kinds, such as commands that show something, are no part of any device.
    """
    usual, blocks = device_name_from_path(document.path), fenced_blocks(document.text)
    results: list[ReadResult] = []
    for begin, text in blocks:
        part = replace(document, text="\n" * (begin - 1) + text, original=b"")
        form = detect(replace(part, text=text))
        if isinstance(form, Format) and form not in (CABLING, COUNTERS, PARTITIONS, OPENSM_CONF, QOS_POLICY):
            results.append(_named_apart(_read(part, form, options), usual, begin))
    readings = [one.reading for one in results if one.reading is not None]
    if not readings:
        return ReadResult(failures=(Problem(document.path, 0, 0, "a guide without a block that could be read"),))
    return ReadResult(
        Reading(
            tuple(device for one in readings for device in one.devices),
            tuple(link for one in readings for link in one.links),
            tuple(line for one in readings for line in one.unread),
            tuple(facts for one in readings for facts in one.infiniband),
        ),
        tuple(remark for one in results for remark in one.remarks),
        failures=tuple(problem for one in results for problem in one.failures),
    )


def _named_apart(result: ReadResult, usual: str, begin: int) -> ReadResult:
    """Return a reading whose switch is called after its block where it would be called after the guide."""
    if result.reading is None:
        return result
    devices = tuple(
        replace(one, name=f"{usual}-{begin}") if one.name == usual and not is_host(one) else one
        for one in result.reading.devices
    )
    return replace(result, reading=replace(result.reading, devices=devices))


def _read_document(document: Document, options: ReadOptions) -> ReadResult:
    if _is_guide(document, options):
        return _read_guide(document, options)
    unfenced = without_fences(document.text)
    if unfenced is not document.text:
        document = replace(document, text=unfenced)
    match CABLING if options.is_cabling else Format(options.os) if options.os else detect(document):
        case Format() as form if "\0" in document.text and form in system_names():
            return ReadResult(failures=(_damaged(document),))
        case Format() as form:
            return _read(document, form, options)
        case Foreign() if "\0" in document.text:
            return _read_found(Skipped(document.path, BINARY), options)
        case Foreign(looks_like) if not options.is_named:
            return ReadResult(skipped=Skipped(document.path, looks_like))
        case Foreign(looks_like):
            hint = _known() if document.text.strip() else "fetch it again"
            return ReadResult(failures=(Problem(document.path, 0, 0, f"{looks_like}; {hint}"),))
        case Doubtful(candidates):
            choices = " or ".join(candidates)
            return ReadResult(failures=(Problem(document.path, 0, 0, f"this could be {choices}; say which with --os"),))


def _damaged(document: Document) -> Problem:
    """Return where a configuration that is no text throughout goes wrong; what is missing there is not known."""
    line = document.text.count("\n", 0, document.text.index("\0")) + 1
    return Problem(document.path, line, 0, "a NUL byte in a configuration: the copy is damaged; fetch it again")


def _read(document: Document, form: Format, options: ReadOptions) -> ReadResult:
    reading = with_lone_marks(reader_for(form)(document), document, form)
    cut = cut_off(document, form, reading.unread)
    second = second_device(document, form)
    failures = tuple(problem for problem in (cut, second, stray_line(document, form)) if problem)
    if options.is_cabling and not reading.links and not reading.unread:
        failures += (Problem(document.path, 0, 0, "it has no cable; give a list of cables"),)
    return ReadResult(reading, find_remarks(document, form), failures=failures)


def _known() -> str:
    return f"known kinds are {', '.join(format_names())}; if it is one of them, say so with --os"
