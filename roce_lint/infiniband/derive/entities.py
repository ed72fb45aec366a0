"""InfiniBand as lists of evaluated things, and the names that rules about it may use."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.infiniband.derive.cabling import CablingState, TwinState, cabling_states, twin_states
from roce_lint.infiniband.derive.job_keys import JobKeyState, judge_job_keys
from roce_lint.infiniband.derive.managed import ManagedPartitionState, UfmState, managed_states, ufm_states
from roce_lint.infiniband.derive.manager_state import ManagerState, manager_states
from roce_lint.infiniband.derive.pair import (
    ManagerPairState,
    StrayManagerState,
    SubnetPairState,
    others_manage,
    pair_states,
    stray_states,
    subnet_pairs,
)
from roce_lint.infiniband.derive.partition import PartitionState, partition_states
from roce_lint.infiniband.derive.port import (
    EndPortState,
    MemberState,
    end_port_states,
    managed_member_states,
    member_states,
)
from roce_lint.infiniband.derive.setup import SetupView, label_of, view_setup
from roce_lint.infiniband.derive.subnet import SubnetState, subnet_state
from roce_lint.infiniband.documents import InfinibandFacts
from roce_lint.infiniband.ib_fabric import IbFabric
from roce_lint.infiniband.ib_records import GuidList, IbRecords
from roce_lint.infiniband.managed import ManagedPartitions, SwitchManager, UfmSettings
from roce_lint.infiniband.qos_policy import QosPolicy
from roce_lint.infiniband.sm_setup import sm_setups
from roce_lint.model.device import Device
from roce_lint.model.judged import Judged
from roce_lint.values import replace

INFINIBAND_SCOPES: dict[str, dict[str, type]] = {
    "ib_subnet": {"subnet": SubnetState},
    "ib_twin": {"twin": TwinState},
    "ib_cabling": {"cabling": CablingState},
    "ib_manager": {"manager": ManagerState},
    "ib_manager_pair": {"pair": ManagerPairState},
    "ib_subnet_pair": {"pair": SubnetPairState},
    "ib_stray_manager": {"manager": StrayManagerState},
    "ib_partition": {"partition": PartitionState},
    "ib_member": {"member": MemberState},
    "ib_port": {"port": EndPortState},
    "ib_managed_partition": {"partition": ManagedPartitionState},
    "ib_ufm": {"ufm": UfmState},
    "ib_job": {"job": JobKeyState},
}
"""Scopes of InfiniBand and their variables."""


def infiniband_devices(facts: Sequence[InfinibandFacts]) -> tuple[str, ...]:
    """Return the devices that findings about these files name: setups by their folder, UFM and switches by name."""
    names = {
        one.device if isinstance(one, ManagedPartitions | SwitchManager | UfmSettings) else label_of(one.source.file)
        for one in facts
    }
    return tuple(sorted(names))


def judge_infiniband(facts: Sequence[InfinibandFacts], hosts: Sequence[Device], found: dict[str, list[Judged]]) -> None:
    """Add everything that rules about InfiniBand evaluate; nothing without files of such a subnet."""
    if not facts:
        return
    lists = tuple(one.guid_list for one in facts if isinstance(one, IbRecords) and one.guid_list is not None)
    views = [view_setup(setup) for setup in sm_setups([one for one in facts if not isinstance(one, IbRecords)])]
    policies = tuple(one for one in facts if isinstance(one, QosPolicy))
    pairs = list(pair_states(views))
    _judge_subnets(facts, views, lists, found)
    paired = {id(view) for view, _ in pairs}
    for view in views:
        has_standby = bool(pairs) and (id(view) in paired or len(views) > 1)
        managers = tuple(manager_states(view, lists, policies, has_standby, others_manage(view, views)))
        _judge_setup(view, managers, found)
    for view, pair in pairs:
        found["ib_manager_pair"].append(Judged(view.label, "", pair.source, {"pair": pair}))
    for view, subnets in subnet_pairs(views):
        found["ib_subnet_pair"].append(Judged(view.label, "", subnets.source, {"pair": subnets}))
    _judge_managed(facts, views, found)
    judge_job_keys(hosts, views, found)


def _judge_subnets(
    facts: Sequence[InfinibandFacts],
    views: Sequence[SetupView],
    lists: tuple[GuidList, ...],
    found: dict[str, list[Judged]],
) -> None:
    for fabric in (one for one in facts if isinstance(one, IbFabric)):
        mine = [view for view in views if view.subnet is fabric]
        label = mine[0].label if mine else label_of(fabric.source.file)
        state = subnet_state(fabric, mine, lists)
        found["ib_subnet"].append(Judged(label, "", state.source, {"subnet": state}))
        for twin in twin_states(fabric):
            found["ib_twin"].append(Judged(label, twin.value, twin.source, {"twin": twin}))
        for cabling in cabling_states(fabric):
            found["ib_cabling"].append(Judged(label, "", cabling.source, {"cabling": cabling}))


def _judge_setup(view: SetupView, managers: Sequence[ManagerState], found: dict[str, list[Judged]]) -> None:
    for manager in managers:
        found["ib_manager"].append(Judged(view.label, "", manager.source, {"manager": manager}))
    if view.partitions is not None and view.partitions.as_corrected is not None:
        view = view_setup(replace(view.setup, partitions=view.partitions.as_corrected))
    for partition in partition_states(view):
        label = f"partition {partition.name} {partition.key}"
        found["ib_partition"].append(Judged(view.label, label, partition.source, {"partition": partition}))
    for member in member_states(view):
        found["ib_member"].append(Judged(view.label, member.guid, member.source, {"member": member}))
    for port in end_port_states(view):
        found["ib_port"].append(Judged(view.label, port.name, port.source, {"port": port}))


def _judge_managed(
    facts: Sequence[InfinibandFacts], views: Sequence[SetupView], found: dict[str, list[Judged]]
) -> None:
    groups = [one for one in facts if isinstance(one, ManagedPartitions)]
    for device, partition in managed_states(groups, views):
        label = f"partition {partition.name}"
        variables = {"partition": partition}
        found["ib_managed_partition"].append(Judged(device, label, partition.source, variables))
    for device, member in managed_member_states(groups, views):
        found["ib_member"].append(Judged(device, member.guid, member.source, {"member": member}))
    for device, ufm in ufm_states([one for one in facts if isinstance(one, UfmSettings)], groups, views):
        found["ib_ufm"].append(Judged(device, "", ufm.source, {"ufm": ufm}))
    for device, stray in stray_states(views, [one for one in facts if isinstance(one, SwitchManager)]):
        found["ib_stray_manager"].append(Judged(device, "", stray.source, {"manager": stray}))
