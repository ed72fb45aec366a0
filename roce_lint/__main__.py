"""`python -m roce_lint` and the command `roce-lint`."""

from __future__ import annotations

import sys

from roce_lint.version import version

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit; whoever asks for the version alone does not wait for the rest to be imported."""
    if sys.argv[1:] == ["--version"]:
        print(f"roce-lint {version()}")
        return
    from roce_lint.cli.command import main as run

    run()


if __name__ == "__main__":
    main()
