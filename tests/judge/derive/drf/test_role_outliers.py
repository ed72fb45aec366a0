"""What is usual in a role is the same in whatever order devices are looked at."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.judge.derive.drf.role_outliers import SETTINGS, OddSetting, RoleRow, odd_settings

OWN, TABLE = ("eos", "7060", 1, "host", 100), ("eos", "", 0, "", 1)
KMIN, TABLE_OF_DSCPS = SETTINGS.index("Kmin (bytes)"), len(SETTINGS) - 1


def rows(kmin: int, dscps: str) -> tuple[RoleRow, ...]:
    own = tuple(kmin if number == KMIN else 7 for number in range(len(SETTINGS)))
    whole = tuple(dscps if number == TABLE_OF_DSCPS else 7 for number in range(len(SETTINGS)))
    return RoleRow(OWN, own, 2), RoleRow(TABLE, whole, 2)


FABRIC = {f"leaf{number}": rows(1000, "26") for number in range(1, 5)} | {"odd": rows(2000, "28")}


def never(name: str, other: str) -> bool:
    """Say that two switches cannot have one role."""
    return False


@given(st.permutations(sorted(FABRIC)), st.booleans())
def test_the_order_of_devices_and_rows_does_not_matter(names: list[str], is_turned: bool) -> None:
    shown = {name: FABRIC[name][::-1] if is_turned else FABRIC[name] for name in names}
    assert odd_settings(shown, never) == (
        OddSetting(OWN, KMIN, 1000, "odd", 4, 5),
        OddSetting(TABLE, TABLE_OF_DSCPS, "26", "odd", 4, 5),
    )


UNKNOWN_HARDWARE = ("nxos", "", 1, "host", 100)
SPLIT = {
    "half of a known platform": ([1000, 1000, 2000, 2000], OWN, [("leaf3", 1000), ("leaf4", 1000)]),
    "half of unknown hardware": ([1000, 1000, 2000, 2000], UNKNOWN_HARDWARE, []),
    "half of unknown hardware by four": (
        [1000, 1000, 4000, 4000],
        UNKNOWN_HARDWARE,
        [("leaf3", 1000), ("leaf4", 1000)],
    ),
    "two of six": ([1000, 3000, 1000, 3000, 1000, 1000], OWN, [("leaf2", 1000), ("leaf4", 1000)]),
    "a pair": ([1000, 2000], OWN, []),
    "a pair by four, of which neither is the odd one": ([1000, 4000], OWN, []),
    "three values": ([1000, 1000, 2000, 4000], OWN, []),
}


@pytest.mark.parametrize(("kmins", "group", "odd"), SPLIT.values(), ids=SPLIT)
def test_groups_without_a_majority_are_compared(
    kmins: list[int], group: tuple[object, ...], odd: list[tuple[str, int]]
) -> None:
    shown = {
        f"leaf{number}": (RoleRow(group, tuple(kmin if place == KMIN else 7 for place in range(len(SETTINGS))), 2),)
        for number, kmin in enumerate(kmins, 1)
    }
    assert [(one.device, one.usual) for one in odd_settings(shown, never)] == odd


@pytest.mark.parametrize(
    ("setting", "usual", "other", "is_odd"),
    [
        ("Kmin (bytes)", 600_000, 6_000, True),
        ("Kmin (bytes)", 600_000, 150_000, False),
        ("RoCE queue weight (%)", 50, 40, True),
        ("CNP queue", "strict", "weighted", True),
    ],
)
def test_a_port_of_unknown_speed_is_odd_where_no_speed_explains_it(
    setting: str, usual: object, other: object, is_odd: bool
) -> None:
    group, at = ("eos", "7060", 1, "host", 0), SETTINGS.index(setting)

    def row(value: object, ports: int) -> RoleRow:
        return RoleRow(group, tuple(value if place == at else 7 for place in range(len(SETTINGS))), ports)

    shown = {"leaf1": (row(usual, 4),), "leaf2": (row(usual, 3), row(other, 1))}
    assert odd_settings(shown, never) == ((OddSetting(group, at, usual, "leaf2", 1, 2),) if is_odd else ())
