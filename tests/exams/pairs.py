"""Which two faults are planted together."""

from __future__ import annotations

import random

from tests.exams.config_lines import Fault


def pairs_of(faults: tuple[Fault, ...], seed: str, count: int) -> list[tuple[int, int]]:
    """Return pairs of faults that do not make each other meaningless: neither is of the whole device."""
    rng = random.Random(seed + "-pairs")
    narrow = [index for index, fault in enumerate(faults) if not fault.broad]
    return [tuple(rng.sample(narrow, 2)) for _ in range(count)] if len(narrow) > 1 else []
