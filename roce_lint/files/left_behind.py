"""Names of files and folders on their way to their places, so that what an interrupted run leaves is recognised."""

from __future__ import annotations

import os
import re

_NAME = re.compile(r"\..+\.roce-lint-(\d{1,10})-[0-9a-f]{12}", re.DOTALL)
LEFT_BEHIND = "left behind by an interrupted roce-lint; delete it"


def name_on_the_way(last: str) -> str:
    """Return a name for what will be called `last`; nobody can guess it, and it says which process makes it."""
    return f".{last}.roce-lint-{os.getpid()}-{os.urandom(6).hex()}"


def is_on_the_way(name: str) -> bool:
    """Return whether a file or folder is one on its way, or left behind by a process that was killed."""
    return name.startswith(".") and _NAME.fullmatch(name) is not None


def is_left_behind(name: str, last: str) -> bool:
    """Return whether something was on its way to the place called `last`, and its process is gone."""
    found = _NAME.fullmatch(name) if name.startswith(f".{last}.") else None
    return found is not None and int(found[1]) != os.getpid() and not _lives(int(found[1]))


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
