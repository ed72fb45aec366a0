"""What an intent says about BGP sessions and about how flows are spread over equal-cost paths."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from roce_lint.intent.model_management import SecretName
from roce_lint.intent.model_wish import Flag, Wish, whole
from roce_lint.intent.quantity import DurationUs


class Bfd(Wish):
    """Bidirectional forwarding detection of the sessions; it should take longer than the longest legal pause."""

    enabled: Flag = Field(default=True, description="End sessions whose link carries nothing any more.")
    interval: DurationUs = Field(default=300_000, description="Between two packets, in whole ms; 300 ms unless given.")
    multiplier: Annotated[int, *whole(3, 50)] = Field(default=3, description="Packets that may be lost in a row.")


class Bgp(Wish):
    """What guards the BGP sessions between switches; the same on all of them."""

    maximum_prefixes: Annotated[int, *whole(1, 4_294_967_294)] | None = Field(
        default=None,
        description="Prefixes that a peer may send; more of them are logged, and the session stays up. The system's own"
        " number when left out.",
    )
    password: SecretName | None = Field(
        default=None, description="Name of the MD5 key; rendered as ${NAME}, in the form that the line asks for."
    )
    ttl_security: Flag = Field(
        default=False, description="Take BGP packets of direct neighbours only (RFC 5082); every system has to have it."
    )
    prefix_filter: Flag = Field(
        default=False,
        description="Take and give only what the address pools hold; every route is passed on otherwise.",
    )
    bfd: Bfd = Field(default=Bfd(), description="BFD of the sessions.")
