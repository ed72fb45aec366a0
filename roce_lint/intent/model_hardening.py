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
    """Protection of switches and their host ports. Each system gets the lines that a source shows."""

    edge_ports: Flag = Field(
        default=True,
        description="Bridged ports to hosts forward at once and shut down when a switch is plugged in (edge ports and"
        " BPDU guard of spanning tree); EOS, NX-OS, Cumulus and Junos.",
    )
    recovery_seconds: Annotated[int, *whole(30, 65_535)] = Field(
        default=300, description="Time after which EOS and NX-OS re-enable a port that BPDU guard has shut down."
    )
    control_plane: Flag = Field(
        default=True,
        description="The strict profile that protects the control plane of NX-OS; other systems have built-in"
        " protection.",
    )
    broadcast: Percent | None = Field(
        default=None,
        description="Largest share of a bridged host port that broadcasts may use; EOS and NX-OS. No limit if omitted.",
    )
    shut_unused: Flag = Field(
        default=False,
        description="Shut down all cages that the fabric does not use; "
        "on all systems except SONiC, whose images list them.",
    )
    sflow: Sflow | None = Field(
        default=None, description="sFlow sampling over the management network; EOS only. None if omitted."
    )
