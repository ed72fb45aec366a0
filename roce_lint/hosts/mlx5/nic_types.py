"""How the NIC configuration operator of NVIDIA names models of adapters."""

from __future__ import annotations

from collections.abc import Mapping

NIC_TYPES: Mapping[str, str] = {
    "connectx-5": "1017",
    "connectx-6": "101b",
    "connectx-6-dx": "101d",
    "connectx-6-lx": "101f",
    "connectx-7": "1021",
    "connectx-8": "1023",
    "bluefield-2": "a2d6",
    "bluefield-3": "a2dc",
}
"""PCI device ids of vendor 15b3 (pci.ids), by which the operator selects NICs, by the models of the catalogue."""
