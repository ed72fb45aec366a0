from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.engine.packed import pack, unpack
from roce_lint.engine.shared_parts import sharing_makers
from roce_lint.model.fact import NOWHERE, Default, Source, Stated, Unknown
from roce_lint.model.place import InBlock
from roce_lint.read.read_one import read_one
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.text.document import Document
from roce_lint.values import replace

PLACE = Source("leaf1.cfg", 1000, 2000)


@pytest.mark.parametrize("sample", ["eos/leaf-7060dx5/leaf.cfg", "nxos/pod-leaf/pod3-leaf-02.cfg"])
def test_shared_parts_change_no_value(root: Path, sample: str) -> None:
    reported = read_one(Document("a.cfg", (root / "fixtures" / sample).read_text("utf-8")), ReadOptions())
    makers = sharing_makers()
    for one in (reported, replace(reported, failures=())):
        found = unpack(pack(one), ReadResult, makers)
        assert (found, repr(found)) == (one, repr(one))


def test_line_numbers_reasons_and_sets_of_one_type_are_shared() -> None:
    makers = sharing_makers()
    packed = [pack((Default(frozenset({3}), replace(PLACE, file=name), "because"),)) for name in ("a", "b")]
    (one,), (other,) = (unpack(bytes_of, tuple, makers) for bytes_of in packed)
    assert one.value is other.value
    assert one.because is other.because
    assert one.source.line is other.source.line
    assert one.source.end_line is other.source.end_line
    assert (one.source.file, other.source.file) == ("a", "b")


def test_facts_in_blocks_of_ports_are_the_same_objects() -> None:
    """A place in a block names no file, so that ports of different switches have the same facts."""
    makers = sharing_makers()
    place = InBlock("", 2, 2, 0)
    facts = (Stated(9000, place), Default(True, place, "because"), Unknown("why", place))
    one, other = (unpack(pack(facts), tuple, makers) for _ in range(2))
    assert all(fact is equal for fact, equal in zip(one, other, strict=True))
    assert one == facts


def test_what_is_equal_and_of_another_type_keeps_its_type() -> None:
    makers = sharing_makers()
    values = [frozenset({1}), frozenset({True}), frozenset({1.0}), 1, True, 1.0]
    places = (PLACE, InBlock("", 2, 2, 0))
    facts = (
        *[Default(value, place, "because") for value in values for place in places],
        *[Stated(value, place) for value in values for place in places],
        Unknown("x", NOWHERE),
    )
    assert repr(unpack(pack(facts), tuple, makers)) == repr(facts)
