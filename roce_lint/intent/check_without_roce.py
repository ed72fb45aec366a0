"""Contradictions about NICs that RoCE does not run over."""

from __future__ import annotations

from roce_lint.intent.complaints import Complaints
from roce_lint.intent.model import Intent
from roce_lint.intent.model_hosts import path_of_set


def check_without_roce(intent: Intent, complaints: Complaints) -> None:
    """Complain about PFC that is announced to NICs without RoCE."""
    for index, group in enumerate(intent.hosts):
        for position, one in enumerate(group.nic_sets()):
            if one.dcbx and not one.roce:
                at = (*path_of_set(index, position), "dcbx")
                complaints.refuse(at, "PFC is not announced to NICs without RoCE; leave `dcbx` or `roce: false` out")
