"""What a report may show besides its findings: the rules, the texts that were read, the fabric, the place of work."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from roce_lint.judge.rule import Rule, Severity
from roce_lint.values import dataclass, field

if TYPE_CHECKING:
    from roce_lint.fabric.fabric import Fabric


@dataclass(frozen=True, slots=True)
class Caption:
    """What the caller says of the fabric that was checked: its name, the revision, and the date; each may be empty."""

    name: str = ""
    revision: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that is at hand when a report is written; each form takes what it needs.

    `rules` are those that were chosen; `texts` the documents by the path that findings name; `fabric` what was read,
    None where nobody has it. `fail_on`: the least severity that makes the check fail. `folder` is the absolute working
    directory and `root` the absolute top of its repository, both with slashes and empty where unknown.
    `docs_url`: address of the documentation site, with a slash at its end; empty where there is none. `only_findings`:
    a person at a terminal wants no summary. `verbose`: a person wants all evidence. `caption`: what a page says of the
    fabric at its top.
    """

    rules: tuple[Rule, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    fabric: Fabric | None = None
    fail_on: Severity = Severity.ERROR
    folder: str = ""
    root: str = ""
    docs_url: str = ""
    only_findings: bool = False
    verbose: bool = False
    caption: Caption = Caption()

    def in_repository(self, path: str) -> str:
        """Return a path of a finding as seen from the top of the repository, as CI systems want it.

        A path outside the repository stays absolute, or as it is where the folder is not known.
        """
        if not self.folder or not path:
            return path
        absolute = posixpath.normpath(posixpath.join(self.folder, path))
        top = self.root or self.folder
        below = top if top.endswith("/") else f"{top}/"
        return absolute.removeprefix(below) if absolute.startswith(below) else absolute


NOTHING_MORE = Material()


def quote_lines(texts: Mapping[str, str], wanted: Iterable[tuple[str, int]]) -> dict[tuple[str, int], str]:
    """Return the lines at the wanted places (path, number from 1); places that do not exist are left out.

    Readers count lines by line feeds; a carriage return at the end is dropped.
    """
    by_path: dict[str, set[int]] = {}
    for path, number in wanted:
        by_path.setdefault(path, set()).add(number)
    quoted: dict[tuple[str, int], str] = {}
    for path, numbers in by_path.items():
        text = texts.get(path)
        lines = [] if text is None else text.split("\n", max(numbers, default=0))
        for number in numbers:
            if 0 < number <= len(lines):
                quoted[path, number] = lines[number - 1].rstrip("\r")
    return quoted
