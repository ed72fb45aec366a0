"""How the configuration of a switch is fetched: the version, which names the model, and lines of `set`.

Sources: Junos CLI user guide, `show configuration | display set`, where `no-more` prints without pages; refusals as in
the driver of scrapli.
"""

from __future__ import annotations

from roce_lint.os.collection import CollectedFile, Collection


def collection() -> Collection:
    """Return the command."""
    commands = ("show version | no-more", "show configuration | display set | no-more")
    refusal = "error:|unknown command|syntax error"
    return Collection(terminal=None, files=(CollectedFile("{device}.set", commands),), refusal=refusal)
