"""The rule engine starts fast."""

from __future__ import annotations

import subprocess
import sys

SLOW = ("rich", "pydantic", "jinja2", "click", "netaddr", "ciscoconfparse2")


def test_loading_rules_and_printing_text_needs_no_slow_library(root):
    code = (
        "import sys, roce_lint.judge.load, roce_lint.judge.compose, roce_lint.report.text, roce_lint.report.as_json;"
        f"print([name for name in {SLOW!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
