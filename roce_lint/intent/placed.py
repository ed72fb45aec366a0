"""An intent that remembers where it was read, so that what is wrong with it is reported with its place."""

from __future__ import annotations

from typing import TypeVar

from pydantic import PrivateAttr

from roce_lint.errors import Problem
from roce_lint.intent.model_types import IntentPart
from roce_lint.intent.yaml_positions import YamlDocument, YamlPath
from roce_lint.values import dataclass, field

P = TypeVar("P", bound="PlacedIntent")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an intent was read: equal intents stay equal, wherever they stand."""

    path: str = field(default="", compare=False)
    document: YamlDocument | None = field(default=None, compare=False)


class PlacedIntent(IntentPart):
    """The top of an intent."""

    _origin: Origin = PrivateAttr(default=Origin())

    def placed(self: P, origin: Origin) -> P:
        """Return the same intent, remembering where it was read."""
        copy = self.model_copy()
        copy._origin = origin
        return copy

    def problem(self, at: YamlPath, message: str) -> Problem:
        """Return a problem at the key or list entry `at`, or at what stands nearest around it in the file."""
        document = self._origin.document
        if document is None:
            return Problem(self._origin.path, 0, 0, message)
        place = document.place_of(at)
        return Problem(self._origin.path, place.line, place.column, message)
