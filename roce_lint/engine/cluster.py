"""Work shared out to the workers of a Dask scheduler, over TCP (extra `cluster`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roce_lint.engine.work import Arrived, Died, Job, Progress, Result, do
from roce_lint.errors import UsageError
from roce_lint.text.document import Document

if TYPE_CHECKING:
    from distributed import Client

_PATIENCE_S = 10
"""How long a scheduler may take to answer."""


class Cluster:
    """Does jobs on the workers of a scheduler; the jobs of a worker that is lost go to the others."""

    def __init__(self, address: str) -> None:
        """Remember the address (`tcp://host:port`). Raises UsageError without the extra."""
        try:
            import distributed  # noqa: F401
        except ImportError as error:
            raise UsageError("--cluster needs Dask: pip install 'roce-lint[cluster]'") from error
        self._address = address

    def execute(self, jobs: Sequence[Job], progress: Progress, arrived: Arrived) -> None:
        """Hand over the results in the order of the jobs. Raises UsageError where no scheduler answers."""
        from distributed import as_completed

        client = self._client()
        try:
            carried = {number: one for number, job in enumerate(jobs) if (one := _with_text(job)) is not None}
            futures = client.map(do, list(carried.values()), pure=False, retries=2, batch_size=16)
            for done, _ in enumerate(as_completed(futures, loop=client.loop), 1):
                progress(done)
            for number, future in zip(carried, futures, strict=True):
                arrived(number, _result(future.exception(), future))
            for number, job in enumerate(jobs):
                if number not in carried:
                    arrived(number, do(job))
        finally:
            client.close()

    def _client(self) -> Client:
        from distributed import Client

        try:
            return Client(self._address, timeout=_PATIENCE_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise UsageError(f"--cluster {self._address}: no scheduler answers there ({error})") from error


def _with_text(job: Job) -> Job | None:
    """Return a job for a machine that has none of our files; None for a file that has changed since it was seen."""
    if isinstance(job.document, Document):
        return job
    document = job.document.as_seen()
    return Job(document, job.options) if document else None


def _result(error: BaseException | None, future: object) -> Result:
    """Return what a job gave, or how it ended: a job that kills three workers in a row is given up."""
    if error is not None:
        return Died(f"{type(error).__name__} on the cluster")
    result: object = getattr(future, "result")()  # noqa: B009
    if not isinstance(result, bytes):
        raise TypeError("a job gives bytes")
    return result
