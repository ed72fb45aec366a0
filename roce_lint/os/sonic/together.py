"""Which files are of one SONiC switch."""

from __future__ import annotations

from roce_lint.model.device import Device
from roce_lint.os.sonic.names import name_from_path


def names(device: Device) -> frozenset[str]:
    """Return the host name, and what the file or its folder is called after."""
    return frozenset((device.name, name_from_path(device.source.file)))


def incomplete(device: Device) -> str:
    """Say what a file without ports lacks."""
    if device.ports:
        return ""
    if device.routing.bgp or device.routing.igp or device.routing.static_routes:
        return "a configuration of FRRouting, of whose device no config_db.json is given"
    return "tables of SONiC without ports, of whose device no file with PORT is given"
