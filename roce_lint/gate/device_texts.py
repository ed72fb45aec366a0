"""The texts that were read of each device."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import TypeVar

from roce_lint.model.device import Device
from roce_lint.read.files import InputFile

T = TypeVar("T", bound=InputFile)


def texts_of(devices: Iterable[Device], documents: Sequence[T]) -> dict[str, tuple[T, ...]]:
    """Return the files of each device: the one that names it, and all of a folder where no other device is."""
    every = tuple(devices)
    folders = Counter(_folder(device.source.file) for device in every)
    within: dict[PurePosixPath, list[T]] = defaultdict(list)
    for one in documents:
        within[_folder(one.path)].append(one)
    found: dict[str, tuple[T, ...]] = {}
    for device in every:
        folder = _folder(device.source.file)
        is_own = folders[folder] == 1 and folder.name == device.name
        found[device.name] = tuple(one for one in within[folder] if is_own or one.path == device.source.file)
    return found


def _folder(path: str) -> PurePosixPath:
    return PurePosixPath(path).parent
