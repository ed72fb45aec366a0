"""PFC and link-level pause of one port."""

from __future__ import annotations

from roce_lint.fabric.port_basics import pfc_on, pfc_priorities
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.logic import any_of, is_true, map_fact
from roce_lint.model.qos import NO_CABLE
from roce_lint.model.terms import PfcMode
from roce_lint.os.registry import behaviour_of
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PortPauses:
    """Whether the port pauses, for which priorities, and for how long a cable."""

    pfc_mode: Fact[PfcMode]
    """`on`, `off` or `auto`, where DCBX decides."""
    pfc_on: Fact[bool]
    """PFC is certainly active (forced on); unknown if DCBX decides."""
    pfc_is_negotiated: bool
    """The port leaves PFC to DCBX."""
    pfc_priorities: Fact[frozenset[int]]
    """The priorities for which the port would send pause frames."""
    pauses_anything: Fact[bool]
    """`pfc_priorities` is not empty."""
    certainly_pauses: bool
    """`pfc_priorities` is known and not empty."""
    lossless_priority_count: Fact[int]
    """The number of `pfc_priorities`, without those that only some links have intentionally; placed at the last line
    that adds one.
    """
    some_priority_no_drop: Fact[bool]
    """Some priority is no-drop by configuration, even if PFC is off on the port."""
    link_pause_on: Fact[bool]
    """Link-level pause (802.3x) is on in either direction."""
    carved_for_cable_m: Fact[int]
    """The longest cable in m for which the system's default headroom is documented to be enough."""


def port_pauses(device: Device, port: Port, of_some_links: frozenset[int]) -> PortPauses:
    """Return PFC and link-level pause of a port; `of_some_links` are priorities that only some links have lossless."""
    qos, mode, pausing = port.qos, port.qos.pfc_mode, pfc_priorities(port)
    return PortPauses(
        pfc_mode=mode,
        pfc_on=pfc_on(port),
        pfc_is_negotiated=not isinstance(mode, Unknown) and mode.value is PfcMode.AUTO,
        pfc_priorities=pausing,
        pauses_anything=map_fact(bool, pausing),
        certainly_pauses=is_true(map_fact(bool, pausing)),
        lossless_priority_count=_at_last_line(port, map_fact(lambda every: len(every - of_some_links), pausing)),
        some_priority_no_drop=any_of(*(priority.generates_pause for priority in qos.priorities)),
        link_pause_on=qos.link_pause_received if is_true(qos.link_pause_received) else qos.link_pause_sent,
        carved_for_cable_m=_carved_for(device, port),
    )


def _at_last_line(port: Port, count: Fact[int]) -> Fact[int]:
    """Return the number of lossless priorities at the last line that adds one."""
    lines = [
        fact.source
        for priority in port.qos.priorities
        if isinstance(fact := priority.generates_pause, Stated) and fact.value
    ]
    return Stated(count.value, max(lines)) if lines and not isinstance(count, Unknown) else count


def _carved_for(device: Device, port: Port) -> Fact[int]:
    carved = behaviour_of(device.os).carved_headroom
    if carved is not None:
        return Default(carved.cable_m, port.source, carved.because)
    sized = [one.group.sized_for_cable_m for one in port.qos.priorities if is_true(one.generates_pause)]
    known = [fact for fact in sized if not isinstance(fact, Unknown)]
    return min(known, key=lambda fact: fact.value) if known else Unknown(NO_CABLE.because, port.source)
