from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.fabric.cabling.document import read_cabling
from roce_lint.model.fact import Stated, Unknown
from roce_lint.model.terms import LinkOrigin
from roce_lint.text.document import Document

Row = tuple[str, str, int | str, int]


def links(text: str, path: str = "cabling.csv") -> list[Row]:
    return [
        (
            f"{link.a}",
            f"{link.b}",
            link.length_m.value if isinstance(link.length_m, Stated) else "unknown",
            link.source.line,
        )
        for link in read_cabling(Document(path, text)).links
    ]


def unread(text: str, path: str = "cabling.csv") -> list[tuple[int, str]]:
    return [(line.source.line, line.because) for line in read_cabling(Document(path, text)).unread]


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("device_a,port_a,device_b,port_b,length_m,speed_gbps", "leaf1,Ethernet1,h1,enp1s0,40,400"),
        ("a_device,a_port,b_device,b_port,speed,length_m", "leaf1,Ethernet1,h1,enp1s0,400,40"),
        ("Device A;Port A;Device B;Port B;Length (m)", "leaf1;Ethernet1;h1;enp1s0;40"),
        (
            "Source Device,Source Interface,Destination Device,Destination Interface,Cable Length",
            "leaf1,Ethernet1,h1,enp1s0,40m",
        ),
        ("source,source_port,target,dest_port,dest,length", "leaf1,Ethernet1,x,enp1s0,h1,40 m"),
        ("local_device\tlocal_port\tremote_device\tremote_port\tlength_cm", "leaf1\tEthernet1\th1\tenp1s0\t4000"),
        ("side_a_device,side_a_name,side_b_device,side_b_name,length,length_unit", "leaf1,Ethernet1,h1,enp1s0,40,m"),
        ("switch1,interface1,switch2,interface2,length", 'leaf1,"Ethernet1",h1,enp1s0,"39,5"'),
        ("\ufeffnode_a|if_a|node_b|if_b|length_km", "leaf1|Ethernet1|h1|enp1s0|0.04"),
    ],
    ids=["own", "netbox-like", "semicolon", "source-destination", "short", "tab-cm", "netbox", "quoted", "bom-km"],
)
def test_common_headings_are_understood(heading: str, row: str) -> None:
    text = f"{heading}\r\n{row}\r\n"
    assert (links(text), unread(text)) == ([("leaf1 Ethernet1", "h1 enp1s0", 40, 2)], [])


def test_comments_and_blank_lines_are_no_rows_and_lines_are_counted() -> None:
    text = "# plan\n\ndevice_a,port_a,device_b,port_b\n# rail 0\nleaf1,Et1,h1,eth0\n"
    assert (links(text), unread(text)) == ([("leaf1 Et1", "h1 eth0", "unknown", 5)], [])


def test_faulty_rows_are_handed_back_with_line_and_reason() -> None:
    text = (
        "device_a,port_a,device_b,port_b,length_m\n"
        "leaf1,Et1,h1,eth0,3\n"
        "leaf1,,h2,eth0,3\n"
        "leaf1,Et3,h3,eth0,short\n"
        "leaf1,Et4,h4,eth0,3,4,5\n"
        "leaf1,Et5,leaf1,Et5,3\n"
        "leaf1,Et1,h6,eth0,3\n"
        "leaf1,Et7,h7,eth0,0\n"
    )
    assert unread(text) == [
        (3, "the port of end a is missing"),
        (4, "'short' is not a length; write metres, such as 40"),
        (5, "7 cells where the heading has 5"),
        (6, "both ends are the same port"),
        (8, "a cable is longer than 0 m"),
        (7, "leaf1 Et1 already has another cable in line 2"),
    ]
    assert [row[3] for row in links(text)] == [2, 4, 7, 8]


def test_a_table_without_known_headings_is_unread() -> None:
    because = "no heading names the device and port of both ends; write device_a, port_a, device_b, port_b"
    assert unread("foo,bar\n1,2\n") == [(1, because)]


def as_json(tree: object) -> str:
    return json.dumps(tree, indent=1)


EOS = as_json(
    {
        "lldpNeighbors": [
            {"port": "Ethernet1", "neighborDevice": "spine1.dc.example", "neighborPort": "Ethernet1", "ttl": 120}
        ]
    }
)
EOS_DETAIL = as_json(
    {
        "lldpNeighbors": {
            "Ethernet1": {
                "lldpNeighborInfo": [
                    {
                        "systemName": "h1",
                        "neighborInterfaceInfo": {
                            "interfaceId": '"b8ce.f6aa.0001"',
                            "interfaceIdType": "macAddress",
                            "interfaceDescription": "enp1s0f0np0",
                        },
                    }
                ]
            },
            "Ethernet2": {"lldpNeighborInfo": []},
        }
    }
)
NXOS_ROW = {"chassis_id": "00de.fb12.3456", "l_port_id": "Eth1/1", "port_id": "Ethernet1/9", "sys_name": "spine1"}
NXOS = as_json({"TABLE_nbor_detail": {"ROW_nbor_detail": NXOS_ROW}, "neigh_count": 1})
NXOS_BRIEF = as_json(
    {"TABLE_nbor": {"ROW_nbor": [{"chassis_id": "spine1", "l_port_id": "Eth1/1", "port_id": "Ethernet1/9"}]}}
)
SRLINUX_ROWS = [{"id": "1A", "system-name": "spine1", "port-id": "ethernet-1/9", "port-id-type": "interface-name"}]
SRLINUX = as_json(
    {
        "srl_nokia-system:system": {
            "srl_nokia-lldp:lldp": {
                "system-name": "leaf9",
                "interface": [
                    {"name": "ethernet-1/1", "neighbor": SRLINUX_ROWS},
                    {"name": "ethernet-1/2", "neighbor": []},
                ],
            }
        }
    }
)
LLDPD_ENTRY = {
    "via": "LLDP",
    "chassis": {"leaf1": {"id": {"type": "mac", "value": "00:1c:73:00:00:01"}}},
    "port": {"id": {"type": "ifname", "value": "Ethernet1"}, "descr": "to h1"},
}
LLDPD = as_json({"lldp": {"interface": {"enp1s0": LLDPD_ENTRY}}})
LLDPD_MANY = as_json({"lldp": {"interface": [{"enp1s0": LLDPD_ENTRY}, {"enp2s0": LLDPD_ENTRY}]}})
LLDPD_JSON0 = as_json(
    {
        "lldp": [
            {
                "interface": [
                    {
                        "name": "enp1s0",
                        "chassis": [{"name": [{"value": "leaf1"}]}],
                        "port": [{"id": [{"type": "ifname", "value": "Ethernet1"}], "descr": [{"value": "to h1"}]}],
                    }
                ]
            }
        ]
    }
)
WRAPPED_ROW = {
    "lldp-local-port-id": [{"data": "et-0/0/0:0"}],
    "lldp-remote-port-id": [{"data": "528"}],
    "lldp-remote-port-description": [{"data": "et-0/0/4:0"}],
    "lldp-remote-system-name": [{"data": "spine1"}],
}
WRAPPED = as_json({"lldp-neighbors-information": [{"lldp-neighbor-information": [WRAPPED_ROW]}]})
ELEMENTS = """\
<rpc-reply xmlns:junos="http://xml.juniper.net/junos/23.4R2-EVO/junos">
  <lldp-neighbors-information junos:style="brief">
    <lldp-neighbor-information>
      <lldp-local-port-id>et-0/0/0:0</lldp-local-port-id>
      <lldp-remote-port-id>et-0/0/4:0</lldp-remote-port-id>
      <lldp-remote-system-name>spine1</lldp-remote-system-name>
    </lldp-neighbor-information>
  </lldp-neighbors-information>
  <cli><banner>{master}</banner></cli>
</rpc-reply>
"""
NAPALM = as_json({"Ethernet1": [{"hostname": "spine1", "port": "Ethernet9"}]})


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        (EOS, "leaf1_lldp.json", [("leaf1 Ethernet1", "spine1 Ethernet1", "unknown", 4)]),
        (EOS_DETAIL, "leaf1.json", [("leaf1 Ethernet1", "h1 enp1s0f0np0", "unknown", 3)]),
        (NXOS, "leaf1/lldp.json", [("leaf1 Eth1/1", "spine1 Ethernet1/9", "unknown", 5)]),
        (NXOS_BRIEF, "leaf1/lldp.json", [("leaf1 Eth1/1", "spine1 Ethernet1/9", "unknown", 6)]),
        (SRLINUX, "any.json", [("leaf9 ethernet-1/1", "spine1 ethernet-1/9", "unknown", 7)]),
        (LLDPD, "h1-lldp.json", [("h1 enp1s0", "leaf1 Ethernet1", "unknown", 4)]),
        (
            LLDPD_MANY,
            "h1-lldp.json",
            [("h1 enp1s0", "leaf1 Ethernet1", "unknown", 5), ("h1 enp2s0", "leaf1 Ethernet1", "unknown", 25)],
        ),
        (LLDPD_JSON0, "h1-lldp.json", [("h1 enp1s0", "leaf1 Ethernet1", "unknown", 6)]),
        (WRAPPED, "leaf1.json", [("leaf1 et-0/0/0:0", "spine1 et-0/0/4:0", "unknown", 8)]),
        (ELEMENTS, "leaf1.xml", [("leaf1 et-0/0/0:0", "spine1 et-0/0/4:0", "unknown", 3)]),
        (NAPALM, "leaf1.json", [("leaf1 Ethernet1", "spine1 Ethernet9", "unknown", 2)]),
    ],
    ids=[
        "eos",
        "eos-detail",
        "nxos-lone-row",
        "nxos-brief",
        "srlinux",
        "lldpd",
        "lldpd-many",
        "lldpd-json0",
        "wrapped",
        "elements",
        "napalm",
    ],
)
def test_neighbours_become_links(text: str, path: str, expected: list[Row]) -> None:
    reading = read_cabling(Document(path, text))
    assert (links(text, path), reading.unread) == (expected, ())
    assert {link.origin for link in reading.links} == {LinkOrigin.LLDP}
    assert all(isinstance(link.length_m, Unknown) for link in reading.links)


def test_a_neighbour_without_a_port_name_is_unread() -> None:
    text = as_json(
        {"lldpNeighbors": [{"port": "Ethernet1", "neighborDevice": "h1", "neighborPort": "b8:ce:f6:00:00:01"}]}
    )
    because = "the neighbour does not name its port, only a MAC address or nothing"
    assert (links(text), unread(text)) == ([], [(4, because)])


def test_json_that_is_cut_off_is_unread() -> None:
    assert [line for line, _ in unread('{\n "lldpNeighbors": [')] == [2]


def test_xml_that_is_cut_off_or_has_a_document_type_is_unread() -> None:
    begun = "<lldp-neighbors-information>\n<lldp-neighbor-information>"
    fault = "the XML ends in the middle or has a fault: no element found"
    assert unread(begun) == [(2, fault), (2, "the neighbour gives no system name")]
    assert unread(f"<!DOCTYPE a>\n{begun}") == [(1, "a document type is not read")]


def test_json_of_another_kind_is_unread_but_an_empty_answer_is_not() -> None:
    assert unread('{"foo": 1}') == [(0, "no LLDP neighbours of a known form in this JSON")]
    assert unread('{"lldpNeighbors": []}') == []


def test_plan_and_neighbours_of_the_fixture_agree(root: Path) -> None:
    folder = root / "fixtures" / "cabling" / "two-rails"
    seen = {}
    for path in sorted(folder.iterdir()):
        if path.name != "README.md":
            reading = read_cabling(Document(path.name, path.read_text()))
            assert reading.unread == ()
            seen[path.name] = {frozenset({f"{link.a}", f"{link.b}"}) for link in reading.links}
    assert seen["h-0001-lldpcli.json"] | seen["leaf1-lldp.json"] < seen["cables.csv"]
    assert [len(cables) for cables in seen.values()] == [4, 2, 2]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["lldp", "system", "interface", "name", "port", "chassis", "neighbor", "lldpNeighbors", "id"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)


@given(json_values)
def test_no_json_makes_the_reader_fail(tree: object) -> None:
    read_cabling(Document("x.json", json.dumps(tree)))


@given(st.text(alphabet=st.sampled_from('abd,;\t|"#\n\r_123 portdevicelength\0'), max_size=80))
def test_no_table_makes_the_reader_fail(text: str) -> None:
    read_cabling(Document("x.csv", "device_a,port_a,device_b,port_b,length\n" + text))
    read_cabling(Document("x.csv", text))
