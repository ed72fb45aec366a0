"""SONiC: a fault in config_db.json is fixed by a JSON patch, and the file is then as it was before, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.fix.conftest import Fabric
from tests.os.sonic_render.fabric import fabric as pods

PATH = "configs/leaf-1/config_db.json"
PORT = "Ethernet0"
Database = dict[str, dict[str, dict[str, str]]]
WD = {"action": "drop", "detection_time": "200", "restoration_time": "400"}
QOS = {
    "dscp_to_tc_map": "AZURE",
    "pfc_enable": "3",
    "pfc_to_queue_map": "AZURE",
    "pfcwd_sw_enable": "3",
    "tc_to_pg_map": "AZURE",
    "tc_to_queue_map": "AZURE",
}


def without(*path: str) -> Callable[[Database], None]:
    def change(database: Database) -> None:
        inner: Any = database
        for name in path[:-1]:
            inner = inner[name]
        del inner[path[-1]]

    return change


def with_value(*path: str) -> Callable[[Database], None]:
    return lambda database: database[path[0]][path[1]].update({path[2]: path[3]})


def replaced(path: str, value: str) -> dict[str, object]:
    return {"op": "replace", "path": path, "value": value}


def added(path: str, value: object) -> dict[str, object]:
    return {"op": "add", "path": path, "value": value}


QUEUE = f"/QUEUE/{PORT}|3/wred_profile"
FAULTS: dict[str, tuple[Callable[[Database], None], str, list[dict[str, object]]]] = {
    "pfc_enable is missing": (
        without("PORT_QOS_MAP", PORT, "pfc_enable"),
        "pfc-link-ends-differ",
        [added(f"/PORT_QOS_MAP/{PORT}/pfc_enable", "3")],
    ),
    "row of PORT_QOS_MAP is missing": (
        without("PORT_QOS_MAP", PORT),
        "roce-port-without-qos",
        [added(f"/PORT_QOS_MAP/{PORT}", QOS)],
    ),
    "reference in brackets": (
        with_value("PORT_QOS_MAP", PORT, "tc_to_pg_map", "[TC_TO_PRIORITY_GROUP_MAP|AZURE]"),
        "undefined-reference",
        [replaced(f"/PORT_QOS_MAP/{PORT}/tc_to_pg_map", "AZURE")],
    ),
    "name of no row": (
        with_value("PORT_QOS_MAP", PORT, "tc_to_pg_map", "AZUR"),
        "undefined-reference",
        [replaced(f"/PORT_QOS_MAP/{PORT}/tc_to_pg_map", "AZURE")],
    ),
    "class lost its priority group": (
        with_value("TC_TO_PRIORITY_GROUP_MAP", "AZURE", "3", "0"),
        "roce-in-lossy-class",
        [replaced("/TC_TO_PRIORITY_GROUP_MAP/AZURE/3", "3")],
    ),
    "range of priorities": (
        with_value("PORT_QOS_MAP", PORT, "pfc_enable", "3-3"),
        "setting-refused-by-device",
        [replaced(f"/PORT_QOS_MAP/{PORT}/pfc_enable", "3")],
    ),
    "row of PFC_WD is missing": (
        without("PFC_WD", PORT),
        "watchdog-missing-on-host-port",
        [added(f"/PFC_WD/{PORT}", WD)],
    ),
    "pfcwd_sw_enable is missing": (
        without("PORT_QOS_MAP", PORT, "pfcwd_sw_enable"),
        "watchdog-missing-on-host-port",
        [added(f"/PORT_QOS_MAP/{PORT}/pfcwd_sw_enable", "3")],
    ),
    "watchdog time that is refused": (
        with_value("PFC_WD", PORT, "detection_time", "50"),
        "watchdog-missing-on-host-port",
        [replaced(f"/PFC_WD/{PORT}/detection_time", "200")],
    ),
    "RoCE in a lossy class": (
        with_value("DSCP_TO_TC_MAP", "AZURE", "26", "1"),
        "roce-in-lossy-class",
        [replaced("/DSCP_TO_TC_MAP/AZURE/26", "3")],
    ),
    "queue without WRED": (
        without("QUEUE", f"{PORT}|3", "wred_profile"),
        "ecn-missing-on-roce-queue",
        [added(QUEUE, "AZURE_LOSSLESS")],
    ),
    "WRED that drops": (
        with_value("WRED_PROFILE", "AZURE_LOSSLESS", "ecn", "ecn_none"),
        "wred-drops-roce",
        [replaced("/WRED_PROFILE/AZURE_LOSSLESS/ecn", "ecn_all")],
    ),
}


def test_a_misspelt_table_is_called_as_it_should_be(fabric: Any) -> None:
    healthy = fabric("sonic")
    broken = healthy.broken(PATH, lambda text: text.replace('"PORT_QOS_MAP"', '"PORT_QOS_MAPS"'))
    plan = broken.plan("setting-refused-by-device")
    assert [one["op"] for one in json.loads("\n".join(plan.safe[0].commands))] == ["remove", "add"]
    assert plan.contents[PATH] == healthy.files[PATH]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_fault_goes_and_the_file_is_as_before(fabric: Any, fault: str) -> None:
    change, rule, patch = FAULTS[fault]
    healthy = fabric("sonic")
    broken = healthy.broken(PATH, lambda text: changed(text, change))
    plan = broken.plan(rule)
    (remedy,) = plan.safe
    assert (remedy.path, json.loads("\n".join(remedy.commands))) == (PATH, patch)
    assert len(json.loads("\n".join(remedy.rollback))) == len(patch)
    # A field behind all others goes in front of the last one, whose line then keeps having no comma.
    fixed, before = plan.contents[PATH].decode(), healthy.files[PATH].decode()
    assert json.loads(fixed) == json.loads(before)
    assert fixed == before or fault == "queue without WRED"


def changed(text: str, change: Callable[[Database], None]) -> str:
    """Return the text of a database with a fault, laid out as before."""
    database: Database = json.loads(text)
    change(database)
    return json.dumps(database, indent=4) + "\n"


def test_a_database_in_one_line_is_fixed_in_that_line(fabric: Any) -> None:
    def change(text: str) -> str:
        database: Database = json.loads(text)
        database["DSCP_TO_TC_MAP"]["AZURE"]["26"] = "1"
        return json.dumps(database)

    broken = fabric("sonic").broken(PATH, change)
    contents = broken.plan("roce-in-lossy-class").contents[PATH].decode()
    assert contents == broken.files[PATH].decode().replace('"26": "1"', '"26": "3"')


def test_a_range_with_priorities_that_nobody_wants_lossless_is_only_shown(fabric: Any) -> None:
    change = with_value("PORT_QOS_MAP", PORT, "pfc_enable", "3-4")
    broken = fabric("sonic").broken(PATH, lambda text: changed(text, change))
    (remedy,) = broken.plan("setting-refused-by-device").remedies
    assert remedy.unsafe == "not every one of them is lossless in this fabric"


def test_several_rows_behind_one_place_are_all_added() -> None:
    def change(database: Database) -> None:
        del database["PORT_QOS_MAP"]["Ethernet0"], database["PORT_QOS_MAP"]["Ethernet4"]

    healthy = Fabric({path: text.encode() for path, text in pods("Z9664F").texts.items() if ".clab." not in path})
    fixed = healthy.broken(PATH, lambda text: changed(text, change)).fixed()
    assert fixed.files[PATH] == healthy.files[PATH]
