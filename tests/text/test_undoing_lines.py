"""Lines that may take back what others say, in the words of switches and shells."""

from __future__ import annotations

import time

import pytest

from roce_lint.text.undoing_lines import may_undo


@pytest.mark.parametrize(
    "line",
    [
        *("no qos profile ROCE", "leaf-1(config)# default interface Ethernet1", "clear qos policies"),
        *("class type qos insert-before CM-ROCE Z", "set / qos interfaces interface * pfc pfc-enable false"),
        *("nv unset qos", "true && sudo nv unset qos roce", "nv config replace other.yaml", "nv action reset system"),
        *("delete interfaces", "commands { change-configuration { commands x; } }", "then change-configuration"),
        *("set / system event-handler instance x upython-script y.py", '"upython-script": "y.py"'),
        *("$(printf mlnx_qos)", "`cat x`", "$command -i eth0", "set x; rollback 1", "priority-flow off"),
    ],
)
def test_what_may_take_something_back(line: str) -> None:
    assert may_undo(line)


@pytest.mark.parametrize(
    "line", ["description no-drop", "mtu 9214", "hostname default-1", "shape rate 1 mbps", "nv set system hostname a"]
)
def test_what_only_states_something(line: str) -> None:
    assert not may_undo(line)


@pytest.mark.parametrize("piece", ["|", "; ", "a#", "no", "sudo ", "x ", "$(", "a=off "])
def test_long_lines_take_no_time(piece: str) -> None:
    start = time.process_time()
    may_undo(piece * 100_000)
    assert time.process_time() - start < 0.5
