"""The headroom to configure on a port, as `tune` and `render` have it."""

from __future__ import annotations

from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Unknown, known
from roce_lint.platforms.catalog import platform as platform_called
from roce_lint.platforms.headroom import hardware_of
from roce_lint.platforms.platform import Feature, SwitchPlatform
from roce_lint.tuning.advised_headroom import Hardware, advise_headroom
from roce_lint.tuning.published_headroom import SOURCE, tables_of


def advised_headroom(platform: Fact[str], port: Port, length: Fact[int]) -> Fact[int]:
    """Return the headroom to configure for the port's speed and cable; unknown without either."""
    speed, frame = port.speed_gbps, port.ip_mtu_bytes
    if isinstance(length, Unknown):
        return length
    if isinstance(speed, Unknown):
        return speed
    if isinstance(frame, Unknown):
        return frame
    hardware = Hardware() if isinstance(platform, Unknown) else _hardware(platform.value)
    try:
        advice = advise_headroom(hardware, speed.value, length.value, frame.value, frame.value)
    except ValueError as problem:
        return Unknown(str(problem), speed.source)
    return Default(advice.xoff_bytes, length.source, advice.because)


def published_headroom(platform: Fact[str], port: Port, length: Fact[int]) -> Fact[int]:
    """Return the least that is published for the very model at the port's speed and cable; unknown without a table.

    Tables that repeat one number, whatever the cable, are constants of an image and no need.
    """
    for fact in (platform, port.speed_gbps, length):
        if isinstance(fact, Unknown):
            return fact
    called, speed_gbps, length_m = known(platform, ""), known(port.speed_gbps, 0.0), known(length, 0)
    hardware = _hardware(called)
    sizes = [
        table.bytes_at(length_m)
        for table in tables_of(hardware.chip, speed_gbps)
        if hardware.model in table.models and table.depends_on_cable and table.covers(length_m)
    ]
    if not sizes:
        return Unknown(f"no headroom is published for {called} at this speed and cable", port.source)
    return Default(int(min(sizes)), length.source, f"published: {SOURCE}")


def has_one_buffer_profile(platform: Fact[str]) -> bool:
    """Say whether one buffer profile serves every port of a model, so that the neediest port decides."""
    if isinstance(platform, Unknown):
        return False
    found = platform_called(platform.value)
    return isinstance(found, SwitchPlatform) and found.supports(Feature.MMU_PROFILE)


def _hardware(platform_id: str) -> Hardware:
    found = platform_called(platform_id)
    return hardware_of(found) if isinstance(found, SwitchPlatform) else Hardware()
