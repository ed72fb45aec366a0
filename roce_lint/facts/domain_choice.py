"""What the settings say about where RoCE is: ports that belong to its domain, and ports that do not."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from roce_lint.facts.fact import Stated, Unknown
from roce_lint.facts.model import Device, Port


@dataclass(frozen=True, slots=True)
class PortPatterns:
    """Ports named by patterns (`*`, `?`, `[...]`); a port belongs to them when any one fits.

    `interfaces` are names of ports, or `device:port`. `vlans` are the VLAN ids that a port switches, 1 to 4094.
    """

    devices: tuple[str, ...] = ()
    interfaces: tuple[str, ...] = ()
    descriptions: tuple[str, ...] = ()
    vrfs: tuple[str, ...] = ()
    vlans: frozenset[int] = frozenset()

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
            for pattern in self.descriptions:
                if fnmatchcase(port.description.value.casefold(), pattern.casefold()):
                    return f"description {pattern}"
        if not isinstance(port.vrf, Unknown):
            for pattern in self.vrfs:
                if fnmatchcase(port.vrf.value, pattern):
                    return f"VRF {pattern}"
        if not isinstance(port.vlans, Unknown):
            shared = self.vlans & port.vlans.value
            if shared:
                return f"VLAN {min(shared)}"
        return ""


@dataclass(frozen=True, slots=True)
class DomainChoice:
    """The ports that the settings put into the RoCE domain or out of it; out weighs more, silence leaves inference."""

    include: PortPatterns = PortPatterns()
    exclude: PortPatterns = PortPatterns()
    place: str = ""

    def leaves_out(self, device: Device, port: Port) -> str:
        """Return why the port is out, in words; empty when the settings do not say so."""
        reason = self.exclude.reason(device, port)
        return f"{self.place} leaves it out ({reason})" if reason else ""

    def takes_in(self, device: Device, port: Port) -> str:
        """Return why the port is in, in words; empty when the settings do not say so."""
        reason = self.include.reason(device, port)
        return f"{self.place} takes it in ({reason})" if reason else ""


NOTHING_CHOSEN = DomainChoice()
