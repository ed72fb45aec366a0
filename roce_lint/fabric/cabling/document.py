"""Find out whether a document is a table of cables or LLDP output, and read it.

Tell cabling lists and LLDP output from other texts.
"""

from __future__ import annotations

from roce_lint.fabric.cabling.lldp import read_lldp
from roce_lint.fabric.cabling.table import is_table, read_table
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_NEIGHBOUR_KEYS = lazy_pattern(
    r'"(?:lldpNeighbors|TABLE_nbor(?:_detail)?|lldp_neighbors|lldp-neighbors-information)"\s*:'
)
_CONFIGURED = lazy_pattern(r'"(?:configuration|class-of-service|policy-options|routing-options)"\s*:')
_LLDP_TREE = lazy_pattern(r'"(?:srl_nokia-lldp:)?lldp"\s*:')
_STATE_LEAVES = lazy_pattern(r'"(?:system-name|chassis-id|via)"\s*:|"chassis"\s*:\s*[\[{]')
_HEAD_CHARACTERS = 20_000


def is_cabling(document: Document) -> bool:
    """Return whether the text is a table of cables, or LLDP neighbours as JSON or XML.

    A switch's own configuration has an `lldp` tree as well; only one with neighbours in it is LLDP output.
    """
    head = document.text[:_HEAD_CHARACTERS].lstrip("\ufeff \t\r\n")
    if head.startswith("<"):
        return "<lldp-neighbors-information" in head
    if not head.startswith(("{", "[")):
        return is_table(document)
    if _NEIGHBOUR_KEYS.search(head):
        return True
    return bool(_LLDP_TREE.search(head) and _STATE_LEAVES.search(head)) and not _CONFIGURED.search(head)


def read_cabling(document: Document) -> Reading:
    """Read the links that a cabling plan (CSV) or LLDP neighbours (JSON or XML) state.

    Port names are kept as they are written; `canonical_interface` says which of them are the same. Rows and
    neighbours that do not name both ends are handed to `unread`. Never raises.
    """
    if document.text.lstrip("\ufeff \t\r\n").startswith(("{", "[", "<")):
        return read_lldp(document)
    return read_table(document)
