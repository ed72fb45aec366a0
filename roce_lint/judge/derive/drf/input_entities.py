"""What the inputs say against each other: cables and settings of hosts, as evaluated things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set

from roce_lint.fabric.design import Design
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.drf.input_state import (
    cable_of_two_lengths,
    cable_state,
    cable_that_agrees,
    setting_state,
    settings_that_agree,
)
from roce_lint.model.fact import known
from roce_lint.model.judged import Judged
from roce_lint.model.reading import SettingConflict
from roce_lint.text.patterns import lazy_pattern


def judge_inputs(fabric: Fabric, found: dict[str, list[Judged]], pasted: Set[str]) -> None:
    """Add the scopes `cable` and `setting`: every contradiction, and what is free of them.

    What a file says that is the copy of another's contradicts all: `pasted` are such files, which are a fault of their
    own.
    """
    _judge_cables(fabric, found, pasted)
    _judge_settings(fabric, found)


def _judge_cables(fabric: Fabric, found: dict[str, list[Judged]], pasted: Set[str]) -> None:
    """Add what inputs say of cables: each contradiction, and each cable without one."""
    for contradiction in fabric.contradictions:
        if contradiction.refused.source.file in pasted:
            continue
        port = contradiction.port
        variables = {"cable": cable_state(contradiction), "design": fabric.design}
        found["cable"].append(Judged(port.device, port.port, contradiction.refused.source, variables))
    for contradiction in fabric.length_contradictions:
        port = contradiction.port
        label = f"{port.port} - {contradiction.accepted.b}"
        variables = {"cable": cable_of_two_lengths(contradiction), "design": fabric.design}
        found["cable"].append(Judged(port.device, label, contradiction.refused.source, variables))
    contradicted = {one.port for one in (*fabric.contradictions, *fabric.length_contradictions)}
    for link in fabric.links:
        if not contradicted & {link.a, link.b}:
            variables = {"cable": cable_that_agrees(link), "design": fabric.design}
            found["cable"].append(Judged(link.a.device, link.a.port, link.source, variables))


def _judge_settings(fabric: Fabric, found: dict[str, list[Judged]]) -> None:
    """Add what files of one host say of its NICs: each conflict, and each NIC without one."""
    stopping = stop_pausing(fabric.conflicts, known(fabric.design.lossless_priorities, frozenset()))
    for conflict in without_repeats(fabric.conflicts, _priorities_in_use(fabric.design)):
        stops = (conflict.device, conflict.port, conflict.refused_source) in stopping
        variables = {"setting": setting_state(conflict, stops_pausing=stops), "design": fabric.design}
        found["setting"].append(Judged(conflict.device, conflict.port, conflict.refused_source, variables))
    conflicting = {(conflict.device, conflict.port) for conflict in fabric.conflicts}
    for device in fabric.devices:
        for nic in device.nics:
            if (device.name, nic.port) not in conflicting:
                variables = {"setting": settings_that_agree(nic.port, device.source), "design": fabric.design}
                found["setting"].append(Judged(device.name, nic.port, device.source, variables))


def _priorities_in_use(design: Design) -> frozenset[int]:
    """Return the priorities that RoCE may have: the lossless ones, else the upper bits of its code points."""
    lossless, dscps = known(design.lossless_priorities, frozenset[int]()), known(design.roce_dscps, frozenset[int]())
    return lossless or frozenset(dscp >> 3 for dscp in dscps)


_PFC = lazy_pattern(r"qos\.priorities\[(?P<n>\d)\]\.generates_pause")
_WORDS = (
    (_PFC, "PFC of priority {n}"),
    (lazy_pattern(r"qos\.trust"), "trust"),
    (lazy_pattern(r"qos\.classification\.traffic_class_by_dscp\[(?P<n>\d+)\]"), "priority of DSCP {n}"),
    (lazy_pattern(r"qos\.classes\[(?P<n>\d)\]\.queue"), "traffic class of priority {n}"),
    (lazy_pattern(r"notification_enabled\[(?P<n>\d)\]"), "DCQCN notification of priority {n}"),
    (lazy_pattern(r"reaction_enabled\[(?P<n>\d)\]"), "DCQCN reaction of priority {n}"),
    (lazy_pattern(r"qos\.pfc_mode"), "PFC"),
    (lazy_pattern(r"ip_mtu_bytes"), "MTU"),
    (lazy_pattern(r"application_tos"), "ToS byte of the application (NCCL_IB_TC)"),
    (lazy_pattern(r"device_tos"), "forced traffic class"),
    (lazy_pattern(r"rdma_cm_tos"), "ToS byte of RDMA-CM"),
    (lazy_pattern(r"(?:qos\.|dcqcn\.)?(?P<n>\w+)"), "{n}"),
)
_ECHOES = lazy_pattern(
    r"qos\.(?:classes\[\d\]\.pause_priorities|priorities\[\d\]\.(?:honours_pause|paused_queues)|pfc_mode)"
)
"""Facts that follow from others, so that a line about those makes these differ as well."""
_PER_PRIORITY = lazy_pattern(r"(?:notification|reaction)_enabled\[(?P<n>\d)\]")
_SWITCHES = {
    "True": "on",
    "False": "off",
    "PfcMode.AUTO": "left to the firmware's DCBX",
    "PfcMode.ON": "static",
    "Trust.DSCP": "DSCP",
    "Trust.PCP": "PCP",
    "Trust.DSCP_AND_PCP": "DSCP and PCP",
    "Trust.NONE": "nothing",
}


def without_repeats(conflicts: Iterable[SettingConflict], in_use: frozenset[int]) -> tuple[SettingConflict, ...]:
    """Return one conflict for each pair of lines that disagree; its setting and values list all that they differ in.

    DCQCN of a priority that RoCE does not have is no conflict; `in_use` are those it has, empty if nobody knows.
    """
    pairs: dict[tuple[object, ...], list[SettingConflict]] = defaultdict(list)
    for conflict in conflicts:
        number = _PER_PRIORITY.fullmatch(conflict.setting)
        if number and in_use and int(number["n"]) not in in_use:
            continue
        pairs[conflict.device, conflict.port, conflict.accepted_source, conflict.refused_source].append(conflict)
    return tuple(_joined(same) for same in pairs.values())


def stop_pausing(conflicts: Iterable[SettingConflict], lossless: frozenset[int]) -> frozenset[tuple[object, ...]]:
    """Return device, port and weaker place of conflicts whose weaker file has no PFC for a lossless priority."""
    settings = {f"qos.priorities[{number}].generates_pause" for number in lossless}
    return frozenset(
        (one.device, one.port, one.refused_source)
        for one in conflicts
        if one.setting in settings and (one.accepted, one.refused) == ("True", "False")
    )


def _joined(same: list[SettingConflict]) -> SettingConflict:
    result = [conflict for conflict in same if not _ECHOES.fullmatch(conflict.setting)] or same[:1]
    first, rows = result[0], list(_rows(result))
    return SettingConflict(
        device=first.device,
        port=first.port,
        setting=", ".join(dict.fromkeys(setting for setting, _, _ in rows)),
        accepted=", ".join(accepted for _, accepted, _ in rows),
        accepted_source=first.accepted_source,
        refused=", ".join(refused for _, _, refused in rows),
        refused_source=first.refused_source,
    )


def _rows(conflicts: list[SettingConflict]) -> Iterator[tuple[str, str, str]]:
    """Yield each setting with both values in words; masks of several priorities in one row."""
    found = [(_PFC.fullmatch(conflict.setting), conflict) for conflict in conflicts]
    masks = [(number["n"], conflict) for number, conflict in found if number]
    if len(masks) > 1:
        accepted = _on_for([(number, conflict.accepted) for number, conflict in masks])
        yield "PFC", accepted, _on_for([(number, conflict.refused) for number, conflict in masks])
    for number, conflict in found:
        if not number or len(masks) == 1:
            accepted, refused = (_SWITCHES.get(value, value) for value in (conflict.accepted, conflict.refused))
            yield _in_words(conflict.setting), accepted, refused


def _on_for(states: list[tuple[str, str]]) -> str:
    """Return for which of the priorities that differ PFC is on."""
    on = [number for number, value in states if value == "True"]
    return f"on for priority {', '.join(on)}" if on else f"off for priority {', '.join(number for number, _ in states)}"


def _in_words(setting: str) -> str:
    for pattern, words in _WORDS:
        found = pattern.fullmatch(setting)
        if found:
            return words.format(**found.groupdict())
    return setting
