"""Compiles the rules into each wheel, so that an installed program reads no YAML; a checkout has the user's cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileRules(BuildHookInterface):  # type: ignore[type-arg]  # of the configuration, which is not used
    """Adds `rules/compiled.rules` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the file below `build` and name it to the wheel."""
        if version == "editable":
            return
        made = Path(self.root, "build", "compiled.rules")
        made.parent.mkdir(exist_ok=True)
        path = os.pathsep.join(filter(None, (self.root, os.environ.get("PYTHONPATH"))))
        # The order of sets follows the seed of hashes: with one seed equal rules are equal bytes.
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-m", "roce_lint.engine.compiled_rules", str(made)]
        subprocess.run(command, check=True, env=environment, cwd=self.root)
        build_data["force_include"][str(made)] = "roce_lint/rules/compiled.rules"
