"""Configurations of others: what a learnt intent renders otherwise has a reason, and the line where it was read."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from roce_lint.intent.load import parse_intent
from roce_lint.judge.check import NOTHING_SAID, Report, build_fabric, read_configs
from roce_lint.learn.differences import differences_of
from roce_lint.learn.learnt import learn_intent
from roce_lint.learn.line_differences import line_differences
from roce_lint.learn.reasons import Why
from roce_lint.learn.report import difference_lines, learnt_text, line_texts
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document

ROOT = Path(__file__).resolve().parents[2] / "fixtures"
FOREIGN = ROOT / "foreign"


LEFT = {
    "eos-alone": [
        "gpu-sw3.cfg:22: gpu-sw3: interface Ethernet1/1: description dgx11 rail 3",
        "gpu-sw3.cfg:29: gpu-sw3: interface Ethernet2/1: description dgx12 rail 3",
    ],
    "eos-cells": [
        "leaf-b2.cfg:16: leaf-b2: interface Ethernet1/1: description gpu21",
        "leaf-b2.cfg:26: leaf-b2: interface Ethernet2/1: description gpu22",
    ],
    "eos-phones": [
        "acc1.cfg:4: acc1: banner login: 5 lines of text",
        "acc1.cfg:27: acc1: interface Ethernet1/1: description rdma target 1",
        "acc1.cfg:33: acc1: interface Ethernet2/1: description rdma target 2",
    ],
    "mixed-by-address": ["ar1.cfg:5: ar1: interface Ethernet1/1: description gpu31"],
    "nxos-hosts": [],
    "nxos-tagged-storage": [
        "tor-a.txt:34: tor-a: vlan 1,711",
        "tor-a.txt:37: tor-a: interface Ethernet1/1: description node 1, port 1",
        "tor-a.txt:47: tor-a: interface Ethernet1/2: description node 2, port 1",
    ],
    "srlinux-flat": ["lf2.cfg:12: lf2: qos queues: pfc-queue rdma queue-index 3"],
    "srlinux-voq": [],
}
"""Lines that the learnt intent does not bring back, and that state nothing which is compared."""
SLOW = ("srlinux-flat", "srlinux-voq")
"""Fabrics that take seconds to learn."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(path.name, marks=pytest.mark.long if path.name in SLOW else ())
        for path in sorted(FOREIGN.iterdir())
        if path.is_dir()
    ],
)
def test_every_difference_of_a_foreign_fabric_has_a_reason(name: str, no_report: Report) -> None:
    documents = [Document(path.name, path.read_text("utf-8")) for path in sorted((FOREIGN / name).iterdir())]
    learnt = learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), name, documents)
    left = line_differences(learnt, documents).lost.left
    switches = [device.name for device in learnt.observed.switches]
    assert list(line_texts(left, switches, most=3)) == LEFT[name]
    differences = differences_of(learnt, no_report)
    lines = list(difference_lines(differences))
    assert [one.change.text for one in differences if one.why is Why.UNEXPLAINED] == []
    text = learnt_text(learnt, differences, left)
    assert parse_intent(text, "learnt.roce.yaml").name == name
    assert all(f"# {line}" in text for line in lines)


def test_a_storage_port_beside_the_fabric_is_listed_with_its_line(no_report: Report) -> None:
    learnt = learn_intent(read_configs(FOREIGN / "eos-alone"), "alone")
    gone = [one.change for one in differences_of(learnt, no_report) if one.change.fact == "port"]
    places = {(spot.object, spot.old.line) for change in gone for spot in change.spots if change.after == "absent"}
    assert places == {("Ethernet33/1", 35), ("Ethernet34/1", 40)}


def test_what_an_intent_refuses_is_left_out_and_reported(no_report: Report) -> None:
    """Two leaves of a pair share an AS number, which an intent never gives to two leaves."""
    text = (ROOT / "intents" / "pfc-only.roce.yaml").read_text(encoding="utf-8")
    files = render_fabric(parse_intent(text, "pfc-only.roce.yaml"))
    texts = {one.path: one.text.replace("router bgp 65002", "router bgp 65001") for one in files}
    fabric = build_fabric(read_documents([Document(path, own) for path, own in texts.items()]), NOTHING_SAID)
    learnt = learn_intent(fabric, "pair")
    assert [(one.what, one.because) for one in learnt.refused] == [
        (
            "AS numbers of single switches",
            "AS 65001 would be shared by leaf-1, leaf-2, which drop each other's routes as loops",
        )
    ]
    differences = differences_of(learnt, no_report)
    assert {one.why for one in differences} == {Why.BEYOND}
    assert "AS numbers of single switches: an intent cannot hold the values that were read" in learnt_text(
        learnt, differences
    )


def test_lengths_that_a_switch_states_are_learnt() -> None:
    """The headroom table of the leaf has rows for 5, 40 and 300 m; its host has no file."""
    text = """
        schema: 1
        name: one
        topology: {kind: clos, leaves: {count: 1, platform: 7220 IXR-H4-32D, system: sonic}, cables: {host: 30 m}}
        hosts: [{count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}]
        """
    files = render_fabric(parse_intent(dedent(text), "one.roce.yaml"))
    documents = [Document(one.path, one.text) for one in files if one.path.startswith("configs/")]
    learnt = learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), "one", documents)
    assert learnt.document["topology"]["cables"] == {"host": "40 m"}  # type: ignore[index]
    assert "# Lengths of cables are what switches make their headroom for" in learnt_text(learnt, ())
