"""Intel NICs: an agent in the firmware, and what their drivers do not take."""

from __future__ import annotations

import pytest

from roce_lint.hosts.reader import read_host
from roce_lint.model.device import Device
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.terms import PfcMode
from roce_lint.text.document import Document

AGENT = "ethtool --set-priv-flags eth2 fw-lldp-agent off\n"


def host(text: str) -> Device:
    (device,) = read_host(Document("h1/roce.sh", "#!/bin/sh\n" + text)).devices
    return device


def value(fact: Fact[object]) -> object:
    return None if isinstance(fact, Unknown) else fact.value


def test_an_agent_in_the_firmware_decides_on_pfc() -> None:
    text = "dcb pfc set dev eth2 prio-pfc all:off 3:on\nethtool --set-priv-flags eth2 fw-lldp-agent on\n"
    assert value(host(text).ports[0].qos.pfc_mode) is PfcMode.AUTO
    assert value(host(text.replace(" on\n", " off\n")).ports[0].qos.pfc_mode) is not PfcMode.AUTO


@pytest.mark.parametrize(
    ("classes", "because"),
    [
        ("all:0 3:1", []),
        ("all:0 3:2", ["the ice driver uses traffic classes without a gap, and no priority has 1"]),
    ],
    ids=["without a gap", "with a gap"],
)
def test_traffic_classes_are_used_without_a_gap(classes: str, because: list[str]) -> None:
    refused = host(AGENT + f"dcb ets set dev eth2 prio-tc {classes}\n").refused_settings
    assert [one.because for one in refused] == because
