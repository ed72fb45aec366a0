"""Names are sorted as people sort them."""

from __future__ import annotations

from roce_lint.text.natural_order import natural_order


def test_numbers_in_names_count_as_numbers() -> None:
    names = ["leaf-10", "leaf-2", "spine-1", "leaf-2:eth10", "leaf-2:eth9", "7"]
    assert sorted(names, key=natural_order) == ["7", "leaf-2", "leaf-2:eth9", "leaf-2:eth10", "leaf-10", "spine-1"]
