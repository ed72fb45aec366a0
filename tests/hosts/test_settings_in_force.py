"""Of what stands in a host's file, only what the host carries out counts; a line without effect is reported."""

from __future__ import annotations

from roce_lint.hosts.reader import is_host_document, read_host
from roce_lint.model.device import Device
from roce_lint.model.fact import Fact, Stated
from roce_lint.text.document import Document


def host(text: str, path: str) -> Device:
    (device,) = read_host(Document(path, text)).devices
    return device


def refused(text: str, path: str) -> list[tuple[int, str]]:
    """Return the lines that are reported to have no effect."""
    return [(one.source.line, one.because) for one in host(text, path).refused_settings]


def unread(text: str, path: str) -> list[tuple[int, str]]:
    return sorted((one.source.line, one.because) for one in read_host(Document(path, text)).unread)


def stated(fact: Fact[int]) -> tuple[int, int] | None:
    """Return the value of a fact and its line, None where it is not stated."""
    return (fact.value, fact.source.line) if isinstance(fact, Stated) else None


def test_nccl_keeps_the_first_of_two_lines() -> None:
    text = "NCCL_IB_TC=106\nNCCL_IB_SL=3\nNCCL_IB_SL=3\nNCCL_IB_TC=0\n"
    (nic,) = host(text, "h1/nccl.conf").nics
    assert stated(nic.application_tos) == (106, 1)
    assert refused(text, "h1/nccl.conf") == [(4, "NCCL keeps the 106 that line 1 gives NCCL_IB_TC")]


def test_a_shell_takes_the_last_of_two_lines() -> None:
    (nic,) = host("NCCL_IB_TC=106\nNCCL_IB_TC=98\n", "h1/roce.env").nics
    assert stated(nic.application_tos) == (98, 2)


def test_a_blank_before_the_sign_makes_another_name() -> None:
    text = "NCCL_IB_SL=3\nNCCL_IB_TC = 106\n"
    assert refused(text, "h1/nccl.conf") == [(2, "with the blank before `=` this is no setting of NCCL_IB_TC")]


def test_nothing_behind_an_exit_is_set() -> None:
    text = "mlnx_qos -i eth2 --trust dscp\nexit 0\nmlnx_qos -i eth2 --trust pcp\nif true; then\n  exit 1\nfi\n"
    (port,) = host(text, "h1/roce.sh").ports
    assert (port.qos.trust.source.line, refused(text, "h1/roce.sh")) == (1, [(3, "line 2 leaves before it")])


def test_an_exit_that_may_not_come_ends_nothing() -> None:
    for before in ("[ -d /sys ] || exit 1", "if [ $1 ]; then exit 0; fi", "(cd /tmp; exit 1)", "usage() { exit 1; }"):
        assert refused(f"{before}\nmlnx_qos -i eth2 --trust dscp\n", "h1/roce.sh") == []


def test_a_round_that_is_left_early_sets_half() -> None:
    text = "for i in eth2 eth3; do\n  mlnx_qos -i $i --trust dscp\n  continue\n  mlnx_qos -i $i --cable_len 9\ndone\n"
    device = host(text, "h1/roce.sh")
    assert [port.name for port in device.ports] == ["eth2", "eth3"]
    assert [(one.source.line, one.because) for one in device.refused_settings] == [(4, "line 3 leaves before it")]


UNIT = """[Unit]
BindsTo=sys-subsystem-net-devices-eth2.device
[Service]
Type=oneshot
ExecStart=/usr/bin/mlnx_qos -i eth2 --trust dscp
ExecStart=/usr/bin/mlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0
ExecStop=/usr/bin/mlnx_qos -i eth2 --pfc 0,0,0,0,0,0,0,0
[Install]
WantedBy=multi-user.target
"""


def test_a_stop_of_a_unit_sets_nothing() -> None:
    (port,) = host(UNIT, "h1/roce.service").ports
    assert stated(port.qos.priorities[3].generates_pause) == (True, 6)
    assert (refused(UNIT, "h1/roce.service"), unread(UNIT, "h1/roce.service")) == ([], [])


def test_a_start_that_is_reset_sets_nothing() -> None:
    text = UNIT.replace("ExecStop=", "ExecStart=\nExecStart=")
    (port,) = host(text, "h1/roce.service").ports
    assert stated(port.qos.priorities[3].generates_pause) == (False, 8)


def test_several_starts_need_a_oneshot() -> None:
    because = "systemd refuses a service with several ExecStart= that is not of Type=oneshot"
    assert refused(UNIT.replace("oneshot", "simple"), "h1/roce.service") == [(4, because)]
    assert refused(UNIT.replace("Type=oneshot\n", ""), "h1/roce.service") == [(5, because)]


def test_nothing_starts_a_unit_that_nobody_wants() -> None:
    text = UNIT.replace("WantedBy=multi-user.target\n", "")
    because = "no [Install] of this unit says WantedBy=: what starts it is not in this file"
    assert unread(text, "h1/roce.service") == [(8, because)]
    assert unread(text, "h1/roce@.service") == []


def test_a_unit_waits_for_one_interface_and_sets_another() -> None:
    text = UNIT.replace("devices-eth2", "devices-eth3")
    assert unread(text, "h1/roce.service") == [(2, "the unit needs eth3, and its commands set eth2")]


def test_systemd_and_udev_write_to_no_file() -> None:
    path = "/sys/class/infiniband/mlx5_0/tc/1/traffic_class"
    because = "runs no shell: `>` is an argument of echo, and nothing is written"
    unit = UNIT.replace("[Install]", f"ExecStart=/bin/echo 106 > {path}\n[Install]")
    assert refused(unit, "h1/roce.service") == [(8, f"systemd {because}")]
    rule = (
        f'ACTION=="add", SUBSYSTEM=="net", RUN+="/usr/bin/mlnx_qos -i eth2 --trust dscp", RUN+="/bin/echo 106 > {path}"'
    )
    assert refused(rule, "h1/90-roce.rules") == [(1, f"udev {because}")]
    assert (
        refused(UNIT.replace("[Install]", f"ExecStart=/bin/sh -c 'echo 106 > {path}'\n[Install]"), "h1/a.service") == []
    )


RULE = 'ACTION=="add", SUBSYSTEM=="net", NAME=="eth2", RUN+="/usr/bin/mlnx_qos -i eth2 --trust dscp"\n'


def test_a_rule_for_devices_that_go_sets_nothing() -> None:
    gone = RULE.replace("add", "remove").replace("dscp", "pcp")
    (port,) = host(RULE + gone, "h1/90-roce.rules").ports
    assert port.qos.trust.source.line == 1
    assert refused(RULE.replace("add", "add|change"), "h1/90-roce.rules") == []


def test_what_keeps_a_rule_from_setting_its_interface() -> None:
    path = "h1/90-roce.rules"
    added = "RUN= throws away the commands that line 1 added for the same device; RUN+= adds"
    whole = "udev looks for mlnx_qos in /usr/lib/udev: the command needs its whole path"
    assert refused(RULE + RULE.replace("RUN+=", "RUN="), path) == [(2, added)]
    assert refused(RULE + RULE.replace("/usr/bin/", ""), path) == [(2, whole)]
    assert refused(RULE.replace("NAME==", "NAME="), path) == [
        (1, 'NAME="eth2" names every interface so; NAME== chooses one')
    ]
    assert unread(RULE + RULE.replace('"net"', '"nte"'), path) == [(2, "SUBSYSTEM 'nte' is none that a NIC belongs to")]
    assert unread(RULE.replace('NAME=="eth2"', 'NAME=="eth12"'), path) == [
        (1, "the rule is for eth12, and its command sets eth2")
    ]
    assert unread(RULE + RULE.replace('dscp"', "dscp"), path)[0][0] == 2
    assert unread(RULE.replace('NAME=="eth2"', 'NAME=="eth*", DRIVERS=="mlx5_core"'), path) == []


def test_a_driver_that_is_reloaded_forgets() -> None:
    because = "it unloads the driver, and what is set above is lost; set it afterwards"
    trust = "mlnx_qos -i eth2 --trust dscp\n"
    for reload in (
        "modprobe -r mlx5_ib mlx5_core && modprobe mlx5_core",
        "rmmod mlx5_core",
        "systemctl restart openibd",
        "service openibd restart",
        "/etc/init.d/openibd restart",
    ):
        assert refused(trust + reload + "\n", "h1/roce.sh") == [(2, because)]
        assert refused(f"{reload}\n{trust}", "h1/roce.sh") == []
    stored = "mlxconfig -d mlx5_0 set CNP_DSCP_P1=48\nsystemctl restart openibd\n"
    assert refused(stored, "h1/roce.sh") == []
    assert refused(f"{trust}systemctl restart lldpad\n", "h1/roce.sh") == []


def test_an_adapter_that_is_configured_to_speak_iwarp() -> None:
    text = "modprobe irdma roce_ena=0\ncma_roce_tos -d rocep1s0 -t 106\n"
    assert refused(text, "h1/roce.sh") == [(1, "roce_ena=0 makes irdma speak iWARP, not RoCEv2")]


CLOUD = """#cloud-config
write_files:
  - path: /opt/roce.sh
    permissions: "0755"
    content: |
      #!/bin/sh
      mlnx_qos -i eth2 --trust dscp
runcmd:
  - [/opt/roce.sh]
"""


def test_a_script_of_cloud_init_that_nothing_runs() -> None:
    path = "h1/user-data"
    never = "nothing in this file runs it, so what it sets may never be set"
    assert (unread(CLOUD, path), refused(CLOUD, path)) == ([], [])
    assert unread(CLOUD.replace("runcmd:\n  - [/opt/roce.sh]\n", ""), path) == [(3, never)]
    assert unread(CLOUD.replace("[/opt/roce.sh]", "/opt/rose.sh"), path) == [(3, never)]
    assert unread(CLOUD.replace("/opt/roce.sh\n", "/etc/network/if-up.d/roce\n"), path) == []
    because = "roce.sh is run as a command and may not be executed; set permissions"
    forbidden = CLOUD.replace("0755", "0644") + "  - mlnx_qos -i eth2 --cable_len 9\n"
    assert refused(forbidden, path) == [(4, because)]
    assert refused(forbidden.replace('    permissions: "0644"\n', ""), path) == [(3, because)]
    assert refused(forbidden.replace("[/opt/roce.sh]", "sh /opt/roce.sh"), path) == []


INTERFACES = """auto lo eth2
iface lo inet loopback
iface eth2 inet static
    address 10.0.0.1/31
    mtu 9000
    post-up mlnx_qos -i $IFACE --trust dscp
    post-down mlnx_qos -i eth2 --trust pcp
"""


def test_the_interfaces_of_debian() -> None:
    path = "h1/interfaces"
    assert is_host_document(INTERFACES)
    (port,) = host(INTERFACES, path).ports
    assert host(INTERFACES, path).name == "h1"
    assert (port.name, port.qos.trust.source.line, stated(port.ip_mtu_bytes)) == ("eth2", 6, (9000, 5))
    assert (unread(INTERFACES, path), refused(INTERFACES, path)) == ([], [])
    because = "neither auto nor allow-hotplug names eth2: it does not come up by itself"
    assert unread(INTERFACES.replace("lo eth2", "lo"), path) == [(3, because)]
    assert unread(INTERFACES.replace("lo eth2", "lo\nallow-hotplug eth2"), path) == []


def test_the_interfaces_of_debian_may_say_the_mtu_alone() -> None:
    plain = "auto eth2\niface eth2 inet static\n    mtu 1500\n"
    (port,) = host(plain, "h1/interfaces").ports
    assert (is_host_document(plain), port.name, stated(port.ip_mtu_bytes)) == (True, "eth2", (1500, 3))
    of_a_switch = ("auto swp1\niface swp1\n    mtu 9216\n", "iface br\n    bridge-vlan-aware yes\n    mtu 9216\n")
    assert [is_host_document(text) for text in (*of_a_switch, plain.replace("    mtu 1500\n", ""))] == [False] * 3


def test_an_operator_that_is_configured_to_leave_roce_alone() -> None:
    text = (
        "apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: NicConfigurationTemplate\n"
        "metadata: {name: a}\nspec:\n"
        "  nodeSelector: {kubernetes.io/hostname: h1}\n  template:\n    numVfs: 0\n    linkType: Ethernet\n"
        "    roceOptimized:\n      enabled: false\n      qos: {trust: dscp, pfc: '0,0,0,1,0,0,0,0'}\n"
        "    rawNvConfig:\n      - {name: CNP_DSCP_P1, value: '48'}\n"
    )
    because = "the operator leaves RoCE alone unless this is true, so that qos below it sets nothing"
    assert refused(text, "h1/nic.yaml") == [(10, because)]


def test_traffic_classes_of_intel_have_no_gap() -> None:
    flags = "ethtool --set-priv-flags eth2 fw-lldp-agent off\n"
    ets = "dcb ets set dev eth2 prio-tc all:0 3:{} 6:2\n"
    because = "the ice driver uses traffic classes without a gap, and no priority has 1"
    assert refused(flags + ets.format(5), "h1/roce.sh") == [(2, because)]
    assert refused(flags + ets.format(1), "h1/roce.sh") == []
    assert refused(ets.format(5), "h1/roce.sh") == []


def test_numbers_that_broadcoms_script_does_not_take() -> None:
    text = "bnxt_setupcc.sh -d bnxt_re0 -i eth2 -m 3 -r 3 -s 26 -c 7 -p 48 -b 50 -u 3\n"
    assert refused(text, "h1/roce.sh") == []
    assert refused(text.replace("-b 50", "-b 150"), "h1/roce.sh") == [(1, "-b takes a number from 1 to 100")]
    assert refused(text.replace("-u 3", "-u 7"), "h1/roce.sh") == [(1, "-u takes a number from 1 to 4")]
