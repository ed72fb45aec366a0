"""Flat lines as devices print them are taken at once, others word by word: both give the same tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.os.srlinux.cli_form import parse_cli_form
from roce_lint.os.srlinux.parsed import Header, Parsed
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document
from roce_lint.text.tree import Node

LINES = """\
set / interface ethernet-1/1 admin-state enable mtu 9232
set / interface ethernet-1/1 description "to spine [1] {a}"
set / interface ethernet-1/1 subinterface 0 ipv4 address 10.0.0.1/31
set / interface ethernet-1/1 subinterface 0 ipv4
set / interface ethernet-1/2 subinterface
set / interface ethernet-1/2 mtu
set / interface ethernet-1/{3..4} mtu 9000
set / acl acl-filter a type ipv4 entry 10 action accept
set / acl acl-filter a type ipv4 description "kept as a piece"
set / routing-policy policy p default-action policy-result accept
set / system srl_nokia-system-name:name host-name leaf-1
set / system "name" host-name leaf-2
set / qos no-such-thing 1
set /
"""
CHANGES = """\
delete / interface ethernet-1/1
set / interface ethernet-1/1 mtu 1500
/ qos
set / interface ethernet-1/1 admin-state disable
interface ethernet-1/9 {
set / acl acl-filter a type ipv4
set / interface ethernet-1/1 mtu 1600
}
"""


def _shown(parsed: Parsed) -> object:
    """Return the tree with its lines, what has no place in it, and what the text says about the device."""

    def of(node: Node) -> object:
        return (
            node.name,
            node.file,
            node.keys,
            node.values,
            node.line,
            node.end_line,
            [*map(of, node.children.values())],
        )

    return of(parsed.root), parsed.unplaced, parsed.header


@pytest.mark.parametrize("text", [LINES, LINES + CHANGES, CHANGES + LINES, LINES.replace(" \n", "\n") * 2])
def test_a_flat_line_gives_the_same_at_once_and_word_by_word(text: str) -> None:
    indented = "\n".join(f" {line}" for line in text.split("\n"))
    looked_at = _shown(parse_cli_form("a", indented, Header()))
    assert _shown(parse_cli_form("a", text, Header())) == looked_at


def test_every_fixture_reads_the_same_line_by_line(root: Path) -> None:
    files = [path for path in sorted((root / "fixtures" / "srlinux").rglob("*")) if path.is_file()]
    flat = [text for path in files if "set / " in (text := path.read_text("utf-8"))]
    assert flat
    for text in flat:
        indented = "\n".join(f" {line}" for line in text.split("\n"))
        assert _shown(parse_cli_form("a", text, Header())) == _shown(parse_cli_form("a", indented, Header()))


STEPS = """\
set / interface ethernet-1/1 mtu 9000
set / interface ethernet-1/2 mtu 9000
"""


@pytest.mark.parametrize(
    ("lines", "left", "reported"),
    [
        ("delete / interface ethernet-1/2", ["ethernet-1/1"], []),
        ("interface ethernet-1/2\ndelete mtu\n/\ndelete / interface ethernet-1/1", ["ethernet-1/2"], []),
        ("qos\ndelete interfaces", ["ethernet-1/1", "ethernet-1/2"], []),
        (
            "delete interfaces",
            ["ethernet-1/1", "ethernet-1/2"],
            [("delete interfaces", "what it takes back is not known")],
        ),
    ],
)
def test_a_step_without_a_slash_leads_into_its_context(
    lines: str, left: list[str], reported: list[tuple[str, str]]
) -> None:
    reading = read_srlinux(Document("a.cfg", f"{STEPS}{lines}\n"))
    (found,) = reading.devices
    assert [port.name for port in found.ports] == left
    assert [(one.text, one.because) for one in reading.unread] == reported


def test_a_script_of_an_event_handler_is_reported() -> None:
    line = "set / system event-handler instance x upython-script y.py"
    reading = read_srlinux(Document("a.cfg", f"{STEPS}{line}\n"))
    because = "an event handler runs it later, which is not evaluated"
    assert [(one.source.line, one.text, one.because) for one in reading.unread] == [(3, line, because)]
