"""Commands under a condition that never holds set nothing."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import NOTHING_SAID
from roce_lint.model.fact import known
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

COMMAND = "mlnx_qos -i ens1f0np0 --trust dscp --pfc 0,0,0,1,0,0,0,0"


def pauses(script: str) -> tuple[bool, list[str]]:
    """Return whether the NIC pauses for priority 3 for certain, and the reasons of lines that set nothing."""
    text = f"#!/bin/bash\nmlnx_qos -i ens2f0np0 --trust dscp\n{script}\n"
    read = read_documents([Document("host/qos.sh", text)])
    fabric = build_fabric(read, NOTHING_SAID)
    ports = [port for device in fabric.devices for port in device.ports]
    found = any(known(port.qos.priorities[3].generates_pause, False) for port in ports if port.qos.priorities)
    refused = [line.because for device in fabric.devices for line in device.refused_settings]
    return found, refused + [line.because for line in fabric.unread]


@pytest.mark.parametrize(
    "script",
    [
        f"if false; then\n{COMMAND}\nfi",
        f"if /bin/false; then {COMMAND}; fi",
        f"if true; then :; elif false; then\n{COMMAND}\nfi",
        f"while false; do {COMMAND}; done",
        f"until true; do {COMMAND}; done",
        f"false && {COMMAND}",
        f"true || {COMMAND}",
    ],
)
def test_what_never_runs_sets_nothing_and_is_reported(script: str) -> None:
    found, reasons = pauses(script)
    assert not found
    assert [one for one in reasons if "a condition that never lets it run" in one], reasons


@pytest.mark.parametrize("script", [COMMAND, f"if false; then :; else {COMMAND}; fi", f"true && {COMMAND}"])
def test_what_runs_sets_what_it_says(script: str) -> None:
    assert pauses(script)[1] == []
