"""How the configuration of an SR Linux switch is fetched: each command by itself; its terminal draws a status bar.

The version comes first, because the forms of many leaves depend on the release.
Sources: model `srlinux` of Oxidized (`exec true`, `info flat`, `show version`); `Error:` as in the driver of scrapli.
"""

from __future__ import annotations

from roce_lint.os.collection import CollectedFile, Collection


def collection() -> Collection:
    """Return the commands."""
    return Collection(
        terminal=None, files=(CollectedFile("{device}.cfg", ("show version", "info flat")),), refusal="Error:"
    )
