"""VXLAN, load balancing and the buffer of the device as a whole."""

from __future__ import annotations

import re
from collections.abc import Mapping

from roce_lint.model.device import DeviceBuffer, LoadBalancing, Overlay, Port
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import is_true
from roce_lint.model.qos import Classification, DscpRewrite
from roce_lint.model.terms import OuterDscp
from roce_lint.model.vendor_default import default_of
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.chassis import Family
from roce_lint.os.srlinux.instances import read_maximum_paths
from roce_lint.os.srlinux.referred_ports import port_of
from roce_lint.os.srlinux.rewrite import RewritePolicies
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_SLOT = re.compile(r"ethernet-(\d+)/")


def read_overlay(
    root: Node, rewrites: RewritePolicies, ports: tuple[Port, ...], diagnostics: LeafDiagnostics
) -> Overlay:
    """Return whether the device terminates VXLAN, and where the outer DSCP comes from.

    A policy that gives each class a code point of the same class keeps what the underlay does with a packet.
    """
    tunnels = [vxlan for tunnel in root.entries("tunnel-interface") for vxlan in tunnel.entries("vxlan-interface")]
    place = tunnels[0].first_line if tunnels else diagnostics.whole_file
    unknown = Unknown("SR Linux has no setting for ECN across VXLAN, and its behaviour is not published", place)
    if not tunnels:
        no = defaults.NO_TUNNEL.at(place)
        not_an_endpoint = Unknown("the device terminates no tunnel", place)
        return Overlay(no, not_an_endpoint, not_an_endpoint, not_an_endpoint)
    outer: Fact[OuterDscp] = defaults.OUTER_COPIED.at(place)
    if rewrites.vxlan_policy.value:
        in_use = _classifications(ports)
        kept = bool(in_use) and all(_keeps_class(one, rewrites.outer()) for one in in_use)
        outer = Stated(OuterDscp.TRAFFIC_CLASS if kept else OuterDscp.POLICY, rewrites.vxlan_policy.source)
    payload = root.at("qos/classifiers").take("vxlan-default")
    classifies: Fact[bool] = Stated(True, payload.source) if payload.line else defaults.NO_VXLAN_DEFAULT.at(place)
    return Overlay(Stated(True, place), outer, unknown, unknown, rewrites.outer(), classifies)


def _classifications(ports: tuple[Port, ...]) -> tuple[Classification, ...]:
    """Return the classifications in use, each once."""
    distinct = {id(port.qos.classification): port.qos.classification for port in ports if is_true(port.qos.bound)}
    return tuple(distinct.values())


def _keeps_class(classification: Classification, outer: tuple[DscpRewrite, ...]) -> bool:
    """Say whether every class that a code point selects explicitly gets an outer code point of that class."""
    table = classification.traffic_class_by_dscp
    outer_dscps = {one.traffic_class: one.dscp for one in outer}
    for name in {fact.value for fact in table if isinstance(fact, Stated)}:
        dscp = outer_dscps.get(name)
        if dscp is None or isinstance(dscp, Unknown):
            return False
        again = table[dscp.value]
        if isinstance(again, Unknown) or again.value != name:
            return False
    return True


def read_load_balancing(root: Node, diagnostics: LeafDiagnostics) -> LoadBalancing:
    """Return how flows are spread; the source port is what tells RoCE flows apart."""
    balancing = root.at("system/load-balancing")
    hashing = balancing.at("hash-options")
    ports = diagnostics.boolean(hashing, "source-port", defaults.HASH_USES_PORTS.at(hashing.source))
    dynamic = balancing.at("dynamic")
    mode = dynamic.take("mode")
    sprays: Fact[bool] = defaults.NO_SPRAY.at(balancing.source)
    if mode.value == "flow-dynamic":
        sprays = Stated(False, mode.source)
    elif mode.line:
        because = f"what load-balancing dynamic mode {mode.value} does is not published"
        diagnostics.not_read(because, mode.source)
        sprays = Unknown(because, mode.source)
    return LoadBalancing(ports, sprays, read_maximum_paths(root, diagnostics))


def read_buffer(qos: Node, family: Family, diagnostics: LeafDiagnostics) -> DeviceBuffer:
    """Return the packet buffer; a configuration states percentages only, so that bytes stay unknown."""
    place = qos.source if qos.line else diagnostics.whole_file
    reservation = _reservation(qos, _pausing_slots(qos), diagnostics)
    percent = reservation.because if isinstance(reservation, Unknown) else f"{reservation.value} %"
    size = Unknown("the size of the packet buffer is not stated in a configuration", place)
    because = f"{percent} of a packet buffer whose size the configuration does not state"
    pool: Fact[int] = Unknown(because, reservation.source)
    queued: Fact[bool] = Unknown("the configuration does not state the chassis family", place)
    if family is Family.DNX:
        queued = defaults.DNX_IS_VOQ.at(place)
        pool = reservation = Unknown("a 7250 has no pfc-buffer-reservation", place)
    elif family is Family.XGS:
        queued = defaults.XGS_IS_NOT_VOQ.at(place)
    return DeviceBuffer(size, size, pool, size, queued, reservation)


def _reservation(qos: Node, slots: Mapping[str, Source], diagnostics: LeafDiagnostics) -> Fact[int]:
    """Return the smallest share of a chip's buffer that is kept for headroom, in percent.

    `slots` are the line cards that have ports with PFC, and what switches it on; the first chip of each keeps the
    default where none is stated.
    """
    place = qos.source if qos.line else diagnostics.whole_file
    stated: list[Fact[int]] = []
    named: set[tuple[str, str]] = set()
    absent = default_of(
        diagnostics.release, defaults.FIRST_HEADROOM_RESERVATION_PERCENT, defaults.HEADROOM_RESERVATION_PERCENT
    )
    for card in qos.entries("linecard"):
        for chip in card.entries("forwarding-complex"):
            place = chip.first_line
            none = absent.at(chip.first_line)
            stated.append(diagnostics.integer(chip.at("input"), "pfc-buffer-reservation", none, 0, 100))
            named.add((card.key, chip.key))
    left_out = [switch for slot, switch in slots.items() if (slot, "0") not in named]
    if left_out or not stated:
        stated.append(absent.at(left_out[0] if left_out else place))
    unknown = [fact for fact in stated if isinstance(fact, Unknown)]
    return unknown[0] if unknown else min(stated, key=lambda fact: known(fact, 0))


def _pausing_slots(qos: Node) -> Mapping[str, Source]:
    """Return the line cards of ports with PFC (`ethernet-SLOT/PORT`), each with the first line that switches it on."""
    slots: dict[str, Source] = {}
    for entry in qos.select("interfaces/interface"):
        pfc = entry.find("pfc")
        switch = pfc.get("pfc-enable") if pfc else None
        found = _SLOT.match(port_of(entry)) if switch and switch.value == "true" else None
        if found and switch:
            slots.setdefault(found[1], switch.source)
    return slots
