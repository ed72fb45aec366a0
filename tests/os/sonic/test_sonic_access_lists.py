"""Access lists of ACL_TABLE and ACL_RULE, in the words of all systems."""

from __future__ import annotations

import pytest

from roce_lint.model.packet_filter import FilterUse, Hit
from tests.os.sonic.conftest import here, line_of

TABLE = {"HOSTS": {"type": "L3", "stage": "ingress", "ports": "Ethernet0,Ethernet8"}}
DROP = {"PRIORITY": "1", "PACKET_ACTION": "DROP"}


def test_a_list_has_its_ports_and_its_rules_by_priority(read) -> None:
    rules = {"HOSTS|LAST": DROP, "HOSTS|FIRST": {"PRIORITY": "9", "PACKET_ACTION": "FORWARD", "DSCP": "26"}}
    device, text, _ = read(ACL_TABLE=TABLE, ACL_RULE=rules)
    (found,) = device.packet_filters
    place = here(line_of(text, '"HOSTS"', '"ports"'))
    assert (found.name, found.version, found.drops_rest) == ("HOSTS", 4, False)
    assert found.uses == (FilterUse("Ethernet0", True, place), FilterUse("Ethernet8", True, place))
    assert [(one.permits, one.dscps, one.text) for one in found.entries] == [
        (True, frozenset({26}), "ACL_RULE|HOSTS|FIRST FORWARD"),
        (False, None, "ACL_RULE|HOSTS|LAST DROP"),
    ]
    assert found.entries[1].source == here(line_of(text, "HOSTS|LAST", "PACKET_ACTION"))


@pytest.mark.parametrize(
    ("conditions", "hit"),
    [
        ({}, Hit.ALWAYS),
        ({"IP_PROTOCOL": "17", "L4_DST_PORT": "4791"}, Hit.ALWAYS),
        ({"L4_DST_PORT_RANGE": "4000-5000", "ETHER_TYPE": "2048", "IP_TYPE": "IPV4ANY"}, Hit.ALWAYS),
        ({"L4_SRC_PORT_RANGE": "1024-65535"}, Hit.ALWAYS),
        ({"IP_PROTOCOL": "6"}, Hit.NEVER),
        ({"L4_DST_PORT": "53"}, Hit.NEVER),
        ({"ETHER_TYPE": "0x0806"}, Hit.NEVER),
        ({"IP_TYPE": "ARP"}, Hit.NEVER),
        ({"TCP_FLAGS": "0x02/0x02"}, Hit.NEVER),
        ({"L4_SRC_PORT": "50000"}, Hit.PERHAPS),
        ({"IN_PORTS": "Ethernet0"}, Hit.PERHAPS),
        ({"DSCP": "x"}, Hit.PERHAPS),
        ({"BTH_OPCODE": "0x81/0xff"}, Hit.PERHAPS),
    ],
    ids=str,
)
def test_conditions_that_roce_meets(read, conditions: dict[str, str], hit: Hit) -> None:
    device, _, _ = read(ACL_TABLE=TABLE, ACL_RULE={"HOSTS|R": DROP | conditions})
    met = [hit] if hit is not Hit.NEVER else []
    assert [one.hit for one in device.packet_filters[0].entries] == met


def test_addresses_and_the_stage(read) -> None:
    tables = {"V6": {"type": "L3V6", "stage": "EGRESS", "ports": "Ethernet8"}}
    rules = {"V6|R": DROP | {"SRC_IPV6": "2001:db8::/32", "DST_IPV6": "no prefix"}}
    device, _, _ = read(ACL_TABLE=tables, ACL_RULE=rules)
    (found,) = device.packet_filters
    (entry,) = found.entries
    assert (found.version, found.uses[0].incoming) == (6, False)
    assert (entry.origin, entry.target) == ("2001:db8::/32", None)


@pytest.mark.parametrize(
    ("table", "rules"),
    [
        (TABLE, {"HOSTS|R": {"PRIORITY": "1", "PACKET_ACTION": "FORWARD"}}),
        ({"MIRROR": {"type": "MIRROR", "ports": "Ethernet0"}}, {"MIRROR|R": {"MIRROR_INGRESS_ACTION": "s"}}),
        ({"SSH": {"type": "CTRLPLANE", "services": "SSH"}}, {"SSH|R": DROP}),
        (TABLE, {"OTHER|R": DROP}),
    ],
    ids=["no drop", "mirror", "no ports", "rules of another table"],
)
def test_lists_that_drop_nothing_of_a_port(read, table: dict[str, dict[str, str]], rules) -> None:
    assert read(ACL_TABLE=table, ACL_RULE=rules)[0].packet_filters == ()
