"""A git commit as a state: its tree is listed and its blobs are read, and nothing is checked out."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Sequence

from roce_lint.errors import UsageError
from roce_lint.files.git import Git, GitFailed
from roce_lint.gate.state import Entry, EntryKind, Unreadable
from roce_lint.read.files import LARGEST_FILE_BYTES, decode
from roce_lint.text.document import Document

_BATCH_BYTES = 64 * 1024 * 1024
_KINDS = {
    b"100644": EntryKind.FILE,
    b"100755": EntryKind.FILE,
    b"120000": EntryKind.LINK,
    b"160000": EntryKind.REPOSITORY,
}
_MISSING = "its contents are not in this clone (a partial clone?); fetch them with git and try again"


class CommitState:
    """The tree of one commit below the folder that git is called from."""

    shown = ""

    def __init__(self, git: Git, name: str, commit: str) -> None:
        self._git = git
        self._prefix = git.prefix()
        self.commit = commit
        self.label = commit[:12] if commit.startswith(name) else f"{name} ({commit[:12]})"
        self._entries: tuple[Entry, ...] | None = None

    def entries(self) -> tuple[Entry, ...]:
        """Return every path below the folder; git lists them once."""
        if self._entries is None:
            self._entries = self._listed(self._prefix)
        return self._entries

    def tracks(self, path: str) -> bool:
        """Return true: a commit holds nothing else."""
        return True

    def contents(self, entries: Sequence[Entry]) -> Iterator[tuple[Entry, bytes | Unreadable]]:
        """Yield the bytes of files, some at a time, so that git is started seldom."""
        batch: list[Entry] = []
        waiting = 0
        for entry in entries:
            if waiting + entry.size_bytes > _BATCH_BYTES and batch:
                yield from self._batch(batch)
                batch, waiting = [], 0
            batch.append(entry)
            waiting += max(entry.size_bytes, 0)
        yield from self._batch(batch)

    def text(self, path: str) -> str | None:
        """Return the text of one file of the commit."""
        whole = self._inside(path)
        found = [entry for entry in self._listed(whole, whole=True) if entry.path == whole]
        if not found or found[0].kind is not EntryKind.FILE:
            return None
        return _text_of(next(self.contents(found))[1], path)

    def below(self, path: str) -> dict[str, str]:
        """Return the texts of all files in a folder of the commit."""
        whole = self._inside(path) + "/"
        found = [entry for entry in self._listed(whole, whole=True) if entry.kind is EntryKind.FILE]
        return {entry.path.removeprefix(whole): _text_of(raw, entry.path) for entry, raw in self.contents(found)}

    def _inside(self, path: str) -> str:
        whole = posixpath.normpath(posixpath.join("/", self._prefix, path))[1:] if not path.startswith("/") else path
        leads_out = posixpath.normpath(posixpath.join(self._prefix, path)).startswith("..")
        if leads_out or path.startswith("/"):
            raise UsageError(f"{path}: the settings of {self.label} name a path outside of the repository")
        return whole

    def _listed(self, where: str, *, whole: bool = False) -> tuple[Entry, ...]:
        arguments = ["ls-tree", "-r", "-z", "--full-tree", self.commit, *(["--", where] if where else [])]
        try:
            listed = self._git.run(*arguments)
        except GitFailed as wrong:
            raise UsageError(f"{self.label} cannot be listed; git says: {wrong}") from None
        lines = [line for line in listed.split(b"\0") if line]
        sizes = self._sizes([line.split(b"\t", 1)[0].split()[2] for line in lines])
        names = [line.split(b"\t", 1)[1] for line in lines]
        if len(set(names)) < len(names):
            twice = next(name for name, number in Counter(names).items() if number > 1).decode("utf-8", "replace")
            raise UsageError(f"{self.label} lists {twice!r} more than once, which no sound tree does; see `git fsck`")
        cut = 0 if whole else len(self._prefix.encode("utf-8", "surrogateescape"))
        return tuple(sorted((_entry(line, cut, sizes) for line in lines), key=lambda entry: entry.path))

    def _sizes(self, blobs: Sequence[bytes]) -> dict[bytes, int]:
        """Return how large each blob is; one that is not in the clone is left out."""
        try:
            answer = self._git.run("cat-file", "--batch-check", given=b"".join(blob + b"\n" for blob in blobs))
        except GitFailed:
            return {}  # git gives up at the first object that it may not fetch; each is then read by itself
        sizes = {}
        for line in answer.splitlines():
            words = line.split()
            if len(words) == 3 and words[1] == b"blob":
                sizes[words[0]] = int(words[2])
        return sizes

    def _batch(self, entries: Sequence[Entry]) -> Iterator[tuple[Entry, bytes | Unreadable]]:
        wanted = [entry for entry in entries if 0 <= entry.size_bytes <= LARGEST_FILE_BYTES]
        blobs = self._blobs([entry.key for entry in wanted])
        for entry in entries:
            if entry.size_bytes > LARGEST_FILE_BYTES:
                yield entry, Unreadable(f"larger than {LARGEST_FILE_BYTES // 1024**2} MiB; no device config is")
            else:
                yield entry, blobs.get(entry.key, Unreadable(_MISSING))

    def _blobs(self, keys: Sequence[str]) -> dict[str, bytes]:
        """Return the contents of blobs that are there. Raises UsageError where git cannot read them."""
        try:
            answer = self._git.run("cat-file", "--batch", given="".join(f"{key}\n" for key in keys).encode("ascii"))
        except GitFailed as wrong:
            raise UsageError(f"{self.label} cannot be read; git says: {wrong}") from None
        found: dict[str, bytes] = {}
        start = 0
        while start < len(answer):
            end = answer.index(b"\n", start)
            words = answer[start:end].split()
            if len(words) < 3:  # `<id> missing`
                start = end + 1
                continue
            size = int(words[2])
            found[words[0].decode("ascii")] = answer[end + 1 : end + 1 + size]
            start = end + 1 + size + 1
        return found


def _entry(line: bytes, cut: int, sizes: dict[bytes, int]) -> Entry:
    """Return one line of `ls-tree -z`: mode, type and id, a tab, and the path with whatever bytes it has."""
    head, path = line.split(b"\t", 1)
    mode, _, blob = head.split()
    kind = _KINDS.get(mode, EntryKind.OTHER)
    return Entry(path[cut:].decode("utf-8", "surrogateescape"), kind, blob.decode("ascii"), sizes.get(blob, -1))


def _text_of(raw: bytes | Unreadable, path: str) -> str:
    """Return the text of a file that settings name. Raises UsageError where it has none."""
    if isinstance(raw, Unreadable):
        raise UsageError(f"{path}: {raw.because}")
    match decode(raw, path):
        case Document(_, text):
            return text
        case skipped:
            raise UsageError(f"{path}: {skipped.because}; name a text file")
