"""Classification on SR Linux: the forwarding class of a code point."""

from __future__ import annotations

from roce_lint.fix.case import Case, Draft, lossless_class
from roce_lint.os.srlinux.remedies.values import with_value


def dscp_to_lossless_class(case: Case) -> Draft | None:
    """Give a RoCE code point the only forwarding class that pauses."""
    port, dscp = case.port, case.number
    if port is None:
        return None
    name = lossless_class(port, case.shop.lossless)
    edit = with_value(case, "forwarding-class", name) if name else None
    title = f"give DSCP {dscp} the forwarding class {name}, which is lossless"
    return Draft((edit,), title) if edit else None
