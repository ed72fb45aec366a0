"""The QoS of a switch as structured configuration of Arista AVD, to merge with that of its other parts.

Keys are those of the schema `eos_cli_config_gen` (pyavd 6.4). Not in this schema, and so not here: the counter feature
`ecn out`, and switching the watchdog of a profile off.
"""

from __future__ import annotations

import yaml

from roce_lint.intent.view import SwitchView
from roce_lint.os.eos.view import EosView
from roce_lint.os.eos.view_qos import EosMmu, EosQosProfile, EosQueue, EosWatchdog
from roce_lint.text.json_value import Json


def structured_config(view: SwitchView, eos: EosView) -> dict[str, Json]:
    """Return QoS profiles, maps, watchdog, buffers, and the profile of each interface."""
    queues = f"{eos.queue_keyword.replace('-', '_')}s"
    data: dict[str, Json] = {
        "qos_profiles": [_profile(profile, queues, eos) for profile in eos.profiles],
        "qos": {
            "map": {
                "dscp": [f"{line.dscps} to traffic-class {line.traffic_class}" for line in eos.dscp_maps],
                "traffic_class": [f"{number} to tx-queue {number}" for number in eos.traffic_classes],
            }
        },
    }
    for watchdog in eos.watchdog:
        data |= _watchdog(watchdog)
    for mmu in eos.mmu:
        data["platform"] = {"trident": {"mmu": {"active_profile": mmu.name, "queue_profiles": [_mmu(mmu)]}}}
    data["ethernet_interfaces"] = [
        {"name": port.name, "service_profile": port.profile} for port in view.ports if port.profile
    ]
    return data


def avd_file(view: SwitchView, eos: EosView) -> tuple[str, str]:
    """Return path and text of the structured configuration, in the folder where AVD keeps it."""
    text = yaml.safe_dump(structured_config(view, eos), sort_keys=False, width=120)
    return f"intended/structured_configs/{view.name}.yml", f"---\n{text}"


def _profile(profile: EosQosProfile, queues: str, eos: EosView) -> dict[str, Json]:
    found: dict[str, Json] = {
        "name": profile.name,
        "trust": "dscp",
        queues: [_queue(queue, eos.counts_ecn) for queue in profile.queues],
    }
    if eos.no_drop_priorities:
        pfc: dict[str, Json] = {
            "enabled": True,
            "priorities": [{"priority": number, "no_drop": True} for number in eos.no_drop_priorities],
        }
        if eos.watchdog:
            pfc["watchdog"] = {"enabled": True}
        found["priority_flow_control"] = pfc
    return found


def _queue(queue: EosQueue, counts_ecn: bool) -> dict[str, Json]:
    found: dict[str, Json] = {"id": queue.index, "priority": "priority strict" if queue.strict else "no priority"}
    if queue.weight_percent:
        found["bandwidth_percent"] = queue.weight_percent
    if queue.guaranteed_percent:
        found["bandwidth_guaranteed_percent"] = queue.guaranteed_percent
    for curve in queue.ecn:
        threshold: dict[str, Json] = {
            "units": curve.unit,
            "min": curve.minimum,
            "max": curve.maximum,
            "max_probability": curve.probability_percent,
            "weight": 0,
        }
        found["random_detect"] = {"ecn": {"count": counts_ecn, "threshold": threshold}}
    return found


def _watchdog(watchdog: EosWatchdog) -> dict[str, Json]:
    found: dict[str, Json] = {
        "priority_flow_control": {
            "watchdog": {
                "timeout": watchdog.timeout_s,
                "recovery_time": watchdog.recovery_s,
                "polling_interval": watchdog.polling_s,
                "action": watchdog.action,
            }
        }
    }
    if watchdog.errdisable_interval_s:
        cause: dict[str, Json] = {"name": "stuck-queue", "interval": watchdog.errdisable_interval_s}
        found["errdisable"] = {"recovery": {"causes": [cause]}}
    return found


def _mmu(mmu: EosMmu) -> dict[str, Json]:
    ingress: dict[str, Json] = {"headroom": {"memory": mmu.headroom_bytes}, "resume": mmu.resume_bytes}
    if mmu.threshold:
        ingress["threshold"] = mmu.threshold
    return {"name": mmu.name, "ingress": ingress}
