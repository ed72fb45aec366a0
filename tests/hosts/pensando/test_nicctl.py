"""What `nicctl` of Pollara 400 sets."""

from __future__ import annotations

import pytest

from roce_lint.hosts.reader import read_host
from roce_lint.model.fact import known
from roce_lint.model.reading import Reading
from roce_lint.model.terms import PfcMode, Trust
from roce_lint.text.document import Document

WHOLE = """#!/bin/bash
ip link set eth0 mtu 9000
nicctl update port --all --pause-type pfc --rx-pause enable --tx-pause enable
nicctl update qos --classification-type dscp
nicctl update qos dscp-to-priority --dscp 24,26 --priority 3
nicctl update qos dscp-to-purpose --dscp 48 --purpose xccl-cts
nicctl update qos pfc --priority 3 --no-drop enable
nicctl update qos scheduling --priority 0,3,6 --dwrr 1,99,0 --rate-limit 0,0,10
nicctl update dcqcn -r rocep1s0 -i 1 --ai-rate 160 --cnp-dscp 46
nicctl show port
"""


def read(text: str) -> Reading:
    return read_host(Document("gpu1/pollara.sh", text))


def refused(reading: Reading) -> list[tuple[int, str]]:
    return [(one.source.line, one.because) for one in reading.devices[0].refused_settings]


def test_a_whole_script_is_read() -> None:
    reading = read(WHOLE)
    (device,) = reading.devices
    qos = next(port.qos for port in device.ports if port.name == "eth0")
    assert reading.unread == ()
    assert refused(reading) == []
    assert known(qos.trust, None) is Trust.DSCP
    assert known(qos.pfc_mode, None) is PfcMode.ON
    assert [known(one, "") for one in (qos.classification.traffic_class_by_dscp[dscp] for dscp in (24, 26, 48))] == [
        "3",
        "3",
        "",
    ]
    assert [one.number for one in qos.priorities if known(one.generates_pause, False)] == [3]
    assert [known(qos.link_pause_received, None), known(qos.link_pause_sent, None)] == [False, False]
    assert {known(nic.driver, "") for nic in device.nics} == {"ionic"}
    assert [known(nic.cnp_dscp, -1) for nic in device.nics] == [46]


@pytest.mark.parametrize(
    ("old", "new", "because"),
    [
        ("--no-drop enable", "--no-drop on", "--no-drop is enable or disable, not 'on'"),
        ("--priority 3 --no-drop", "--priority 8 --no-drop", "--priority is a number from 0 to 7, not 8"),
        ("--cnp-dscp 46", "--cnp-dscp 184", "cnp_dscp: '184' is not a number from 0 to 63"),
        ("type dscp", "type tos", "--classification-type is dscp or pcp, not 'tos'"),
        ("--dwrr 1,99,0", "--dwrr 1,99", "each list has a number for each priority: --priority has 3, --dwrr has 2, "),
        ("purpose xccl-cts", "purpose cnp", "--purpose is one of none, data, xccl-cts, rdma-ack"),
    ],
)
def test_what_nicctl_does_not_take_is_refused(old: str, new: str, because: str) -> None:
    assert old in WHOLE
    (found,) = refused(read(WHOLE.replace(old, new)))
    assert found[1].startswith(because)


@pytest.mark.parametrize(
    ("line", "because"),
    [
        (
            "nicctl update qos ecn --priority 3",
            "nicctl update qos has dscp-to-priority, dscp-to-purpose, pfc, scheduling",
        ),
        ("nicctl update card --all", "nicctl has port, qos, dcqcn, pipeline after update"),
        ("nicctl update port --all --pause-type auto", "--pause-type auto is none of pfc, link and none"),
        ("nicctl update qos dscp-to-priority --dscp $D --priority 3", "$D is no list of numbers up to 63"),
    ],
)
def test_what_is_not_known_of_nicctl_is_not_understood(line: str, because: str) -> None:
    assert [(one.source.line, one.because) for one in read(WHOLE + line + "\n").unread] == [(11, because)]


def test_link_pause_is_on_where_the_port_has_it() -> None:
    (device,) = read(WHOLE.replace("--pause-type pfc", "--pause-type link")).devices
    assert known(device.ports[0].qos.link_pause_received, None) is True
