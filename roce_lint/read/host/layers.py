"""A mapping with layers on top, so that the arms of a condition can be read apart and compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Layers(Generic[K, V]):
    """A mapping whose newest layer takes the writes; reading sees the newest value."""

    def __init__(self) -> None:
        """Start with one empty layer."""
        self._layers: list[dict[K, V]] = [{}]

    def put(self, key: K, value: V) -> None:
        """Write into the newest layer."""
        self._layers[-1][key] = value

    def get(self, key: K, otherwise: V) -> V:
        """Return the newest value of `key`, or `otherwise`."""
        for layer in reversed(self._layers):
            if key in layer:
                return layer[key]
        return otherwise

    def has(self, key: K) -> bool:
        """Say whether any layer has `key`."""
        return any(key in layer for layer in self._layers)

    def open(self) -> None:
        """Put a layer on top."""
        self._layers.append({})

    def close(self) -> dict[K, V]:
        """Take the newest layer off and return what was written into it."""
        return self._layers.pop()

    def join(self, arms: list[dict[K, V]], one_is_taken: bool, disagreed: Callable[[K, V, V], V | None]) -> None:
        """Write what the arms of a condition wrote; where none may be taken, the earlier value is an arm as well.

        `disagreed` gets a key and two values of it and returns what to write, or None when the two are the same.
        """
        joined: dict[K, V] = {}
        for arm in arms:
            for key, value in arm.items():
                if key in joined:
                    value = disagreed(key, joined[key], value) or value
                elif not one_is_taken:
                    earlier = self.get(key, value)
                    value = value if earlier is value else disagreed(key, earlier, value) or value
                joined[key] = value
        self._layers[-1].update(joined)

    def all(self) -> dict[K, V]:
        """Return every key with its newest value, in order of first writing."""
        merged: dict[K, V] = {}
        for layer in self._layers:
            merged.update(layer)
        return merged
