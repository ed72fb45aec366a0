"""What an intent says about BGP sessions and about how flows are spread over equal-cost paths."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from roce_lint.intent.model_management import SecretName
from roce_lint.intent.model_wish import Flag, Wish, whole


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
