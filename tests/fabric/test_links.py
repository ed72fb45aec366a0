from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.model.fact import Unknown

Build = Callable[..., Fabric]


def switch(name: str, *ports: str) -> str:
    return f"hostname {name}\n!\nqos profile ROCE\n   qos trust dscp\n!\n" + "".join(f"{port}!\n" for port in ports)


def port(name: str, *lines: str) -> str:
    return f"interface {name}\n   no switchport\n" + "".join(f"   {line}\n" for line in lines)


def seen(fabric: Fabric) -> list[tuple[str, str, str]]:
    return [(str(link.a), str(link.b), link.origin.value) for link in fabric.links]


def test_two_ports_of_one_slash_31_are_a_link(fabric_of: Build) -> None:
    fabric = fabric_of(
        a=switch("a", port("Ethernet1/1", "ip address 10.0.0.0/31"), port("Ethernet2/1", "ip address 10.0.0.2/31")),
        b=switch("b", port("Ethernet1/1", "ip address 10.0.0.1/31"), port("Ethernet2/1", "ip address 10.0.1.2/24")),
    )
    assert seen(fabric) == [("a Ethernet1/1", "b Ethernet1/1", "/31 addresses")]
    assert isinstance(fabric.links[0].length_m, Unknown)


@pytest.mark.parametrize(
    "description",
    ["b Ethernet1/1", "to_b_Et1/1", "link to B:Eth1/1 (100G)", "B.lab.example eth1/1", "P2P_LINK_TO_b_Ethernet1/1"],
)
def test_a_description_that_names_device_and_port_is_a_link(fabric_of: Build, description: str) -> None:
    fabric = fabric_of(
        a=switch("a", port("Ethernet3/1", f"description {description}")), b=switch("b", port("Ethernet1/1"))
    )
    assert seen(fabric) == [("a Ethernet3/1", "b Ethernet1/1", "interface description")]


@pytest.mark.parametrize("description", ["gpu01 rail1", "bb Ethernet1/1", "b", "b Ethernet7/1", "Ethernet1/1"])
def test_a_description_that_names_less_is_none(fabric_of: Build, description: str) -> None:
    fabric = fabric_of(
        a=switch("a", port("Ethernet3/1", f"description {description}")), b=switch("b", port("Ethernet1/1"))
    )
    assert seen(fabric) == []


def test_a_port_is_not_cabled_to_itself(fabric_of: Build) -> None:
    cables = "device_a,port_a,device_b,port_b\na,Et1/1,a,Ethernet1/1\na,Et2/1,a,Et3/1\n"
    ports = [port(f"Ethernet{number}/1", f"description a Ethernet{number}/1") for number in (1, 2, 3)]
    fabric = fabric_of(a=switch("a", *ports), cables=cables)
    assert seen(fabric) == [("a Ethernet2/1", "a Ethernet3/1", "cabling file")]


CSV = "device_a,port_a,device_b,port_b,length_m\na,Et1/1,b,Et2/1,30\n"


def test_ends_with_other_prefix_lengths_are_one_cable_where_each_is_alone(fabric_of: Build) -> None:
    fabric = fabric_of(
        a=switch("a", port("Ethernet1/1", "ip address 10.0.0.5/31"), port("Ethernet2/1", "ip address 10.0.0.9/31")),
        b=switch("b", port("Ethernet1/1", "ip address 10.0.0.4/30")),
        c=switch("c", port("Ethernet1/1", "ip address 10.0.0.8/30"), port("Ethernet2/1", "ip address 10.0.0.10/30")),
    )
    assert seen(fabric) == [("a Ethernet1/1", "b Ethernet1/1", "/31 addresses")]


def test_a_cabling_list_beats_addresses_and_the_contradiction_is_kept(fabric_of: Build) -> None:
    fabric = fabric_of(
        a=switch("a", port("Ethernet1/1", "ip address 10.0.0.0/31")),
        b=switch("b", port("Ethernet1/1", "ip address 10.0.0.1/31"), port("Ethernet2/1", "ip address 10.9.0.1/24")),
        cables=CSV,
    )
    assert seen(fabric) == [("a Ethernet1/1", "b Ethernet2/1", "cabling file")]
    assert [(str(one.port), one.refused.origin.value) for one in fabric.contradictions] == [
        ("a Ethernet1/1", "/31 addresses")
    ]


def test_the_length_of_a_less_trusted_input_is_used_where_it_agrees(fabric_of: Build) -> None:
    lldp = '{"lldpNeighbors": [{"port": "Ethernet1/1", "neighborDevice": "b", "neighborPort": "Ethernet2/1"}]}'
    fabric = fabric_of(
        **{
            "a.cfg": switch("a", port("Ethernet1/1")),
            "b.cfg": switch("b", port("Ethernet2/1")),
            "lldp/a.json": lldp,
            "cables.csv": CSV,
        }
    )
    assert seen(fabric) == [("a Ethernet1/1", "b Ethernet2/1", "cabling file")]
    assert getattr(fabric.links[0].length_m, "value", None) == 30


def test_three_ports_in_one_subnet_are_no_link(fabric_of: Build) -> None:
    one = port("Ethernet1/1", "ip address 10.0.0.0/31")
    fabric = fabric_of(a=switch("a", one), b=switch("b", one), c=switch("c", one))
    assert seen(fabric) == []


def test_members_of_two_linked_bundles_are_cabled_where_nothing_says_how(fabric_of: Build) -> None:
    def member(name: str) -> str:
        return port(name, "channel-group 1 mode active")

    def bundle(address: str) -> str:
        return port("Port-Channel1", f"ip address {address}")

    fabric = fabric_of(
        a=switch("a", member("Ethernet1/1"), member("Ethernet2/1"), bundle("10.0.0.0/31")),
        b=switch("b", member("Ethernet5/1"), member("Ethernet6/1"), bundle("10.0.0.1/31")),
    )
    assert seen(fabric) == [
        ("a Ethernet1/1", "b Ethernet5/1", "/31 addresses"),
        ("a Ethernet2/1", "b Ethernet6/1", "/31 addresses"),
        ("a Port-Channel1", "b Port-Channel1", "/31 addresses"),
    ]


def test_members_of_bundles_of_unequal_size_stay_without_a_cable(fabric_of: Build) -> None:
    fabric = fabric_of(
        a=switch(
            "a",
            port("Ethernet1/1", "channel-group 1 mode active"),
            port("Ethernet2/1", "channel-group 1 mode active"),
            port("Port-Channel1", "ip address 10.0.0.0/31"),
        ),
        b=switch(
            "b", port("Ethernet5/1", "channel-group 1 mode active"), port("Port-Channel1", "ip address 10.0.0.1/31")
        ),
    )
    assert seen(fabric) == [("a Port-Channel1", "b Port-Channel1", "/31 addresses")]


def test_a_planned_cable_without_its_port_is_reported(fabric_of: Build) -> None:
    """A row about a switch that was not read, or a port that a host does not configure, is no fault."""
    rows = "a,Et1/1,b,Et9/1,30\na,Et2/1,elsewhere,Et1/1,30\nb,Et1/1,gpu01,ens9f0,5\na,Et7/1,b.lab.example,Eth8/1,2\n"
    fabric = fabric_of(
        a=switch("a", port("Ethernet1/1"), port("Ethernet2/1")),
        b=switch("b", port("Ethernet1/1")),
        gpu01="#!/bin/bash\nhostnamectl set-hostname gpu01\nmlnx_qos -i ens1f0np0 --pfc=0,0,0,1,0,0,0,0\n",
        cables="device_a,port_a,device_b,port_b,length_m\n" + rows,
    )
    assert [(line.device, line.source.line, line.text, line.because) for line in fabric.unread] == [
        ("b", 2, "cable from a Et1/1 to b Et9/1", "the configuration of b has no port Et9/1"),
        (
            "a",
            5,
            "cable from a Et7/1 to b.lab.example Eth8/1",
            "the configuration of a has no port Et7/1 and the configuration of b has no port Eth8/1",
        ),
    ]


@pytest.mark.parametrize(
    ("plan", "measured", "expected"),
    [("30 m", "80 m", [(30, 80)]), ("30 m", "31 m", []), ("100 ft", "31", []), ("30 m", "", []), ("", "80 m", [])],
    ids=["longer", "rounded", "in feet", "not measured", "not planned"],
)
def test_two_lengths_of_one_cable_are_a_contradiction(
    fabric_of: Build, plan: str, measured: str, expected: list[tuple[int, int]]
) -> None:
    head = "device_a,port_a,device_b,port_b,length\na,Et1/1,b,Et1/1,"
    fabric = fabric_of(
        a=switch("a", port("Ethernet1/1")), b=switch("b", port("Ethernet1/1")), one=head + plan, two=head + measured
    )
    found = [(one.accepted.length_m.value, one.refused.length_m.value) for one in fabric.length_contradictions]
    assert (found, len(fabric.links)) == (expected, 1)
