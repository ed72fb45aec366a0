"""Adaptive routing and switching: ARS_PROFILE, ARS_OBJECT, ARS_INTERFACE, ARS_NEXTHOP and ARS_PORTCHANNEL.

The tables are in review (sonic-buildimage#22264, sonic-swss#3597); the design document has the plural of their names
(SONiC doc/ARS). Both are taken, and what is said of them is what that code does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.model.adaptive_routing import AdaptiveMember, AdaptiveRouting, AdaptiveScope
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.os.sonic.access_lists import meets_roce
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.fields import report_field
from roce_lint.os.sonic.numbers import choice_of, number_of
from roce_lint.text.json_rows import Field, Row

IN_REVIEW = "it is in review (sonic-buildimage#22264, sonic-swss#3597), and no released image reads it"
PROFILE, OBJECT = "ARS_PROFILE", "ARS_OBJECT"
INTERFACES = ("ARS_INTERFACES", "ARS_INTERFACE")
NEXT_HOPS = ("ARS_NEXTHOPS", "ARS_NEXTHOP")
BUNDLES = ("ARS_PORTCHANNELS", "ARS_PORTCHANNEL")
TABLES = (PROFILE, OBJECT, *INTERFACES, *NEXT_HOPS, *BUNDLES)
_SHORT, _LONG = (0, 65_535), (0, 4_294_967_295)
_LOADS = tuple(f"{when}_load_{what}" for when in ("past", "future") for what in ("min_value", "max_value", "weight"))
_RANGES: Mapping[str, Mapping[str, tuple[int, int]]] = {
    PROFILE: dict.fromkeys(("max_flows", "sampling_interval", "sample_interval"), _LONG)
    | dict.fromkeys((*_LOADS, "current_load_min_value", "current_load_max_value"), _SHORT),
    OBJECT: {"flowlet_idle_time": (2, 2047)}
    | dict.fromkeys(("max_flows", "primary_path_threshold", "alternative_path_cost"), _LONG),
    **{table: {"scaling_factor": _LONG} for table in INTERFACES},
}
_SCOPES = {
    "global": AdaptiveScope.EVERYTHING,
    "interface": AdaptiveScope.INTERFACES,
    "nexthop": AdaptiveScope.NEXT_HOPS,
}
_BOOLEANS = {"true": True, "false": False}
_PER_PACKET = {"per_flowlet_quality": False, "per_packet_quality": True}
_ROLES = dict.fromkeys(("primary_path", "alternative_path"), True)
_WORDS: Mapping[str, Mapping[str, object]] = {
    "algorithm": {"ewma": True},
    "ars_nhg_path_selector_mode": _SCOPES,
    "ars_lag_path_selector_mode": {"global": True, "interface": True},
    "ipv4_enable": _BOOLEANS,
    "ipv6_enable": _BOOLEANS,
    "assign_mode": _PER_PACKET,
    "role": _ROLES,
}
_OF_TABLE: Mapping[str, tuple[str, ...]] = {
    PROFILE: (*list(_WORDS)[:5], "default_ars_object"),
    OBJECT: ("assign_mode",),
    **dict.fromkeys(INTERFACES, ("ars_obj_name",)),
    **dict.fromkeys(NEXT_HOPS, ("ars_obj_name", "role")),
    **dict.fromkeys(BUNDLES, ("alternative_path_members", "ars_obj_name")),
}
"""Fields that are no numbers."""
_NAMES = ("default_ars_object", "ars_obj_name")


def adaptive_routing(database: Database, diagnostics: Diagnostics) -> AdaptiveRouting | None:
    """Return which groups of next hops are balanced by load; None where no profile switches that on."""
    _report(database, diagnostics)
    profile = next(database.rows(PROFILE), None)
    listed = [*database.rows(*INTERFACES)]
    if profile is None:
        for row in [*listed[:1], *list(database.rows(*NEXT_HOPS))[:1]]:
            because = "there is no ARS_PROFILE, and the row waits for one for ever"
            diagnostics.refused(f"{row.table}|{row.key}", because, row.first_line)
        return None
    mode = profile.get("ars_nhg_path_selector_mode")
    default = profile.fields.get("default_ars_object")
    usable = default if default and database.row(OBJECT, default.value) else None
    scope = _SCOPES.get(mode, AdaptiveScope.INTERFACES)
    _report_effect(database, profile, scope, diagnostics)
    if scope is AdaptiveScope.EVERYTHING and usable is None:
        because = "no default_ars_object says how: groups of next hops stay hashed"
        diagnostics.refused(f"{PROFILE}|{profile.key} {mode}", because, profile.first_line)
    return AdaptiveRouting(
        scope=scope,
        source=profile.first_line,
        interfaces=tuple(
            AdaptiveMember(row.key, _policy(row, usable, database, diagnostics), row.first_line) for row in listed
        ),
        next_hops=tuple(
            AdaptiveMember(row.keys[-1], _policy(row, None, database, diagnostics), row.first_line)
            for row in database.rows(*NEXT_HOPS)
        ),
    )


def _report_effect(database: Database, profile: Row, scope: AdaptiveScope, diagnostics: Diagnostics) -> None:
    """Report what keeps groups of next hops hashed although a profile is there."""
    if scope is AdaptiveScope.NEXT_HOPS and next(database.rows(*NEXT_HOPS), None) is None:
        because = f"no row of {NEXT_HOPS[1]} lists a next hop: every group of next hops stays hashed"
        mode = profile.fields["ars_nhg_path_selector_mode"]
        diagnostics.refused(f"ars_nhg_path_selector_mode {mode.value}", because, mode.source)
    stated_addresses = [row.keys[-1] for row in database.rows("INTERFACE", "PORTCHANNEL_INTERFACE") if "/" in row.key]
    for name, mark in (("ipv4_enable", "."), ("ipv6_enable", ":")):
        stated = profile.fields.get(name)
        if stated is not None and stated.value == "false" and any(mark in one for one in stated_addresses):
            because = "interfaces have addresses of this version of IP, and its groups of next hops stay hashed"
            diagnostics.doubtful(f"{PROFILE}|{profile.key} {name} false", because, stated.source)
    interval = profile.fields.get("sampling_interval")
    if interval is not None:
        because = "orchagent in review reads sample_interval, and no field after one that it does not know"
        diagnostics.doubtful(f"sampling_interval {interval.value}", because, interval.source)
    for rule in database.rows("ACL_RULE"):
        action = rule.fields.get("DISABLE_ARS_FORWARDING")
        if action is not None and action.value.lower() == "true" and meets_roce(rule, database):
            because = "RoCE of the switch's own subnets meets the rule, and is hashed"
            diagnostics.doubtful(f"ACL_RULE|{rule.key} DISABLE_ARS_FORWARDING true", because, action.source)


def sprays_packets(database: Database, routing: AdaptiveRouting | None) -> Fact[bool] | None:
    """Return that packets, not flowlets, are spread, where an object in use says so; None where none does."""
    if routing is None:
        return None
    used = {one.policy.value for one in (*routing.interfaces, *routing.next_hops) if isinstance(one.policy, Stated)}
    profile = next(database.rows(PROFILE))
    used |= {profile.get("default_ars_object")} if routing.scope is AdaptiveScope.EVERYTHING else set()
    for name in sorted(used):
        row = database.row(OBJECT, name)
        stated = row.fields.get("assign_mode") if row else None
        if stated is not None and _PER_PACKET.get(stated.value):
            return Stated(True, stated.source)
    return None


def _policy(row: Row, default: Field | None, database: Database, diagnostics: Diagnostics) -> Fact[str]:
    own = row.fields.get("ars_obj_name")
    if own is not None and database.row(OBJECT, own.value) is not None:
        return Stated(own.value, own.source)
    if own is None and default is not None:
        return Stated(default.value, default.source)
    because = "the row names no ARS_OBJECT, and the profile has no default_ars_object: it has no effect"
    if own is None:
        diagnostics.refused(f"{row.table}|{row.key}", because, row.first_line)
    return Unknown(because, row.first_line)


def _report(database: Database, diagnostics: Diagnostics) -> None:
    """Report what the tables do not take, and that they are in review."""
    for row in database.rows(*TABLES):
        for name, stated in row.fields.items():
            if name in _RANGES.get(row.table, {}):
                number_of(stated, *_RANGES[row.table][name], diagnostics, name)
            elif name not in _OF_TABLE[row.table]:
                known = (*_RANGES.get(row.table, ()), *_OF_TABLE[row.table])
                report_field(row, name, stated, known, diagnostics)
            elif name in _WORDS:
                choice_of(stated, _WORDS[name], diagnostics, name)
            elif name in _NAMES and database.row(OBJECT, stated.value) is None:
                diagnostics.undefined(OBJECT, stated.value, stated.source)
    for row in list(database.rows(PROFILE))[1:]:
        diagnostics.refused(f"{PROFILE}|{row.key}", f"{PROFILE} has one row", row.first_line)
    for first in _first_rows(database):
        diagnostics.in_review(first.table, IN_REVIEW, first.first_line)


def _first_rows(database: Database) -> Iterator[Row]:
    for table in TABLES:
        first = next(database.rows(table), None)
        if first is not None:
            yield first
