"""SONiC: the management section and lines of the user's own."""

from __future__ import annotations

import json

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.render.render import render_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: 7220 IXR-H4, system: sonic}
hosts:
  - {count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G}
%s"""
MANAGEMENT = """\
management:
  addresses: 192.0.2.0/24
  domain: fabric.example
  ntp: [192.0.2.11]
  syslog: [192.0.2.20]
  users: [{name: operator, secret: OPERATOR_HASH}]
  tacacs: {servers: [192.0.2.30, 192.0.2.31]}
  snmp: {user: monitor, traps: [192.0.2.44]}
  gnmi: {}
"""


def views_of(more: str) -> FabricViews:
    return make_views(parse_intent(INTENT % more, "f.yaml"))


def files_of(more: str) -> dict[str, str]:
    return {file.path: file.text for file in render_views(views_of(more))}


def tables_of(more: str) -> dict[str, dict[str, dict[str, str]]]:
    tables: dict[str, dict[str, dict[str, str]]] = json.loads(files_of(more)["configs/leaf-1/config_db.json"])
    return tables


def test_the_management_section_becomes_tables() -> None:
    tables = tables_of(MANAGEMENT)
    assert {name: tables[name] for name in ("MGMT_INTERFACE", "TACPLUS", "TACPLUS_SERVER", "NTP", "SYSLOG_SERVER")} == {
        "MGMT_INTERFACE": {"eth0|192.0.2.2/24": {"gwaddr": "192.0.2.1"}},
        "TACPLUS": {"global": {"passkey": "${TACACS_KEY}"}},
        "TACPLUS_SERVER": {
            "192.0.2.30": {"priority": "64", "vrf": "mgmt"},
            "192.0.2.31": {"priority": "63", "vrf": "mgmt"},
        },
        "NTP": {"global": {"admin_state": "enabled", "src_intf": "eth0", "vrf": "mgmt"}},
        "SYSLOG_SERVER": {"192.0.2.20": {"port": "514", "protocol": "udp", "vrf": "mgmt"}},
    }
    assert tables["SNMP_USER"]["monitor"]["SNMP_USER_AUTH_PASSWORD"] == "${SNMP_AUTH}"


def test_what_no_table_has_is_a_warning() -> None:
    assert {one.message for one in views_of(MANAGEMENT).warnings} - {one.message for one in views_of("").warnings} == {
        "SONiC gets no local users: they are accounts of Linux; create them, or use TACACS+",
        "SONiC gets no certificates of gNMI; its image has to have them",
        "SONiC gets no hosts for traps: no model has them",
        "SONiC gets no domain name: no model has it",
    }


def test_extra_rows_go_to_tables_and_other_lines_to_frr() -> None:
    more = """\
extra:
  - lines: |
      SYSLOG_CONFIG|GLOBAL {"rate_limit_interval": "10"}
      ip nht resolve-via-default
  - {ports: [Ethernet0], lines: '{"link_training": "on"}'}
"""
    tables, files = tables_of(more), files_of(more)
    assert tables["SYSLOG_CONFIG"] == {"GLOBAL": {"rate_limit_interval": "10"}}
    assert (tables["PORT"]["Ethernet0"]["link_training"], tables["PORT"]["Ethernet0"]["admin_status"]) == ("on", "up")
    assert files["configs/leaf-1/frr.conf"].endswith("!\nip nht resolve-via-default\nend\n")


def test_a_row_that_is_no_object_of_texts_is_refused() -> None:
    with pytest.raises(IntentError, match=r"f\.yaml:8:37: 'fec rs' adds nothing to a table of SONiC; write"):
        views_of("extra: [{ports: [Ethernet0], lines: 'fec rs'}]\n")
