"""Class-of-service as a port has it: classifiers, pauses of both directions, schedulers, watchdog and doubts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.model.qos import PortQos
from roce_lint.model.terms import PfcMode, PortKind, Scheduling, Trust, WatchdogAction
from roce_lint.os.junos.configuration import parse_configuration
from roce_lint.os.junos.family import JunosFamily
from roce_lint.os.junos.qos import CosReader
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

COS = "set class-of-service "
EVOLVED = JunosFamily.EVOLVED
DESIGN = """
forwarding-classes class CNP queue-num 3
forwarding-classes class NO-LOSS queue-num 4
forwarding-classes class NO-LOSS no-loss
forwarding-classes class NO-LOSS pfc-priority 3
classifiers dscp mydscp forwarding-class CNP loss-priority low code-points 110000
classifiers dscp mydscp forwarding-class NO-LOSS loss-priority low code-points 011010
drop-profiles dp1 interpolate fill-level [ 55 90 ]
drop-profiles dp1 interpolate drop-probability [ 0 100 ]
congestion-notification-profile cnp pfc-watchdog
congestion-notification-profile cnp input dscp code-point 011010 pfc
congestion-notification-profile cnp output ieee-802.1 code-point 011 flow-control-queue 4
schedulers s1 drop-profile-map loss-priority any protocol any drop-profile dp1
schedulers s1 explicit-congestion-notification
schedulers s2 transmit-rate percent 5
schedulers s2 priority strict-high
scheduler-maps sm1 forwarding-class CNP scheduler s2
scheduler-maps sm1 forwarding-class NO-LOSS scheduler s1
interfaces et-* congestion-notification-profile cnp
interfaces et-* scheduler-map sm1
interfaces et-* unit * classifiers dscp mydscp
"""
"""The class-of-service of Juniper's validated design for AI back ends (QFX5240)."""
PORT = "set interfaces et-0/0/1 unit 0 family inet address 10.0.0.0/31\n"


class Read:
    """What is read of one configuration."""

    def __init__(
        self, lines: str, *, more: str = "", without: str = "", last: str = "", family: JunosFamily = EVOLVED
    ) -> None:
        kept = [line for line in lines.strip().splitlines() if not without or without not in line]
        text = PORT + "".join(f"{COS}{line}\n" for line in [*kept, *more.strip().splitlines()] if line)
        text = text.replace(f"{COS}firewall", "set firewall").replace(f"{COS}ports", "set interfaces")
        text += last
        tree = parse_configuration("leaf1.set", text)
        assert not tree.faults
        self.lines = text.splitlines()
        self.diagnostics = LeafDiagnostics("leaf1.set", "leaf1", text)
        self.blocks = {one.key: one for one in tree.root.at("interfaces").entries("interface")}
        self.reader = CosReader(tree.root, family, self.diagnostics)

    def port(self, name: str = "et-0/0/1", bundle: str = "") -> PortQos:
        """Return the QoS of a port."""
        own = self.blocks.get(name) or Node("interface", "leaf1.set", 1, 1, (name,), (), {})
        blocks = [own, *([self.blocks[bundle]] if bundle else [])]
        speed: Fact[int] = Stated(400, Source("leaf1.set", 1, 1))
        return self.reader.of(name, PortKind.ETHERNET, blocks, speed, own.first_line)

    def line(self, source: Source) -> str:
        """Return the line at a place without what all lines begin with."""
        return self.lines[source.line - 1].removeprefix(COS)

    @property
    def refused(self) -> list[tuple[str, str]]:
        """Return the line and the reason of each refused setting."""
        return [(self.line(one.source), one.because) for one in self.diagnostics.refused_settings()]


def pauses(qos: PortQos, name: str) -> object:
    """Return the priorities in which a class pauses, or why they are not known."""
    found = next(one.pause_priorities for one in qos.classes if one.name == name)
    return found.because if isinstance(found, Unknown) else set(found.value)


def shown(fact: Fact[object]) -> object:
    """Return a value, or why there is none."""
    return fact.because if isinstance(fact, Unknown) else fact.value


def test_the_validated_design_is_lossless_in_both_directions() -> None:
    read = Read(DESIGN)
    qos = read.port()
    dscp = qos.classification.traffic_class_by_dscp
    assert (shown(dscp[26]), shown(dscp[48]), shown(dscp[0])) == ("NO-LOSS", "CNP", "best-effort")
    assert (shown(qos.trust), shown(qos.pfc_mode), pauses(qos, "NO-LOSS")) == (Trust.DSCP, PfcMode.ON, {3})
    third = qos.priorities[3]
    assert (shown(third.generates_pause), shown(third.honours_pause), shown(third.paused_queues)) == (True, True, {4})
    assert [known(one.honours_pause, True) for one in qos.priorities] == [number == 3 for number in range(8)]
    assert shown(third.group.sized_for_cable_m) == 100
    assert [shown(one.queue) for one in qos.classes if one.name == "NO-LOSS"] == [4]
    roce, cnp = qos.queues[4], qos.queues[3]
    assert (shown(roce.ecn_enabled), shown(roce.ecn_pmax_percent)) == (True, 100.0)
    assert shown(roce.wred_drop_enabled) is False
    assert shown(roce.ecn_kmin_over_kmax) == pytest.approx(55 / 90)
    assert (shown(roce.ecn_kmin_percent), shown(roce.ecn_kmax_percent)) == (55, 90)
    assert shown(roce.ecn_kmin_bytes) == "a percentage of the memory of the queue, which has no fixed size"
    assert shown(cnp.scheduling) is Scheduling.STRICT
    watchdog = qos.watchdog
    assert (shown(watchdog.enabled), shown(watchdog.priorities)) == (True, {3})
    assert (shown(watchdog.detection_ms), shown(watchdog.recovery_ms), shown(watchdog.polling_ms)) == (200, 200, 100)
    assert (read.refused, read.reader.idle(), read.diagnostics.undefined_references()) == ([], (), ())


BINDINGS = [
    pytest.param("", "", "Default", id="a wildcard says nothing of the port"),
    pytest.param("interfaces et-0/0/1 scheduler-map sm1", "", "Stated", id="a stanza of its own"),
    pytest.param("ports et-0/0/1 unit 0 family inet6", "", "Stated", id="a link without addresses of IPv4"),
    pytest.param("interfaces et-0/0/1 scheduler-map sm1", "address", "Default", id="a port that forwards nothing"),
    pytest.param("ports et-0/0/1 mtu 9216", "address", "Stated", id="a port with an MTU whose address is refused"),
]


@pytest.mark.parametrize(("more", "without", "kind"), BINDINGS)
def test_whether_a_binding_tells_what_the_port_is_for(more: str, without: str, kind: str) -> None:
    read = Read(DESIGN, more=more)
    if without:
        read.blocks["et-0/0/1"].at("unit").children.clear()
    bound = read.port().bound
    assert (type(bound).__name__, shown(bound)) == (kind, True)


def test_a_port_without_stanza_has_the_defaults() -> None:
    qos = Read(DESIGN).port("xe-0/0/1")
    dscp = qos.classification.traffic_class_by_dscp
    assert (shown(qos.bound), shown(qos.pfc_mode), shown(dscp[26])) == (False, PfcMode.OFF, "best-effort")
    assert pauses(qos, "NO-LOSS") == set()


PAUSES = [
    pytest.param("", "no-loss", 3, set(), False, id="class without no-loss"),
    pytest.param("", "input dscp", 3, set(), False, id="no code point with pfc"),
    pytest.param(
        "congestion-notification-profile cnp input dscp code-point 011000 pfc",
        "code-point 011010 pfc", 3, set(), False, id="pfc for a code point of another class",
    ),
    pytest.param(
        "forwarding-classes class NO-LOSS pfc-priority 5", "pfc-priority", 5, {5}, True, id="another priority"
    ),
]  # fmt: skip


@pytest.mark.parametrize(("more", "without", "priority", "expected", "sends"), PAUSES)
def test_what_makes_a_class_pause(more: str, without: str, priority: int, expected: set[int], sends: bool) -> None:
    qos = Read(DESIGN, more=more, without=without).port()
    assert (pauses(qos, "NO-LOSS"), shown(qos.priorities[priority].generates_pause)) == (expected, sends)


def test_pfc_by_dscp_without_a_priority_is_refused() -> None:
    read = Read(DESIGN, without="pfc-priority")
    qos = read.port()
    because = "PFC by DSCP needs a pfc-priority of class NO-LOSS, which DSCP 26 gets"
    assert pauses(qos, "NO-LOSS") == because
    assert read.refused == [("congestion-notification-profile cnp input dscp code-point 011010 pfc", because)]


def test_without_an_output_priority_3_stops_queue_3_and_priority_4_queue_4() -> None:
    read = Read(DESIGN, without="flow-control-queue")
    obeyed = [one for one in read.port().priorities if known(one.honours_pause, False)]
    assert {one.number: shown(one.paused_queues) for one in obeyed} == {3: {3}, 4: {4}}
    places = {read.line(one.paused_queues.source) for one in obeyed}
    assert places == {"congestion-notification-profile cnp pfc-watchdog"}


def test_an_output_that_lacks_the_priority_does_not_obey_it() -> None:
    more = "congestion-notification-profile cnp output ieee-802.1 code-point 100 flow-control-queue 4"
    qos = Read(DESIGN, more=more, without="code-point 011 flow-control-queue").port()
    assert [one.number for one in qos.priorities if known(one.honours_pause, False)] == [4]


OPERATOR = """
classifiers ieee-802.1 L2 forwarding-class roce-lossless loss-priority low code-points 011
drop-profiles ecn interpolate fill-level [ 55 90 ]
drop-profiles ecn interpolate drop-probability [ 0 100 ]
forwarding-classes class best-effort queue-num 0
forwarding-classes class roce-lossless queue-num 3
forwarding-classes class roce-lossless no-loss
congestion-notification-profile storage input ieee-802.1 code-point 011 pfc
scheduler-maps storage forwarding-class roce-lossless scheduler roce
schedulers roce transmit-rate percent 50
schedulers roce drop-profile-map loss-priority low protocol any drop-profile ecn
schedulers roce explicit-congestion-notification
interfaces et-0/0/1 congestion-notification-profile storage
interfaces et-0/0/1 scheduler-map storage
interfaces ae0 congestion-notification-profile storage
interfaces ae0 unit * classifiers ieee-802.1 L2
firewall family ethernet-switching filter MAP term prio from user-vlan-1p-priority 3
firewall family ethernet-switching filter MAP term prio then forwarding-class roce-lossless
firewall family ethernet-switching filter MAP term dscp from dscp 26
firewall family ethernet-switching filter MAP term dscp then forwarding-class roce-lossless
firewall family ethernet-switching filter MAP term rest then accept
ports et-0/0/1 unit 0 family ethernet-switching filter input MAP
ports et-0/0/9 gigether-options 802.3ad ae0
ports ae0 unit 0 family ethernet-switching interface-mode trunk
"""
"""Layer 2 with PFC by 802.1p, classification by a filter, and a bundle."""


def test_802_1p_needs_no_priority_and_filters_classify() -> None:
    read = Read(OPERATOR, family=JunosFamily.CLASSIC)
    qos = read.port()
    assert shown(qos.classification.traffic_class_by_dscp[26]) == "roce-lossless"
    assert shown(qos.classification.traffic_class_by_dscp[0]) == "best-effort"
    assert shown(qos.classification.traffic_class_by_pcp[3]) == "roce-lossless"
    assert (pauses(qos, "roce-lossless"), shown(qos.priorities[3].paused_queues)) == ({3}, {3})
    assert shown(qos.queues[3].weight_percent) == 50.0
    assert read.refused == []


def test_a_member_has_what_its_bundle_binds() -> None:
    qos = Read(OPERATOR, family=JunosFamily.CLASSIC).port("et-0/0/9", "ae0")
    assert (shown(qos.trust), shown(qos.pfc_mode)) == (Trust.PCP, PfcMode.ON)
    assert shown(qos.classification.traffic_class_by_pcp[3]) == "roce-lossless"
    assert isinstance(qos.rewrites_pcp, Unknown)


def test_a_filter_that_nobody_defines_is_reported_where_it_is_applied() -> None:
    read = Read(OPERATOR.replace("filter input MAP", "filter input MAPS"), family=JunosFamily.CLASSIC)
    read.port()
    found = [(one.kind, one.name, read.line(one.source)) for one in read.diagnostics.undefined_references()]
    assert found == [
        ("firewall filter", "MAPS", "set interfaces et-0/0/1 unit 0 family ethernet-switching filter input MAPS")
    ]


def test_priorities_that_are_rewritten_by_class_keep_it() -> None:
    more = """
rewrite-rules ieee-802.1 OUT forwarding-class roce-lossless loss-priority low code-point 011
interfaces ae0 unit * rewrite-rules ieee-802.1 OUT
"""
    qos = Read(OPERATOR, more=more, family=JunosFamily.CLASSIC).port("et-0/0/9", "ae0")
    assert (shown(qos.rewrites_pcp), shown(qos.trust)) == (True, Trust.PCP)


def test_an_own_stanza_beside_a_wildcard_leaves_only_the_rest_in_doubt() -> None:
    qos = Read(DESIGN, more="interfaces et-0/0/1 scheduler-map sm1").port()
    because = (
        "whether `congestion-notification-profile cnp` of et-* still holds"
        " beside the stanza of et-0/0/1 is not documented"
    )
    assert shown(qos.pfc_mode) == because
    assert shown(qos.queues[4].ecn_enabled) is True


ECN = [
    pytest.param("explicit-congestion", "", False, True, id="a profile without ECN drops"),
    pytest.param("drop-profile-map", "", False, False, id="ECN without a profile does not mark"),
    pytest.param(
        "loss-priority any",
        "schedulers s1 drop-profile-map loss-priority high protocol any drop-profile dp1",
        False, False, id="no profile for the loss priority of the class",
    ),
    pytest.param(
        "loss-priority any",
        "schedulers s1 drop-profile-map loss-priority low protocol any drop-profile dp1",
        True, False, id="a profile for the loss priority of the class",
    ),
    pytest.param(
        "loss-priority any",
        "schedulers s1 drop-profile-map loss-priority any protocol tcp drop-profile dp1",
        False, False, id="a profile for TCP alone",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("without", "more", "marks", "drops"), ECN)
def test_when_a_queue_marks(without: str, more: str, marks: bool, drops: bool) -> None:
    queue = Read(DESIGN, more=more, without=without).port().queues[4]
    assert (shown(queue.ecn_enabled), shown(queue.wred_drop_enabled)) == (marks, drops)


def test_what_several_lines_state_stands_at_the_one_that_decides() -> None:
    drops = "drop-profiles dp1 interpolate drop-probability "
    more = """
classifiers dscp mydscp forwarding-class NO-LOSS loss-priority low code-points 000000
drop-profiles dp1 interpolate drop-probability 0
drop-profiles dp1 interpolate drop-probability 100
schedulers s1 transmit-rate exact
schedulers s1 transmit-rate percent 60
schedulers s3 transmit-rate percent 10
scheduler-maps sm1 forwarding-class best-effort scheduler s3
interfaces et-0/0/2 scheduler-map sm1
interfaces et-0/0/2 shaping-rate 10g
"""
    read = Read(DESIGN, more=more, without="[ 0 100 ]")
    first, second = read.port(), read.port("et-0/0/2")
    dscp, queue = first.classification.traffic_class_by_dscp, first.queues[4]
    facts: list[Fact[object]] = [dscp[0], dscp[26], queue.ecn_kmin_percent, queue.ecn_pmax_percent]
    facts += [queue.shape_percent, second.queues[0].shape_percent]
    assert [(shown(one), read.line(one.source)) for one in facts] == [
        ("NO-LOSS", "classifiers dscp mydscp forwarding-class NO-LOSS loss-priority low code-points 000000"),
        ("NO-LOSS", "classifiers dscp mydscp forwarding-class NO-LOSS loss-priority low code-points 011010"),
        (55, "drop-profiles dp1 interpolate fill-level [ 55 90 ]"),
        (100.0, drops + "100"),
        (60.0, "schedulers s1 transmit-rate exact"),
        (2.5, "interfaces et-0/0/2 shaping-rate 10g"),
    ]


def test_a_filter_for_the_port_of_roce_says_nothing_of_other_traffic() -> None:
    more = """
firewall family inet filter ROCE term roce from protocol udp
firewall family inet filter ROCE term roce from destination-port 4791
firewall family inet filter ROCE term roce then forwarding-class NO-LOSS
ports et-0/0/1 unit 0 family inet filter input ROCE
"""
    dscp = Read(DESIGN, more=more).port().classification.traffic_class_by_dscp
    assert [shown(dscp[number]) for number in (0, 8, 26, 48)] == ["best-effort", "best-effort", "NO-LOSS", "NO-LOSS"]


def test_a_profile_that_pauses_for_another_code_point_is_reported_at_both() -> None:
    line = "classifiers dscp mydscp forwarding-class NO-LOSS loss-priority low code-points 011011"
    read = Read(DESIGN, more=line, without="NO-LOSS loss-priority")
    assert pauses(read.port(), "NO-LOSS") == set()
    assert read.refused == [(line, "cnp pauses for DSCP 26 instead, which gets another class")]


def test_policers_and_markings_of_units() -> None:
    more = """
firewall policer P if-exceeding bandwidth-limit 1g burst-size-limit 1m
firewall policer P then discard
firewall family inet filter MARK term roce from dscp 26
firewall family inet filter MARK term roce then dscp 0
firewall family inet filter MARK term tcp from protocol tcp
firewall family inet filter MARK term tcp then dscp 8
ports et-0/0/1 unit 0 family inet policer input P
ports et-0/0/1 unit 0 family inet filter input MARK
"""
    read = Read(DESIGN, more=more)
    (policer,) = read.port().classification.policers
    assert (len(policer.dscps), read.lines[policer.source.line - 1]) == (
        64,
        "set interfaces et-0/0/1 unit 0 family inet policer input P",
    )
    because = "the classifiers give DSCP 26 a no-loss class, and DSCP 0, which is written over it, none"
    found = [(read.lines[one.source.line - 1], one.because) for one in read.diagnostics.refused_settings()]
    assert found == [("set firewall family inet filter MARK term roce then dscp 0", because)]


REFUSED = [
    pytest.param(
        "shared-buffer ingress buffer-partition lossless percent 60\n"
        "shared-buffer ingress buffer-partition lossless-headroom percent 24\n"
        "shared-buffer ingress buffer-partition lossy percent 10",
        "shared-buffer ingress buffer-partition lossy percent 10",
        "the partitions sum up to 94 percent, and the device takes exactly 100", id="partitions",
    ),
    pytest.param(
        "congestion-notification-profile cnp input ieee-802.1 code-point 011 pfc",
        "congestion-notification-profile cnp input ieee-802.1 code-point 011 pfc",
        "one profile pauses by DSCP or by IEEE 802.1p, not by both", id="both kinds in one profile",
    ),
    pytest.param(
        "forwarding-classes class OTHER queue-num 4", "forwarding-classes class OTHER queue-num 4",
        "class NO-LOSS of the same queue is no-loss", id="two kinds on one queue",
    ),
    pytest.param(
        "drop-profiles dp2 interpolate fill-level [ 50 90 ]\n"
        "drop-profiles dp2 interpolate drop-probability [ 0 50 100 ]",
        "drop-profiles dp2 interpolate fill-level [ 50 90 ]",
        "fill-level has 2 values, and drop-probability 3", id="lists of different length",
    ),
    pytest.param(
        "drop-profiles dp2 interpolate fill-level [ 90 50 ]\n"
        "drop-profiles dp2 interpolate drop-probability [ 0 100 ]",
        "drop-profiles dp2 interpolate fill-level [ 90 50 ]",
        "its fill levels and drop probabilities have to rise", id="levels that fall",
    ),
    pytest.param(
        "drop-profiles dp2 interpolate fill-level [ 50 90 ]\n"
        "drop-profiles dp2 interpolate drop-probability [ 10 100 ]",
        "drop-profiles dp2 interpolate drop-probability [ 10 100 ]",
        "the first drop-probability is 0 and not 10", id="a first probability",
    ),
    pytest.param(
        "drop-profiles dp2 interpolate fill-level 80\ndrop-profiles dp2 interpolate drop-probability 100",
        "drop-profiles dp2 interpolate fill-level 80",
        "between one fill level and nothing there is no curve; it takes two, the first with probability 0",
        id="one level",
    ),
    pytest.param(
        "forwarding-classes class OTHER no-loss", "forwarding-classes class OTHER no-loss", "it has no queue-num",
        id="a class without queue",
    ),
    pytest.param(
        "shared-buffer egress buffer-partition lossless percent 66\n"
        "shared-buffer egress buffer-partition lossy percent 50",
        "shared-buffer egress buffer-partition lossy percent 50",
        "the partitions sum up to 116 percent, and the device takes at most 100", id="egress beyond the buffer",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("more", "line", "because"), REFUSED)
def test_what_the_device_does_not_commit(more: str, line: str, because: str) -> None:
    assert Read(DESIGN, more=more).refused == [(line, because)]


DOUBTFUL = [
    pytest.param(
        "congestion-notification-profile cnp input dscp code-point 110000 pfc",
        "DSCP 48 gets class CNP, which is not no-loss: its packets are dropped, and not paused for", id="lossy class",
    ),
    pytest.param(
        "congestion-notification-profile cnp output ieee-802.1 code-point 101 flow-control-queue [ 4 3 ]",
        "a pause of priority 5 stops queue 3 as well, of which no class is no-loss", id="two queues",
    ),
    pytest.param(
        "host-outbound-traffic forwarding-class NO-LOSS",
        "BGP, BFD and LACP of the switch itself then wait whenever the no-loss class is paused", id="own traffic",
    ),
    pytest.param(
        "shared-buffer egress buffer-partition lossless percent 0",
        "a partition of 0 percent leaves queues of no-loss classes no shared memory at egress", id="egress partition",
    ),
    pytest.param(
        "shared-buffer ingress percent 0", "with 0 percent of the ingress buffer no class has shared memory",
        id="no shared buffer",
    ),
    pytest.param(
        "shared-buffer ingress buffer-partition lossless percent 2",
        "2 percent fill at once, and Juniper advises 5 at least", id="little memory",
    ),
    pytest.param(
        "shared-buffer ingress buffer-partition lossless dynamic-threshold 0",
        "the lowest index leaves a queue the smallest share of what is free: it pauses at once", id="index",
    ),
    pytest.param(
        "schedulers s1 buffer-size percent 0", "the queue of no-loss class NO-LOSS then has no memory of its own",
        id="no memory of its own",
    ),
    pytest.param(
        "schedulers s1 buffer-dynamic-threshold 0",
        "the queue of no-loss class NO-LOSS then has the smallest share of what is free", id="index of a queue",
    ),
    pytest.param(
        "congestion-notification-profile cnp input cable-length 0",
        "the headroom that is computed for it holds nothing of what a cable has in flight", id="cable",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("more", "because"), DOUBTFUL)
def test_what_runs_and_does_not_do_what_it_states(more: str, because: str) -> None:
    read = Read(DESIGN, more=more)
    read.port()
    found = read.diagnostics.refused_settings()
    assert [(read.line(one.source), one.because, one.runs) for one in found] == [(more, because, True)]


@pytest.mark.parametrize(("mru", "mtu", "because"), [
    (1500, 9216, "headroom is computed for frames of 1500 bytes, and RoCE has some of 4156"),
    (1500, 2000, "headroom is computed for frames of 1500 bytes, and RoCE has some of 2000"),
    (4200, 9216, ""),
    (1600, 1514, ""),
])  # fmt: skip
def test_headroom_is_computed_for_the_frames_of_roce(mru: int, mtu: int, because: str) -> None:
    more = f"congestion-notification-profile cnp input dscp code-point 011010 mru {mru}\nports et-0/0/1 mtu {mtu}"
    read = Read(DESIGN, more=more)
    read.port()
    assert [one.because for one in read.diagnostics.refused_settings()] == ([because] if because else [])


UNASKED = [
    pytest.param(
        DESIGN.replace("code-point 011010", "code-point 011100"), "pfc-priority",
        "forwarding-classes class NO-LOSS no-loss", "PFC by DSCP needs a pfc-priority of the class", id="priority",
    ),
    pytest.param(
        DESIGN.replace("class NO-LOSS loss", "class CNP loss")
        + "shared-buffer ingress buffer-partition lossless percent 0", "110000",
        "shared-buffer ingress buffer-partition lossless percent 0",
        "partition lossless of the ingress shared buffer has 0 percent", id="memory",
    ),
    pytest.param(
        DESIGN + "classifiers dscp mydscp forwarding-class NO-LOSS loss-priority high code-points 000000",
        "NO-LOSS no-loss", "classifiers dscp mydscp forwarding-class NO-LOSS loss-priority high code-points 000000",
        "packets without a marking get a class that is meant to pause", id="unmarked",
    ),
    pytest.param(
        DESIGN, "sm1 forwarding-class CNP", "scheduler-maps sm1 forwarding-class NO-LOSS scheduler s1",
        "class CNP, which classifiers assign, has no scheduler in it: nothing is set for it", id="scheduler",
    ),
    pytest.param(
        DESIGN.replace("loss-priority any", "loss-priority high"), "nothing",
        "schedulers s1 drop-profile-map loss-priority high protocol any drop-profile dp1",
        "classifiers give class NO-LOSS loss priority low, for which scheduler s1 maps no drop profile", id="level",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("design", "without", "line", "because"), UNASKED)
def test_what_no_port_asks_for_is_reported(design: str, without: str, line: str, because: str) -> None:
    read = Read(design, without=without)
    read.port()
    read.reader.report_unasked()
    found = [(read.line(one.source), one.because) for one in read.diagnostics.refused_settings()]
    assert (line, because) in found


def test_without_a_lossless_class_its_memory_may_be_empty() -> None:
    empty = "shared-buffer ingress buffer-partition lossless percent 0\n"
    read = Read(empty + empty.replace("ingress", "egress"))
    read.port()
    read.reader.report_unasked()
    assert read.refused == []


REMOVED = [
    ("interfaces et-*", lambda qos: qos.pfc_mode),
    ("interfaces et-* congestion-notification-profile", lambda qos: qos.pfc_mode),
    ("interfaces et-* unit *", lambda qos: qos.trust),
    ("interfaces et-* unit * classifiers dscp", lambda qos: qos.trust),
    ("interfaces et-* scheduler-map", lambda qos: qos.queues[4].ecn_enabled),
    ("classifiers dscp mydscp forwarding-class NO-LOSS", lambda qos: qos.priorities[3].generates_pause),
    ("forwarding-classes class NO-LOSS no-loss", lambda qos: qos.priorities[3].generates_pause),
    ("congestion-notification-profile cnp input", lambda qos: qos.priorities[3].generates_pause),
    ("congestion-notification-profile cnp input dscp code-point 011010", lambda qos: qos.priorities[3].generates_pause),
    ("congestion-notification-profile cnp output", lambda qos: qos.priorities[5].honours_pause),
    ("congestion-notification-profile cnp pfc-watchdog", lambda qos: qos.watchdog.enabled),
    ("schedulers s1 explicit-congestion-notification", lambda qos: qos.queues[4].ecn_enabled),
    ("schedulers s1 drop-profile-map loss-priority any protocol any", lambda qos: qos.queues[4].ecn_enabled),
    ("scheduler-maps sm1 forwarding-class NO-LOSS", lambda qos: qos.queues[4].ecn_enabled),
]


@pytest.mark.parametrize("command", ["delete", "deactivate"])
@pytest.mark.parametrize(("removed", "fact"), REMOVED, ids=[removed for removed, _ in REMOVED])
def test_what_a_line_takes_away_shows_at_that_line(
    removed: str, fact: Callable[[PortQos], Fact[object]], command: str
) -> None:
    before, after = Read(DESIGN), Read(DESIGN, last=f"{command} class-of-service {removed}")
    assert after.lines[fact(after.port()).source.line - 1] == f"{command} class-of-service {removed}"
    assert shown(fact(after.port())) != shown(fact(before.port())) or "output" in removed


def test_a_stanza_may_name_a_range_of_interfaces() -> None:
    more = (
        "ports interface-range SERVERS member-range et-0/0/1 to et-0/0/2\n"
        "interfaces SERVERS congestion-notification-profile cnp\ninterfaces et-0/0/1 scheduler-map sm1"
    )
    read = Read(DESIGN, more=more, without="interfaces et-*")
    modes = [(shown(read.port(name).pfc_mode), name) for name in ("et-0/0/1", "et-0/0/2", "et-0/0/3")]
    assert modes == [(PfcMode.ON, "et-0/0/1"), (PfcMode.ON, "et-0/0/2"), (PfcMode.OFF, "et-0/0/3")]
    assert shown(read.port().queues[4].ecn_enabled) is True


@pytest.mark.parametrize(("rate", "weight"), [("remainder", 95.0), ("100g", 25.0), ("percent 30", 30.0)])
def test_a_share_is_a_percentage_a_rate_or_what_others_leave(rate: str, weight: float) -> None:
    queue = Read(DESIGN, more=f"schedulers s1 transmit-rate {rate}").port().queues[4]
    assert isinstance(queue.weight_percent, Stated)
    assert queue.weight_percent.value == weight


def test_ip_precedence_is_the_upper_half_of_a_dscp() -> None:
    own = "classifiers inet-precedence p forwarding-class NO-LOSS loss-priority low code-points 011"
    bound = "interfaces et-* unit * classifiers inet-precedence"
    for more, classes in (
        (f"{own}\n{bound} p", ["best-effort", "NO-LOSS", "NO-LOSS", "best-effort"]),
        (f"{bound} default", ["best-effort", "best-effort", "best-effort", "network-control"]),
    ):
        names = Read(DESIGN, more=more, without="unit * classifiers dscp").port().classification.traffic_class_by_dscp
        assert [shown(names[dscp]) for dscp in (0, 24, 26, 48)] == classes


def test_evolved_takes_egress_partitions_below_a_hundred() -> None:
    egress = "shared-buffer egress buffer-partition"
    more = f"{egress} lossless percent 66\n{egress} lossy percent 10"
    assert Read(DESIGN, more=more).refused == []
    full = f"{more}\n{egress} multicast percent 10"
    because = "the partitions sum up to 86 percent, and the device takes exactly 100"
    assert [one for _, one in Read(DESIGN, more=full, family=JunosFamily.CLASSIC).refused][-1] == because


def test_a_lossless_partition_without_memory_leaves_no_headroom() -> None:
    more = "shared-buffer ingress buffer-partition lossless-headroom percent 0"
    group = Read(DESIGN, more=more).port().priorities[3].group
    assert (shown(group.headroom_bytes), group.sized_by) == (
        0, "partition lossless-headroom of the ingress shared buffer has 0 percent",
    )  # fmt: skip


def test_undefined_and_unused_names() -> None:
    more = """
scheduler-maps sm1 forwarding-class BULK scheduler s9
schedulers spare priority low
interfaces ae9 scheduler-map sm9
classifiers dscp mydscp forwarding-class CNP loss-priority high code-points cnps
"""
    read = Read(DESIGN, more=more)
    read.port()
    missing = [(one.kind, one.name) for one in read.diagnostics.undefined_references()]
    assert missing == [
        ("forwarding class", "BULK"), ("scheduler", "s9"), ("scheduler-map", "sm9"), ("dscp alias", "cnps"),
    ]  # fmt: skip
    assert [(one.kind, one.name) for one in read.reader.idle()] == [("scheduler", "spare")]


def test_imported_classifiers_keep_what_they_do_not_change() -> None:
    more = """
classifiers dscp own import mydscp
classifiers dscp own forwarding-class CNP loss-priority low code-points cs5
interfaces xe-0/0/1 unit 0 classifiers dscp own
"""
    qos = Read(DESIGN, more=more).port("xe-0/0/1")
    dscp = qos.classification.traffic_class_by_dscp
    assert [shown(dscp[number]) for number in (26, 40, 48, 0)] == ["NO-LOSS", "CNP", "CNP", "best-effort"]


def test_a_fixed_class_outweighs_markings() -> None:
    qos = Read(DESIGN, more="interfaces xe-0/0/1 forwarding-class NO-LOSS").port("xe-0/0/1")
    assert (shown(qos.trust), shown(qos.classification.traffic_class_otherwise)) == (Trust.NONE, "NO-LOSS")


def test_the_watchdog_has_times_of_its_own() -> None:
    words = ("poll-interval 200", "detection 3", "recovery 500", "watchdog-action forward")
    more = "\n".join(f"congestion-notification-profile cnp pfc-watchdog {word}" for word in words)
    watchdog = Read(DESIGN, more=more).port().watchdog
    assert (shown(watchdog.detection_ms), shown(watchdog.recovery_ms)) == (600, 500)
    assert shown(watchdog.action) is WatchdogAction.IGNORE_PAUSE


def test_rewrite_rules_and_traffic_control_profiles() -> None:
    more = """
rewrite-rules dscp rw forwarding-class NO-LOSS loss-priority low code-point cs1
interfaces xe-0/0/1 unit 0 rewrite-rules dscp rw
forwarding-class-sets lossless class NO-LOSS
traffic-control-profiles t scheduler-map sm1
interfaces xe-0/0/1 forwarding-class-set lossless output-traffic-control-profile t
"""
    qos = Read(DESIGN, more=more).port("xe-0/0/1")
    assert [(one.traffic_class, shown(one.dscp)) for one in qos.rewrites] == [("NO-LOSS", 8)]
    assert (shown(qos.queues[4].ecn_enabled), shown(qos.queues[3].scheduling)) == (True, Scheduling.WEIGHTED)
