"""What ports announce to their peers by DCBX: the priority in which RoCE is to be sent (`dcbx application`)."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.model.device import AnnouncedPriority
from roce_lint.model.fact import Stated
from roce_lint.os.eos.interface_lines import PortDraft


def announced_priorities(ports: Iterable[PortDraft]) -> tuple[AnnouncedPriority, ...]:
    """Return the priorities of RoCE that ports announce, in order of place."""
    found = [(port.name, port.announced_roce_priority) for port in ports]
    result = [AnnouncedPriority(name, said.value, said.source) for name, said in found if isinstance(said, Stated)]
    return tuple(sorted(result, key=lambda one: (one.source, one.port)))
