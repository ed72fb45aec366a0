"""What is usual in a role is the same in whatever order devices are looked at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roce_lint.judge.derive.role_outliers import SETTINGS, OddSetting, RoleRow, odd_settings

OWN, TABLE = ("eos", "7060", 1, "host", 100), ("eos", "", 0, "", 1)
KMIN, TABLE_OF_DSCPS = SETTINGS.index("Kmin (bytes)"), len(SETTINGS) - 1


def rows(kmin: int, dscps: str) -> tuple[RoleRow, ...]:
    own = tuple(kmin if number == KMIN else 7 for number in range(len(SETTINGS)))
    whole = tuple(dscps if number == TABLE_OF_DSCPS else 7 for number in range(len(SETTINGS)))
    return RoleRow(OWN, own, 2), RoleRow(TABLE, whole, 2)


FABRIC = {f"leaf{number}": rows(1000, "26") for number in range(1, 5)} | {"odd": rows(2000, "28")}


@given(st.permutations(sorted(FABRIC)), st.booleans())
def test_the_order_of_devices_and_rows_does_not_matter(names: list[str], is_turned: bool) -> None:
    shown = {name: FABRIC[name][::-1] if is_turned else FABRIC[name] for name in names}
    assert odd_settings(shown) == (
        OddSetting(OWN, KMIN, 1000, "odd"),
        OddSetting(TABLE, TABLE_OF_DSCPS, "26", "odd"),
    )
