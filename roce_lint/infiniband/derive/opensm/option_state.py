"""Lines of opensm.conf that OpenSM does not take as they stand, and the manager that they make, as rules see it."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.infiniband.derive.opensm.option_effects import (
    carries_multicast,
    congestion_key_is_set,
    forced_link,
    keeps_lids,
    overtaken_lane,
    starved_lane,
)
from roce_lint.infiniband.opensm.nvidia_options import NVIDIA_ENGINES, OPEN_ENGINES
from roce_lint.infiniband.partition import DEFAULT_KEY
from roce_lint.infiniband.sm_options import Enforcement, OpenSmDialect, OptionFate, OptionRemark, SmOptions
from roce_lint.infiniband.sm_setup import SmSetup
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import map_fact
from roce_lint.values import dataclass

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

    A file that is taken as it stands is one entity, `every option`.
    """

    name: str
    """The option."""
    value: str
    """Its value as written."""
    because: str
    """Why OpenSM does not take it as written."""
    in_force: str
    """What holds instead."""
    name_is_known: Fact[bool]
    """OpenSM has such an option."""
    is_for_this_opensm: Fact[bool]
    """The OpenSM that reads the file has the option, not only another fork of it."""
    boolean_is_spelled: Fact[bool]
    """A truth value is `TRUE` or `FALSE`."""
    value_is_taken: Fact[bool]
    """OpenSM takes the value."""
    is_said_once: Fact[bool]
    """No later line sets the option again."""
    line_is_short_enough: Fact[bool]
    """The line fits OpenSM's buffer."""
    list_is_sound: Fact[bool]
    """Every item of a list counts."""


_FACTS: Mapping[OptionFate, str] = {
    OptionFate.UNKNOWN_NAME: "name_is_known",
    OptionFate.UNPUBLISHED_NAME: "name_is_known",
    OptionFate.OTHER_DIALECT: "is_for_this_opensm",
    OptionFate.NOT_BOOLEAN: "boolean_is_spelled",
    OptionFate.NOT_NUMBER: "value_is_taken",
    OptionFate.OUT_OF_RANGE: "value_is_taken",
    OptionFate.REPLACED: "value_is_taken",
    OptionFate.OVERRIDDEN: "is_said_once",
    OptionFate.CUT: "line_is_short_enough",
    OptionFate.SUSPICIOUS: "list_is_sound",
}


def option_state(remark: OptionRemark) -> SmOptionState:
    """Return a line as rules see it."""
    in_force, wrong = remark.in_force or "what it was", _FACTS[remark.fate]
    is_open = remark.fate is OptionFate.UNPUBLISHED_NAME
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
    """What an opensm.conf makes of its subnet manager."""

    has_tenants: bool
    """Its partition file defines more than the default partition, or is one that OpenSM refuses."""
    enforcement: Fact[str]
    """How switches filter by P_Key: `both`, `in`, `out` or `off`."""
    switches_filter: Fact[bool]
    """Switches filter both ways."""
    unknown_engine: str
    """The first routing engine that OpenSM does not know; empty for none."""
    engines_are_known: Fact[bool]
    """OpenSM knows every routing engine that is named."""
    has_an_engine: Fact[bool]
    """Some routing engine is left to try."""
    silent_drops_are_logged: Fact[bool]
    """The log shows warnings of the partition parser and unknown GUIDs."""
    sweeps: Fact[bool]
    """The subnet manager sweeps by itself."""
    takeover_ms: Fact[int]
    """How long a standby waits before it takes over, in ms: (retries + 2) polls."""
    takes_over_soon: Fact[bool]
    """`takeover_ms` is within what connections survive."""
    keeps_lids: Fact[bool]
    """After fail-over hosts have the same LIDs (`honor_guid2lid_file`)."""
    m_key_is_set: Fact[bool]
    """There is an M_Key."""
    m_key_is_strong: Fact[bool]
    """The M_Key protects: its level hides it, and it has a lease."""
    sm_key_is_private: Fact[bool]
    """`sm_key` is not the one that every OpenSM has by default."""
    sa_key_is_private: Fact[bool]
    """`sa_key` is not the one that every OpenSM has by default."""
    known_keys: str
    """Which of `sm_key` and `sa_key` is the one that every OpenSM has by default, in words."""
    m_key_weakness: str
    """Why the M_Key does not protect, in words; empty where it does or there is none."""
    enforcement_words: str
    """What the switches filter, in words."""
    links_are_free: Fact[bool]
    """Links take the best speed and width that both ends have."""
    forced_link: str
    """The option that keeps them from it and what it leaves, in words."""
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
    """Lanes of high priority have a limit, or carry all traffic."""
    overtaken_lane: str
    """The lanes that may send without end and the traffic that waits for them, in words."""


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
        return f"at m_key_protection_level {level} a port answers everybody with its key"
    return "" if lease_s else "without m_key_lease_period a port whose manager is lost can never be set again"


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
