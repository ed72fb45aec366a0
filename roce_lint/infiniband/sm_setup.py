"""What belongs to one subnet manager: its options, its partition file and the subnet that it runs."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Sequence
from typing import TypeVar

from roce_lint.infiniband.documents import InfinibandFacts
from roce_lint.infiniband.effective_tables import (
    EffectiveTables,
    EndPort,
    TableOptions,
    derive_tables,
    end_ports,
)
from roce_lint.infiniband.ib_fabric import IbFabric, IbNode, NodeKind
from roce_lint.infiniband.ib_records import IbRecords
from roce_lint.infiniband.join_records import join_records
from roce_lint.infiniband.partition import PartitionConfiguration, Who
from roce_lint.infiniband.sm_options import SmOptions
from roce_lint.model.fact import known
from roce_lint.values import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SmSetup:
    """The files of one subnet manager; None for what is not among the inputs.

    Files of a pair of subnet managers lie in folders of their own and give two setups of one subnet.
    """

    partitions: PartitionConfiguration | None
    options: SmOptions | None
    subnet: IbFabric | None

    @property
    def place(self) -> str:
        """Return the file by which people know the setup."""
        for facts in (self.partitions, self.options, self.subnet):
            if facts is not None:
                return facts.source.file
        return ""


@dataclass(frozen=True, slots=True)
class ManagerPort:
    """The port of the subnet manager; `because` says how it was found, `is_assumed` that nothing tells it."""

    guid: int
    because: str
    is_assumed: bool


def sm_setups(facts: Sequence[InfinibandFacts]) -> tuple[SmSetup, ...]:
    """Return every subnet manager that the files describe, in order of its partition file.

    A partition file goes with the opensm.conf of its folder, or else with the nearest one, and with the subnet whose
    ports it names; where it names none, with the nearest. A subnet that nothing else mentions gives a setup of its own.
    """
    subnets = [one for one in facts if isinstance(one, IbFabric)]
    subnets += join_records([one for one in facts if isinstance(one, IbRecords)])
    files = sorted((one for one in facts if isinstance(one, PartitionConfiguration)), key=lambda one: one.source.file)
    options = [one for one in facts if isinstance(one, SmOptions)]
    setups = []
    for partitions in files:
        own = _options_of(partitions, options)
        setups.append(SmSetup(partitions, own, _subnet_of(partitions, subnets)))
    taken = {id(setup.options) for setup in setups}
    for alone in options:
        if id(alone) not in taken:
            setups.append(SmSetup(None, alone, _nearest(alone.source.file, subnets, lambda one: one.files)))
    managed = {id(setup.subnet) for setup in setups}
    setups += [SmSetup(None, None, subnet) for subnet in subnets if id(subnet) not in managed]
    return tuple(setups)


def _options_of(partitions: PartitionConfiguration, options: Sequence[SmOptions]) -> SmOptions | None:
    path = partitions.source.file
    beside = [one for one in options if posixpath.dirname(one.source.file) == posixpath.dirname(path)]
    name = posixpath.basename(path)
    naming = [one for one in beside if posixpath.basename(known(one.partition_config_file, "")) == name]
    for group in (naming, beside):
        if len(group) == 1:
            return group[0]
    return _nearest(path, options, lambda one: (one.source.file,))


def _subnet_of(partitions: PartitionConfiguration, subnets: Sequence[IbFabric]) -> IbFabric | None:
    if len(subnets) < 2:
        return subnets[0] if subnets else None
    named = named_ports(partitions)
    hits = [sum(port.guid in named for _, port in subnet.end_ports()) for subnet in subnets]
    best = max(hits)
    if best and hits.count(best) == 1:
        return subnets[hits.index(best)]
    return _nearest(partitions.source.file, subnets, lambda one: one.files)


def named_ports(partitions: PartitionConfiguration) -> frozenset[int]:
    """Return the port GUIDs that a partition file names."""
    return frozenset(
        member.port_guid
        for definition in partitions.definitions
        for member in definition.members
        if member.who is Who.PORT and not member.is_unreadable
    )


def _nearest(path: str, choices: Sequence[T], files: Callable[[T], Sequence[str]]) -> T | None:
    """Return the choice that shares the most folders with a path; None where two share as many."""
    folder = posixpath.dirname(path).split("/")

    def shared(file: str) -> int:
        other = posixpath.dirname(file).split("/")
        differing = (depth for depth, (a, b) in enumerate(zip(folder, other, strict=False)) if a != b)
        return next(differing, min(len(folder), len(other)))

    ranked = sorted(((max(map(shared, files(one)), default=0), one) for one in choices), key=lambda pair: -pair[0])
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def ports_of(setup: SmSetup) -> tuple[EndPort, ...]:
    """Return the ports with tables; without a topology those that the partition file names, taken for adapters."""
    if setup.subnet is not None:
        return end_ports(setup.subnet)
    if setup.partitions is None:
        return ()
    named = sorted(named_ports(setup.partitions))
    return tuple(EndPort(guid, NodeKind.CHANNEL_ADAPTER, "", 0) for guid in named)


def manager_port(setup: SmSetup) -> ManagerPort:
    """Return the port that SELF stands for, as far as the inputs tell; the lowest adapter port otherwise.

    Among subnet managers of equal priority the one on the lowest port GUID is master (IBA 1.7, 14.4.1).
    """
    present = {port.guid: port for port in ports_of(setup)}
    if setup.options is not None and known(setup.options.guid, 0) in present:
        return ManagerPort(known(setup.options.guid, 0), f"guid in {setup.options.source.file}", False)
    if setup.subnet is not None:
        master = setup.subnet.master_guid()
        if master:
            return ManagerPort(master, "the subnet names it as its master", False)
        bits = [port.guid for _, port in setup.subnet.end_ports() if known(port.is_sm, False)]
        if len(bits) == 1:
            return ManagerPort(bits[0], "it is the only port with a subnet manager", False)
    adapters = [port.guid for port in present.values() if port.kind is NodeKind.CHANNEL_ADAPTER]
    return ManagerPort(min(adapters, default=0), "no file says where it runs", True)


def ports_named(subnet: IbFabric | None, name: str) -> tuple[tuple[IbNode, int], ...]:
    """Return the end ports that a node name, a port GUID or a node GUID stands for, lowest port first."""
    if subnet is None:
        return ()
    digits = name.lower().removeprefix("0x").replace(":", "")
    try:
        guid = int(digits, 16)
    except ValueError:
        guid = 0
    every = subnet.end_ports()
    for wanted in (
        [(node, port) for node, port in every if node.name == name],
        [(node, port) for node, port in every if guid and port.guid == guid],
        [(node, port) for node, port in every if guid and node.guid == guid],
    ):
        if wanted:
            return tuple((node, port.guid) for node, port in sorted(wanted, key=lambda pair: pair[1].number))
    return ()


def tables_of(setup: SmSetup, sm_guid: int) -> EffectiveTables:
    """Return the tables that OpenSM programs for a setup when the subnet manager runs on a port."""
    both = setup.options is not None and known(setup.options.allow_both_pkeys, False)
    return derive_tables(setup.partitions, ports_of(setup), TableOptions(both, sm_guid))
