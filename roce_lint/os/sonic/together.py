"""Which files are of one SONiC switch."""

from __future__ import annotations

from roce_lint.model.device import Device
from roce_lint.os.sonic.names import name_from_path


def names(device: Device) -> frozenset[str]:
    """Return the host name, and what the file or its folder is called after."""
    return frozenset((device.name, name_from_path(device.source.file)))


def incomplete(device: Device) -> str:
    """Say that a configuration of FRRouting alone says nothing of ports."""
    if device.ports or not (device.routing.bgp or device.routing.igp or device.routing.static_routes):
        return "" if device.ports else "a database of SONiC without any port"
    return "a configuration of FRRouting, of whose device no config_db.json is given"
