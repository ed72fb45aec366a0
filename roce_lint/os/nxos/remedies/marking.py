"""Classification on NX-OS: the class-map that leads to the no-drop qos-group."""

from __future__ import annotations

from roce_lint.fix.case import Case, Draft, lossless_class


def dscp_to_lossless_class(case: Case) -> Draft | None:
    """Match a RoCE code point in the only class-map whose packets get the no-drop qos-group."""
    port, dscp = case.port, case.number
    if port is None or case.device.source.file != case.place.path:
        return None
    group = lossless_class(port, case.shop.lossless)
    if not group.isdigit():
        return None
    names = _classes_setting(case, group)
    if len(names) != 1:
        return None
    heads = case.tree.top(rf"class-map type qos match-any {names.pop()}\s*$")
    if len(heads) != 1:
        return None
    edit = case.insert_below(heads[0], f"match dscp {dscp}")
    return Draft((edit,), f"match DSCP {dscp} in the class-map of qos-group {group}, which is no-drop")


def _classes_setting(case: Case, group: str) -> set[str]:
    """Return the class-maps to which some policy gives a qos-group."""
    tree = case.tree
    return {
        tree.text(entry).split()[-1]
        for head in tree.top(r"policy-map type qos ")
        for entry in tree.children(head)
        if any(tree.text(child) == f"set qos-group {group}" for child in tree.children(entry))
    }
