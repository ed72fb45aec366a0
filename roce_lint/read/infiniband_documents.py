"""InfiniBand files among what the user named; one that is too broken to recognise is taken for the partition file."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.errors import Problem
from roce_lint.infiniband.documents import InfinibandFacts
from roce_lint.infiniband.opensm.partitions import parse_partitions
from roce_lint.infiniband.partition import PartitionConfiguration
from roce_lint.read.detect import Foreign, detect
from roce_lint.read.files import Skipped
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class InfinibandInputs:
    """What documents say of InfiniBand, what could not be read, and what was left out."""

    facts: tuple[InfinibandFacts, ...]
    failures: tuple[Problem, ...]
    skipped: tuple[Skipped, ...]


def read_infiniband(documents: Sequence[Document], named: frozenset[str]) -> InfinibandInputs:
    """Return what the documents say of InfiniBand.

    Where no partition file was found and exactly one file that was named is of no known kind, it is read as one:
    the more a partition file is damaged, the less it looks like one.
    """
    strange = [one for one in documents if one.path in named and isinstance(detect(one), Foreign)]
    read = read_documents([one for one in documents if one not in strange], named=named)
    has_partitions = any(isinstance(one, PartitionConfiguration) for one in read.infiniband)
    if len(strange) == 1 and not has_partitions:
        facts = (*read.infiniband, parse_partitions(strange[0].octets, strange[0].path))
        return InfinibandInputs(facts, read.failures, read.skipped)
    rest = read_documents(strange, named=named)
    return InfinibandInputs(read.infiniband, (*read.failures, *rest.failures), (*read.skipped, *rest.skipped))
