"""Where reports go: one to the terminal, and any number to files."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from roce_lint.cli.printing import say
from roce_lint.errors import Problem, UsageError
from roce_lint.files.inside import linked_folder
from roce_lint.judge.finding import Report
from roce_lint.judge.rule import Rule, Severity
from roce_lint.read.files import Texts
from roce_lint.read.gather import Gathered
from roce_lint.report.formats import FORMATS, format_of_file
from roce_lint.report.material import Caption, Material
from roce_lint.report.text import print_report
from roce_lint.suggest import did_you_mean
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.fabric.fabric import Fabric

STDOUT = "-"
STATISTICS = ("text", "json")
"""Formats in which `--statistics` counts."""
_OF_OTHER_PROGRAMS = (".pdf", ".doc", ".docx", ".xls", ".xlsx", ".csv", ".png", ".svg", ".yaml", ".yml")
_LIKE_A_FORMAT = lazy_pattern(r"([a-z][a-z0-9-]+):(.*)", re.DOTALL)
"""At least two letters, so that `C:` of Windows is no format."""


@dataclass(frozen=True, slots=True)
class Output:
    """A report in one form, and the file that it goes to; `-` is standard output."""

    form: str
    target: str


def find_outputs(form: str, outputs: Sequence[str], known: Collection[str] = FORMATS) -> tuple[Output, ...]:
    """Return where which report goes, from `--format` (empty where it is not given) and every `--output`.

    Each `--output` adds a file: `FORMAT:FILE`, or a plain `FILE` in the form of `--format` or else of its suffix. The
    terminal keeps a report, as text where `--format` is that of a plain file. `known` are the formats of the command.
    Raises UsageError for another one, and for two reports in one file.
    """
    found: list[Output] = []
    is_taken = False
    for given in outputs:
        match = _LIKE_A_FORMAT.fullmatch(given)
        if match and match[1] in known:
            found.append(Output(match[1], _named(match[2], given)))
        elif match and not os.path.exists(given):
            raise UsageError(
                f"--output {given}: {match[1]!r} is no format{did_you_mean(match[1], known)} "
                f"(write ./{given} for a file of this name)"
            )
        else:
            if not form and given.lower().endswith(_OF_OTHER_PROGRAMS):
                raise UsageError(
                    f"--output {given}: no format has this suffix; write text:{given}, or name a .html file"
                )
            by_suffix = format_of_file(given)
            found.append(Output(form or (by_suffix if by_suffix in known else "text"), _named(given, given)))
            is_taken = True
    if all(output.target != STDOUT for output in found):
        found.insert(0, Output("text" if is_taken else form or "text", STDOUT))
    _refuse_doubles(found)
    return tuple(found)


def _named(target: str, given: str) -> str:
    if not target:
        raise UsageError(f"--output {given!r} names no file; write --output sarif:report.sarif")
    return target


def _refuse_doubles(outputs: Iterable[Output]) -> None:
    seen: set[str] = set()
    for output in outputs:
        key = output.target if output.target == STDOUT else os.path.realpath(output.target)
        if key in seen and not _is_stream(Path(output.target)):
            raise UsageError(f"--output: two reports would go to {output.target}; name a file for each")
        seen.add(key)


def check_targets(outputs: Sequence[Output]) -> None:
    """Refuse, before anything is read, what can never be written: a folder, or a place below a file or a locked folder.

    A folder of the project that is a link, which any change may have made, is not followed. Raises UsageError with
    every such target.
    """
    problems = []
    for output in outputs:
        target = Path(output.target)
        if output.target == STDOUT or _is_stream(target):
            continue
        folder = next(parent for parent in target.absolute().parents if os.path.exists(parent))
        if link := linked_folder(target):
            problems.append(
                Problem(output.target, 0, 0, f"cannot be written: {link} is a link; name where it leads to")
            )
        elif os.path.isdir(target):
            problems.append(Problem(output.target, 0, 0, "is a folder; name a file for the report"))
        elif not os.path.isdir(folder):
            problems.append(Problem(output.target, 0, 0, f"cannot be written: {folder} is no folder"))
        elif not os.access(folder, os.W_OK | os.X_OK):
            problems.append(Problem(output.target, 0, 0, f"cannot be written: {folder} may not be written to"))
    if problems:
        raise UsageError(*problems)


def refuse_inputs(outputs: Sequence[Output], inputs: Iterable[str]) -> None:
    """Refuse to write a report over a file that was read. Raises UsageError."""
    taken = {os.path.realpath(path) for path in inputs if path}
    for output in outputs:
        if output.target != STDOUT and os.path.realpath(output.target) in taken:
            text = "is read by this check; the report would take its place, so name another file"
            raise UsageError(Problem(output.target, 0, 0, text))


def write_outputs(outputs: Sequence[Output], report: Report, material: Material, *, statistics: bool = False) -> None:
    """Write every report, files first; with `statistics` standard output gets counts instead of its report.

    Raises UsageError when one cannot be written.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that knows no umlauts gets escapes and not our traceback.
        sys.stdout.reconfigure(errors="backslashreplace")
    for output in sorted(outputs, key=lambda one: one.target == STDOUT):
        if output.target != STDOUT:
            write_text(Path(output.target), FORMATS[output.form].write(report, material))
        elif statistics:
            _count(output.form, report, material)
        else:
            _print(output.form, report, material)
        if output.form == "github":
            _append_job_summary(report, material)


def _count(form: str, report: Report, material: Material) -> None:
    # Seldom asked for, and it needs JSON.
    from roce_lint.report.statistics import statistics_json, statistics_text

    say((statistics_json if form == "json" else statistics_text)(report, material), line_end=False)


def _print(form: str, report: Report, material: Material) -> None:
    """Write a report to standard output. Raises UsageError when that takes no more, unless its reader has gone."""
    try:
        if form == "text":
            print_report(report, sys.stdout, material)
        else:
            say(FORMATS[form].write(report, material), line_end=False)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is still buffered would fail once more when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise UsageError(f"standard output cannot be written: {error.strerror}") from error


def _append_job_summary(report: Report, material: Material) -> None:
    """Append the report to the job summary of the GitHub step that runs us, within its limit."""
    name = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if not name:
        return
    from roce_lint.report.markdown import MOST_BYTES, markdown_within

    try:
        with open(name, "ab") as stream:
            text = markdown_within(report, material, MOST_BYTES - stream.tell())
            stream.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(Problem(name, 0, 0, f"cannot be written: {error.strerror}")) from error


def _is_stream(path: Path) -> bool:
    """Return whether the path leads to a pipe or a device, which is written to and never replaced."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def write_text(target: Path, text: str) -> None:
    """Write a file whole or not at all; a pipe or a device is written to. Raises UsageError when that fails."""
    if not _is_stream(target):
        # Most reports go to the terminal.
        from roce_lint.render.files import RenderedFile, write_files

        write_files([RenderedFile(target.name, text)], target.parent)
        return
    try:
        with target.open("w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(Problem(str(target), 0, 0, f"cannot be written: {error.strerror}")) from error


def material_at_hand(
    gathered: Gathered,
    rules: Sequence[Rule],
    fabric: Fabric | None,
    fail_on: Severity,
    docs_url: str,
    caption: Caption,
) -> Material:
    """Return what reports may show besides the findings of a check in the working directory."""
    folder = Path.cwd()
    return Material(
        rules=tuple(rules),
        texts=Texts(gathered.documents),
        fabric=fabric,
        fail_on=fail_on,
        folder=folder.as_posix(),
        root=_repository_root(folder).as_posix(),
        docs_url=docs_url,
        caption=caption,
    )


def _repository_root(folder: Path) -> Path:
    """Return the top of the repository that holds `folder`, or the folder itself where there is none."""
    return next((parent for parent in (folder, *folder.parents) if os.path.exists(parent / ".git")), folder)
