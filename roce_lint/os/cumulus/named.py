"""The names of a configuration of NVUE, for those who follow them from where they are used."""

from __future__ import annotations

from roce_lint.os.cumulus.configuration import parse_configuration
from roce_lint.os.cumulus.qos import KINDS
from roce_lint.os.references import NamesOfFile, StructureKind
from roce_lint.os.tree.references import TreeStructure, tree_names
from roce_lint.text.document import Document

STRUCTURES = (
    *(
        TreeStructure(kind, f"qos/{feature}/*", (f"interface/*/qos/{feature}/profile",))
        for word, kind in KINDS.items()
        for feature in [word.removeprefix("qos ").removesuffix(" profile")]
    ),
    TreeStructure(
        StructureKind("route-map"),
        "router/policy/route-map/*",
        tuple(
            f"vrf/*/router/bgp/{place}policy/{way}/route-map"
            for place in ("neighbor/*/address-family/*/", "peer-group/*/address-family/*/")
            for way in ("inbound", "outbound")
        ),
    ),
)


def names_of_file(document: Document) -> NamesOfFile:
    """Return what a file defines and uses."""
    return tree_names(parse_configuration(document.path, document.text).root, STRUCTURES)
