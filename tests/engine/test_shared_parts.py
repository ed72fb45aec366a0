from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.engine.packed import pack, unpack
from roce_lint.engine.shared_parts import sharing_makers
from roce_lint.model.fact import NOWHERE, Default, Source, Stated, Unknown
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


def test_what_is_equal_and_of_another_type_keeps_its_type() -> None:
    makers = sharing_makers()
    values = [frozenset({1}), frozenset({True}), frozenset({1.0}), 1, True, 1.0]
    facts = (*[Default(value, PLACE, "because") for value in values], Unknown("x", NOWHERE), Stated(2, PLACE))
    assert repr(unpack(pack(facts), tuple, makers)) == repr(facts)
