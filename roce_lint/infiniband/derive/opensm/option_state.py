"""Lines of opensm.conf that OpenSM does not take as they stand, and the manager that they make, as rules see it.

What single options of opensm.conf do to a running subnet.

Source: osm_link_mgr.c (forced speeds and widths), osm_qos.c (arbitration), osm_lid_mgr.c and osm_congestion_control.c
of OpenSM 3.3.23; InfiniBand Architecture Specification 1.7, 7.6.9 (arbitration) and 14.2.5.6 (PortInfo).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from roce_lint.infiniband.opensm.nvidia_options import NVIDIA_ENGINES, OPEN_ENGINES
from roce_lint.infiniband.partition import DEFAULT_KEY
from roce_lint.infiniband.sm_options import (
    Enforcement,
    OpenSmDialect,
    OptionAction,
    OptionRemark,
    QosOptions,
    SmOptions,
)
from roce_lint.infiniband.sm_setup import SmSetup
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import map_fact
from roce_lint.values import dataclass

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
    return f"allows only {_named(value, _OLD_SPEEDS)} of the speeds up to QDR"


def _new_speed(value: int) -> str:
    if value == _NO_NEW_SPEED:
        return "disables FDR and all faster speeds"
    if not 0 < value < 15 or value & 8:
        return ""
    return f"limits links to {_named(value, _NEW_SPEEDS).rpartition(' ')[2]}"


def _width(value: int) -> str:
    if not 0 < value < 32 or value & 2:
        return ""
    return f"allows the widths {_named(value, _WIDTHS)}, but not 4x"


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
                words = f"SL {level} maps to VL {lane} on {_PORTS.get(one.prefix, 'router ports')}, which has no weight"
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


ROUTING_ENGINES = frozenset(
    {
        "none",
        "minhop",
        "updn",
        "dnup",
        "file",
        "ftree",
        "lash",
        "dor",
        "torus-2QoS",
        "nue",
        "dfsssp",
        "sssp",
        "no_fallback",
    }
)
"""static_routing_modules in opensm/osm_opensm.c of OpenSM 3.3.23, and the word that forbids minhop as a last resort."""
_ENGINES = {OpenSmDialect.OPEN: ROUTING_ENGINES, OpenSmDialect.NVIDIA: ROUTING_ENGINES - OPEN_ENGINES | NVIDIA_ENGINES}
_ENFORCEMENT = {
    Enforcement.OFF: "nothing",
    Enforcement.IN: "only what hosts send",
    Enforcement.OUT: "only what hosts receive",
    Enforcement.BOTH: "both ways",
}
_VERBOSE = 0x04
_HANDOVER_BUDGET_MS = 60_000


@dataclass(frozen=True, slots=True)
class SmOptionState:
    """A line of opensm.conf: one fact is false.

    A file that OpenSM accepts as written is one entity, `every option`.
    """

    name: str
    """The option."""
    value: str
    """Its value as written."""
    because: str
    """Why OpenSM does not accept it as written."""
    in_force: str
    """What applies instead."""
    name_is_known: Fact[bool]
    """OpenSM has such an option."""
    is_for_this_opensm: Fact[bool]
    """The OpenSM that reads the file has the option, not only another fork of it."""
    boolean_is_spelled: Fact[bool]
    """A truth value is `TRUE` or `FALSE`."""
    value_is_taken: Fact[bool]
    """OpenSM accepts the value."""
    is_said_once: Fact[bool]
    """No later line sets the option again."""
    line_is_short_enough: Fact[bool]
    """The line fits OpenSM's buffer."""
    list_is_sound: Fact[bool]
    """Every item of a list takes effect."""


_FACTS: Mapping[OptionAction, str] = {
    OptionAction.UNKNOWN_NAME: "name_is_known",
    OptionAction.UNPUBLISHED_NAME: "name_is_known",
    OptionAction.OTHER_DIALECT: "is_for_this_opensm",
    OptionAction.NOT_BOOLEAN: "boolean_is_spelled",
    OptionAction.NOT_NUMBER: "value_is_taken",
    OptionAction.OUT_OF_RANGE: "value_is_taken",
    OptionAction.REPLACED: "value_is_taken",
    OptionAction.OVERRIDDEN: "is_said_once",
    OptionAction.CUT: "line_is_short_enough",
    OptionAction.SUSPICIOUS: "list_is_sound",
}


def option_state(remark: OptionRemark) -> SmOptionState:
    """Return a line as rules see it."""
    in_force, wrong = remark.in_force or "what it was", _FACTS[remark.action]
    is_open = remark.action is OptionAction.UNPUBLISHED_NAME
    return _state(remark.name, remark.value, remark.because, in_force, remark.source, wrong, is_open)


def healthy_options(source: Source) -> SmOptionState:
    """Return a file that OpenSM takes as it stands."""
    return _state("every option", "", "", "", source, "")


def _state(
    name: str, value: str, because: str, in_force: str, source: Source, wrong: str, is_open: bool = False
) -> SmOptionState:
    facts: dict[str, Fact[bool]] = {fact: Stated(fact != wrong, source) for fact in set(_FACTS.values())}
    if is_open:
        facts[wrong] = Unknown(because, source)
    return SmOptionState(name, value, because, in_force, **facts)


@dataclass(frozen=True, slots=True)
class OpensmState:
    """How an opensm.conf configures its subnet manager."""

    has_tenants: bool
    """Its partition file defines more than the default partition, or OpenSM rejects it."""
    enforcement: Fact[str]
    """How switches filter by P_Key: `both`, `in`, `out` or `off`."""
    switches_filter: Fact[bool]
    """Switches filter both ways."""
    unknown_engine: str
    """The first routing engine that OpenSM does not support; empty if there is none."""
    engines_are_known: Fact[bool]
    """OpenSM supports every routing engine that is listed."""
    has_an_engine: Fact[bool]
    """At least one routing engine remains to try."""
    silent_drops_are_logged: Fact[bool]
    """The log shows warnings of the partition parser and unknown GUIDs."""
    sweeps: Fact[bool]
    """The subnet manager sweeps on its own."""
    takeover_ms: Fact[int]
    """How long a standby waits before it takes over, in ms: (retries + 2) polls."""
    takes_over_soon: Fact[bool]
    """Connections survive `takeover_ms`."""
    keeps_lids: Fact[bool]
    """After failover hosts have the same LIDs (`honor_guid2lid_file`)."""
    m_key_is_set: Fact[bool]
    """There is an M_Key."""
    m_key_is_strong: Fact[bool]
    """The M_Key protects the subnet: its level hides it, and it has a lease."""
    sm_key_is_private: Fact[bool]
    """`sm_key` is not the OpenSM default."""
    sa_key_is_private: Fact[bool]
    """`sa_key` is not the OpenSM default."""
    known_keys: str
    """Which of `sm_key` and `sa_key` have the OpenSM default, in words."""
    m_key_weakness: str
    """Why the M_Key does not protect, in words; empty if it does or there is none."""
    enforcement_words: str
    """What the switches filter, in words."""
    links_are_free: Fact[bool]
    """Links use the best speed and width that both ends support."""
    forced_link: str
    """The option that limits them and its effect, in words."""
    lids_stay: Fact[bool]
    """Ports keep their LIDs when the manager starts (`reassign_lids`)."""
    congestion_key_is_set: Fact[bool]
    """Congestion control is off or has a key (`cc_key`)."""
    carries_multicast: Fact[bool]
    """Multicast is on, or no partition asks for an IPoIB group."""
    lanes_are_served: Fact[bool]
    """Every virtual lane that carries traffic has a weight in the arbitration lists."""
    starved_lane: str
    """The first that has none, in words."""
    low_lanes_get_a_turn: Fact[bool]
    """High-priority lanes have a limit, or carry all traffic."""
    overtaken_lane: str
    """The lanes that may send without interruption and the traffic that waits for them, in words."""


def opensm_state(setup: SmSetup, options: SmOptions) -> OpensmState:
    """Return the state of the manager that a file configures."""
    plan = setup.partitions
    # Who writes a file that OpenSM refuses means to part the fabric all the same.
    tenants = plan is not None and (plan.is_refused or any(one.key != DEFAULT_KEY for one in plan.partitions))
    engines = known(options.routing_engine, ())
    unknown = next((engine for engine in engines if engine not in _ENGINES[options.dialect]), "")
    enforcement = options.part_enforce
    takeover = _takeover(options)
    forced = forced_link(options)
    starved, overtaken = starved_lane(setup, options), overtaken_lane(setup, options)
    return OpensmState(
        has_tenants=tenants,
        enforcement=map_fact(lambda choice: choice.value, enforcement),
        switches_filter=map_fact(lambda choice: choice is Enforcement.BOTH, enforcement),
        unknown_engine=unknown,
        engines_are_known=map_fact(lambda _: not unknown, options.routing_engine),
        has_an_engine=map_fact(lambda names: names != ("no_fallback",), options.routing_engine),
        silent_drops_are_logged=map_fact(lambda flags: bool(flags & _VERBOSE), options.log_flags),
        sweeps=_sweeps(options),
        takeover_ms=takeover,
        takes_over_soon=map_fact(lambda waits_ms: waits_ms <= _HANDOVER_BUDGET_MS, takeover),
        keeps_lids=options.honor_guid2lid_file,
        m_key_is_set=m_key_is_set(options),
        m_key_is_strong=_m_key_is_strong(options),
        sm_key_is_private=map_fact(lambda key: key not in (0, 1), options.sm_key),
        sa_key_is_private=map_fact(lambda key: key not in (0, 1), options.sa_key),
        known_keys=_known_keys(options),
        m_key_weakness=_m_key_weakness(options),
        enforcement_words=_ENFORCEMENT.get(known(enforcement, Enforcement.BOTH), ""),
        links_are_free=forced[0],
        forced_link=forced[1],
        lids_stay=keeps_lids(options),
        congestion_key_is_set=congestion_key_is_set(options),
        carries_multicast=carries_multicast(setup, options),
        lanes_are_served=starved[0],
        starved_lane=starved[1],
        low_lanes_get_a_turn=overtaken[0],
        overtaken_lane=overtaken[1],
    )


def _known_keys(options: SmOptions) -> str:
    found = [name for name, key in (("sm_key", options.sm_key), ("sa_key", options.sa_key)) if known(key, 1) in (0, 1)]
    return f"{' and '.join(found)} {'are those' if len(found) > 1 else 'is the one'}" if found else ""


def _m_key_weakness(options: SmOptions) -> str:
    level, lease_s = known(options.m_key_protection_level, 0), known(options.m_key_lease_period_s, 0)
    if level < 2:
        return f"at m_key_protection_level {level} a port reveals its key to any requester"
    return "" if lease_s else "without m_key_lease_period a port that loses its manager can never be reconfigured"


def _takeover(options: SmOptions) -> Fact[int]:
    polls = known(options.polling_retry_number, 4) + 2
    return map_fact(lambda timeout_ms: timeout_ms * polls, options.sminfo_polling_timeout_ms)


def _sweeps(options: SmOptions) -> Fact[bool]:
    if not known(options.sweep_on_trap, True):
        return map_fact(lambda on: on, options.sweep_on_trap)
    return map_fact(lambda seconds: seconds > 0, options.sweep_interval_s)


def m_key_is_set(options: SmOptions) -> Fact[bool]:
    """Say whether a subnet manager has an M_Key, one for all ports or one for each."""
    per_port = options.as_written("m_key_per_port")
    if per_port is not None and per_port.value == "TRUE":
        return Stated(True, per_port.source)
    return map_fact(bool, options.m_key)


def _m_key_is_strong(options: SmOptions) -> Fact[bool]:
    """Say whether an M_Key protects: level 2 or 3 hides it, and a lease frees ports when the manager is gone."""
    if known(options.m_key_protection_level, 0) < 2:
        return map_fact(lambda level: level >= 2, options.m_key_protection_level)
    return map_fact(lambda seconds: seconds > 0, options.m_key_lease_period_s)
