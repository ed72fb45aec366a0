"""Broadcom NICs: their own commands, and none of the defaults of mlx5."""

from __future__ import annotations

import pytest

from roce_lint.hosts.reader import read_host
from roce_lint.model.device import Device
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.terms import PfcMode, Scheduling, Trust
from roce_lint.text.document import Document

SETUPCC = "bnxt_setupcc.sh -d bnxt_re0 -i eth2 -m 3 -s 26 -r 3 -p 48 -c 7 -b 60 -u 4\n"
NICCLI = """\
ip link set dev eth2 mtu 9000
niccli -i 1 qos --ets --tsa 0:ets,1:ets,2:strict --priority2tc 0:0,3:1,7:2 --tcbw 40,60
niccli -i 1 qos --pfc --enable 3
niccli -i 1 qos --apptlv --add --app 3,5,26
"""
BNXTQOS = """\
bnxtqos -dev=eth2 set_ets tsa=0:ets,1:ets priority2tc=0:0,3:1 tcbw=40,60
bnxtqos -dev=eth2 set_pfc enabled=3
bnxtqos -dev=eth2 set_apptlv app=3,5,26
"""
CONTROL = """\
CC=/sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc
echo -n 0x1 > $CC/ecn_enable
echo -n 0x1a > $CC/roce_dscp
echo 48 > $CC/cnp_dscp
echo -n 7 > $CC/cnp_prio
"""


def host(text: str) -> Device:
    (device,) = read_host(Document("h1/roce.sh", "#!/bin/sh\n" + text)).devices
    return device


def value(fact: Fact[object]) -> object:
    return None if isinstance(fact, Unknown) else fact.value


def reported(text: str) -> list[tuple[int, str]]:
    """Return every line that is handed back, as not understood or as refused."""
    reading = read_host(Document("h1/roce.sh", "#!/bin/sh\n" + text))
    refused = [one for device in reading.devices for one in device.refused_settings]
    return sorted((one.source.line, one.because) for one in (*reading.unread, *refused))


@pytest.mark.parametrize("text", [SETUPCC, NICCLI, BNXTQOS], ids=["bnxt_setupcc.sh", "niccli", "bnxtqos"])
def test_each_tool_of_broadcom_sets_the_same_chain(text: str) -> None:
    port = host(text).ports[0]
    assert (port.name, value(port.qos.trust), value(port.qos.pfc_mode)) == ("eth2", Trust.DSCP, PfcMode.ON)
    assert [value(one.generates_pause) for one in port.qos.priorities] == [n == 3 for n in range(8)]
    assert value(port.qos.classification.traffic_class_by_dscp[26]) == "3"
    assert value(port.qos.classes[3].queue) == 1
    assert [(value(one.scheduling), value(one.weight_percent)) for one in port.qos.queues[:2]] == [
        (Scheduling.WEIGHTED, 40.0),
        (Scheduling.WEIGHTED, 60.0),
    ]
    assert not reported(text)


@pytest.mark.parametrize(
    ("mode", "pauses", "controls", "tos"), [("1", True, False, 104), ("2", False, True, 105), ("3", True, True, 105)]
)
def test_the_mode_switches_pause_and_congestion_control(mode: str, pauses: bool, controls: bool, tos: int) -> None:
    device = host(SETUPCC.replace("-m 3", f"-m {mode}"))
    nic, port = device.nics[0], device.ports[0]
    assert value(port.qos.priorities[3].generates_pause) is pauses
    assert (value(nic.notification_enabled[3]), value(nic.reaction_enabled[3])) == (controls, controls)
    assert (value(nic.device_tos), value(nic.cnp_dscp), value(nic.cnp_priority)) == (tos, 48, 7)
    assert (value(port.qos.link_pause_received), value(nic.cable_length_m)) == (False, None)


def test_congestion_control_of_configfs_holds_once_it_is_applied() -> None:
    nic = host(CONTROL + "echo 1 > $CC/apply\n").nics[0]
    assert (value(nic.device_tos), value(nic.cnp_dscp), value(nic.cnp_priority)) == (105, 48, 7)
    assert (value(nic.notification_enabled[3]), value(nic.reaction_enabled[3])) == (True, True)
    assert not reported(CONTROL + "echo 1 > $CC/apply\n")
    assert reported(CONTROL) == [(6, "bnxt_re takes none of them before 1 is written to apply")]


@pytest.mark.parametrize(
    ("text", "line", "because"),
    [
        (NICCLI.replace("40,60", "50,60"), 3, "the shares of the ETS classes make 110 %"),
        (SETUPCC.replace("-m 3", "-m 4"), 2, "-m 4 is none of 1 (PFC)"),
        (SETUPCC.replace("-r 3 ", ""), 2, "bnxt_setupcc.sh wants an interface (-i) and a priority (-r)"),
        (CONTROL + "echo 1 > $CC/new\necho 1 > $CC/apply\n", 7, "new is not a known parameter of bnxt_re"),
    ],
    ids=["shares", "mode", "no priority", "parameter"],
)
def test_what_the_tools_do_not_take_is_reported(text: str, line: int, because: str) -> None:
    assert [(number, text[: len(because)]) for number, text in reported(text)] == [(line, because)]
