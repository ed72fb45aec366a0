"""Sets of faults leave each other's lines alone."""

from __future__ import annotations

import pytest

from tests.exams.masking import draw_set

SEED = "suite"
SYSTEMS = ("eos", "nxos", "srlinux", "sonic")


@pytest.mark.parametrize("group", SYSTEMS)
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
