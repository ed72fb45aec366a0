"""What an intent says about addresses, AS numbers and packet sizes."""

from __future__ import annotations

import ipaddress
from enum import Enum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema

from roce_lint.intent.model_address_steps import (
    HostLinkAddresses,
    LeafUplinkAddresses,
    SpineUplinkAddresses,
    SwitchAddresses,
)
from roce_lint.intent.model_types import AsNumber, Flag, IntentPart, whole, worded
from roce_lint.model.addresses import ANYCAST_GATEWAY_MAC


def _pool(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"is {value!r}; write an IPv4 prefix such as 10.0.0.0/16")
    try:
        return str(ipaddress.IPv4Network(value))
    except ipaddress.NetmaskValueError:
        raise ValueError(f"is {value!r}; the prefix length must be 0 to 32") from None
    except ipaddress.AddressValueError:
        raise ValueError(f"is {value!r}; write an IPv4 prefix such as 10.0.0.0/16") from None
    except ValueError:
        begin = ipaddress.IPv4Network(value, strict=False)
        raise ValueError(f"is {value!r}, which has bits set after the prefix; did you mean {begin}?") from None


def _ipv6_pool(value: object) -> str:
    try:
        return str(ipaddress.IPv6Network(value)) if isinstance(value, str) else _no_ipv6_pool(value)
    except ValueError:
        return _no_ipv6_pool(value)


def _no_ipv6_pool(value: object) -> str:
    raise ValueError(f"is {value!r}; write an IPv6 prefix without bits after it, such as fd00:240::/64")


def _address(value: object) -> str:
    try:
        return str(ipaddress.IPv4Interface(value)) if isinstance(value, str) and "/" in value else _no_address(value)
    except ValueError:
        return _no_address(value)


def _no_address(value: object) -> str:
    raise ValueError(f"is {value!r}; write an IPv4 address with prefix length such as 10.100.0.1/24")


def _auto_or_number(value: object) -> object:
    if value == "auto" or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise ValueError(f"is {value!r}; write auto or a whole number")


_PREFIX = r"^[0-9]{1,3}(\.[0-9]{1,3}){3}/[0-9]{1,2}$"
Pool = Annotated[
    str,
    PlainValidator(_pool),
    WithJsonSchema({"type": "string", "pattern": _PREFIX, "format": "IPv4 prefix", "examples": ["10.0.0.0/16"]}),
]
Ipv6Pool = Annotated[
    str,
    PlainValidator(_ipv6_pool),
    WithJsonSchema({"type": "string", "format": "IPv6 prefix", "examples": ["fd00:240::/64"]}),
]
Gateway = Annotated[
    str,
    PlainValidator(_address),
    WithJsonSchema(
        {"type": "string", "pattern": _PREFIX, "format": "IPv4 interface address", "examples": ["10.100.0.1/24"]}
    ),
]
InterfaceAddress = Annotated[
    str,
    PlainValidator(_address),
    WithJsonSchema(
        {"type": "string", "pattern": _PREFIX, "format": "IPv4 interface address", "examples": ["10.1.1.0/31"]}
    ),
]
MAC_ADDRESS = "[0-9a-f][02468ace](:[0-9a-f]{2}){5}"
"""A MAC address of one interface as an intent writes it."""
MacAddress = Annotated[
    str,
    *worded(
        MAC_ADDRESS,
        "a MAC address of one interface, in lower case",
        "02:00:00:00:00:99",
    ),
]
AutoAsNumber = Annotated[Literal["auto"] | AsNumber, BeforeValidator(_auto_or_number)]
MtuBytes = Annotated[int, *whole(1280, 9486)]
AutoMtuBytes = Annotated[Literal["auto"] | MtuBytes, BeforeValidator(_auto_or_number)]


class Underlay(Enum):
    """How links between switches are addressed."""

    IPV4 = "ipv4"
    IPV6 = "ipv6"
    UNNUMBERED = "unnumbered"


class HostAddresses(Enum):
    """Which addresses NICs have that are routed on their own."""

    IPV4 = "ipv4"
    IPV6 = "ipv6"
    DUAL = "dual"


def _ipv6_length(value: object) -> object:
    if value not in (64, 127) or isinstance(value, bool):
        raise ValueError(f"is {value!r}; a NIC has a /127 or a /64 of its own")
    return value


class FabricEnd(Enum):
    """An end of a link between switches: nearer to the top of the fabric, or to the hosts."""

    UPPER = "upper"
    LOWER = "lower"


class HostEnd(Enum):
    """An end of a link to a NIC."""

    LEAF = "leaf"
    HOST = "host"


class Addressing(IntentPart):
    """Address pools; devices and links take from them in order."""

    underlay: Underlay = Field(
        default=Underlay.IPV4,
        description="ipv4: an address at each end. ipv6: one of `fabric_ipv6`; unnumbered: only IPv6"
        " link-local addresses. Over both the sessions carry IPv4 routes (RFC 8950).",
    )
    loopbacks: Pool = Field(default="10.255.0.0/20", description="One /32 for each switch: router id and BGP source.")
    vteps: Pool = Field(
        default="10.254.0.0/20", description="One /32 for each leaf of an overlay: VXLAN tunnel endpoint."
    )
    fabric: Pool = Field(
        default="10.240.0.0/14", description="One /31 for each link between switches, and for each pair of leaves."
    )
    fabric_first: FabricEnd = Field(
        default=FabricEnd.UPPER,
        description="The end that gets the first of the two addresses of a link between switches.",
    )
    fabric_ipv6: Ipv6Pool = Field(
        default="fd00:240::/64", description="One /127 for each link between switches, where the underlay is ipv6."
    )
    hosts: Pool = Field(default="10.0.0.0/10", description="One /31 for each NIC that is routed.")
    hosts_first: HostEnd = Field(
        default=HostEnd.LEAF,
        description="The end that gets the first of the two IPv4 addresses of a routed link to a NIC.",
    )
    host_addresses: HostAddresses = Field(
        default=HostAddresses.IPV4,
        description="For routed NICs: ipv4, ipv6, or dual for one of each. IPv6 needs an `underlay` of ipv6"
        " or unnumbered; NICs in VLANs only have IPv4.",
    )
    hosts_ipv6: Ipv6Pool = Field(
        default="fd00:100::/40", description="One prefix for each NIC that is routed, where hosts have IPv6 addresses."
    )
    gateway_mac: MacAddress = Field(
        default=ANYCAST_GATEWAY_MAC,
        description="MAC address of the gateways of tenants' VLANs and of VLANs of leaf pairs; the same on all leaves.",
    )
    leaf_loopbacks: SwitchAddresses | None = Field(
        default=None, description="Loopbacks of leaves, within `loopbacks`; the next of that pool if omitted."
    )
    spine_loopbacks: SwitchAddresses | None = Field(
        default=None, description="Loopbacks of spines, within `loopbacks`; the next of that pool if omitted."
    )
    super_spine_loopbacks: SwitchAddresses | None = Field(
        default=None, description="Loopbacks of super-spines, within `loopbacks`; the next of that pool if omitted."
    )
    leaf_vteps: SwitchAddresses | None = Field(
        default=None,
        description="Tunnel endpoints of leaves of an overlay, within `vteps`; the next of that pool if omitted.",
    )
    leaf_uplinks: LeafUplinkAddresses | None = Field(
        default=None, description="Subnets of links between leaves and spines; the next /31 of `fabric` if omitted."
    )
    spine_uplinks: SpineUplinkAddresses | None = Field(
        default=None,
        description="Subnets of links between spines and super-spines; the next /31 of `fabric` if omitted.",
    )
    host_links: HostLinkAddresses | None = Field(
        default=None,
        description="Subnets of links to routed NICs, within `hosts`; the next /31 of a block of the leaf if omitted.",
    )
    host_ipv6_length: Annotated[Literal[64, 127], BeforeValidator(_ipv6_length)] = Field(
        default=127, description="Length of that prefix: 127 or 64; the leaf has its first address, of a /64 ::1."
    )


class AsNumbers(IntentPart):
    """AS numbers of the eBGP underlay (RFC 7938): one for the top tier, one for the spines of a pod, one a leaf."""

    super_spines: AutoAsNumber = Field(default="auto", description="The number that all super-spines share.")
    spines: AutoAsNumber = Field(
        default="auto", description="The number that all spines of the first pod share; further pods count on from it."
    )
    leaves: AutoAsNumber = Field(
        default="auto", description="The number of the first leaf; further leaves count on from it."
    )
    four_byte: Flag = Field(
        default=False, description="Use 4200000000 to 4294967294 even if the private two-byte range is large enough."
    )


class Mtu(IntentPart):
    """Largest IP packets."""

    hosts: MtuBytes = Field(default=9000, description="On NICs, in bytes.")
    host_ports: AutoMtuBytes = Field(
        default="auto", description="On leaf ports towards hosts, in bytes; auto is that of the hosts."
    )
    fabric: AutoMtuBytes = Field(
        default="auto",
        description="On links between switches, in bytes; auto is that of the hosts, plus 100 with an overlay.",
    )
