"""What ports tell their peers by DCBX: the priority in which RoCE is to be sent (`dcbx application`)."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.model.device import Device, ToldPriority
from roce_lint.model.fact import Source
from roce_lint.os.eos.names import interface_names
from roce_lint.text.lines import Line
from roce_lint.text.patterns import late_pattern
from roce_lint.values import replace

# RoCEv2 is UDP port 4791 (IANA); the priority is one of eight (IEEE 802.1Qaz, application priority table).
_ROCE = late_pattern(r"(no |default )?dcbx application udp 4791(?: priority ([0-7]))?")


def with_told_priorities(device: Device, text: str, sections: Iterable[Line]) -> Device:
    """Return the device with the priorities of RoCE that its ports tell, by `text`, the file, and its `sections`."""
    if "dcbx application" not in text:
        return device
    told: dict[str, ToldPriority] = {}
    for section in sections:
        lines = [line for line in section.children if line.text.startswith(("dcbx", "no dcbx", "default dcbx"))]
        if not section.text.startswith("interface ") or not lines:
            continue
        for name in interface_names(section.text.removeprefix("interface")):
            for line in lines:
                found = _ROCE.fullmatch(line.text)
                if found and not found[1] and found[2]:
                    place = Source(device.source.file, line.number, line.number)
                    told[name] = ToldPriority(name, int(found[2]), place)
                elif found:
                    told.pop(name, None)
    return replace(device, told_priorities=tuple(sorted(told.values(), key=lambda one: (one.source, one.port))))
