"""What single links have of their own: a speed that is not that of their tier, error correction, MTU and marking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.fabric.fabric import Fabric
from roce_lint.intent.link_entries import FEC
from roce_lint.learn.classes import Classes, LearntClass, roce_queue_of
from roce_lint.learn.marking import size_text
from roce_lint.learn.models import Model, speed_of
from roce_lint.learn.observed import Observed, ObservedCable
from roce_lint.learn.topology import IntentSection, cables_of, usual_speed
from roce_lint.model.device import Port, PortRef
from roce_lint.model.fact import Stated, known
from roce_lint.model.logic import is_true
from roce_lint.model.terms import Fec, Role

OwnValues = Mapping[ObservedCable, IntentSection]
"""What `links` says of cables besides ports, lengths and addresses."""

_FEC_WISHES = {fec: wish.value for wish, fec in FEC.items()}
_FEC_SPEEDS_GBPS = frozenset({25, 100})
"""Where IEEE 802.3 leaves a choice."""


def own_speeds(observed: Observed, models: Mapping[str, Model]) -> dict[ObservedCable, IntentSection]:
    """Return the speed of each cable between switches that has not the usual one of its tier."""
    found: dict[ObservedCable, IntentSection] = {}
    for role in (Role.LEAF, Role.SPINE):
        cables = cables_of(observed, role)
        most = usual_speed(observed, models, cables)
        speeds = {cable: speed_of(observed, models, cable) for cable in cables}
        found |= {cable: {"speed": f"{speed}G"} for cable, speed in speeds.items() if speed and speed != most}
    return found


def with_error_correction(
    observed: Observed, models: Mapping[str, Model], rendered: Fabric, own: OwnValues
) -> dict[ObservedCable, IntentSection]:
    """Return what links have of their own, with the error correction that a port states and `rendered` does not."""
    made = {(device.name, port.name): port.fec for device in rendered.devices for port in device.ports}
    found = dict(own)
    for cable in observed.every_cable:
        if speed_of(observed, models, cable) not in _FEC_SPEEDS_GBPS:
            continue
        for device, port, fec in _stated(observed, cable):
            other = made.get((device, port))
            if other is not None and known(other, None) is not fec:
                found[cable] = {**own.get(cable, {}), "fec": _FEC_WISHES[fec]}
    return found


_MOST_OWN = 4
"""Links with an MTU or a curve of their own that an intent lists, or a quarter of all; more are no exceptions."""


def with_own_qos(
    observed: Observed, rendered: Fabric, classes: Classes, own: OwnValues
) -> dict[ObservedCable, IntentSection]:
    """Return what links have of their own, with the MTU and the marking that both ends state and others do not have.

    Where only one end differs it is a likely fault, and stays a difference.
    """
    made = {PortRef(device.name, port.name): port for device in rendered.devices for port in device.ports}
    odd: dict[ObservedCable, IntentSection] = {}
    for cable in (*observed.cables, *observed.peer_cables):
        pairs = [
            (observed.ports[end], made[end])
            for end in (cable.lower, cable.upper)
            if end in observed.ports and end in made
        ]
        found = [_own_qos(read, port, classes) for read, port in pairs]
        if len(found) == 2 and found[0] == found[1] and found[0]:
            odd[cable] = found[0]
    if len(odd) > max(_MOST_OWN, len(observed.cables) // 4):
        return dict(own)
    return dict(own) | {cable: {**own.get(cable, {}), **found} for cable, found in odd.items()}


def _own_qos(read: Port, made: Port, classes: Classes) -> IntentSection:
    """Return what a port states of MTU and marking where it is rendered otherwise."""
    section: IntentSection = {}
    if isinstance(read.ip_mtu_bytes, Stated) and read.ip_mtu_bytes.value != known(made.ip_mtu_bytes, 0):
        section["mtu"] = read.ip_mtu_bytes.value
    curves = [(_curve(read, one), _curve(made, one)) for one in classes.roce]
    if curves and len({mine for mine, _ in curves}) == 1 and curves[0][0] and curves[0][0] != curves[0][1]:
        kmin, kmax, pmax = curves[0][0]
        differs = curves[0][1] is not None and pmax != curves[0][1][2]
        section["ecn"] = {"kmin": size_text(kmin), "kmax": size_text(kmax)} | ({"pmax": f"{pmax}%"} if differs else {})
    return section


def _curve(port: Port, one: LearntClass) -> tuple[int, int, int] | None:
    """Return Kmin, Kmax and Pmax of the queue of a class; None where they are not all known."""
    queue = roce_queue_of(port, one)
    if queue is None or not is_true(queue.ecn_enabled):
        return None
    kmin, kmax, pmax = (known(one, 0) for one in (queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, queue.ecn_pmax_percent))
    return (int(kmin), int(kmax), round(pmax)) if kmin and kmax > kmin and pmax else None


def _stated(observed: Observed, cable: ObservedCable) -> Iterator[tuple[str, str, Fec]]:
    """Yield the ends of a cable at switches that state an error correction which an intent can ask for."""
    for end in (cable.lower, cable.upper):
        port = observed.ports.get(end)
        fec = port.fec if port is not None and end.device in observed.role_of else None
        if isinstance(fec, Stated) and fec.value in _FEC_WISHES:
            yield end.device, end.port, fec.value
