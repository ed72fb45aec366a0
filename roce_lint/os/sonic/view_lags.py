"""SONiC: LAGs to hosts. QoS and buffers are those of their member ports."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView
from roce_lint.os.sonic.view_ports import Table


def lag_name(number: int) -> str:
    """Return the name of a LAG (sonic-portchannel YANG: `PortChannel` and at most four digits)."""
    return f"PortChannel{number}"


def lag_tables(view: SwitchView) -> dict[str, Table]:
    """Return the LAGs and their members; rows of PORT_QOS_MAP and BUFFER_PG are those of the members.

    Source: sonic-portchannel YANG; sonic-buildimage 086b03bd, files/build_templates/qos_config.j2 (ports).
    """
    lags: Table = {
        lag_name(one.number): {
            "admin_status": "up",
            "description": one.description,
            "fast_rate": "true",
            "lacp_key": "auto",
            "min_links": "1",
            "mtu": str(one.ip_mtu_bytes),
        }
        for one in view.bundles
    }
    members: Table = {f"{lag_name(one.number)}|{port}": {} for one in view.bundles for port in one.members}
    return {"PORTCHANNEL": lags, "PORTCHANNEL_MEMBER": members}
