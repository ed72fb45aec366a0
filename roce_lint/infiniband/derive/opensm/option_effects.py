"""What single options of opensm.conf do to a running subnet.

Source: osm_link_mgr.c (forced speeds and widths), osm_qos.c (arbitration), osm_lid_mgr.c and osm_congestion_control.c
of OpenSM 3.3.23; InfiniBand Architecture Specification 1.7, 7.6.9 (arbitration) and 14.2.5.6 (PortInfo).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from roce_lint.infiniband.sm_options import QosOptions, SmOptions
from roce_lint.infiniband.sm_setup import SmSetup
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known

_OLD_SPEEDS = {1: "SDR", 2: "DDR", 4: "QDR"}
_NEW_SPEEDS = {1: "FDR", 2: "EDR", 4: "HDR", 8: "NDR"}
_WIDTHS = {1: "1x", 2: "4x", 4: "8x", 8: "12x", 16: "2x"}
_EVERY_SPEED, _NO_NEW_SPEED, _EVERY_NEW_SPEED, _EVERY_WIDTH = 15, 30, 31, 255
_UNLIMITED = 255
_PORTS = {"qos": "all ports", "qos_ca": "adapters", "qos_sw0": "switches' own ports", "qos_swe": "switch ports"}


def forced_link(options: SmOptions) -> tuple[Fact[bool], str]:
    """Return whether links take the best speed and width that both ends have, and what keeps them from it."""
    for name, words in (
        ("force_link_speed", _old_speed),
        ("force_link_speed_ext", _new_speed),
        ("force_link_width", _width),
    ):
        line = options.as_written(name)
        value = _number(line.value) if line else None
        limit = words(value) if value is not None else ""
        if line is not None and limit:
            return Stated(False, line.source), f"{name} {line.value} {limit}"
    return Default(True, options.source, "no option forces a speed or a width"), ""


def _number(text: str) -> int | None:
    """Return a small number as C reads it, decimal or 0x; None for any other text."""
    found = re.fullmatch(r"(?:0[xX]([0-9a-fA-F]{1,8})|([0-9]{1,9}))", text.strip())
    return None if found is None else int(found[1], 16) if found[1] else int(found[2])


def _named(bits: int, names: dict[int, str]) -> str:
    return ", ".join(name for bit, name in names.items() if bits & bit)


def _old_speed(value: int) -> str:
    if not 0 < value < 7:
        return ""
    return f"leaves {_named(value, _OLD_SPEEDS)} of the speeds up to QDR"


def _new_speed(value: int) -> str:
    if value == _NO_NEW_SPEED:
        return "switches FDR and all faster speeds off"
    if not 0 < value < 15 or value & 8:
        return ""
    return f"lets no link run faster than {_named(value, _NEW_SPEEDS).rpartition(' ')[2]}"


def _width(value: int) -> str:
    if not 0 < value < 32 or value & 2:
        return ""
    return f"leaves the widths {_named(value, _WIDTHS)}, without 4x"


def keeps_lids(options: SmOptions) -> Fact[bool]:
    """Return whether ports keep their LIDs when the manager starts."""
    match options.reassign_lids:
        case Stated(value, source):
            return Stated(not value, source)
        case Default(value, source, because):
            return Default(not value, source, because)
        case Unknown():
            return options.reassign_lids


def congestion_key_is_set(options: SmOptions) -> Fact[bool]:
    """Return whether congestion control, where it is on, asks for a key."""
    line = options.as_written("congestion_control")
    if line is None or line.value != "TRUE":
        return Default(True, options.source, "congestion control is off")
    key = options.as_written("cc_key")
    return Stated(key is not None and _is_a_key(key.value), line.source)


def _is_a_key(text: str) -> bool:
    """Say whether OpenSM takes a text for a key other than 0."""
    found = re.fullmatch(r"0[xX]([0-9a-fA-F]{1,16})|([0-9]{1,20})", text.strip())
    return found is not None and bool((found[1] or found[2]).strip("0"))


def carries_multicast(setup: SmSetup, options: SmOptions) -> Fact[bool]:
    """Return whether multicast is on where a partition asks for an IPoIB group."""
    line = options.as_written("disable_multicast")
    wants = setup.partitions is not None and any(one.is_ipoib or one.groups for one in setup.partitions.definitions)
    if line is None or line.value != "TRUE" or not wants:
        return Default(True, options.source, "multicast is on, or no partition asks for a group")
    return Stated(False, line.source)


def starved_lane(setup: SmSetup, options: SmOptions) -> tuple[Fact[bool], str]:
    """Return whether every lane that carries traffic is served, and the first that is not in words.

    A lane that is in no arbitration list, or with weight 0 alone, sends nothing. Lanes that carry traffic are those
    of SL 0, of the manager's own level, and of the levels that partitions ask for.
    """
    served = Default(True, options.source, "QoS is off, or every lane in use has a weight")
    if not known(options.qos, False):
        return served, ""
    for one, high, low, lanes in _effective(options):
        weights = {lane: weight for lane, weight in (*high, *low) if weight}
        for level in _levels(setup, options):
            lane = lanes[level] if level < len(lanes) else 0
            if lane not in weights and lane < 15:
                where = _place_of(one, options)
                words = f"SL {level} goes to VL {lane} on {_PORTS.get(one.prefix, 'router ports')}, which has no weight"
                return Stated(False, where), f"{words} in {one.prefix}_vlarb_high and {one.prefix}_vlarb_low"
    return served, ""


def overtaken_lane(setup: SmSetup, options: SmOptions) -> tuple[Fact[bool], str]:
    """Return whether lanes of low priority get a turn, and the first that need not in words.

    A high limit of 255 lets lanes of high priority send without end (IBA 1.7, 7.6.9.2).
    """
    fine = Default(True, options.source, "QoS is off, or lanes of high priority have a limit")
    if not known(options.qos, False):
        return fine, ""
    base = options.qos_sets[0]
    for one, high, _, lanes in _effective(options):
        limit = one.high_limit if isinstance(one.high_limit, Stated) else base.high_limit
        first = {lane for lane, weight in high if weight}
        used = {level: lanes[level] for level in _levels(setup, options) if level < len(lanes)}
        behind = next(((level, lane) for level, lane in used.items() if lane not in first), None)
        if known(limit, 0) == _UNLIMITED and first and behind is not None and isinstance(limit, Stated):
            words = f"VL {', '.join(map(str, sorted(first)))} before SL {behind[0]} on VL {behind[1]}"
            return Stated(False, limit.source), words
    return fine, ""


_Pairs = tuple[tuple[int, int], ...]


def _effective(options: SmOptions) -> Iterator[tuple[QosOptions, _Pairs, _Pairs, tuple[int, ...]]]:
    """Yield each set with its lists; what a set leaves out it has from the one for all ports."""
    base = options.qos_sets[0]
    for one in options.qos_sets:
        facts = [
            mine if isinstance(mine, Stated) else common
            for mine, common in (
                (one.vlarb_high, base.vlarb_high),
                (one.vlarb_low, base.vlarb_low),
            )
        ]
        lanes = one.sl2vl if isinstance(one.sl2vl, Stated) else base.sl2vl
        if not isinstance(lanes, Unknown) and not any(isinstance(fact, Unknown) for fact in facts):
            yield one, known(facts[0], ()), known(facts[1], ()), lanes.value


def _levels(setup: SmSetup, options: SmOptions) -> Iterable[int]:
    definitions = setup.partitions.definitions if setup.partitions else ()
    return sorted({0, known(options.sm_sl, 0), *(one.flags.sl for one in definitions)} & set(range(16)))


def _place_of(one: QosOptions, options: SmOptions) -> Source:
    """Return the line of a list that leaves the lane out, in this set or in that for all ports."""
    base = options.qos_sets[0]
    facts = (one.vlarb_high, one.vlarb_low, base.vlarb_high, base.vlarb_low, one.sl2vl, base.sl2vl)
    return next((fact.source for fact in facts if isinstance(fact, Stated)), options.qos.source)
