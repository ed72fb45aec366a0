"""An intent to begin with: short, commented, and complete enough to be rendered."""

from __future__ import annotations

from roce_lint.os.registry import switch_names, switch_os

SCHEMA_FILE = "roce-intent.schema.json"
"""Name of the schema file that `init` writes beside the intent, so that editors complete keys without a network."""


_TEXT = """\
# yaml-language-server: $schema={schema}
# A RoCEv2 fabric as you want it; `roce-lint render` makes the configurations of all switches and hosts from it.
schema: 1
name: {name}

topology:
  kind: clos # or three-tier, rail-optimised
  leaves: {{count: 4, platform: {leaf}, uplinks_per_spine: 2, uplink_speed: 400G}}
  spines: {{count: 2, platform: {spine}}}
  oversubscription: 2:1 # 32 x 100G down, 4 x 400G up; checked, as non_blocking: true would be
  cables: {{host: 3 m, fabric: 30 m}} # headroom is computed from the lengths

hosts:
  - {{count: 32, nics: 4, nic_platform: ConnectX-6 Dx, nic_speed: 100G, name: "gpu-{{n}}"}}

# What follows is what you get when you leave it out.
profile: lossless # or two-lossless, lossy-roce, pfc-only
mtu: {{hosts: 9000}}
roce:
  classes:
    - {{name: roce, priority: 3, dscp: 26, share: 80%}}
  cnp: {{priority: 6, dscp: 48}}
  ecn: {{kmin: auto, kmax: auto, pmax: auto}} # or 150 KB, or 8 us of line rate, and 20%
  watchdog: {{detection: 200 ms, polling: 100 ms}}

# Exceptions, by name:
# devices:
#   leaf-3: {{platform: {other}}}
# links:
#   - {{a: leaf-1, b: spine-2, length: 80 m}}
# tenants: # an EVPN-VXLAN overlay
#   - name: blue
#     segments:
#       - {{vlan: 100, gateway: 10.100.0.1/24, hosts: ["gpu-*"]}}
# infiniband: # a subnet beside it, or without topology and hosts a subnet alone: docs/infiniband.md
#   nodes: [{{name: gpu-1, ports: ["0x506b4b0300c0a011"]}}]
#   partitions: [{{name: training, key: 0x0001, full: [gpu-1]}}]
"""


def sample_intent(name: str = "ai-pod-1", system: str = "", schema: str = f"./{SCHEMA_FILE}") -> str:
    """Return the text of an intent for a fabric of 4 leaves, 2 spines and 32 servers with 4 NICs each.

    `system` is the first that is registered where none is named. `schema` is the path or URL in the modeline that
    editors read. Raises ValueError for an OS that runs no switch.
    """
    names = switch_names()
    if system and system not in names:
        raise ValueError(f"no switch runs {system}; known are {', '.join(names)}")
    models = switch_os(system or names[0]).sample
    other = next(one for one in names if one != (system or names[0]))
    leaf = switch_os(other).sample.leaf
    return _TEXT.format(name=name, schema=schema, leaf=models.leaf, spine=models.spine, other=leaf)
