"""What the templates of SONiC print beyond the switch view: the tables of config_db.json, and frr.conf."""

from __future__ import annotations

import json
from collections.abc import Mapping

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import Role
from roce_lint.os.sonic.dialect import HeadroomRow, SonicDialect
from roce_lint.os.sonic.view_buffers import buffer_tables, own_table
from roce_lint.os.sonic.view_extra import Fields, extra_rows, with_rows
from roce_lint.os.sonic.view_lags import lag_tables
from roce_lint.os.sonic.view_management import management_tables
from roce_lint.os.sonic.view_overlay import overlay_tables
from roce_lint.os.sonic.view_ports import port_tables, sonic_cages
from roce_lint.os.sonic.view_qos import qos_tables
from roce_lint.platforms.datum import Known, value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.natural_order import natural_order
from roce_lint.values import dataclass

ROUTING_MODE = "split-unified"
"""FRR reads its own frr.conf, not the BGP tables. Source: sonic-device_metadata YANG, docker_routing_config_mode."""

_ROLES = {Role.LEAF: "ToRRouter", Role.SPINE: "LeafRouter", Role.SUPER_SPINE: "SpineRouter"}
"""Roles of sonic-device_metadata YANG; the templates choose pools by them (T0, T1, T2)."""


@dataclass(frozen=True, slots=True)
class SonicRow:
    """One row of a table: key and fields, quoted as JSON."""

    key: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SonicTable:
    """One table of config_db.json; its name and all below are quoted as JSON."""

    name: str
    rows: tuple[SonicRow, ...]


@dataclass(frozen=True, slots=True)
class SonicView:
    """Final values for the template in `templates/sonic`.

    `headroom_rows` are those of pg_profile_lookup.ini; none where the image has it already.
    """

    tables: tuple[SonicTable, ...]
    headroom_rows: tuple[HeadroomRow, ...]


def sonic_view(view: SwitchView, platform: SwitchPlatform) -> SonicView:
    """Return the printable values of a SONiC switch, sorted as `config save` sorts them.

    Raises PlatformError where the hardware SKU lacks what the view asks for.
    """
    dialect = platform.dialect
    if not isinstance(dialect, SonicDialect) or not isinstance(dialect.ports, Known):
        raise PlatformError(
            f"{platform.id} runs {platform.os}, not SONiC; name a model that runs it, with system: sonic"
        )
    cages = sonic_cages(view, platform)
    tables = (
        {"DEVICE_METADATA": {"localhost": _metadata(view, dialect, dialect.ports.value.hwsku)}}
        | port_tables(view, cages)
        | lag_tables(view)
        | overlay_tables(view)
        | qos_tables(view, value_or(dialect.maps_pfc_to_group, False))
        | buffer_tables(view, platform, dialect, cages)
        | management_tables(view)
    )
    every = with_rows(tables, extra_rows(view))
    return SonicView(
        tuple(_table(name, every[name]) for name in sorted(every) if every[name]), own_table(view, platform)
    )


def _metadata(view: SwitchView, dialect: SonicDialect, hwsku: str) -> dict[str, str]:
    ports = dialect.ports
    return {
        "bgp_asn": str(view.asn),
        "buffer_model": value_or(dialect.buffer_model, "traditional"),
        "default_bgp_status": "up",
        "default_pfcwd_status": "enable" if view.lossless_profile and view.watchdog.enabled else "disable",
        "docker_routing_config_mode": ROUTING_MODE,
        "hostname": view.name,
        "hwsku": hwsku,
        "platform": ports.value.platform if isinstance(ports, Known) else "",
        "type": _ROLES[view.role],
    }


def _table(name: str, rows: Mapping[str, Fields]) -> SonicTable:
    return SonicTable(json.dumps(name), tuple(_row(key, rows[key]) for key in sorted(rows, key=natural_order)))


def _row(key: str, fields: Fields) -> SonicRow:
    pairs = (
        (json.dumps(name), json.dumps(fields[name], ensure_ascii=False)) for name in sorted(fields, key=natural_order)
    )
    return SonicRow(json.dumps(key), tuple(pairs))
