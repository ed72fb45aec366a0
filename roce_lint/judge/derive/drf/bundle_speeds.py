"""Whether the members of a bundle have one speed, as they must to carry its traffic together (IEEE 802.1AX)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Stated
from roce_lint.model.logic import is_false
from roce_lint.model.terms import PortKind

_ONE_SPEED = "no two speeds are stated in the LAG"


def bundle_speeds(device: Device) -> Mapping[str, Fact[bool]]:
    """Return for each member whether its speed is that of its bundle: what the bundle states, else most members do.

    Of two speeds of equally many members the higher one is meant. Members that are shut down do not count.
    """
    bundles: dict[str, list[Port]] = defaultdict(list)
    for port in device.ports:
        # Most ports are in none, and ports that look alike are asked as one.
        model = port.values
        if model.kind is not PortKind.ETHERNET or is_false(model.enabled):
            continue
        if isinstance(model.lag, Stated) and model.lag.value:
            bundles[model.lag.value].append(port)
    if not bundles:
        return {}
    stated = {port.name: port.speed_gbps for port in device.ports if port.name in bundles}
    found: dict[str, Fact[bool]] = {}
    for name, members in bundles.items():
        speeds = [port.speed_gbps.value for port in members if isinstance(port.speed_gbps, Stated)]
        of_bundle = stated.get(name)
        usual = of_bundle.value if isinstance(of_bundle, Stated) else _most(speeds)
        for port in members:
            speed = port.speed_gbps
            if isinstance(speed, Stated) and speed.value != usual:
                found[port.name] = Stated(False, speed.source)
            else:
                found[port.name] = Default(True, port.source, _ONE_SPEED)
    return found


def _most(speeds: list[int]) -> int:
    """Return the speed of most members, 0 if none states one."""
    counts = Counter(speeds)
    return max(counts, key=lambda speed: (counts[speed], speed), default=0)
