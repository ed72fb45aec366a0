"""The rules, checked once and kept: two hundred YAML files cost half a second."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from roce_lint.cache.keys import combined_key, folders_key
from roce_lint.cache.packed import Unpackable, pack, unpack
from roce_lint.cache.store import Store
from roce_lint.lint.rule import Rule


def kept_rules(store: Store | None, program: bytes, folders: Sequence[Path]) -> tuple[Rule, ...]:
    """Return our rules and those of `folders`. Raises RuleError with every fault of every file, which is never kept.

    The key holds the folder that messages count from, since a rule knows its file by that name.
    """
    if store is None:
        return _checked(folders)
    try:
        key = combined_key(b"rules", program, str(Path.cwd()).encode("utf-8", "surrogateescape"), folders_key(folders))
    except OSError:
        return _checked(folders)
    packed = store.get([key]).get(key)
    if packed is not None:
        try:
            return tuple(rule for rule in unpack(packed, tuple) if isinstance(rule, Rule))
        except Unpackable:
            return _checked(folders)
    rules = _checked(folders)
    store.put({key: pack(rules)})
    return rules


def _checked(folders: Sequence[Path]) -> tuple[Rule, ...]:
    # The engine that checks rules is needed only when a rule has changed.
    from roce_lint.check import load_all_rules

    return load_all_rules(folders)
