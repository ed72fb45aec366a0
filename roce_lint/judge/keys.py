"""Strict reading of a YAML mapping: every key known, present, once and in order, every value of the right shape."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from roce_lint.errors import Problem
from roce_lint.suggest import did_you_mean
from roce_lint.text.yaml_tree import YamlList, YamlMapping, YamlNode, YamlPosition, YamlScalar
from roce_lint.values import replace

E = TypeVar("E", bound=Enum)
NO_TEXT = YamlScalar("", YamlPosition(0, 0))


class Keys:
    """The values of one mapping; what is wrong with it is added to `problems` and read as empty.

    `shape` lists the known keys in their order; True marks those that must be present. `what` names the mapping in
    messages (`rule`, `example`).
    """

    def __init__(
        self, node: YamlNode, shape: Mapping[str, bool], what: str, path: str, problems: list[Problem]
    ) -> None:
        """Check the keys of `node` against `shape`."""
        self._path = path
        self._problems = problems
        self.place = node.place
        self._values: dict[str, YamlNode] = {}
        if not isinstance(node, YamlMapping):
            self.complain(node.place, f"a {what} is a mapping with the keys {', '.join(shape)}")
            return
        order = list(shape)
        latest = 0
        for entry in node.entries:
            key = entry.key.text
            if key not in shape:
                self.complain(entry.key.place, f"a {what} has no key {key!r}{did_you_mean(key, shape)}")
                continue
            if order.index(key) < latest:
                self.complain(entry.key.place, f"{key!r} stands before {order[latest]!r} in a {what}")
            latest = max(latest, order.index(key))
            self._values[key] = entry.value
        missing = [key for key in shape if shape[key] and key not in self._values]
        if missing:
            self.complain(node.place, f"this {what} lacks {', '.join(map(repr, missing))}")

    def complain(self, place: YamlPosition, message: str, offset: int = 0) -> None:
        """Add a problem at `place`, `offset` columns further right."""
        self._problems.append(Problem(self._path, place.line, place.column + offset, message))

    def has(self, key: str) -> bool:
        """Return whether the key is present."""
        return key in self._values

    def node(self, key: str) -> YamlNode:
        """Return the value of a key, an empty text where it is absent."""
        return self._values.get(key, NO_TEXT)

    def scalar(self, key: str) -> YamlScalar:
        """Return a single text, stripped of surrounding white space."""
        node = self._values.get(key)
        if node is None:
            return NO_TEXT
        if not isinstance(node, YamlScalar) or not node.text.strip():
            self.complain(node.place, f"{key!r} is a text that is not empty")
            return NO_TEXT
        return replace(node, text=node.text.strip())

    def text(self, key: str) -> str:
        """Return a single text, line breaks turned into blanks."""
        return " ".join(self.scalar(key).text.split())

    def scalars(self, key: str) -> tuple[YamlScalar, ...]:
        """Return a list of texts."""
        node = self._values.get(key)
        if node is None:
            return ()
        if not isinstance(node, YamlList):
            self.complain(node.place, f"{key!r} is a list")
            return ()
        texts: list[YamlScalar] = []
        for value in node.values:
            if isinstance(value, YamlScalar) and value.text.strip():
                texts.append(replace(value, text=value.text.strip()))
            else:
                self.complain(value.place, f"{key!r} lists texts that are not empty")
        return tuple(texts)

    def nodes(self, key: str) -> tuple[YamlNode, ...]:
        """Return a list of anything."""
        node = self._values.get(key)
        if node is None:
            return ()
        if not isinstance(node, YamlList):
            self.complain(node.place, f"{key!r} is a list")
            return ()
        return node.values

    def texts_by_key(self, key: str) -> tuple[tuple[YamlScalar, YamlScalar], ...]:
        """Return a mapping of texts to texts."""
        node = self._values.get(key)
        if node is None:
            return ()
        if not isinstance(node, YamlMapping):
            self.complain(node.place, f"{key!r} is a mapping")
            return ()
        pairs: list[tuple[YamlScalar, YamlScalar]] = []
        for entry in node.entries:
            if isinstance(entry.value, YamlScalar) and entry.value.text.strip():
                pairs.append((entry.key, entry.value))
            else:
                self.complain(entry.value.place, f"{key!r} gives a text for {entry.key.text!r}")
        return tuple(pairs)

    def choice(self, key: str, choices: type[E], otherwise: E) -> E:
        """Return the Enum member whose value is written; `otherwise` where the key is absent or wrong."""
        scalar = self.scalar(key)
        for member in choices:
            if member.value == scalar.text:
                return member
        if scalar.text:
            hint = did_you_mean(scalar.text, [str(member.value) for member in choices])
            self.complain(scalar.place, f"{key!r} cannot be {scalar.text!r}{hint}")
        return otherwise

    def flag(self, key: str) -> bool:
        """Return `true` or `false`; false where the key is absent."""
        scalar = self.scalar(key)
        if scalar.text not in ("", "true", "false"):
            self.complain(scalar.place, f"{key!r} is true or false, not {scalar.text!r}")
        return scalar.text == "true"
