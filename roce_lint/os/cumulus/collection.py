"""How the configuration of a switch with NVUE is fetched: what runs, as startup.yaml has it, with its header.

Source: Cumulus Linux User Guide, NVUE CLI: `nv config show -o yaml`; nv prints `Error:` and ends with a status.
"""

from __future__ import annotations

from roce_lint.os.collection import CollectedFile, Collection


def collection() -> Collection:
    """Return the command."""
    return Collection(terminal=None, files=(CollectedFile("{device}.yaml", ("nv config show -o yaml",)),), refusal="")
