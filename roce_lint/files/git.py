"""git, called so that it only reads: no hook, no filter, no pager, no shell, no network, no lock."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from roce_lint.errors import UsageError
from roce_lint.files.inside import REPOSITORY_MARKS, project_root
from roce_lint.values import dataclass

_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
"""A partial clone would fetch what is missing through a program that its settings name; here it may not."""

_SHALLOW_ADVICE = (
    "this clone is shallow; fetch what is missing: `git fetch --unshallow`, in GitHub Actions `fetch-depth: 0` for "
    "actions/checkout, in GitLab CI `GIT_DEPTH: 0`"
)


class GitFailed(Exception):
    """git ended with a fault; the text is what it said."""


@dataclass(frozen=True, slots=True)
class Git:
    """A repository as seen from a folder."""

    folder: Path

    def run(self, *arguments: str, given: bytes = b"") -> bytes:
        """Return what git prints. Raises GitFailed with its words, UsageError where git is not installed."""
        done = self._done(*arguments, given=given)
        if done.returncode:
            raise GitFailed(done.stderr.decode("utf-8", "replace").strip() or f"it ended with {done.returncode}")
        return done.stdout

    def _done(self, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        settings = ["core.fsmonitor=false", "core.hooksPath=/dev/null", *self._of_project()]
        command = ["git", "--no-pager", *(word for one in settings for word in ("-c", one)), *arguments]
        try:
            return subprocess.run(
                command, cwd=self.folder, input=given, capture_output=True, check=False, env=os.environ | _ENVIRONMENT
            )
        except FileNotFoundError as error:
            raise UsageError("git is not installed; compare two folders instead: roce-lint gate OLD/ NEW/") from error

    def _of_project(self) -> tuple[str, ...]:
        """Return the setting that keeps git to the project: a folder of it may have the form of a bare repository.

        Its settings name programs, and its history is whatever the author of a change wrote.
        """
        root = project_root(self.folder)
        is_project = any(os.path.exists(root / mark) for mark in REPOSITORY_MARKS)
        return ("safe.bareRepository=explicit",) if is_project else ()

    def line(self, *arguments: str) -> str:
        """Return one line that git prints, without its end."""
        return os.fsdecode(self.run(*arguments).removesuffix(b"\n"))

    def says(self, question: str) -> bool:
        """Return a yes-or-no answer of `git rev-parse`."""
        return self.line("rev-parse", question) == "true"

    def prefix(self) -> str:
        """Return where the folder lies in the repository: empty at its top, else `lab/pod-1/`.

        Raises UsageError where there is no repository.
        """
        try:
            return self.line("rev-parse", "--show-prefix")
        except GitFailed as wrong:
            hint = "run it inside a git repository, or name two folders"
            raise UsageError(f"{self.folder.name or '/'}: git says: {wrong}; {hint}") from None

    def commit(self, name: str) -> str:
        """Return the id of the commit that a branch, tag or expression names.

        Raises UsageError for a name that is none, with what to fetch in a shallow clone.
        """
        if name.startswith("-") or not name.isprintable() or not name:
            raise UsageError(f"{name!r} is no name of a git state; name a branch, a tag or a commit")
        try:
            commit = self._resolved(name)
        except GitFailed:
            raise UsageError(f"there is no commit {name!r} in this repository; {self._advice(name)}") from None
        if self._is_ambiguous(name):
            text = f"{name!r} is ambiguous: more than one branch or tag has that name"
            raise UsageError(f"{text}; write the whole name, such as refs/remotes/{name} or refs/tags/{name}")
        return commit

    def _is_ambiguous(self, name: str) -> bool:
        """Say whether git chose one of several references; it says so on standard error alone, and goes on."""
        said = self._done("-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify", "--end-of-options", name).stderr
        return b"is ambiguous" in said

    def knows(self, name: str) -> bool:
        """Say whether a name is one of a commit; none is outside of a repository."""
        try:
            return bool(name) and name.isprintable() and not name.startswith("-") and bool(self._resolved(name))
        except GitFailed:
            return False

    def _resolved(self, name: str) -> str:
        return self.line("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")

    def merge_base(self, one: str, other: str) -> str:
        """Return the commit from which two commits parted. Raises UsageError where none is to be found."""
        try:
            return self.line("merge-base", one, other)
        except GitFailed:
            advice = _SHALLOW_ADVICE if self.is_shallow() else "name two states without the three dots"
            text = f"no commit is known from which {one[:12]} and {other[:12]} parted; {advice}"
            raise UsageError(text) from None

    def is_shallow(self) -> bool:
        """Say whether the history of this clone is cut off."""
        return self.says("--is-shallow-repository")

    def _advice(self, name: str) -> str:
        if self.is_shallow():
            return _SHALLOW_ADVICE
        listed = self.run("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags")
        known = [line for line in os.fsdecode(listed).splitlines() if line]
        import difflib  # few need it, and it is slow to load

        near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
        return f"did you mean {near[0]!r}?" if near else "name a branch, a tag or a commit that `git log` knows"


def tracked_files(folder: Path) -> frozenset[str]:
    """Return the files below a folder that git tracks, relative to it; none where git does not tell."""
    return asked_for_tracked_files(folder) or frozenset()


def asked_for_tracked_files(folder: Path) -> frozenset[str] | None:
    """Return the files below a folder that git tracks, relative to it; none outside of a repository.

    None where there is a repository and git does not tell: it is not installed, or refuses one of another owner. git is
    asked from the top of the repository, since a folder inside may have the form of a bare repository of its own.
    """
    root = project_root(folder)
    if not any(os.path.exists(root / mark) for mark in REPOSITORY_MARKS):
        return frozenset()
    inside = os.path.relpath(folder.resolve(), root.resolve())
    below = "" if inside == "." else f"{Path(inside).as_posix()}/"
    try:
        listed = Git(root).run("ls-files", "-z", "--cached", "--", *([below] if below else []))
    except (GitFailed, UsageError, OSError):
        return None
    return frozenset(os.fsdecode(name).removeprefix(below) for name in listed.split(b"\0") if name)
