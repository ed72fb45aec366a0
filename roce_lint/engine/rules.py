"""Rules and design profiles, checked once and cached: two hundred YAML files cost half a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from roce_lint.engine.cache_keys import combined_key, folders_key
from roce_lint.engine.cache_store import Store
from roce_lint.engine.compiled_rules import compiled_profiles, compiled_rules, in_folder, without_folder
from roce_lint.engine.packed import Unpackable, pack, unpack
from roce_lint.files.program_folders import is_installed, rules_dir
from roce_lint.judge.profiles import DesignProfile
from roce_lint.judge.rule import Rule
from roce_lint.values import replace

T = TypeVar("T")


class CachedRules:
    """Our rules and those of some folders, from the cache where they have not changed, else checked again.

    A check asks for all rules without their examples, which are two thirds of them; who explains one rule asks for it.
    Every method raises RuleError with every fault of every file, which is never cached.
    """

    def __init__(self, store: Store | None, program: bytes, folders: Sequence[Path]) -> None:
        """`program` is the hash of the program, under which rules are cached in `store`; None for no cache."""
        self._folders = folders
        self._store = store
        self._checked: tuple[Rule, ...] | None = None
        try:
            site = folders_key(folders) if store else b""
        except OSError:
            self._store = None
        # A rule knows its file by its name as seen from here.
        here = str(Path.cwd()).encode("utf-8", "surrogateescape")
        self._key = combined_key(b"rules", program, here, site) if self._store else b""
        self._anywhere = combined_key(b"our rules", program) if self._store and not folders else b""

    def brief(self) -> tuple[Rule, ...]:
        """Return all rules, without their examples."""
        cached = self._cached([self._key])
        if cached:
            return tuple(_only(cached[0], Rule))
        rules = self._made_before() or tuple(map(_brief, _checked_rules(self._folders, examples=False)))
        self._keep(rules)
        return rules

    def _made_before(self) -> tuple[Rule, ...] | None:
        """Return our rules from the wheel, or as a check in another folder has kept them; None where they are not."""
        if self._folders:
            return None
        folder = rules_dir()
        compiled = compiled_rules(folder) if is_installed() else None
        if compiled is not None:
            from roce_lint.judge.own_rules import own_rules

            return (*compiled, *own_rules())
        kept = self._cached([self._anywhere])
        return in_folder(tuple(_only(kept[0], Rule)), folder) if kept else None

    def names(self) -> tuple[tuple[str, ...], ...]:
        """Return the id and the code of every rule, in order."""
        cached = self._cached([self._named()])
        names = tuple(tuple(map(str, one)) for one in _only(cached[0], tuple)) if cached else ()
        return names or tuple(map(_names, self._all()))

    def whole(self, ids: Sequence[str]) -> tuple[Rule, ...]:
        """Return the rules with these ids and all that they say."""
        cached = self._cached([self._named(id) for id in ids])
        found = tuple(rule for one in cached for rule in _only(one, Rule))
        by_id = {rule.id: rule for rule in (found if len(found) == len(ids) else self._all())}
        return tuple(by_id[id] for id in ids)

    def _named(self, id: str = "") -> bytes:
        """Return the key of one rule, or of the names of all."""
        return combined_key(b"rule", self._key, id.encode())

    def _cached(self, keys: Sequence[bytes]) -> list[tuple[object, ...]]:
        """Return what is cached under all of these keys, or nothing."""
        if self._store is None or self._checked is not None:
            return []
        found = self._store.get(keys)
        try:
            return [unpack(found[key], tuple) for key in keys]
        except (KeyError, Unpackable):
            return []

    def _all(self) -> tuple[Rule, ...]:
        """Return the rules, checked now, and keep them."""
        if self._checked is None:
            self._checked = _checked_rules(self._folders, examples=True)
            if self._store is not None:
                self._store.put({self._named(rule.id): pack((rule,)) for rule in self._checked})
            self._keep(tuple(map(_brief, self._checked)))
        return self._checked

    def _keep(self, rules: tuple[Rule, ...]) -> None:
        """Keep rules without their examples, and their names."""
        if self._store is not None:
            kept = {self._key: pack(rules), self._named(): pack(tuple(map(_names, rules)))}
            if self._anywhere:
                kept[self._anywhere] = pack(without_folder(rules))
            self._store.put(kept)


def _names(rule: Rule) -> tuple[str, ...]:
    return (rule.id, rule.code)


def _brief(rule: Rule) -> Rule:
    return replace(rule, examples=()) if rule.examples else rule


def _only(values: Sequence[object], kind: type[T]) -> Iterator[T]:
    return (one for one in values if isinstance(one, kind))


def cached_profiles(store: Store | None, program: bytes) -> tuple[DesignProfile, ...]:
    """Return the design profiles of the program."""
    return _cached(store, combined_key(b"profiles", program), DesignProfile, _checked_profiles)


def _cached(store: Store | None, key: bytes, kind: type[T], make: Callable[[], tuple[T, ...]]) -> tuple[T, ...]:
    packed = store.get([key]).get(key) if store else None
    if packed is not None:
        try:
            return tuple(_only(unpack(packed, tuple), kind))
        except Unpackable:
            return make()
    made = make()
    if store:
        store.put({key: pack(made)})
    return made


def _checked_rules(folders: Sequence[Path], *, examples: bool) -> tuple[Rule, ...]:
    # The engine that checks rules is needed only when a rule has changed.
    from roce_lint.judge.check import load_all_rules

    return load_all_rules(folders, examples=examples)


def _checked_profiles() -> tuple[DesignProfile, ...]:
    ours = compiled_profiles(rules_dir()) if is_installed() else None
    if ours is not None:
        return ours
    from roce_lint.judge.examination import all_profiles

    return all_profiles()
