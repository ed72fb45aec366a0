"""NICs of two drivers in one server: each is set by its own script, and nothing of one is said of the other."""

from __future__ import annotations

import pytest

from roce_lint.errors import IntentError, PlatformError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_views
from roce_lint.text.document import Document

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: 7060X6-64PE}
hosts:
  - {count: 1, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G, more_nics: [%s]}
"""
THOR = "{nics: 2, nic_platform: Thor-2, nic_speed: 400G}"


def files_of(nics: str, more: str = "") -> dict[str, str]:
    views = make_views(parse_intent(INTENT % nics + more, "f.yaml"))
    return {file.path.removeprefix("hosts/host-1/"): file.text for file in render_views(views, devices=["host-1"])}


def test_each_driver_has_a_script_and_a_unit_with_its_own_nics() -> None:
    files = files_of(THOR)
    assert [line for line in files["roce-nics-bnxt"].splitlines() if line.startswith("bnxt_setupcc.sh")] == [
        "bnxt_setupcc.sh -d bnxt_re0 -i rdma1 -m 3 -r 3 -s 26 -c 6 -p 48 -b 80 -u 4",
        "bnxt_setupcc.sh -d bnxt_re1 -i rdma2 -m 3 -r 3 -s 26 -c 6 -p 48 -b 80 -u 4",
    ]
    assert [line for line in files["roce-nics"].splitlines() if line.startswith("set_nic ")] == [
        "set_nic rdma0 mlx5_0 9000 5"
    ]
    assert "ExecStart=/usr/local/sbin/roce-nics-bnxt\n" in files["roce-nics-bnxt.service"]
    assert "NCCL_IB_HCA==mlx5_0\n" in files["nccl.conf"]


def test_what_a_manifest_of_one_driver_says_is_not_said_of_nics_of_another() -> None:
    documents = [Document(f"host-1/{name}", text) for name, text in files_of(THOR).items()]
    (host,) = read_documents(documents).devices
    drivers = {nic.port: getattr(nic.driver, "value", "") for nic in host.nics}
    assert drivers == {"rdma0": "mlx5", "rdma1": "bnxt", "rdma2": "bnxt"}
    by_dscp = {port.name: port.qos.classification.traffic_class_by_dscp[24] for port in host.ports}
    assert [getattr(by_dscp[name], "value", "unknown") for name in ("rdma0", "rdma1", "rdma2")] == [
        "0",
        "unknown",
        "unknown",
    ]


@pytest.mark.parametrize(
    ("nics", "more", "message"),
    [
        (
            THOR,
            "profile: two-lossless\n",
            "BCM57608 takes 1 RoCE class (bnxt_setupcc.sh 233.2: -r takes one priority), not 2",
        ),
        (
            THOR,
            "roce: {classes: [{dscp: [26, 27]}]}\n",
            "BCM57608 takes 1 code point of a class (bnxt_setupcc.sh 233.2: -s takes one code point), not 2",
        ),
        (
            "{nics: 2, nic_platform: Thor-2, nic_speed: 400G, bond: one-leaf, leaf_vlan: 9}",
            "",
            "RoCE over a bond of BCM57608: no source shows its RDMA device and its settings; leave `bond` out, or say"
            " `roce: false`",
        ),
        (
            "{nics: 2, nic_platform: E810, nic_speed: 100G}",
            "",
            "E810 is not rendered: no source that could be read shows the settings of congestion control of irdma, and"
            " how the four traffic classes of ice hold the priorities of RoCE and CNPs; say `roce: false`, or choose"
            " another",
        ),
    ],
    ids=["classes", "code points", "bond", "Intel"],
)
def test_what_an_adapter_cannot_have_is_refused(nics: str, more: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        files_of(nics, more)
    assert message in [one.message for one in caught.value.problems]


def test_settings_of_dcqcn_that_no_source_shows_are_a_warning() -> None:
    intent = parse_intent(INTENT % THOR + "roce: {dcqcn: {alpha_weight: 1000}}\n", "f.yaml")
    told = [one.message for one in make_views(intent).warnings]
    assert "no source shows alpha_weight of BCM57608, which keeps that of its firmware" in told


def test_neither_pfc_nor_congestion_control_is_refused() -> None:
    with pytest.raises(PlatformError, match=r"bnxt_setupcc\.sh wants PFC, congestion control or both"):
        files_of(THOR, "profile: lossy-roce\nroce: {dcqcn: {enabled: false}}\n")
