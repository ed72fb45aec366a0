"""What two states of switches say of sessions, routes and tunnels in different ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from roce_lint.gate.meaning.change import FactChange, Placed
from roce_lint.gate.meaning.fields import same
from roce_lint.gate.meaning.words import shown_value
from roce_lint.gate.routing_demands import routing_demands
from roce_lint.model.device import Device, is_host
from roce_lint.model.fact import Unknown


def routing_differences(read: Iterable[Device], made: Iterable[Device]) -> Iterator[Placed]:
    """Yield what is rendered of sessions, routes and tunnels otherwise than it was read."""
    rendered = {one.name: one for one in made}
    for device in read:
        if device.name not in rendered or is_host(device):
            continue
        other_device = rendered[device.name]
        mine, theirs = routing_demands(device), routing_demands(other_device)
        for part in sorted(mine.keys() | theirs.keys()):
            if part not in mine or part not in theirs:
                words = ("configured", "absent") if part in mine else ("absent", "configured")
                text = "is not rendered" if part in mine else "is rendered and was not there"
                place = next((one.fact.source for one in mine.get(part, {}).values()), device.source)
                yield Placed(device.name, part, FactChange("routing", text, *words, place, other_device.source))
                continue
            for name, demand in mine[part].items():
                other = theirs[part].get(name)
                if other is None or isinstance(demand.fact, Unknown) or same(demand.fact, other.fact):
                    continue
                before = shown_value(name, demand.fact.value) or "none"
                after = "unknown" if isinstance(other.fact, Unknown) else shown_value(name, other.fact.value) or "none"
                text = f"{demand.label} {before} -> {after}"
                change = FactChange(f"routing.{name}", text, before, after, demand.fact.source, other.fact.source)
                yield Placed(device.name, part, change)
