"""SONiC: the QoS tables of a switch, as `config qos reload` writes them, with the classes of the intent."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import ClassPurpose, ClassView, QueueView, SwitchView
from roce_lint.os.sonic.names import ACTION_WORDS
from roce_lint.os.sonic.view_ports import Table

MAP = "AZURE"
"""Name of every map in the templates of sonic-buildimage (qos_config.j2)."""

PLAIN_MAP = "NO_ROCE"
"""Gives every code point to best effort: without a map of its own a port has the global one."""

DSCP_COUNT = 64
PRIORITIES = range(8)


def lossless_numbers(view: SwitchView) -> tuple[int, ...]:
    """Return the priorities that PFC protects, ascending."""
    return tuple(sorted(one.priority for one in view.classes if one.lossless and view.lossless_profile))


def qos_tables(view: SwitchView, maps_pfc_to_group: bool) -> dict[str, Table]:
    """Return the maps, schedulers, WRED profiles and where they are bound.

    Source: sonic-buildimage 086b03bd, files/build_templates/qos_config.j2.
    """
    lossless = lossless_numbers(view)
    wred = _wred_names(view)
    maps: dict[str, Table] = {
        "DSCP_TO_TC_MAP": _dscp_maps(view),
        "TC_TO_PRIORITY_GROUP_MAP": {MAP: {str(tc): str(_group(tc, view, lossless)) for tc in PRIORITIES}},
        "TC_TO_QUEUE_MAP": {MAP: {str(tc): str(tc) for tc in PRIORITIES}},
        "MAP_PFC_PRIORITY_TO_QUEUE": {MAP: {str(number): str(number) for number in PRIORITIES}},
    }
    if maps_pfc_to_group and lossless:
        maps["PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"] = {MAP: {str(number): str(number) for number in lossless}}
    return maps | {
        "PORT_QOS_MAP": _port_qos(view, lossless, maps_pfc_to_group),
        "SCHEDULER": {f"scheduler.{one.name}": _scheduler(one) for one in view.classes},
        "WRED_PROFILE": {name: _wred(queue) for queue, name in wred.items()},
        "QUEUE": _queues(view, wred),
        "PFC_WD": _watchdog(view),
    }


def _dscp_maps(view: SwitchView) -> Table:
    plain = {} if all(port.profile for port in view.ports) else {PLAIN_MAP: _dscp_map(_best_effort(view))}
    return {MAP: _dscp_map(view.classes)} | plain


def _best_effort(view: SwitchView) -> tuple[ClassView, ...]:
    return tuple(one for one in view.classes if one.purpose is ClassPurpose.BEST_EFFORT)


def _dscp_map(classes: tuple[ClassView, ...]) -> dict[str, str]:
    """Return the class of each code point; what no class claims is best effort."""
    others = next((str(one.priority) for one in classes if one.purpose is ClassPurpose.BEST_EFFORT), "0")
    claimed = {dscp: str(one.priority) for one in classes for dscp in one.dscps}
    return {str(dscp): claimed.get(dscp, others) for dscp in range(DSCP_COUNT)}


def _group(tc: int, view: SwitchView, lossless: tuple[int, ...]) -> int:
    """Return the priority group of a traffic class: its own for a lossless one, and 7 for a 7 that no class uses."""
    unused_7 = tc == PRIORITIES[-1] and all(one.priority != tc for one in view.classes)
    return tc if tc in lossless or unused_7 else 0


def _port_qos(view: SwitchView, lossless: tuple[int, ...], maps_pfc_to_group: bool) -> Table:
    listed = ",".join(map(str, lossless))
    pauses = {"pfc_enable": listed} if lossless else {}
    if lossless and view.watchdog.enabled:
        pauses["pfcwd_sw_enable"] = listed
    if lossless and maps_pfc_to_group:
        pauses["pfc_to_pg_map"] = MAP
    names = ("dscp_to_tc_map", "pfc_to_queue_map", "tc_to_pg_map", "tc_to_queue_map")
    row = dict.fromkeys(names, MAP)
    # "Empty string is allowed to disable PFC on all queues" (sonic-port-qos-map YANG).
    plain = row | {"dscp_to_tc_map": PLAIN_MAP, "pfc_enable": ""}
    rows = {port.name: row | pauses if port.profile else plain for port in view.ports}
    return {"global": {"dscp_to_tc_map": MAP}} | rows


def _scheduler(one: ClassView) -> dict[str, str]:
    return {"type": "STRICT"} if one.strict else {"type": "DWRR", "weight": str(one.bandwidth_percent)}


def _wred_names(view: SwitchView) -> dict[tuple[int, int, int], str]:
    """Return a name for each marking curve: that of the templates where there is one, else with the port profile."""
    found: dict[tuple[int, int, int], str] = {}
    for profile in view.profiles:
        for queue in profile.queues:
            if queue.ecn_enabled:
                found.setdefault(_curve(queue), f"{profile.name}_Q{queue.index}")
    return dict.fromkeys(found, f"{MAP}_LOSSLESS") if len(found) == 1 else found


def _curve(queue: QueueView) -> tuple[int, int, int]:
    return queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, queue.ecn_pmax_percent


def _wred(curve: tuple[int, int, int]) -> dict[str, str]:
    kmin, kmax, pmax = map(str, curve)
    row = {"ecn": "ecn_all"}
    for colour in ("green", "yellow", "red"):
        row[f"wred_{colour}_enable"] = "true"
        row[f"{colour}_min_threshold"], row[f"{colour}_max_threshold"] = kmin, kmax
        row[f"{colour}_drop_probability"] = pmax
    return row


def _queues(view: SwitchView, wred: dict[tuple[int, int, int], str]) -> Table:
    profiles = {profile.name: profile.queues for profile in view.profiles}
    table: Table = {}
    for port in view.ports:
        if not port.profile:
            (plain,) = _best_effort(view)
            table[f"{port.name}|{plain.priority}"] = {"scheduler": f"scheduler.{plain.name}"}
        for queue in profiles.get(port.profile, ()):
            if queue.class_name:
                row = {"scheduler": f"scheduler.{queue.class_name}"}
                if queue.ecn_enabled:
                    row["wred_profile"] = wred[_curve(queue)]
                table[f"{port.name}|{queue.index}"] = row
    return table


def _watchdog(view: SwitchView) -> Table:
    """Return the rows of PFC_WD. Raises PlatformError for an action or a polling interval that SONiC does not take."""
    watchdog = view.watchdog
    if not (view.lossless_profile and watchdog.enabled):
        return {}
    if watchdog.action not in ACTION_WORDS:
        raise PlatformError(f"SONiC has no watchdog action {watchdog.action.value}; it takes drop, forward and alert")
    if watchdog.polling_ms > min(watchdog.detection_ms, watchdog.recovery_ms):
        raise PlatformError(
            f"{view.name}: the watchdog polls every {watchdog.polling_ms} ms; SONiC wants detection"
            f" ({watchdog.detection_ms} ms) and recovery ({watchdog.recovery_ms} ms) to be at least as long"
        )
    row = {
        "action": ACTION_WORDS[watchdog.action],
        "detection_time": str(watchdog.detection_ms),
        "restoration_time": str(watchdog.recovery_ms),
    }
    return {"GLOBAL": {"POLL_INTERVAL": str(watchdog.polling_ms)}} | {
        port.name: row for port in view.ports if port.profile
    }
