"""The QoS sections are, line by line, what Arista's own generator prints for the same facts.

pyavd cannot express, and the comparison leaves out: `hardware counter feature ecn out` (its model has no ECN counter
feature), `bandwidth guaranteed` beside `bandwidth percent`, and `no priority-flow-control pause watchdog`.
"""

from __future__ import annotations

import re
import warnings

import pytest

from roce_lint.intent.view import SwitchView
from roce_lint.os.eos.view import EosView, eos_view
from roce_lint.platforms.catalog import switch

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pyavd = pytest.importorskip("pyavd", reason="pyavd, the oracle, is not installed")

NOT_IN_PYAVD = re.compile(r"no priority-flow-control pause watchdog|hardware counter feature ecn out")
SECTIONS = re.compile(
    r"(?:qos profile|qos map|priority-flow-control|platform trident mmu|interface Ethernet|errdisable)\b"
)
INTERFACE_LINES = re.compile(r"interface |mtu|speed|(?:no )?switchport|ip address|service-profile|description")


def structured(view: SwitchView, eos: EosView) -> dict[str, object]:
    """Return the same facts in pyavd's model, taken from the views and not from our text."""
    keyword = eos.queue_keyword.replace("-", "_") + "s"
    data: dict[str, object] = {
        "hostname": view.name,
        "qos_profiles": [
            {
                "name": profile.name,
                "trust": "dscp",
                keyword: [
                    {
                        "id": queue.index,
                        "priority": "priority strict" if queue.strict or queue.index > 6 else "no priority",
                        **({"bandwidth_percent": queue.bandwidth_percent} if queue.bandwidth_percent else {}),
                        **(
                            {"random_detect": {"ecn": ecn(eos, profile.name, queue.index)}} if queue.ecn_enabled else {}
                        ),
                    }
                    for queue in profile.queues
                ],
                **({"priority_flow_control": port_pfc(view)} if view.lossless_profile else {}),
            }
            for profile in view.profiles
        ],
        "qos": {
            "map": {
                "dscp": [f"{line.dscps} to traffic-class {line.traffic_class}" for line in eos.dscp_maps],
                "traffic_class": [f"{entry.priority} to tx-queue {entry.priority}" for entry in view.classes],
            }
        },
        "ethernet_interfaces": [
            {
                "name": port.name,
                "description": port.description,
                "mtu": port.ip_mtu_bytes,
                "speed": next(entry.speed for entry in eos.ports if entry.name == port.name),
                "service_profile": port.profile,
                "switchport": {"enabled": bool(port.vlan), **({"access_vlan": port.vlan} if port.vlan else {})},
                **({"ip_address": port.address} if port.address else {}),
            }
            for port in view.ports
        ],
    }
    if view.lossless_profile and view.watchdog.enabled:
        watchdog = eos.watchdog[0]
        data["priority_flow_control"] = {
            "watchdog": {
                "timeout": watchdog.timeout_s,
                "recovery_time": watchdog.recovery_s,
                "polling_interval": watchdog.polling_s,
                "action": view.watchdog.action.value,
            }
        }
        if watchdog.errdisable_interval_s:
            cause = {"name": "stuck-queue", "interval": watchdog.errdisable_interval_s}
            data["errdisable"] = {"recovery": {"causes": [cause]}}
    if eos.mmu:
        mmu = eos.mmu[0]
        ingress = {"headroom": {"memory": mmu.headroom_bytes}, "threshold": mmu.threshold, "resume": mmu.resume_bytes}
        profile = {"name": mmu.name, "ingress": ingress}
        data["platform"] = {"trident": {"mmu": {"active_profile": mmu.name, "queue_profiles": [profile]}}}
    return data


def ecn(eos: EosView, profile: str, index: int) -> dict[str, object]:
    (curve,) = next(entry for entry in eos.profiles if entry.name == profile).queues[index].ecn
    threshold = {
        "units": curve.unit,
        "min": curve.minimum,
        "max": curve.maximum,
        "max_probability": curve.probability_percent,
        "weight": 0,
    }
    return {"count": eos.counts_ecn, "threshold": threshold}


def port_pfc(view: SwitchView) -> dict[str, object]:
    no_drop = [{"priority": entry.priority, "no_drop": True} for entry in view.classes if entry.lossless]
    return {
        "enabled": True,
        "priorities": no_drop,
        **({"watchdog": {"enabled": True}} if view.watchdog.enabled else {}),
    }


def sections(text: str) -> dict[str, list[str]]:
    """Return the lines of every QoS-bearing section under the section's first line; one-line sections gather."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith(" "):
            lines = found.setdefault(line, []) if SECTIONS.match(line) else []
        elif line.strip() != "!" and not NOT_IN_PYAVD.fullmatch(line.strip()):
            lines.append(line)
    return found


def test_qos_sections_equal_those_of_pyavd(view: SwitchView, rendered: str) -> None:
    eos = eos_view(view, switch(view.platform))
    expected = sections(pyavd.get_device_config(structured(view, eos)))
    ours = sections(rendered)
    assert ours == expected
    assert list(ours) == list(expected)
