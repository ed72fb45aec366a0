"""Damaged, foreign and huge files: never an exception, never a silent loss."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roce_lint.model.reading import Reading
from roce_lint.os.eos.reader import read_eos
from roce_lint.text.document import Document
from roce_lint.text.lines import Line, parse_lines

Read = Callable[[str], Reading]
ROOT = Path(__file__).resolve().parents[3]
FIXTURES = sorted((ROOT / "fixtures" / "eos").glob("*/*.cfg"))
LINES = sorted({line for path in FIXTURES for line in path.read_text(encoding="utf-8").splitlines()})


def values(reading: Reading) -> str:
    return repr(reading.devices)


def test_there_are_fixtures() -> None:
    assert [path.parent.name for path in FIXTURES] == ["leaf-7060dx5", "port-in-show-run-all", "spine-7280r3"]


@settings(max_examples=60, deadline=None)
@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert len(read_eos(Document("a.cfg", text)).devices) == 1


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(LINES), max_size=60), st.randoms(use_true_random=False))
def test_any_order_of_real_lines_is_read(lines: list[str], random: object) -> None:
    assert len(read_eos(Document("a.cfg", "\n".join(lines))).devices) == 1


STRANGE = ["9" * 5000, "٣", "-1", "", "\x00", "!"]
WORD = st.sampled_from([*sorted({word for line in LINES for word in line.split()}), *STRANGE])


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(LINES), st.integers(0, 12), WORD)
def test_a_line_with_one_strange_word_is_read(line: str, place: int, word: str) -> None:
    words = line.split()
    words[place : place + 1] = [word]
    indent = " " * (len(line) - len(line.lstrip()))
    text = f"interface Ethernet1\n{indent}{' '.join(words)}\nqos profile P\n   tx-queue 3\n      {' '.join(words)}\n"
    assert len(read_eos(Document("a.cfg", text)).devices) == 1


@pytest.mark.parametrize("path", FIXTURES, ids=[path.parent.name for path in FIXTURES])
def test_a_fixture_cut_anywhere_is_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for end in range(0, len(text), 97):
        assert len(read_eos(Document("a.cfg", text[:end])).devices) == 1
        assert len(read_eos(Document("a.cfg", text[end:])).devices) == 1


@pytest.mark.parametrize("path", FIXTURES, ids=[path.parent.name for path in FIXTURES])
@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "   \n"),
        lambda text: text.replace("   ", "  "),
        lambda text: text.replace("   ", "    "),
        lambda text: text.replace("\nend\n", "\n"),
    ],
    ids=["CRLF", "trailing blanks", "two blanks", "four blanks", "no end"],
)
def test_form_does_not_change_meaning(path: Path, damage: Callable[[str], str]) -> None:
    text = path.read_text(encoding="utf-8")
    plain, damaged = read_eos(Document("a.cfg", text)), read_eos(Document("a.cfg", damage(text)))
    assert values(damaged) == values(plain)
    assert damaged.unread == plain.unread


def test_a_banner_holds_no_configuration(read: Read) -> None:
    text = "banner motd\ninterface Ethernet9\n   priority-flow-control mode on\nEOF\nhostname a\ninterface Ethernet1\n"
    reading = read(text)
    assert [port.name for port in reading.devices[0].ports] == ["Ethernet1"]
    assert reading.unread == ()


def test_a_banner_without_end_takes_the_rest_and_says_so(read: Read) -> None:
    reading = read("hostname a\nbanner motd\ninterface Ethernet9\n")
    assert reading.devices[0].ports == ()
    assert [(entry.source.line, entry.text, entry.because) for entry in reading.unread] == [
        (2, "banner motd", "no `EOF` ends this text, so that the rest of the file belongs to it")
    ]


def test_a_script_of_an_event_handler_holds_no_configuration(read: Read) -> None:
    reading = read(
        "event-handler X\n   action bash\nqos map dscp 26 to traffic-class 0\nEOF\n   delay 1\n!\nhostname a\n"
    )
    assert reading.unread == ()
    assert reading.devices[0].name == "a"


def test_comments_are_no_commands(read: Read) -> None:
    reading = read("qos profile P\n   !! priority-flow-control mode on\n   ! qos foo\n   qos trust dscp\n")
    assert reading.unread == ()


def test_a_lost_parent_leaves_its_lines_unread(read: Read) -> None:
    reading = read("   priority-flow-control on\n   uc-tx-queue 3\n      no priority\n!\nhostname a\n")
    assert [entry.source.line for entry in reading.unread] == [1, 2, 3]


def test_irrelevant_sections_are_left_alone_whatever_they_say(read: Read) -> None:
    reading = read(
        "vlan 5\n   name roce-queue\n!\nroute-map ECN-PFC permit 10\n!\n"
        "ip prefix-list DSCP-BUFFER\n   seq 10 permit 10.0.0.0/8\n!\n"
        "application traffic recognition\n   application ipv4 X\n      dscp ef\n!\nlogging buffered 1000\n"
    )
    assert reading.unread == ()


def test_unread_lines_stand_in_the_order_of_the_file(read: Read) -> None:
    reading = read("pfc x\nqos y\ninterface Ethernet1\n   mtu 1\n!\ndcb z\n")
    assert [entry.source.line for entry in reading.unread] == [1, 2, 4, 6]


def big_config(ports: int) -> str:
    profile = (ROOT / "fixtures/eos/port-in-show-run-all/port.cfg").read_text(encoding="utf-8")
    head, block = profile.split("interface Ethernet1/1\n")
    body = block.split("!\ninterface Ethernet2/1")[0]
    return head + "".join(f"interface Ethernet{number}/1\n{body}!\n" for number in range(1, ports + 1))


def test_the_cost_grows_with_the_number_of_lines() -> None:
    small, large = big_config(60), big_config(600)
    read_eos(Document("a.cfg", small))
    started = time.process_time()
    read_eos(Document("a.cfg", small))
    middle = time.process_time()
    read_eos(Document("a.cfg", large))
    ended = time.process_time()
    # Ten times the lines: far from the hundredfold of a quadratic reader, even on a busy machine.
    assert ended - middle < 60 * (middle - started)


def test_the_line_tree_has_no_line_twice() -> None:
    def count(line: Line) -> int:
        return 1 + sum(count(child) for child in line.children)

    for path in FIXTURES:
        text = path.read_text(encoding="utf-8")
        kept = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("!")]
        assert count(parse_lines(text)) - 1 == len(kept)
