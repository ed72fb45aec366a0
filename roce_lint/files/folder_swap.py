"""A set of files in a folder, old or new but never mixed: the new folder is made beside the old one and takes its name.

Linux exchanges the names of two folders in one step (renameat2(2), RENAME_EXCHANGE), so that not even a killed process
leaves a mixture. Where a folder cannot be exchanged, `swap_folder` says so and changes nothing.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import stat
from collections.abc import Mapping

from roce_lint.files.ignore import HISTORY
from roce_lint.files.left_behind import is_left_behind, name_on_the_way
from roce_lint.values import dataclass

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_MOST_OTHERS = 20_000
"""A folder with more files than these that are none of ours is no folder of rendered files."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a file is to hold, and its permission bits."""

    content: bytes
    mode: int = 0o644


def swap_folder(folder: str, files: Mapping[str, FileContent]) -> bool:
    """Give a folder these files, by path inside it, all at once, and keep the others; return whether it was done.

    It is not done, and nothing is changed, where the system cannot exchange folders, or the folder is a link, a mount
    point, the root of a repository, or one that this process works in. Raises OSError where a file cannot be written.
    """
    exists = os.path.lexists(folder)
    if exists and not _may_be_exchanged(folder):
        return False
    above, last = os.path.split(os.path.abspath(folder))
    _remove_left_behind(above, last)
    made = os.path.join(above, name_on_the_way(last))
    os.mkdir(made, 0o777)
    try:
        before = _link_others(folder, made, files) if exists else frozenset[str]()
        _write(made, files)
        if not exists:
            os.rename(made, folder)
            return True
        if not _exchange(made, folder):
            shutil.rmtree(made)
            return False
        # `made` is the old folder by now; what somebody put there in the meantime is not lost.
        _rescue(made, folder, before | files.keys())
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    shutil.rmtree(made, ignore_errors=True)
    return True


def _may_be_exchanged(folder: str) -> bool:
    if os.path.islink(folder) or not os.path.isdir(folder) or os.path.ismount(folder):
        return False
    real = os.path.realpath(folder)
    if os.path.commonpath((real, os.path.realpath(os.getcwd()))) == real:
        return False
    if any(os.path.lexists(os.path.join(folder, mark)) for mark in HISTORY):
        return False
    return sum(len(names) for _, _, names in os.walk(folder)) <= _MOST_OTHERS


def _link_others(folder: str, made: str, files: Mapping[str, FileContent]) -> frozenset[str]:
    """Make the folders of `folder`, and link all of its files that are not written anew; return their paths inside."""
    found = set()
    for here, folders, names in os.walk(folder):
        inside = os.path.relpath(here, folder)
        target = made if inside == "." else os.path.join(made, inside)
        for name in list(folders):
            if os.path.islink(os.path.join(here, name)):
                folders.remove(name)
                names.append(name)
        os.makedirs(target, exist_ok=True)
        shutil.copystat(here, target)
        for name in names:
            path = os.path.normpath(os.path.join(inside, name)).replace(os.sep, "/")
            found.add(path)
            if path not in files:
                os.link(os.path.join(here, name), os.path.join(target, name), follow_symlinks=False)
    return frozenset(found)


def _write(made: str, files: Mapping[str, FileContent]) -> None:
    for path, file in files.items():
        target = os.path.join(made, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "wb") as stream:
            stream.write(file.content)
        os.chmod(target, file.mode)
    if hasattr(os, "sync"):
        os.sync()


def _exchange(one: str, other: str) -> bool:
    """Exchange two folders in one step; return false where the system cannot."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    names = os.fsencode(one), os.fsencode(other)
    done: int = rename(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE)
    return done == 0


def _rescue(old: str, folder: str, known: frozenset[str]) -> None:
    """Move what appeared in the old folder while the new one was made."""
    for here, _, names in os.walk(old):
        for name in names:
            path = os.path.relpath(os.path.join(here, name), old).replace(os.sep, "/")
            target = os.path.join(folder, path)
            if path not in known and not os.path.lexists(target):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                os.rename(os.path.join(here, name), target)


def _remove_left_behind(above: str, last: str) -> None:
    """Remove what processes that were killed have left of the same folder."""
    with os.scandir(above) as entries:
        old = [entry.path for entry in entries if is_left_behind(entry.name, last)]
    for path in old:
        if stat.S_ISDIR(os.lstat(path).st_mode):
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.unlink(path)
