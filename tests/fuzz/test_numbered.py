"""Numbered pumps find what compares each piece with all others; a seeded tenth of them takes linear time."""

from __future__ import annotations

import random

import pytest

from tests.fuzz import numbered
from tests.fuzz.pump import Numbered, own, pairs

FEW = 200
SEED = 8


def test_there_are_pumps_of_every_kind() -> None:
    every = pairs()
    assert len(every) > 1_000
    assert len({one.name for one in every}) == len(every)
    assert len([one for one in every if one.is_own]) > 80


@pytest.mark.parametrize("pump", numbered.chosen(15, random.Random(SEED)), ids=lambda pump: pump.name)
def test_numbered_pieces_take_linear_time(pump: Numbered) -> None:
    assert numbered.grows_too_fast(pump, FEW) == ""


def test_what_compares_each_piece_with_all_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def quadratic(files: tuple[tuple[str, bytes], ...], form: str) -> None:
        lines = files[0][1].count(b"\n")
        sum(number for number in range(20 * lines * lines))

    monkeypatch.setattr(numbered, "check_fabric", quadratic)
    found = numbered.grows_too_fast(own("lines", "a.cfg", "", "line {n}\n"), FEW)
    assert found.startswith("lines: ")
    assert found.endswith(" times as long for 4 times the pieces")
