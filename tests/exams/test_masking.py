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


TOGETHER = [
    ("eos", "mk2-set-19", "priority not made no-drop", "ecn on another queue"),
    ("eos", "mk2-set-28", "another vni", "another route target"),
    ("eos", "mk2-set-40", "three more lossless priorities", "roce mapped to a lossy class"),
    ("nxos", "mk2-set-1", "pfc overridden for all ports", "pause on a port without roce"),
    ("srlinux", "mk1-set-29", "best effort pauses as well", "roce in best effort"),
]


@pytest.mark.parametrize(("group", "seed", "first", "second"), TOGETHER, ids=[one[2] for one in TOGETHER])
def test_two_faults_of_one_chain_are_both_named(group: str, seed: str, first: str, second: str) -> None:
    outcomes = judge_set(group, seed, rules(), names=frozenset((first, second)), with_masks=False)
    assert {item.fault for item in outcomes} == {first, second}
    assert [item.fault for item in outcomes if item.fate in (Fate.SILENT, Fate.BLAMED)] == []
