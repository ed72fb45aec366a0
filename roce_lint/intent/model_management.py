"""What an intent says about how switches are managed. Secrets are names, never values."""

from __future__ import annotations

import ipaddress
from typing import Annotated

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema

from roce_lint.intent.model_addressing import Pool
from roce_lint.intent.model_types import Flag, IntentPart, Name, Text, worded


def _host_address(value: object) -> str:
    try:
        return str(ipaddress.IPv4Address(value)) if isinstance(value, str) else _no_address(value)
    except ipaddress.AddressValueError:
        return _no_address(value)


def _no_address(value: object) -> str:
    raise ValueError(f"is {value!r}; write an IPv4 address such as 192.0.2.10")


def _printable(text: str) -> str:
    for line in text.splitlines():
        if (
            any(not 32 <= ord(letter) < 127 for letter in line)
            or line.strip() == "EOF"
            or set(line) & {'"', "#", "\\", "$"}
        ):
            raise ValueError(f'has the line {line[:40]!r}; write plain letters without ", #, \\ and $, and no line EOF')
    return text.rstrip("\n")


HostAddress = Annotated[
    str, PlainValidator(_host_address), WithJsonSchema({"type": "string", "format": "ipv4", "examples": ["192.0.2.10"]})
]
SecretName = Annotated[
    str,
    *worded(
        "[A-Z][A-Z0-9_]{0,62}",
        "the name of a secret in capitals, such as TACACS_KEY; its value is no part of an intent",
        "TACACS_KEY",
    ),
]
UserName = Annotated[str, *worded("[a-z][a-z0-9_-]{0,30}", "a user name of small letters and digits", "operator")]
DomainName = Annotated[
    str, *worded(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", "a domain such as fabric.example", "fabric.example")
]
FileName = Annotated[str, *worded(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}", "the name of a file on the switch", "gnmi.crt")]
Addresses = tuple[HostAddress, ...]


class Tacacs(IntentPart):
    """TACACS+ servers, asked before the local users."""

    servers: Annotated[Addresses, Field(min_length=1)] = Field(description="Addresses of the servers.")
    secret: SecretName = Field(default="TACACS_KEY", description="Name of the shared key; rendered as ${NAME}.")


class User(IntentPart):
    """One local administrator."""

    name: UserName = Field(description="Name of the user.")
    secret: SecretName = Field(description="Name of the password's hash; rendered as ${NAME}.")


class Snmp(IntentPart):
    """One SNMPv3 user that may read, and the hosts that traps go to."""

    user: UserName = Field(description="Name of the user.")
    auth_secret: SecretName = Field(default="SNMP_AUTH", description="Name of the authentication key.")
    priv_secret: SecretName = Field(default="SNMP_PRIV", description="Name of the privacy key.")
    traps: Addresses = Field(default=(), description="Hosts that traps go to.")


class Gnmi(IntentPart):
    """gNMI with TLS."""

    profile: Name = Field(default="GNMI", description="Name of the TLS profile; SR Linux must have it already.")
    certificate: FileName = Field(default="gnmi.crt", description="Certificate file, if the profile is created.")
    key: FileName = Field(default="gnmi.key", description="Key file, if the profile is created.")


class Management(IntentPart):
    """How switches are managed: out of band, in its own VRF."""

    addresses: Pool = Field(
        description="Subnet of the management ports; switches take addresses in the order of the plan."
    )
    gateway: HostAddress | None = Field(default=None, description="Default gateway; the first address if omitted.")
    vrf: Name = Field(default="MGMT", description="VRF on EOS; it is `management` on NX-OS and `mgmt` on SR Linux.")
    domain: DomainName | None = Field(default=None, description="Domain name.")
    dns: Addresses = Field(default=(), description="DNS servers.")
    ntp: Addresses = Field(default=(), description="NTP servers; the first is preferred.")
    syslog: Addresses = Field(default=(), description="Syslog servers; they also get what the PFC watchdog reports.")
    users: tuple[User, ...] = Field(default=(), description="Local administrators.")
    tacacs: Tacacs | None = Field(default=None, description="TACACS+; local users only if omitted.")
    snmp: Snmp | None = Field(default=None, description="SNMPv3; off if omitted.")
    gnmi: Gnmi | None = Field(default=None, description="gNMI; off if omitted.")
    ssh: Flag = Field(default=True, description="SSH in the management VRF.")
    banner: Annotated[Text, Field(max_length=2000), AfterValidator(_printable)] = Field(
        default="", description="Text that is shown before the login."
    )
