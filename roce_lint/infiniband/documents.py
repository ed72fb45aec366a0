"""What files say about InfiniBand, file by file, before it is joined."""

from __future__ import annotations

from typing import TypeAlias

from roce_lint.infiniband.ib_fabric import IbFabric
from roce_lint.infiniband.ib_records import IbRecords
from roce_lint.infiniband.managed import ManagedPartitions, SwitchManager, UfmSettings
from roce_lint.infiniband.partition import PartitionConfiguration
from roce_lint.infiniband.qos_policy import QosPolicy
from roce_lint.infiniband.sm_options import SmFlags, SmOptions

InfinibandFacts: TypeAlias = (
    PartitionConfiguration
    | SmOptions
    | SmFlags
    | QosPolicy
    | IbFabric
    | IbRecords
    | ManagedPartitions
    | SwitchManager
    | UfmSettings
)
"""What one document of an InfiniBand kind gives; a document may give several."""
