"""Addresses that count on in steps: those of loopbacks by switch, those of links by pod, leaf, spine and NIC."""

from __future__ import annotations

import ipaddress
from typing import Annotated

from pydantic import Field, PlainValidator, WithJsonSchema

from roce_lint.intent.model_types import IntentPart, whole

LONGEST, SHORTEST = 31, 24
"""Prefix lengths of a link between two ports."""


def _address(value: object) -> str:
    try:
        return str(ipaddress.IPv4Address(value)) if isinstance(value, str) else _no_address(value)
    except ValueError:
        return _no_address(value)


def _no_address(value: object) -> str:
    raise ValueError(f"is {value!r}; write an IPv4 address without prefix length such as 10.255.0.1")


def _link_subnet(value: object) -> str:
    try:
        subnet = ipaddress.IPv4Network(value) if isinstance(value, str) and "/" in value else None
    except ValueError:
        subnet = None
    if subnet is None:
        message = "write the IPv4 subnet of the first link, without bits set after its prefix, such as 10.1.0.0/31"
        raise ValueError(f"is {value!r}; {message}")
    if not SHORTEST <= subnet.prefixlen <= LONGEST:
        raise ValueError(f"is {value!r}; a link between two ports has a prefix length of {SHORTEST} to {LONGEST}")
    return str(subnet)


FirstAddress = Annotated[
    str, PlainValidator(_address), WithJsonSchema({"type": "string", "format": "ipv4", "examples": ["10.255.0.1"]})
]
FirstSubnet = Annotated[
    str,
    PlainValidator(_link_subnet),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": r"^[0-9]{1,3}(\.[0-9]{1,3}){3}/(2[4-9]|3[01])$",
            "format": "IPv4 prefix",
            "examples": ["10.1.0.0/31"],
        }
    ),
]
AddressStep = Annotated[int, *whole(0, 1 << 24)]


class SwitchAddresses(IntentPart):
    """One address for each switch of a tier, in the order of the fabric."""

    first: FirstAddress = Field(description="Address of the first switch.")
    step: Annotated[int, *whole(1, 1 << 24)] = Field(default=1, description="From each switch to the next.")


class LinkAddresses(IntentPart):
    """One subnet for each link: steps are counted in addresses, 256 for one more in the third number."""

    first: FirstSubnet = Field(description="Subnet of the first link; all have its prefix length.")
    per_pod: AddressStep = Field(
        default=0, description="From each pod to the next; leaves and spines count within theirs."
    )

    @property
    def steps(self) -> dict[str, int]:
        """Return the step of each kind of number, such as `leaf`."""
        given: dict[str, int] = self.model_dump(exclude={"first"})
        return {key.removeprefix("per_"): step for key, step in given.items()}


class LeafUplinkAddresses(LinkAddresses):
    """Subnets of the links between leaves and spines."""

    per_leaf: AddressStep = Field(default=0, description="From each leaf to the next.")
    per_rack: AddressStep = Field(
        default=0, description="From each group of leaves, one for each rail, to the next; rail-optimised only."
    )
    per_rail: AddressStep = Field(default=0, description="From the leaf of each rail to the next; rail-optimised only.")
    per_spine: AddressStep = Field(default=0, description="From each spine to the next.")
    per_link: AddressStep = Field(default=0, description="From each of parallel links to the next.")


class SpineUplinkAddresses(LinkAddresses):
    """Subnets of the links between spines and super-spines."""

    per_spine: AddressStep = Field(default=0, description="From each spine to the next.")
    per_super_spine: AddressStep = Field(default=0, description="From each super-spine to the next.")
    per_link: AddressStep = Field(default=0, description="From each of parallel links to the next.")


class HostLinkAddresses(LinkAddresses):
    """Subnets of the links to NICs that are routed."""

    per_leaf: AddressStep = Field(default=0, description="From each leaf to the next.")
    per_rack: AddressStep = Field(
        default=0, description="From each group of leaves, one for each rail, to the next; rail-optimised only."
    )
    per_rail: AddressStep = Field(default=0, description="From the leaf of each rail to the next; rail-optimised only.")
    per_nic: AddressStep = Field(default=0, description="From each routed NIC of a leaf to the next.")
