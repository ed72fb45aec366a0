"""What single links have of their own: a speed that is not that of their tier, and stated error correction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.fabric.fabric import Fabric
from roce_lint.intent.link_entries import FEC
from roce_lint.learn.models import Model, speed_of
from roce_lint.learn.observed import Observed, ObservedCable
from roce_lint.learn.topology import IntentSection, cables_of, usual_speed
from roce_lint.model.fact import Stated, known
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


def _stated(observed: Observed, cable: ObservedCable) -> Iterator[tuple[str, str, Fec]]:
    """Yield the ends of a cable at switches that state an error correction which an intent can ask for."""
    for end in (cable.lower, cable.upper):
        port = observed.ports.get(end)
        fec = port.fec if port is not None and end.device in observed.role_of else None
        if isinstance(fec, Stated) and fec.value in _FEC_WISHES:
            yield end.device, end.port, fec.value
