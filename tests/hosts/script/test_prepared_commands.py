"""Commands that only show something are passed over, and nothing is lost by that."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.hosts.reader import read_host
from roce_lint.hosts.script.prepared_command import needs_full_expansion
from roce_lint.text.document import Document

ROOT = Path(__file__).parents[3]
SCRIPTS = sorted(
    path for path in (ROOT / "fixtures").rglob("*.sh") if not needs_full_expansion(path.read_text("utf-8"))
)
CLOSELY = "# NCCL makes every command count\n"


def test_there_are_scripts_to_compare() -> None:
    assert len(SCRIPTS) > 20


@pytest.mark.parametrize("path", SCRIPTS, ids=[str(path.relative_to(ROOT / "fixtures")) for path in SCRIPTS])
def test_a_script_says_the_same_when_every_command_is_expanded(path: Path) -> None:
    text = path.read_text("utf-8")
    assert read_host(Document(str(path), text)) == read_host(Document(str(path), f"{text}{CLOSELY}"))


@pytest.mark.parametrize(
    "script",
    [
        'echo() { mlnx_qos -i "$1" --trust dscp; }\necho eth0\n',
        "mlnx_qos -i eth0 --trust dscp\necho 9000 > /sys/class/net/eth0/mtu\n",
        "mlnx_qos -i eth0 --trust dscp\n/bin/echo 9000 2>/dev/null >/sys/class/net/eth0/mtu\n",
        "mlnx_qos -i eth0 --trust dscp\necho 9000 | tee /sys/class/net/eth0/mtu >/dev/null\n",
        "mlnx_qos -i eth0 --trust dscp\ncat <<EOF > /etc/x\n#!/bin/sh\nmlnx_qos -i eth1 --trust dscp\nEOF\n",
        "MTU=9000 true\nmlnx_qos -i eth0 --trust dscp\necho $MTU > /sys/class/net/eth0/mtu\n",
        "c=mlnx_qos\n$c -i eth0 --trust dscp\n",
        "sudo echo a; sudo mlnx_qos -i eth0 --trust dscp\n",
        'if [ -n "$x" ]; then mlnx_qos -i eth0 --trust dscp; else mlnx_qos -i eth0 --trust pcp; fi\n',
    ],
)
def test_what_has_an_effect_is_not_passed_over(script: str) -> None:
    found = read_host(Document("up.sh", script))
    assert found == read_host(Document("up.sh", f"{script}{CLOSELY}"))
    assert found.devices != ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [("echo a", False), ("echo NCCL_IB_TC=1", True), ("p=UCX; ${p}_IB_TC", True), ("ping \u2013c 1", True)],
)
def test_a_script_with_variables_of_libraries_is_expanded_in_full(text: str, expected: bool) -> None:
    assert needs_full_expansion(text) is expected
