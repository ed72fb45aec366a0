"""Rules and design profiles, checked once and kept: two hundred YAML files cost half a second."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from roce_lint.cache.keys import combined_key, folders_key
from roce_lint.cache.packed import Unpackable, pack, unpack
from roce_lint.cache.store import Store
from roce_lint.lint.profiles import Profile
from roce_lint.lint.rule import Rule

T = TypeVar("T")


def kept_rules(store: Store | None, program: bytes, folders: Sequence[Path]) -> tuple[Rule, ...]:
    """Return our rules and those of `folders`. Raises RuleError with every fault of every file, which is never kept.

    The key holds the folder that messages count from, since a rule knows its file by that name.
    """
    try:
        site = folders_key(folders) if store else b""
    except OSError:
        store = None
    key = combined_key(b"rules", program, str(Path.cwd()).encode("utf-8", "surrogateescape"), site) if store else b""
    return _kept(store, key, Rule, lambda: _checked_rules(folders))


def kept_profiles(store: Store | None, program: bytes) -> tuple[Profile, ...]:
    """Return the design profiles of the program."""
    return _kept(store, combined_key(b"profiles", program), Profile, _checked_profiles)


def _kept(store: Store | None, key: bytes, kind: type[T], make: Callable[[], tuple[T, ...]]) -> tuple[T, ...]:
    packed = store.get([key]).get(key) if store else None
    if packed is not None:
        try:
            return tuple(one for one in unpack(packed, tuple) if isinstance(one, kind))
        except Unpackable:
            return make()
    made = make()
    if store:
        store.put({key: pack(made)})
    return made


def _checked_rules(folders: Sequence[Path]) -> tuple[Rule, ...]:
    # The engine that checks rules is needed only when a rule has changed.
    from roce_lint.check import load_all_rules

    return load_all_rules(folders)


def _checked_profiles() -> tuple[Profile, ...]:
    from roce_lint.examination import all_profiles

    return all_profiles()
