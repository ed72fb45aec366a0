"""The search for slow readers finds one, and a few pumped places of every format are read in linear time."""

from __future__ import annotations

import pytest

from roce_lint.model.reading import Reading
from roce_lint.read.format import Format, format_names
from roce_lint.read.read_one import DocumentReader, reader_for
from roce_lint.text.document import Document
from tests.fuzz import pumped
from tests.fuzz import run as fuzz

NOTHING = Reading((), (), ())
EOS = "hostname leaf1\ninterface Ethernet1/1\n   mtu 9214\n"


def test_a_reader_of_quadratic_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(document: Document) -> Reading:
        lines = document.text.count("\n") // 40
        sum(number for number in range(lines * lines))
        return NOTHING

    def reader(form: Format) -> DocumentReader:
        return slow if form == "eos" else reader_for(form)

    monkeypatch.setattr(pumped, "reader_for", reader)
    (blank_lines, *_) = [pump for pump in pumped.pumps(EOS) if pump.name == "blank lines at 2"]
    assert pumped.too_slow(blank_lines, "leaf1.cfg", Format("eos")).startswith("blank lines at 2: ")
    monkeypatch.undo()
    assert pumped.too_slow(blank_lines, "leaf1.cfg", Format("eos")) == ""


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("eos", EOS),
        ("nxos", "hostname leaf1\ninterface Ethernet1/1\n  switchport trunk allowed vlan 1,3-4\n"),
        ("srlinux", "interface ethernet-1/1 {\n    mtu 9232\n}\n"),
        ("srlinux", '{"interface": [{"name": "ethernet-1/1", "mtu": 9232}]}\n'),
        ("srlinux", "set / interface ethernet-1/1 mtu 9232\n"),
        ("mlx5", "#!/bin/sh\nfor i in eth0 eth1; do mlnx_qos -i $i --trust dscp; done\n"),
    ],
    ids=["eos", "nxos", "srlinux braces", "srlinux json", "srlinux flat", "host"],
)
def test_pumped_places_are_read_in_linear_time(form: str, text: str) -> None:
    found, count = pumped.slow_places([("sample", text, Format(form))], seconds=4)
    assert (found, count > 5) == ([], True)


def test_the_fuzzer_knows_every_format() -> None:
    assert format_names() == fuzz.FORMS
