"""Sizes are converted at the edge, once."""

from __future__ import annotations

import pytest

from roce_lint.units import bytes_from


@pytest.mark.parametrize(
    ("amount", "unit", "cell_bytes", "expected"),
    [(150, "kbytes", 0, 150_000), (2, "mbytes", 0, 2_000_000), (3, "cells", 254, 762), (7, "bytes", 0, 7)],
)
def test_sizes_are_bytes(amount: int, unit: str, cell_bytes: int, expected: int) -> None:
    assert bytes_from(amount, unit, cell_bytes) == expected


@pytest.mark.parametrize("unit", ["segments", "cells"])
def test_cells_without_a_size_are_refused(unit: str) -> None:
    with pytest.raises(ValueError, match="without the platform's cell size"):
        bytes_from(3, unit, 0)


def test_an_unknown_unit_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(ValueError, match="unknown unit of size 'kb'; known are bytes, kbytes, mbytes, segments, cells"):
        bytes_from(3, "kb")
