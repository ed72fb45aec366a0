"""The picture of the HTML report in README: `python -m tests.report.picture docs/images/report.png` takes it anew."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner

from roce_lint.cli.group import roce_lint
from tests.report.browser import Browser

_PORT = "#spine-1%20Ethernet2/1"


def take(folder: Path) -> bytes:
    """Return the report of the sample fabric with five faults, with one port chosen, as PNG."""
    os.chdir(folder)
    for words in ("demo", "check broken --intent fabric.roce.yaml --output html:report.html"):
        CliRunner().invoke(roce_lint, words.split())
        os.chdir(folder / "roce-lint-demo")
    with Browser(folder / "profile") as browser:
        browser.screen(1280, 900)
        browser.open(Path("report.html").absolute(), _PORT)
        browser.run("scrollTo(0, 0)")
        return browser.picture(1280, 880, scale=0.75)


def main() -> None:
    """Write the picture to the file that is named."""
    target = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        target.write_bytes(take(Path(folder)))


if __name__ == "__main__":
    main()
