"""Every format of host files, and shell in many dresses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_lint.hosts.reader import host_name, is_host_document, read_host
from roce_lint.model.device import Device
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.model.terms import PfcMode, Scheduling, Trust
from roce_lint.text.document import Document


def host(text: str, path: str = "h1/roce.sh") -> Device:
    (device,) = read_host(Document(path, text)).devices
    return device


def unread(text: str, path: str = "h1/roce.sh") -> list[tuple[int, str]]:
    """Return every line that is handed back, as not understood or as refused."""
    reading = read_host(Document(path, text))
    refused = [one for device in reading.devices for one in device.refused_settings]
    return sorted((one.source.line, one.because) for one in (*reading.unread, *refused))


def value(fact: Fact[object]) -> object:
    return "unknown" if isinstance(fact, Unknown) else fact.value


def tos_by_port(text: str, path: str = "h1/roce.sh") -> dict[str, object]:
    return {nic.port: value(nic.rdma_cm_tos) for nic in host(text, path).nics}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cma_roce_tos -d mlx5_0 -t 106", {"mlx5_0": 106}),
        ("sudo -E /usr/sbin/cma_roce_tos -d mlx5_0 -t 0x6a", {"mlx5_0": 106}),
        ("DEV='mlx5_0'; TOS=\"106\"\ncma_roce_tos -d ${DEV} -t $TOS", {"mlx5_0": 106}),
        ("for d in mlx5_0 mlx5_1\ndo\n cma_roce_tos -d $d -t 106\ndone", {"mlx5_0": 106, "mlx5_1": 106}),
        ("for i in {0..2}; do cma_roce_tos -d mlx5_$i -t 106; done", {"mlx5_0": 106, "mlx5_1": 106, "mlx5_2": 106}),
        ("for i in $(seq 0 1); do cma_roce_tos -d mlx5_${i} -t 106; done", {"mlx5_0": 106, "mlx5_1": 106}),
        ('DEVS="mlx5_0 mlx5_1"\nfor d in $DEVS; do cma_roce_tos -d "$d" -t 106; done', {"mlx5_0": 106, "mlx5_1": 106}),
        ('D=(mlx5_0 mlx5_1)\nfor d in "${D[@]}"; do cma_roce_tos -d $d -t 106; done', {"mlx5_0": 106, "mlx5_1": 106}),
        (
            'D=(mlx5_0 mlx5_1)\nfor i in "${!D[@]}"; do cma_roce_tos -d ${D[$i]} -t $((104 + i)); done',
            {"mlx5_0": 104, "mlx5_1": 105},
        ),
        ("cma_roce_tos \\\n  -d mlx5_0 \\\n  -t 106", {"mlx5_0": 106}),
        ("DSCP=26\ncma_roce_tos -d mlx5_0 -t $(( (DSCP << 2) | 2 ))", {"mlx5_0": 106}),
        ("cma_roce_tos -d mlx5_0 -t ${TOS:-106}", {"mlx5_0": 106}),
        ("mark() { cma_roce_tos -d $1 -t $2; }\nmark mlx5_0 106\nmark mlx5_1 96", {"mlx5_0": 106, "mlx5_1": 96}),
        ('function mark {\n cma_roce_tos -d "$1" -t 106\n}\nmark mlx5_0', {"mlx5_0": 106}),
        ("true && cma_roce_tos -d mlx5_0 -t 106 || exit 1", {"mlx5_0": 106}),
        ("(cma_roce_tos -d mlx5_0 -t 106) &", {"mlx5_0": 106}),
        ("bash -c 'cma_roce_tos -d mlx5_0 -t 106'", {"mlx5_0": 106}),
        ("case $1 in\n start) cma_roce_tos -d mlx5_0 -t 106 ;;\n stop) ;;\nesac", {"mlx5_0": 106}),
        ("sh <<'EOF'\ncma_roce_tos -d mlx5_0 -t 106\nEOF", {"mlx5_0": 106}),
        ("for d in $(ls /sys/class/infiniband); do cma_roce_tos -d $d -t 106; done", {"*": 106}),
        ("cma_roce_tos -d mlx5_0 -t 106 # 26 << 2\r\n", {"mlx5_0": 106}),
        ("# cma_roce_tos -d mlx5_9 -t 1\ncma_roce_tos -d mlx5_0 -t 106", {"mlx5_0": 106}),
    ],
    ids=lambda part: part[:40] if isinstance(part, str) else "",
)
def test_shell_in_many_dresses(text: str, expected: dict[str, object]) -> None:
    assert (tos_by_port(text), unread(text)) == (expected, [])


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("#cloud-config\nhostname: h1\nruncmd:\n  - cma_roce_tos -d mlx5_0 -t 106\n", "user-data"),
        ("#cloud-config\nruncmd:\n  - [cma_roce_tos, -d, mlx5_0, -t, '106']\n", "h1/user-data"),
        (
            "#cloud-config\nwrite_files:\n  - path: /a\n    content: |\n"
            "      #!/bin/sh\n      cma_roce_tos -d mlx5_0 -t 106\n",
            "h1/user-data",
        ),
        (
            "[Unit]\nAfter=network.target\n[Service]\nType=oneshot\n"
            "ExecStart=-/usr/sbin/cma_roce_tos -d mlx5_0 \\\n -t 106\n[Install]\nWantedBy=multi-user.target\n",
            "h1/roce.service",
        ),
        (
            'ACTION=="add", SUBSYSTEM=="infiniband", RUN+="/usr/sbin/cma_roce_tos -d mlx5_0 -t 106"\n',
            "h1/90-roce.rules",
        ),
    ],
    ids=["cloud-init", "cloud-init-list", "cloud-init-file", "unit", "udev"],
)
def test_commands_in_other_files(text: str, path: str) -> None:
    assert is_host_document(text)
    device = host(text, path)
    assert (device.name, tos_by_port(text, path), unread(text, path)) == ("h1", {"mlx5_0": 106}, [])


def test_lines_are_counted_through_here_documents_and_continuations() -> None:
    text = "cat > /etc/nccl.conf <<EOF\nNCCL_IB_TC=106\nEOF\n"
    text += "mlnx_qos -i eth2 \\\n  --trust \\\n  dscp\ncma_roce_tos -d mlx5_0 -t 7\n"
    (nic,) = host(text).nics
    assert (nic.port, nic.application_tos.source.line, nic.rdma_cm_tos.source.line) == ("eth2", 2, 7)
    (port,) = host(text).ports
    assert (port.qos.trust.source.line, port.qos.trust.source.end_line) == (4, 6)


def test_one_interface_and_one_device_in_a_loop_round_belong_together() -> None:
    text = "for n in 0 1; do mlnx_qos -i eth$n --trust dscp; cma_roce_tos -d mlx5_$n -t 106; done\n"
    assert [(nic.port, value(nic.rdma_device)) for nic in host(text).nics] == [("eth0", "mlx5_0"), ("eth1", "mlx5_1")]


def test_an_interface_that_only_the_host_knows_is_named_as_written() -> None:
    text = 'IF=$(some_tool)\nmlnx_qos -i "$IF" --trust dscp\n'
    assert [port.name for port in host(text).ports] == ["$(some_tool)"]
    assert unread(text) == [(2, "which port $(some_tool) is, is known only to the host")]


OPERATOR_OF_NODE = """\
kind: NicConfigurationTemplate
spec:
  nodeSelector:
    kubernetes.io/hostname: gpu-9
"""


def test_a_port_that_only_the_host_knows_has_no_defaults() -> None:
    (port,) = host('ibdev2netdev | while read -r dev _ _ _ name _; do mlnx_qos -i "$name" --trust dscp; done\n').ports
    assert (port.name, value(port.qos.trust), value(port.qos.pfc_mode)) == ("$name", Trust.DSCP, "unknown")


@pytest.mark.parametrize(
    "command",
    [
        "xargs -I{} mlnx_qos -i {} --cable_len 10",
        "pdsh -w gpu-[1-9] cma_roce_tos -d mlx5_0 -t 106",
        "python3 /opt/roce.py --trust dscp",
    ],
)
def test_commands_that_run_others_are_handed_back(command: str) -> None:
    name = command.split()[0]
    assert unread(f"#!/bin/sh\n{command}\n") == [(2, f"{name} is not a command that is read")]


MLNX_QOS = """\
# mlnx_qos -i enp59s0f0np0
DCBX mode: OS controlled
Priority trust state: dscp
dscp2prio mapping:
\tprio:0 dscp:07,06,05,04,03,02,01,00,
\tprio:5 dscp:26,
Receive buffer size (bytes): 20016,156096,0,0,0,0,0,0,max_buffer_size=2097152
Cable len: 40
PFC configuration:
\tpriority    0   1   2   3   4   5   6   7
\tenabled     0   0   0   0   0   1   0   0   \x20
\tbuffer      0   0   0   0   0   1   0   0   \x20
tc: 0 ratelimit: unlimited, tsa: ets, bw: 50%
\t priority:  0
tc: 1 ratelimit: unlimited, tsa: vendor
tc: 5 ratelimit: 100.0 Gbps, tsa: strict
\t priority:  5
"""


def test_mlnx_qos_output() -> None:
    device = host(MLNX_QOS, "h1/mlnx_qos.txt")
    (port,), (nic,) = device.ports, device.nics
    qos = port.qos
    assert (port.name, nic.evidence, unread(MLNX_QOS, "h1/mlnx_qos.txt")) == ("enp59s0f0np0", Evidence.OBSERVED, [])
    assert (value(qos.trust), value(qos.pfc_mode), value(nic.cable_length_m)) == (Trust.DSCP, PfcMode.ON, 40)
    assert [value(qos.classification.traffic_class_by_dscp[dscp]) for dscp in (7, 26, 48)] == ["0", "5", "unknown"]
    assert [value(one.generates_pause) for one in qos.priorities] == [n == 5 for n in range(8)]
    assert [value(one.queue) for one in qos.classes] == [0, *["unknown"] * 4, 5, "unknown", "unknown"]
    assert [value(qos.queues[n].scheduling) for n in (0, 1, 5)] == [Scheduling.WEIGHTED, "unknown", Scheduling.STRICT]
    assert (value(qos.queues[0].weight_percent), value(qos.queues[0].shape_percent)) == (50.0, 100.0)


def test_dcbx_of_the_firmware_negotiates_pfc() -> None:
    text = MLNX_QOS.replace("OS controlled", "Firmware controlled")
    (port,) = host(text, "h1/q.txt").ports
    assert value(port.qos.pfc_mode) is PfcMode.AUTO


MLXCONFIG = """\
Device #1:
----------

Device type:    ConnectX7
Device:         0000:3b:00.0

Configurations:                              Default         Current         Next Boot
*        CNP_DSCP_P1                         48              46              48
         CNP_DSCP_P2                         48              48              48
         ROCE_CC_PRIO_MASK_P1                255             8               8
         RPG_TIME_RESET_P1                   300             300             300
         QOS_TRUST_STATE_P1                  TRUST_PCP(1)    TRUST_DSCP(2)   TRUST_DSCP(2)
         SRIOV_EN                            False(0)        True(1)         True(1)
"""


def test_mlxconfig_output_with_three_columns() -> None:
    device = host(MLXCONFIG, "h1/mlxconfig.txt")
    assert [(nic.port, value(nic.cnp_dscp), nic.evidence) for nic in device.nics] == [
        ("0000:3b:00.0", 46, Evidence.STORED),
        ("0000:3b:00.1", 48, Evidence.STORED),
    ]
    first = device.nics[0]
    assert [value(one) for one in first.reaction_enabled] == [n == 3 for n in range(8)]
    assert (value(device.ports[0].qos.trust), value(first.dcqcn.increase_timer_us)) == (Trust.DSCP, 300)
    assert unread(MLXCONFIG, "h1/mlxconfig.txt") == []


def test_mlxconfig_output_with_one_column() -> None:
    text = "Device #1:\nDevice type:    ConnectX6DX\nPCI device:     /dev/mst/mt4125_pciconf0\n"
    text += "Configurations:      Next Boot\n"
    text += "         CNP_DSCP_P1         48\n         CNP_802P_PRIO_P1    9\n"
    (nic,) = host(text, "h1/mlxconfig.txt").nics
    assert (nic.port, value(nic.cnp_dscp), value(nic.cnp_priority)) == ("mt4125_pciconf0", 48, "unknown")
    assert unread(text, "h1/m.txt") == [(6, "cnp_priority: '9' is not a number from 0 to 7")]


def test_a_listing_of_sysfs() -> None:
    text = """\
/sys/class/net/eth2/ecn/roce_np/enable/3:1
/sys/class/net/eth2/ecn/roce_np/cnp_dscp:48
/sys/class/infiniband/mlx5_0/tc/1/traffic_class:Global tclass=106
/sys/class/infiniband/mlx5_0/device/net/eth2/mtu: 9000
/sys/kernel/debug/mlx5/0000:3b:00.0/cc_params/rp_time_reset: 300
"""
    device = host(text, "h1/sysfs.txt")
    nic = next(one for one in device.nics if one.port == "eth2")
    assert (value(nic.device_tos), value(nic.cnp_dscp), value(nic.notification_enabled[3])) == (106, 48, True)
    assert (value(nic.rdma_device), nic.evidence, value(nic.reaction_enabled[3])) == (
        "mlx5_0",
        Evidence.OBSERVED,
        "unknown",
    )
    assert [value(one.dcqcn.increase_timer_us) for one in device.nics if one.port == "0000:3b:00.0"] == [300]


def test_link_pause_as_ethtool_shows_it() -> None:
    text = "Pause parameters for eth2:\nAutonegotiate:\toff\nRX:\t\toff\nTX:\t\ton\nTX negotiated:\toff\n"
    (port,) = host(text, "h1/ethtool.txt").ports
    assert (port.name, value(port.qos.link_pause_received), value(port.qos.link_pause_sent)) == ("eth2", False, False)


def test_unknown_files_and_values_of_sysfs_are_handed_back() -> None:
    text = "echo 1 > /sys/class/net/eth2/ecn/roce_rp/foo\necho 64 > /sys/class/net/eth2/ecn/roce_np/cnp_dscp\n"
    assert unread(text) == [
        (1, "roce_rp/foo is not a known DCQCN parameter of mlx5"),
        (2, "cnp_dscp: '64' is not a number from 0 to 63"),
    ]


def test_tee_writes_as_well() -> None:
    text = "echo 106 | sudo tee /sys/class/infiniband/mlx5_0/tc/1/traffic_class > /dev/null\n"
    assert [value(nic.device_tos) for nic in host(text).nics] == [106]
    text = "echo tclass=-1 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n"
    assert [value(nic.device_tos) for nic in host(text).nics] == ["unknown"]


def test_nccl_settings_concern_the_selected_devices() -> None:
    text = "# NCCL\nNCCL_IB_HCA==mlx5_0:1,mlx5_3:1\nNCCL_IB_TC=106\nNCCL_IB_SL=3\nNCCL_IB_TIMEOUT=22\nNCCL_DEBUG=WARN\n"
    device = host(text, "h1/nccl.conf")
    seen = [(nic.port, value(nic.application_tos), value(nic.service_level)) for nic in device.nics]
    assert seen == [("mlx5_0", 106, 3), ("mlx5_3", 106, 3)]
    nic = device.nics[0]
    assert (value(nic.ack_timeout_exponent), value(nic.retry_count), value(nic.qps_per_connection)) == (22, 7, 1)
    assert unread(text, "h1/nccl.conf") == []


@pytest.mark.parametrize(
    "text",
    [
        "#SBATCH -N 2\nexport NCCL_IB_TC=106\nsrun ./train\n",
        "NCCL_IB_TC=106 ./train\n",
        "mpirun -np 16 -x NCCL_IB_TC=106 ./train\n",
        "NCCL_IB_TC=106\nexport NCCL_IB_TC\n",
        "srun --export=ALL,NCCL_IB_TC=106 ./train\n",
        "UCX_IB_TRAFFIC_CLASS=106\n",
    ],
    ids=["export", "prefix", "mpirun", "export-later", "srun", "ucx"],
)
def test_the_environment_of_an_application(text: str) -> None:
    assert is_host_document(text)
    assert [(nic.port, value(nic.application_tos)) for nic in host(text, "h1/job.sh").nics] == [("*", 106)]


def test_out_of_range_and_unknown_nccl_variables_are_handed_back() -> None:
    text = "NCCL_IB_TC=300\nNCCL_IB_TRAFFICCLASS=106\nNCCL_IB_FIFO_TC=184\n"
    assert unread(text, "h1/nccl.conf") == [
        (1, "ToS of the application: '300' is not a number from 0 to 255"),
        (2, "NCCL_IB_TRAFFICCLASS is not a known variable of NCCL"),
    ]


def test_a_key_that_stands_twice_in_netplan_is_handed_back() -> None:
    text = "network:\n  ethernets:\n    eth2:\n      mtu: 1500\n      mtu: 9000\n"
    assert unread(text, "h1/60-rdma.yaml") == [(5, "'mtu' appears twice; the first is in line 4")]


def test_netplan_and_link_files_have_an_mtu() -> None:
    netplan = "network:\n  version: 2\n  ethernets:\n    eth2:\n      mtu: 1500\n      addresses: [10.0.0.1/31]\n"
    (port,) = host(netplan, "h1/60-rdma.yaml").ports
    assert (port.name, value(port.ip_mtu_bytes), [value(one) for one in port.addresses]) == (
        "eth2",
        1500,
        ["10.0.0.1/31"],
    )
    assert host(netplan, "h1/60-rdma.yaml").nics == ()
    link = "[Match]\nPath=pci-0000:3b:00.0\n[Link]\nName=rdma0\nMTUBytes=9000\n"
    (port,) = host(link, "h1/10-rdma.link").ports
    assert (port.name, value(port.ip_mtu_bytes)) == ("rdma0", 9000)
    network = "[Match]\nName=eth4\n[Link]\nMTUBytes=9000\n[Address]\nAddress=10.0.0.3/31\n[Route]\nGateway=10.0.0.2\n"
    (port,) = host(network, "h1/10-rdma.network").ports
    assert (port.name, [value(one) for one in port.addresses]) == ("eth4", ["10.0.0.3/31"])


def test_generic_tools() -> None:
    text = """\
dcb pfc set dev eth2 prio-pfc all:off 3:on
dcb app add dev eth2 dscp-prio 26:3 48:6
dcb ets set dev eth2 tc-tsa all:strict 0:ets 3:ets tc-bw 0:50 3:50 prio-tc 0:0 3:3 6:6
dcb dcbx set dev eth2 host ieee
lldptool -T -i eth3 -V PFC enabled=3,4 willing=no
lldptool -T -i eth3 -V APP app=3,5,26
"""
    first, second = host(text).ports
    assert (value(first.qos.trust), value(first.qos.pfc_mode)) == (Trust.DSCP, PfcMode.ON)
    assert [value(first.qos.classification.traffic_class_by_dscp[dscp]) for dscp in (26, 48, 8)] == ["3", "6", "1"]
    assert [value(one.weight_percent) for one in first.qos.queues if value(one.scheduling) is Scheduling.WEIGHTED] == [
        50.0,
        50.0,
    ]
    assert [value(one.generates_pause) for one in second.qos.priorities] == [n in (3, 4) for n in range(8)]
    assert (value(second.qos.trust), unread(text)) == (Trust.DSCP, [])


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("h1/nccl.conf", "NCCL_IB_TC=1", "h1"),
        ("hosts/node01_mlnx_qos.txt", MLNX_QOS, "node01"),
        ("node02.sh", "mlnx_qos -i eth0 --trust dscp", "node02"),
        ("a/90-roce.sh", "# Host: gpu-7.dc.example\nmlnx_qos -i eth0 --trust dscp", "gpu-7"),
        ("user-data", "#cloud-config\nhostname: gpu-8\nruncmd: []", "gpu-8"),
        ("x.yaml", OPERATOR_OF_NODE, "gpu-9"),
        ("nccl.conf", "NCCL_IB_TC=1", "nccl"),
        ("gpu11/nic-fixup.sh", "mlnx_qos -i eth0 --trust dscp", "gpu11"),
        ("gpu11/set-lossless.sh", "mlnx_qos -i eth0 --trust dscp", "gpu11"),
        ("rack-12/alpha.sh", "mlnx_qos -i eth0 --trust dscp", "alpha"),
        ("rack12/node7.sh", "mlnx_qos -i eth0 --trust dscp", "node7"),
    ],
    ids=[
        "folder", "stem", "plain-stem", "comment", "cloud-init", "operator", "nothing", "numbered folder", "verb",
        "place", "both numbered",
    ],
)  # fmt: skip
def test_the_host_of_a_file(path: str, text: str, name: str) -> None:
    assert host_name(Document(path, text)) == name


@pytest.mark.parametrize(
    "text",
    [
        "# RoCE hosts\n\nRun this:\n\n```\nmlnx_qos -i eth0 --trust dscp\n```\n",
        "#!/bin/sh\napt-get install -y curl\n",
        "The tool mlnx_qos sets the trust state.\n",
        "hostname leaf1\ninterface Ethernet1\n",
    ],
    ids=["markdown", "other-script", "prose", "switch"],
)
def test_other_texts_are_no_host_files(text: str) -> None:
    assert not is_host_document(text)


FRAGMENTS = (
    "for i in a b; do",
    "done",
    "if true; then",
    "else",
    "fi",
    "case $x in",
    "a) ",
    ";;",
    "esac",
    "f() {",
    "}",
    "f a",
    "mlnx_qos -i eth0 --pfc ",
    "0,0,0,1,0,0,0,0",
    "--trust",
    "$x",
    "${x",
    "$(",
    ")",
    "`",
    "'",
    '"',
    "<<EOF",
    "EOF",
    "|",
    "||",
    "&&",
    "echo 1 > /sys/class/net/eth0/ecn/roce_np/enable/9",
    "\\\n",
    "X=(a b",
    "${x[@]}",
    "$((1<<99))",
    "cma_roce_tos -d",
    "dcb pfc set dev",
    "lldptool -T -i e -V PFC enabled=",
    "mlxconfig -d x set A=",
    "export NCCL_IB_TC=",
    "{1..9}",
    "#",
    "\n",
    " ",
    ";",
    "(",
    "–d",
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=25).map(" ".join))
def test_no_script_makes_the_reader_fail(text: str) -> None:
    read_host(Document("h1/x.sh", "#!/bin/sh\n" + text))


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from([MLNX_QOS, MLXCONFIG, OPERATOR_OF_NODE]),
    st.integers(0, 700),
    st.integers(0, 60),
    st.text(max_size=8),
)
def test_no_damage_makes_the_reader_fail(text: str, start: int, length: int, patch: str) -> None:
    read_host(Document("h1/x", text[:start] + patch + text[start + length :]))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    read_host(Document("h1/x", text))


def test_endless_scripts_come_to_an_end() -> None:
    loops = "".join(f"for {name} in {{0..500}}; do " for name in "abc")
    because = "the script runs more than 20004 commands; the rest is not followed"
    text = f"{loops} mlnx_qos -i eth0 --trust dscp; done; done; done\n"
    assert [reason for _, reason in unread(text)] == [because]
    assert [port.name for port in host("f() { f; mlnx_qos -i eth0 --trust dscp; }\nf\n").ports] == ["eth0"]
    read_host(Document("h1/x.sh", "#!/bin/sh\n" + "(" * 5000 + "if " * 5000 + "$(" * 3000))
