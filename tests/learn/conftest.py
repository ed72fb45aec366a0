"""What tests of learning share."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import NOTHING_SAID, Report, build_fabric, lint
from roce_lint.read.read_documents import read_documents


@pytest.fixture(scope="session")
def no_report() -> Report:
    """Return a report without findings: every difference then needs a reason of its own."""
    return lint(build_fabric(read_documents([]), NOTHING_SAID), ())
