"""Where the data that ships with the program lies, in a wheel and in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def _data_dir(name: str) -> Path:
    """Return the folder `name`: inside the package when installed, beside it in a checkout."""
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def templates_dir() -> Path:
    """Return the folder of the Jinja templates, one folder per OS inside."""
    return _data_dir("templates")


def is_installed() -> bool:
    """Say whether the program is installed from a wheel, so that its files do not change; else it is a checkout."""
    return rules_dir().parent == _PACKAGE


def rules_dir() -> Path:
    """Return the folder of the rule files, one folder per family inside."""
    return _data_dir("rules")
