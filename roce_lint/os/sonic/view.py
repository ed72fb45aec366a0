"""What the templates of SONiC print beyond the switch view: the tables of config_db.json, and frr.conf."""

from __future__ import annotations

import json
from collections.abc import Mapping

from roce_lint.errors import PlatformError
from roce_lint.intent.view import ManagementView, SwitchView
from roce_lint.model.terms import Role
from roce_lint.os.contract import Printer
from roce_lint.os.frr.view import frr_view
from roce_lint.os.sonic.dialect import HeadroomRow, SonicDialect
from roce_lint.os.sonic.view_buffers import buffer_tables, own_table
from roce_lint.os.sonic.view_extra import Fields, extra_frr_lines, extra_rows, with_rows
from roce_lint.os.sonic.view_lags import lag_tables
from roce_lint.os.sonic.view_overlay import overlay_tables, vrf_name
from roce_lint.os.sonic.view_ports import Table, port_tables, sonic_cages
from roce_lint.os.sonic.view_qos import qos_tables
from roce_lint.platforms.datum import SourcedValue, value_or
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
    if not isinstance(dialect, SonicDialect) or not isinstance(dialect.ports, SourcedValue):
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
        "platform": ports.value.platform if isinstance(ports, SourcedValue) else "",
        "type": _ROLES[view.role],
    }


def _table(name: str, rows: Mapping[str, Fields]) -> SonicTable:
    return SonicTable(json.dumps(name), tuple(_row(key, rows[key]) for key in sorted(rows, key=natural_order)))


def _row(key: str, fields: Fields) -> SonicRow:
    pairs = (
        (json.dumps(name), json.dumps(fields[name], ensure_ascii=False)) for name in sorted(fields, key=natural_order)
    )
    return SonicRow(json.dumps(key), tuple(pairs))


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return path and text of config_db.json, frr.conf and a headroom table of one's own; there is one form."""
    sonic = sonic_view(view, platform)
    tables = printer("sonic/device.j2", {"view": view, "sonic": sonic})
    routing = printer("frr/frr.j2", {"view": view, "frr": frr_view(view, vrf_name, extra_frr_lines(view))})
    files = ((f"configs/{view.name}/config_db.json", tables), (f"configs/{view.name}/frr.conf", routing))
    if not sonic.headroom_rows:
        return files
    table = printer("sonic/pg_profile_lookup.j2", {"view": view, "sonic": sonic})
    return (*files, (f"configs/{view.name}/pg_profile_lookup.ini", table))


PORT, VRF = "eth0", "mgmt"


def management_tables(view: SwitchView) -> dict[str, Table]:
    """Return the tables of the management section, none without one.

    Source: sonic-mgmt_port, sonic-mgmt_vrf, sonic-mgmt_interface, sonic-ntp, sonic-syslog, sonic-dns,
    sonic-system-tacacs, sonic-system-aaa, sonic-snmp, sonic-gnmi and sonic-banner YANG.
    """
    return _tables(view.management[0]) if view.management else {}


def _tables(management: ManagementView) -> dict[str, Table]:
    tables: dict[str, Table] = {
        "MGMT_PORT": {PORT: {"admin_status": "up", "alias": PORT}},
        "MGMT_VRF_CONFIG": {"vrf_global": {"mgmtVrfEnabled": "true"}},
        "MGMT_INTERFACE": {f"{PORT}|{management.address}": {"gwaddr": management.gateway}},
        "DNS_NAMESERVER": {address: {} for address in management.dns},
        "NTP_SERVER": {address: {"association_type": "server", "iburst": "on"} for address in management.ntp},
        "SYSLOG_SERVER": {address: {"port": "514", "protocol": "udp", "vrf": VRF} for address in management.syslog},
        "TACPLUS_SERVER": {
            address: {"priority": str(64 - position), "vrf": VRF} for position, address in enumerate(management.tacacs)
        },
        "LLDP": {"GLOBAL": {"enabled": "true"}},
    }
    if management.ntp:
        tables["NTP"] = {"global": {"admin_state": "enabled", "src_intf": PORT, "vrf": VRF}}
    if management.tacacs:
        tables["TACPLUS"] = {"global": {"passkey": management.tacacs_key}}
        tables["AAA"] = {"authentication": {"login": "tacacs+,local"}}
    if management.gnmi_profile:
        tables["GNMI"] = {"gnmi": {"client_auth": "true", "port": "8080"}}
    if management.banner:
        text = "\n".join(management.banner)
        tables["BANNER_MESSAGE"] = {"global": {"login": text, "motd": text, "logout": "", "state": "enabled"}}
    return tables | _snmp(management)


def _snmp(management: ManagementView) -> dict[str, Table]:
    if not management.snmp_user:
        return {}
    user = {
        "SNMP_USER_AUTH_PASSWORD": management.snmp_auth_key,
        "SNMP_USER_AUTH_TYPE": "HMAC-SHA-2",
        "SNMP_USER_ENCRYPTION_PASSWORD": management.snmp_priv_key,
        "SNMP_USER_ENCRYPTION_TYPE": "AES",
        "SNMP_USER_PERMISSION": "RO",
        "SNMP_USER_TYPE": "Priv",
    }
    return {"SNMP_USER": {management.snmp_user: user}}
