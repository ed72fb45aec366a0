"""What captures of counters are about: ports of the fabric, or nothing that a configuration describes."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.device import Device, UnreadLine
from roce_lint.model.interface_names import canonical_interface
from roce_lint.model.reading import PriorityCounter
from roce_lint.values import replace


def counters_of_ports(
    counters: Sequence[PriorityCounter], devices: Sequence[Device]
) -> tuple[tuple[PriorityCounter, ...], tuple[UnreadLine, ...]]:
    """Return the counters of ports that configurations describe, and a line for each device and port that has none.

    Devices count on: of two captures the later one holds, in the order of files and lines.
    """
    named = {device.name.casefold(): device for device in devices}
    ports = {(device.name, canonical_interface(port.name)): port.name for device in devices for port in device.ports}
    kept: dict[tuple[object, ...], PriorityCounter] = {}
    loose: dict[tuple[str, str, str], UnreadLine] = {}
    for counter in counters:
        device = named.get(counter.device.casefold())
        if device is None:
            text = f"counters of {counter.device}"
            line = UnreadLine(counter.device, counter.source, text, "no configuration of this device is given")
            loose.setdefault((counter.source.file, counter.device, ""), line)
        elif port := ports.get((device.name, canonical_interface(counter.port))):
            one = replace(counter, device=device.name, port=port)
            kept[one.device, one.port, one.priority, one.kind] = one
        elif counter.count:
            text = f"counters of {counter.port}"
            line = UnreadLine(device.name, counter.source, text, "the configuration of the device has no such port")
            loose.setdefault((counter.source.file, counter.device, counter.port), line)
    return tuple(kept.values()), tuple(loose.values())
