from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.check import Given, build_fabric
from roce_lint.facts.fabric import Fabric
from roce_lint.read.read_documents import read_documents
from roce_lint.read.reading import Document


@pytest.fixture(scope="session")
def fabric_of() -> Callable[..., Fabric]:
    """Read texts by file name into a fabric."""

    def build(given: Given | None = None, **texts: str) -> Fabric:
        documents = [Document(name, text) for name, text in texts.items()]
        inputs = read_documents(documents, named=frozenset(texts))
        assert inputs.failures == ()
        return build_fabric(inputs, given or Given())

    return build
