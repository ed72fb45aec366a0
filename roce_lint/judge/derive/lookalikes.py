"""Which ports and cables of a fabric look the same to every rule, so that one is judged for all.

Whatever a rule can name of a port or a cable follows from: the port's own settings, its device as a whole, what its
cable is, and what the other end pauses for. A key holds all of that. Only names and places differ among things with one
key; where those decide (a fault that is told once for several ports, a rewritten marking), a thing has no key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from roce_lint.fabric.port_basics import pfc_on
from roce_lint.fabric.port_chain import leads_elsewhere
from roce_lint.judge.derive.likeness import Likeness, brief
from roce_lint.judge.derive.port_derivation import PortDerivation
from roce_lint.judge.derive.port_mtu import needed_ip_mtu
from roce_lint.judge.derive.port_watchdog import cause_of_no_watchdog, lacks_watchdog
from roce_lint.model.device import Device, Link, Port, PortRef, PortValues, is_host
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.logic import all_of, is_false
from roce_lint.values import dataclass

Key: TypeAlias = tuple[object, ...]
_Pauses: TypeAlias = tuple[tuple[bool | None, bool | None], ...]


@dataclass(frozen=True, slots=True)
class _Look:
    """What follows from a port's own settings, once for all ports that have the same.

    `pauses`: the number of what it sends and obeys pauses for. `is_single`: no other port is like it.
    """

    number: int
    pauses: int
    is_single: bool
    lacks_watchdog: bool


@dataclass(frozen=True, slots=True)
class _Settings:
    """What decides about a port besides its cable and its description; `tell_all`: nothing else of its device does."""

    look: _Look
    key: Key
    tell_all: bool


class Lookalikes:
    """Gives ports and cables their keys."""

    def __init__(self, derivation: PortDerivation, common: Mapping[str, Mapping[str, object]]) -> None:
        """`common` holds for each device what all its judged things have in common, once the device is judged."""
        self._derivation = derivation
        self._common = common
        self._likeness = Likeness()
        self._devices: dict[str, int] = {}
        self._ports: dict[PortRef, Key | None] = {}
        self._keys: dict[Key, Key] = {}
        self._looks: dict[int, _Look] = {}
        self._pauses: dict[_Pauses, int] = {}
        self._looks_alike: dict[int, _Look] = {}
        self._settings: dict[int, _Settings] = {}

    def port_key(self, ref: PortRef) -> Key | None:
        """Return the key of a port; None for one that is like no other."""
        if ref not in self._ports:
            key = self._key_of(ref)
            # Thousands of ports have one key, and it is kept once.
            self._ports[ref] = None if key is None else self._keys.setdefault(key, key)
        return self._ports[ref]

    def link_key(self, link: Link) -> Key | None:
        """Return the key of a cable; None for one that is like no other."""
        a, b = self.port_key(link.a), self.port_key(link.b)
        if a is None or b is None:
            return None
        return a, b, link.origin, brief(link.length_m)

    def _key_of(self, ref: PortRef) -> Key | None:
        of = self._derivation
        device, port = of.ports[ref]
        model = port.values
        settings = self._settings.get(id(model))
        if settings is None:
            settings = self._settings[id(model)] = self._settings_of(device, model)
        if settings.look.is_single:
            return None
        inside = ref.port in of.domain.inside[ref.device]
        key = (settings.key, self._cable(ref), inside, leads_elsewhere(port))
        return key if settings.tell_all else (*key, *self._rest(device, port, settings.look))

    def _rest(self, device: Device, port: Port, look: _Look) -> Key:
        """Return what other ports of the device add to what is effective on a port."""
        of, lag = self._derivation, port.values.lag
        cause = cause_of_no_watchdog(port) if look.lacks_watchdog else ""
        return (
            (brief(of.bundle_agrees(device, port)), brief(of.speed_fits(device, port)))
            if isinstance(lag, Stated) and lag.value
            else None,
            brief(needed_ip_mtu(device, port)) if device.nics else None,
            bool(cause) and cause in of.causes_at_hosts(device),
            of.gateway_mtu_in_brief(device, port),
        )

    def _settings_of(self, device: Device, port: PortValues) -> _Settings:
        """Return what the settings of a port and its device as a whole decide; alike ports are asked once."""
        look, lag = self._look(port), port.lag
        if look.is_single:
            return _Settings(look, (), tell_all=False)
        of = self._derivation
        bundled = isinstance(lag, Stated) and bool(lag.value)
        others_count = bundled or bool(device.nics) or look.lacks_watchdog or of.may_route(device)
        key = self._device(device), look.number, of.devices[device.name].mtu_is_usual(port)
        return _Settings(look, key, tell_all=not others_count)

    def _cable(self, ref: PortRef) -> Key | None:
        """Return what a port's cable is, and what the other end pauses for; None where no cable is known."""
        of = self._derivation
        link = of.peers.get(ref)
        if link is None:
            return None
        device, port = of.ports[link.b if link.a == ref else link.a]
        return is_host(device), link.origin, brief(link.length_m), self._look(port.values).pauses

    def _look(self, model: PortValues) -> _Look:
        """Return the look of a port; ports that say the same, as their reader knows, are looked at once."""
        found = self._looks_alike.get(id(model))
        if found is None:
            found = self._looks_alike[id(model)] = self._look_anew(model)
        return found

    def _look_anew(self, port: PortValues) -> _Look:
        number = self._likeness.port(port)
        found = self._looks.get(number)
        if found is None:
            pauses = _pauses_of(port)
            rewrites = not is_false(port.qos.rewrite_enabled) and bool(port.qos.rewrites)
            is_single = bool(port.qos.classification.remarks) or rewrites
            is_single = is_single or any(False in pauses[one] for one in self._derivation.lossless)
            pausing = self._pauses.setdefault(pauses, len(self._pauses))
            found = self._looks[number] = _Look(number, pausing, is_single, lacks_watchdog(port))
        return found

    def _device(self, device: Device) -> int:
        """Return the number of all that a device lends to its ports."""
        if device.name not in self._devices:
            derivation = self._derivation.devices[device.name]
            plain = [self._likeness.without_name(value) for _, value in sorted(self._common[device.name].items())]
            self._devices[device.name] = self._likeness.number((device.os, device.buffer, derivation.lends, *plain))
        return self._devices[device.name]


def _pauses_of(port: PortValues) -> _Pauses:
    """Return for each priority whether the port sends pause and obeys it; None where that is not known."""
    on = pfc_on(port)
    return tuple([(_both(on, one.generates_pause), _both(on, one.honours_pause)) for one in port.qos.priorities])


def _both(on: Fact[bool], wanted: Fact[bool]) -> bool | None:
    together = all_of(on, wanted)
    return None if isinstance(together, Unknown) else together.value
