"""Contradictions about NICs that RoCE does not run over."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.intent.complaints import Complaints
from roce_lint.intent.model import Intent
from roce_lint.intent.model_hosts import path_of_set
from roce_lint.intent.plan import LinkPlan


def check_without_roce(intent: Intent, links: Sequence[LinkPlan], complaints: Complaints) -> None:
    """Complain about PFC that is announced to NICs without RoCE, by their group or on one link."""
    announced = [
        path_of_set(index, position)
        for index, group in enumerate(intent.hosts)
        for position, one in enumerate(group.nic_sets())
        if one.dcbx and not one.roce
    ]
    for at in announced:
        message = "PFC is not announced to NICs without RoCE; leave `dcbx` or `roce: false` out"
        complaints.refuse((*at, "dcbx"), message)
    for link in links if not announced else ():
        if link.dcbx and not link.roce:
            message = f"PFC is not announced to {link.lower.device} {link.lower.port}, which has no RoCE"
            complaints.refuse(("links",), f"{message}; leave `dcbx` out")
