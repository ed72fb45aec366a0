"""What an intent says about the protection of switches and of their ports to hosts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from roce_lint.intent.model_management import Addresses
from roce_lint.intent.model_types import Flag, IntentPart, whole
from roce_lint.intent.quantity import Percent


class Sflow(IntentPart):
    """Samples of packets (sFlow version 5)."""

    collectors: Annotated[Addresses, Field(min_length=1)] = Field(description="Addresses of the collectors.")
    sample: Annotated[int, *whole(4096, 1_000_000)] = Field(
        default=50_000, description="Packets of which one is sampled."
    )


class Hardening(IntentPart):
    """What protects switches and their ports to hosts. Each system gets the lines that a source shows."""

    edge_ports: Flag = Field(
        default=True,
        description="Bridged ports to hosts forward at once and shut down when a switch is plugged in (edge ports and"
        " BPDU guard of spanning tree); EOS, NX-OS, Cumulus and Junos.",
    )
    recovery_seconds: Annotated[int, *whole(30, 65_535)] = Field(
        default=300, description="After how long EOS and NX-OS try a port again that BPDU guard has shut down."
    )
    control_plane: Flag = Field(
        default=True,
        description="The strict profile that guards the control plane of NX-OS; other systems have theirs built in.",
    )
    broadcast: Percent | None = Field(
        default=None,
        description="Largest share of a bridged port to a host that broadcasts may take; EOS and NX-OS. No limit when"
        " left out.",
    )
    shut_unused: Flag = Field(
        default=False,
        description="Shut down every cage that the fabric does not use; all systems but SONiC, whose images know them.",
    )
    sflow: Sflow | None = Field(
        default=None, description="Samples by sFlow over the management network; EOS alone. None when left out."
    )
