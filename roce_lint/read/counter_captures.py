"""Captures of counters that people keep beside configurations: what devices have counted, which no rule evaluates.

Each is recognised by the head of its table or by the names of its counters; it sets nothing of a device.
"""

from __future__ import annotations

from roce_lint.text.patterns import lazy_pattern

_KINDS = (
    (
        # Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst, Priority Port Counters;
        # ethtool.c, do_gstats, prints the title.
        "ethtool -S",
        lazy_pattern(
            r"(?m)^NIC statistics:[ \t]*$"
            r"|^[ \t]+[rt]x_(?:prio[0-7]_\w+|global_pause\w*|discards_phy|out_of_buffer):[ \t]+\d+[ \t]*$"
        ),
    ),
    (
        # sonic-net/sonic-utilities, tests/pfcstat_test.py.
        "show pfc counters",
        lazy_pattern(
            r"(?m)^[ \t]*Port (?:[RT]x(?:[ \t]+PFC[0-7]){8}[ \t]*$|[ \t]*Priority[ \t]+RX Pause Transitions\b)"
        ),
    ),
    (
        # sonic-net/sonic-utilities, tests/pfcwd_input/pfcwd_test_vectors.py.
        "pfcwd show stats",
        lazy_pattern(r"(?m)^[ \t]*QUEUE[ \t]+STATUS[ \t]+STORM DETECTED/RESTORED\b"),
    ),
    (
        # sonic-net/sonic-utilities, doc/Command-Reference.md, Queue And Priority-Group.
        "show queue counters",
        lazy_pattern(r"(?m)^[ \t]*Port[ \t]+TxQ[ \t]+Counter/pkts\b"),
    ),
    (
        # Arista, User Manual, DCBX and Flow Control, show priority-flow-control.
        "show priority-flow-control counters",
        lazy_pattern(r"(?m)^[ \t]*Port[ \t]+RxPfc[ \t]+TxPfc\b"),
    ),
    (
        # Cisco, Nexus 9000 NX-OS QoS Configuration Guide, Configuring Priority Flow Control.
        "show interface priority-flow-control",
        lazy_pattern(r"(?m)^[ \t]*Port[ \t]+Mode[ \t]+Oper[^\n]{0,40}[ \t]RxPPP[ \t]+TxPPP\b"),
    ),
    (
        # iproute2, rdma-statistic(8); the counters of mlx5 are in drivers/infiniband/hw/mlx5/counters.c of Linux.
        "rdma statistic show",
        lazy_pattern(r"(?m)^[ \t]*link \w+/\d+ (?:[a-z]\w* \d+ ){2,}"),
    ),
)
"""The command, and lines of its output by which it is known."""
_TYPED = lazy_pattern(
    r"(?m)^[ \t]*(?:\[[^\]\n]{1,80}\]|[\w.-]+(?:@[\w.-]+)?(?::[^\s#$>]*)?(?:\([\w./:-]+\))?) ?[#$>][ \t]*(\S[^\n]*)$"
)
_SHOWS = lazy_pattern(
    r"(?:sudo +)?(?:show|sh|ethtool +(?:-S|--statistics)|rdma +statistic|pfcwd +show|date|hostname|terminal|exit)\b.*"
)


def counter_capture(text: str) -> str:
    """Return the command whose counters a text shows; empty for others, and where a command is typed that may set."""
    command = next((name for name, lines in _KINDS if lines.search(text)), "")
    if command and all(_SHOWS.fullmatch(typed[1]) for typed in _TYPED.finditer(text)):
        return command
    return ""
