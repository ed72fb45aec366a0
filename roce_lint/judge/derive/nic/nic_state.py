"""One RoCE NIC of a host as rules name it, put together from one class for each concern."""

from __future__ import annotations

from roce_lint.fabric.design import Design
from roce_lint.judge.derive.nic.nic_dcqcn import NicDcqcn, nic_dcqcn
from roce_lint.judge.derive.nic.nic_marking import NicMarking, nic_marking
from roce_lint.judge.derive.nic.nic_pauses import NicPauses, nic_pauses
from roce_lint.judge.derive.nic.nic_surroundings import Surroundings
from roce_lint.judge.derive.nic.nic_transport import NicTransport, nic_transport
from roce_lint.model.device import Port
from roce_lint.model.nic import Nic
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class NicState:
    """One NIC. Rules name the facts of each part as its own: `nic.roce_tos`, not `nic.marking.roce_tos`."""

    PARTS = ("marking", "pauses", "dcqcn", "transport")

    port: str
    """The netdev of the NIC."""
    marking: NicMarking
    """Part: how packets are marked."""
    pauses: NicPauses
    """Part: classification, PFC and the cable."""
    dcqcn: NicDcqcn
    """Part: congestion control."""
    transport: NicTransport
    """Part: how connections are opened and kept."""


def nic_state(nic: Nic, port: Port, around: Surroundings, design: Design) -> NicState:
    """Return the NIC as rules see it; `port` is its netdev, `around` what the fabric says of it."""
    pauses = nic_pauses(nic, port, around, design)
    return NicState(
        port=nic.port,
        marking=nic_marking(nic, around, design),
        pauses=pauses,
        dcqcn=nic_dcqcn(nic, pauses.roce_priorities, around, design),
        transport=nic_transport(nic, around),
    )
