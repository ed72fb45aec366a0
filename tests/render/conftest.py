"""A fabric with everything that an intent can ask of EOS and NX-OS beside the underlay."""

from __future__ import annotations

import pytest

from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.render.render import render_views

EVERYTHING = """\
schema: 1
name: everything
topology:
  kind: clos
  leaves: {count: 4, platform: 7050CX3-32S, uplink_speed: 100G, peer_links: 1}
  spines: {count: 2, platform: 7060DX4-32}
devices:
  leaf-3: {platform: 93600CD-GX, drained: true}
  leaf-4: {platform: 93600CD-GX}
hosts:
  - count: 4
    nics: 2
    nic_platform: ConnectX-6 Dx
    nic_speed: 100G
    name: "p-{n}"
    leaf_vlan: 10
    bond: leaf-pair
    dcbx: true
  - {count: 4, nics: 1, nic_platform: ConnectX-6 Dx, nic_speed: 100G, name: "f-{n}", roce: false}
bgp: {password: BGP_KEY, maximum_prefixes: 5000, prefix_filter: true, ttl_security: true}
hardening: {shut_unused: true, broadcast: 1%, sflow: {collectors: [198.51.100.57]}}
management:
  addresses: 198.51.100.0/26
  domain: fabric.example
  ntp: [198.51.100.60, 198.51.100.61]
  syslog: [198.51.100.61]
  dns: [198.51.100.62]
  snmp: {user: ro, traps: [198.51.100.59]}
  gnmi: {}
  tacacs: {servers: [198.51.100.58]}
  users: [{name: netadmin, secret: ADMIN_HASH}]
  banner: Keep out
"""

MULTIHOMED = """\
schema: 1
name: multihomed
topology:
  kind: clos
  leaves: {count: 2, platform: 7280CR3-32P4, uplink_speed: 400G}
  spines: {count: 1, platform: 7280CR3-32P4}
hosts:
  - {count: 2, nics: 2, nic_platform: ConnectX-6 Dx, nic_speed: 100G, bond: esi, vlan: 50}
tenants:
  - {name: t1, segments: [{vlan: 50, gateway: 10.50.0.1/24, vni: 70050}]}
"""


@pytest.fixture(scope="session")
def whole_fabrics() -> dict[str, str]:
    """Return the configurations of two fabrics by name of the fabric and the switch."""
    found = {}
    for text in (EVERYTHING, MULTIHOMED):
        views = make_views(parse_intent(text, "f.yaml"))
        switches = [one.name for one in views.switches]
        found |= {f"{views.name} {one.path[8:-4]}": one.text for one in render_views(views, devices=switches)}
    return found
