"""How configurations go wrong: refused or foreign commands are unread, and what remains shows the effect."""

from __future__ import annotations

import pytest

from roce_lint.os.nxos.code_points import dscp_list
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

INTERFACE = "interface Ethernet1/1\n  {line}\n"
OTHER_PAUSE = "a no-drop class of a Nexus 9000 is made by pause pfc-cos LIST; this form is refused"


@pytest.mark.parametrize(
    "line",
    [
        "priority-flow-control watch-dog-interval 100",
        "priority-flow-control watch-dog-action drop",
        "priority-flow-control watchdog action drop",
        "priority-flow-control watch-dog-timer 200",
        "priority-flow-control enable",
        "priority-flow-control on",
        "priority-flow-control priority 3 no-drop",
        "priority-flow-control receive on",
        "qos trust dscp",
        "mls qos trust dscp",
        "service-policy type network-qos input NQ",
        "service-policy type network-qos NQ",
        "tx-queue 3",
        "congestion-control ecn mark",
        "random-detect ecn",
        "dcbx version ieee",
    ],
)
def test_interface_commands_that_do_not_exist_are_not_taken(not_taken, port, value, line):
    text = INTERFACE.format(line=line)
    assert not_taken(text) == [line]
    assert value(port(text).qos.watchdog.enabled) == ("default", False)
    assert value(port(text).qos.bound) == ("default", False)


@pytest.mark.parametrize(
    "line",
    [
        "priority-flow-control watch-dog-interval 100",
        "priority-flow-control watch-dog on",
        "priority-flow-control watch-dog-action drop",
        "priority-flow-control mode on",
        "mls qos map dscp-cos 26 to 3",
        "hardware qos ecn",
        "feature dcbxp",
        "feature pfc",
        "dcb enable",
        "qos map dscp 26 to traffic-class 3",
        "buffer-profile roce",
        "congestion-control random-detect global-buffer minimum-threshold 1000 maximum-threshold 2000",
    ],
)
def test_global_commands_that_do_not_exist_are_not_taken(not_taken, line):
    assert not_taken(f"{line}\n") == [line]


@pytest.mark.parametrize(
    "line",
    [
        "feature lldp",
        "lldp tlv-select dcbxp",
        "no lldp tlv-select dcbxp egress-queuing",
        "qos statistics",
        "hardware qos pfc mc-drop",
        "hardware qos ns-buffer-profile burst",
        "hardware qos q-noise percent 20",
        "hardware access-list tcam region ing-l2-qos 1536",
        "link-level-flow-control watch-dog-interval on",
        "logging buffered 7",
        "username roce password 5 x",
        "rmon event 1 description queue",
        "snmp-server contact qos",
        "ip access-list ROCE\n  10 permit udp any any eq 4791 dscp 26",
        "copp profile strict",
        "policy-map type control-plane copp\n  class copp-dscp\n    police cir 10 kbps",
        "class-map type control-plane match-any copp-dscp\n  match dscp 48",
        "control-plane\n  service-policy input copp",
        "route-map dscp permit 10\n  match tag 7",
    ],
)
def test_known_global_commands_are_not_unread(unread, line):
    assert unread(f"{line}\n") == []


@pytest.mark.parametrize(
    ("policy", "lines"),
    [
        pytest.param(
            "policy-map type network-qos N\n  class c-8q-nq3\n    mtu 9216\n",
            ["class c-8q-nq3", "mtu 9216"],
            id="untyped class in network-qos",
        ),
        pytest.param(
            "class-map type queuing RDMA\n  match qos-group 3\n",
            ["class-map type queuing RDMA", "match qos-group 3"],
            id="18 custom queuing class",
        ),
        pytest.param(
            "policy-map type queuing Q\n  class QUEUE-7\n    priority level 1\n",
            ["class QUEUE-7", "priority level 1"],
            id="18 untyped class",
        ),
        pytest.param(
            "policy-map type queuing Q\n  class type queuing RDMA\n    priority level 1\n",
            ["class type queuing RDMA", "priority level 1"],
            id="18 class that does not exist",
        ),
        pytest.param(
            "policy-map type queuing Q\n  class type queuing c-out-8q-q3\n    random-detect\n"
            "    minimum-threshold 150 kbytes\n    maximum-threshold 3000 kbytes\n    ecn\n",
            ["minimum-threshold 150 kbytes", "maximum-threshold 3000 kbytes", "ecn"],
            id="33 several lines",
        ),
        pytest.param(
            "policy-map type queuing Q\n  class type queuing c-out-8q-q3\n    pause pfc-cos 3\n",
            ["pause pfc-cos 3"],
            id="pause in an egress class",
        ),
        pytest.param(
            "policy-map type qos P\n  class class-default\n    priority level 1\n",
            ["priority level 1"],
            id="scheduler in a qos policy",
        ),
        pytest.param(
            "system qos\n  service-policy type network-qos input N\n",
            ["service-policy type network-qos input N"],
            id="16 direction of network-qos",
        ),
        pytest.param("system qos\n  trust dscp\n", ["trust dscp"], id="15 trust"),
        pytest.param(
            "interface Ethernet1/1\n  service-policy type qos output P\n",
            ["service-policy type qos output P"],
            id="egress type qos policy",
        ),
        pytest.param(
            "interface loopbackloopback0\n  ip address 1.1.1.1/32\n", ["interface loopbackloopback0"], id="32"
        ),
        pytest.param(
            "interface Ethernet1/1\n  switchport mode trunk\n  switchport trunk allowed vlan\n",
            ["switchport trunk allowed vlan"],
            id="32 empty list",
        ),
    ],
)
def test_lines_that_the_device_refuses_are_unread(unread, policy, lines):
    assert unread(policy) == lines


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(
            "system qos\n  service-policy type network-qos N\npolicy-map type network-qos N\n"
            "  class type network-qos AZLOCAL-NWQOS-RDMA\n    pause pfc-cos 3\n",
            [("class-map type network-qos", "AZLOCAL-NWQOS-RDMA")],
            id="1 class that nobody defines",
        ),
        pytest.param(
            "policy-map type network-qos N\n  class type network-qos c-out-8q-q3\n    pause pfc-cos 3\n",
            [("class-map type network-qos", "c-out-8q-q3")],
            id="2 queuing class in network-qos",
        ),
        pytest.param(
            "interface Ethernet1/1\n  service-policy type qos input CLASIFY\n",
            [("policy-map type qos", "CLASIFY")],
            id="31 misspelt policy",
        ),
        pytest.param(
            "system qos\n  service-policy type queuing output OUT\ninterface Ethernet1/1\n",
            [("policy-map type queuing", "OUT")],
            id="31 queuing policy missing",
        ),
        pytest.param(
            "policy-map type qos P\n  class ROCE\n    set qos-group 3\n",
            [("class-map type qos", "ROCE")],
            id="class-map missing",
        ),
        pytest.param(
            "system qos\n  service-policy type queuing output default-8q-out-policy\ninterface Ethernet1/1\n",
            [],
            id="system-defined policy",
        ),
    ],
)
def test_names_that_nobody_defines_are_reported(undefined, text, names):
    assert undefined(text) == names


def _chain(port, value, text):
    """Return class of DSCP 26, whether it pauses, its MTU, whether its queue marks and is strict, and the port's."""
    one = port(text, "Ethernet1/1")
    group = value(one.qos.classification.traffic_class_by_dscp[26])
    name = group[1] if isinstance(group, tuple) else group
    traffic_class = next(item for item in one.qos.classes if item.name == name)
    queue = one.qos.queues[traffic_class.queue.value]
    return (
        name,
        sorted(traffic_class.pause_priorities.value),
        traffic_class.mtu_limit_bytes.value,
        queue.ecn_enabled.value,
        queue.wred_drop_enabled.value,
        queue.scheduling.value.value,
        one.qos.pfc_mode.value.value,
        one.ip_mtu_bytes.value,
        one.qos.watchdog.enabled.value,
    )


GOOD = ("3", [3], 9216, True, False, "weighted", "on", 9216, True)


@pytest.mark.parametrize(
    ("change", "chain"),
    [
        pytest.param((), GOOD, id="good"),
        pytest.param(
            (("service-policy type qos input", "no service-policy type qos input"),),
            ("0", [], 9216, False, False, "weighted", "on", 9216, True),
            id="3 no classification",
        ),
        pytest.param(
            (("match dscp 26", "match cos 3"),),
            ("0", [], 9216, False, False, "weighted", "on", 9216, True),
            id="4 cos on a routed port",
        ),
        pytest.param(
            (("bandwidth remaining percent 80", "priority level 1"),),
            ("3", [3], 9216, True, False, "strict", "on", 9216, True),
            id="6 strict RoCE queue",
        ),
        pytest.param(
            (("  service-policy type queuing output OUT\n", ""),),
            ("3", [3], 9216, False, False, "weighted", "on", 9216, True),
            id="7 default queuing policy",
        ),
        pytest.param(
            (("weight 0 ecn", "weight 0"),),
            ("3", [3], 9216, False, True, "weighted", "on", 9216, True),
            id="8 WRED without ecn",
        ),
        pytest.param(
            (("watch-dog-interval on\n  mtu", "watch-dog-interval off\n  mtu"),),
            ("3", [3], 9216, True, False, "weighted", "on", 9216, False),
            id="11 watchdog off",
        ),
        pytest.param(
            (("priority-flow-control watch-dog-interval on\ninterface", "interface"),),
            ("3", [3], 9216, True, False, "weighted", "on", 9216, False),
            id="12 no global watchdog",
        ),
        pytest.param(
            (("  priority-flow-control mode on\n", ""),),
            ("3", [3], 9216, True, False, "weighted", "auto", 9216, True),
            id="13 auto",
        ),
        pytest.param(
            (("pause pfc-cos 3", "pause pfc-cos 4"),),
            ("3", [4], 9216, True, False, "weighted", "on", 9216, True),
            id="19 wrong priority",
        ),
        pytest.param(
            (("c-8q-nq3", "c-8q-nq4"),), ("3", [], 1500, True, False, "weighted", "on", 9216, True), id="19 wrong class"
        ),
        pytest.param(
            (("match-any ROCE\n  match dscp 26", "match-all ROCE\n  match dscp 26\n  match dscp 24"),),
            ("0", [], 9216, False, False, "weighted", "on", 9216, True),
            id="21 match-all",
        ),
        pytest.param(
            (("match dscp 26", "match dscp 24"),),
            ("0", [], 9216, False, False, "weighted", "on", 9216, True),
            id="22 another code point",
        ),
        pytest.param(
            (("watch-dog-interval on\n  mtu 9216", "watch-dog-interval on"),),
            ("3", [3], 9216, True, False, "weighted", "on", 1500, True),
            id="24 interface MTU",
        ),
        pytest.param(
            (("type network-qos NQ\n  service", "type network-qos NX\n  service"),),
            ("3", [], 1500, True, False, "weighted", "on", 9216, True),
            id="31 misspelt network-qos",
        ),
    ],
)
def test_the_chain_shows_the_effect_of_a_mistake(port, value, lossless, change, chain):
    text = lossless
    for old, new in change:
        assert old in text
        text = text.replace(old, new)
    assert _chain(port, value, text) == chain


def test_cnp_left_in_class_default_is_in_group_0(port, value, lossless):
    text = lossless.replace("  class CNP\n    set qos-group 7\n", "")
    assert value(port(text).qos.classification.traffic_class_by_dscp[48]) == ("default", "0")


def test_threshold_order_and_units_are_kept_as_configured(port, value, lossless):
    text = lossless.replace("minimum-threshold 150 kbytes", "minimum-threshold 5 mbytes")
    queue = port(text).qos.queues[3]
    assert (value(queue.ecn_kmin_bytes), value(queue.ecn_kmax_bytes)) == (5_000_000, 3_000_000)


def test_shares_over_100_are_kept_as_configured(port, value, lossless):
    text = lossless.replace("bandwidth remaining percent 20", "bandwidth remaining percent 100")
    assert [value(port(text).qos.queues[index].weight_percent) for index in (0, 3)] == [100.0, 80.0]


def test_link_pause_beside_pfc_is_visible_as_both(port, value, lossless):
    qos = port(lossless + "  flowcontrol receive on\n").qos
    assert (value(qos.link_pause_received), qos.pfc_mode.value.value) == (True, "on")


@pytest.mark.parametrize(
    ("text", "line", "because"),
    [
        ("class-map match-any A\n  match dscp 99\n", 2, "DSCP takes 0 to 63, as numbers, ranges or names"),
        ("policy-map type qos P\n  class class-default\n    set qos-group 9\n", 3, "set qos-group takes 0 to 7"),
        (
            "policy-map type network-qos N\n  class type network-qos c-8q-nq3\n    mtu 9500\n"
            "system qos\n  service-policy type network-qos N\n",
            3,
            "mtu of a network-qos class takes 576 to 9216",
        ),
        (
            "policy-map type network-qos N\n  class type network-qos c-8q-nq3\n    pause no-drop\n",
            3,
            OTHER_PAUSE,
        ),
        (
            "policy-map type network-qos N\n  class type network-qos c-8q-nq3\n    pause buffer-size 9 "
            "pause-threshold 8 resume-threshold 7\n",
            3,
            OTHER_PAUSE,
        ),
        ("priority-flow-control auto-restore multiplier 500\n", 1, "auto-restore multiplier takes 0 to 100"),
        ("priority-flow-control watch-dog interval 5000\n", 1, "watch-dog interval takes 100 to 1000"),
        ("interface Ethernet1/1\n  mtu 9999\n", 2, "mtu takes a number up to 9216"),
        (
            "policy-map type queuing Q\n  class type queuing c-in-q3\n    pause buffer-size 1000 pause-threshold 800"
            " resume-threshold 500\n",
            3,
            "pause buffer-size takes 5000 to 268435456 bytes",
        ),
        (
            "policy-map type queuing Q\n  class type queuing c-in-q3\n    pause buffer-size 90000 pause-threshold 30000"
            " resume-threshold 20000\n    bandwidth remaining percent 50\n",
            4,
            "bandwidth remaining and pause buffer-size exclude each other in one class",
        ),
        (
            "policy-map type queuing Q\n  class type queuing c-in-q2\n    pause buffer-size 90000 pause-threshold 30000"
            " resume-threshold 20000\nsystem qos\n  service-policy type queuing input Q\ninterface Ethernet1/1\n",
            3,
            "qos-group 2 has no pause pfc-cos under network-qos, so that nothing pauses from it",
        ),
        (
            "policy-map type queuing Q\n  class type queuing c-in-q3\n    queue-limit dynamic 5\nsystem qos\n"
            "  service-policy type queuing output Q\ninterface Ethernet1/1\n",
            5,
            "a policy of c-in classes is attached with input",
        ),
        (
            "policy-map type queuing Q\n  class type queuing c-out-8q-q3\n    priority level 1\n"
            "interface Ethernet1/1\n  service-policy type queuing input Q\n",
            5,
            "a policy of c-out classes is attached with output",
        ),
    ],
)
def test_what_the_documented_grammar_refuses_is_reported_as_refused(read, text, line, because):
    found = read(text)
    refused = [(one.source.line, one.because) for one in found.devices[0].refused_settings]
    assert (refused, list(found.unread)) == ([(line, because)], [])


def test_a_priority_of_two_classes_is_handed_back(read):
    text = "policy-map type network-qos N\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
    text += "  class type network-qos c-8q-nq4\n    pause pfc-cos 3\n"
    found = [(one.source.line, one.because) for one in read(text).unread]
    assert found == [(5, "priority 3 is that of class c-8q-nq3 already, and belongs to one class")]


TWO_CLASSES = """policy-map type network-qos N
  class type network-qos c-8q-nq4
    pause pfc-cos 4
  class type network-qos c-8q-nq3
    {pause}
policy-map type queuing SIZED
  class type queuing c-in-q4
    pause buffer-size 900000 pause-threshold 600000 resume-threshold 500000
system qos
  service-policy type network-qos N
{attached}interface Ethernet1/1
  no switchport
  priority-flow-control mode on
"""
ATTACHED = "  service-policy type queuing input SIZED\n"


@pytest.mark.parametrize(
    ("pause", "attached", "lines"),
    [
        ("pause pfc-cos 3", ATTACHED, []),
        ("pause no-drop", ATTACHED, [5]),
        ("pause pfc-cos 3", "", [6]),
    ],
    ids=["right", "a pause line of another series beside a right one", "pause buffers that nothing is given"],
)
def test_what_leaves_a_class_without_pause_or_buffer_is_reported_as_refused(read, pause, attached, lines):
    device = read(TWO_CLASSES.format(pause=pause, attached=attached)).devices[0]
    assert [one.source.line for one in device.refused_settings] == lines


def test_a_policy_in_which_no_class_pauses_is_reported_at_the_class_that_was_meant(port):
    text = (
        "policy-map type network-qos N\n  class type network-qos c-8q-nq3\n    mtu 9216\n"
        "  class type network-qos c-8q-nq-default\n    mtu 9216\nsystem qos\n  service-policy type network-qos N\n"
        "interface Ethernet1/1\n  no switchport\n  priority-flow-control mode on\n"
    )
    assert port(text).qos.priorities[0].generates_pause.source.line == 2


@pytest.mark.parametrize("word", ["queueing", "qso", "network-qos"])
def test_a_type_of_policy_that_a_port_does_not_take_is_reported(word: str) -> None:
    text = f"hostname a\ninterface Ethernet1/1\n  service-policy type {word} output X\n"
    (line,) = read_nxos(Document("a.cfg", text)).unread
    assert line.text == f"service-policy type {word} output X"


@pytest.mark.parametrize(
    ("values", "refused"), [("26 28", True), ("26,28", False), ("26, 28", False), ("24 - 26", False)]
)
def test_commas_stand_between_the_code_points_of_a_class(values: str, refused: bool) -> None:
    assert (dscp_list(values) == frozenset()) == refused
