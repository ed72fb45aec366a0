"""The search for slow readers finds one, and a few pumped places of every format are read in linear time."""

from __future__ import annotations

import pytest

from roce_lint.model.reading import Reading
from roce_lint.read.format import Format
from roce_lint.read.readers import READERS
from roce_lint.text.document import Document
from tests.fuzz import pumped

NOTHING = Reading((), (), ())
EOS = "hostname leaf1\ninterface Ethernet1/1\n   mtu 9214\n"


def test_a_reader_of_quadratic_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(document: Document) -> Reading:
        lines = document.text.count("\n") // 40
        sum(number for number in range(lines * lines // 4))
        return NOTHING

    monkeypatch.setattr(pumped, "READERS", {**READERS, Format.EOS: slow})
    found, count = pumped.slow_places([("leaf1.cfg", EOS, Format.EOS)], seconds=60)
    assert count > 10
    assert [one for one in found if "blank lines" in one]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Format.EOS, EOS),
        (Format.NXOS, "hostname leaf1\ninterface Ethernet1/1\n  switchport trunk allowed vlan 1,3-4\n"),
        (Format.SRLINUX, "interface ethernet-1/1 {\n    mtu 9232\n}\n"),
        (Format.SRLINUX, '{"interface": [{"name": "ethernet-1/1", "mtu": 9232}]}\n'),
        (Format.SRLINUX, "set / interface ethernet-1/1 mtu 9232\n"),
        (Format.HOST, "#!/bin/sh\nfor i in eth0 eth1; do mlnx_qos -i $i --trust dscp; done\n"),
    ],
    ids=["eos", "nxos", "srlinux braces", "srlinux json", "srlinux flat", "host"],
)
def test_pumped_places_are_read_in_linear_time(form: Format, text: str) -> None:
    found, count = pumped.slow_places([("sample", text, form)], seconds=12)
    assert (found, count > 5) == ([], True)
