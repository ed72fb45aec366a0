"""Headroom that the buffer manager reserves by itself, from the platform's table."""

from __future__ import annotations

import pytest

from roce_lint.model.fact import Default, Unknown, known
from tests.os.sonic.conftest import WHOLE, here, line_of

DYNAMIC = {"localhost": WHOLE["DEVICE_METADATA"]["localhost"] | {"buffer_model": "dynamic"}}
NULL = {"Ethernet0|3": {"profile": "NULL"}}


def test_a_profile_of_the_name_that_it_would_make_is_taken_as_it_is(read) -> None:
    device, _, _ = read(BUFFER_PG=None)
    assert device.ports[0].qos.priorities[3].group.headroom_bytes.value == 300_000


@pytest.mark.parametrize(
    "tables",
    [
        {"DEVICE_METADATA": DYNAMIC, "BUFFER_PG": NULL},
        {"BUFFER_PG": None},
        {"BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_400000_5m_profile"}}},
    ],
    ids=["dynamic model", "traditional model", "name of the table's profile"],
)
def test_it_is_what_the_table_has_for_speed_and_cable(read, tables) -> None:
    device, text, _ = read(**tables, CABLE_LENGTH={"AZURE": {"Ethernet0": "5m", "Ethernet8": "40m"}})
    group = device.ports[0].qos.priorities[3].group
    at = here(line_of(text, '"CABLE_LENGTH"', '"Ethernet0"'))
    because = "pg_profile_lookup.ini of ACS-SN5600 for 400G and 5m"
    assert group.headroom_bytes == Default(231_424, at, because)
    assert (group.reserved_bytes, group.sized_by) == (Default(19_456, at, because), because)
    assert device.undefined_references == ()


@pytest.mark.parametrize(
    ("tables", "because"),
    [
        (
            {"CABLE_LENGTH": None},
            "CABLE_LENGTH does not list the port: the buffer manager makes no lossless priority group",
        ),
        (
            {"CABLE_LENGTH": {"AZURE": {"Ethernet0": "0m"}}},
            "a CABLE_LENGTH of 0m takes the lossless priority group away",
        ),
        (
            {"CABLE_LENGTH": {"AZURE": {"Ethernet0": "41m"}}},
            "pg_profile_lookup.ini of ACS-SN5600 has no row for 400G and 41m: no lossless priority group is made",
        ),
        (
            {"DEVICE_METADATA": DYNAMIC},
            "no row of BUFFER_PG names it, and the dynamic buffer model computes headroom for such rows only",
        ),
    ],
    ids=["no cable", "0m", "not in the table", "dynamic without a row"],
)
def test_without_a_row_of_the_table_there_is_none(read, tables, because: str) -> None:
    group = read(**{"BUFFER_PG": None} | tables)[0].ports[0].qos.priorities[3].group
    assert (known(group.headroom_bytes, -1), group.sized_by) == (0, because)


@pytest.mark.parametrize(
    ("tables", "because"),
    [
        ({"BUFFER_POOL": None, "BUFFER_PROFILE": None}, "the file has no BUFFER_POOL"),
        (
            {"DEVICE_METADATA": {"localhost": {"hwsku": "Some-Box"}}},
            "headroom follows from pg_profile_lookup.ini of Some-Box",
        ),
    ],
    ids=["buffers not in the file", "unknown platform"],
)
def test_what_cannot_be_seen_is_unknown(read, tables, because: str) -> None:
    headroom = (
        read(**{"BUFFER_PG": None, "BUFFER_QUEUE": None} | tables)[0].ports[0].qos.priorities[3].group.headroom_bytes
    )
    assert isinstance(headroom, Unknown)
    assert headroom.because.startswith(because)


def test_the_buffer_manager_takes_priorities_for_priority_groups(read) -> None:
    """Priority 3 is sent for group 4 here, and the headroom is made for group 3."""
    row = WHOLE["PORT_QOS_MAP"]["Ethernet0"] | {"pfc_to_pg_map": "ROCE"}
    tables = {"PORT_QOS_MAP": {"Ethernet0": row}, "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": {"ROCE": {"3": "4"}}}
    group = read(BUFFER_PG=None, **tables)[0].ports[0].qos.priorities[3].group
    assert (known(group.headroom_bytes, -1), group.sized_by) == (
        0,
        "pfc_enable does not list it, and no row of BUFFER_PG names it",
    )
