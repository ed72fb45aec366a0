"""What holds for a port that states some bindings itself and inherits others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

Slot = TypeVar("Slot")
Binding = TypeVar("Binding")


def inherited(layers: Iterable[Mapping[Slot, Binding]]) -> dict[Slot, Binding]:
    """Return each binding of the first layer that has it, the most particular layer first.

    A layer is what one block says: an interface, its profile, its channel, the device. Slots are what can be bound
    once, such as the DSCP map of a port or the curve of queue 3: a profile that sets one queue keeps the others.
    """
    found: dict[Slot, Binding] = {}
    for layer in layers:
        for slot, binding in layer.items():
            found.setdefault(slot, binding)
    return found
