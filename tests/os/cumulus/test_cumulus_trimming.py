"""Packet trimming as lines, as a profile, and as part of a mode of `qos roce`."""

from __future__ import annotations

import pytest

from roce_lint.model.device import Device
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.trimming import PacketTrimming
from roce_lint.os.cumulus.reader import read_cumulus
from roce_lint.text.document import Document

TRIM = "system forwarding packet-trim"
ELIGIBLE = "packet-trim egress-eligibility traffic-class"


def device_of(*lines: str) -> Device:
    text = "".join(f"nv set {line}\n" for line in ("interface swp1-2 type swp", *lines))
    (device,) = read_cumulus(Document("a", text)).devices
    return device


def trimming_of(*lines: str) -> PacketTrimming:
    found = device_of(*lines).trimming
    assert found is not None
    return found


def values(*facts: Fact[object]) -> list[object]:
    return ["?" if isinstance(fact, Unknown) else fact.value for fact in facts]


def plan(found: PacketTrimming) -> tuple[list[object], list[tuple[str, int]]]:
    facts = values(found.is_on, found.size_bytes, found.dscp, found.traffic_class)
    return facts, [(one.port, one.index) for one in found.queues]


EVERY = [(port, tc) for port in ("swp1", "swp2") for tc in (1, 2, 3)]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((f"{TRIM} profile packet-trim-default",), ([True, 256, 11, "4"], EVERY)),
        (("qos roce mode lossy-multi-tc",), ([True, 256, 11, "4"], EVERY)),
        (("qos roce mode lossy-multi-tc", f"{TRIM} state disabled"), ([False, 256, 11, "4"], [])),
        (
            (f"{TRIM} profile packet-trim-default", f"{TRIM} size 512", f"interface swp2 {ELIGIBLE} 5"),
            ([True, 512, 11, "4"], [*EVERY[:3], ("swp2", 5)]),
        ),
        (
            (f"{TRIM} state enabled", f"{TRIM} remark dscp 10", f"interface swp1 {ELIGIBLE} 1"),
            ([True, "?", 10, "?"], [("swp1", 1)]),
        ),
        ((f"interface swp1-2 {ELIGIBLE} 1",), ([False, "?", 11, "?"], [("swp1", 1), ("swp2", 1)])),
    ],
    ids=["profile", "mode", "switched off", "beside a profile", "by lines", "without state"],
)
def test_what_is_trimmed(lines: tuple[str, ...], expected: object) -> None:
    assert plan(trimming_of(*lines)) == expected


def test_each_port_has_the_dscp_of_its_remark_profile() -> None:
    found = trimming_of(
        "qos roce mode lossy-multi-tc",
        f"{TRIM} remark dscp port-level",
        "interface swp1 qos remark profile lossy-multi-tc-host-group",
        "interface swp2 qos remark profile OWN",
        "qos remark OWN switch-priority 4 dscp 30",
    )
    assert [(one.port, *values(one.dscp)) for one in found.port_dscps] == [("swp1", 21), ("swp2", 30)]


def test_a_port_without_remark_profile_marks_nothing() -> None:
    found = trimming_of("qos roce mode lossy-multi-tc", f"{TRIM} remark dscp port-level")
    because = "no remark profile of the port gives switch priority 4 a DSCP"
    assert [one.dscp for one in found.port_dscps] == [Unknown(because, Source("a", 1, 1))] * 2


@pytest.mark.parametrize(
    ("line", "because"),
    [
        (f"{TRIM} size 530", "the size of trimmed packets is a multiple of 4 from 256 to 1024"),
        (f"interface bond1 {ELIGIBLE} 3", "packets are trimmed at physical ports: set it on the members of a bond"),
        (f"{TRIM} service-port swp2", "swp2 is the service port of packet trimming, which takes no qos"),
    ],
)
def test_what_is_refused(line: str, because: str) -> None:
    device = device_of("interface swp2 qos mapping profile M", "qos mapping M trust l3", f"{TRIM} state enabled", line)
    assert [one.because for one in device.refused_settings] == [because]


def test_a_line_of_the_system_says_that_ecn_is_for_roce() -> None:
    assert device_of("qos roce mode lossy").names_roce
    assert not device_of("qos congestion-control default-global traffic-class 3 ecn enable").names_roce
    assert trimming_of(f"{TRIM} switch-priority 5").traffic_class == Stated("5", Source("a", 2, 2))
