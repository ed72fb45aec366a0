"""Tables and bindings become the facts of queues, classes and priorities, whatever system they come from."""

from __future__ import annotations

import pytest

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PfcWatchdog, PriorityGroup
from roce_lint.model.qos_tables import (
    Absence,
    BufferProfile,
    ClassBinding,
    Curve,
    Depth,
    PfcBinding,
    PolicyEntry,
    PortBinding,
    QosMap,
    QueueBinding,
    Rate,
    Scheduler,
)
from roce_lint.model.terms import PfcMode, Scheduling, Trust
from roce_lint.os.compose.classes import ClassComposer
from roce_lint.os.compose.inheritance import inherited
from roce_lint.os.compose.pfc import compose_priorities, pausing_by_group
from roce_lint.os.compose.policies import map_of_policy
from roce_lint.os.compose.ports import PortComposer
from roce_lint.os.compose.queues import bytes_of, compose_queues
from roce_lint.os.sonic.defaults import QOS

PORT, LINE = Source("leaf.cfg", 7, 9), Source("leaf.cfg", 8, 8)
NONE = Unknown("none is bound", PORT)
GROUP = PriorityGroup(*(NONE,) * 5)


def at(line: int) -> Source:
    return Source("leaf.cfg", line, line)


def weighted(weight: float, line: int) -> Scheduler:
    return Scheduler(Stated(Scheduling.WEIGHTED, at(line)), Stated(weight, at(line)))


def bound(scheduler: Scheduler | Unknown | None = None, curve: Curve | Unknown | None = None) -> QueueBinding:
    return QueueBinding(Absence(PORT), scheduler, curve, (NONE, NONE))


def curve(kmin: Depth, kmax: Depth) -> Curve:
    return Curve(Stated(True, LINE), kmin, kmax, Stated(20.0, LINE), Stated(0, LINE), Stated(False, LINE))


def test_weights_are_shares_of_the_weighted_queues_alone() -> None:
    strict = Scheduler(Stated(Scheduling.STRICT, at(4)), Unknown("a strict queue has no weight", at(4)))
    queues = compose_queues([bound(weighted(1, 2)), bound(weighted(3, 3)), bound(strict)], NONE, QOS)
    assert [one.weight_percent for one in queues] == [
        Stated(25.0, at(2)),
        Stated(75.0, at(3)),
        Unknown("a strict queue has no weight", at(4)),
    ]


def test_a_weight_that_is_a_share_stays() -> None:
    share = Scheduler(Stated(Scheduling.WEIGHTED, at(2)), Stated(30.0, at(2)), is_percent=True)
    assert compose_queues([bound(share)], NONE, QOS)[0].weight_percent == Stated(30.0, at(2))


@pytest.mark.parametrize(
    ("rate", "speed", "expected"),
    [
        (Rate(Stated(1_250_000_000.0, LINE)), Stated(100, PORT), Stated(10.0, LINE)),
        (Rate(Stated(1e12, LINE)), Stated(100, PORT), Stated(100.0, LINE)),
        (Rate(Stated(40.0, LINE), is_percent=True), NONE, Stated(40.0, LINE)),
        (
            Rate(Stated(1e9, LINE)),
            NONE,
            Unknown("a rate is given, and the port's speed is not known", LINE),
        ),
        (Rate(Unknown("it counts packets", LINE)), NONE, Unknown("it counts packets", LINE)),
        (None, NONE, QOS.shape.at(PORT)),
    ],
    ids=["bytes a second", "above the line", "percent", "no speed", "not understood", "not stated"],
)
def test_rates_are_shares_of_the_line(rate: Rate | None, speed: Fact[int], expected: Fact[float]) -> None:
    scheduler = Scheduler(Stated(Scheduling.WEIGHTED, LINE), NONE, shape=rate)
    assert compose_queues([bound(scheduler)], speed, QOS)[0].shape_percent == expected


@pytest.mark.parametrize(
    ("depth", "limit", "expected"),
    [
        (Depth(Stated(1000, LINE)), NONE, Stated(1000, LINE)),
        (Depth(Stated(25, LINE), is_percent=True), Stated(4000, PORT), Stated(1000, LINE)),
        (Depth(Default(50, LINE, "half"), is_percent=True), Stated(4000, PORT), Default(2000, LINE, "half")),
        (
            Depth(Stated(25, LINE), is_percent=True),
            Stated(0, PORT),
            Unknown("a percentage of the memory of the queue, which has no fixed limit", LINE),
        ),
        (
            Depth(Stated(25, LINE), is_percent=True),
            NONE,
            Unknown("a percentage of the memory of the queue, which has no fixed limit", LINE),
        ),
    ],
    ids=["bytes", "percent", "percent by default", "no limit", "limit not known"],
)
def test_depths_are_bytes_where_the_memory_is_known(depth: Depth, limit: Fact[int], expected: Fact[int]) -> None:
    assert bytes_of(depth, limit) == expected


def test_a_queue_that_binds_nothing_has_the_defaults_of_the_system() -> None:
    queue = compose_queues([bound()], NONE, QOS)[0]
    assert (queue.scheduling, queue.ecn_enabled, queue.ecn_kmin_bytes, queue.shape_percent, queue.is_scheduled) == (
        QOS.scheduling.at(PORT),
        QOS.not_marked.at(PORT),
        Unknown(QOS.no_curve, PORT),
        QOS.shape.at(PORT),
        True,
    )


def test_what_is_bound_and_not_known_is_unknown() -> None:
    gone = Unknown("the profile gpu is not defined", LINE)
    queue = compose_queues([bound(gone, gone)], NONE, QOS)[0]
    assert {
        queue.scheduling,
        queue.weight_percent,
        queue.ecn_enabled,
        queue.ecn_kmin_bytes,
        queue.ecn_pmax_percent,
    } == {gone}


def test_a_binding_without_effect_says_why() -> None:
    waiting = Absence(PORT, "the row waits", LINE)
    queue = compose_queues([QueueBinding(waiting, None, None, (NONE, NONE))], NONE, QOS)[0]
    assert queue.ecn_enabled == Default(False, LINE, "the row waits")


def classes(
    dscp: QosMap[str] | Unknown | None = None,
    pcp: QosMap[str] | Unknown | None = None,
    queue_of: QosMap[int] | None = None,
    group_of: QosMap[int] | None = None,
) -> ClassBinding:
    return ClassBinding(PORT, dscp, pcp, queue_of, group_of, None, PORT)


DSCP = QosMap("dscp roce", LINE, {26: Stated("3", at(12))}, Default("0", LINE, "class 0"))
QUEUES = QosMap("queues", LINE, {3: Stated(3, at(14)), 4: Stated(9, at(15))})


@pytest.mark.parametrize(
    ("binding", "expected"),
    [
        (classes(), QOS.no_trust.at(PORT)),
        (classes(DSCP), Stated(Trust.DSCP, PORT)),
        (classes(None, DSCP), Stated(Trust.PCP, PORT)),
        (classes(DSCP, DSCP), Stated(Trust.DSCP_AND_PCP, PORT)),
    ],
    ids=["none", "dscp", "pcp", "both"],
)
def test_maps_that_are_bound_are_trusted(binding: ClassBinding, expected: Fact[Trust]) -> None:
    assert ClassComposer(QOS).trust(binding) == expected


def test_each_marking_has_a_class() -> None:
    found = ClassComposer(QOS).classification(classes(DSCP, Unknown("not defined", LINE)))
    assert found.traffic_class_by_dscp[25:27] == (Default("0", LINE, "class 0"), Stated("3", at(12)))
    assert found.traffic_class_by_pcp == (Unknown("not defined", LINE),) * 8


def test_ports_with_the_same_maps_share_their_classification() -> None:
    composer = ClassComposer(QOS)
    one, other = classes(DSCP, DSCP), ClassBinding(LINE, DSCP, DSCP, None, None, None, PORT)
    assert composer.classification(one) is composer.classification(other)


def test_classes_without_a_place_in_both_maps_are_not_shared() -> None:
    composer = ClassComposer(QOS)
    assert composer.classes(("3",), classes(), {}, PORT)[0].queue == QOS.queue_without_map.at(PORT)
    assert composer.classes(("3",), classes(), {}, LINE)[0].queue == QOS.queue_without_map.at(LINE)


def test_a_class_pauses_what_its_priority_group_pauses() -> None:
    groups = QosMap("groups", LINE, {3: Stated(2, at(20)), 4: Stated(0, at(21))})
    found = ClassComposer(QOS).classes(
        ("3", "4", "5"), classes(queue_of=QUEUES, group_of=groups), {2: frozenset({3})}, PORT
    )
    assert [(one.queue, one.pause_priorities) for one in found] == [
        (Stated(3, at(14)), Stated(frozenset({3}), at(20))),
        (Unknown("queue 9 is beyond the eight that are evaluated", at(15)), QOS.class_without_pause.at(at(21))),
        (
            Unknown("queues does not list traffic class 5", LINE),
            Unknown("groups does not list traffic class 5", LINE),
        ),
    ]


def pfc(queue_of: QosMap[int] | None = None, group_of: QosMap[int] | None = None) -> PfcBinding:
    sent = tuple(Stated(number in (3, 4), LINE) for number in range(8))
    return PfcBinding(Stated(PfcMode.ON, LINE), sent, sent, queue_of, group_of, dict.fromkeys(range(8), GROUP))


def test_priorities_that_pause_are_known_by_their_group() -> None:
    groups = QosMap("groups", LINE, {4: Stated(3, LINE), 5: Unknown("x", LINE)})
    assert pausing_by_group(pfc()) == {3: frozenset({3}), 4: frozenset({4})}
    assert pausing_by_group(pfc(group_of=groups)) == {3: frozenset({3, 4})}


def test_a_pause_stops_the_queue_of_the_map() -> None:
    stopped = [one.paused_queues for one in compose_priorities(pfc(QUEUES), PORT, QOS)[2:4]]
    assert stopped == [Unknown("queues does not list priority 2", LINE), Stated(frozenset({3}), at(14))]
    assert compose_priorities(pfc(), PORT, QOS)[3].paused_queues == Default(frozenset({3}), PORT, QOS.queue_of_priority)


def test_a_policy_gives_the_class_of_the_first_entry_that_matches() -> None:
    entries = [
        PolicyEntry(frozenset({26}), Stated("3", LINE), at(3)),
        PolicyEntry(frozenset({26, 48}), Stated("6", LINE), at(4)),
    ]
    found = map_of_policy("policy roce", LINE, entries, 64, Default("0", LINE, "class-default"))
    assert (found.at(26, "DSCP"), found.at(48, "DSCP"), found.at(0, "DSCP")) == (
        Stated("3", at(3)),
        Stated("6", at(4)),
        Default("0", LINE, "class-default"),
    )


def test_behind_an_entry_that_is_not_understood_every_class_is_unknown() -> None:
    doubt = Unknown("access list voice", at(4))
    entries = [
        PolicyEntry(frozenset({26}), Stated("3", LINE), at(3)),
        PolicyEntry(doubt, Stated("6", LINE), at(4)),
        PolicyEntry(None, Stated("0", LINE), at(5)),
    ]
    found = map_of_policy("policy roce", LINE, entries, 64, Default("0", LINE, "class-default"))
    assert (found.at(26, "DSCP"), found.at(48, "DSCP")) == (Stated("3", at(3)), doubt)


def test_the_most_particular_layer_wins_for_each_slot() -> None:
    assert inherited([{"curve 3": "own"}, {"curve 3": "profile", "dscp": "profile"}, {"dscp": "device"}]) == {
        "curve 3": "own",
        "dscp": "profile",
    }


def test_a_port_is_composed_of_what_it_binds() -> None:
    profile = BufferProfile("lossless", LINE, None, GROUP, (Stated(4000, LINE), NONE), True)
    queue = QueueBinding(
        Absence(PORT), None, curve(Depth(Stated(10, LINE), True), Depth(Stated(50, LINE), True)), profile.limits
    )
    watchdog = PfcWatchdog(*(NONE,) * 7)
    port = PortComposer(QOS).compose(
        PortBinding(
            place=PORT,
            qos_place=LINE,
            bound=Stated(True, LINE),
            speed_gbps=Stated(100, PORT),
            classes=("3",),
            classifies=ClassBinding(LINE, DSCP, None, QUEUES, None, QosMap("out", LINE, {3: Stated(26, LINE)}), LINE),
            pfc=pfc(),
            queues=(queue,),
            watchdog=watchdog,
        )
    )
    assert (port.trust, port.classes[0].queue, port.pfc_mode, port.watchdog) == (
        Stated(Trust.DSCP, LINE),
        Stated(3, at(14)),
        Stated(PfcMode.ON, LINE),
        watchdog,
    )
    assert (port.queues[0].ecn_kmin_bytes, port.queues[0].ecn_kmax_bytes) == (Stated(400, LINE), Stated(2000, LINE))
    assert (port.rewrite_enabled, [(one.traffic_class, one.dscp) for one in port.rewrites]) == (
        Stated(True, LINE),
        [("3", Stated(26, LINE))],
    )
    assert port.link_pause_sent == QOS.link_pause.at(PORT)
