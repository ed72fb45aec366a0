"""`facts` prints routing with the place of every fact, and shared settings of sessions once."""

from __future__ import annotations

import json

from roce_lint.judge.check import Given, build_fabric
from roce_lint.read.read_documents import read_documents
from roce_lint.report.facts_json import facts_json
from roce_lint.text.document import Document

CONFIG = """hostname leaf1
router bgp 65101
   neighbor UP peer group
   neighbor UP remote-as 65001
   neighbor 10.0.0.0 peer group UP
   neighbor 10.0.0.2 peer group UP
"""


def test_sessions_name_the_settings_that_they_share() -> None:
    fabric = build_fabric(read_documents((Document("leaf1.cfg", CONFIG),)), Given())
    routing = json.loads(facts_json(fabric))["devices"][0]["routing"]
    (process,) = routing["bgp"]
    assert [(one["peer"], one["remote_asn"]["line"], one["settings"]) for one in process["neighbors"]] == [
        ("10.0.0.0", 4, "p1"),
        ("10.0.0.2", 4, "p1"),
    ]
    assert routing["peer_settings"]["p1"]["local_asn"] == {
        "value": 65101,
        "known": "stated",
        "path": "leaf1.cfg",
        "line": 2,
        "end_line": 2,
    }
