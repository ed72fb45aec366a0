"""What the templates of the whole fabric print: the cabling plan and the lab."""

from __future__ import annotations

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class CablingRow:
    """One cable, its upper end first. `speed_gbps` per direction; `rail` is -1 for a cable that belongs to none.

    Addresses have a prefix length, are empty on a bridged port, and two of IPv4 and IPv6 have a blank between them.
    """

    device_a: str
    port_a: str
    device_b: str
    port_b: str
    length_m: int
    speed_gbps: int
    rail: int
    address_a: str
    address_b: str


@dataclass(frozen=True, slots=True)
class LabNode:
    """One container. `kind` is containerlab's (`arista_ceos`, `cisco_n9kv`, `nokia_srlinux`, `linux`).

    `type` is containerlab's name of the chassis (`ixr-h4-32d`), empty where a kind has none. `startup_config` is a path
    beside the topology file, empty for a host. `role` becomes the node's group. `commands` are run in a host once it is
    up.
    """

    name: str
    kind: str
    type: str
    image: str
    role: str
    startup_config: str
    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabLink:
    """A cable between two nodes; the interfaces are named as containerlab wants them for each kind."""

    node_a: str
    interface_a: str
    node_b: str
    interface_b: str


@dataclass(frozen=True, slots=True)
class FabricView:
    """Everything that the fabric's templates print; `name` is a word of letters, digits and hyphens."""

    name: str
    cables: tuple[CablingRow, ...]
    nodes: tuple[LabNode, ...]
    links: tuple[LabLink, ...]
