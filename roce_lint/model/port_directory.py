"""Which port a name means: devices with or without their domain, ports long or short, RDMA devices of NICs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from roce_lint.model.device import Device, PortRef
from roce_lint.model.fact import Stated
from roce_lint.model.interface_names import canonical_interface
from roce_lint.model.masked_digits import masked_digits
from roce_lint.text.patterns import lazy_pattern


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


_INTERFACE = lazy_pattern(r"(?<![A-Za-z])(?:ethernet|eth|et|e)[- ]?\d+(?:[/-]\d+)*", re.IGNORECASE)
_NAME = lazy_pattern(r"[A-Za-z][\w.-]*\d\w*")
_PART_OF_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_MOST_REMEMBERED = 20_000

_Spans: TypeAlias = tuple[tuple[int, int], ...]


def short_name(name: str) -> str:
    """Return a device name without its domain, in lower case; an address is kept whole."""
    lowered = name.strip().lower()
    return lowered if re.fullmatch(r"[\d.]+", lowered) else lowered.split(".", 1)[0]


class CableNames:
    """Finds what a description says of a cable: the device that it names, and what may be its interface."""

    def __init__(self, devices: Iterable[str]) -> None:
        """Look for these names of devices, without their domains, and for no others."""
        self._names = frozenset(map(short_name, devices))
        masked_names: defaultdict[int, set[bytes]] = defaultdict(set)
        for name in self._names:
            masked_names[len(name)].add(masked_digits(name))
        self._masked = sorted(masked_names.items(), reverse=True)
        self._spans: dict[bytes, _Spans] = {}
        self._written: dict[str, tuple[str, ...]] = {}

    def named_in(self, text: str) -> tuple[str, tuple[str, ...]] | None:
        """Return the device as it is written, and what may be an interface of it, the likeliest first; or None.

        Of several names the first in the text counts, and of two that begin there the longer one.
        """
        lowered = text.lower()
        masked = masked_digits(lowered)
        spans = self._spans.get(masked)
        if spans is None:
            spans = self._spans[masked] = self._possible(lowered)
        for start, end in spans:
            if lowered[start:end] in self._names:
                return lowered[start:end], self._interfaces(f"{text[:start]} {text[end:]}")
        return None

    def _possible(self, text: str) -> _Spans:
        """Return where texts that differ in digits alone may name a device, by itself."""
        found: list[tuple[int, int]] = []
        for start in range(len(text) + 1):
            if start and text[start - 1] in _PART_OF_NAME:
                continue
            for length, masked_names in self._masked:
                end = start + length
                is_whole = end == len(text) or (end < len(text) and text[end] not in _PART_OF_NAME)
                if is_whole and masked_digits(text[start:end]) in masked_names:
                    found.append((start, end))
        return tuple(found)

    def _interfaces(self, rest: str) -> tuple[str, ...]:
        """Return what may be an interface in the rest of a text; switches of a fleet have the same ones."""
        written = self._written.get(rest)
        if written is None:
            written = tuple([one.group() for one in (*_INTERFACE.finditer(rest), *_NAME.finditer(rest))])
            if len(self._written) < _MOST_REMEMBERED:
                self._written[rest] = written
        return written
