"""Names and keys of partitions as OpenSM hands them out while it reads the file.

Source: osm_prtn_make_new, osm_prtn_find_by_name and generate_pkey in opensm/osm_prtn.c of OpenSM 3.3.23.
"""

from __future__ import annotations

from roce_lint.infiniband.partition import DEFAULT_KEY, KeyOrigin, byte_swapped

NAME_BYTES = 31
"""Longer names are stored cut to this, and are never found again."""


class PartitionKeys:
    """Every partition that exists so far, the default one from the start."""

    def __init__(self) -> None:
        self.names: dict[int, bytes] = {DEFAULT_KEY: b"Default"}
        self._by_name: dict[bytes, list[int]] = {b"Default": [DEFAULT_KEY]}
        self._highest_automatic = 0

    def find_or_make(self, name: bytes | None, key: int, origin: KeyOrigin) -> tuple[int, KeyOrigin] | None:
        """Return the key of a definition and where it comes from; None when no automatic key is left.

        `key` is the number written, 0 without one; `name` is None where the name was read as the key.
        """
        key &= DEFAULT_KEY
        if not key:
            known = self._by_name.get(name, []) if name else []
            if known:
                return min(known, key=byte_swapped), KeyOrigin.NAME_KNOWN
            key, origin = self._next_automatic(), KeyOrigin.AUTOMATIC
            if not key:
                return None
        if key not in self.names:
            stored = name[:NAME_BYTES] if name else b"%04x" % key
            self.names[key] = stored
            self._by_name.setdefault(stored, []).append(key)
        return key, origin

    def _next_automatic(self) -> int:
        while self._highest_automatic < DEFAULT_KEY - 1:
            self._highest_automatic += 1
            if self._highest_automatic not in self.names:
                return self._highest_automatic
        return 0
