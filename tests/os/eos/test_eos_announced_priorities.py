"""Priorities of RoCE that ports tell by DCBX."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("lines", "reported"),
    [
        (["dcbx application udp 4791 priority 4"], [("Ethernet1/1", 4, 2)]),
        (["dcbx application udp 4791 priority 4", "dcbx application udp 4791 priority 3"], [("Ethernet1/1", 3, 3)]),
        (["dcbx application udp 4791 priority 4", "no dcbx application udp 4791"], []),
        (["dcbx application udp 3260 priority 4", "dcbx mode ieee"], []),
    ],
)
def test_the_last_line_of_roce_holds(lines: list[str], reported: list[tuple[str, int, int]], read) -> None:
    text = "interface Ethernet1/1\n" + "".join(f"   {line}\n" for line in lines)
    found = read(text).devices[0].announced_priorities
    assert [(one.port, one.priority, one.source.line) for one in found] == reported
