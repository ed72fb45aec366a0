"""Classes of a policy that get no packet because classes above take them all."""

from __future__ import annotations

import pytest

from roce_lint.os.eos.reader import read_eos
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

A, B = "match dscp 24-31", "match dscp 26"


@pytest.mark.parametrize(
    ("first", "second", "classes", "dead"),
    [
        (A, B, ("3", "6"), True),
        (A, B, ("3", "3"), False),
        (B, A, ("3", "6"), False),
        (B, "match dscp 48", ("3", "6"), False),
        (B, "match cos 3", ("3", "6"), False),
        ("match cos 3", "match cos 3", ("3", "6"), True),
    ],
)
def test_a_class_that_gets_no_packet_does_not_take_effect(
    first: str, second: str, classes: tuple[str, str], dead: bool
) -> None:
    eos = (
        f"class-map type qos match-any A\n   {first}\nclass-map type qos match-any B\n   {second}\n"
        "policy-map type quality-of-service P\n"
        f"   class A\n      set traffic-class {classes[0]}\n   class B\n      set traffic-class {classes[1]}\n"
    )
    nxos = (
        f"class-map type qos match-any A\n  {first}\nclass-map type qos match-any B\n  {second}\n"
        "policy-map type qos P\n"
        f"  class A\n    set qos-group {classes[0]}\n  class B\n    set qos-group {classes[1]}\n"
        "interface Ethernet1/1\n  service-policy type qos input P\n"
    )
    for reader, text in ((read_eos, eos), (read_nxos, nxos)):
        refused = reader(Document("a.cfg", text)).devices[0].refused_settings
        assert [(one.setting, one.source.line) for one in refused] == ([("class B", 8)] if dead else [])
