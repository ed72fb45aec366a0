"""Faults of a set leave each other's lines alone, and each of them is reported or waits for another one.

`make masking` takes many more sets.
"""

from __future__ import annotations

import pytest

from tests.exams.__main__ import rules
from tests.exams.masking import Fate, draw_set, judge_set

SEED = "suite"
SYSTEMS = ("eos", "nxos", "srlinux", "sonic")


IN_TURN = [pytest.param(system, marks=pytest.mark.long if system != "eos" else ()) for system in SYSTEMS]


@pytest.mark.parametrize("group", IN_TURN)
def test_every_fault_of_a_set_changes_lines_of_its_own(group: str) -> None:
    drawn = [found for number in range(6) if (found := draw_set(group, f"{SEED}-{number}"))]
    assert len(drawn) >= 5
    for found in drawn:
        names = [item.fault.name for item in found.together.planted]
        assert names == [exam.planted[0].fault.name for exam in found.alone]
        changed = [
            {file for file, text in exam.texts.items() if text != found.together.texts[file]} for exam in found.alone
        ]
        assert all(changed)


@pytest.mark.parametrize("group", IN_TURN)
def test_no_fault_of_a_set_hides_another(group: str) -> None:
    outcomes = [item for number in range(5) for item in judge_set(group, f"{SEED}-{number}", rules(), with_masks=False)]
    assert len(outcomes) > 15
    assert [(item.seed, item.fault) for item in outcomes if item.fate in (Fate.SILENT, Fate.BLAMED)] == []
