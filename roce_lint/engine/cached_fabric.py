"""What is kept of a fabric between two checks, so that a few changed files are judged with their neighbours only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from roce_lint.engine.cached_messages import KeptWords, kept_words
from roce_lint.engine.packed import pack
from roce_lint.fabric.design import NO_ROCE, Design, DesignVotes, design_votes
from roce_lint.fabric.domain import Domain, DomainSize, devices_taking_part, speaks_of_roce
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.brief import BriefExamined, in_brief
from roce_lint.judge.derive.class_votes import alike_for_classes, pause_votes
from roce_lint.judge.derive.host_routes import Block, blocks_of
from roce_lint.judge.derive.region import Rows
from roce_lint.judge.derive.role_outliers import RolePort, RoleRow, role_rows
from roce_lint.judge.derive.uplinks import Tiers, open_ended
from roce_lint.judge.examination import Examination
from roce_lint.judge.finding import Inputs
from roce_lint.judge.unread import UNREAD_SCOPE
from roce_lint.judge.waiver_token import remarks_of_ports
from roce_lint.model.device import Device, Link, UnreadLine, is_host
from roce_lint.model.fact import known
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.paths.host_side import HostSides

PauseVotes: TypeAlias = tuple[tuple[frozenset[int], int], ...]
"""Priorities with the number of ports that pause for them."""


@dataclass(frozen=True, slots=True)
class KeptSwitch:
    """What is kept of one switch: what it adds to what the fabric agrees on.

    `speaks`: some port has RoCE QoS. `is_open_ended`: hosts are behind it for certain. `votes`: on the design.
    `inside`: the ports that RoCE crosses.
    `pauses`: what its ports pause for, by the markings of RoCE: see `pause_votes`.
    """

    name: str
    os: str
    file: str
    rows: tuple[RoleRow, ...]
    speaks: bool
    is_open_ended: bool
    votes: DesignVotes
    pauses: Mapping[int, PauseVotes]
    inside: frozenset[str]


@dataclass(frozen=True, slots=True)
class KeptFabric:
    """A checked fabric: `contents` are the hashes of its files by path, `blocks` those of its subnets.

    `told` is what the rules said of everything but lines that were not understood. See `Fabric` for the rest.
    """

    contents: Mapping[str, bytes]
    switches: tuple[KeptSwitch, ...]
    links: tuple[Link, ...]
    design: Design
    taking_part: frozenset[str]
    blocks: frozenset[Block]
    size: DomainSize
    told: BriefExamined
    unread: tuple[UnreadLine, ...]
    inputs: Inputs


def can_be_kept(fabric: Fabric) -> bool:
    """Say whether it is a fabric of switches: what hosts, tokens and settings of the domain add is not kept."""
    return (
        not any(is_host(device) or device.nics for device in fabric.devices)
        and not remarks_of_ports(fabric.devices)
        and not (fabric.infiniband or fabric.contradictions or fabric.conflicts or fabric.remarks)
        and fabric.intended_partitions is None
        and fabric.domain.is_silent
        and known(fabric.design.profile, NO_ROCE) != NO_ROCE
    )


@dataclass(frozen=True, slots=True)
class KeptParts:
    """What is kept of a fabric whatever rules say of it: see `KeptFabric`."""

    switches: tuple[KeptSwitch, ...]
    taking_part: frozenset[str]
    words: KeptWords


@dataclass(frozen=True, slots=True)
class KeptOutlines:
    """The outlines of its switches, packed, because few checks need them; and the blocks of their subnets."""

    blocks: frozenset[Block]
    outlines: bytes


def kept_outlines(fabric: Fabric, sides: HostSides | None) -> KeptOutlines:
    """Return the outlines of the switches of a fabric; `sides` are what is behind them, where there are cables."""
    # A check of a few files keeps nothing, and this brings with it what derives paths.
    from roce_lint.judge.derive.outlines import outlines_of

    blocks = frozenset[Block]().union(*(blocks_of(device.ports) for device in fabric.devices))
    return KeptOutlines(blocks, pack(outlines_of(fabric.devices, blocks, sides)))


def kept_parts(fabric: Fabric, domain: Domain) -> KeptParts:
    """Return what is kept of the switches of a fabric."""
    peers, design = fabric.peers(), fabric.design
    speaking = {device.name for device in fabric.devices if speaks_of_roce(device, design)}
    inside = domain.inside
    open_ends = {device.name for device in fabric.devices if open_ended(device, peers, inside[device.name])}
    names = [device.name for device in fabric.devices]
    tiers = Tiers(names, peers, (), [name for name in names if name in open_ends])
    # Switches of one model have the same ports, and most of them the same inside.
    same: dict[frozenset[str], frozenset[str]] = {}
    switches = tuple(
        KeptSwitch(
            device.name,
            device.os,
            device.source.file,
            _rows(device, inside[device.name], tiers, design),
            device.name in speaking,
            device.name in open_ends,
            design_votes(device),
            pauses_of(device, inside[device.name], design),
            same.setdefault(inside[device.name], inside[device.name]),
        )
        for device in fabric.devices
    )
    return KeptParts(switches, devices_taking_part(frozenset(speaking), peers, design), kept_words(fabric.devices))


def kept_fabric(
    fabric: Fabric,
    parts: KeptParts,
    blocks: frozenset[Block],
    examination: Examination,
    inputs: Inputs,
    contents: Mapping[str, bytes],
) -> KeptFabric:
    """Return what is kept of a fabric that was judged as a whole."""
    return KeptFabric(
        contents=contents,
        switches=parts.switches,
        links=fabric.links,
        design=fabric.design,
        taking_part=parts.taking_part,
        blocks=blocks,
        size=examination.size,
        told=in_brief(examination.examined, without=frozenset({UNREAD_SCOPE})),
        unread=fabric.unread,
        inputs=inputs,
    )


def pauses_of(device: Device, inside: frozenset[str], design: Design) -> dict[int, PauseVotes]:
    """Return what the ports `inside` of a device pause for, by the markings of RoCE."""
    kinds = alike_for_classes(device, inside)
    return {
        dscp: tuple(pause_votes(kinds, dscp).items()) for dscp in sorted(known(design.roce_dscps, frozenset[int]()))
    }


def _rows(device: Device, inside: frozenset[str], tiers: Tiers, design: Design) -> tuple[RoleRow, ...]:
    tier = tiers.distance.get(device.name, -1)
    names = inside & tiers.cabled.get(device.name, set())
    return role_rows([RolePort(device, port, "fabric", tier) for port in device.ports if port.name in names], design)


def rows_of(switches: Sequence[KeptSwitch]) -> Rows:
    """Return the rows of every switch."""
    return {one.name: one.rows for one in switches}
