"""Every QoS line of what we render carries weight: mutate it, and a finding appears or the table says why not.

The run of the suite takes one fabric of three vendors with its hosts, and a share of the mutations that is the same
each time. `make mutations` (ROCE_LINT_MUTATIONS=all) takes each sample intent, each distinct line and each mutation: a
few minutes. There a reason that no silent mutation needs any more fails as well, so that the table cannot grow stale.
"""

from __future__ import annotations

import os
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.mutation.mutants import Mutant, kind_of_line, text_mutants
from tests.mutation.reasons import Reason, load_reasons, reason_for
from tests.mutation.samples import INTENTS, Sample, make_sample, mutants_of
from tests.mutation.tree_mutants import tree_mutants

EVERYTHING = os.environ.get("ROCE_LINT_MUTATIONS") == "all"
SHARE = 11
"""Of the suite's run: one mutation in so many."""
OF_ANOTHER_DESIGN = ("lossy-roce", "pfc-only", "two-lossless")
"""Samples in which the same line means something else: there every line counts anew."""
exhaustive = pytest.mark.skipif(not EVERYTHING, reason="the exhaustive run: set ROCE_LINT_MUTATIONS=all")


@dataclass(frozen=True, slots=True)
class Mutation:
    """One mutant with the rules that tell of it."""

    sample: str
    vendor: str
    path: str
    mutant: Mutant
    reported_by: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.sample}/{self.path}:{self.mutant.line} [{self.mutant.kind}] {self.mutant.context}"


def distinct(sample: Sample, seen: set[tuple[str, str, str]]) -> Iterator[tuple[str, str, Mutant]]:
    """Yield the mutants of lines that were not seen before, and note them."""
    texts = {document.path: document.text for document in sample.documents}
    for vendor, path, mutant in mutants_of(sample):
        key = (vendor, kind_of_line(mutant.context), mutant.kind)
        if key not in seen and mutant.text != texts[path]:
            seen.add(key)
            yield vendor, path, mutant


def mutations(names: list[str], share: int) -> Iterator[Mutation]:
    seen: set[tuple[str, str, str]] = set()
    for name in names:
        sample = make_sample(name)
        if name in OF_ANOTHER_DESIGN:
            seen = set()
        for vendor, path, mutant in distinct(sample, seen):
            if zlib.crc32(f"{vendor} {mutant.kind} {mutant.context}".encode()) % share == 0:
                yield Mutation(name, vendor, path, mutant, sample.new_findings(path, mutant.text))


def judge(found: list[Mutation]) -> tuple[list[str], dict[Reason, int]]:
    """Return the mutations that no finding or reason explains, and how many silent ones each reason explains."""
    reasons, used, unexplained = load_reasons(), Counter[Reason](), []
    for mutation in found:
        if mutation.reported_by:
            continue
        reason = reason_for(reasons, mutation.vendor, mutation.mutant.context, mutation.mutant.kind, mutation.sample)
        if reason is None:
            unexplained.append(str(mutation))
        else:
            used[reason] += 1
    return unexplained, used


def test_a_mutation_in_a_fabric_of_all_vendors_is_reported_or_explained() -> None:
    found = list(mutations(["mixed-vendors"], SHARE))
    assert {mutation.vendor for mutation in found} == {"eos", "nxos", "srlinux", "host"}
    assert judge(found)[0] == []
    reported = [mutation for mutation in found if mutation.reported_by]
    assert len(reported) > len(found) / 2


@exhaustive
def test_every_mutation_of_every_sample_is_reported_or_explained() -> None:
    names = sorted(path.name.removesuffix(".roce.yaml") for path in INTENTS.glob("*.roce.yaml"))
    names.sort(key=lambda name: (name in OF_ANOTHER_DESIGN, name != "mixed-vendors", name))
    found = list(mutations(names, 1))
    unexplained, used = judge(found)
    for vendor in ("eos", "nxos", "srlinux", "host"):
        of = [mutation for mutation in found if mutation.vendor == vendor]
        print(f"{vendor}: {len(of)} mutations, {sum(bool(mutation.reported_by) for mutation in of)} reported")
    still_open = [reason for reason in used if reason.heading == "open"]
    print(f"open: {len(still_open)} reasons, {sum(used[reason] for reason in still_open)} mutations")
    print("\n".join(f"  {reason}" for reason in still_open))
    print("unexplained:", *unexplained, sep="\n  ")
    stale = [str(reason) for reason in load_reasons() if reason not in used]
    assert (unexplained, stale) == ([], [])


def test_a_block_goes_with_its_head_and_moves_to_the_next_of_its_kind() -> None:
    text = "queue 1\n   share 20\nqueue 2\n   strict\nend\n"
    mutated = {(one.context, one.kind): one.text for one in text_mutants(text, re.compile("queue 1"))}
    assert mutated == {
        ("queue 1", "delete"): "queue 2\n   strict\nend\n",
        ("queue 1", "+1 of 1"): "queue 2\n   share 20\nqueue 2\n   strict\nend\n",
        ("queue 1", "-1 of 1"): "queue 0\n   share 20\nqueue 2\n   strict\nend\n",
        ("queue 1 > share 20", "delete"): "queue 1\nqueue 2\n   strict\nend\n",
        ("queue 1 > share 20", "x10 of 20"): "queue 1\n   share 200\nqueue 2\n   strict\nend\n",
        ("queue 1 > share 20", "/10 of 20"): "queue 1\n   share 2\nqueue 2\n   strict\nend\n",
        ("queue 1 > share 20", "move"): "queue 1\nqueue 2\n   strict\n   share 20\nend\n",
    }


def test_a_leaf_of_a_tree_moves_to_the_next_entry() -> None:
    text = '{"input": [{"id": "a", "weight": 80}, {"id": "b", "weight": 20}]}'
    mutated = {(one.context, one.kind) for one in tree_mutants(text, re.compile("weight 80"))}
    assert mutated == {("input a > weight 80", kind) for kind in ("delete", "x10 of 80", "/10 of 80", "move")}
