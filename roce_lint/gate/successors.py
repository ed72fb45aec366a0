"""Under which new path a file goes on: as git pairs renamed files, by its host name, or by half of its lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from roce_lint.gate.side import Side
from roce_lint.gate.state import Entry, EntryKind, State
from roce_lint.read.files import LARGEST_FILE_BYTES, at_hand
from roce_lint.text.document import Document

_NAMED = re.compile(
    r"""^[^\w\n]*(?:(?:set[ \t]+)?(?:system[ \t]+)?(?:name[ \t]+)?)?"""
    r"""(?:hostname|switchname|sysname|host-name|host_name)["' \t]*[:=]?[ \t]*["']?([\w.-]+)""",
    re.IGNORECASE | re.MULTILINE,
)
_CHUNK_BYTES = 64
_MOST_BYTES = 64 * 1024**2
"""So much of files that nothing evaluates is looked at, the likeliest first; no fabric keeps more of them."""


def successors(old: Side, gone: set[str], head: State, left: Sequence[Entry]) -> dict[str, str]:
    """Return the new path of each file that is gone and of which a file that is not evaluated is the successor.

    git takes a file for a renamed one where half of it is the same. A file that says the host name of one that is gone,
    or at least half of its lines, is taken for it as well, however much else stands there.
    """
    if not gone:
        return {}
    documents = [one for one in at_hand(old.gathered.documents) if one.path.removeprefix(old.shown) in gone]
    names = _host_names(old, documents)
    lines = {document.path: _lines(document.text) for document in documents}
    chunks = {document.path: _chunks(document.octets) for document in documents}
    found: dict[str, str] = {}
    for entry, raw in head.contents(_candidates(documents, left)):
        if not isinstance(raw, bytes):
            continue
        text = raw.decode("utf-8", "replace")
        own, said = _lines(text), {name.casefold() for name in _NAMED.findall(text)}
        for document in documents:
            is_alike = _shares_half(lines[document.path], own) or _is_renamed(chunks[document.path], _chunks(raw))
            if names[document.path] & said or is_alike:
                found.setdefault(document.path.removeprefix(old.shown), entry.path.removeprefix(head.shown))
    return found


def _candidates(documents: Sequence[Document], left: Iterable[Entry]) -> list[Entry]:
    """Return the files to look at, those with the names of files that are gone before others."""
    stems = {document.path.rpartition("/")[2].partition(".")[0] for document in documents}
    files = [entry for entry in left if entry.kind is EntryKind.FILE and 0 <= entry.size_bytes <= LARGEST_FILE_BYTES]
    files.sort(key=lambda entry: (entry.path.rpartition("/")[2].partition(".")[0] not in stems, entry.size_bytes))
    room, chosen = _MOST_BYTES, []
    for entry in files:
        room -= entry.size_bytes
        if room >= 0:
            chosen.append(entry)
    return chosen


def _host_names(old: Side, documents: Sequence[Document]) -> dict[str, frozenset[str]]:
    """Return the names of the devices that each file describes."""
    names: dict[str, set[str]] = {document.path: set() for document in documents}
    for device in old.fabric.devices:
        if device.source.file in names:
            names[device.source.file].add(device.name.casefold())
    return {path: frozenset(found) for path, found in names.items()}


def _lines(text: str) -> Counter[str]:
    return Counter(line for raw in text.splitlines() if len(line := raw.strip()) > 1)


def _chunks(octets: bytes) -> Counter[bytes]:
    """Return the pieces of a file that git compares: lines, and each 64 bytes of long ones; CR before LF is left out.

    Source: git, diffcore-delta.c.
    """
    found: Counter[bytes] = Counter()
    for line in octets.replace(b"\r\n", b"\n").splitlines(keepends=True):
        for start in range(0, len(line), _CHUNK_BYTES):
            found[line[start : start + _CHUNK_BYTES]] += 1
    return found


def _is_renamed(before: Counter[bytes], after: Counter[bytes]) -> bool:
    """Say whether git takes a file for a renamed one: half of the larger is the same (diffcore-rename.c)."""
    same = sum(len(chunk) * number for chunk, number in (before & after).items())
    largest = max(sum(len(chunk) * number for chunk, number in one.items()) for one in (before, after))
    return 0 < largest <= 2 * same


def _shares_half(before: Counter[str], after: Counter[str]) -> bool:
    return 2 * (before & after).total() >= before.total() > 0
