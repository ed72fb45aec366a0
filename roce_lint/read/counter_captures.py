"""Captures of counters that people keep beside configurations: what devices have counted, which configures nothing.

Each is recognised by the head of its table or by the names of its counters; it sets nothing of a device.
"""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.text.patterns import lazy_pattern

NIC_STATISTICS = "ethtool -S"
PFC_COUNTERS = "show pfc counters"
WATCHDOG_STATS = "pfcwd show stats"
_NOT_EVALUATED = ("show pfc counters --history", "show queue counters", "rdma statistic show")
_KINDS = (
    (
        # Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst, Priority Port Counters;
        # ethtool.c, do_gstats, prints the title.
        NIC_STATISTICS,
        lazy_pattern(
            r"(?m)^NIC statistics:[ \t]*$"
            r"|^[ \t]+[rt]x_(?:prio[0-7]_\w+|global_pause\w*|discards_phy|out_of_buffer):[ \t]+\d+[ \t]*$"
        ),
    ),
    (
        # sonic-net/sonic-utilities, tests/pfcstat_test.py.
        PFC_COUNTERS,
        lazy_pattern(r"(?m)^[ \t]*Port [RT]x(?:[ \t]+PFC[0-7]){8}[ \t]*$"),
    ),
    (
        "show pfc counters --history",
        lazy_pattern(r"(?m)^[ \t]*Port[ \t]+Priority[ \t]+RX Pause Transitions\b"),
    ),
    (
        # sonic-net/sonic-utilities, tests/pfcwd_input/pfcwd_test_vectors.py.
        WATCHDOG_STATS,
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
        # open-telemetry/opentelemetry-collector-contrib, ciscoosreceiver: output of Nexus switches in its tests.
        "show queuing interface",
        lazy_pattern(
            r"(?m)^[ \t]*Egress Queuing for Ethernet\S+ \[(?:System|Interface)\]"
            r"|^[ \t]*COS[ \t]+QOS Group[ \t]+PG[ \t]+TxPause[ \t]+TxCount\b"
        ),
    ),
    (
        # iproute2, rdma-statistic(8); the counters of mlx5 are in drivers/infiniband/hw/mlx5/counters.c of Linux.
        "rdma statistic show",
        lazy_pattern(r"(?m)^[ \t]*link \w+/\d+ (?:[a-z]\w* \d+ ){2,}"),
    ),
)
"""The command, and lines of its output by which it is known."""
EVALUATED = tuple(command for command, _ in _KINDS if command not in _NOT_EVALUATED)
"""The commands whose output has a reader."""
TYPED = lazy_pattern(
    r"(?m)^[ \t]*(?:\[(?:[\w.-]+@)?(?P<bracketed>[\w.-]+)[^\]\n]{0,80}\]|(?:[\w.-]+@)?(?P<host>[\w.-]+)(?::[^\s#$>]*)?"
    r"(?:\([\w./:-]+\))?) ?[#$>][ \t]*(?P<command>\S[^\n]*)$"
)
"""A command behind its prompt, with the device that the prompt names."""
_SHOWS = lazy_pattern(
    r"(?:sudo +)?(?:show|sh|ethtool +(?:-S|--statistics)|rdma +statistic|pfcwd +show|date|hostname|terminal|exit)\b.*"
)


def counter_capture(text: str) -> str:
    """Return the command whose counters a text shows; empty for others, and where a command is typed that may set."""
    command = next((name for name, lines in _KINDS if lines.search(text)), "")
    if command and all(_SHOWS.fullmatch(typed["command"]) for typed in TYPED.finditer(text)):
        return command
    return ""


def tables_not_evaluated(text: str) -> Iterator[tuple[str, int]]:
    """Yield the commands whose output no reader takes, each with the line by which it is known."""
    for name, lines in _KINDS:
        if name not in EVALUATED and (found := lines.search(text)):
            yield name, text.count("\n", 0, found.start()) + 1
