"""The cache on disk: an SQLite file of bytes by key, which may be deleted, damaged or locked at any time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from roce_lint.engine.cache_folder import is_own_file
from roce_lint.files.content_hash import blake2b

FILE = "cache-1.sqlite"
LARGEST_BYTES = 1 << 30
"""Above this the older half is dropped."""
PATIENCE_S = 2.0
"""How long another run may hold the file; then this one goes on without it."""
_AT_ONCE = 500
_CHECK_BYTES = 16
_SCHEMA = """
    PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, value BLOB NOT NULL) STRICT;
"""


class Store:
    """Bytes by key. No method raises: what cannot be read is missing, what cannot be written is not kept."""

    def __init__(self, folder: Path, secret: bytes) -> None:
        """Keep in `folder`, which is the user's own, with the user's `secret` (see `cache_folder`)."""
        self._path = folder / FILE
        self._secret = secret

    def get(self, keys: Iterable[bytes]) -> Mapping[bytes, bytes]:
        """Return what is kept under these keys, as far as it is there and undamaged."""
        wanted = list(keys)
        found: dict[bytes, bytes] = {}
        try:
            if not self._path.exists():
                return found
            with closing(self._open()) as base:
                for start in range(0, len(wanted), _AT_ONCE):
                    some = wanted[start : start + _AT_ONCE]
                    rows = base.execute(f"SELECT key, value FROM kept WHERE key IN ({_marks(some)})", some)
                    found.update((key, value[_CHECK_BYTES:]) for key, value in rows if self._is_whole(key, value))
        except sqlite3.OperationalError:
            return found
        except (sqlite3.DatabaseError, TypeError):
            self._drop()
        return found

    def put(self, items: Mapping[bytes, bytes]) -> None:
        """Keep the items, all or none of them."""
        rows = [(key, self._check(key, value) + value) for key, value in items.items()]
        try:
            with closing(self._open()) as base, base:
                base.execute("BEGIN IMMEDIATE")
                base.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", rows)
                self._shrink(base)
        except sqlite3.OperationalError:
            # Locked by another run, read-only, or the disk is full: the next run works it out again.
            return
        except sqlite3.DatabaseError:
            self._drop()

    def _check(self, key: bytes, value: bytes | memoryview) -> bytes:
        """Return what only somebody with the secret can say of a key and its value."""
        check = blake2b(key, digest_size=_CHECK_BYTES, key=self._secret)
        check.update(value)
        return check.digest()

    def _is_whole(self, key: bytes, value: bytes) -> bool:
        """Say whether a value is undamaged, and was kept with the secret."""
        return isinstance(value, bytes) and value[:_CHECK_BYTES] == self._check(key, memoryview(value)[_CHECK_BYTES:])

    def _open(self) -> sqlite3.Connection:
        if not is_own_file(self._path):
            raise sqlite3.OperationalError("the cache is not the user's own")
        base = sqlite3.connect(self._path, timeout=PATIENCE_S, isolation_level=None)
        base.executescript(_SCHEMA)
        return base

    @staticmethod
    def _shrink(base: sqlite3.Connection) -> None:
        (pages,) = base.execute("PRAGMA page_count").fetchone()
        (free,) = base.execute("PRAGMA freelist_count").fetchone()
        (size,) = base.execute("PRAGMA page_size").fetchone()
        if (pages - free) * size > LARGEST_BYTES:
            base.execute(
                "DELETE FROM kept WHERE rowid <= (SELECT rowid FROM kept ORDER BY rowid LIMIT 1 OFFSET "
                "(SELECT count(*) / 2 FROM kept))"
            )

    def _drop(self) -> None:
        """Delete a damaged file; where that is not allowed, every run works without it."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            return


def _marks(some: Sequence[bytes]) -> str:
    return ",".join("?" * len(some))
