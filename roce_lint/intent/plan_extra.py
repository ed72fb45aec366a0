"""Which lines of the user's own go to which switch and port."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_extra import Extra
from roce_lint.intent.plan import DevicePlan
from roce_lint.intent.view import PortExtraView, SwitchView
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.os.registry import switch_names


def check_extras(intent: Intent, devices: Sequence[DevicePlan], faults: IntentFaults) -> None:
    """Complain about entries for systems that do not exist, and warn of those that no switch gets."""
    for index, one in enumerate(intent.extra):
        for position, system in enumerate(one.systems):
            if system not in switch_names():
                known = ", ".join(switch_names())
                faults.refuse(("extra", index, "systems", position), f"{system!r} is no system; known are {known}")
        if "{port}" in one.lines and not one.ports:
            message = "{port} stands for a port, and the lines are for switches as a whole; name `ports`"
            faults.refuse(("extra", index, "lines"), message)
        if not any(_is_for(one, device) for device in devices):
            faults.refuse(("extra", index), "no switch is of these devices, roles and systems; the lines would be lost")


def extra_lines(intent: Intent, device: DevicePlan) -> tuple[str, ...]:
    """Return the lines for a switch as a whole, in the order of the intent."""
    return tuple(
        _filled(line, device, "")
        for one in intent.extra
        if not one.ports and _is_for(one, device)
        for line in one.lines.rstrip().splitlines()
        if line.strip()
    )


def port_extras(
    intent: Intent, device: DevicePlan, ports: Sequence[str], faults: IntentFaults
) -> tuple[PortExtraView, ...]:
    """Return the lines of each port that gets any; an entry that fits no port of the switch is complained about."""
    found: dict[str, list[str]] = {}
    for index, one in enumerate(intent.extra):
        if not one.ports or not _is_for(one, device):
            continue
        for position, pattern in enumerate(one.ports):
            if not any(fnmatchcase(port, pattern) for port in ports):
                message = f"{device.name} has no port {pattern!r} with a cable"
                faults.refuse(("extra", index, "ports", position), message)
        for port in ports:
            if any(fnmatchcase(port, pattern) for pattern in one.ports):
                lines = [line for line in one.lines.rstrip().splitlines() if line.strip()]
                found.setdefault(port, []).extend(_filled(line, device, port) for line in lines)
    return tuple(PortExtraView(port, tuple(lines)) for port, lines in found.items())


def entry_with_line(intent: Intent, device: DevicePlan, view: SwitchView, line: str) -> YamlPath:
    """Return the entry of `extra` that gives a switch, or one of its ports, a line."""
    ports = ["", *(one.port for one in view.port_extra)]
    for index, one in enumerate(intent.extra):
        given = [_filled(text, device, port) for text in one.lines.splitlines() for port in ports]
        if _is_for(one, device) and line in given:
            return ("extra", index, "lines")
    return ("extra",)


def _is_for(one: Extra, device: DevicePlan) -> bool:
    return (
        (not one.devices or any(fnmatchcase(device.name, pattern) for pattern in one.devices))
        and (not one.roles or any(role.value == device.role.value for role in one.roles))
        and (not one.systems or device.platform.os in one.systems)
    )


def _filled(line: str, device: DevicePlan, port: str) -> str:
    filled = line.replace("{name}", device.name).replace("{number}", str(device.number))
    return filled.replace("{port}", port) if port else filled
