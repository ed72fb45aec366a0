"""Egress queues: scheduling, ECN, limits, and which policy is in force."""

from __future__ import annotations

import pytest

from roce_lint.model.terms import Scheduling

PORT = "interface Ethernet1/1\n  no switchport\n"
ATTACHED = "system qos\n  service-policy type queuing output Q\n"


def _queue(port, *actions: str, speed: str = ""):
    text = "policy-map type queuing Q\n  class type queuing c-out-8q-q3\n" + "".join(f"    {one}\n" for one in actions)
    return port(text + ATTACHED + PORT + speed).qos.queues[3]


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        pytest.param(
            "random-detect minimum-threshold 150 kbytes maximum-threshold 3 mbytes drop-probability 7 weight 0 ecn",
            (True, 150_000, 3_000_000, 7.0, 0, False),
            id="full",
        ),
        pytest.param(
            "random-detect minimum-threshold 150000 bytes maximum-threshold 3000 kbytes drop-probability 100 weight 2"
            " cap-average ecn",
            (True, 150_000, 3_000_000, 100.0, 2, False),
            id="cap-average",
        ),
        pytest.param(
            "random-detect minimum-threshold 150 kbytes maximum-threshold 3000 kbytes drop-probability 7 weight 0",
            (False, "unknown", "unknown", "unknown", "unknown", True),
            id="without ecn it drops",
        ),
        pytest.param(
            "random-detect minimum-threshold 150 packets maximum-threshold 300 packets drop-probability 7 weight 0 ecn",
            (True, "unknown", "unknown", 7.0, 0, False),
            id="packets",
        ),
        pytest.param("random-detect ecn", (True, *["unknown"] * 4, False), id="built-in"),
        pytest.param("random-detect threshold burst-optimized ecn", (True, *["unknown"] * 4, False), id="burst"),
        pytest.param("random-detect", (False, *["unknown"] * 4, True), id="bare"),
        pytest.param("afd queue-desired 150 kbytes ecn", (True, *["unknown"] * 4, False), id="afd marks"),
        pytest.param("afd queue-desired 150 kbytes", (False, *["unknown"] * 4, True), id="afd drops"),
        pytest.param(
            "random-detect minimum-threshold 150 kbytes",
            (("default", False), *["unknown"] * 4, ("default", False)),
            id="refused without a second threshold",
        ),
        pytest.param(
            "random-detect minimum-threshold 150 maximum-threshold 3000 drop-probability 7 weight 0 ecn",
            (("default", False), *["unknown"] * 4, ("default", False)),
            id="refused without units",
        ),
        pytest.param(
            "random-detect ecn minimum-threshold 150 kbytes maximum-threshold 3000 kbytes",
            (("default", False), *["unknown"] * 4, ("default", False)),
            id="refused with ecn first",
        ),
        pytest.param("random-detect by-magic", ("unknown", *["unknown"] * 4, "unknown"), id="unknown form"),
        pytest.param(
            "random-detect non-ecn minimum-threshold 1 kbytes maximum-threshold 2 kbytes drop-probability 5",
            (("default", False), *["unknown"] * 4, ("default", False)),
            id="curve for other traffic",
        ),
        pytest.param(
            "bandwidth remaining percent 50", (("default", False), *["unknown"] * 4, ("default", False)), id="none"
        ),
    ],
)
def test_random_detect_and_afd(port, value, line, facts):
    queue = _queue(port, line)
    names = ("ecn_enabled", "ecn_kmin_bytes", "ecn_kmax_bytes", "ecn_pmax_percent", "ecn_averaging_weight")
    assert tuple(value(getattr(queue, name)) for name in (*names, "wred_drop_enabled")) == facts


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        (["bandwidth remaining percent 60"], (Scheduling.WEIGHTED, 60.0, ("default", 0.0))),
        (["bandwidth percent 49"], (Scheduling.WEIGHTED, 49.0, 49.0)),
        (["priority level 1"], (Scheduling.STRICT, ("default", 0.0), ("default", 0.0))),
        (["priority"], (Scheduling.STRICT, ("default", 0.0), ("default", 0.0))),
        (["priority level 1", "no priority level 1"], (("default", Scheduling.WEIGHTED), "unknown", ("default", 0.0))),
        (["queue-limit dynamic 8"], (("default", Scheduling.WEIGHTED), "unknown", ("default", 0.0))),
        (["bandwidth remaining percent 101"], (Scheduling.WEIGHTED, "unknown", ("default", 0.0))),
    ],
    ids=["remaining", "percent", "level", "strict", "no priority", "neither", "out of range"],
)
def test_scheduling(port, value, lines, facts):
    queue = _queue(port, *lines)
    assert (value(queue.scheduling), value(queue.weight_percent), value(queue.guaranteed_percent)) == facts


@pytest.mark.parametrize(
    ("line", "limit", "alpha"),
    [
        ("queue-limit dynamic 3", "unknown", 1 / 16),
        ("queue-limit 500 kbytes", 500_000, "unknown"),
        ("queue-limit percent 10", "unknown", "unknown"),
        ("queue-limit 100 packets", "unknown", "unknown"),
        ("queue-limit 10 us", 500_000, "unknown"),
        ("queue-limit dynamic 77", "unknown", "unknown"),
        ("bandwidth remaining percent 1", "unknown", ("default", 4.0)),
    ],
)
def test_queue_limit(port, value, line, limit, alpha):
    queue = _queue(port, line, speed="  speed 400000\n")
    assert (value(queue.limit_bytes), value(queue.alpha)) == (limit, alpha)


@pytest.mark.parametrize(("speed", "percent"), [("  speed 400000\n", 25.0), ("", "unknown")])
def test_a_shaper_is_a_share_of_the_speed(port, value, speed, percent):
    assert value(_queue(port, "shape min 0 bps max 100 gbps", speed=speed).shape_percent) == percent


def test_queues_left_out_of_a_policy_are_unknown_but_do_not_mark(port, value):
    text = "policy-map type queuing Q\n  class type queuing c-out-8q-q3\n    bandwidth remaining percent 50\n"
    queue = port(text + ATTACHED + PORT).qos.queues[5]
    facts = (value(queue.scheduling), value(queue.weight_percent), value(queue.ecn_enabled))
    assert facts == ("unknown", "unknown", ("default", False))


@pytest.mark.parametrize(
    ("attached", "facts"),
    [
        pytest.param("", [("w", 100.0), *[("w", 0.0)] * 6, ("s", 0.0)], id="nothing attached"),
        pytest.param(
            "system qos\n  service-policy type queuing output default-8q-out-policy\n",
            [("w", 100.0), *[("w", 0.0)] * 6, ("s", 0.0)],
            id="8q default",
        ),
        pytest.param(
            "system qos\n  service-policy type queuing output default-out-policy\n",
            [("w", 100.0), ("w", 0.0), ("w", 0.0), ("s", 0.0)],
            id="4q default",
        ),
    ],
)
def test_default_policies(port, attached, facts):
    queues = port(attached + PORT).qos.queues
    assert [(queue.scheduling.value.value[0], queue.weight_percent.value) for queue in queues] == facts


def test_a_policy_of_4q_classes_has_four_queues(port, value):
    text = "policy-map type queuing Q\n  class type queuing c-out-q3\n    priority level 1\n"
    queues = port(text + ATTACHED + PORT).qos.queues
    assert [queue.index for queue in queues] == [0, 1, 2, 3]
    assert value(queues[3].scheduling) is Scheduling.STRICT


def test_the_interface_policy_wins_over_the_system_policy(port, value):
    text = "policy-map type queuing Q\n  class type queuing c-out-8q-q3\n    bandwidth remaining percent 50\n"
    text += "policy-map type queuing I\n  class type queuing c-out-8q-q3\n    bandwidth remaining percent 70\n"
    text += ATTACHED + PORT + "  service-policy type queuing output I\ninterface Ethernet1/2\n"
    assert [value(port(text, name).qos.queues[3].weight_percent) for name in ("Ethernet1/1", "Ethernet1/2")] == [
        70.0,
        50.0,
    ]


def test_ports_of_one_policy_share_their_queues(read, lossless):
    ports = read(lossless + "interface Ethernet1/2\n").devices[0].ports
    assert ports[0].qos.queues is ports[1].qos.queues
    assert ports[0].qos.priorities is ports[1].qos.priorities


def test_a_queue_that_the_policy_leaves_out_is_not_scheduled(port, lossless):
    assert [queue.is_scheduled for queue in port(lossless).qos.queues] == [
        True, False, False, True, False, False, False, True
    ]  # fmt: skip
