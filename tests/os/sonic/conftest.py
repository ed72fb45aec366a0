"""A database of SONiC as data, and as the file that `config save` writes."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable

import pytest

from roce_lint.model.device import Device
from roce_lint.model.fact import Source
from roce_lint.model.reading import Reading
from roce_lint.os.sonic.reader import read_sonic
from roce_lint.text.document import Document

Tables = dict[str, dict[str, dict[str, str]]]
PROFILE = "pg_lossless_400000_40m_profile"
NUMBERS = {str(number): str(number) for number in range(8)}
WHOLE: Tables = {
    "DEVICE_METADATA": {"localhost": {"hostname": "leaf-1", "hwsku": "ACS-SN5600", "bgp_asn": "65101"}},
    "PORT": {
        "Ethernet0": {"lanes": "0,1,2,3", "speed": "400000", "mtu": "9100", "admin_status": "up"},
        "Ethernet8": {"lanes": "8,9,10,11", "speed": "400000", "mtu": "9100", "admin_status": "up"},
    },
    "INTERFACE": {"Ethernet0": {}, "Ethernet0|10.0.0.1/31": {}, "Ethernet8": {}, "Ethernet8|10.0.0.3/31": {}},
    "DSCP_TO_TC_MAP": {"ROCE": {str(dscp): {26: "3", 48: "6"}.get(dscp, "0") for dscp in range(64)}},
    "TC_TO_QUEUE_MAP": {"ROCE": dict(NUMBERS)},
    "TC_TO_PRIORITY_GROUP_MAP": {"ROCE": {key: "3" if key == "3" else "0" for key in NUMBERS}},
    "MAP_PFC_PRIORITY_TO_QUEUE": {"ROCE": dict(NUMBERS)},
    "PORT_QOS_MAP": {
        port: {
            "dscp_to_tc_map": "ROCE",
            "tc_to_queue_map": "ROCE",
            "tc_to_pg_map": "ROCE",
            "pfc_to_queue_map": "ROCE",
            "pfc_enable": "3",
            "pfcwd_sw_enable": "3",
        }
        for port in ("Ethernet0", "Ethernet8")
    },
    "WRED_PROFILE": {
        "ROCE": {
            "ecn": "ecn_all",
            "wred_green_enable": "true",
            "green_min_threshold": "400000",
            "green_max_threshold": "1600000",
            "green_drop_probability": "20",
        }
    },
    "SCHEDULER": {
        "bulk": {"type": "DWRR", "weight": "20"},
        "roce": {"type": "DWRR", "weight": "80"},
        "cnp": {"type": "STRICT"},
    },
    "QUEUE": {
        f"{port}|{number}": fields
        for port in ("Ethernet0", "Ethernet8")
        for number, fields in (
            ("0", {"scheduler": "bulk"}),
            ("3", {"scheduler": "roce", "wred_profile": "ROCE"}),
            ("6", {"scheduler": "cnp"}),
        )
    },
    "BUFFER_POOL": {
        "ingress_lossless_pool": {"type": "ingress", "mode": "dynamic", "size": "100000000", "xoff": "20000000"},
        "egress_lossless_pool": {"type": "egress", "mode": "static", "size": "100000000"},
    },
    "BUFFER_PROFILE": {
        PROFILE: {
            "pool": "ingress_lossless_pool",
            "size": "19456",
            "xon": "19456",
            "xon_offset": "20000",
            "xoff": "300000",
            "dynamic_th": "-1",
        },
        "egress": {"pool": "egress_lossless_pool", "size": "0", "static_th": "90000000"},
    },
    "BUFFER_PG": {
        "Ethernet0|3": {"profile": PROFILE},
        "Ethernet8|3": {"profile": PROFILE},
    },
    "BUFFER_QUEUE": {"Ethernet0|3-4": {"profile": "egress"}, "Ethernet8|3-4": {"profile": "egress"}},
    "CABLE_LENGTH": {"AZURE": {"Ethernet0": "40m", "Ethernet8": "40m"}},
    "PFC_WD": {
        "GLOBAL": {"POLL_INTERVAL": "100"},
        **{
            port: {"action": "drop", "detection_time": "200", "restoration_time": "400"}
            for port in ("Ethernet0", "Ethernet8")
        },
    },
}


def changed(**tables: dict[str, dict[str, str]] | None) -> Tables:
    """Return the whole database with rows of tables replaced; None takes a table away, an empty row takes a row."""
    found = copy.deepcopy(WHOLE)
    for table, rows in tables.items():
        if rows is None:
            found.pop(table, None)
        else:
            found[table] = {**found.get(table, {}), **rows}
    return found


def text_of(tables: object) -> str:
    """Return a database as `config save` writes it."""
    return json.dumps(tables, indent=4) + "\n"


def line_of(text: str, *words: str) -> int:
    """Return the number of the line that holds the last word, below lines that hold those before it."""
    lines, at = text.split("\n"), -1
    for word in words:
        at = next(number for number in range(at + 1, len(lines)) if word in lines[number])
    return at + 1


@pytest.fixture
def read() -> Callable[..., tuple[Device, str, Reading]]:
    """Read a database with some of its tables changed: the device, the text, and all that was read."""

    def device(**tables: dict[str, dict[str, str]] | None) -> tuple[Device, str, Reading]:
        text = text_of(changed(**tables))
        reading = read_sonic(Document("config_db.json", text))
        return reading.devices[0], text, reading

    return device


def here(line: int, end_line: int = 0) -> Source:
    """Return lines of the database's file."""
    return Source("config_db.json", line, end_line or line)
