"""Contradictions between what is asked of a NIC and what its model and firmware take."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.intent.classes import roce_classes
from roce_lint.intent.complaints import Complaints
from roce_lint.intent.model import Intent
from roce_lint.intent.model_hosts import NicSet
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.platforms.datum import NotKnown, SourcedValue
from roce_lint.platforms.platform import NicPlatform


def check_adapter(intent: Intent, platform: NicPlatform, group: NicSet, at: YamlPath, complaints: Complaints) -> None:
    """Complain about an adapter that is not rendered, a speed that it lacks, and settings that it does not take."""
    if group.roce and isinstance(platform.rendered, NotKnown):
        refused = f"{platform.model} is not rendered: {platform.rendered.because}; say `roce: false`, or choose another"
        complaints.refuse((*at, "nic_platform"), refused)
        return
    if group.roce:
        _check_classes(intent, platform, complaints)
    if group.bond is not None and group.roce and isinstance(platform.roce_over_bond, NotKnown):
        because = f"RoCE over a bond of {platform.model}: {platform.roce_over_bond.because}"
        complaints.refuse((*at, "bond"), f"{because}; leave `bond` out, or say `roce: false`")
    speeds = platform.speeds_gbps
    if isinstance(speeds, SourcedValue) and group.nic_speed not in speeds.value:
        offered = ", ".join(f"{speed}G" for speed in speeds.value)
        complaints.refuse((*at, "nic_speed"), f"{platform.model} has no {group.nic_speed}G ports; it offers {offered}")
    for key, name, value in _settings(intent):
        parameter = platform.parameter(name)
        if isinstance(parameter, NotKnown) and key in intent.roce.dcqcn.model_fields_set and group.roce:
            message = f"no source shows {key} of {platform.model}, which keeps that of its firmware"
            complaints.warn(("roce", "dcqcn", key), message)
        if isinstance(parameter, NotKnown) or not isinstance(parameter.limits, SourcedValue):
            continue
        limits = parameter.limits.value
        if value not in limits:
            span = f"{limits.minimum} to {limits.maximum} {parameter.unit}".strip()
            complaints.refuse(("roce", "dcqcn", key), f"{platform.model} takes {span} for {name}, not {value}")


def _check_classes(intent: Intent, platform: NicPlatform, complaints: Complaints) -> None:
    """Complain about more RoCE classes and code points than the tools of an adapter take."""
    classes, dscps = roce_classes(intent), platform.dscps_of_class
    if isinstance(platform.roce_classes, SourcedValue) and len(classes) > platform.roce_classes.value:
        message = f"{platform.model} takes {platform.roce_classes.value} RoCE class ({platform.roce_classes.source})"
        complaints.refuse(("roce", "classes"), f"{message}, not {len(classes)}")
    for index, one in enumerate(classes):
        if isinstance(dscps, SourcedValue) and len(one.dscp) > dscps.value:
            message = (
                f"{platform.model} takes {dscps.value} code point of a class ({dscps.source}), not {len(one.dscp)}"
            )
            complaints.refuse(("roce", "classes", index, "dscp"), message)


def _settings(intent: Intent) -> Iterator[tuple[str, str, int]]:
    """Yield key, name in mlxconfig, and value of every setting of DCQCN."""
    wish = intent.roce.dcqcn
    yield "min_time_between_cnps", "MIN_TIME_BETWEEN_CNPS", wish.min_time_between_cnps
    yield "alpha_update_period", "DCE_TCP_RTT", wish.alpha_update_period
    yield "alpha_weight", "DCE_TCP_G", wish.alpha_weight
    yield "rate_reduce_period", "RATE_REDUCE_MONITOR_PERIOD", wish.rate_reduce_period
    yield "increase_timer", "RPG_TIME_RESET", wish.increase_timer
    yield "increase_byte_counter", "RPG_BYTE_RESET", wish.increase_byte_counter
    yield "fast_recovery_stages", "RPG_THRESHOLD", wish.fast_recovery_stages
    yield "additive_increase_mbps", "RPG_AI_RATE", wish.additive_increase_mbps
    yield "hyper_increase_mbps", "RPG_HAI_RATE", wish.hyper_increase_mbps
    yield "min_rate_mbps", "RPG_MIN_RATE", wish.min_rate_mbps
