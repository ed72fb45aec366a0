"""The version of the program."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version


def version() -> str:
    """Return the installed version, or `0+unknown` when the package runs without being installed."""
    try:
        return installed_version("roce-lint")
    except PackageNotFoundError:
        return "0+unknown"
