"""Mistakes that are made on hosts: each shows in the facts, or the line is handed back."""

from __future__ import annotations

import pytest

from roce_lint.hosts.reader import read_host
from roce_lint.judge.derive.drf.input_entities import without_repeats
from roce_lint.model.device import Device
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.terms import PfcMode, Trust
from roce_lint.text.document import Document


def host(text: str, path: str = "h1/roce.sh") -> Device:
    (device,) = read_host(Document(path, text)).devices
    return device


def unread(text: str, path: str = "h1/roce.sh") -> list[tuple[int, str]]:
    """Return every line that is handed back, as not understood or as refused."""
    reading = read_host(Document(path, text))
    refused = [one for device in reading.devices for one in device.refused_settings]
    return sorted((one.source.line, one.because) for one in (*reading.unread, *refused))


def reported(fact: Fact[object]) -> tuple[str, object, int]:
    """Return how a fact is known, its value and its line."""
    kind = type(fact).__name__.lower()
    return kind, "" if isinstance(fact, Unknown) else fact.value, fact.source.line


def test_a_dscp_written_as_traffic_class() -> None:
    (nic,) = host("#!/bin/sh\necho 26 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n").nics
    assert (nic.port, reported(nic.device_tos)) == ("mlx5_0", ("stated", 26, 2))


def test_pfc_without_trust_leaves_trust_at_pcp() -> None:
    (port,) = host("mlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0\n").ports
    assert reported(port.qos.trust) == ("default", Trust.PCP, 1)
    assert reported(port.qos.pfc_mode) == ("stated", PfcMode.ON, 1)
    assert reported(port.qos.classification.traffic_class_otherwise) == ("default", "0", 1)


def test_a_dscp_that_is_mapped_to_another_priority() -> None:
    (port,) = host("mlnx_qos -i eth2 --dscp2prio set,26,5\nmlnx_qos -i eth2 --dscp2prio=set,46,6\n").ports
    by_dscp = port.qos.classification.traffic_class_by_dscp
    assert [reported(by_dscp[dscp]) for dscp in (24, 26, 46)] == [
        ("default", "3", 1),
        ("stated", "5", 1),
        ("stated", "6", 2),
    ]


def test_six_lossless_priorities() -> None:
    text = "DEFAULT_PFC_CONFIG=0,1,1,1,1,1,1,0\nmlnx_qos -i eth2 -f $DEFAULT_PFC_CONFIG\n"
    (port,) = host(text).ports
    assert [reported(one.generates_pause)[1] for one in port.qos.priorities] == [False, *[True] * 6, False]


OPERATOR = """\
apiVersion: configuration.net.nvidia.com/v1alpha1
kind: NicConfigurationTemplate
metadata: {name: roce}
spec:
  nicSelector: {nicType: "1021"}
  template:
    numVfs: 0
    linkType: Ethernet
    roceOptimized:
      enabled: true
"""


def test_the_operators_own_values_are_defaults() -> None:
    device = host(OPERATOR, "h1/nic.yaml")
    (nic,), (port,) = device.nics, device.ports
    assert (device.name, nic.port) == ("h1", "*")
    assert (reported(nic.cnp_dscp), reported(nic.cnp_priority), reported(nic.rdma_cm_tos)) == (
        ("unknown", "", 9),
        ("default", 6, 9),
        ("default", 0, 9),
    )
    assert reported(port.qos.trust) == ("default", Trust.DSCP, 9)
    assert [reported(one.generates_pause)[1] for one in port.qos.priorities] == [n == 3 for n in range(8)]
    assert isinstance(port.qos.link_pause_sent, Unknown)
    assert {reported(one) for one in nic.notification_enabled} == {("default", True, 9)}


def test_raw_settings_of_the_operator_win() -> None:
    text = OPERATOR + '    rawNvConfig:\n      - name: CNP_DSCP_P1\n        value: "48"\n'
    (nic,) = host(text, "h1/nic.yaml").nics
    assert reported(nic.cnp_dscp) == ("stated", 48, 13)


def test_typographic_quotes_in_a_pci_address_are_handed_back() -> None:
    text = OPERATOR.replace('nicType: "1021"', 'nicType: "1021", pciAddresses: ["0000:3b:00.0", “0000:3c:00.0”]')
    assert unread(text, "h1/nic.yaml") == [(5, "'“0000:3c:00.0”' is not a PCI address such as 0000:3b:00.0")]
    assert [nic.port for nic in host(text, "h1/nic.yaml").nics] == ["0000:3b:00.0"]


def test_cnps_with_the_priority_of_the_data() -> None:
    text = "mlxconfig -d 0000:3b:00.0 -y set CNP_RES_PRIO_MODE_P1=1\n"
    (nic,) = host(text).nics
    assert (reported(nic.cnp_priority), reported(nic.cnp_takes_data_marking)) == (
        ("unknown", "", 1),
        ("stated", True, 1),
    )
    assert unread(text) == []


def test_dcqcn_on_another_priority_than_the_traffic() -> None:
    text = """\
for P in 0 1 2 4 5 6 7; do
  echo 0 > /sys/class/net/eth2/ecn/roce_np/enable/$P
done
echo 1 > /sys/class/net/eth2/ecn/roce_np/enable/3
"""
    (nic,) = host(text).nics
    assert [reported(one)[1] for one in nic.notification_enabled] == [n == 3 for n in range(8)]
    assert {reported(one) for one in nic.reaction_enabled} == {("default", True, 2)}


def test_an_en_dash_is_no_option() -> None:
    text = "cma_roce_tos –d mlx5_0 -t 106\n"
    because = "'–d' is no option: it begins with en dash U+2013; write -"
    assert (read_host(Document("h1/a.sh", text)).devices, unread(text)) == ((), [(1, because)])


def test_a_variable_that_is_never_set_is_not_guessed() -> None:
    text = "GPU_CNP_QOS=6\nmlnx_qos -i eth2 --dscp2prio set,48,$GPU_NIC_QOS\n"
    (port,) = host(text).ports
    assert reported(port.qos.classification.traffic_class_by_dscp[48]) == ("unknown", "", 2)
    assert unread(text) == [(2, "nothing in this file assigns $GPU_NIC_QOS; did you mean $GPU_CNP_QOS?")]
    text = text.replace("GPU_CNP_QOS=6", "PRIORITY_OF_CNPS=6")
    assert unread(text) == [(2, "priority of a DSCP: $GPU_NIC_QOS is known only to the host")]


def test_a_misspelt_variable_of_a_nic_is_refused_where_it_is_used() -> None:
    text = "IFACE=eth2\nIFACE2=eth3\nmlnx_qos -i $IFCAE --trust dscp\nmlnx_qos -i $IFACE3 --trust dscp\n"
    assert [one for one in unread(text) if "assigns" in one[1]] == [
        (3, "nothing in this file assigns $IFCAE; did you mean $IFACE?")
    ]


def test_the_environment_of_a_unit_gives_its_variables_values() -> None:
    unit = "[Service]\nType=oneshot\nEnvironment=DEV=eth2\nExecStart=/bin/mlnx_qos -i ${DEV} --trust dscp\n"
    assert [one.name for one in host(unit + "[Install]\nWantedBy=a.target\n", "h1/a.service").ports] == ["eth2"]


@pytest.mark.parametrize(
    ("option", "because"),
    [
        ("--trust=dcsp", "'dcsp' is not a trust state; mlnx_qos takes pcp or dscp"),
        ("--dcbx=on", "'on' is not os or fw"),
        ("--tsa=ets,strict", "'ets,strict' is not eight of ets, strict and vendor"),
    ],
)
def test_a_word_that_mlnx_qos_does_not_take_is_refused(option: str, because: str) -> None:
    device = host(f"mlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0 {option}\n")
    assert [(one.because, one.source.line) for one in device.refused_settings] == [(because, 1)]


def test_a_congestion_control_mask_without_the_roce_priority() -> None:
    (nic,) = host("mlxconfig -y -d /dev/mst/mt4129_pciconf0 set ROCE_CC_PRIO_MASK_P1=0x20\n").nics
    assert [reported(one)[1] for one in nic.reaction_enabled] == [n == 5 for n in range(8)]


@pytest.mark.parametrize("hidden", ["|| true", "> /dev/null 2>&1", "2>/dev/null || :"], ids=["true", "null", "colon"])
def test_hidden_errors_do_not_hide_the_setting(hidden: str) -> None:
    (port,) = host(f"mlnx_qos -i eth2 --trust dscp {hidden}\n").ports
    assert reported(port.qos.trust) == ("stated", Trust.DSCP, 1)


def test_the_running_value_holds_and_the_stored_one_is_reported() -> None:
    text = (
        "mlxconfig -d 0000:3b:00.0 -y set CNP_DSCP_P1=48\necho 46 > /sys/class/net/enp59s0f0np0/ecn/roce_np/cnp_dscp\n"
    )
    (nic,) = host(text).nics
    assert (nic.port, reported(nic.cnp_dscp)) == ("enp59s0f0np0", ("stated", 46, 2))
    (conflict,) = host(text).setting_conflicts
    assert (conflict.setting, conflict.accepted, conflict.refused, conflict.refused_source.line) == (
        "cnp_dscp",
        "46",
        "48",
        1,
    )


def test_an_operator_mask_that_contradicts_its_ecn_priority_is_reported_once() -> None:
    text = OPERATOR + '    rawNvConfig:\n      - name: ROCE_CC_PRIO_MASK_P1\n        value: "16"\n'
    text = text.replace(
        "enabled: true\n",
        "enabled: true\n      qos: {trust: dscp, pfc: '0,0,0,1,0,0,0,0', ecn: {enabled: true, priority: 3}}\n",
        1,
    )
    device = host(text)
    (reported_conflict,) = without_repeats(device.setting_conflicts, frozenset({3}))
    assert (reported_conflict.setting, reported_conflict.accepted, reported_conflict.refused) == (
        "DCQCN notification of priority 3, DCQCN reaction of priority 3",
        "on, on",
        "off, off",
    )


def test_link_pause_that_nobody_switches_off_is_unknown() -> None:
    (port,) = host("mlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0\n").ports
    assert reported(port.qos.link_pause_sent)[0] == "unknown"
    (port,) = host("mlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0\nethtool -A eth2 rx off tx on\n").ports
    assert (reported(port.qos.link_pause_received), reported(port.qos.link_pause_sent)) == (
        ("stated", False, 2),
        ("stated", True, 2),
    )


def test_a_small_mtu_gives_a_small_path_mtu() -> None:
    device = host("ip link set dev eth2 mtu 1500\necho 1 > /sys/class/net/eth2/ecn/roce_rp/enable/3\n")
    assert reported(device.ports[0].ip_mtu_bytes) == ("stated", 1500, 1)
    assert reported(device.nics[0].path_mtu_bytes) == ("default", 1024, 1)


def test_nccl_switched_off_makes_its_marking_void() -> None:
    text = "export NCCL_IB_TC=106\nexport NCCL_IB_DISABLE=1\n"
    (nic,) = host(text, "h1/job.sh").nics
    assert (reported(nic.application_tos), reported(nic.nccl_settings_are_void)) == (
        ("unknown", "", 2),
        ("stated", True, 2),
    )
    (nic,) = host("export NCCL_IB_DISABLE=1\n", "h1/job.sh").nics
    assert reported(nic.nccl_settings_are_void) == ("stated", False, 1)


def test_the_delay_of_dcb_is_metres_on_mlx5() -> None:
    (nic,) = host("dcb pfc set dev eth2 prio-pfc all:off 3:on delay 100\n").nics
    assert reported(nic.cable_length_m) == ("stated", 100, 1)
    assert unread("dcb pfc set dev eth2 delay 32768\n") == [(1, "cable length: '32768' is not a number from 0 to 999")]


def test_a_cable_length_that_nobody_sets_is_seven_metres() -> None:
    (nic,) = host("mlnx_qos -i eth2 --trust dscp\n").nics
    assert reported(nic.cable_length_m) == ("default", 7, 1)


def test_a_traffic_class_without_a_service_level() -> None:
    (nic,) = host("NCCL_IB_TC=106\n", "h1/nccl.conf").nics
    assert (reported(nic.application_tos), reported(nic.service_level)) == (("stated", 106, 1), ("default", 0, 1))


def test_nothing_is_a_default_in_a_document_about_something_else() -> None:
    device = host("NCCL_IB_TC=106\n", "h1/nccl.conf")
    (nic,), (port,) = device.nics, device.ports
    assert {reported(fact)[0] for fact in (nic.cnp_dscp, nic.cable_length_m, nic.rdma_cm_tos, port.qos.trust)} == {
        "unknown"
    }
    assert isinstance(port.qos.bound, Unknown)


def test_a_choice_that_only_the_host_makes_is_unknown() -> None:
    text = """\
if [ "$(hostname)" = a ]; then
  mlnx_qos -i eth2 --trust dscp
else
  mlnx_qos -i eth2 --trust pcp
fi
"""
    (port,) = host(text).ports
    assert reported(port.qos.trust) == ("unknown", "", 4)


def test_a_guard_around_a_setting_does_not_hide_it() -> None:
    text = 'if ! mlnx_qos -i eth2 | grep -q "state: dscp"; then mlnx_qos -i eth2 --trust dscp; fi\n'
    (port,) = host(text).ports
    assert (reported(port.qos.trust), isinstance(port.qos.trust, Stated)) == (("stated", Trust.DSCP, 1), True)


def test_defaults_say_whose_they_are() -> None:
    (port,) = host("mlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0\n").ports
    assert isinstance(port.qos.trust, Default)
    assert port.qos.trust.because == "mlx5 trusts PCP by default (mlnx_qos)"


@pytest.mark.parametrize(("shares", "total"), [("2,0,0,80,0,0,0,0", 82), ("20,0,0,90,0,0,0,0", 110)])
def test_shares_that_the_driver_refuses_are_handed_back(shares: str, total: int) -> None:
    algorithms = "ets,strict,strict,ets,strict,strict,strict,strict"
    because = f"the shares of the ETS classes make {total} %, and the driver refuses what does not make 100"
    assert unread(f"mlnx_qos -i eth2 --tsa {algorithms} --tcbw {shares}\n") == [(1, because)]
    assert unread(f"mlnx_qos -i eth2 --tsa {algorithms} --tcbw 20,0,0,80,0,0,0,0\n") == []
    assert unread("mlnx_qos -i eth2 --tsa strict,strict,strict,strict,strict,strict,strict,strict\n") == []


def test_an_operators_port_for_infiniband_has_no_roce() -> None:
    text = OPERATOR.replace("linkType: Ethernet", "linkType: Infiniband")
    because = "roceOptimized needs linkType Ethernet, and this is 'Infiniband'"
    assert unread(text, "h1/nic.yaml") == [(8, because)]


def test_a_template_without_its_content_sets_nothing() -> None:
    text = "kind: NicConfigurationTemplate\nspec:\n  nicSelector: {nicType: '1021'}\n"
    assert unread(text, "h1/nic.yaml") == [(1, "spec.template is missing: nothing is set")]


def test_a_cnp_dscp_of_port_two_alone_leaves_port_one_to_the_operator() -> None:
    raw = "    rawNvConfig:\n      - name: CNP_DSCP_P2\n        value: '48'\n"
    because = "CNP_DSCP is set for port 2 alone, and the operator writes its own for port 1"
    assert unread(OPERATOR + raw, "h1/nic.yaml") == [(13, because)]
    assert unread(OPERATOR + raw.replace("P2", "P1"), "h1/nic.yaml") == []


@pytest.mark.parametrize(
    ("text", "because"),
    [
        (
            "mlnx_qos -i e --pfc 0,0,0,1,0,0,0",
            "PFC of a priority: 0,0,0,1,0,0,0 is not eight numbers separated by commas",
        ),
        (
            "mlnx_qos -i e -s ets,ets,ets,ets,ets,ets,strict,strict -t 30,5,5,60,5,5,0,0",
            "the shares of the ETS classes make 110 %, and the driver refuses what does not make 100",
        ),
        (
            "dcb ets set dev e tc-tsa all:strict 0:ets 3:ets tc-bw all:0 0:50 3:40",
            "the shares of the ETS classes make 90 %, and the driver refuses what does not make 100",
        ),
        (
            "lldptool -T -i e -V ETS-CFG tsa=0:ets,3:ets tcbw=50,0,0,60,0,0,0,0",
            "the shares of the ETS classes make 110 %, and the driver refuses what does not make 100",
        ),
        (
            "mlnx_qos -i e --trust dscp --dscp2prio set,26,3",
            "mlnx_qos takes --trust and --dscp2prio in separate calls only",
        ),
        ("mlxconfig -d 0000:3b:00.0 set LINK_TYPE_P1=1", "it makes the port an InfiniBand port, which has no RoCE"),
    ],
    ids=["seven values", "mlnx_qos shares", "dcb shares", "lldptool shares", "two in one call", "InfiniBand"],
)
def test_what_a_tool_or_driver_refuses_is_an_error(text: str, because: str) -> None:
    text = f"mlnx_qos -i e --trust dscp\n{text}\n"
    assert [(one.source.line, one.because) for one in host(text).refused_settings] == [(2, because)]


def test_willingness_for_other_settings_leaves_pfc_static() -> None:
    text = "lldptool -T -i e -V PFC enabled=3 willing=yes\nlldptool -T -i e -V ETS-CFG willing=no\n"
    assert reported(host(text).ports[0].qos.pfc_mode) == ("stated", PfcMode.AUTO, 1)


def test_nmcli_sets_the_mtu_of_its_interface() -> None:
    text = "nmcli con modify eth4 802-3-ethernet.mtu 9000\nnmcli c add type ethernet ifname eth5 ethernet.mtu 1500\n"
    ports = host(text + "mlnx_qos -i eth4 --trust dscp\n").ports
    assert [(port.name, reported(port.ip_mtu_bytes)) for port in ports] == [
        ("eth4", ("stated", 9000, 1)),
        ("eth5", ("stated", 1500, 2)),
    ]


def test_a_script_that_writes_a_unit_is_a_script() -> None:
    unit = "cat > /etc/systemd/system/a.service <<EOF\n[Service]\nExecStart=/bin/true\nEOF\n"
    script = f"#!/bin/sh\nmlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0\n{unit}"
    assert reported(host(script).ports[0].qos.pfc_mode) == ("stated", PfcMode.ON, 2)


def test_a_second_library_marks_its_own_part() -> None:
    (nic,) = host("export NCCL_IB_TC=26 NCCL_IB_HCA==mlx5_0\nexport UCX_IB_TRAFFIC_CLASS=106\n").nics
    assert (reported(nic.application_tos), reported(nic.device_initiated_tos)) == (
        ("stated", 26, 1),
        ("stated", 106, 2),
    )
