"""Headroom of a switch model, by its chip, its own published tables and its cells."""

from __future__ import annotations

from roce_lint.platforms.datum import SourcedValue, value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.tuning.advised_headroom import Advice, Hardware, advise_headroom, chip_named


def hardware_of(platform: SwitchPlatform) -> Hardware:
    """Return what headroom depends on for a model."""
    chip = chip_named(platform.asic.value) if isinstance(platform.asic, SourcedValue) else ""
    return Hardware(chip, platform.id, value_or(platform.buffer.cell_bytes, 0))


def platform_headroom(
    platform: SwitchPlatform, speed_gbps: float, length_m: float, port_mtu_bytes: int, lossless_mtu_bytes: int
) -> Advice:
    """Return the headroom to configure on a model; raises ValueError as `advise_headroom` does."""
    return advise_headroom(hardware_of(platform), speed_gbps, length_m, port_mtu_bytes, lossless_mtu_bytes)


def all_ports_at(platform: SwitchPlatform, speed_gbps: float) -> int:
    """Return how many ports of a speed a model has when all cages that can do it are broken out to it."""
    ports = sum(
        len(group.cages) * max((mode.children for mode in group.modes if mode.speed_gbps == speed_gbps), default=0)
        for group in platform.cage_groups
    )
    most = platform.max_interfaces
    return min(ports, most.value) if isinstance(most, SourcedValue) else ports
