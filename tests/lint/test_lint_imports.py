"""The rule engine starts fast and knows nothing of readers."""

from __future__ import annotations

import ast
import subprocess
import sys

SLOW = ("rich", "pydantic", "jinja2", "click", "netaddr", "ciscoconfparse2")


def test_the_engine_imports_only_what_lies_below_it(root):
    modules = sorted((root / "roce_lint" / "lint").glob("*.py"))
    assert len(modules) > 20
    rooms = set()
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            rooms.update(name.split(".")[1] for name in names if name and name.startswith("roce_lint."))
    assert rooms <= {"errors", "suggest", "units", "inside", "plain_file", "values", "late_patterns", "facts", "lint"}


def test_loading_rules_and_printing_text_needs_no_slow_library(root):
    code = (
        "import sys, roce_lint.lint.load, roce_lint.lint.compose, roce_lint.report.text, roce_lint.report.as_json;"
        f"print([name for name in {SLOW!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
