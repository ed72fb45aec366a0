"""The account: which leaves and pieces of a configuration were not understood although they may matter for RoCE."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.model.fact import Source
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node, Unplaced


def account_pieces(pieces: Iterable[Unplaced], qos_step: str, diagnostics: LeafDiagnostics) -> None:
    """Hand pieces that have no place in the tree to unread; those below `qos_step` concern QoS."""
    for piece in pieces:
        place = Source(diagnostics.file, piece.line, piece.end_line)
        diagnostics.not_read(piece.because, place, concerns_qos=qos_step in piece.path)


def account_leaves(blocks: Iterable[Node], diagnostics: LeafDiagnostics) -> None:
    """Hand the leaves below blocks that nobody took to unread."""
    for block in blocks:
        for leaf in block.leaves_below():
            if not leaf.accounted:
                diagnostics.not_read(f"{leaf.name} is part of the model, and no fact is made of it", leaf.source)
