"""Faults of whole subnets, and what looks like one and is none, through the whole check."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.rule import Severity
from tests.all_rules import all_rules

PARTITIONS = """Default=0x7fff, ipoib: ALL=limited, SELF=full;
blue=0x0001: 0x0c42a10300100011=full, 0x0c42a10300100021=full;
red=0x0002: 0x0c42a10300100031=full, 0x0c42a10300100041=full;
"""


def dump(lids: tuple[int, int, int] = (12, 14, 16), tab: str = "\t") -> str:
    """Return a subnet of one switch and three hosts, as ibnetdiscover prints it."""
    lines = [f'Switch{tab}40 "S-b8cef60300010000"{tab * 2}# "leaf" enhanced port 0 lid 1 lmc 0']
    for number, lid in enumerate(lids, 1):
        guid = 0x0C42A10300100000 + 16 * number
        lines.append(f'[{number}]{tab}"H-{guid:016x}"[1]({guid + 1:x}){tab * 2}# "gpu-{number}" lid {lid} 4xHDR')
    for number, lid in enumerate(lids, 1):
        guid = 0x0C42A10300100000 + 16 * number
        lines.append("")
        lines.append(f'Ca{tab}1 "H-{guid:016x}"{tab * 2}# "gpu-{number}"')
        port = f'[1]({guid + 1:x}){tab}"S-b8cef60300010000"[{number}]'
        lines.append(f'{port}{tab * 2}# lid {lid} lmc 0 "leaf" lid 1 4xHDR')
    return "\n".join(lines) + "\n"


def reported(texts: dict[str, str], least: Severity = Severity.WARNING) -> list[str]:
    """Return code and place of what is found."""
    found = check_texts(texts, rules=all_rules()).at_least(least)
    return sorted(f"{one.code} {one.place.path}:{one.place.line}" for one in found)


def test_the_permissive_lid_is_nobodys_own() -> None:
    assert reported({"net.txt": dump((65535, 65535, 65535))}) == []
    assert reported({"net.txt": dump((12, 12, 16))}) == ["IB-409 net.txt:10"]


@pytest.mark.parametrize("tab", ["\t", " ", ""], ids=["as printed", "blanks for tabs", "tabs lost"])
def test_a_dump_without_its_tabs_is_read(tab: str) -> None:
    partitions = PARTITIONS.replace("0x0c42a10300100041", "0x0c42a10300100099")
    assert reported({"net.txt": dump(tab=tab), "partitions.conf": partitions}, Severity.ERROR) == [
        "IB-307 partitions.conf:3"
    ]


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("virt_enabled 2\n", []),
        ("virt_enabled 1\n", ["IB-307 partitions.conf:3"]),
        ("m_key_per_port TRUE\n", ["IB-307 partitions.conf:3"]),
    ],
)
def test_a_member_that_may_be_a_virtual_port_is_no_fault(option: str, expected: list[str]) -> None:
    files = {"net.txt": dump(), "opensm.conf": option, "partitions.conf": PARTITIONS.replace("0041", "0099")}
    assert reported(files, Severity.ERROR) == expected


def test_options_of_nvidias_opensm_beside_ufm_do_not_contradict_each_other() -> None:
    ufm = "[MngNetwork]\ndefault_membership = limited\n[SubnetManager]\nm_key_per_port = true\n"
    options = (
        "m_key_per_port TRUE\nsa_enhanced_trust_model TRUE\nvs_key_enable 2\ncc_key_enable 2\nn2n_key_enable 2\n"
        "allowed_sm_guids 0x1\nrouting_engine ar_updn\nsm_key 0x39ab5c1f77d2e604\nsa_key 0x77d2e6045c1f39ab\n"
        "m_key_protection_level 2\nm_key_lease_period 60\n"
    )
    assert reported({"opensm.conf": options, "gv.cfg": ufm, "partitions.conf": PARTITIONS}) == []


def managers(first: str, second: str) -> dict[str, str]:
    common = "sm_key 0x39ab5c1f77d2e604\nsa_key 0x77d2e6045c1f39ab\nm_key 0x5\nm_key_protection_level 2\n"
    common += "m_key_lease_period 60\n"
    return {
        "a/opensm.conf": f"sm_priority 14\n{common}{first}",
        "b/opensm.conf": f"sm_priority 13\n{common}{second}",
        "a/partitions.conf": PARTITIONS,
        "b/partitions.conf": PARTITIONS,
    }


def test_one_of_two_managers_may_be_inactive() -> None:
    assert reported(managers("", "sm_inactive TRUE\n")) == []
    assert reported(managers("sm_inactive TRUE\n", "sm_inactive TRUE\n")) == ["IB-216 a/opensm.conf:7"]


def test_a_standby_without_a_partition_file_opens_the_fabric() -> None:
    files = managers("", "")
    del files["b/partitions.conf"]
    assert reported(files) == ["IB-232 b/opensm.conf:1"]


def test_options_that_differ_are_named_with_their_values() -> None:
    report = check_texts(managers("lmc 1\n", "lmc 2\n"), rules=all_rules())
    (found,) = report.at_least(Severity.WARNING)
    assert found.message == (
        "The subnet managers of a/partitions.conf and this file differ in lmc (1 and 2): the subnet changes at failover"
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("qos TRUE\nqos_vlarb_high 0:64\nqos_vlarb_low 1:64\n", []),
        ("qos FALSE\nqos_vlarb_high 1:64\nqos_vlarb_low 2:64\n", []),
        ("qos TRUE\nsm_sl 3\nqos_vlarb_high 0:64\nqos_vlarb_low 1:64\n", ["IB-148 opensm.conf:3"]),
        ("qos TRUE\nqos_vlarb_low 0:64\nqos_ca_vlarb_low 1:64\nqos_vlarb_high 1:9\n", ["IB-148 opensm.conf:3"]),
        ("qos TRUE\nqos_high_limit 255\nqos_vlarb_high 0:64\nqos_vlarb_low 1:4\n", []),
        ("force_link_speed 7\n", []),
        ("force_link_speed_ext 30\n", ["IB-217 opensm.conf:1"]),
        ("force_link_speed_ext 0\n", []),
        ("force_link_width 1\n", ["IB-217 opensm.conf:1"]),
        ("force_link_width 2\n", []),
        ("congestion_control TRUE\ncc_key 0x0\n", ["IB-219 opensm.conf:1"]),
        ("congestion_control TRUE\ncc_key 0xzz\n", ["IB-204 opensm.conf:2", "IB-219 opensm.conf:1"]),
        ("congestion_control TRUE\ncc_key 0x5\n", []),
        ("congestion_control FALSE\n", []),
    ],
)
def test_options_that_harm_are_reported_and_others_are_not(options: str, expected: list[str]) -> None:
    assert reported({"opensm.conf": options}) == expected


def test_products_that_share_partitions_among_hosts_are_warnings() -> None:
    exadata = "Default=0x7fff, ipoib : ALL_CAS=full, SELF=full;\nSUN_DCS=0x0001, ipoib : ALL_SWITCHES=full;\n"
    openstack = (
        "management=0x7fff,ipoib, sl=0, defmember=full : ALL, SELF=full;\nvlan1=0x1, ipoib, defmember=full : ALL;\n"
    )
    assert reported({"partitions.conf": exadata}) == []
    assert reported({"partitions.conf": openstack}, Severity.ERROR) == []
    assert reported({"partitions.conf": openstack}) == [
        "IB-318 partitions.conf:2",
        "IB-319 partitions.conf:1",
    ]


@pytest.mark.parametrize(
    ("partitions", "expected"),
    [
        (
            """Default=0x7fff, ipoib: ALL=full, SELF=full
blue=0x0001: 0x0c42a10300100011=full, 0x0c42a10300100021=;
red: 0x0c42a10300100031=full, 0c42:a103:0010:0041=full;
""",
            [
                "IB-101 partitions.conf:3",
                "IB-103 partitions.conf:2",
                "IB-108 partitions.conf:2",
                "IB-123 partitions.conf:3",
                "IB-301 partitions.conf:1",
            ],
        ),
        (
            """Default=0x7fff, ipoib: ALL=limited, SELF=full;
blue=0x0001: gpu-01=full, gpu-02=full;
red=0x0002: gpu-03=limited, gpu-04=limited;
""",
            ["IB-101 partitions.conf:2", "IB-101 partitions.conf:3", "IB-305 partitions.conf:3"],
        ),
        (
            """include tenants.conf
Default=0x7fffg, ipoib: ALL=limited,
  SELF=full;
red=0x0003: 0x0c42a10300100051=Full, 0x0c42a10300100061=full;
""",
            ["IB-101 partitions.conf:2", "IB-109 partitions.conf:4", "IB-114 partitions.conf:1"],
        ),
    ],
    ids=["not closed", "names for GUIDs", "headers that say nothing"],
)
def test_what_stands_in_a_refused_file_is_reported_too(partitions: str, expected: list[str]) -> None:
    assert reported({"partitions.conf": partitions}) == expected


@pytest.mark.parametrize("with_topology", [False, True], ids=["partitions alone", "with a topology"])
@pytest.mark.parametrize(("keys", "expected"), [(127, []), (199, ["IB-312 partitions.conf:129"])])
def test_more_keys_than_most_tables_hold_are_one_finding(
    keys: int, expected: list[str], *, with_topology: bool
) -> None:
    members = ", ".join(f"0x{0x0C42A10300100001 + 16 * number:016x}=full" for number in (1, 2, 3))
    lines = [f"t{key}=0x{key:04x}: {members};" for key in range(1, keys + 1)]
    files = {"partitions.conf": "\n".join(["Default=0x7fff, ipoib: ALL=limited, SELF=full;", *lines])}
    found = check_texts(files | ({"net.txt": dump()} if with_topology else {}), rules=all_rules()).findings
    about = [f"{one.code} {one.place.path}:{one.place.line}" for one in found if one.code == "IB-312"]
    assert about == expected
