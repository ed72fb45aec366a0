"""Fabrics in other people's styles: silent as they are, and one broken line is reported where it is broken."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from roce_lint.judge.check import Given, check_gathered
from roce_lint.judge.rule import Severity
from roce_lint.read.gather import Gathered
from roce_lint.text.document import Document
from tests.all_rules import all_rules

FOREIGN = Path(__file__).parents[2] / "fixtures" / "foreign"
FABRICS = sorted(folder.name for folder in FOREIGN.iterdir() if folder.is_dir())
PROFILES = {"nxos-tagged-storage": "l2-storage"}

Reported = list[tuple[str, str]]


@dataclass(frozen=True)
class Fault:
    """The first match of `pattern` in one file becomes `instead`; `reported` are rules and places, above info."""

    fabric: str
    file: str
    pattern: str
    instead: str
    reported: Reported


FAULTS = {
    "marking-of-tcp-alone": Fault(
        "srlinux-flat",
        "lf2.cfg",
        r"wred-slope all",
        "wred-slope tcp",
        [("ecn-missing-on-roce-queue", "lf2.cfg:22")],
    ),
    "no-drop-priority-that-no-roce-packet-has": Fault(
        "eos-alone",
        "gpu-sw3.cfg",
        r"priority 3 no-drop",
        "priority 4 no-drop",
        [("roce-in-lossy-class", "gpu-sw3.cfg:9")],
    ),
    "a-switch-alone-against-its-hosts": Fault(
        "nxos-hosts",
        "sw7.txt",
        r"pause pfc-cos 3",
        "pause pfc-cos 2",
        [("pfc-link-ends-differ", "sw7.txt:6")],
    ),
    "roce-policed": Fault(
        "nxos-hosts",
        "sw7.txt",
        r"(    set qos-group 3\n)",
        r"\1    police cir 20 gbps bc 400 ms conform transmit violate drop\n",
        [("policer-on-roce", "sw7.txt:18")],
    ),
    "no-code-point-reaches-the-lossless-class": Fault(
        "eos-alone",
        "gpu-sw3.cfg",
        r"qos map dscp 26 to traffic-class 3",
        "qos map dscp 26 to traffic-class 2",
        [("lossless-class-without-traffic", "gpu-sw3.cfg:47")],
    ),
    "marking-above-the-whole-memory": Fault(
        "eos-alone",
        "gpu-sw3.cfg",
        r"minimum-threshold 500 kbytes maximum-threshold 2000 kbytes",
        "minimum-threshold 500 mbytes maximum-threshold 2000 mbytes",
        [("ecn-threshold-unreachable", "gpu-sw3.cfg:19")],
    ),
    "one-gpu-port-of-two-without-profile": Fault(
        "eos-alone",
        "gpu-sw3.cfg",
        r"(10\.3\.1\.2/31)\n   service-profile AI",
        r"\1",
        [("roce-port-without-qos", "gpu-sw3.cfg:28")],
    ),
    "control-priority-lossless": Fault(
        "eos-alone",
        "gpu-sw3.cfg",
        r"(   priority-flow-control priority 3 no-drop)",
        r"\1\n   priority-flow-control priority 6 no-drop",
        [("pfc-on-best-effort-or-control", "gpu-sw3.cfg:10")],
    ),
    "thresholds-in-cells-swapped": Fault(
        "eos-cells",
        "leaf-b2.cfg",
        r"minimum-threshold 2000 segments maximum-threshold 8000",
        "minimum-threshold 8000 segments maximum-threshold 2000",
        [("ecn-curve-invalid", "leaf-b2.cfg:13")],
    ),
    "switched-port-without-profile": Fault(
        "eos-phones",
        "acc1.cfg",
        r"(rdma target 2\n  mtu 9214\n  switchport access vlan 110)\n  service-profile RDMA",
        r"\1",
        [("roce-port-without-qos", "acc1.cfg:32")],
    ),
    "other-priority-at-one-end-of-an-address": Fault(
        "mixed-by-address",
        "core9.txt",
        r"pause pfc-cos 4",
        "pause pfc-cos 3",
        [("pfc-link-ends-differ", "core9.txt:7")],
    ),
    "network-policy-not-attached": Fault(
        "mixed-by-address",
        "core9.txt",
        r"\n  service-policy type network-qos NQ",
        "",
        [("qos-policy-bound-nowhere", "core9.txt:4"), ("pfc-link-ends-differ", "core9.txt:28")],
    ),
    "cable-known-by-the-name-of-the-netdev": Fault(
        "nxos-hosts",
        "calc02.sh",
        r"mtu 4200",
        "mtu 9300",
        [("mtu-differs-across-link", "calc02.sh:3")],
    ),
    "one-of-two-markings-is-not-ect": Fault(
        "nxos-hosts",
        "calc01.sh",
        r"(echo 106 .*)",
        r"\1\ncma_roce_tos -d mlx5_0 -t 104",
        [("host-marks-not-ect", "calc01.sh:8")],
    ),
    "tagged-traffic-without-ecn": Fault(
        "nxos-tagged-storage",
        "tor-a.txt",
        r"\n    random-detect .*",
        "",
        [("ecn-missing-on-roce-queue", "tor-a.txt:23")],
    ),
    "tag-sorted-into-another-group": Fault(
        "nxos-tagged-storage",
        "tor-a.txt",
        r"set qos-group 3",
        "set qos-group 2",
        [("lossless-class-without-traffic", "tor-a.txt:9")],
    ),
    "classifier-left-out": Fault(
        "srlinux-flat",
        "lf2.cfg",
        r"set / qos interfaces interface e2\.0 input classifiers dscp-policy in\n",
        "",
        [("classifier-missing-on-roce-port", "lf2.cfg:36")],
    ),
    "class-in-another-queue": Fault(
        "srlinux-flat",
        "lf2.cfg",
        r"(forwarding-class rdma output unicast-queue) q-rdma",
        r"\1 q-be",
        [("pause-stops-other-queue", "lf2.cfg:14")],
    ),
}


def above_info(fabric: str, texts: dict[str, str]) -> Reported:
    documents = tuple(Document(name, text) for name, text in sorted(texts.items()))
    given = Given(profile=PROFILES.get(fabric, ""), profile_how="the test")
    report = check_gathered(Gathered(documents, frozenset(), (), ()), all_rules(), given)
    assert report.inputs.unreadable == ()
    assert [line.text for line in report.unread] == []
    return [
        (finding.rule, f"{finding.place.path}:{finding.place.line}") for finding in report.at_least(Severity.WARNING)
    ]


def texts_of(fabric: str) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in (FOREIGN / fabric).iterdir()}


@pytest.mark.parametrize("fabric", FABRICS)
def test_a_right_fabric_in_any_style_gives_nothing_above_info(fabric: str) -> None:
    assert above_info(fabric, texts_of(fabric)) == []


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_one_broken_line_is_reported_once_where_it_is_broken(fault: Fault) -> None:
    texts = texts_of(fault.fabric)
    broken, number = re.subn(fault.pattern, fault.instead, texts[fault.file], count=1)
    assert number == 1
    assert above_info(fault.fabric, {**texts, fault.file: broken}) == fault.reported


def test_the_readme_names_every_fabric() -> None:
    page = (FOREIGN / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| ([a-z]+-[a-z-]+) \|", page, re.MULTILINE) == FABRICS
