"""Run the exams and print the score: `python -m tests.exams --seed 7 --list-missed`."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator
from functools import cache

from tests.exams.config_lines import Fault
from tests.exams.exam import FAULTS, GROUPS, Answer, Exam, check, judge, load_rules, make_exam
from tests.exams.masking import Outcome, judge_set, listed, summary
from tests.exams.pairs import pairs_of

rules = cache(load_rules)


def tasks(seed: str, groups: list[str], rounds: int, clean: int) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Return group, seed and numbers of faults of each exam."""
    for group in groups:
        for number in range(clean):
            yield group, f"{seed}-clean-{number}", ()
        faults = group_faults(group)
        for number in range(rounds):
            yield from ((group, f"{seed}-{number}", (index,)) for index in range(len(faults)))
        yield from ((group, f"{seed}-pair", pair) for pair in pairs_of(faults, seed, len(faults) * rounds // 2))


def group_faults(group: str) -> tuple[Fault, ...]:
    """Return the faults that are planted in a group."""
    return tuple(fault for system in GROUPS[group] for fault in FAULTS[system])


def answer(task: tuple[str, str, tuple[int, ...]]) -> list[Answer]:
    """Judge what is said of the fabric of a task."""
    exam = draw_exam(*task)
    return judge(exam, check(exam.texts, rules())) if exam else []


def draw_exam(group: str, seed: str, indices: tuple[int, ...]) -> Exam | None:
    """Return the first fabric that takes the faults; pairs that no fabric takes are left out."""
    faults = tuple(group_faults(group)[index] for index in indices)
    drawn = (make_exam(group, "-".join((seed, *map(str, indices), str(n))), faults) for n in range(40 if faults else 1))
    return next((exam for exam in drawn if exam), None)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.exams", description=__doc__)
    parser.add_argument("--seed", default="1", help="any text; another one gives other fabrics")
    parser.add_argument("--rounds", type=int, default=3, help="fabrics for each fault  [3]")
    parser.add_argument("--clean", type=int, default=60, help="clean fabrics for each system  [60]")
    parser.add_argument("--system", action="append", choices=(*GROUPS,), help="only this; may be given several times")
    parser.add_argument("--list-missed", action="store_true", help="list what was missed, misplaced or a false alarm")
    parser.add_argument("--sets", type=int, default=0, help="sets of 2 to 6 faults for each system, and no exams  [0]")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    if given.sets:
        return examine_sets(given)
    todo = list(tasks(given.seed, given.system or list(GROUPS), given.rounds, given.clean))
    with multiprocessing.Pool(given.jobs) as pool:
        answers = [item for result in pool.imap(answer, todo, chunksize=8) for item in result]
    print(table(answers))
    if given.list_missed:
        print("\n".join(missed(answers)))
    return 0


def examine_sets(given: argparse.Namespace) -> int:
    """Print what becomes of faults beside others; 1 where one of them is silent or blamed on another."""
    groups = given.system or list(GROUPS)
    todo = [(group, f"{given.seed}-set-{number}") for group in groups for number in range(given.sets)]
    with multiprocessing.Pool(given.jobs) as pool:
        outcomes = [item for result in pool.imap(set_outcomes, todo, chunksize=4) for item in result]
    print(summary(outcomes))
    lines = list(listed(outcomes))
    if given.list_missed:
        print("\n".join(lines))
    return 1 if lines else 0


def set_outcomes(task: tuple[str, str]) -> list[Outcome]:
    """Judge one set of faults."""
    return judge_set(*task, rules())


def table(answers: list[Answer]) -> str:
    """Return the score of each system: found at the device, found at the line, false alarms."""
    rows = [f"{'system':12} {'must':>16} {'line':>6} {'should':>16} {'line':>6}   false alarms"]
    for group in [*dict.fromkeys(item.group for item in answers), "all"]:
        mine = [item for item in answers if group in (item.group, "all")]
        row = f"{group:12}"
        for kind in ("must", "should"):
            of_kind = [item for item in mine if item.kind == kind]
            found, placed = sum(item.device for item in of_kind), sum(item.line for item in of_kind)
            row += f" {found:4}/{len(of_kind):<4} {_share(found, of_kind):>6} {_share(placed, of_kind):>6}"
        clean = [item for item in mine if item.kind == "clean"]
        row += f"   {sum(len(item.said) for item in clean)} on {sum(not item.device for item in clean)} of {len(clean)}"
        rows.append(row)
    return "\n".join(rows)


def _share(count: int, of: list[Answer]) -> str:
    return f"{100 * count / len(of):.1f}%" if of else "-"


def missed(answers: list[Answer]) -> Iterator[str]:
    """List what was missed, found elsewhere, or said of clean fabrics."""
    for item in answers:
        if item.line:
            continue
        what = "FALSE ALARM" if item.kind == "clean" else "LINE" if item.device else f"MISSED {item.kind}"
        yield f"\n{what}: {item.group} {item.fault or ''} ({item.seed}), expected {item.expected}"
        yield from (f"    {text}" for text in item.said[:6])


if __name__ == "__main__":
    sys.exit(main())
