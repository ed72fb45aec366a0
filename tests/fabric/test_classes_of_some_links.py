"""Lossless classes that only some links have: the mark of two ToR switches that hand packets on to each other."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from roce_lint.fabric.domain import roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import lint
from roce_lint.judge.verdict import Verdict
from roce_lint.model.device import PortRef
from roce_lint.model.fact import known
from tests.all_rules import all_rules

Build = Callable[..., Fabric]
Row = dict[str, str]

EVERYWHERE, UPLINKS = "3,4", "2,3,4,6"
TABLES: dict[str, dict[str, Row]] = {
    "DSCP_TO_TC_MAP": {
        "AZURE": {"0": "1", "2": "1", "3": "3", "4": "4", "6": "1"},
        "AZURE_UPLINK": {"0": "1", "2": "2", "3": "3", "4": "4", "6": "6"},
    },
    "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"0": "0", "1": "0", "2": "2", "3": "3", "4": "4", "6": "6"}},
    "TC_TO_QUEUE_MAP": {"AZURE": {str(number): str(number) for number in range(8)}},
    "WRED_PROFILE": {"MARK": {"ecn": "ecn_all", "wred_green_enable": "true"}},
}


def database(pauses: list[tuple[str, str]]) -> str:
    """Return a database with a port for each pair of a map and a list of priorities."""
    names = [f"Ethernet{4 * number}" for number in range(len(pauses))]
    port = {"speed": "100000", "lanes": "1", "admin_status": "up"}
    common = {"tc_to_pg_map": "AZURE", "tc_to_queue_map": "AZURE"}
    tables = TABLES | {
        "PORT": dict.fromkeys(names, port),
        "PORT_QOS_MAP": {
            name: common | {"dscp_to_tc_map": table, "pfc_enable": listed}
            for name, (table, listed) in zip(names, pauses, strict=True)
        },
        "QUEUE": {f"{name}|3": {"wred_profile": "MARK"} for name in names},
    }
    return json.dumps(tables, indent=1)


DOWN, UP = ("AZURE", EVERYWHERE), ("AZURE_UPLINK", UPLINKS)


def test_classes_with_markings_of_their_own_are_of_some_links_only(fabric_of: Build) -> None:
    design = fabric_of(a=database([DOWN, DOWN, UP, UP, UP])).design
    assert design.priorities_of_some_links == {2, 6}
    assert (design.lossless_priorities.value, design.roce_dscps.value) == ({3, 4}, {3, 4})


@pytest.mark.parametrize(
    "pauses",
    [
        pytest.param([DOWN, UP, UP, UP], id="one port alone lacks them"),
        pytest.param([("AZURE_UPLINK", EVERYWHERE)] * 2 + [UP] * 2, id="their markings arrive where nothing pauses"),
        pytest.param([DOWN, DOWN, ("AZURE", UPLINKS), ("AZURE", UPLINKS)], id="no marking gets them"),
        pytest.param([("AZURE", "5"), ("AZURE", "5"), UP, UP], id="nothing is common to all ports"),
    ],
)
def test_what_is_forgotten_is_no_class_of_some_links(fabric_of: Build, pauses: list[tuple[str, str]]) -> None:
    assert fabric_of(a=database(pauses)).design.priorities_of_some_links == frozenset()


def test_no_finding_speaks_of_classes_of_some_links(fabric_of: Build) -> None:
    rules = all_rules(examples=False)
    apart, alike = (
        lint(fabric_of(a=database(pauses)), rules).findings for pauses in ([DOWN] * 2 + [UP] * 2, [DOWN] * 4)
    )
    assert {one.rule for one in apart if one.verdict is Verdict.VIOLATED} == {
        one.rule for one in alike if one.verdict is Verdict.VIOLATED
    }


@pytest.mark.parametrize(("speed", "crosses"), [("10000", False), ("25000", True)])
def test_a_port_of_service_without_pfc_is_left_out(fabric_of: Build, *, speed: str, crosses: bool) -> None:
    text = database([DOWN, DOWN, ("AZURE", "")])
    before, after = text.rsplit('"speed": "100000"', 1)
    fabric = fabric_of(a=f'{before}"speed": "{speed}"{after}')
    assert known(roce_domain(fabric)[PortRef("a", "Ethernet8")], None) is crosses
