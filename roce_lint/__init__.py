"""roce-lint: lossless RoCEv2 fabrics from intent, and a linter for existing fabrics.

The names below are the public API; everything else may change. Each is imported when it is first used, so that a
plain `import roce_lint` stays fast.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roce_lint.errors import RoceLintError
    from roce_lint.fabric.fabric import Fabric
    from roce_lint.intent.load import load_intent
    from roce_lint.intent.model import Intent
    from roce_lint.judge.check import lint, read_configs
    from roce_lint.judge.check import load_all_rules as load_rules
    from roce_lint.judge.finding import Finding, Report
    from roce_lint.judge.rule import Rule
    from roce_lint.render.render import render_fabric as render

__all__ = [
    "Fabric",
    "Finding",
    "Intent",
    "Report",
    "RoceLintError",
    "Rule",
    "lint",
    "load_intent",
    "load_rules",
    "read_configs",
    "render",
]

_HOMES = {
    "Fabric": "fabric.fabric:Fabric",
    "Finding": "judge.finding:Finding",
    "Intent": "intent.model:Intent",
    "Report": "judge.finding:Report",
    "RoceLintError": "errors:RoceLintError",
    "Rule": "judge.rule:Rule",
    "lint": "judge.check:lint",
    "load_intent": "intent.load:load_intent",
    "load_rules": "judge.check:load_all_rules",
    "read_configs": "judge.check:read_configs",
    "render": "render.render:render_fabric",
}


def __getattr__(name: str) -> object:
    """Import a public name from where it lives."""
    if name == "__version__":
        from roce_lint.version import version

        return version()
    if name not in _HOMES:
        raise AttributeError(f"module 'roce_lint' has no attribute {name!r}; it has {', '.join(__all__)}")
    found = _home_of(name)
    # `render` is a package inside this one as well, and importing it gives this package an attribute of that name.
    # The function takes that place, and keeps it, because a package is imported once only.
    if "roce_lint.render" in sys.modules:
        globals()["render"] = _home_of("render")
    return found


def _home_of(name: str) -> object:
    module, _, attribute = _HOMES[name].partition(":")
    found: object = getattr(importlib.import_module(f"roce_lint.{module}"), attribute)
    return found
