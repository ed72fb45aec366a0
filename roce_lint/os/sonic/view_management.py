"""SONiC: the tables of the management section of a switch view.

Source: sonic-mgmt_port, sonic-mgmt_vrf, sonic-mgmt_interface, sonic-ntp, sonic-syslog, sonic-dns, sonic-system-tacacs,
sonic-system-aaa, sonic-snmp, sonic-gnmi and sonic-banner YANG.
"""

from __future__ import annotations

from roce_lint.intent.view import ManagementView, SwitchView
from roce_lint.os.sonic.view_ports import Table

PORT, VRF = "eth0", "mgmt"


def management_tables(view: SwitchView) -> dict[str, Table]:
    """Return the tables of the management section, none without one."""
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
