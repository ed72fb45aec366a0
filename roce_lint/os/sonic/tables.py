"""Names of tables and fields that decide about RoCE: what has another name is passed over by SONiC, and reported.

Source: sonic-yang-models of sonic-buildimage, and sonic-swss orchagent for fields that the models lack.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.terms import PortKind
from roce_lint.os.sonic.adaptive_routing import INTERFACES
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.fields import report_field
from roce_lint.os.sonic.names import kind_of_interface
from roce_lint.os.sonic.references import REFERENCES, References
from roce_lint.text.json_rows import Row
from roce_lint.text.patterns import lazy_pattern

_COLOURS = ("green", "yellow", "red")
_OF_COLOURS = ("wred_{}_enable", "{}_min_threshold", "{}_max_threshold", "{}_drop_probability")
_OF_PROFILES = ("dynamic_th", "static_th", "headroom_type", "packet_discard_action")
_WITHOUT_YANG = {
    "PORT_QOS_MAP": ("mpls_tc_to_tc_map", "tc_to_dot1p_map", "dscp_to_fc_map", "exp_to_fc_map"),
    "PFC_WD": ("BIG_RED_SWITCH",),
}
"""Fields that orchagent takes and sonic-yang-models lacks."""
_OF_PORTS = ("PORT_QOS_MAP", "QUEUE", "BUFFER_PG", "BUFFER_QUEUE")
_OF_ONE_PORT = ("PFC_WD", "LLR_PORT", *INTERFACES)
_FIELDS: Mapping[str, frozenset[str]] = {
    "PORT_QOS_MAP": frozenset((*REFERENCES["PORT_QOS_MAP"], "pfc_enable", "pfcwd_sw_enable")),
    "QUEUE": frozenset(("scheduler", "wred_profile")),
    "SCHEDULER": frozenset(("type", "weight", "meter_type", "cir", "cbs", "pir", "pbs", "priority")),
    "WRED_PROFILE": frozenset(("ecn", *(word.format(one) for one in _COLOURS for word in _OF_COLOURS))),
    "BUFFER_POOL": frozenset(("type", "mode", "size", "xoff", "percentage")),
    "BUFFER_PROFILE": frozenset(("pool", "size", "xon", "xon_offset", "xoff", *_OF_PROFILES)),
    "BUFFER_PG": frozenset(("profile",)),
    "BUFFER_QUEUE": frozenset(("profile",)),
}
_TABLES = (
    *_FIELDS,
    *dict.fromkeys(table for named in REFERENCES.values() for table in named.values()),
    *["BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST", "CABLE_LENGTH", "PFC_WD", "PFC_WD_TABLE"],
    *["DEFAULT_LOSSLESS_BUFFER_PARAMETER", "LOSSLESS_TRAFFIC_PATTERN", "DOT1P_TO_TC_MAP", "PFC_PRIORITY_TO_QUEUE_MAP"],
)
_ABOUT_QOS = lazy_pattern(r"PFC|QOS|DSCP|WRED|BUFFER|SCHEDUL|ROCE|DOT1P|(?:^|_)(?:TC|ECN|QUEUE)(?:_|$)|CABLE_LEN")
_NO_MATTER = lazy_pattern(
    r".*(?:COUNTER|HISTOGRAM|WATERMARK|DROP_|LOG|SUBINTERFACE|ACL).*|DEFAULT_.*|ASIC_TABLE|PERIPHERAL_TABLE"
    r"|PORT_PROFILE_LIST|PORTS2ALLOW|TC_TO_DOT1P_MAP|DSCP_TO_FC_MAP|EXP_TO_FC_MAP|TUNNEL.*|SYSTEM_.*|VOQ_.*|FABRIC_.*"
)

_NOT_EVALUATED = {
    "FG_NHG": "fine-grained equal-cost paths are not evaluated",
    "NVGRE_TUNNEL": "what NVGRE does with DSCP and ECN is not evaluated",
}
"""Tables that bear on forwarding, buffers or ports, and that are not read (sonic-yang-models, SONiC HLDs)."""
_FIELDS_NOT_EVALUATED = {
    ("PORT", "adv_speeds"): "the speed that a port negotiates is not known",
    ("ACL_RULE", "DSCP_ACTION"): "which packets get another DSCP by an access list is not evaluated",
    ("BGP_DEVICE_GLOBAL", "tsa_enabled"): "traffic that is shifted away from the switch is not evaluated",
}
_BITS_OF_MBPS = 1_000_000
_OF_TUNNELS = frozenset(("src_ip", "dst_ip", "ttl_mode", "NULL"))


def report_unknown(database: Database, diagnostics: Diagnostics) -> None:
    """Report tables about QoS that SONiC does not have, and fields that their rows do not have or YANG lacks."""
    for table, rows in database.tables.items():
        if table not in _TABLES and rows and _ABOUT_QOS.search(table) and not _NO_MATTER.fullmatch(table):
            wanted = nearest_table(table)
            because = "SONiC has no such table and passes over it in silence"
            first = next(iter(rows.values()))
            words = [name for name in first.fields if not name.isdecimal()]
            setting = f"{table} {', '.join(words)}".rstrip()
            diagnostics.refused(setting, f"{because}; did you mean {wanted}?" if wanted else because, first.source)
    for table, fields in _FIELDS.items():
        for row in database.rows(table):
            for name, stated in row.fields.items():
                if name not in fields:
                    report_field(row, name, stated, fields, diagnostics)
    for row in database.rows("POLICY_BINDING_TABLE"):
        for name, stated in row.fields.items():
            if "QOS" in name and kind_of_interface(row.key) is PortKind.ETHERNET:
                because = "a policy of Enterprise SONiC classifies packets of this port, and its rules are not read"
                diagnostics.not_understood(f'"{name}": "{stated.value}"', because, stated.source)
    _report_not_evaluated(database, diagnostics)
    _report_ports(database, diagnostics)
    _report_schema(database, diagnostics)


def _report_not_evaluated(database: Database, diagnostics: Diagnostics) -> None:
    """Report tables and fields that matter and are not read, each once; and lanes that two ports claim."""
    for table, because in _NOT_EVALUATED.items():
        first = next(database.rows(table), None)
        if first is not None:
            diagnostics.not_understood(f"{table}|{first.key}", because, first.first_line)
    for (table, name), because in _FIELDS_NOT_EVALUATED.items():
        stated = next((row.fields[name] for row in database.rows(table) if _is_set(row, name)), None)
        if stated is not None:
            diagnostics.not_understood(f'"{name}": "{stated.value}"', because, stated.source)
    for row in database.rows("VXLAN_TUNNEL"):
        for name, stated in row.fields.items():
            if name not in _OF_TUNNELS:
                because = "what a tunnel does with DSCP and ECN by this field is not evaluated"
                diagnostics.not_understood(f'"{name}": "{stated.value}"', because, stated.source)
    _report_port_rates(database, diagnostics)
    owners: dict[str, str] = {}
    for row in database.rows("PORT"):
        lanes = row.fields.get("lanes")
        own = [lane for lane in row.get("lanes").split(",") if lane]
        claimed = next((lane for lane in own if owners.setdefault(lane, row.key) != row.key), "")
        if lanes is not None and claimed:
            because = f"lane {claimed} belongs to {owners[claimed]}, and a lane makes one port"
            diagnostics.refused(f"lanes {lanes.value}", because, lanes.source)


def _report_port_rates(database: Database, diagnostics: Diagnostics) -> None:
    """Report ports that a scheduler of the whole port holds below their speed."""
    limited = {row.key: row for row in database.rows("SCHEDULER") if row.get("pir") not in ("", "0")}
    for row in database.rows("PORT_QOS_MAP"):
        found = limited.get(References.plain(row.get("scheduler")))
        for name in row.keys[0].split(",") if found is not None else ():
            stated, port = row.fields["scheduler"], database.row("PORT", name)
            rate, speed = found.get("pir") if found else "", port.get("speed") if port else ""
            if found is None or found.get("meter_type") == "packets" or not rate.isdecimal() or not speed.isdecimal():
                because = "the rate to which the port as a whole is held is not known as a share of its speed"
                diagnostics.not_understood(f'"scheduler": "{stated.value}"', because, stated.source)
            elif 8 * int(rate[:15]) < int(speed[:9]) * _BITS_OF_MBPS:
                because = f"the port as a whole is held to {8 * int(rate) / 1e9:g} of {int(speed) / 1000:g} Gb/s"
                diagnostics.doubtful(f"PORT_QOS_MAP|{name} scheduler {stated.value}", because, stated.source)


def _is_set(row: Row, name: str) -> bool:
    return row.get(name).lower() not in ("", "false", "all", "null")


def nearest_table(name: str) -> str:
    """Return the table that is meant by a name that SONiC does not have; empty where none is like it."""
    if "PRIORITY_TO_PRIORITY_GROUP" in name:
        return "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"
    return next(iter(difflib.get_close_matches(name, _TABLES, 1, 0.5)), "")


def _report_ports(database: Database, diagnostics: Diagnostics) -> None:
    """Report rows of ports that PORT does not have: orchagent drops them, or waits for the port."""
    known = database.tables.get("PORT", {})
    for row in database.rows(*_OF_PORTS, *_OF_ONE_PORT) if known else ():
        for name in row.keys[0].split(",") if len(row.keys) < 3 else ():
            if name not in known and kind_of_interface(name) is PortKind.ETHERNET:
                diagnostics.undefined("PORT", name, row.first_line)


def _report_schema(database: Database, diagnostics: Diagnostics) -> None:
    """Report what orchagent applies and YANG refuses, with it every patch of the file: once for each table."""
    for table in _OF_PORTS:
        rows = [row for row in database.rows(table) if "," in row.keys[0]]
        if rows:
            because = f"YANG takes one port a row, not {_short(rows[0].key)}"
            diagnostics.refused_by_schema(table, because, rows[0].first_line)
    for table, names in _WITHOUT_YANG.items():
        stated = {name: row.fields[name] for row in database.rows(table) for name in names if name in row.fields}
        for name, field in stated.items():
            diagnostics.refused_by_schema(f"{table} {name}", f"YANG has no field {name} of {table}", field.source)


def _short(key: str) -> str:
    """Return a key of many ports with the first of them."""
    ports, bar, rest = key.partition("|")
    named = ports.split(",")
    return ",".join(named[:2]) + (",..." if len(named) > 2 else "") + bar + rest
