"""`mlxconfig` (or `mstconfig`): calls that store parameters, and the output of `query`."""

from __future__ import annotations

import re

from roce_lint.hosts.command import Command, nic_named
from roce_lint.hosts.mlx5.firmware_parameters import FirmwareValue, firmware_value, read_firmware_values
from roce_lint.hosts.script.parameters import Text
from roce_lint.hosts.settings import NicId, NicKind, Place, SettingsLog
from roce_lint.model.fact import Source
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_DEVICE = lazy_pattern(r"\s*(?:PCI device|Device|Device #\d+)\s*:\s*(?P<name>[/\w.:]+)\s*")
_ROW = lazy_pattern(r"[ \t]*\*?[ \t]+(?P<name>[A-Z_][A-Z0-9_]{2,})(?:\[[\d.]+\])?[ \t]+(?P<values>\S.*)")
_TITLE = lazy_pattern(r"^Device #\d+:|^Configurations:", re.MULTILINE)


def read_mlxconfig(log: SettingsLog, command: Command) -> None:
    """Note the parameters of `mlxconfig -d DEV set NAME=VALUE ...`; they hold from the next start of the firmware."""
    device = command.option("-d", "--dev")
    words = [word for word in command.arguments if not word.text.startswith("-")]
    if not any(word.text in ("set", "s") for word in words):
        return
    assignments = [word for word in words if "=" in word.text]
    values = []
    for word in assignments:
        name, _, value = word.text.partition("=")
        if "$" in name:
            log.not_understood(command.place, f"parameter {name} is known only to the host")
            continue
        resolved = word.resolved or "$" not in value
        values.append(firmware_value(name, Text(value, resolved, word.line), command.place))
    read_firmware_values(log, nic_named(device) if device else NicId(NicKind.PCI, "*"), values)


def is_mlxconfig_output(text: str) -> bool:
    """Return whether a text is the output of `mlxconfig query`."""
    return _TITLE.search(text) is not None and re.search(r"^[ \t]*Device type:", text, re.MULTILINE) is not None


def read_mlxconfig_output(log: SettingsLog, document: Document) -> None:
    """Note what `mlxconfig -d DEV q` prints, or `mlxconfig -e q`, whose column `Current` is taken.

    Without `-e` the values are those of the next start: nothing says whether the firmware runs with them already.
    """
    nic = NicId(NicKind.PCI, "*")
    values: list[FirmwareValue] = []
    columns = 1
    for number, line in enumerate(document.text.splitlines(), 1):
        device = _DEVICE.fullmatch(line)
        if device and (device["name"].startswith("/") or re.search(r"[:.]", device["name"])):
            read_firmware_values(log, nic, values)
            nic, values = nic_named(Text(device["name"], True)), []
        elif line.startswith("Configurations:"):
            columns = 3 if "Current" in line else 1
        row = _ROW.fullmatch(line)
        if not row or "Configurations" in line:
            continue
        cells = row["values"].split()
        if len(cells) >= columns:
            source = Source(document.path, number, number)
            value = Text(cells[1] if columns == 3 else cells[0], True)
            values.append(firmware_value(row["name"], value, Place(source, line.strip())))
    read_firmware_values(log, nic, values)
