"""The list of code mutations fits the code, and one of them is applied and caught."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.code_mutations.mutations import Mutation, all_mutations, copy_project, outcome

MUTATIONS = all_mutations()
FEWEST = 40
QUICK = next(one for one in MUTATIONS if one.file == "roce_lint/text/natural_order.py")


def test_there_are_mutations_of_every_large_package(root: Path) -> None:
    packages = {one.file.split("/")[1] for one in MUTATIONS}
    large = {
        path.name for path in (root / "roce_lint").iterdir() if path.is_dir() and len(list(path.rglob("*.py"))) >= 20
    }
    assert (len(MUTATIONS) >= FEWEST, large - packages) == (True, set())
    assert len({one.name for one in MUTATIONS}) == len(MUTATIONS)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.name)
def test_a_mutation_changes_one_place_of_the_code(mutation: Mutation, root: Path) -> None:
    mutated = mutation.applied_to((root / mutation.file).read_text("utf-8"))
    compile(mutated, mutation.file, "exec")
    assert [name for test in mutation.tests if not (root / (name := test.split("::")[0])).exists()] == []


def test_a_text_that_is_not_there_is_no_mutation(root: Path) -> None:
    one = Mutation("gone", "roce_lint/units.py", "no such text", "x", ())
    with pytest.raises(ValueError, match="stands 0 times"):
        one.applied_to((root / one.file).read_text("utf-8"))


@pytest.mark.long
def test_a_mutation_is_caught_in_a_copy(tmp_path: Path) -> None:
    copy_project(tmp_path)
    assert outcome(QUICK, tmp_path) == ""
    assert outcome(replace(QUICK, new=f"{QUICK.old}  "), tmp_path).startswith(f"{QUICK.name}: it survives")
