"""`python -m roce_lint` and the command `roce-lint`."""

from __future__ import annotations

import os
import sys

from roce_lint.version import version

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit; whoever asks for the version alone does not wait for the rest to be imported."""
    if sys.argv[1:] == ["--version"]:
        print(f"roce-lint {version()}")
        return
    from roce_lint.cli.command import main as run

    try:
        run()
    except SystemExit as leave:
        if not isinstance(leave.code, int) or _is_watched():
            raise
        _leave(leave.code)


def _leave(code: int) -> None:
    """End the process without taking its values apart, which takes a seventh of a check; the system frees them at once.

    Standard output has been flushed by now, files are written and closed, and processes that read are gone.
    """
    try:
        sys.stderr.flush()
    except OSError:
        # Nobody is left to tell.
        os._exit(code)
    os._exit(code)


def _is_watched() -> bool:
    """Say whether something waits for the usual end: a profiler, a debugger, a shell to come, or other threads."""
    monitoring = getattr(sys, "monitoring", None)
    if monitoring is not None and any(monitoring.get_tool(number) for number in range(6)):
        return True
    if sys.gettrace() or sys.getprofile() or sys.flags.inspect or sys.flags.interactive:
        return True
    threading = sys.modules.get("threading")
    return threading is not None and threading.active_count() > 1


if __name__ == "__main__":
    main()
