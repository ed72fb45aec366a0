"""Documents read once, however often they are asked for: two states of a fabric share most of their files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

from roce_lint.read.files import InputFile
from roce_lint.read.read_documents import ReadAll, read_here
from roce_lint.read.read_result import ReadOptions, ReadResult

if TYPE_CHECKING:
    from roce_lint.hosts.merge import HostMerger, MergedHosts
    from roce_lint.model.device import Device

_Key: TypeAlias = tuple[bytes, tuple[str, ...], str, bool]


class ReadOnce:
    """Has documents read and remembers; the same path and text in the same manner give the same answer."""

    def __init__(self, read_all: ReadAll = read_here) -> None:
        self._read_all = read_all
        self._result: dict[tuple[InputFile, ReadOptions], ReadResult] = {}

    def __call__(self, documents: Sequence[InputFile], all_options: Sequence[ReadOptions]) -> Sequence[ReadResult]:
        """Return what the documents say, in their order."""
        keys = [*zip(documents, all_options, strict=True)]
        missing = [key for key in dict.fromkeys(keys) if key not in self._result]
        if missing:
            read = self._read_all([document for document, _ in missing], [options for _, options in missing])
            self._result.update(zip(missing, read, strict=True))
        return [self._result[key] for key in keys]


class ReadByContent:
    """Has documents read, and takes what it knows of one with the same bytes and the same name in the same folder.

    What a rendered file says is known where the file that was read is as rendered, as most are. Only places tell the
    two apart: they are those of the file that was read first.
    """

    def __init__(self, read_all: ReadAll) -> None:
        self._read_all = read_all
        self._known: dict[_Key, ReadResult] = {}
        self._merger: HostMerger | None = None

    def merge_hosts(self, hosts: Sequence[Device]) -> MergedHosts:
        """Return each host once; one whose files were all read before is as it was joined then."""
        # What joins hosts brings the driver's buffer model with it, which a check of switches has no use for.
        from roce_lint.hosts.merge import HostMerger

        self._merger = self._merger or HostMerger()
        return self._merger.merge(hosts)

    def __call__(self, documents: Sequence[InputFile], all_options: Sequence[ReadOptions]) -> Sequence[ReadResult]:
        """Return what the documents say, in their order."""
        keys = [_key_of(document, options) for document, options in zip(documents, all_options, strict=True)]
        missing = [number for number, key in enumerate(keys) if key not in self._known]
        read = self._read_all([documents[number] for number in missing], [all_options[number] for number in missing])
        fresh = dict(zip(missing, read, strict=True))
        for number, result in fresh.items():
            if (result.reading is not None or result.skipped is not None) and not result.changed:
                self._known[keys[number]] = result
        return [fresh[number] if number in fresh else self._known[key] for number, key in enumerate(keys)]


def _key_of(document: InputFile, options: ReadOptions) -> _Key:
    return document.content, PurePath(document.path).parts[-2:], options.os, options.is_cabling
