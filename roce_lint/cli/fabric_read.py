"""The fabric of the commands that look at one without judging it: facts, reach, simulate."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.cli.command import EXIT_OK, EXIT_UNREADABLE
from roce_lint.cli.inputs import gather_inputs, given_by, say_if_nothing_found, say_left_out
from roce_lint.cli.printing import say
from roce_lint.cli.progress import ProgressLine
from roce_lint.cli.run_options import RunOptions, open_means
from roce_lint.errors import Problem
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import read_gathered
from roce_lint.read.files import Skipped
from roce_lint.report.printable import printable
from roce_lint.settings.load import Settings
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class FabricRead:
    """A fabric, the paths that it was read from, and which of their files are not in it."""

    fabric: Fabric
    paths: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    failures: tuple[Problem, ...]

    def say_what_is_missing(self) -> int:
        """Say on standard error which files are not in the fabric, and return the exit code that follows."""
        say_if_nothing_found(self.fabric, self.failures, self.paths)
        say_left_out(self.skipped)
        for problem in self.failures:
            say(f"roce-lint: {printable(str(problem))}", err=True)
        return EXIT_UNREADABLE if self.failures else EXIT_OK


def read_fabric(
    paths: Sequence[str],
    settings: Settings,
    run: RunOptions,
    *,
    intent: str,
    cabling: str,
    os: str,
    exclude: Sequence[str],
    profile: str = "",
) -> FabricRead:
    """Return the fabric of files and folders, those of the settings where none are named; shows progress.

    Raises UsageError or ConfigError where there is nothing to read, IntentError for a bad intent.
    """
    cabling = cabling or settings.cabling
    given, _ = given_by(intent, profile, os, cabling, settings)
    progress = ProgressLine()
    context = open_means(run.completed_by(settings), progress.reading)
    with progress:
        gathered = gather_inputs(paths, settings, cabling, exclude)
        fabric, inputs = read_gathered(gathered, given, context.read_all)
    skipped = (*gathered.skipped, *inputs.skipped)
    return FabricRead(fabric, tuple(paths or settings.paths), skipped, (*gathered.failures, *inputs.failures))
