"""The line of a chain at which a pause or a class goes astray."""

from __future__ import annotations

import json

import pytest

from roce_lint.judge.check import check_texts
from tests.all_rules import all_rules

SAME = {str(number): str(number) for number in range(8)}
MAPS = {
    "TC_TO_QUEUE_MAP": SAME,
    "TC_TO_PRIORITY_GROUP_MAP": {key: key if key in "34" else "0" for key in SAME},
    "MAP_PFC_PRIORITY_TO_QUEUE": SAME,
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": {"3": "3", "4": "4"},
}
FIELDS = ("tc_to_queue_map", "tc_to_pg_map", "pfc_to_queue_map", "pfc_to_pg_map")


def found(code: str, texts: dict[str, str]) -> list[str]:
    """Return the lines at which a rule is violated, as text."""
    findings = check_texts(texts, rules=all_rules(examples=False)).findings
    places = [place for one in findings if one.code == code for place in one.places]
    return sorted({texts[place.path].splitlines()[place.line - 1].strip() for place in places})


def leaf(table: str, key: str, value: str) -> str:
    maps = {name: dict(entries) for name, entries in MAPS.items()}
    maps[table][key] = value
    bound = dict.fromkeys(("dscp_to_tc_map", *FIELDS), "R") | {"pfc_enable": "3,4", "pfcwd_sw_enable": "3,4"}
    ports = ("Ethernet0", "Ethernet4")
    tables = {
        "DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
        "PORT": {port: {"speed": "100000", "admin_status": "up"} for port in ports},
        "DSCP_TO_TC_MAP": {"R": {"26": "3", "34": "4"}},
        **{name: {"R": entries} for name, entries in maps.items()},
        "PORT_QOS_MAP": dict.fromkeys(ports, bound),
    }
    return json.dumps(tables, indent=1)


@pytest.mark.parametrize(
    ("table", "key", "value", "line"),
    [
        ("TC_TO_PRIORITY_GROUP_MAP", "4", "3", '"4": "3",'),
        ("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", "4", "5", ""),
        ("MAP_PFC_PRIORITY_TO_QUEUE", "4", "2", '"4": "2",'),
        ("TC_TO_QUEUE_MAP", "4", "2", '"4": "4",'),
    ],
)
def test_a_pause_for_another_queue_is_reported_at_the_map_that_is_odd(
    table: str, key: str, value: str, line: str
) -> None:
    assert found("CLS-003", {"leaf1.json": leaf(table, key, value)}) == ([line] if line else [])


def test_a_priority_that_a_line_puts_beside_unmarked_traffic_is_reported_without_ets() -> None:
    script = "# host: h1\nmlnx_qos -i eth2 --trust dscp --pfc 0,0,0,1,0,0,0,0\nmlnx_qos -i eth2 --prio_tc {}\n"
    texts = {"h1.sh": script.format("0,1,2,0,4,5,6,7"), "h2.sh": script.replace("h1", "h2").format("0,1,2,3,4,5,6,7")}
    assert found("CLS-028", texts) == ["mlnx_qos -i eth2 --prio_tc 0,1,2,0,4,5,6,7"]
