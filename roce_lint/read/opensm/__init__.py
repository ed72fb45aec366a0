"""Files of the subnet manager OpenSM: partitions.conf and opensm.conf, from bytes to facts."""

from __future__ import annotations

from roce_lint.read.opensm.opensm_conf import read_opensm_conf
from roce_lint.read.opensm.partitions import read_partitions

__all__ = ["read_opensm_conf", "read_partitions"]
