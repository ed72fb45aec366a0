"""Partitions and subnet managers as UFM and managed switches describe them, in the field's terms."""

from __future__ import annotations

from enum import Enum

from roce_lint.infiniband.partition import Membership
from roce_lint.model.fact import Fact, Source
from roce_lint.values import dataclass


class Authority(Enum):
    """Whose view of partitions it is."""

    UFM = "UFM"
    UFM_REQUEST = "a request to UFM"
    SWITCH = "switch"


@dataclass(frozen=True, slots=True)
class ManagedMember:
    """A member by port GUID; 0 stands for ALL, every port."""

    guid: int
    membership: Fact[Membership]
    at_index_0: Fact[bool]
    source: Source


@dataclass(frozen=True, slots=True)
class ManagedPartition:
    """One partition. `key`: as written, 16 bits at most. `default_membership`: of members without one, or of all ports.

    `mtu_bytes`, `rate_gbps`: of its multicast group, as the file states them.
    """

    name: str
    key: Fact[int]
    is_ipoib: Fact[bool]
    default_membership: Fact[Membership]
    at_index_0: Fact[bool]
    mtu_bytes: Fact[int]
    rate_gbps: Fact[float]
    members: tuple[ManagedMember, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class ManagedPartitions:
    """The partitions that one file lists; `device` is the switch or the UFM server."""

    authority: Authority
    device: str
    partitions: tuple[ManagedPartition, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class SwitchManager:
    """The subnet manager that runs on a switch, from the switch's configuration."""

    device: str
    enabled: Fact[bool]
    priority: Fact[int]
    allow_both_pkeys: Fact[bool]
    source: Source


@dataclass(frozen=True, slots=True)
class UfmSettings:
    """What gv.cfg or the REST answer `app/smconf` says of security; keys are 0 if they protect nothing."""

    device: str
    default_membership: Fact[Membership]
    m_key_per_port: Fact[bool]
    randomize_sa_key: Fact[bool]
    m_key: Fact[int]
    sm_key: Fact[int]
    sa_key: Fact[int]
    subnet_prefix: Fact[int]
    source: Source
