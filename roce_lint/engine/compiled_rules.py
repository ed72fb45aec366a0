"""Our rules and profiles as one file of checked values, which is read in a tenth of the time that their YAML takes.

People write the YAML files; `hatch_build.py` makes the file for each wheel. It bears a hash of the YAML files, and
counts for nothing beside any others: then these are read and checked. A checkout, whose code may be newer, has no such
file: there the cache of the user keeps what was checked (`engine/rules.py`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from roce_lint.engine.packed import Unpackable, pack, unpack
from roce_lint.files.content_hash import blake2b
from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.profiles import DesignProfile
from roce_lint.judge.rule import Rule
from roce_lint.os.registry import fix_files
from roce_lint.values import replace

COMPILED = "compiled.rules"
"""The file's name, in the folder of rules: four packed parts, the rules' key, the rules, and the same of profiles."""
_PROFILES = "profiles.yaml"
_SUFFIX = ".yaml"
T = TypeVar("T")


def compiled_rules(folder: Path) -> tuple[Rule, ...] | None:
    """Return the rules of the folder without their examples, as they are now; None where that is not on file."""
    rules = _compiled(folder, 0, Rule)
    return in_folder(rules, folder) if rules is not None else None


def without_folder(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return rules without the folder in which their files are; those that no file states are left as they are."""
    return tuple(
        replace(rule, file=f"{rule.family}/{os.path.basename(rule.file)}") if rule.file.endswith(_SUFFIX) else rule
        for rule in rules
    )


def in_folder(rules: Sequence[Rule], folder: Path) -> tuple[Rule, ...] | None:
    """Return such rules with the names of their files as seen from here; None where these are not of one form."""
    named = _shown(str(folder))
    if not named:
        return None
    return tuple(replace(rule, file=f"{named}{rule.file}") if rule.file.endswith(_SUFFIX) else rule for rule in rules)


def compiled_profiles(folder: Path) -> tuple[DesignProfile, ...] | None:
    """Return the design profiles of the folder, as they are now; None where that is not on file."""
    return _compiled(folder, 2, DesignProfile)


def compiled_text(folder: Path, rules: Sequence[Rule], profiles: Sequence[DesignProfile]) -> bytes:
    """Return the file for these rules, which were read from the folder, and profiles."""
    bare = tuple(replace(rule, examples=()) for rule in without_folder(rules))
    return pack((_key(folder, 0), pack(bare), _key(folder, 2), pack(tuple(profiles))))


def _compiled(folder: Path, part: int, kind: type[T]) -> tuple[T, ...] | None:
    try:
        parts = unpack((folder / COMPILED).read_bytes(), tuple)
        if len(parts) != 4 or parts[part] != _key(folder, part):
            return None
        values = unpack(parts[part + 1], tuple)
    except (OSError, Unpackable, TypeError):
        return None
    return values if all(isinstance(value, kind) for value in values) else None


def _key(folder: Path, part: int) -> bytes:
    """Return a hash of the files that a part is made of, by name and content. Raises OSError for an unreadable one."""
    found = blake2b(digest_size=32)
    root = str(folder)
    if part == 0:
        paths = {path[len(root) :]: path for path in sorted(_files(root))}
        paths |= {f"fixes of {system}": str(path) for system, path in fix_files().items()}
    else:
        paths = {f"/{_PROFILES}": os.path.join(root, _PROFILES)}
    for name, path in paths.items():
        with open(path, "rb", buffering=0) as stream:
            text = stream.readall()
        found.update(f"{name}\0{len(text)}\0".encode("utf-8", "surrogateescape") + text)
    return found.digest()


def _files(folder: str) -> Iterator[str]:
    """Yield what may be a rule file. Raises OSError for a link: who wants to know where it leads reads the YAML."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink():
                raise OSError(f"{entry.path} is a link")
            if entry.is_dir():
                yield from _files(entry.path)
            elif entry.name.endswith((".yaml", ".yml")):
                yield entry.path


def _shown(folder: str) -> str:
    """Return what stands before the part of a rule's file that begins with its family, as `lint.load` names files.

    Nothing for who is in the folder itself: from there some names are short and others are not.
    """
    here = os.getcwd()
    if f"{here}/".startswith(f"{folder}/"):
        return ""
    return f"{os.path.relpath(folder)}/" if folder.startswith(f"{here}/") else f"{folder}/"


def write(target: Path) -> None:
    """Write the file of the rules and profiles of this checkout. Raises RuleError with every fault of one."""
    from roce_lint.files.atomic import write_whole
    from roce_lint.judge.examination import all_profiles
    from roce_lint.judge.load import load_rules

    folder = rules_dir()
    write_whole(str(target), compiled_text(folder, load_rules(folder, unexampled=folder), all_profiles()))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
