"""Small files that steer the program: read only if they are plain files of a sane size, so that none can hang it."""

from __future__ import annotations

from pathlib import Path

from roce_lint.errors import Problem, UsageError
from roce_lint.inside import seen_from_here


def read_plain_text(path: Path, largest_bytes: int, what: str) -> str:
    """Return the UTF-8 text of a file; `what` it should be is said in messages.

    Raises UsageError for one that is missing, no regular file (a pipe would never end), too large or not UTF-8.
    """
    shown = seen_from_here(path)
    try:
        if not path.exists():
            raise UsageError(Problem(shown, 0, 0, f"there is no such file; name the {what}"))
        if not path.is_file():
            raise UsageError(Problem(shown, 0, 0, f"not a regular file; name the {what}"))
        if path.stat().st_size > largest_bytes:
            raise UsageError(Problem(shown, 0, 0, f"larger than {largest_bytes:,} bytes; no {what} is"))
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(Problem(shown, 0, 0, f"this is not UTF-8 (byte {error.start}); save it as UTF-8")) from error
    except OSError as error:
        raise UsageError(Problem(shown, 0, 0, f"cannot be read: {error.strerror}")) from error
