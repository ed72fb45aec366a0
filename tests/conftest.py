"""What every test may use."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import Enum
from pathlib import Path

import pytest
from hypothesis import settings

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import Given, build_fabric
from roce_lint.model.fact import Default, Source, Stated, Unknown
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document
from roce_lint.values import field_names, is_dataclass

# No clock decides a test, and the same tree gives the same result everywhere.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session", autouse=True)
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep commands that tests run away from the user's cache, and keep their byte code, which takes half a second."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        # The processes of a run have neighbouring folders, and share the byte code.
        os.environ["PYTHONPYCACHEPREFIX"] = str(tmp_path_factory.getbasetemp().parent / "byte-code")


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's root."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data and oracles beside the project; tests that need it are skipped without it."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the reference data (../shared) is not on this machine")
    return folder


SHOWN_IF_STATED = (
    "next_hop_unchanged",
    "keeps_next_hop",
    "targets",
    "places",
    "bfd",
    "local_interface",
    "reaches_far",
    "gateway_mac",
    "keepalive_addresses",
)
"""Fields that few configurations speak of."""


def as_text(value: object) -> str:
    """Return facts as text: `value@line` stated, `value~` by default, `?line` unknown; a frozen dataclass by fields."""
    match value:
        case Stated(inner, source):
            return f"{as_text(inner)}@{source.line}"
        case Default(inner, _):
            return f"{as_text(inner)}~"
        case Unknown(_, source):
            return f"?{source.line}"
        case Source(_, line, end_line):
            return f"{line}-{end_line}"
        case Enum():
            return value.name
        case frozenset():
            return "{" + ", ".join(sorted(as_text(one) for one in value)) + "}"
        case tuple():
            return "[" + ", ".join(as_text(one) for one in value) + "]"
        case _ if is_dataclass(value.__class__):
            fields = [
                as_text(getattr(value, name))
                for name in field_names(value.__class__)
                if name not in SHOWN_IF_STATED or "@" in as_text(getattr(value, name)) or getattr(value, name) is True
            ]
            return f"{type(value).__name__}({', '.join(fields)})"
        case str():
            return value or "-"
    return str(value)


@pytest.fixture(name="as_text")
def as_text_fixture() -> Callable[[object], str]:
    """The short form of a fact or of a whole entity."""
    return as_text


@pytest.fixture(scope="session")
def fabric_of() -> Callable[..., Fabric]:
    """Read texts by file name into a fabric."""

    def build(given: Given | None = None, **texts: str) -> Fabric:
        documents = [Document(name, text) for name, text in texts.items()]
        inputs = read_documents(documents, named=frozenset(texts))
        assert inputs.failures == ()
        return build_fabric(inputs, given or Given())

    return build
