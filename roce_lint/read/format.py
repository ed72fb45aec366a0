"""The formats that are read."""

from __future__ import annotations

from enum import Enum


class Format(Enum):
    """The formats that have a reader; the value is what `--os` takes."""

    EOS = "eos"
    NXOS = "nxos"
    SRLINUX = "srlinux"
    HOST = "mlx5"
    CABLING = "cabling"
    IBDIAG = "ibdiag"
    UFM = "ufm"
    QUANTUM = "quantum"
    PARTITIONS = "partitions"
    OPENSM_CONF = "opensm-conf"
    QOS_POLICY = "qos-policy"
