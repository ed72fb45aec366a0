"""What the inputs say against each other: cables and settings of hosts, as evaluated things."""

from __future__ import annotations

from collections.abc import Set

from roce_lint.fabric.design import Design
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.fabric_state import (
    cable_of_two_lengths,
    cable_state,
    cable_that_agrees,
    setting_state,
    settings_that_agree,
)
from roce_lint.judge.derive.setting_conflicts import stop_pausing, without_repeats
from roce_lint.model.fact import known
from roce_lint.model.judged import Judged


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
        label = f"{port.port} - {contradiction.kept.b}"
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
