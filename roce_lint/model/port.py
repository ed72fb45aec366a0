"""One interface: what it says is a value that ports share, and where it says so is the port's own."""

from __future__ import annotations

from operator import attrgetter
from typing import TypeAlias, TypeVar

from roce_lint.model.addresses import Interface, Subnet, interface_of
from roce_lint.model.fact import NOWHERE, Fact, Source, Stated, Unknown
from roce_lint.model.place import InBlock, fact_at, with_places
from roce_lint.model.qos import PortQos
from roce_lint.model.terms import BundleMode, Fec, PortKind
from roce_lint.values import dataclass, field_names

T = TypeVar("T")
_IN_NO_BUNDLE = Unknown("the port says nothing of joining a bundle", NOWHERE)
_FEC_BY_MEDIA = Unknown("the port leaves error correction to the transceiver", NOWHERE)


@dataclass(frozen=True, slots=True)
class PortValues:
    """All that one or many ports say, but for their names and the texts of their descriptions and addresses.

    Facts that are in a block of a port have a place in the block (`InBlock`), so that two ports have the same values
    where they say the same in the same lines of theirs; other facts have a place in a file. The texts of stated
    descriptions and addresses belong to the port. `parts_in_blocks`: the parts of `qos` with places in blocks.

    `ip_mtu_bytes`: largest IP packet; `frame_mtu_bytes`: largest frame as the OS counts it, Unknown where the OS has
    one MTU only. `addresses`: IPv4 and IPv6 interface addresses with prefix length (`10.0.0.1/31`).
    `lag`: name of the bundle that the port is a member of, empty string where the config says it is in none.
    `lag_mode`: how it becomes one. `fec`: unknown where no line states it.
    `vlans`: VLAN ids that the port switches; empty where it is routed. `vrf`: `default` for the global table.
    """

    source: Source
    kind: PortKind
    enabled: Fact[bool]
    description: Fact[str]
    speed_gbps: Fact[int]
    ip_mtu_bytes: Fact[int]
    frame_mtu_bytes: Fact[int]
    routed: Fact[bool]
    vlans: Fact[frozenset[int]]
    vrf: Fact[str]
    addresses: tuple[Fact[str], ...]
    lag: Fact[str]
    qos: PortQos
    lag_mode: Fact[BundleMode] = _IN_NO_BUNDLE
    fec: Fact[Fec] = _FEC_BY_MEDIA
    parts_in_blocks: tuple[str, ...] = ()

    def holds(self, place: Source) -> bool:
        """Say whether one of the places of these values is in the block that is the port itself."""
        own = self.source
        if isinstance(place, InBlock) or isinstance(own, InBlock):
            return isinstance(place, InBlock) and place.block == 0
        return place.file == own.file and own.line <= place.line <= own.end_line


class Port:
    """One interface: its `values`, the `texts` that it states for itself, and the first line of each of its `blocks`.

    `texts` are its description, if it states one, and then the addresses that it states. The facts (`enabled`, `qos`,
    ...; see `PortValues`) are those of its values at the lines of its own blocks, made when they are asked for.
    Who wants to know what a port says, and not where, asks `values`: ports with the same object say the same.
    """

    __slots__ = ("_interfaces", "_qos", "blocks", "file", "name", "texts", "values")

    def __init__(
        self, name: str, file: str, values: PortValues, texts: tuple[str, ...], blocks: tuple[int, ...]
    ) -> None:
        """Take what a port is made of; see `port_of` for a port of located facts."""
        self.name = name
        self.file = file
        self.values = values
        self.texts = texts
        self.blocks = blocks
        self._qos: PortQos | None = None
        self._interfaces: tuple[Interface, ...] | None = None

    def packed_parts(self) -> tuple[object, ...]:
        """Return what makes this port."""
        return self.name, self.file, self.values, self.texts, self.blocks

    def __eq__(self, other: object) -> bool:
        """Say whether both say the same in the same places of files."""
        if not isinstance(other, Port):
            return NotImplemented
        if self.packed_parts() == other.packed_parts():
            return True
        return self.name == other.name and _facts_of(self) == _facts_of(other)

    def __hash__(self) -> int:
        """Hash by name and place."""
        return hash((self.name, self.source))

    def __repr__(self) -> str:
        """Show the located facts."""
        return f"Port({', '.join([f'{name}={getattr(self, name)!r}' for name in PORT_FIELDS])})"

    def place(self, source: Source) -> Source:
        """Return the line of a file for a place in a block; any other place is one in a file."""
        if source.__class__ is InBlock:
            assert isinstance(source, InBlock)
            first = self.blocks[source.block]
            return Source(self.file, first + source.line, first + source.end_line)
        return source

    def _located(self, fact: Fact[T]) -> Fact[T]:
        source = fact.source
        return fact_at(fact, self.place(source)) if source.__class__ is InBlock else fact

    @property
    def source(self) -> Source:
        """Return the block of the port in the config."""
        return self.place(self.values.source)

    @property
    def kind(self) -> PortKind:
        """Return what sort of interface it is."""
        return self.values.kind

    @property
    def enabled(self) -> Fact[bool]:
        """Say whether it is not shut down."""
        return self._located(self.values.enabled)

    @property
    def description(self) -> Fact[str]:
        """Return its description."""
        fact = self.values.description
        return Stated(self.texts[0], self.place(fact.source)) if isinstance(fact, Stated) else self._located(fact)

    @property
    def stated_description(self) -> str | None:
        """Return the description that it states without its place, None where it states none."""
        return self.texts[0] if isinstance(self.values.description, Stated) else None

    @property
    def speed_gbps(self) -> Fact[int]:
        """Return its speed in Gb/s."""
        return self._located(self.values.speed_gbps)

    @property
    def ip_mtu_bytes(self) -> Fact[int]:
        """Return the largest IP packet in bytes."""
        return self._located(self.values.ip_mtu_bytes)

    @property
    def frame_mtu_bytes(self) -> Fact[int]:
        """Return the largest frame in bytes, as the OS counts it."""
        return self._located(self.values.frame_mtu_bytes)

    @property
    def routed(self) -> Fact[bool]:
        """Say whether it routes packets."""
        return self._located(self.values.routed)

    @property
    def vlans(self) -> Fact[frozenset[int]]:
        """Return the VLANs that it switches."""
        return self._located(self.values.vlans)

    @property
    def vrf(self) -> Fact[str]:
        """Return its VRF."""
        return self._located(self.values.vrf)

    @property
    def addresses(self) -> tuple[Fact[str], ...]:
        """Return its addresses with prefix lengths."""
        texts = iter(self.stated_addresses)
        return tuple(
            [
                Stated(next(texts), self.place(fact.source)) if isinstance(fact, Stated) else self._located(fact)
                for fact in self.values.addresses
            ]
        )

    @property
    def stated_addresses(self) -> tuple[str, ...]:
        """Return the addresses that it states, without their places."""
        return self.texts[1:] if isinstance(self.values.description, Stated) else self.texts

    @property
    def interfaces(self) -> tuple[Interface, ...]:
        """Return the addresses that it states with their subnets; what is no address is left out."""
        found = self._interfaces
        if found is None:
            every = [interface_of(text) for text in self.stated_addresses]
            found = self._interfaces = tuple([one for one in every if one is not None])
        return found

    @property
    def subnets(self) -> tuple[Subnet, ...]:
        """Return the subnets of its addresses."""
        return tuple([one.subnet for one in self.interfaces])

    @property
    def lag(self) -> Fact[str]:
        """Return the bundle that it is a member of."""
        return self._located(self.values.lag)

    @property
    def lag_mode(self) -> Fact[BundleMode]:
        """Return how it becomes a member of its bundle."""
        return self._located(self.values.lag_mode)

    @property
    def fec(self) -> Fact[Fec]:
        """Return the forward error correction that it states."""
        return self._located(self.values.fec)

    @property
    def qos(self) -> PortQos:
        """Return all that decides whether RoCE crosses it without loss; the same object at every call."""
        found = self._qos
        if found is None:
            found = self._qos = self._located_qos()
        return found

    def _located_qos(self) -> PortQos:
        qos, moved = self.values.qos, self.values.parts_in_blocks
        if not moved:
            return qos
        parts = {name: getattr(qos, name) for name in PARTS_OF_QOS}
        return PortQos(**parts | {name: with_places(parts[name], self.place) for name in moved})


AnyPort: TypeAlias = Port | PortValues
"""A port, or what it says: for functions that ask what a port says, and not where."""

VALUE_FIELDS = tuple(name for name in field_names(PortValues) if name != "parts_in_blocks")
"""The facts of a port, its kind and its place."""
PORT_FIELDS = ("name", *VALUE_FIELDS)
"""What a port says: what `port_of` takes."""
PARTS_OF_QOS = field_names(PortQos)
"""The fields of a port's QoS."""
_facts_of = attrgetter(*VALUE_FIELDS)


def port_of(
    name: str,
    source: Source,
    kind: PortKind,
    enabled: Fact[bool],
    description: Fact[str],
    speed_gbps: Fact[int],
    ip_mtu_bytes: Fact[int],
    frame_mtu_bytes: Fact[int],
    routed: Fact[bool],
    vlans: Fact[frozenset[int]],
    vrf: Fact[str],
    addresses: tuple[Fact[str], ...],
    lag: Fact[str],
    qos: PortQos,
    lag_mode: Fact[BundleMode] = _IN_NO_BUNDLE,
    fec: Fact[Fec] = _FEC_BY_MEDIA,
    parts_in_block: tuple[str, ...] = (),
) -> Port:
    """Return a port of facts that have their places in a file; `source` is its block in the config.

    `parts_in_block`: the parts of `qos` with places in that block, which ports that say the same share.
    """
    values = PortValues(
        source=source,
        kind=kind,
        enabled=enabled,
        description=description,
        speed_gbps=speed_gbps,
        ip_mtu_bytes=ip_mtu_bytes,
        frame_mtu_bytes=frame_mtu_bytes,
        routed=routed,
        vlans=vlans,
        vrf=vrf,
        addresses=addresses,
        lag=lag,
        qos=qos,
        lag_mode=lag_mode,
        fec=fec,
        parts_in_blocks=parts_in_block,
    )
    texts = tuple([fact.value for fact in (description, *addresses) if isinstance(fact, Stated)])
    return Port(name, source.file, values, texts, (source.line,))


def with_facts(port: Port, **facts: object) -> Port:
    """Return a port with other facts; raises TypeError for a name that is none of `PORT_FIELDS`."""
    said: dict[str, object] = {name: getattr(port, name) for name in PORT_FIELDS}
    return port_of(**said | facts)  # type: ignore[arg-type]  # the facts of a port, by name
