"""Which port a name means: devices with or without their domain, ports long or short, RDMA devices of NICs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from roce_lint.model.cable_names import CableNames, short_name
from roce_lint.model.device import Device, PortRef
from roce_lint.model.fact import Stated
from roce_lint.model.interface_names import canonical_interface


class PortDirectory:
    """Finds devices and ports by any spelling of their names."""

    def __init__(self, devices: Sequence[Device], also_named: Iterable[str] = ()) -> None:
        """`also_named`: devices that descriptions may speak of, and that are not among `devices`."""
        self.devices = {short_name(device.name): device.name for device in devices}
        self._spelling: dict[str, str] = {}
        self._short: dict[str, str] = {}
        spelled = self._spelled
        ports: dict[str, dict[str, str]] = defaultdict(dict)
        self._exact: dict[str, dict[str, str]] = {}
        for device in devices:
            own = ports[device.name]
            own.update([(spelled(port.name), port.name) for port in device.ports])
            if len(own) < len(device.ports):
                # `eth0` of the management and `Ethernet0` of the panel are two ports of one device.
                self._exact[device.name] = {port.name.lower(): port.name for port in device.ports}
        for device in devices:
            for nic in device.nics:
                if isinstance(nic.rdma_device, Stated):
                    ports[device.name].setdefault(nic.rdma_device.value.lower(), nic.port)
        self._ports = dict(ports)
        self._also_named = tuple(also_named)

    @cached_property
    def _names(self) -> CableNames:
        # Only descriptions ask for it.
        return CableNames((*self.devices, *self._also_named))

    def device(self, name: str) -> str | None:
        """Return a device as it calls itself; None where it was not read."""
        short = self._short.get(name)
        if short is None:
            short = self._short[name] = short_name(name)
        return self.devices.get(short)

    def resolve(self, ref: PortRef) -> PortRef | None:
        """Return the port as its device spells it; None where no such device or port was read."""
        device = self.device(ref.device)
        if device is None:
            return None
        exact = self._exact.get(device, {}).get(ref.port.lower())
        port = exact or self._ports[device].get(self._spelled(ref.port))
        return None if port is None else PortRef(device, port)

    def _spelled(self, name: str) -> str:
        """Return one spelling of an interface name; switches have the same ones."""
        spelled = self._spelling.get(name)
        if spelled is None:
            spelled = self._spelling[name] = canonical_interface(name).lower()
        return spelled

    def named_in(self, text: str) -> PortRef | None:
        """Return the port that a description names by device and interface, if it names one.

        Interfaces of hosts have any name (`ens1f0np0`, or `mlx5_0` of the RDMA device).
        """
        named = self._names.named_in(text)
        if named is None:
            return None
        device, interfaces = named
        for written in interfaces:
            port = self.resolve(PortRef(device, written))
            if port is not None:
                return port
        return None
