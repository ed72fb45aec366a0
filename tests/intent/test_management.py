"""The management section and lines of the user's own: rendered, read back clean, and refused where they cannot be."""

from __future__ import annotations

from pathlib import Path

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
  leaves: {count: 3, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 3, nics: 4, nic_platform: ConnectX-7, nic_speed: 100G}
devices:
  leaf-1: {management: 192.0.2.200}
  leaf-2: {platform: N9K-C9364D-GX2A}
  leaf-3: {platform: 7220 IXR-H4}
%s"""
MANAGEMENT = """\
management:
  addresses: 192.0.2.0/24
  domain: fabric.example
  dns: [192.0.2.10]
  ntp: [192.0.2.11, 192.0.2.12]
  syslog: [192.0.2.20]
  users: [{name: admin, secret: ADMIN_HASH}]
  tacacs: {servers: [192.0.2.30]}
  snmp: {user: monitor, traps: [192.0.2.21]}
  gnmi: {}
  banner: |
    Authorised use only.
    Everything is logged.
"""


def views_of(more: str) -> FabricViews:
    return make_views(parse_intent(INTENT % more, "f.yaml"))


def texts_of(more: str) -> dict[str, str]:
    return {Path(one.path).stem: one.text for one in render_views(views_of(more)) if one.path.startswith("configs/")}


def added_lines(name: str, more: str = MANAGEMENT) -> list[str]:
    """Return the lines that `more` adds to a switch, without marks between sections."""
    before, after = texts_of("")[name].splitlines(), texts_of(more)[name].splitlines()
    known = set(before)
    return [line for line in after if line not in known]


EOS = """\
no aaa root
username admin privilege 15 role network-admin secret sha512 ${ADMIN_HASH}
logging event congestion-drops interval 10
lldp management-address Management1
lldp management-address vrf MGMT
logging buffered 100000 informational
logging vrf MGMT host 192.0.2.20
logging format timestamp high-resolution
logging format hostname fqdn
logging vrf MGMT source-interface Management1
ip name-server vrf MGMT 192.0.2.10
dns domain fabric.example
snmp-server vrf MGMT local-interface Management1
snmp-server group RO v3 priv
snmp-server user monitor RO v3 auth sha256 ${SNMP_AUTH} priv aes256 ${SNMP_PRIV}
snmp-server host 192.0.2.21 vrf MGMT version 3 priv monitor
no snmp-server vrf default
snmp-server vrf MGMT
vrf instance MGMT
banner motd
Authorised use only.
Everything is logged.
EOF
management api http-commands
   protocol https
   no shutdown
   vrf MGMT
      no shutdown
management api gnmi
   transport grpc default
      ssl profile GNMI
      port 6030
      vrf MGMT
   provider eos-native
management security
   ssl profile GNMI
      certificate gnmi.crt key gnmi.key
tacacs-server host 192.0.2.30 vrf MGMT key 7 ${TACACS_KEY}
aaa group server tacacs+ TACACS
   server 192.0.2.30 vrf MGMT
aaa authentication login default group TACACS local
aaa authentication login console local
aaa authentication policy on-success log
aaa authentication policy on-failure log
aaa authorization exec default group TACACS local
interface Management1
   vrf MGMT
   ip address 192.0.2.200/24
no ip routing vrf MGMT
ip route vrf MGMT 0.0.0.0/0 192.0.2.1
ntp local-interface vrf MGMT Management1
ntp server vrf MGMT 192.0.2.11 prefer
ntp server vrf MGMT 192.0.2.12
management ssh
   idle-timeout 30
   authentication protocol public-key password
   vrf MGMT
      no shutdown
"""
NXOS = """\
no feature telnet
feature ssh
feature tacacs+
banner motd #
Authorised use only.
Everything is logged.
#
username admin password 5 ${ADMIN_HASH} role network-admin
tacacs-server host 192.0.2.30 key 7 ${TACACS_KEY}
aaa group server tacacs+ TACACS
  server 192.0.2.30
  use-vrf management
  source-interface mgmt0
aaa authentication login default group TACACS
aaa authentication login console group TACACS
aaa accounting default group TACACS
ntp server 192.0.2.11 prefer use-vrf management
ntp server 192.0.2.12 use-vrf management
ntp source-interface mgmt0
logging server 192.0.2.20 5 use-vrf management facility local7
logging source-interface mgmt0
logging origin-id hostname
logging level ipqosmgr 6
login on-success log
vrf context management
  ip domain-name fabric.example
  ip name-server 192.0.2.10
  ip route 0.0.0.0/0 192.0.2.1
interface mgmt0
  vrf member management
  ip address 192.0.2.3/24
line console
  exec-timeout 10
line vty
  exec-timeout 10
"""


@pytest.mark.parametrize(("name", "expected"), [("leaf-1", EOS), ("leaf-2", NXOS)], ids=["eos", "nxos"])
def test_every_system_gets_the_lines_of_its_own_management(name: str, expected: str) -> None:
    assert added_lines(name) == expected.splitlines()


def test_secrets_are_markers_by_name() -> None:
    for text in texts_of(MANAGEMENT).values():
        for word in ("ADMIN_HASH", "TACACS_KEY", "SNMP_AUTH"):
            assert text.count(word) == text.count("${" + word + "}")


def test_what_a_system_does_not_get_is_a_warning() -> None:
    assert [
        one.message for one in views_of(MANAGEMENT).warnings if " gets no " in one.message or "TLS" in one.message
    ] == [
        "NX-OS gets no SNMP and no gNMI: no source that could be read shows the lines",
        "SR Linux gets no SNMP: no source shows the lines for version 3; use gNMI",
        "SR Linux gets no local users: no source shows the lines; create them, or use TACACS+",
        "SR Linux refuses gNMI unless the TLS profile GNMI exists there already",
    ]


def test_addresses_follow_the_plan_around_the_given_ones() -> None:
    found = {one.name: one.management[0].address for one in views_of(MANAGEMENT).switches}
    assert found == {
        "spine-1": "192.0.2.2/24",
        "leaf-1": "192.0.2.200/24",
        "leaf-2": "192.0.2.3/24",
        "leaf-3": "192.0.2.4/24",
    }


EXTRA = """\
extra:
  - {systems: [eos], roles: [leaf], lines: "snmp-server location {name}"}
  - {devices: [leaf-2], ports: ["Ethernet1/64"], lines: "  no snmp trap link-status"}
  - {systems: [srlinux], lines: "set / system information location hall-{number}"}
"""


def test_extra_lines_stand_in_the_switches_and_ports_that_they_are_for() -> None:
    assert added_lines("leaf-1", EXTRA) == ["snmp-server location leaf-1"]
    assert added_lines("leaf-2", EXTRA)[-1:] == ["    no snmp trap link-status"]
    assert '"location": "hall-3"' in texts_of(EXTRA)["leaf-3"]
    assert texts_of(EXTRA)["spine-1"] == texts_of("")["spine-1"]


def test_an_extra_line_that_a_start_up_file_cannot_hold_is_refused_by_its_text() -> None:
    views = views_of('extra: [{systems: [srlinux], lines: "set / system unheard-of true"}]\n')
    with pytest.raises(
        IntentError, match=r"f\.yaml:13:37: .*cannot hold the extra line 'set / system unheard-of true'"
    ):
        render_views(views)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        pytest.param(
            "management: {addresses: 192.0.2.0/30}\n", "f.yaml:13:25: 192.0.2.0/30 has no address left for", id="small"
        ),
        pytest.param(
            "management: {addresses: 192.0.2.0/24, gateway: 10.0.0.1}\n",
            "f.yaml:13:48: 10.0.0.1 is not in 192.0.2.0/24",
            id="gateway",
        ),
        pytest.param(
            "management: {addresses: 192.0.2.0/24, tacacs: {servers: [192.0.2.30], secret: s3cret}}\n",
            "is 's3cret'; write the name of a secret in capitals",
            id="a secret's value",
        ),
        pytest.param('management: {addresses: 192.0.2.0/24, banner: "a\\nEOF\\nb"}\n', "no line EOF", id="banner"),
        pytest.param(
            'extra: [{systems: [ios], lines: "x"}]\n', "f.yaml:13:20: 'ios' is no system; known are", id="system"
        ),
        pytest.param('extra: [{devices: ["leaf-9"], lines: "x"}]\n', "f.yaml:13:9: no switch is of these", id="device"),
        pytest.param(
            'extra: [{lines: "interface {port}"}]\n', "{port} stands for a port, and the lines are", id="no port"
        ),
        pytest.param(
            'extra: [{devices: [leaf-1], ports: ["Ethernet99/*"], lines: "x"}]\n',
            "f.yaml:13:37: leaf-1 has no port 'Ethernet99/*' with a cable",
            id="port",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(more: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(more)
    assert message in str(caught.value)
