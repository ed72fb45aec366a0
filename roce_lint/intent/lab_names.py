"""What containerlab calls things: kinds, chassis types and interfaces."""

from __future__ import annotations

import re

from roce_lint.errors import PlatformError

_KINDS = {"eos": "arista_ceos", "nxos": "cisco_n9kv", "srlinux": "nokia_srlinux", "mlx5": "linux"}
_SRL_TYPES = (
    "ixr-d2 ixr-d2l ixr-d3 ixr-d3l ixr-d4 ixr-d5 ixr-h2 ixr-h3 ixr-h4 ixr-h4-32d ixr-h5 ixr-h5-64d ixr-h5-64o "
    "ixr-6 ixr-6e ixr-10 ixr-10e ixr-18e ixr-x1b ixr-x3b"
)
_SRL_TYPES_KNOWN = frozenset(_SRL_TYPES.split())


def lab_kind(os: str) -> str:
    """Return containerlab's kind for an operating system."""
    return _KINDS[os]


def lab_type(os: str, platform: str) -> str:
    """Return containerlab's type of a chassis (`7220-ixr-h4-32d` gives `ixr-h4-32d`); empty for a kind without types.

    Raises PlatformError for an SR Linux chassis that containerlab does not know.
    """
    if not has_lab_type(os, platform):
        raise PlatformError(f"containerlab has no type for {platform}; known are {', '.join(sorted(_SRL_TYPES_KNOWN))}")
    return _chassis(platform) if os == "srlinux" else ""


def has_lab_type(os: str, platform: str) -> bool:
    """Say whether containerlab can run a chassis: every one of a kind without types, and those that it knows."""
    return os != "srlinux" or _chassis(platform) in _SRL_TYPES_KNOWN


def _chassis(platform: str) -> str:
    return re.sub(r"^7\d{3}-", "", platform)


def lab_interface(os: str, port: str, index: int) -> str:
    """Return containerlab's name of a port; `index` (from 1) is a host's own count of its NICs.

    cEOS calls Ethernet1/1 `eth1_1`; SR Linux and NX-OS keep their names; a Linux container has `eth1`, `eth2` ...
    """
    if os == "mlx5":
        return f"eth{index}"
    if os == "eos":
        return "eth" + port.removeprefix("Ethernet").replace("/", "_")
    return port
