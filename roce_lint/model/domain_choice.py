"""What the settings say about where RoCE is: ports that belong to its domain, and ports that do not."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from roce_lint.model.fact import Stated, Unknown
from roce_lint.values import dataclass, replace

if TYPE_CHECKING:
    from roce_lint.model.device import Device, Port


@dataclass(frozen=True, slots=True)
class PortPatterns:
    """Ports named by patterns (`*`, `?`, `[...]`); a port belongs to them when any one fits, or fits its bundle.

    `interfaces` are names of ports, or `device:port`; descriptions are compared without regard to case. `vlans` are
    the VLAN ids that a port switches, 1 to 4094.
    """

    devices: tuple[str, ...] = ()
    interfaces: tuple[str, ...] = ()
    descriptions: tuple[str, ...] = ()
    vrfs: tuple[str, ...] = ()
    vlans: frozenset[int] = frozenset()

    def apart(self) -> Iterator[tuple[str, PortPatterns]]:
        """Yield each pattern by itself, with its words; the VLANs together."""
        yield from ((f"devices {one}", PortPatterns(devices=(one,))) for one in self.devices)
        yield from ((f"interfaces {one}", PortPatterns(interfaces=(one,))) for one in self.interfaces)
        yield from ((f"descriptions {one}", PortPatterns(descriptions=(one,))) for one in self.descriptions)
        yield from ((f"vrfs {one}", PortPatterns(vrfs=(one,))) for one in self.vrfs)
        if self.vlans:
            yield "vlans", PortPatterns(vlans=self.vlans)

    def reason(self, device: Device, port: Port) -> str:
        """Return which pattern names the port, in words; empty when none does."""
        for pattern in self.devices:
            if fnmatchcase(device.name, pattern):
                return f"device {pattern}"
        for pattern in self.interfaces:
            name = f"{device.name}:{port.name}" if ":" in pattern else port.name
            if fnmatchcase(name, pattern):
                return f"interface {pattern}"
        if isinstance(port.description, Stated):
            words = port.description.value.casefold()
            for pattern in self.descriptions:
                if fnmatchcase(words, pattern.casefold()):
                    return f"description {pattern}"
        if not isinstance(port.vrf, Unknown):
            for pattern in self.vrfs:
                if fnmatchcase(port.vrf.value, pattern):
                    return f"VRF {pattern}"
        shared = frozenset() if isinstance(port.vlans, Unknown) else self.vlans & port.vlans.value
        return f"VLAN {min(shared)}" if shared else ""


@dataclass(frozen=True, slots=True)
class DomainChoice:
    """The ports that the settings put into the RoCE domain or out of it; out weighs more, silence leaves inference.

    `place` is the file of the settings.
    """

    include: PortPatterns = PortPatterns()
    exclude: PortPatterns = PortPatterns()
    place: str = ""

    @property
    def is_silent(self) -> bool:
        """Return whether it says nothing of any port."""
        return self.include == self.exclude == PortPatterns()

    def leaves_out(self, device: Device, port: Port) -> str:
        """Return why the port is out, in words; empty when the settings do not say so."""
        reason = _reason(self.exclude, device, port)
        return f"{self.place} leaves it out ({reason})" if reason else ""

    def takes_in(self, device: Device, port: Port) -> str:
        """Return why the port is in, in words; empty when the settings do not say so, or leave it out."""
        reason = _reason(self.include, device, port)
        if not reason or _reason(self.exclude, device, port):
            return ""
        return f"{self.place} takes it in ({reason})"

    def unused(self, devices: tuple[Device, ...]) -> tuple[str, ...]:
        """Return the patterns that name no port of the devices, such as `exclude.vrfs STORAGE`."""
        sides = (("include", self.include), ("exclude", self.exclude))
        return tuple(
            f"{side}.{words}"
            for side, patterns in sides
            for words, one in patterns.apart()
            if not any(one.reason(device, port) for device in devices for port in device.ports)
        )

    def without_left_out(self, devices: tuple[Device, ...]) -> tuple[Device, ...]:
        """Return the devices without the ports that are left out, so that these tell nothing of the others."""
        if self.exclude == PortPatterns():
            return devices
        return tuple(
            replace(device, ports=tuple(port for port in device.ports if not self.leaves_out(device, port)))
            for device in devices
        )


def _reason(patterns: PortPatterns, device: Device, port: Port) -> str:
    """Return which pattern names the port or the bundle that it is a member of."""
    if patterns == PortPatterns():
        return ""
    reason = patterns.reason(device, port)
    if reason or isinstance(port.lag, Unknown) or not port.lag.value:
        return reason
    bundle = port.lag.value
    return next((patterns.reason(device, other) for other in device.ports if other.name == bundle), "")


NOTHING_CHOSEN = DomainChoice()
