"""All documents read with whatever means there are: kept readings, several processes, a cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from roce_lint.beside import Beside, in_turn
from roce_lint.cache.keys import combined_key, content_key, value_key
from roce_lint.cache.packed import Unpackable, pack, unpack
from roce_lint.cache.store import Store
from roce_lint.read.reading import Document
from roce_lint.read.told import Manner, Told
from roce_lint.run.work import Died, Execute, Job, Result, told_of_death
from roce_lint.values import dataclass

WORTH_SHARING = 50
"""From so many documents on, processes are worth their start."""


@dataclass(frozen=True, slots=True)
class Means:
    """How documents are read.

    `store` keeps readings under `program`, the hash of the program; None for no cache. `execute` shares the work out,
    None to do it here. `progress` is told how many of all documents are done. `beside` does what does not need
    each other.
    """

    store: Store | None = None
    program: bytes = b""
    execute: Execute | None = None
    progress: Callable[[int, int], None] | None = None
    beside: Beside = in_turn

    def read_all(self, documents: Sequence[Document], manners: Sequence[Manner]) -> Sequence[Told]:
        """Return what the documents say, in their order; kept readings are used, and new ones kept."""
        jobs = [Job(document, manner) for document, manner in zip(documents, manners, strict=True)]
        keys = [self._key(job) for job in jobs] if self.store else []
        told = self._kept(keys)
        missing = [number for number in range(len(jobs)) if not keys or keys[number] not in told]
        results = self._done([jobs[number] for number in missing], len(jobs))
        if self.store and keys:
            new = {keys[number]: result[0] for number, result in zip(missing, results, strict=True) if result[0]}
            if new:
                self.store.put(new)
        fresh = dict(zip(missing, (one for _, one in results), strict=True))
        return [fresh[number] if number in fresh else told[keys[number]] for number in range(len(jobs))]

    def recall(self, readings: Sequence[tuple[str, bytes, Manner]]) -> Sequence[Told | None]:
        """Return what documents said, by path, hash of the content and manner; None for one that is not kept."""
        keys = [self._key_of(path, content, manner) for path, content, manner in readings]
        told = self._kept(keys)
        return [told.get(key) for key in keys]

    def _key(self, job: Job) -> bytes:
        return self._key_of(job.document.path, content_key(job.document.octets), job.manner)

    def _key_of(self, path: str, content: bytes, manner: Manner) -> bytes:
        return combined_key(b"reading", self.program, path.encode("utf-8", "surrogatepass"), content, value_key(manner))

    def _kept(self, keys: Sequence[bytes]) -> dict[bytes, Told]:
        found: dict[bytes, Told] = {}
        for key, packed in (self.store.get(keys) if self.store else {}).items():
            try:
                found[key] = unpack(packed, Told)
            except Unpackable:
                # Read again, and kept again.
                continue
        return found

    def _done(self, jobs: Sequence[Job], total: int) -> list[tuple[bytes, Told]]:
        """Return each job's result, with its bytes where it can be kept."""

        def progress(number: int) -> None:
            if self.progress:
                self.progress(total - len(jobs) + number, total)

        if self.execute is None or len(jobs) < WORTH_SHARING:
            done = []
            for number, job in enumerate(jobs, 1):
                told = _read_here(job)
                done.append((pack(told) if self.store else b"", told))
                progress(number)
            return done
        results: dict[int, tuple[bytes, Told]] = {}

        def arrived(number: int, result: Result) -> None:
            if isinstance(result, Died):
                results[number] = (b"", told_of_death(jobs[number], result))
            else:
                results[number] = (result if self.store else b"", unpack(result, Told))

        # What has arrived is unpacked while the processes read on.
        self.execute(jobs, progress, arrived)
        return [results[number] for number in range(len(jobs))]


def _read_here(job: Job) -> Told:
    # The readers are needed only where a document has changed.
    from roce_lint.read.read_one import read_one

    try:
        return read_one(job.document, job.manner)
    except Exception as error:
        error.add_note(f"while reading {job.document.path}")
        raise
