"""Which ports and cables of a fabric are equivalent: every rule says the same of them, so that one is evaluated for
all.

Whatever a rule can name of a port or a cable follows from: what the port says, its device as a whole, what its cable
is, and what the other end pauses for. A key holds all of that. Only names and places differ among things with one key;
where those decide (a fault that is reported once for several ports, a rewritten marking), a thing has no key.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import TypeAlias

from roce_lint.fabric.port_basics import pfc_on
from roce_lint.fabric.port_chain import leads_elsewhere
from roce_lint.judge.derive.port_derivation import PortDerivation
from roce_lint.judge.derive.wd.port_watchdog import cause_of_no_watchdog, lacks_watchdog
from roce_lint.model.device import Device, Link, Port, PortRef, PortValues, is_host
from roce_lint.model.equal_ports import fact_names
from roce_lint.model.fact import SAID, Fact, Stated, Unknown
from roce_lint.model.logic import all_of, is_false
from roce_lint.model.place import ValueParts, fields_of
from roce_lint.model.port import PARTS_OF_QOS
from roce_lint.model.qos import PortQos
from roce_lint.values import dataclass

_EquivalenceKey: TypeAlias = tuple[object, ...]
_Pauses: TypeAlias = tuple[tuple[bool | None, bool | None], ...]
_OF_ONE_PORT = ("source", "description", "addresses", "vlans", "lag", "qos")
"""What ports of one purpose say in different ways. What descriptions, bundles and VLANs decide is asked for apart."""
_QOS_FACTS = fact_names(PortQos)
_FACTS = (
    *[name for name in fact_names(PortValues) if name not in _OF_ONE_PORT],
    *[f"qos.{name}" for name in _QOS_FACTS],
)
_facts_of, _said_of = attrgetter(*_FACTS), attrgetter(*[f"{name}.{SAID}" for name in _FACTS])
_parts_of = attrgetter(*[f"qos.{name}" for name in PARTS_OF_QOS if name not in _QOS_FACTS])


@dataclass(frozen=True, slots=True)
class _Settings:
    """What follows from what a port says.

    `number` tells it from others, and `pauses` from those that send or obey pauses for other priorities. `is_single`:
    no port is equivalent to one that says this.
    """

    number: int
    pauses: _Pauses
    is_single: bool
    lacks_watchdog: bool


@dataclass(frozen=True, slots=True)
class _OnDevice:
    """The same on a device; `is_all`: nothing but the cable and the description of a port decides about it besides."""

    settings: _Settings
    key: _EquivalenceKey
    is_all: bool


class EquivalenceKeys:
    """Gives ports and cables their keys."""

    def __init__(self, derivation: PortDerivation, common: Mapping[str, Mapping[str, object]]) -> None:
        """`common` holds for each device what all its evaluated things have in common, once the device is evaluated."""
        self._derivation = derivation
        self._common = common
        self._numbers: dict[object, int] = {}
        self._by_identity: dict[int, tuple[object, int]] = {}
        self._devices: dict[str, int] = {}
        self._ports: dict[PortRef, _EquivalenceKey | None] = {}
        self._keys: dict[_EquivalenceKey, _EquivalenceKey] = {}
        self._by_number: dict[int, _Settings] = {}
        self._by_values: dict[int, _Settings] = {}
        self._on_device: dict[tuple[str, int], _OnDevice] = {}

    def port_key(self, ref: PortRef) -> _EquivalenceKey | None:
        """Return the key of a port; None for one that no other is equivalent to."""
        if ref not in self._ports:
            key = self._key_of(ref)
            # Thousands of ports have one key, and it is kept once.
            self._ports[ref] = None if key is None else self._keys.setdefault(key, key)
        return self._ports[ref]

    def link_key(self, link: Link) -> _EquivalenceKey | None:
        """Return the key of a cable; None for one that no other is equivalent to."""
        a, b = self.port_key(link.a), self.port_key(link.b)
        if a is None or b is None:
            return None
        return a, b, link.origin, _without_place(link.length_m)

    def _key_of(self, ref: PortRef) -> _EquivalenceKey | None:
        device, port = self._derivation.ports[ref]
        known = self._on_device.get((device.name, id(port.values)))
        if known is None:
            known = self._on_device[device.name, id(port.values)] = self._settings_on(device, port.values)
        if known.settings.is_single:
            return None
        inside = ref.port in self._derivation.domain.inside[ref.device]
        key = (known.key, self._cable(ref), inside, leads_elsewhere(port))
        return key if known.is_all else (*key, *self._rest(device, port, known.settings))

    def _rest(self, device: Device, port: Port, settings: _Settings) -> _EquivalenceKey:
        """Return what other ports of the device add to what is effective on a port."""
        of, lag = self._derivation, port.values.lag
        cause = cause_of_no_watchdog(port) if settings.lacks_watchdog else ""
        return (
            (_without_place(of.bundle_agrees(device, port)), _without_place(of.speed_fits(device, port)))
            if isinstance(lag, Stated) and lag.value
            else None,
            _without_place(of.needed_mtu(device, port)) if device.nics else None,
            bool(cause) and cause in of.causes_at_hosts(device),
            of.gateway_mtu_in_brief(device, port),
        )

    def _settings_on(self, device: Device, values: PortValues) -> _OnDevice:
        """Return what a port's values and its device as a whole decide."""
        settings, lag, of = self._settings(values), values.lag, self._derivation
        if settings.is_single:
            return _OnDevice(settings, (), is_all=False)
        bundled = isinstance(lag, Stated) and bool(lag.value)
        others_count = bundled or bool(device.nics) or settings.lacks_watchdog or of.may_route(device)
        own = of.devices[device.name]
        key = self._device(device), settings.number, own.mtu_is_usual(values), own.fec_is_odd(values)
        return _OnDevice(settings, key, is_all=not others_count)

    def _cable(self, ref: PortRef) -> _EquivalenceKey | None:
        """Return what a port's cable is, and what the other end pauses for; None where no cable is known."""
        of = self._derivation
        link = of.peers.get(ref)
        if link is None:
            return None
        device, port = of.ports[link.other_end(ref)]
        return is_host(device), link.origin, _without_place(link.length_m), self._settings(port.values).pauses

    def _settings(self, values: PortValues) -> _Settings:
        found = self._by_values.get(id(values))
        if found is None:
            said = _said_of(values)
            kinds = *map(type, _facts_of(values)), *map(type, said)
            number = self._number((values.kind, *kinds, *said, *map(self._number_of, _parts_of(values))))
            found = self._by_number.get(number)
            if found is None:
                found = self._by_number[number] = self._settings_of(number, values)
            self._by_values[id(values)] = found
        return found

    def _settings_of(self, number: int, values: PortValues) -> _Settings:
        pauses = _pauses_of(values)
        rewrites = not is_false(values.qos.rewrite_enabled) and bool(values.qos.rewrites)
        is_single = bool(values.qos.classification.remarks) or rewrites
        is_single = is_single or any(False in pauses[one] for one in self._derivation.lossless)
        return _Settings(number, pauses, is_single, lacks_watchdog(values))

    def _device(self, device: Device) -> int:
        """Return the number of all that a device lends to its ports."""
        if device.name not in self._devices:
            derivation, common = self._derivation.devices[device.name], self._common[device.name]
            parts = ValueParts()
            parts.add((device.os, device.buffer, derivation.lends))
            for _, state in sorted(common.items()):
                parts.add(tuple([getattr(state, name) for name in fields_of(state.__class__) if name != "name"]))
            self._devices[device.name] = self._number(tuple(parts.words))
        return self._devices[device.name]

    def _number_of(self, part: object) -> int:
        """Return the number of what a part says: the same object is looked at once, and kept."""
        known = self._by_identity.get(id(part))
        if known is None:
            parts = ValueParts()
            parts.add(part)
            known = self._by_identity[id(part)] = part, self._number(tuple(parts.words))
        return known[1]

    def _number(self, words: object) -> int:
        return self._numbers.setdefault(words, len(self._numbers))


def _without_place(fact: Fact[object]) -> object:
    """Return what a fact says, as far as a rule can tell."""
    return fact.because if isinstance(fact, Unknown) else (fact.__class__, fact.value)


def _pauses_of(values: PortValues) -> _Pauses:
    """Return for each priority whether the port sends pause and obeys it; None where that is not known."""
    on = pfc_on(values)
    return tuple([(_both(on, one.generates_pause), _both(on, one.honours_pause)) for one in values.qos.priorities])


def _both(on: Fact[bool], wanted: Fact[bool]) -> bool | None:
    together = all_of(on, wanted)
    return None if isinstance(together, Unknown) else together.value
