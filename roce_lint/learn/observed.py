"""A fabric that was read, put in order: switches by tier and pod, cables from below to above, hosts with their NICs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.port_chain import declines_unset_nic
from roce_lint.model.device import Device, Link, Port, PortRef
from roce_lint.model.fact import Unknown, known
from roce_lint.model.terms import Role

TIERS = (Role.LEAF, Role.SPINE, Role.SUPER_SPINE)


@dataclass(frozen=True, slots=True)
class ObservedCable:
    """A cable with the end that is nearer to the hosts first; `link` is what was read of it, None for a cable that a
    port alone speaks of."""

    lower: PortRef
    upper: PortRef
    link: Link | None
    stated_m: int | None = None
    """The length that its NIC is set to, or that a switch states."""

    @property
    def length_m(self) -> int | None:
        """Return its length where an input states it."""
        if self.link is None or isinstance(self.link.length_m, Unknown):
            return self.stated_m
        return self.link.length_m.value


@dataclass(frozen=True, slots=True)
class ObservedNic:
    """A NIC and its cable. `port` is what the host says of it, None where no file of the host was read."""

    name: str
    cable: ObservedCable
    port: Port | None


@dataclass(frozen=True, slots=True)
class ObservedHost:
    """A host with its cabled NICs, in order; `device` is None where no file of it was read."""

    name: str
    device: Device | None
    nics: tuple[ObservedNic, ...]


@dataclass(frozen=True)
class Observed:
    """What was read. `tiers`: switches of each tier in order of their pods; `pods` has the pod of each, from 1.

    `outside`: switches that are in no tier that an intent knows, and hosts without a cable. `networks`: what sets the
    addresses of hosts, by name, where their files say it. `adapters`: the models that files of hosts name.
    `management_interfaces`: those that files of hosts name for NCCL. `peer_cables`: between the leaves of pairs, where
    these are the pairs of an intent. `switches_state_lengths`: of cables, for their headroom.
    """

    fabric: Fabric
    tiers: Mapping[Role, tuple[Device, ...]]
    pods: Mapping[str, int]
    cables: tuple[ObservedCable, ...]
    hosts: tuple[ObservedHost, ...]
    outside: tuple[Device, ...]
    networks: Mapping[str, str]
    adapters: Mapping[str, frozenset[str]]
    peer_cables: tuple[ObservedCable, ...] = ()
    management_interfaces: Mapping[str, str] = field(default_factory=dict)
    switches_state_lengths: bool = False

    def with_cables(self, wanted: Callable[[ObservedCable], bool]) -> Observed:
        """Return the same without the other cables, and without the hosts that have none left."""
        hosts = [replace(host, nics=tuple(nic for nic in host.nics if wanted(nic.cable))) for host in self.hosts]
        return replace(
            self,
            cables=tuple(cable for cable in self.cables if wanted(cable)),
            peer_cables=tuple(cable for cable in self.peer_cables if wanted(cable)),
            hosts=tuple(host for host in hosts if host.nics),
        )

    def with_lengths(self, others: Mapping[ObservedCable, ObservedCable]) -> Observed:
        """Return the same with some cables replaced by those whose length a switch states."""
        hosts = [
            replace(host, nics=tuple(replace(nic, cable=others.get(nic.cable, nic.cable)) for nic in host.nics))
            for host in self.hosts
        ]
        return replace(
            self,
            cables=tuple(others.get(cable, cable) for cable in self.cables),
            peer_cables=tuple(others.get(cable, cable) for cable in self.peer_cables),
            hosts=tuple(hosts),
            switches_state_lengths=True,
        )

    @cached_property
    def switches(self) -> tuple[Device, ...]:
        """Return the switches from the top tier down, as a plan has them."""
        return tuple(device for role in reversed(TIERS) for device in self.tiers[role])

    @cached_property
    def role_of(self) -> Mapping[str, Role]:
        """Return the role of each switch."""
        return {device.name: role for role in TIERS for device in self.tiers[role]}

    @cached_property
    def ports(self) -> Mapping[PortRef, Port]:
        """Return every port of switches and hosts."""
        return {PortRef(device.name, port.name): port for device in self.fabric.devices for port in device.ports}

    def switching_port(self, end: PortRef) -> str:
        """Return the port of a switch that is in VLANs for an end: the LAG that it is in, else itself."""
        port = self.ports.get(end)
        return (known(port.lag, "") if port is not None else "") or end.port

    def is_without_roce(self, host: ObservedHost, nic: ObservedNic) -> bool:
        """Say whether the leaf declines RoCE towards a NIC that no file of the host sets up for it."""
        port = self.ports.get(nic.cable.upper)
        if host.device is None or port is None or any(one.port == nic.name for one in host.device.nics):
            return False
        return declines_unset_nic(port)

    @cached_property
    def host_cables(self) -> tuple[ObservedCable, ...]:
        """Return the cables to hosts."""
        return tuple(nic.cable for host in self.hosts for nic in host.nics)

    @cached_property
    def every_cable(self) -> tuple[ObservedCable, ...]:
        """Return the cables between switches and those to hosts."""
        return (*self.cables, *self.peer_cables, *self.host_cables)

    @cached_property
    def cabled_ports(self) -> tuple[Port, ...]:
        """Return the ports of switches that have a cable."""
        ends = [end for cable in self.every_cable for end in (cable.lower, cable.upper)]
        return tuple(self.ports[end] for end in ends if end.device in self.role_of and end in self.ports)
