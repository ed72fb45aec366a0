"""Captures of counters are read or named as such; where something is typed that may set a device, they are not."""

from __future__ import annotations

import pytest

from roce_lint.read.counter_captures import counter_capture
from roce_lint.read.detect import Foreign, detect
from roce_lint.read.format import COUNTERS
from roce_lint.text.document import Document

# Counters of Linux, mlx5/counters.rst, in the form of ethtool.c.
NIC = """\
NIC statistics:
     rx_packets: 1897223104
     rx_out_of_buffer: 0
     rx_discards_phy: 12
     rx_prio3_pause: 15234
     tx_prio3_pause: 0
     rx_prio3_discards: 12
"""
FILTERED = "     rx_prio3_pause: 15234\n     tx_prio3_pause: 0\n"
# sonic-net/sonic-utilities, tests/pfcstat_test.py and tests/pfcwd_input/pfcwd_test_vectors.py.
PFC = """\
  Port Rx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0   1,200     201     202     203     204     205     206     207
"""
HISTORY = """\
     Port    Priority    RX Pause Transitions    Total RX Pause Time MS    Recent RX Pause Time MS
---------  ----------  ----------------------  ------------------------  -------------------------
Ethernet0        PFC0                      12                    12,000                      1,200
"""
WATCHDOG = """\
      QUEUE       STATUS    STORM DETECTED/RESTORED    TX OK/DROP    RX OK/DROP    TX LAST OK/DROP    RX LAST OK/DROP
-----------  -----------  -------------------------  ------------  ------------  -----------------  -----------------
Ethernet0:3      stormed                        1/0       100/300       100/300              0/200              0/200
"""
QUEUES = """\
     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes
---------  -----  --------------  ---------------  -----------  ------------
Ethernet0    UC0               0                0            0             0
"""
RX_PFC = "Port             RxPfc           TxPfc\nEt1/1                0            1024\n"
RX_PPP = """\
============================================================
Port               Mode Oper(VL bmap)  RxPPP      TxPPP
============================================================
Ethernet1/2        Auto On   (9)       4088353    1890
"""
RDMA = "link mlx5_0/1 rx_write_requests 0 out_of_buffer 135 rp_cnp_handled 0 np_ecn_marked_roce_packets 0\n"
QUEUING = """\
Egress Queuing for Ethernet2/1 [System]
Ingress Queuing for Ethernet2/1
PFC Statistics
----------------------------------------------------------------------------
TxPPP:                    11, RxPPP:                    12
----------------------------------------------------------------------------
COS QOS Group        PG   TxPause   TxCount         RxPause         RxCount
   0         -         -  Inactive         0        Inactive               0
   3         3         3  Active           7        Active                 8
"""
CAPTURES = (
    (NIC, "ethtool -S"),
    (f"# host: gpu1\n{NIC}", "ethtool -S"),
    (f"[root@gpu1 ~]# ethtool -S eth0\n{NIC}", "ethtool -S"),
    (FILTERED, "ethtool -S"),
    (PFC, "show pfc counters"),
    (f"admin@leaf1:~$ show pfc counters\n{PFC}", "show pfc counters"),
    (HISTORY, "show pfc counters --history"),
    (WATCHDOG, "pfcwd show stats"),
    (QUEUES, "show queue counters"),
    (f"leaf1#show priority-flow-control counters\n{RX_PFC}", "show priority-flow-control counters"),
    (f"leaf1# show interface priority-flow-control\n{RX_PPP}", "show interface priority-flow-control"),
    (f"leaf1# show queuing interface\n{QUEUING}", "show queuing interface"),
    (RDMA, "rdma statistic show"),
)
NOT_EVALUATED = ("show pfc counters --history", "show queue counters", "rdma statistic show")


@pytest.mark.parametrize(("text", "command"), CAPTURES)
def test_a_capture_of_counters_is_named_by_its_command(text: str, command: str) -> None:
    foreign = Foreign(f"a capture of counters (`{command}`), which no rule evaluates")
    expected = foreign if command in NOT_EVALUATED else COUNTERS
    assert detect(Document("leaf1.txt", text)) == expected
    assert detect(Document("leaf1.txt", text.replace("\n", "\r\n"))) == expected


@pytest.mark.parametrize(
    "text",
    [
        f"root@gpu1:~# ip link set eth0 mtu 4200\nroot@gpu1:~# ethtool -S eth0\n{NIC}",
        f"admin@leaf1:~$ sudo config qos reload\nadmin@leaf1:~$ show pfc counters\n{PFC}",
        "Port Rx is where PFC0 to PFC7 are counted.\n",
        "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n",
    ],
    ids=["a NIC is set as well", "a switch is set as well", "a sentence", "another output of rdma"],
)
def test_what_sets_something_or_counts_nothing_is_no_capture_of_counters(text: str) -> None:
    assert counter_capture(text) == ""
