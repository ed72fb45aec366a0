"""A terminal session is read command by command."""

from __future__ import annotations

from roce_lint.hosts.reader import read_host
from roce_lint.model.fact import Stated
from roce_lint.model.terms import Trust
from roce_lint.text.document import Document

SESSION = """\
[root@gpu01 ~]# mlnx_qos -i eth4
Priority trust state: dscp
PFC configuration:
\tpriority    0   1   2   3   4   5   6   7
\tenabled     0   0   0   1   0   0   0   0
[root@gpu01 ~]# cat /sys/class/infiniband/mlx5_0/tc/1/traffic_class
Global tclass=106
root@gpu01:~# ethtool -a eth4
Pause parameters for eth4:
Autonegotiate:\toff
RX:\t\toff
TX:\t\ton

$ cat /sys/class/net/eth4/ecn/roce_np/cnp_dscp /sys/class/net/eth4/ecn/roce_np/enable/3
48
1
[root@gpu01 ~]# ip link show eth4
4: eth4: <BROADCAST,MULTICAST,UP> mtu 9000 qdisc mq state UP
[root@gpu01 ~]# cma_roce_tos -d mlx5_0
104
[root@gpu01 ~]#
"""


def test_each_output_is_noted_at_its_line() -> None:
    (host,) = read_host(Document("hosts/gpu01.txt", SESSION)).devices
    (port,), (nic,) = host.ports, host.nics
    facts = (port.qos.trust, port.qos.priorities[3].generates_pause, nic.device_tos, port.qos.link_pause_received)
    more = (port.qos.link_pause_sent, nic.cnp_dscp, nic.notification_enabled[3], port.ip_mtu_bytes, nic.rdma_cm_tos)
    assert port.name == "eth4"
    assert [(fact.value, fact.source.line) for fact in (*facts, *more) if isinstance(fact, Stated)] == [
        (Trust.DSCP, 2),
        (True, 5),
        (106, 7),
        (False, 11),
        (True, 12),
        (48, 15),
        (True, 16),
        (9000, 18),
        (104, 20),
    ]


def test_a_script_with_commands_in_comments_is_none() -> None:
    text = "# mlnx_qos -i eth4\n# cat /sys/class/net/eth4/mtu\nmlnx_qos -i eth4 --trust pcp\n"
    (host,) = read_host(Document("hosts/gpu01.sh", text)).devices
    assert host.ports[0].qos.trust == Stated(Trust.PCP, host.ports[0].qos.trust.source)
