"""The MTU of EOS and NX-OS ports: the value of all other RoCE ports is shown, never applied."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft
from roce_lint.model.device import PortRef
from roce_lint.model.fact import known
from roce_lint.model.terms import PortKind


def as_likes(case: Case) -> Draft | None:
    """Show the MTU that every other cabled port of the same system has."""
    port = case.port
    if port is None:
        return None
    cabled = case.shop.fabric.peers()
    here = PortRef(case.device.name, port.name)
    sizes = {
        known(other.ip_mtu_bytes, 0)
        for device in case.shop.fabric.devices
        if device.os == case.device.os
        for other in device.ports
        if other.kind is PortKind.ETHERNET
        and PortRef(device.name, other.name) in cabled
        and PortRef(device.name, other.name) != here
    }
    larger = {size for size in sizes if size > known(port.ip_mtu_bytes, 0)}
    if len(larger) != 1:
        return None
    wanted = f"mtu {larger.pop()}"
    title = f"{wanted}, as other ports of the fabric have"
    unsafe = "changing the MTU can reset the port, and both ends have to take it"
    if case.line.startswith("interface "):
        return Draft((case.insert_below(case.place.line, wanted),), title, unsafe=unsafe)
    if re.fullmatch(r"mtu \d+", case.line):
        return Draft((case.replace(case.place.line, wanted),), title, unsafe=unsafe)
    return None
