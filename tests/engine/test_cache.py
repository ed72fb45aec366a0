from __future__ import annotations

import os
import pickle
import sqlite3
import sys
from pathlib import Path

import pytest

from roce_lint.engine import cache_keys
from roce_lint.engine.cache_folder import cache_folder, cache_secret
from roce_lint.engine.cache_keys import program_key, value_key
from roce_lint.engine.cache_store import FILE, Store
from roce_lint.engine.packed import Unpackable, pack, unpack
from roce_lint.model.fact import Default, Source, Stated
from roce_lint.model.terms import Trust

PLACE = Source("leaf1.cfg", 3, 4)


def test_values_come_back_as_they_were_and_share_what_they_shared() -> None:
    fact = Stated(frozenset({3, 4}), PLACE)
    value = (fact, (Default(Trust.DSCP, PLACE, "because"), fact), "é\udc80", 1.5, None)
    back = unpack(pack(value), tuple)
    assert back == value
    assert back[0] is back[1][1]


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("echo no",)


@pytest.mark.parametrize(
    "packed",
    [
        pickle.dumps(_Evil()),
        pickle.dumps(Path("x")),
        b"croce_lint.cache.packed\npack\n.",
        b"croce_lint.facts.fact\nSource\n(tR.",
        pack((1, 2))[:-3],
        pack("not a tuple"),
        b"",
    ],
    ids=["a call", "a foreign class", "a function of ours", "too few values", "cut off", "another kind", "nothing"],
)
def test_bytes_that_are_no_plain_value_are_refused(packed: bytes) -> None:
    with pytest.raises(Unpackable):
        unpack(packed, tuple)


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    Store(tmp_path, b"secret").put({b"a": b"one", b"b": b"two"})
    assert Store(tmp_path, b"secret").get([b"a", b"b", b"c"]) == {b"a": b"one", b"b": b"two"}


def test_a_changed_value_is_not_believed(tmp_path: Path) -> None:
    Store(tmp_path, b"secret").put({b"a": b"one", b"b": b"two"})
    with sqlite3.connect(tmp_path / FILE) as base:
        base.execute("UPDATE kept SET value = CAST(substr(value, 1, 16) || x'00' AS BLOB) WHERE key = x'61'")
    base.close()
    assert Store(tmp_path, b"secret").get([b"a", b"b"]) == {b"b": b"two"}


@pytest.mark.parametrize("damage", [b"", b"no database at all", b"SQLite format 3\0" + 200 * b"\xff"])
def test_a_damaged_file_is_dropped_and_made_again(tmp_path: Path, damage: bytes) -> None:
    store = Store(tmp_path, b"secret")
    store.put({b"a": b"one"})
    (tmp_path / FILE).write_bytes(damage)
    assert store.get([b"a"]) == {}
    store.put({b"a": b"again"})
    store.put({b"a": b"again"})
    assert store.get([b"a"]) == {b"a": b"again"}


def test_a_locked_file_is_passed_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roce_lint.engine.cache_store.PATIENCE_S", 0.05)
    store = Store(tmp_path, b"secret")
    store.put({b"a": b"one"})
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    store.put({b"b": b"two"})
    assert store.get([b"a"]) == {}
    other.execute("ROLLBACK")
    other.close()
    assert store.get([b"a", b"b"]) == {b"a": b"one"}


def test_a_folder_that_others_may_write_to_is_no_place_for_a_cache(tmp_path: Path) -> None:
    ours, open_to_all = tmp_path / "ours", tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    link = tmp_path / "link"
    link.symlink_to(ours)
    assert cache_folder(str(ours)) == ours
    assert cache_folder(str(open_to_all)) is None
    assert cache_folder(str(link)) is None
    assert cache_folder(str(tmp_path / "file" / "below")) is not None
    assert sorted(path.name for path in ours.iterdir()) == [".gitignore", "CACHEDIR.TAG"]
    assert ours.stat().st_mode & 0o777 == 0o700


def test_a_file_that_another_may_write_to_is_not_read(tmp_path: Path) -> None:
    store = Store(tmp_path, b"secret")
    store.put({b"a": b"one"})
    (tmp_path / FILE).chmod(0o666)
    assert store.get([b"a"]) == {}


def test_keys_tell_values_apart_and_not_the_order_of_sets() -> None:
    assert value_key(frozenset({"a", "b", "c"})) == value_key(frozenset({"c", "b", "a"}))
    values = [
        ("a", "b"),
        ("a,b",),
        ("ab", ""),
        frozenset({"a", "b"}),
        PLACE,
        Stated("a", PLACE),
        Trust.DSCP,
        "Trust.DSCP",
        None,
    ]
    assert len({value_key(value) for value in values}) == len(values)


def test_another_python_or_release_finds_nothing_of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {program_key()}
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version", f"{sys.version} of another build")
        keys.add(program_key())
    with monkeypatch.context() as patch:
        patch.setattr(cache_keys, "version", lambda: "99.0")
        keys.add(program_key())
    assert len(keys) == 3
    assert program_key() in keys


def test_what_was_kept_with_another_secret_is_not_believed(tmp_path: Path) -> None:
    Store(tmp_path, b"of somebody else").put({b"a": b"forged"})
    assert Store(tmp_path, b"secret").get([b"a"]) == {}
    assert Store(tmp_path, b"of somebody else").get([b"a"]) == {b"a": b"forged"}


def test_a_secret_is_made_once_and_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("ROCE_LINT_CACHE_SECRET", raising=False)
    first = cache_secret()
    assert first is not None
    assert (len(first), cache_secret()) == (32, first)
    path = tmp_path / "roce-lint/secret"
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o666)
    assert cache_secret() is None
    monkeypatch.setenv("ROCE_LINT_CACHE_SECRET", "carried along")
    assert cache_secret() == b"carried along"
