"""Access lists on RoCE ports that no RoCE packet passes."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.facts.derive.judged import Judged
from roce_lint.facts.fact import Fact, Stated, known
from roce_lint.facts.model import Device
from roce_lint.facts.twin import alike
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class FilterState:
    """An access list on a RoCE port; `passes_roce` is false where it is applied, `entry` at the line that drops.

    A device without such a list is one healthy entity.
    """

    name: str
    direction: str
    passes_roce: Fact[bool]
    entry: Fact[bool]


def judged_filters(device: Device, inside: frozenset[str], common: Mapping[str, object]) -> list[Judged]:
    """Return the lists that drop RoCE on ports `inside` its domain, or on their bundles; else one healthy thing."""
    if device.port_filters:
        bundles = {known(alike(port).lag, "") for port in device.ports if port.name in inside}
        made = []
        for one in device.port_filters:
            if one.port in inside or one.port in bundles:
                state = FilterState(one.name, one.direction, Stated(False, one.source), Stated(False, one.entry))
                made.append(Judged(device.name, one.port, one.source, {**common, "filter": state}))
        if made:
            return made
    passes = Stated(True, device.source)
    return [Judged(device.name, "", device.source, {**common, "filter": FilterState("", "", passes, passes)})]
