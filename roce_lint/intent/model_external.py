"""What an intent says of neighbours outside the fabric."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from roce_lint.intent.model_addressing import InterfaceAddress, MtuBytes, Pool
from roce_lint.intent.model_management import HostAddress
from roce_lint.intent.model_types import AsNumber, IntentPart, Name, Text
from roce_lint.intent.quantity import SpeedGbps

Prefixes = Annotated[tuple[Pool, ...], Field(min_length=1, max_length=64)]


class External(IntentPart):
    """A router outside the fabric at a port of a switch: eBGP over IPv4, no RoCE."""

    name: Name = Field(examples=["core-1"], description="Name of the neighbor; not the name of a device in the fabric.")
    device: Name = Field(
        examples=["leaf-1"], description="The switch that it connects to, a leaf or of any other tier."
    )
    port: Text | None = Field(
        default=None,
        examples=["Ethernet31/1"],
        description="Port of the switch; one beside its uplinks if omitted.",
    )
    speed: SpeedGbps = Field(description="Speed of the link.")
    address: InterfaceAddress = Field(description="Address of the switch on the link, with prefix length.")
    neighbor: HostAddress = Field(description="Address of the neighbor, in the same subnet.")
    asn: AsNumber = Field(description="AS number of the neighbor.")
    mtu: MtuBytes = Field(default=1500, description="Largest IP packet on the link.")
    announce: Prefixes | None = Field(
        default=None,
        description="Prefixes whose routes, and all more specific ones, are announced to it;"
        " `addressing.hosts` if omitted.",
    )
    accept: Prefixes = Field(
        default=("0.0.0.0/0",), description="Exactly these prefixes are accepted; the default route if omitted."
    )
