"""Speed, error correction and headroom of single links."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.model.terms import Fec
from roce_lint.render.render import render_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: %s, uplinks_per_spine: 1, uplink_speed: 100G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G}
links:
  - %s
"""


def views_of(link: str, leaf: str = "7060X6-64PE") -> FabricViews:
    return make_views(parse_intent(INTENT % (leaf, link), "f.yaml"))


@pytest.mark.parametrize(
    ("leaf", "code", "line"),
    [
        ("7060X6-64PE", "rs", "   error-correction encoding reed-solomon"),
        ("N9K-C9364D-GX2A", "base-r", "  fec fc-fec"),
        ("7220 IXR-D5", "rs", "forward-error-correction fec-option rs-528"),
        ("7220 IXR-H4, system: sonic", "rs", '            "fec": "rs",'),
    ],
    ids=["EOS", "NX-OS", "SR Linux", "SONiC"],
)
def test_a_code_stands_at_both_ends_of_the_link(leaf: str, code: str, line: str) -> None:
    views = views_of(f"{{a: leaf-1, b: spine-1, fec: {code}}}", leaf)
    meant = {"rs": Fec.REED_SOLOMON, "base-r": Fec.FIRE_CODE}[code]
    assert {(one.name, port.peer_device) for one in views.switches for port in one.ports if port.fec is meant} == {
        ("leaf-1", "spine-1"),
        ("spine-1", "leaf-1"),
    }
    files = render_views(views, forms={"srlinux": "set"}, devices=["leaf-1"])
    assert any(line in text for file in files for text in file.text.splitlines()), [Path(f.path).name for f in files]


def test_a_link_between_switches_may_have_another_speed() -> None:
    views = views_of("{a: leaf-1, b: spine-1, speed: 400G}")
    speeds = {one.name: {port.speed_gbps for port in one.ports if port.peer_asn} for one in views.switches}
    assert speeds == {"spine-1": {100, 400}, "leaf-1": {400}, "leaf-2": {100}}


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (
            "{a: leaf-1, b: spine-1, speed: 400G, fec: rs}",
            "the code of 400G is fixed by IEEE 802.3; only 25G and 100G have a choice",
        ),
        ("{a: leaf-1, b: host-1, speed: 25G}", "the speed of a NIC is that of its host group (nic_speed)"),
        (
            "{a: leaf-1, b: spine-1, fec: none}",
            "no source shows how EOS turns forward error correction off; leave `fec` out of the link",
        ),
        (
            "{a: leaf-1, b: spine-1, dcbx: true}",
            "DCBX is announced to hosts alone; leave it out of links between switches",
        ),
        ("{a: leaf-1, b: host-1, headroom: 0 B}", "a lossless priority without headroom loses packets; leave it out"),
    ],
    ids=["fixed", "host", "off", "DCBX", "none"],
)
def test_what_a_link_cannot_have_is_refused(link: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(link)
    assert message in [one.message for one in caught.value.problems]


def test_the_code_of_a_host_link_has_to_be_set_on_the_host_too() -> None:
    said = [one.message for one in views_of("{a: leaf-1, b: host-1, fec: rs}").warnings]
    assert said == ["host-1 rdma0 has to have the same code; no file of a host sets it"]


@pytest.mark.parametrize(
    ("leaf", "line"),
    [
        ("7060X6-64PE", "    ingress headroom 900000"),
        ("N9K-C9364D-GX2A", "    pause buffer-size 1100000 pause-threshold 200000 resume-threshold 181956"),
        ("7220 IXR-D5", "maximum-pfc-reserved-share-bytes 900000"),
        ("7220 IXR-H4, system: sonic", "100000 5m 1248 2288 900000 0 2288"),
    ],
    ids=["EOS", "NX-OS", "SR Linux", "SONiC"],
)
def test_the_ports_of_a_link_have_the_headroom_that_it_states(leaf: str, line: str) -> None:
    views = views_of("{a: leaf-1, b: host-1, headroom: 900 KB}", leaf)
    files = render_views(views, forms={"srlinux": "set"}, devices=["leaf-1"])
    assert any(text.endswith(line) for file in files for text in file.text.splitlines())
    assert [
        one.message for one in views.warnings if "headroom holds" in one.message or "less than" in one.message
    ] == []


def test_a_cable_with_a_headroom_of_its_own_makes_that_of_others_no_larger() -> None:
    text = (INTENT % ("7060X6-64PE", "{a: leaf-1, b: host-1, length: 900 m, headroom: 350 KB}")).replace(
        "{count: 2, nics: 1", "{count: 4, nics: 1"
    )
    (leaf,) = [one for one in make_views(parse_intent(text, "f.yaml")).switches if one.name == "leaf-1"]
    assert {one.headroom_bytes for one in leaf.profiles} == {350_000}


def test_what_a_switch_has_instead_of_the_headroom_of_a_link_is_a_warning() -> None:
    said = [one.message for one in views_of("{a: leaf-1, b: spine-1, headroom: 60 KB}").warnings]
    assert said == [
        "60000 bytes are less than the 300990 that are worked out for 100G over 50 m at leaf-1 (DCS-7060X6-64PE); what"
        " arrives after a pause may be dropped",
        "one headroom holds for all ports of leaf-1, and the largest of them is 300990 bytes, not 60000; state it for"
        " every link of the switch, or leave it out",
        "one headroom holds for all ports of spine-1, and the largest of them is 181136 bytes, not 60000; state it for"
        " every link of the switch, or leave it out",
    ]


@pytest.mark.parametrize(
    ("leaf", "message"),
    [
        (
            "7280CR3-32P4",
            "leaf-1: no source shows how DCS-7280CR3-32P4 is given a headroom, which has its own; leave it out",
        ),
        (
            "7220 IXR-H4, system: sonic",
            "leaf-1: SONiC has one headroom for ports of 100G with cables of up to 5 m, and the intent wants 1000000"
            " bytes at Ethernet0 and 165568 at Ethernet2; give them one `headroom`",
        ),
    ],
    ids=["no line", "one row"],
)
def test_a_headroom_that_no_line_can_state_is_refused(leaf: str, message: str) -> None:
    text = (INTENT % (leaf, "{a: leaf-1, b: host-1, headroom: 1 MB}")).replace(
        "{count: 2, nics: 1", "{count: 4, nics: 1"
    )
    with pytest.raises(IntentError) as caught:
        make_views(parse_intent(text, "f.yaml"))
    assert [one.message for one in caught.value.problems] == [message]
