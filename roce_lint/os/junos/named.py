"""The names of a Junos configuration, for those who follow them from where they are used."""

from __future__ import annotations

from roce_lint.os.junos.code_points import BITS
from roce_lint.os.junos.configuration import parse_configuration
from roce_lint.os.junos.cos_references import CLASS_SET, DROP_PROFILE, KINDS, MAP, PROFILE, SCHEDULER, TRAFFIC
from roce_lint.os.references import NamesOfFile, StructureKind
from roce_lint.os.tree.references import TreeStructure, tree_names
from roce_lint.text.document import Document

_COS = "class-of-service"
_PORT = f"{_COS}/interfaces/interface"
_FAMILIES = ("inet", "inet6", "ethernet-switching")
_STATEMENT = "policy-options/policy-statement"


def _of_ports(slot: str) -> tuple[str, ...]:
    """Return where interfaces and their units name something."""
    return f"{_PORT}/{slot}", f"{_PORT}/unit/{slot}"


STRUCTURES = (
    TreeStructure(KINDS[PROFILE], f"{_COS}/{PROFILE}", _of_ports(PROFILE)),
    TreeStructure(
        KINDS[MAP], f"{_COS}/scheduler-maps", (*_of_ports(MAP), f"{_COS}/traffic-control-profiles/scheduler-map")
    ),
    TreeStructure(KINDS[SCHEDULER], f"{_COS}/schedulers", (f"{_COS}/scheduler-maps/forwarding-class/scheduler",)),
    TreeStructure(KINDS[DROP_PROFILE], f"{_COS}/drop-profiles", (f"{_COS}/schedulers/drop-profile-map/drop-profile",)),
    TreeStructure(
        KINDS[TRAFFIC],
        f"{_COS}/traffic-control-profiles",
        (
            *_of_ports("output-traffic-control-profile"),
            f"{_PORT}/forwarding-class-set/output-traffic-control-profile",
        ),
    ),
    TreeStructure(KINDS[CLASS_SET], f"{_COS}/forwarding-class-sets", (f"{_PORT}/forwarding-class-set",)),
    TreeStructure(
        KINDS["forwarding class"],
        f"{_COS}/forwarding-classes/class",
        (
            *_of_ports("forwarding-class"),
            f"{_COS}/scheduler-maps/forwarding-class",
            f"{_COS}/forwarding-class-sets/class",
            *(f"{_COS}/{group}/{kind}/forwarding-class" for group in ("classifiers", "rewrite-rules") for kind in BITS),
        ),
    ),
    *(
        TreeStructure(
            KINDS[f"{kind} {word}"],
            f"{_COS}/{group}/{kind}",
            (*_of_ports(f"{group}/{kind}"), f"{_COS}/{group}/{kind}/import"),
        )
        for group, word in (("classifiers", "classifier"), ("rewrite-rules", "rewrite rules"))
        for kind in BITS
    ),
    *(
        TreeStructure(
            StructureKind(f"firewall filter of {family}"),
            f"firewall/family/{family}/filter",
            tuple(f"interfaces/interface/unit/family/{family}/filter/{way}/filter-name" for way in ("input", "output")),
        )
        for family in _FAMILIES
    ),
    TreeStructure(
        StructureKind("policy-statement"),
        _STATEMENT,
        (
            *(
                f"protocols/bgp/{place}{way}"
                for place in ("", "group/", "group/neighbor/")
                for way in ("import", "export")
            ),
            "routing-options/forwarding-table/export",
        ),
    ),
    TreeStructure(
        StructureKind("prefix-list"),
        "policy-options/prefix-list",
        (
            f"{_STATEMENT}/term/from/prefix-list",
            f"{_STATEMENT}/from/prefix-list",
            *(f"firewall/family/{family}/filter/term/from/prefix-list" for family in _FAMILIES),
        ),
    ),
)


def names_of_file(document: Document) -> NamesOfFile:
    """Return what a file defines and uses."""
    return tree_names(parse_configuration(document.path, document.text).root, STRUCTURES)
