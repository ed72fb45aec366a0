"""Edits as a JSON patch (RFC 6902), which `config apply-patch` takes, and the patch that takes them back."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.fix import put_back
from roce_lint.fix.edit import Edit
from roce_lint.fix.json_patch import patches
from roce_lint.fix.tree import ConfigTree


def typed(edits: Iterable[Edit], tree: ConfigTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return both patches line by line; for frr.conf, the lines that are written and put back."""
    ordered = tuple(sorted(edits))
    try:
        return patches(tree.lines, ordered)
    except ValueError:
        return put_back.typed(ordered, tree)
