"""The sample of a check in README.md, as the program writes it.

python -m ci.docs.readme README.md
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

_WIDTH = 120
_INDENT = "    "
_COMMAND = "$ roce-lint check broken --intent fabric.roce.yaml"
_SHOWN = "broken/configs/spine-1.cfg:"
"""The finding that is shown: one line of a switch breaks eight ports."""


def with_sample(page: str, report: str) -> str:
    """Return the page with the finding that it shows as a report of the demo has it."""
    blocks = report.split("\n\n")
    finding = next(block for block in blocks if block.startswith(_SHOWN))
    lines = [_COMMAND, *(piece for line in finding.splitlines() for piece in _wrapped(line))]
    before, found, rest = page.partition(f"{_INDENT}{_COMMAND}\n")
    if not found:
        raise ValueError(f"no line {_COMMAND!r} in the page")
    after = rest[rest.index("\n\n") :]
    return before + "\n".join(_INDENT + line for line in lines) + after


def _wrapped(line: str) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(line, _WIDTH - len(_INDENT), subsequent_indent=indent, break_long_words=False)


def demo_report() -> str:
    """Return what `check` prints of the broken copy of the demo."""
    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-m", "roce_lint"]
        subprocess.run([*program, "demo", "demo"], cwd=folder, check=True, capture_output=True)
        check = [*program, "check", "broken", "--intent", "fabric.roce.yaml", "--color", "never"]
        done = subprocess.run(check, cwd=Path(folder) / "demo", check=False, capture_output=True, text=True)
    return done.stdout


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(with_sample(target.read_text("utf-8"), demo_report()), "utf-8")
