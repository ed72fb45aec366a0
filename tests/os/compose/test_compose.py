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
from roce_lint.os.compose.classes import ClassComposer, agreed, compose_trust
from roce_lint.os.compose.inheritance import inherited
from roce_lint.os.compose.pfc import compose_priorities, pausing_by_group
from roce_lint.os.compose.policies import map_of_policy
from roce_lint.os.compose.ports import PortComposer
from roce_lint.os.compose.queues import bytes_of, compose_queues
from roce_lint.os.sonic.defaults import QOS
from roce_lint.values import replace

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
            Unknown("a percentage of the memory of the queue, which has no fixed size", LINE),
        ),
        (
            Depth(Stated(25, LINE), is_percent=True),
            NONE,
            Unknown("a percentage of the memory of the queue, which has no fixed size", LINE),
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


def bound_port(
    classifies: ClassBinding | None = None,
    pfc: PfcBinding | None = None,
    *,
    queue_of: QosMap[str, int] | None = None,
    group_of: QosMap[str, int] | None = None,
    rewrite: QosMap[str, int] | Unknown | None = None,
    place: Source = PORT,
    queues: tuple[QueueBinding, ...] = (),
    trust: Fact[Trust] | None = None,
) -> PortBinding:
    return PortBinding(
        place=place,
        qos_place=place,
        bound=Stated(True, LINE),
        speed_gbps=Stated(100, PORT),
        trust=trust,
        classifies=classifies or ClassBinding(PORT, None, None),
        classes=("3", "4", "5"),
        queue_of=queue_of,
        group_of=group_of,
        rewrite=rewrite,
        rewrite_at=LINE,
        pfc_mode=Stated(PfcMode.ON, LINE),
        pfc=pfc or paused(),
        queues=queues or (bound(),) * 8,
        watchdog=PfcWatchdog(*(NONE,) * 7),
    )


def paused(
    queues_of: QosMap[int, frozenset[int]] | None = None,
    group_of: QosMap[int, int] | None = None,
    pauses_of: dict[str, Fact[frozenset[int]]] | None = None,
) -> PfcBinding:
    sent = tuple(Stated(number in (3, 4), LINE) for number in range(8))
    return PfcBinding(sent, sent, queues_of, group_of, dict.fromkeys(range(8), GROUP), pauses_of)


DSCP = QosMap("dscp roce", LINE, {26: Stated("3", at(12))}, Default("0", LINE, "class 0"))
QUEUES = QosMap("queues", LINE, {"3": Stated(3, at(14)), "4": Stated(9, at(15))})
GROUPS = QosMap("groups", LINE, {"3": Stated(2, at(20)), "4": Stated(0, at(21))})


@pytest.mark.parametrize(
    ("binding", "trust", "expected"),
    [
        (ClassBinding(PORT, None, None), None, QOS.no_trust.at(PORT)),
        (ClassBinding(PORT, DSCP, None), None, Stated(Trust.DSCP, PORT)),
        (ClassBinding(PORT, None, DSCP), None, Stated(Trust.PCP, PORT)),
        (ClassBinding(PORT, DSCP, DSCP), None, Stated(Trust.DSCP_AND_PCP, PORT)),
        (ClassBinding(PORT, DSCP, DSCP), Stated(Trust.NONE, LINE), Stated(Trust.NONE, LINE)),
    ],
    ids=["none", "dscp", "pcp", "both", "stated"],
)
def test_maps_that_are_bound_are_trusted(
    binding: ClassBinding, trust: Fact[Trust] | None, expected: Fact[Trust]
) -> None:
    assert compose_trust(bound_port(binding, trust=trust), QOS) == expected


def test_each_marking_has_a_class() -> None:
    gone = Unknown("not defined", LINE)
    found = ClassComposer(QOS).classification(ClassBinding(PORT, DSCP, gone, Stated("7", at(30))))
    assert found.traffic_class_by_dscp[25:27] == (Default("0", LINE, "class 0"), Stated("3", at(12)))
    assert found.traffic_class_by_pcp == (gone,) * 8
    assert found.traffic_class_otherwise == Stated("7", at(30))


def test_without_a_map_every_marking_has_the_class_of_the_system() -> None:
    found = ClassComposer(QOS).classification(ClassBinding(PORT, None, None))
    assert {*found.traffic_class_by_dscp, *found.traffic_class_by_pcp, found.traffic_class_otherwise} == {
        QOS.class_without_map.at(PORT)
    }


def test_ports_with_the_same_maps_share_their_classification() -> None:
    composer = ClassComposer(QOS)
    one, other = ClassBinding(PORT, DSCP, DSCP), ClassBinding(LINE, DSCP, DSCP)
    assert composer.classification(one) is composer.classification(other)


def test_classes_without_maps_stand_at_their_own_port() -> None:
    composer = ClassComposer(QOS)
    assert composer.classes(bound_port())[0].queue == QOS.queue_without_map.at(PORT)
    assert composer.classes(bound_port(place=LINE))[0].queue == QOS.queue_without_map.at(LINE)


def test_a_class_pauses_what_its_priority_group_pauses() -> None:
    group_of = QosMap("groups of priorities", LINE, {3: Stated(2, LINE), 4: Stated(6, LINE)})
    port = bound_port(pfc=paused(group_of=group_of), queue_of=QUEUES, group_of=GROUPS)
    assert [(one.queue, one.pause_priorities) for one in ClassComposer(QOS).classes(port)] == [
        (Stated(3, at(14)), Stated(frozenset({3}), at(20))),
        (Unknown("queue 9 is beyond the eight that are evaluated", at(15)), QOS.class_without_pause.at(at(21))),
        (
            Unknown("queues does not list traffic class 5", LINE),
            Unknown("groups does not list traffic class 5", LINE),
        ),
    ]


def test_a_class_may_pause_several_priorities() -> None:
    pauses_of: dict[str, Fact[frozenset[int]]] = {
        "3": Stated(frozenset({3, 4}), at(16)),
        "4": Default(frozenset(), LINE, "no pfc-queue"),
        "5": Unknown("not defined", LINE),
    }
    port = bound_port(pfc=paused(pauses_of=pauses_of), queue_of=QUEUES)
    assert [one.pause_priorities for one in ClassComposer(QOS).classes(port)] == list(pauses_of.values())


def test_priorities_that_pause_are_known_by_their_group() -> None:
    groups = QosMap("groups", LINE, {4: Stated(3, LINE), 5: Unknown("x", LINE)})
    assert pausing_by_group(paused()) == {3: frozenset({3}), 4: frozenset({4})}
    assert pausing_by_group(paused(group_of=groups)) == {3: frozenset({3, 4})}


def test_a_pause_stops_the_queues_of_the_map() -> None:
    queues = QosMap("queues", LINE, {3: Stated(frozenset({3, 5}), at(14))})
    stopped = [one.paused_queues for one in compose_priorities(paused(queues), PORT, QOS)[2:4]]
    assert stopped == [Unknown("queues does not list priority 2", LINE), Stated(frozenset({3, 5}), at(14))]
    assert compose_priorities(paused(), PORT, QOS)[3].paused_queues == Default(
        frozenset({3}), PORT, QOS.queue_of_priority
    )


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (QosMap("out", LINE, {"3": Stated(26, LINE)}), [("3", Stated(26, LINE))]),
        (
            QosMap("out", LINE, {"3": Stated(26, LINE)}, Default(0, LINE, "0")),
            [("3", Stated(26, LINE)), ("4", Default(0, LINE, "0")), ("5", Default(0, LINE, "0"))],
        ),
        (Unknown("the policies differ", LINE), []),
    ],
    ids=["listed alone", "all classes", "not known"],
)
def test_classes_leave_with_the_dscp_of_the_map(
    table: QosMap[str, int] | Unknown, expected: list[tuple[str, Fact[int]]]
) -> None:
    enabled, rewrites = ClassComposer(QOS).rewrites(bound_port(rewrite=table))
    assert enabled == (table if isinstance(table, Unknown) else Stated(True, LINE))
    assert [(one.traffic_class, one.dscp) for one in rewrites] == expected


def test_maps_that_hold_at_once_say_what_they_agree_on() -> None:
    other = QosMap("dscp v6", PORT, {26: Stated("4", at(18)), 48: Stated("0", at(19))}, Default("0", PORT, "class 0"))
    found = agreed([DSCP, other], 64, "IPv4 and IPv6 differ")
    assert isinstance(found, QosMap)
    assert [found.at(number, "DSCP") for number in (26, 48, 0)] == [
        Unknown("IPv4 and IPv6 differ", at(12)),
        Default("0", LINE, "class 0"),
        Default("0", LINE, "class 0"),
    ]
    gone = Unknown("not defined", PORT)
    with_unknown = agreed([DSCP, gone], 64, "IPv4 and IPv6 differ")
    assert isinstance(with_unknown, QosMap)
    assert {with_unknown.at(number, "DSCP") for number in range(64)} == {gone}
    assert agreed([DSCP, DSCP], 64, "they differ") is DSCP


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
    marking = curve(Depth(Stated(10, LINE), True), Depth(Stated(50, LINE), True))
    queue = QueueBinding(Absence(PORT), None, marking, profile.limits)
    binding = bound_port(ClassBinding(LINE, DSCP, None), queue_of=QUEUES, queues=(queue,) * 8)
    port = PortComposer(QOS).compose(binding)
    assert (port.trust, port.classes[0].queue, port.pfc_mode, port.watchdog) == (
        Stated(Trust.DSCP, LINE),
        Stated(3, at(14)),
        Stated(PfcMode.ON, LINE),
        binding.watchdog,
    )
    assert (port.queues[0].ecn_kmin_bytes, port.queues[0].ecn_kmax_bytes) == (Stated(400, LINE), Stated(2000, LINE))
    assert (port.link_pause_sent, port.link_pause_received) == (QOS.link_pause.at(PORT),) * 2


def test_ports_that_bind_the_same_are_one_object_and_others_are_not() -> None:
    composer, first = PortComposer(QOS), bound_port(ClassBinding(LINE, DSCP, DSCP))
    made = composer.compose(first)
    assert composer.compose(replace(first, speed_gbps=Stated(100, LINE))) == made
    assert composer.compose(replace(first)) is made
    changes: dict[str, object] = {
        "bound": Stated(False, LINE),
        "trust": Stated(Trust.PCP, LINE),
        "classifies": ClassBinding(LINE, DSCP, None),
        "classes": ("3",),
        "queue_of": QUEUES,
        "group_of": GROUPS,
        "rewrite": QosMap("out", LINE, {"3": Stated(26, LINE)}),
        "pfc_mode": Stated(PfcMode.OFF, LINE),
        "pfc": paused(QosMap("queues", LINE, {})),
        "queues": (bound(weighted(1, 2)),) * 8,
        "watchdog": PfcWatchdog(*(Unknown("another", LINE),) * 7),
        "link_pause_received": Stated(True, LINE),
    }
    others = [composer.compose(replace(first, **{name: value})) for name, value in changes.items()]
    assert [name for name, other in zip(changes, others, strict=True) if other == made] == []
