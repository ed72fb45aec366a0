"""Tables and fields that bear on RoCE, and that are not read, are named; none is passed over in silence."""

from __future__ import annotations

import copy
import json

import pytest

from roce_lint.os.sonic.reader import read_sonic
from roce_lint.text.document import Document
from tests.os.sonic.conftest import WHOLE


def reported(table: str, key: str, row: dict[str, str]) -> tuple[list[str], list[str]]:
    """Return what is not understood, and what is refused, of the database with one row more or changed."""
    whole = copy.deepcopy(WHOLE)
    whole.setdefault(table, {}).setdefault(key, {}).update(row)
    reading = read_sonic(Document("leaf-1/config_db.json", json.dumps(whole, indent=1)))
    refused = [one.because for device in reading.devices for one in device.refused_settings]
    return [line.text for line in reading.unread], refused


@pytest.mark.parametrize(
    ("table", "key", "row", "text"),
    [
        ("FG_NHG", "g", {"bucket_size": "4"}, "FG_NHG|g"),
        ("PORT", "Ethernet0", {"adv_speeds": "100000,400000"}, '"adv_speeds": "100000,400000"'),
        ("BGP_DEVICE_GLOBAL", "STATE", {"tsa_enabled": "true"}, '"tsa_enabled": "true"'),
        ("VXLAN_TUNNEL", "v", {"src_ip": "10.0.0.1", "qos-mode": "pipe"}, '"qos-mode": "pipe"'),
    ],
)
def test_what_is_not_read_is_named(table: str, key: str, row: dict[str, str], text: str) -> None:
    assert reported(table, key, row)[0] == [text]


@pytest.mark.parametrize(
    ("table", "key", "row"),
    [
        ("PORT", "Ethernet0", {"adv_speeds": "all"}),
        ("BGP_DEVICE_GLOBAL", "STATE", {"tsa_enabled": "false"}),
        ("VXLAN_TUNNEL", "v", {"src_ip": "10.0.0.1"}),
    ],
)
def test_what_changes_nothing_is_no_matter(table: str, key: str, row: dict[str, str]) -> None:
    assert reported(table, key, row) == ([], [])


def test_a_lane_makes_one_port() -> None:
    because = "lane 0 belongs to Ethernet0, and a lane makes one port"
    assert reported("PORT", "Ethernet8", {"lanes": "0,1,2,3"}) == ([], [because])
