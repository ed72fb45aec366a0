"""The version of the program."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

_BEGINNING = "roce_lint-"
_END = ".dist-info"


def version() -> str:
    """Return the installed version, or `0+unknown` when the package runs without being installed.

    It is read off the name of the folder that an installation leaves, because to ask `importlib.metadata` for it takes
    20 ms, most of them to import what reads mail headers.
    """
    return next(_installed(), "0+unknown")


def _installed() -> Iterator[str]:
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in sorted(names):
            if name.startswith(_BEGINNING) and name.endswith(_END):
                yield name[len(_BEGINNING) : -len(_END)]
