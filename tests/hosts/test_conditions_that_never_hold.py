"""Commands under a condition that never holds set nothing."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import NOTHING_SAID
from roce_lint.model.fact import known
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

COMMAND = "mlnx_qos -i ens1f0np0 --trust dscp --pfc 0,0,0,1,0,0,0,0"


def pauses(script: str, shebang: str = "#!/bin/bash") -> tuple[bool, list[str]]:
    """Return whether the NIC pauses for priority 3 for certain, and the reasons of lines that set nothing."""
    text = f"{shebang}\nmlnx_qos -i ens2f0np0 --trust dscp\n{script}\n"
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


@pytest.mark.parametrize(
    "before",
    [
        *("exit 0", "return", "exec /bin/true", "kill $$", "kill -9 $$", "sleep infinity", "set -n", "set -o noexec"),
        *("set -e\nfalse", "set -euo pipefail; false", "if true; then exit 0; fi", "{ echo x; exit 1; }"),
        *("while true; do sleep 9; done", "until false; do :; done"),
    ],
)
def test_what_stands_behind_the_end_of_a_script_sets_nothing_and_is_reported(before: str) -> None:
    found, reasons = pauses(f"{before}\n{COMMAND}")
    assert not found
    assert [one for one in reasons if "leaves before it" in one], reasons


@pytest.mark.parametrize(
    "before",
    [
        *("set -e\nfalse || true", "false", "kill $other", "sleep 5", "(exit 0)", "if true; then echo x; fi"),
        *("sleep infinity &", "while true; do sleep 9; done &", "while true; do ip link && break; done"),
    ],
)
def test_what_lets_a_script_go_on_changes_nothing(before: str) -> None:
    assert pauses(f"{before}\n{COMMAND}") == (True, [])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"trap '{COMMAND} --pfc 0,0,0,0,0,0,0,0' EXIT", "trap runs it when the script ends, which is not evaluated"),
        (f"echo '{COMMAND}' | at now", "at runs it later, which is not evaluated"),
        (f"echo '* * * * * {COMMAND}' | crontab -", "crontab runs it later, which is not evaluated"),
        ("echo bWxueA== | base64 -d | bash", "what it decodes is run, and is not read"),
        ("alias mlnx_qos=true", "alias lets a name stand for another command, which is not evaluated"),
    ],
)
def test_what_runs_elsewhere_is_reported(line: str, reason: str) -> None:
    assert reason in pauses(f"{COMMAND}\n{line}")[1]


@pytest.mark.parametrize("script", [COMMAND, f"if false; then :; else {COMMAND}; fi", f"true && {COMMAND}"])
def test_what_runs_sets_what_it_says(script: str) -> None:
    assert pauses(script)[1] == []


@pytest.mark.parametrize("shebang", ["#!/bin/false", "#! /usr/bin/env true", "#!/bin/cat"])
def test_an_interpreter_that_runs_no_line_sets_nothing(shebang: str) -> None:
    found, reasons = pauses(COMMAND, shebang)
    assert not found
    assert [one for one in reasons if "a condition that never lets it run" in one], reasons
