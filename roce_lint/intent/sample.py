"""An intent to begin with: short, commented, and complete enough to be rendered."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.values import dataclass

SCHEMA_FILE = "roce-intent.schema.json"
"""Name of the schema file that `init` writes beside the intent, so that editors complete keys without a network."""


@dataclass(frozen=True, slots=True)
class _Models:
    """Switches of one vendor with 32 x 100G for hosts and 4 x 400G for spines."""

    leaf: str
    spine: str


_MODELS: Mapping[str, _Models] = {
    "eos": _Models("7280CR3-32P4", "7060DX5-64S"),
    "nxos": _Models("N9K-C9332D-GX2B", "N9K-C9364D-GX2A"),
    "srlinux": _Models("7220 IXR-D5", "7220 IXR-H4"),
}

SAMPLE_SYSTEMS = tuple(_MODELS)
"""The operating systems for which `sample_intent` knows switches."""

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
  watchdog: {{detection: 200 ms, recovery: 400 ms, polling: 100 ms}}

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


def sample_intent(name: str = "ai-pod-1", system: str = "eos", schema: str = f"./{SCHEMA_FILE}") -> str:
    """Return the text of an intent for a fabric of 4 leaves, 2 spines and 32 servers with 4 NICs each.

    `schema` is the path or URL in the modeline that editors read. Raises ValueError for an OS that runs no switch.
    """
    if system not in _MODELS:
        raise ValueError(f"no switch runs {system}; known are {', '.join(SAMPLE_SYSTEMS)}")
    models = _MODELS[system]
    other = _MODELS["nxos" if system == "eos" else "eos"].leaf
    return _TEXT.format(name=name, schema=schema, leaf=models.leaf, spine=models.spine, other=other)
