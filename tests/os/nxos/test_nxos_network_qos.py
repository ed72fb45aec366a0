"""No-drop classes, pause priorities and class MTU."""

from __future__ import annotations

import pytest

NOTHING = ("default", frozenset())


def _config(*lines: str) -> str:
    body = "".join(f"{line}\n" for line in lines)
    return f"{body}system qos\n  service-policy type network-qos N\ninterface Ethernet1/1\n  no switchport\n"


@pytest.mark.parametrize(
    ("lines", "sent", "honoured", "mtu"),
    [
        pytest.param(
            [
                "policy-map type network-qos N",
                "  class type network-qos c-8q-nq3",
                "    mtu 9216",
                "    pause pfc-cos 3",
            ],
            frozenset({3}),
            True,
            9216,
            id="8q",
        ),
        pytest.param(
            ["policy-map type network-qos N", "  class type network-qos c-nq3", "    pause pfc-cos 3,4"],
            frozenset({3, 4}),
            True,
            ("default", 1500),
            id="4q, two priorities",
        ),
        pytest.param(
            ["policy-map type network-qos N", "  class type network-qos c-8q-nq3", "    pause pfc-cos 3 receive"],
            frozenset(),
            True,
            ("default", 1500),
            id="receive only",
        ),
        pytest.param(
            [
                "class-map type network-qos match-any LL",
                "  match qos-group 3",
                "policy-map type network-qos N",
                "  class type network-qos LL",
                "    pause pfc-cos 3",
            ],
            frozenset({3}),
            True,
            ("default", 1500),
            id="user-defined class",
        ),
        pytest.param(
            [
                "class-map type network-qos match-any LL",
                "match qos-group 3",
                "policy-map type network-qos N",
                "  class type network-qos LL",
                "    pause pfc-cos 3",
            ],
            frozenset({3}),
            True,
            ("default", 1500),
            id="checkpoint form",
        ),
        pytest.param(
            ["policy-map type network-qos N", "  class type network-qos LL", "    pause pfc-cos 3"],
            NOTHING,
            ("default", False),
            ("default", 1500),
            id="undefined class",
        ),
        pytest.param(
            [
                "policy-map type network-qos N",
                "  class type network-qos c-8q-nq3",
                "    pause pfc-cos 3",
                "    no pause pfc-cos 0",
            ],
            NOTHING,
            ("default", False),
            ("default", 1500),
            id="taken back",
        ),
        pytest.param(
            [
                "policy-map type network-qos N",
                "  class type network-qos c-8q-nq3",
                "    pause no-drop",
                "    mtu 99999",
            ],
            NOTHING,
            ("default", False),
            "unknown",
            id="refused forms",
        ),
        pytest.param(
            ["policy-map type network-qos N", "  class type network-qos c-8q-nq3", "    pause pfc-cos 9"],
            "unknown",
            "unknown",
            ("default", 1500),
            id="priority out of range",
        ),
    ],
)
def test_the_class_of_qos_group_3(port, value, lines, sent, honoured, mtu):
    text = _config(
        *lines, "class-map match-any A", "  match dscp 26", "policy-map type qos P", "  class A", "    set qos-group 3"
    )
    qos = port(text + "  service-policy type qos input P\n").qos
    group_3 = next(one for one in qos.classes if one.name == "3")
    assert (value(group_3.pause_priorities), value(group_3.mtu_limit_bytes)) == (sent, mtu)
    assert value(group_3.queue) == ("default", 3)
    assert value(qos.priorities[3].honours_pause) == honoured


def test_the_priority_of_pause_stops_the_queue_of_its_class(port, value):
    text = _config("policy-map type network-qos N", "  class type network-qos c-8q-nq3", "    pause pfc-cos 4")
    priorities = port(text).qos.priorities
    assert [value(one.paused_queues) for one in priorities] == [NOTHING] * 4 + [frozenset({3})] + [NOTHING] * 3
    assert [value(one.generates_pause) for one in priorities] == [
        *[("default", False)] * 4,
        True,
        *[("default", False)] * 3,
    ]


def test_a_policy_that_is_not_attached_has_no_effect(port, value):
    text = (
        "policy-map type network-qos N\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\ninterface Ethernet1/1\n"
    )
    assert value(port(text).qos.priorities[3].generates_pause) == ("default", False)


def test_an_undefined_policy_is_reported_and_has_no_effect(port, undefined, value):
    text = "system qos\n  service-policy type network-qos N\ninterface Ethernet1/1\n"
    assert undefined(text) == [("policy-map type network-qos", "N")]
    assert value(port(text).qos.priorities[3].generates_pause) == ("default", False)


def test_defaulted_lines_of_a_checkpoint_are_defaults(unread, undefined, port, value):
    text = (
        "!Command: Checkpoint cmd vdc 1\nclass-map type network-qos c-nq1\nmatch qos-group 1\n"
        "policy-map type network-qos default-nq-policy\n  class type network-qos c-nq1\n    no pause pfc-cos 0\n"
        "    mtu 1500\n!#system qos\n!#  service-policy type network-qos default-nq-policy\ninterface Ethernet1/1\n"
    )
    assert (unread(text), undefined(text)) == ([], [])
    assert value(port(text).qos.priorities[3].generates_pause) == ("default", False)


def test_the_ingress_pause_buffer_is_headroom_above_the_threshold(port, value, lossless):
    text = lossless + (
        "policy-map type queuing IN\n  class type queuing c-in-q3\n"
        "    pause buffer-size 300000 pause-threshold 100000 resume-threshold 80000\n"
        "interface Ethernet1/1\n  service-policy type queuing input IN\n"
    )
    group = port(text).qos.priorities[3].group
    facts = (group.headroom_bytes, group.xoff_threshold_bytes, group.resume_offset_bytes, group.alpha)
    assert [value(fact) for fact in facts] == [200000, 100000, 20000, "unknown"]


def test_without_an_ingress_policy_the_buffer_is_unknown(port, value, lossless):
    group = port(lossless).qos.priorities[3].group
    assert [value(group.headroom_bytes), value(group.xoff_threshold_bytes)] == ["unknown", "unknown"]
