"""The fabric of the commands that look at one without judging it: facts, reach, simulate."""

from __future__ import annotations

from typing import TypedDict, Unpack

from roce_lint.cli.command import EXIT_OK, EXIT_UNREADABLE
from roce_lint.cli.inputs import OS_NAMES, gather_inputs, given_by, load_settings, say_if_nothing_found, say_left_out
from roce_lint.cli.options import QUIET_OPTION, SETTINGS_OPTIONS, Option
from roce_lint.cli.printing import say
from roce_lint.cli.progress import ProgressLine
from roce_lint.cli.run_options import MEANS_OPTIONS, RunOptions, open_means
from roce_lint.errors import Problem
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import read_gathered
from roce_lint.read.files import Skipped
from roce_lint.report.printable import printable
from roce_lint.values import dataclass

FABRIC_OPTIONS = (
    Option(("--intent",), "Intent file: the links and the design."),
    Option(("--cabling",), "Cabling list (CSV) or LLDP neighbours (JSON)."),
    Option(("--os",), "Read every file as this.", "os_name", default=None, choices=OS_NAMES),
    Option(("--exclude",), "Pattern of files to leave out, as in .gitignore.", many=True),
    *SETTINGS_OPTIONS,
    *MEANS_OPTIONS,
    QUIET_OPTION,
)
"""What `FabricWords` has beside the paths."""


class FabricWords(TypedDict):
    """What the command line says of a fabric: its paths and `FABRIC_OPTIONS`."""

    paths: tuple[str, ...]
    intent: str
    cabling: str
    os_name: str | None
    exclude: tuple[str, ...]
    settings_file: str
    no_settings: bool
    jobs: str
    cluster: str
    cache_dir: str
    no_cache: bool
    quiet: bool


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


def read_fabric(profile: str = "", **words: Unpack[FabricWords]) -> FabricRead:
    """Return the fabric of files and folders, those of the settings where none are named; shows progress.

    Raises UsageError or ConfigError where there is nothing to read, IntentError for a bad intent.
    """
    settings = load_settings(words["settings_file"], none=words["no_settings"])
    cabling = words["cabling"] or settings.cabling
    given, _ = given_by(words["intent"], profile, words["os_name"] or "", cabling, settings)
    progress = ProgressLine(quiet=words["quiet"])
    run = RunOptions(words["jobs"], words["cluster"], words["cache_dir"], words["no_cache"])
    context = open_means(run.completed_by(settings), progress.reading)
    with progress:
        gathered = gather_inputs(words["paths"], settings, cabling, words["exclude"])
        fabric, inputs = read_gathered(gathered, given, context.read_all)
    skipped = (*gathered.skipped, *inputs.skipped)
    return FabricRead(fabric, tuple(words["paths"] or settings.paths), skipped, (*gathered.failures, *inputs.failures))
