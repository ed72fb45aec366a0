"""The fuzzer of the whole check finds what breaks it, keeps the input, and some hundreds of inputs break nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from roce_lint.read import read_one
from tests.fuzz import whole


def test_some_hundreds_of_inputs_break_nothing(tmp_path: Path) -> None:
    assert whole.run(160, 60, random.Random(1), tmp_path) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_dies_is_found_and_its_input_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = read_one.reader_for

    def dying(form: str) -> object:
        if form == "nxos":
            raise KeyError("lost")
        return real(form)

    monkeypatch.setattr(read_one, "reader_for", dying)
    # One format cuts the message where another one does not.
    kinds = whole.run(64, 60, random.Random(2), tmp_path)
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert 1 <= len(kept) == kinds


def test_every_kind_of_input_is_made() -> None:
    chance = random.Random(3)
    made = [whole.one_input(chance) for _ in range(300)]
    assert {kind for _, _, kind in made} == {"damaged", "spliced", "long number", "whole"}
    assert any(len(max(raw.split(), key=len)) > 5_000 for _, raw, kind in made if kind == "long number")
