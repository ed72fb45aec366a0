"""A fixed share of the exams: what everyone demands is found, and nothing is said of a clean fabric.

`make exams` runs all of them, with other seeds.
"""

from __future__ import annotations

import pytest

from tests.exams.__main__ import answer, draw_exam, group_faults
from tests.exams.exam import FAULTS, GROUPS

SEED = "suite"
SHARE = 4
"""One of so many faults is planted here; which ones differs by system."""
SYSTEMS = {group: group_faults(group) for group in GROUPS if group != "mixed"}


@pytest.mark.parametrize("group", GROUPS)
def test_nothing_is_said_of_a_clean_fabric(group: str) -> None:
    answers = [item for number in range(4) for item in answer((group, f"{SEED}-clean-{number}", ()))]
    assert [item.said for item in answers if item.said] == []


@pytest.mark.parametrize("group", SYSTEMS)
def test_a_fault_that_everyone_demands_is_found_at_its_device(group: str) -> None:
    faults = SYSTEMS[group]
    chosen = [n for n, fault in enumerate(faults) if fault.kind == "must" and (n + len(faults)) % SHARE == 0]
    answers = [item for index in chosen for item in answer((group, SEED, (index,)))]
    missed = [item.fault for item in answers if not item.device]
    assert (len(answers), missed) == (len(chosen), [])


@pytest.mark.parametrize("group", SYSTEMS)
def test_each_fault_can_be_planted_somewhere(group: str) -> None:
    faults = SYSTEMS[group]
    assert [fault.name for n, fault in enumerate(faults) if draw_exam(group, SEED, (n,)) is None] == []


def test_faults_have_names_of_their_own() -> None:
    for faults in FAULTS.values():
        assert len({fault.name for fault in faults}) == len(faults) > 20


def test_a_switch_that_trusts_nothing_does_not_hide_what_its_curve_breaks() -> None:
    names = [fault.name for fault in SYSTEMS["eos"]]
    both = (names.index("kmin above kmax"), names.index("profile trusts cos"))
    exam = draw_exam("eos", "pt3", both)
    assert exam is not None
    assert len({file for item in exam.planted for file in item.files}) == 1
    assert [(item.fault, item.line) for item in answer(("eos", "pt3", both))] == [
        ("kmin above kmax", True),
        ("profile trusts cos", True),
    ]
