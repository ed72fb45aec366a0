"""Small files that steer the program: read only if they are plain files of a sane size, so that none can hang it."""

from __future__ import annotations

from pathlib import Path
from stat import S_ISREG

from roce_lint.errors import Problem, UsageError
from roce_lint.files.inside import seen_from_here


def read_plain_text(path: Path, largest_bytes: int, what: str) -> str:
    """Return the UTF-8 text of a file, without a byte order mark; `what` it should be is said in messages.

    Raises UsageError for one that is missing, no regular file (a pipe would never end), too large or not UTF-8.
    """

    def refused(message: str) -> UsageError:
        inside = seen_from_here(path)
        shown = path.as_posix() if inside.startswith("..") or not path.is_absolute() else inside
        return UsageError(Problem(shown, 0, 0, message))

    try:
        state = path.stat()
        if not S_ISREG(state.st_mode):
            raise refused(f"not a regular file; name the {what}")
        if state.st_size > largest_bytes:
            raise refused(f"larger than {largest_bytes:,} bytes; no {what} is")
        return path.read_text("utf-8-sig")
    except FileNotFoundError as error:
        raise refused(f"there is no such file; name the {what}") from error
    except UnicodeDecodeError as error:
        raise refused(f"this is not UTF-8 (byte {error.start}); save it as UTF-8") from error
    except OSError as error:
        raise refused(f"this cannot be read: {error.strerror}") from error
