"""All documents read with a cache, several processes, a cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from roce_lint.engine.cache_keys import combined_key, value_key
from roce_lint.engine.cache_store import Store
from roce_lint.engine.garbage import no_garbage_expected
from roce_lint.engine.packed import Makers, Unpackable, pack, unpack
from roce_lint.engine.work import Died, Execute, Job, Result, result_of_death
from roce_lint.judge.concurrently import Concurrently, in_turn
from roce_lint.read.files import InputFile
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.values import dataclass

WORTH_SHARING = 50
"""From so many documents on, processes are worth their start."""
_AT_ONCE = 500
"""Readings that are taken from the store or put into it at once."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """How documents are read.

    `store` keeps readings under `program`, the hash of the program; None for no cache. `execute` shares the work out,
    None to do it here. `progress` is called with how many of all documents are done. `concurrently` says who does two
    pieces of work that do not need each other.
    """

    store: Store | None = None
    program: bytes = b""
    execute: Execute | None = None
    progress: Callable[[int, int], None] | None = None
    concurrently: Concurrently = in_turn

    def read_all(self, documents: Sequence[InputFile], all_options: Sequence[ReadOptions]) -> Sequence[ReadResult]:
        """Return what the documents say, in their order; cached readings are used, and new ones cached."""
        jobs = [Job(document, options) for document, options in zip(documents, all_options, strict=True)]
        keys = [self._key(job) for job in jobs] if self.store else [b""] * len(jobs)
        makers = _makers() if len(jobs) >= WORTH_SHARING else {}
        with no_garbage_expected():
            found = self._cached(keys, makers)
        missing = [number for number in range(len(jobs)) if keys[number] not in found]
        waiting = [(jobs[number], keys[number]) for number in missing]
        fresh = self._done([job for job, _ in waiting], [key for _, key in waiting], len(jobs), makers)
        anew = dict(zip(missing, fresh, strict=True))
        return [anew[number] if number in anew else found[keys[number]] for number in range(len(jobs))]

    def _key(self, job: Job) -> bytes:
        document = job.document
        path = document.path.encode("utf-8", "surrogatepass")
        return combined_key(b"reading", self.program, path, document.content, value_key(job.options))

    def _cached(self, keys: Sequence[bytes], makers: Makers) -> dict[bytes, ReadResult]:
        found: dict[bytes, ReadResult] = {}
        for start in range(0, len(keys) if self.store else 0, _AT_ONCE):
            for key, packed in (self.store.get(keys[start : start + _AT_ONCE]) if self.store else {}).items():
                try:
                    found[key] = unpack(packed, ReadResult, makers)
                except Unpackable:
                    # Read again, and cached again.
                    continue
        return found

    def _done(self, jobs: Sequence[Job], keys: Sequence[bytes], total: int, makers: Makers) -> list[ReadResult]:
        """Return each job's result, and keep it under its key."""

        def progress(number: int) -> None:
            if self.progress:
                self.progress(total - len(jobs) + number, total)

        results: dict[int, ReadResult] = {}
        with _StoreWriter(self.store) as writer:
            if self.execute is None or len(jobs) < WORTH_SHARING:
                for number, job in enumerate(jobs):
                    results[number] = result = _read_here(job)
                    if self.store:
                        writer.add(keys[number], pack(result), result)
                    progress(number + 1)
            else:

                def arrived(number: int, result: Result) -> None:
                    if isinstance(result, Died):
                        results[number] = result_of_death(jobs[number], result)
                    else:
                        results[number] = read = unpack(result, ReadResult, makers)
                        writer.add(keys[number], result, read)

                # What has arrived is unpacked and cached while the processes read on.
                with no_garbage_expected():
                    self.execute(jobs, progress, arrived)
        return [results[number] for number in range(len(jobs))]


class _StoreWriter:
    """Puts readings into the store some hundreds at a time, so that those of a large fleet are not held twice."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self._waiting: dict[bytes, bytes] = {}

    def __enter__(self) -> _StoreWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self._put()

    def add(self, key: bytes, packed: bytes, result: ReadResult) -> None:
        """Keep a reading, unless the file has changed: then the key is that of what it held before."""
        if self._store and not result.changed:
            self._waiting[key] = packed
            if len(self._waiting) >= _AT_ONCE:
                self._put()

    def _put(self) -> None:
        if self._store and self._waiting:
            self._store.put(self._waiting)
            self._waiting = {}


def _makers() -> Makers:
    # A cached report needs nothing of what facts are made of.
    from roce_lint.engine.shared_parts import sharing_makers

    return sharing_makers()


def _read_here(job: Job) -> ReadResult:
    # The readers are needed only where a document has changed.
    from roce_lint.read.read_one import read_one

    return read_one(job.document, job.options)
