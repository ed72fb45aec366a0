"""No text about an InfiniBand subnet is without one of the signs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from roce_lint.infiniband.ibdiag import is_ibdiag
from roce_lint.infiniband.quantum import is_quantum
from roce_lint.infiniband.ufm import is_gv_cfg, is_ufm_json
from roce_lint.read.detect import may_be_infiniband
from roce_lint.text.document import Document
from tests.all_rules import all_rules

ROOT = Path(__file__).parents[2]


def documents() -> Iterator[Document]:
    """Yield the samples of tests and fixtures, and the examples of all rules."""
    for folder in ("fixtures", "tests/read", "tests/facts", "tests/opensm"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix not in (".py", ".pyc"):
                yield Document(path.as_posix(), path.read_text("utf-8", "replace"))
    for rule in all_rules():
        for example in rule.examples:
            yield Document("example", example.config)
            yield from (Document(name, text) for name, text in example.files)


def is_infiniband(document: Document) -> bool:
    text = document.text
    return is_ibdiag(document) or is_gv_cfg(text) or is_ufm_json(text) or is_quantum(text)


def test_what_the_readers_take_has_a_sign() -> None:
    taken = [document for document in documents() if is_infiniband(document)]
    assert len(taken) > 60
    assert [document.path for document in taken if not may_be_infiniband(document)] == []


def test_the_entry_of_a_table_in_sysfs_has_its_path() -> None:
    entry = Document("node/sys/class/infiniband/mlx5_0/ports/1/pkeys/0", "0xffff\n")
    assert (is_infiniband(entry), may_be_infiniband(entry)) == (True, True)


def test_a_script_for_nics_needs_no_reader_of_subnets() -> None:
    script = (ROOT / "fixtures/mlx5/two-rails/h-0001/10-roce.sh").read_text("utf-8")
    assert not may_be_infiniband(Document("10-roce.sh", script))
