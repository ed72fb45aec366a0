"""Hosts, as they are registered."""

from __future__ import annotations

from roce_lint.hosts.behaviour import BEHAVIOUR
from roce_lint.os.contract import HostSystem, Lab
from roce_lint.os.late import late
from roce_lint.os.registry import HOST

SYSTEM = HostSystem(
    name=HOST,
    label="NVIDIA adapters (mlx5)",
    behaviour=BEHAVIOUR,
    read=late("hosts.reader", "read_host"),
    # A Linux container calls its ports `eth1`, `eth2` ... whatever the host calls them.
    lab=Lab("linux", "ghcr.io/srl-labs/network-multitool", None, False, lambda port, index: f"eth{index}"),
    remedies=late("hosts.mlx5.remedies", "remedies"),
    collection=late("hosts.collection", "collection"),
)
