"""Contradictions about NICs that RoCE does not run over."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.intent.complaints import Complaints, named
from roce_lint.intent.expand_topology import Switch
from roce_lint.intent.model import Intent
from roce_lint.intent.model_hosts import path_of_set
from roce_lint.intent.plan import LinkPlan
from roce_lint.os.registry import behaviour_of, switch_os


def check_without_roce(
    intent: Intent, switches: Sequence[Switch], links: Sequence[LinkPlan], complaints: Complaints
) -> None:
    """Complain about PFC that is announced to NICs without RoCE, and about leaves whose ports cannot decline it."""
    for index, group in enumerate(intent.hosts):
        for position, one in enumerate(group.nic_sets()):
            if one.dcbx and not one.roce:
                at = (*path_of_set(index, position), "dcbx")
                complaints.refuse(at, "PFC is not announced to NICs without RoCE; leave `dcbx` or `roce: false` out")
    systems = {one.name: one.platform.os for one in switches}
    reached = dict.fromkeys(link.upper.device for link in links if not link.roce)
    lacking = [leaf for leaf in reached if not behaviour_of(systems[leaf]).ports_decline_roce]
    if lacking:
        label = switch_os(systems[lacking[0]]).label
        message = f"{named(lacking)}: no source shows the line by which a port of {label} declines RoCE"
        complaints.refuse(("hosts",), f"{message}; put hosts without RoCE on other leaves (`leaves`)")
