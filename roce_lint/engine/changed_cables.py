"""The cables of a kept fabric after some of its switches have changed: only what names these is inferred anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from roce_lint.engine.cached_fabric import KeptFabric
from roce_lint.engine.cached_messages import KeptWords, cable_words_of
from roce_lint.engine.changed_switches import ChangedSwitches
from roce_lint.fabric.links import infer_links
from roce_lint.judge.derive.region import NeedsWholeError
from roce_lint.model.cable_names import CableNames, short_name
from roce_lint.model.device import Device, Link, Port, PortRef
from roce_lint.model.fact import Stated, Unknown
from roce_lint.model.port_directory import PortDirectory


class ChangedCables:
    """Finds the cables of a fabric of which some switches have changed; the others are as they were kept.

    A cable is inferred from what its two ends say, and from what others say of one of them. So the devices around are
    those that are cabled to a changed one, have an address in a subnet of which it has or had one, are named by its
    descriptions or name it; and the same around each port that gets another cable. Among them all cables are inferred
    twice, as it was and as it is: where the first does not give what is kept, or something contradicts a cable, more
    bears on them than is known here.
    """

    def __init__(
        self, kept: KeptFabric, words: KeptWords, switches: ChangedSwitches, stated: Sequence[Link], most: int
    ) -> None:
        """`stated` are the links that intents tell; more devices than `most` are not looked at. See `links`."""
        self._kept, self._words = kept, words
        self._facts = switches.facts_before
        self._before, self._after = switches.before, switches.after
        self._stated, self._most = stated, most
        self._names = [one.name for one in kept.switches]
        self._names_after = [*(name for name in self._names if name not in self._before), *self._after]
        for names in (self._names, self._names_after):
            if len(set(map(short_name, names))) != len(names):
                raise NeedsWholeError("two names that differ in their domain")
        self._speakers = CableNames(self._names), CableNames(self._names_after)
        self._by_short = {short_name(name): name for name in (*self._names_after, *self._names)}

    def links(self) -> tuple[Link, ...]:
        """Return all cables. Raises NeedsWholeError."""
        around = self._around_changed()
        while True:
            around &= set(self._names)
            if len(around) > self._most:
                raise NeedsWholeError("most of the fabric")
            old = self._facts(around | self._before.keys())
            new = {name: device for name, device in old.items() if name not in self._before} | dict(self._after)
            was, now = self._inferred(old, self._names), self._inferred(new, self._names_after)
            differing = {(one.a, one.b) for one in was} ^ {(one.a, one.b) for one in now}
            more = self._around_ports({end for pair in differing for end in pair}, old, new)
            if more & set(self._names) <= around | self._before.keys():
                return self._joined(was, now, old)
            around |= more

    def _inferred(self, devices: Mapping[str, Device], names: Iterable[str]) -> tuple[Link, ...]:
        some = [devices[name] for name in sorted(devices)]
        links, contradictions = infer_links(some, self._stated, PortDirectory(some, names))
        if contradictions:
            raise NeedsWholeError("cables that contradict each other")
        return links

    def _joined(self, was: tuple[Link, ...], now: tuple[Link, ...], old: Mapping[str, Device]) -> tuple[Link, ...]:
        among = [one for one in self._kept.links if one.a.device in old and one.b.device in old]
        if among != list(was):
            raise NeedsWholeError("cables that others bear on")
        rest = [one for one in self._kept.links if one.a.device not in old or one.b.device not in old]
        links = sorted((*rest, *now), key=lambda link: (link.a, link.b))
        ends = [end for link in links for end in (link.a, link.b)]
        if len(set(ends)) != len(ends):
            raise NeedsWholeError("a port with two cables")
        return tuple(links)

    def _around_changed(self) -> set[str]:
        changed = self._before.keys() | self._after.keys()
        found = {
            end.device
            for link in self._kept.links
            if link.a.device in changed or link.b.device in changed
            for end in (link.a, link.b)
        }
        was, now = (
            {word for one in some.values() for word in _interfaces(one)} for some in (self._before, self._after)
        )
        found |= self._owners(text for *_, text in was ^ now)
        for name in changed:
            found |= self._speaking_of(name)
        for device in (*self._before.values(), *self._after.values()):
            found |= self._named_by(device.ports)
        found |= self._stated_with(changed)
        renamed = self._before.keys() ^ self._after.keys()
        if renamed:
            # What named one of these may name another device now, or did so before.
            speakers = self._facts(set().union(*map(self._speaking_of, renamed)))
            for device in speakers.values():
                found |= self._named_by(device.ports)
        return found

    def _around_ports(self, refs: Set[PortRef], old: Mapping[str, Device], new: Mapping[str, Device]) -> set[str]:
        """Return the devices that bear on the cables of some ports."""
        devices = {ref.device for ref in refs}
        found = {name for device in devices for name in self._speaking_of(device)} | self._stated_with(devices)
        for some in (old, new):
            for device in (some[name] for name in devices if name in some):
                names = {ref.port for ref in refs if ref.device == device.name}
                ports = [port for port in device.ports if port.name in names or port.name.rsplit(".", 1)[0] in names]
                found |= self._named_by(ports)
                found |= self._owners(text for port in ports for text in port.stated_addresses)
        return found

    def _stated_with(self, devices: Set[str]) -> set[str]:
        shorts = set(map(short_name, devices))
        found: set[str] = set()
        for link in self._stated:
            ends = {short_name(link.a.device), short_name(link.b.device)}
            if ends & shorts:
                found |= {self._by_short[end] for end in ends if end in self._by_short}
        return found

    def _speaking_of(self, name: str) -> set[str]:
        return {self._names[number] for number in self._words.speaking_of(short_name(name))}

    def _named_by(self, ports: Iterable[Port]) -> set[str]:
        told = {port.description.value for port in ports if isinstance(port.description, Stated)}
        found: set[str] = set()
        for text in told:
            for names in self._speakers:
                named = names.named_in(text)
                if named is not None:
                    found.add(self._by_short[named[0]])
        return found

    def _owners(self, texts: Iterable[str]) -> set[str]:
        words = set().union(*map(cable_words_of, texts))
        return {self._names[number] for number in self._words.owners(words)}


def _interfaces(device: Device) -> Iterable[tuple[object, str]]:
    """Yield the addresses of a device with all that decides about the cables that they tell of."""
    for port in device.ports:
        enabled = None if isinstance(port.enabled, Unknown) else port.enabled.value
        for text in port.stated_addresses:
            yield (device.name, port.name, port.kind, enabled), text
