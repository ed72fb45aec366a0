"""The names of an SR Linux configuration, for those who follow them from where they are used."""

from __future__ import annotations

from roce_lint.os.references import NamesOfFile, StructureKind
from roce_lint.os.srlinux.forms import parse_configuration
from roce_lint.os.srlinux.structures import STRUCTURES
from roce_lint.os.tree.references import TreeStructure, tree_names
from roce_lint.text.document import Document

_BGP = "network-instance/protocols/bgp"
_POLICY = "routing-policy/policy"
_ROUTING = (
    TreeStructure(
        StructureKind("policy"),
        _POLICY,
        tuple(
            f"{_BGP}/{place}{way}-policy"
            for place in ("", "group/", "neighbor/", "afi-safi/", "group/afi-safi/", "neighbor/afi-safi/")
            for way in ("import", "export")
        ),
    ),
    TreeStructure(
        StructureKind("prefix-set"),
        "routing-policy/prefix-set",
        (f"{_POLICY}/statement/match/prefix-set", f"{_POLICY}/statement/match/prefix/prefix-set"),
    ),
)


def names_of_file(document: Document) -> NamesOfFile:
    """Return what a file defines and uses."""
    return tree_names(parse_configuration(document.path, document.text).root, (*STRUCTURES, *_ROUTING))
