"""What a cached result depends on, as keys: equal keys mean equal results."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path

from roce_lint.files.content_hash import content_hash
from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.rule import Rule
from roce_lint.values import field_names, is_dataclass
from roce_lint.version import version

_PROGRAM = Path(__file__).resolve().parent.parent
_LEFT_OUT = {"__pycache__"}


def program_key() -> bytes:
    """Return a hash of the program: its version, that of Python, and every file of the package and of the rules.

    Files count by size and time of change, so that a checkout that is edited has no stale results.
    """
    parts = [version(), sys.version]
    for root in dict.fromkeys((str(_PROGRAM), str(rules_dir()))):
        parts += sorted(_files(root, len(root)))
    return content_hash("\n".join(parts).encode())


def _files(folder: str, start: int) -> list[str]:
    """Return name from `start`, size and time of change of every file in a folder."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name not in _LEFT_OUT:
                    found += _files(entry.path, start)
            else:
                state = entry.stat()
                found.append(f"{entry.path[start:]} {state.st_size} {state.st_mtime_ns}")
    return found


def folders_key(folders: Iterable[Path]) -> bytes:
    """Return a hash of every file in the folders, by path and content. Raises OSError for one that cannot be read."""
    parts = []
    for folder in folders:
        parts.append(str(folder.absolute()).encode())
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                parts += [str(path).encode("utf-8", "surrogateescape"), content_hash(path.read_bytes())]
    return combined_key(*parts)


def combined_key(*parts: bytes) -> bytes:
    """Return a hash of parts that no other parts have."""
    return content_hash(b"".join(len(part).to_bytes(8, "big") + part for part in parts))


def value_key(value: object) -> bytes:
    """Return a hash of a value made of dataclasses, enums and plain collections; the order of sets does not matter."""
    return content_hash(_stable(value).encode("utf-8", "surrogatepass"))


def _stable(value: object) -> str:
    match value:
        case Rule():
            # Its text is a file of the program or of a folder, and counts as such.
            return f"Rule({value.id!r}, {value.severity.value})"
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case tuple() | list():
            return f"({','.join(map(_stable, value))})"
        case frozenset() | set():
            return f"{{{','.join(sorted(map(_stable, value)))}}}"
        case Mapping():
            return f"<{','.join(sorted(f'{_stable(key)}:{_stable(one)}' for key, one in value.items()))}>"
    if is_dataclass(value.__class__):
        inside = ",".join(_stable(getattr(value, name)) for name in field_names(value.__class__))
        return f"{type(value).__name__}({inside})"
    return repr(value)
