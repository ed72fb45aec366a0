"""The intent: what the operator wants of a whole fabric, in one file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from roce_lint.intent.model_addressing import Addressing, AsNumbers, Mtu
from roce_lint.intent.model_external import External
from roce_lint.intent.model_extra import Extra
from roce_lint.intent.model_hardening import Hardening
from roce_lint.intent.model_hosts import HostGroups, Tenant
from roce_lint.intent.model_infiniband import Infiniband
from roce_lint.intent.model_management import Management, SecretName
from roce_lint.intent.model_platform import OwnPlatforms
from roce_lint.intent.model_roce import Profile, Roce
from roce_lint.intent.model_topology import DeviceWishes, LinkEntry, Topology
from roce_lint.intent.model_types import Flag, IntentPart, Name, Text, whole
from roce_lint.intent.placed import PlacedIntent
from roce_lint.intent.quantity import DurationUs
from roce_lint.model.terms import PathChoice


class Bfd(IntentPart):
    """Bidirectional forwarding detection of the sessions; it should take longer than the longest legal pause."""

    enabled: Flag = Field(default=True, description="End sessions whose link no longer carries traffic.")
    interval: DurationUs = Field(default=300_000, description="Between two packets, in whole ms; 300 ms unless given.")
    multiplier: Annotated[int, *whole(3, 50)] = Field(default=3, description="Packets that may be lost in a row.")


class Bgp(IntentPart):
    """What guards the BGP sessions between switches; the same on all of them."""

    maximum_prefixes: Annotated[int, *whole(1, 4_294_967_294)] | None = Field(
        default=None,
        description="Prefixes that a peer may send; if there are more, this is logged and the session stays"
        " up. The system default if omitted.",
    )
    password: SecretName | None = Field(
        default=None, description="Name of the MD5 key; rendered as ${NAME}, in the form that the line requires."
    )
    ttl_security: Flag = Field(
        default=False,
        description="Accept BGP packets only from direct neighbors (RFC 5082); every system must support it.",
    )
    prefix_filter: Flag = Field(
        default=False,
        description="Accept and advertise only prefixes of the address pools; otherwise every route is passed on.",
    )
    bfd: Bfd = Field(default=Bfd(), description="BFD of the sessions.")


INTENT_VERSION = 1


def _known_version(value: object) -> object:
    if value != INTENT_VERSION or isinstance(value, bool):
        raise ValueError(f"is {value!r}; this version reads schema {INTENT_VERSION}")
    return value


class Intent(PlacedIntent):
    """A RoCEv2 fabric as its operator intends it."""

    schema_version: Annotated[Literal[1], BeforeValidator(_known_version)] = Field(
        alias="schema", description="Version of this format: 1."
    )
    name: Name = Field(description="Name of the fabric.")
    description: Annotated[Text, Field(max_length=2000)] = Field(default="", description="Free text; not evaluated.")
    profile: Profile | None = Field(
        default=None,
        description="Design of the fabric; lossless if omitted, two-lossless when two classes are given.",
    )
    topology: Topology = Field(description="Shape of the fabric.")
    hosts: HostGroups = Field(description="The hosts, in groups of identical ones.")
    addressing: Addressing = Field(default=Addressing(), description="Address pools.")
    as_numbers: AsNumbers = Field(default=AsNumbers(), description="AS numbers of the eBGP underlay.")
    mtu: Mtu = Field(default=Mtu(), description="Largest IP packets.")
    roce: Roce = Field(default=Roce(), description="Traffic classes, marking, pausing and NIC behavior.")
    tenants: tuple[Tenant, ...] = Field(
        default=(), description="Tenants of an EVPN-VXLAN overlay; no overlay if omitted."
    )
    devices: DeviceWishes = Field(default={}, description="Exceptions for individual switches, by name.")
    links: tuple[LinkEntry, ...] = Field(default=(), description="Exceptions for individual links.")
    external: tuple[External, ...] = Field(
        default=(), max_length=256, description="Routers outside the fabric that switches connect to."
    )
    bgp: Bgp = Field(default=Bgp(), description="Protection of the BGP sessions between switches.")
    load_balancing: PathChoice = Field(
        default=PathChoice.AUTO,
        description="static: by a hash of the flow. dynamic: by the load of the paths, if the switch"
        " supports it; NX-OS then needs a reload, and virtual EOS in labs rejects the line. auto: dynamic in"
        " designs with PFC on switches that are not known to need a reload, otherwise static.",
    )
    management: Management | None = Field(
        default=None, description="How switches are managed; not rendered if omitted."
    )
    hardening: Hardening = Field(default=Hardening(), description="Protection of switches and their host ports.")
    platforms: OwnPlatforms = Field(
        default={}, description="Your own switch models, by name, and models of the catalogue with different values."
    )
    extra: tuple[Extra, ...] = Field(default=(), description="Your own lines, added to switch configurations.")
    infiniband: Infiniband | None = Field(
        default=None, description="An InfiniBand subnet in addition to the Ethernet fabric; none if omitted."
    )

    @property
    def design(self) -> Profile:
        """Return the profile: the one given, else `lossless`, or `two-lossless` when two classes are given."""
        if self.profile is not None:
            return self.profile
        return Profile.TWO_LOSSLESS if len(self.roce.classes or ()) == 2 else Profile.LOSSLESS
