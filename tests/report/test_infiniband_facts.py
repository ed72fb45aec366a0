"""What `facts` prints of InfiniBand: readable GUIDs and keys, a place for every fact, and no secret."""

from __future__ import annotations

import json
from pathlib import Path

from roce_lint.judge.check import read_configs
from roce_lint.report.facts_json import facts_json
from roce_lint.report.infiniband_facts import infiniband_text

SOUND = Path(__file__).parents[2] / "fixtures" / "opensm" / "two-tenants"


def test_text_names_partitions_managers_and_the_subnet() -> None:
    fabric = read_configs(SOUND / "sm-1" / "partitions.conf", SOUND / "ibnetdiscover.txt", SOUND / "sminfo.txt")
    lines = [line.replace(f"{SOUND}/", "") for line in infiniband_text(fabric.infiniband)]
    assert lines == [
        "partitions sm-1/partitions.conf: accepted",
        "  0x7fff Default: ALL=limited, SELF=full",
        "  0x0101 blue: 4 ports full",
        "  0x0102 red: 4 ports full",
        "  0x0100 storage: 2 ports full, 8 ports limited",
        "InfiniBand subnet of 2 files: 12 channel adapters, 6 switches, 0 routers, 28 cables",
        "  subnet prefix ?, 0 forwarding tables",
        "  subnet manager sm-1: master, priority 14",
        "  subnet manager sm-2: standby, priority 13",
    ]


def test_json_has_places_and_no_secret() -> None:
    text = facts_json(read_configs(SOUND))
    found = json.loads(text)["infiniband"]
    assert [one["kind"] for one in found] == [
        "list of GUIDs",
        *["subnet manager options", "partitions"] * 2,
        "subnet",
    ]
    (subnet,) = [one for one in found if one["kind"] == "subnet"]
    first = subnet["nodes"][0]
    assert (first["guid"], first["kind"], first["name"]) == ("0x08c0385030070000", "channel adapter", "sm-1")
    place = {"path": f"{SOUND}/ibnetdiscover.txt", "line": 168, "end_line": 168}
    assert first["ports"][0]["lid"] == {"value": 1, "known": "stated", **place}
    for secret in ("0x1be4c07f95a23d68", "2009862284471778664", "0x4f1c9a7e22d05b13", "0x7d0be5c1934fa826"):
        assert secret not in text
