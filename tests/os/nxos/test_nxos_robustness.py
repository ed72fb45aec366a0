"""The reader never raises, accounts for damage, and is linear."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_lint.model.qos import DSCP_COUNT, PRIORITY_COUNT
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

WORDS = (
    "interface Ethernet1/1",
    "interface Ethernet1/1-3,Ethernet",
    "class-map type qos match-any A",
    "match dscp",
    "26",
    "policy-map type qos P",
    "class A",
    "set qos-group",
    "policy-map type queuing Q",
    "class type queuing c-out-8q-q3",
    "random-detect",
    "ecn",
    "minimum-threshold",
    "kbytes",
    "system qos",
    "service-policy type qos input P",
    "no",
    "priority-flow-control",
    "mode on",
    "watch-dog-interval",
    "vlan 7",
    "switchport trunk allowed vlan",
    "1-4094",
    "pause pfc-cos",
    "policy-map type network-qos N",
    "class type network-qos c-8q-nq3",
    "router bgp",
    "banner motd #",
    "hardware profile dlb",
    "interface breakout module 1 port 1-99999 map 100g-4x",
    "exit",
    "end",
    "-",
    "/",
    "\t",
    "٣",
    "channel-group",
    "port-channel1",
    "ip address",
    "10.0.0.0/31",
    "999999999999999999",
    "speed",
    "mtu",
    "shape min",
)


def _is_whole(text: str) -> None:
    """Read the text and check that what comes out has the promised shape."""
    reading = read_nxos(Document("x.cfg", text))
    for port in reading.devices[0].ports:
        assert len(port.qos.classification.traffic_class_by_dscp) == DSCP_COUNT
        assert len(port.qos.priorities) == PRIORITY_COUNT
        assert port.qos.classes
    lines = text.split("\n")
    for line in reading.unread:
        assert 1 <= line.source.line <= len(lines)


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_any_text_is_read(text):
    _is_whole(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.lists(st.sampled_from(WORDS), min_size=1, max_size=5)), max_size=30))
def test_any_sequence_of_words_of_the_language_is_read(lines):
    _is_whole("\n".join("  " * indent + " ".join(words) for indent, words in lines))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_damaged_configurations_are_read(lossless, data):
    lines = lossless.split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        kind = data.draw(st.sampled_from(("cut", "drop", "double", "swap", "word")))
        if kind == "cut":
            lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
        elif kind == "drop":
            lines[at] = ""
        elif kind == "double":
            lines.insert(at, lines[at])
        elif kind == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            lines[at] += " " + data.draw(st.sampled_from(WORDS))
    _is_whole("\n".join(lines))


@pytest.mark.parametrize("depth", [5000])
def test_deep_indentation_is_no_problem(depth):
    _is_whole("interface Ethernet1/1\n" + "\n".join(" " * n + "x" for n in range(1, depth)))


def test_blanks_too_many_mean_nothing(lossless):
    lines = lossless.splitlines()
    wrong = (
        "match dscp 48",
        "set qos-group 7",
        "pause pfc-cos 3",
        "random-detect",
        "mode on",
        "mtu 9216",
        "output OUT",
    )
    deeper = ["    " + line if line.startswith("  ") and line.endswith(wrong) else line for line in lines]
    assert deeper != lines
    assert read_nxos(Document("a", "\n".join(deeper))) == read_nxos(Document("a", "\n".join(lines)))


def test_ten_times_the_lines_take_about_ten_times_as_long(lossless):
    stanza = lossless[lossless.index("interface Ethernet1/1\n") :].split("\n", 1)[1]

    def seconds(slots):
        text = lossless + "".join(
            f"interface Ethernet{slot}/{port}\n{stanza}" for slot in range(2, 2 + slots) for port in range(1, 101)
        )
        started = time.process_time()
        reading = read_nxos(Document("big.cfg", text))
        assert (len(reading.devices[0].ports), reading.unread) == (100 * slots + 1, ())
        return time.process_time() - started

    # 12,800 ports in over 100,000 lines against a tenth: a quadratic reader takes a hundred times as long.
    assert seconds(128) < 50 * seconds(13)
