"""The folder of the cache: the user's own, or none at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from roce_lint.files.atomic import write_whole

_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of roce-lint and may be deleted.\n"
"""Cache Directory Tagging Specification (bford.info/cachedir): backup programs pass such a folder by."""


def cache_folder(given: str = "") -> Path | None:
    """Return the folder of the cache, made if need be; None where there is none that only its user can write to.

    It is `given`, or `roce-lint` in $XDG_CACHE_HOME or ~/.cache. What is in it is trusted, so a folder of another
    user, or one that others may write to, is refused, as is a link in its place.
    """
    try:
        folder = Path(given) if given else _usual_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(folder):
            return None
        for name, text in (("CACHEDIR.TAG", _TAG), (".gitignore", "*\n")):
            if not (folder / name).exists():
                (folder / name).write_text(text, "utf-8")
    except (OSError, RuntimeError):
        # A full disk, a read-only home or none at all: the check goes on without a cache.
        return None
    return folder


SECRET_VARIABLE = "ROCE_LINT_CACHE_SECRET"
"""Where a cache is carried from one machine to the next, as in CI, its secret comes from here."""
_SECRET_BYTES = 32


def cache_secret() -> bytes | None:
    """Return the secret of the user with which results are kept; None where there is none and none can be made.

    It lies in the usual folder whatever folder is given, so that nobody can hand over a folder of forged results.
    """
    said = os.environ.get(SECRET_VARIABLE, "")
    if said:
        return said.encode("utf-8", "surrogateescape")[:64]
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / "secret"
    try:
        if not path.exists():
            write_whole(str(path), os.urandom(_SECRET_BYTES), 0o600)
        found = path.read_bytes() if is_own_file(path) else b""
    except OSError:
        return None
    return found if len(found) == _SECRET_BYTES else None


def is_own_file(path: Path) -> bool:
    """Say whether the file is absent, or a plain file that only its owner, who is the user, can write to."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and _only_the_user_writes(found)


def _usual_folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "roce-lint"


def _is_own(folder: Path) -> bool:
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and _only_the_user_writes(found)


def _only_the_user_writes(found: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
