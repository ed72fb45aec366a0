"""Which files are taken for incomplete, and which are whole though they look odd."""

from __future__ import annotations

import pytest

from roce_lint.errors import Problem
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source
from roce_lint.read.cut_off import cut_off
from roce_lint.read.format import Format
from roce_lint.text.document import Document

SHOWN = "! Command: show running-config{}\n! device: a (DCS-7060DX5, EOS-4.30.1F)\n!\nhostname a\n!\n{}"
NXOS = "!Command: show running-config{}\nversion 10.4(3)\nhostname a\nvdc a id 1\n{}"
NO_END = "the config stops before its closing 'end'; fetch the file again"


def problem_of(text: str, form: Format, unread: tuple[UnreadLine, ...] = ()) -> tuple[int, int, str] | None:
    found = cut_off(Document("a", text), form, unread)
    assert found is None or isinstance(found, Problem)
    return None if found is None else (found.line, found.column, found.message)


WHOLE = {
    "with-end": (SHOWN.format("", "end\n"), Format("eos")),
    "with-end-and-prompt": (SHOWN.format(" | no-more", "end\na#\n"), Format("eos")),
    "with-end-and-crlf": (SHOWN.format("", "end\n").replace("\n", "\r\n"), Format("eos")),
    "section-of-a-config": (SHOWN.format(" section qos", ""), Format("eos")),
    "some-interfaces": (SHOWN.format(" interfaces Ethernet1", ""), Format("eos")),
    "typed-commands": ("hostname a\nqos profile A\n", Format("eos")),
    "nxos-without-end": (NXOS.format("", "line console\nline vty\nrouter bgp 65001\n"), Format("nxos")),
    "nxos-excerpt": ("!Command: show running-config\nhostname a\n", Format("nxos")),
    "nxos-section": (NXOS.format(" interface", ""), Format("nxos")),
    "json": ('{"interface": []}', Format("srlinux")),
    "braces": ('interface ethernet-1/1 {\n    description "a } {"\n}\n', Format("srlinux")),
}
CUT = {
    "eos-in-the-middle": (SHOWN.format("", "interface Eth"), Format("eos"), (6, 0, NO_END)),
    "eos-all": (SHOWN.format(" all", "interface Ethernet1\n"), Format("eos"), (6, 0, NO_END)),
    "eos-startup-config": (SHOWN.format("", "").replace("running", "startup"), Format("eos"), (5, 0, NO_END)),
    "nxos-among-the-interfaces": (
        NXOS.format("", "interface Ethernet1/1\n"),
        Format("nxos"),
        (5, 0, "the config stops before its `line console`; fetch the file again"),
    ),
    "nxos-among-the-neighbors": (
        NXOS.format("", "line console\nline vty\nrouter bgp 65001\n  neighbor 10.0.0.1"),
        Format("nxos"),
        (8, 0, "the config stops in the middle of a neighbor; fetch the file again"),
    ),
    "json": ('{"interface": [', Format("srlinux"), (1, 16, "not valid JSON: Expecting value; fetch the file again")),
    "braces": (
        "a {\n  b {\n  }\n",
        Format("srlinux"),
        (1, 0, "the brace opened here is never closed; fetch the file again"),
    ),
    "json-nested-too-deep": (
        '{"a":' * 200_000,
        Format("srlinux"),
        (0, 0, "JSON nested far deeper than any configuration; give a device's own file"),
    ),
}


@pytest.mark.parametrize(("text", "form"), WHOLE.values(), ids=WHOLE)
def test_a_whole_file_is_accepted(text: str, form: Format) -> None:
    assert problem_of(text, form) is None


@pytest.mark.parametrize(("text", "form", "expected"), CUT.values(), ids=CUT)
def test_a_file_that_ends_early_is_reported_with_its_place(
    text: str, form: Format, expected: tuple[int, int, str]
) -> None:
    assert problem_of(text, form) == expected


def test_a_last_line_without_line_end_counts_where_no_reader_understood_it() -> None:
    unread = (UnreadLine("a", Source("a", 2, 2), "priority-fl", "not known"),)
    reported = (2, 0, "the last line is incomplete; fetch the file again")
    text = "hostname a\npriority-fl"
    assert (problem_of(text, Format("nxos"), unread), problem_of(text, Format("nxos"))) == (reported, None)
