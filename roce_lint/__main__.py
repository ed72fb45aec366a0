"""`python -m roce_lint` and the command `roce-lint`."""

from __future__ import annotations

from roce_lint.cli.command import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
