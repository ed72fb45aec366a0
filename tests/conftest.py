"""What every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# No clock decides a test, and the same tree gives the same result everywhere.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session", autouse=True)
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep commands that tests run away from the user's cache."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))


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
