"""A mapping with layers on top, so that the arms of a condition can be read apart and compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class ValuesRead(dict[K, V]):
    """What was read of the values of a mapping, which stays as it is; `absent` are the keys that it lacks."""

    def __init__(self, layers: Layers[K, V]) -> None:
        """Start without having read anything of `layers`."""
        super().__init__()
        self.absent: set[K] = set()
        self._layers = layers

    def __contains__(self, key: object) -> bool:
        """Say whether the mapping has a key, and note its value."""
        if super().__contains__(key):
            return True
        if key in self.absent:
            return False
        name: K = key  # type: ignore[assignment]  # only keys of the mapping are asked for
        if not self._layers.has(name):
            self.absent.add(name)
            return False
        self[name] = self._layers.known(name)
        return True

    def release(self) -> None:
        """Keep what was read, and nothing else of the mapping."""
        self._layers = Layers()


class Layers(Generic[K, V]):
    """A mapping whose newest layer takes the writes; reading sees the newest value."""

    def __init__(self) -> None:
        """Start with one empty layer."""
        self._layers: list[dict[K, V]] = [{}]

    def observed(self) -> tuple[Layers[K, V], ValuesRead[K, V], dict[K, V]]:
        """Return layers above these, which stay as they are; what is read of these; and what is written."""
        above: Layers[K, V] = Layers()
        earlier, written = ValuesRead(self), above._layers[0]
        above._layers = [earlier, written]
        return above, earlier, written

    def put_all(self, values: Mapping[K, V]) -> None:
        """Write into the newest layer."""
        self._layers[-1].update(values)

    def put(self, key: K, value: V) -> None:
        """Write into the newest layer."""
        self._layers[-1][key] = value

    def get(self, key: K, otherwise: V) -> V:
        """Return the newest value of `key`, or `otherwise`."""
        for layer in reversed(self._layers):
            if key in layer:
                return layer[key]
        return otherwise

    def known(self, key: K) -> V:
        """Return the newest value of `key`. Raises KeyError where there is none."""
        for layer in reversed(self._layers):
            if key in layer:
                return layer[key]
        raise KeyError(key)

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
