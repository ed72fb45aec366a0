"""Dynamic thresholds and DCBX: printed where a source shows the lines, else said or refused."""

from __future__ import annotations

import json

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.render.render import render_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 4, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: 7280CR3-32P4}
  oversubscription: 1:1
devices:
  leaf-2: {platform: 7220 IXR-H4, system: sonic}
  leaf-3: {platform: N9K-C9364D-GX2A}
  leaf-4: {platform: "7220 IXR-D5"}
hosts:
  - {count: 4, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G, dcbx: true}
roce: {alpha: "%s"}
"""


def views_of(alpha: str) -> FabricViews:
    return make_views(parse_intent(INTENT % alpha, "f.yaml"))


def test_lossless_priorities_take_the_share_that_is_given() -> None:
    files = {file.path: file.text for file in render_views(views_of("1/4"))}
    assert "    ingress threshold 1/4\n" in files["configs/leaf-1.cfg"]
    profiles = json.loads(files["configs/leaf-2/config_db.json"])["BUFFER_PROFILE"]
    assert {one["dynamic_th"] for name, one in profiles.items() if name.startswith("pg_lossless")} == {"-2"}
    rows = files["configs/leaf-2/pg_profile_lookup.ini"].splitlines()[2:]
    assert [row.split()[5] for row in rows] == ["-2", "-2"]


def test_leaves_announce_pfc_on_ports_to_hosts_alone() -> None:
    files = {file.path: file.text for file in render_views(views_of("1/4"))}
    assert files["configs/leaf-1.cfg"].count("   dcbx mode ieee\n") == 1
    assert files["configs/leaf-3.cfg"].count("priority-flow-control mode on send-tlv\n") == 1
    assert files["configs/leaf-3.cfg"].count("priority-flow-control mode on\n") == 1


def test_what_a_system_does_not_get_is_a_warning() -> None:
    reported = [one.message for one in views_of("1/4").warnings]
    assert [one for one in reported if "alpha" in one or "threshold of" in one or "DCBX" in one] == [
        "SONiC gets no DCBX: no model has it; hosts keep PFC as they are configured",
        "SR Linux gets no DCBX here; hosts keep PFC as they are configured",
        "leaf-3: no source shows a dynamic threshold of N9K-C9364D-GX2A, which pauses as worked out",
        "leaf-4: no source shows a dynamic threshold of 7220 IXR-D5, which pauses as worked out",
        "spine-1: no source shows a dynamic threshold of DCS-7280CR3-32P4, which pauses as worked out",
    ]


def test_a_threshold_that_no_switch_takes_is_refused() -> None:
    with pytest.raises(
        IntentError, match=r"f.yaml:14:15: DCS-7060X6-64PE takes no dynamic threshold of 1/3; it has 1/128"
    ):
        views_of("1/3")


def test_a_class_may_have_a_share_of_its_own() -> None:
    classes = (
        'profile: two-lossless\nroce: {alpha: "1/8", classes: [{alpha: "1/4"}, {name: b, priority: 4, dscp: 34}]}\n'
    )
    on_eos = INTENT.partition("devices:")[0] + "hosts:" + INTENT.partition("hosts:")[2].partition("roce:")[0] + classes
    leaf = next(file.text for file in render_views(make_views(parse_intent(on_eos, "f.yaml")), devices=["leaf-1"]))
    profile = [line.strip() for line in leaf.splitlines() if line.startswith("    ingress")]
    assert [line for line in profile if "threshold" in line] == [
        "ingress threshold 1/8",
        "ingress priority-group 3 threshold 1/4",
    ]
    with pytest.raises(IntentError, match=r"leaf-2: Nokia.* has one dynamic threshold for all lossless classes; give"):
        make_views(parse_intent(INTENT.partition("roce:")[0] + classes, "f.yaml"))


def test_a_link_may_leave_dcbx_out() -> None:
    text = INTENT.replace('roce: {alpha: "%s"}', "links: [{a: leaf-1, b: host-1, dcbx: false}]")
    views = make_views(parse_intent(text, "f.yaml"))
    announcing = [(one.name, port.dcbx) for one in views.switches for port in one.ports if port.peer_device[0] == "h"]
    assert announcing == [("leaf-1", False), ("leaf-2", True), ("leaf-3", True), ("leaf-4", True)]


def test_a_port_channel_of_nx_os_announces_pfc_as_its_members_do() -> None:
    bonded = '  - {count: 1, nics: 2, nic_platform: ConnectX-6 Dx, nic_speed: 100G, name: "b-{n}", leaves: [leaf-3], '
    text = INTENT.replace("  oversubscription: 1:1\n", "").replace(
        "hosts:\n", f"hosts:\n{bonded}leaf_vlan: 9, bond: one-leaf, dcbx: true}}\n"
    )
    files = {file.path: file.text for file in render_views(make_views(parse_intent(text % "1/4", "f.yaml")))}
    assert files["configs/leaf-3.cfg"].count("  priority-flow-control mode on send-tlv\n") == 4


def test_a_threshold_of_a_fabric_whose_switches_have_none_is_refused() -> None:
    text = (
        (INTENT % "1/4")
        .replace("7060X6-64PE", "N9K-C9364D-GX2A")
        .replace("leaf-2: {platform: 7220 IXR-H4, system: sonic}", "")
    )
    with pytest.raises(
        IntentError, match=r"no source shows a dynamic threshold of N9K-C9364D-GX2A, .* leave `alpha` out"
    ):
        make_views(parse_intent(text, "f.yaml"))


def test_dcbx_of_one_link_is_for_nics_with_roce() -> None:
    plain = (
        INTENT.partition("devices:")[0]
        + "hosts: [{count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G, roce: false}]\n"
    )
    with pytest.raises(IntentError, match="PFC is not announced to host-1 rdma0, which has no RoCE; leave `dcbx` out"):
        make_views(parse_intent(plain + "links: [{a: leaf-1, b: host-1, dcbx: true}]\n", "f.yaml"))
