"""The names that rules may use: for each scope, its variables and what they are."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.fabric.design import Design
from roce_lint.infiniband.derive.entities import INFINIBAND_SCOPES
from roce_lint.infiniband.derive.opensm.definition_state import DefinitionState
from roce_lint.infiniband.derive.opensm.intended_state import IntendedKeyState
from roce_lint.infiniband.derive.opensm.option_state import OpensmState, SmOptionState
from roce_lint.infiniband.derive.opensm.policy_state import QosPolicyState
from roce_lint.infiniband.derive.opensm.text_state import PartitionTextState
from roce_lint.judge.derive.cls.class_state import LosslessClassState, LosslessPairState
from roce_lint.judge.derive.cls.marking_state import MarkingState
from roce_lint.judge.derive.cls.path_state import PathState
from roce_lint.judge.derive.device_state import DeviceState
from roce_lint.judge.derive.dlk.pause_state import (
    BridgeState,
    ForwardingLoopState,
    PauseCycleState,
    PauseReachState,
    SidewaysState,
    TransitState,
    UpperHostsState,
)
from roce_lint.judge.derive.drf.bond_entities import BondState
from roce_lint.judge.derive.drf.input_state import (
    CableState,
    PolicyBindingState,
    ReferenceState,
    RefusalState,
    SettingState,
)
from roce_lint.judge.derive.drf.link_agreement import LinkAgreement
from roce_lint.judge.derive.drf.role_outliers import OutlierState
from roce_lint.judge.derive.drf.switch_pairs import SwitchPairState
from roce_lint.judge.derive.ecn.curve_state import CurveState, SpeedStepState
from roce_lint.judge.derive.ecn.queue_state import QueueState
from roce_lint.judge.derive.link_state import LinkMarkingState, LinkPriorityState, LinkState
from roce_lint.judge.derive.llr.retry_state import RetryState
from roce_lint.judge.derive.nic.nic_egress import NicEgress
from roce_lint.judge.derive.nic.nic_state import NicState
from roce_lint.judge.derive.ovl.evpn_transit import EvpnTransitState
from roce_lint.judge.derive.ovl.vni_entities import VniState
from roce_lint.judge.derive.pfc.counter_state import CounterState
from roce_lint.judge.derive.pfc.dcbx_announcements import AnnouncementState
from roce_lint.judge.derive.pfc.priority_state import PriorityState
from roce_lint.judge.derive.port_state import PortState
from roce_lint.judge.derive.rtg.adaptive_groups import AdaptiveGroupState
from roce_lint.judge.derive.rtg.address_state import AddressState, CopyState, SplitSubnetState, StrayState
from roce_lint.judge.derive.rtg.next_hop_state import NextHopState
from roce_lint.judge.derive.rtg.reachability import ReachabilityState
from roce_lint.judge.derive.rtg.session_state import SessionState
from roce_lint.judge.derive.rtg.uplinks import UplinkState
from roce_lint.judge.derive.sch.filter_state import FilterState
from roce_lint.judge.derive.sch.service_state import ServiceState
from roce_lint.judge.derive.trm.trimming_state import TrimmingState

_FactClasses = Mapping[str, Mapping[str, type]]

_DEVICE: dict[str, type] = {"device": DeviceState, "design": Design}
_PORT: dict[str, type] = {**_DEVICE, "port": PortState}
_LINK: dict[str, type] = {"link": LinkState, "design": Design}

VOCABULARY: _FactClasses = {
    "device": _DEVICE,
    "reference": {**_DEVICE, "reference": ReferenceState},
    "refusal": {**_DEVICE, "refusal": RefusalState},
    "policy_binding": {**_DEVICE, "policy": PolicyBindingState},
    "filter": {**_DEVICE, "filter": FilterState},
    "announcement": {**_DEVICE, "announcement": AnnouncementState},
    "cable": {"cable": CableState, "design": Design},
    "address": {"address": AddressState, "design": Design},
    "copy": {"copy": CopyState, "design": Design},
    "vni": {"vni": VniState, "design": Design},
    "bond": {"bond": BondState, "design": Design},
    "evpn_transit": {"transit": EvpnTransitState, "design": Design},
    "split_subnet": {"pair": SplitSubnetState, "design": Design},
    "switch_pair": {"pair": SwitchPairState, "design": Design},
    "stray_neighbor": {"neighbor": StrayState, "design": Design},
    "counter": {"counter": CounterState, "design": Design},
    "setting": {"setting": SettingState, "design": Design},
    "port": _PORT,
    "any_port": _PORT,
    "bundle_member": _PORT,
    "priority": {**_PORT, "priority": PriorityState},
    "queue": {**_PORT, "queue": QueueState, "service": ServiceState, "curve": CurveState},
    "marking": {**_PORT, "marking": MarkingState},
    "link": {**_LINK, "ends": LinkAgreement},
    "link_priority": {**_LINK, "priority": LinkPriorityState},
    "link_marking": {**_LINK, "marking": LinkMarkingState},
    "lossless_class": {**_DEVICE, "lossless": LosslessClassState},
    "lossless_pair": {**_DEVICE, "pair": LosslessPairState},
    "speed_step": {**_DEVICE, "step": SpeedStepState},
    "uplinks": {**_DEVICE, "uplinks": UplinkState},
    "outlier": {**_DEVICE, "outlier": OutlierState},
    "nic": {**_DEVICE, "nic": NicState, "egress": NicEgress},
    "next_hop": {**_DEVICE, "hop": NextHopState},
    "trimming": {**_PORT, "trimming": TrimmingState},
    "link_retry": {**_PORT, "retry": RetryState},
    "adaptive_group": {**_DEVICE, "group": AdaptiveGroupState},
    "pause_cycle": {"cycle": PauseCycleState, "design": Design},
    "forwarding_loop": {"loop": ForwardingLoopState, "design": Design},
    "transit": {"transit": TransitState, "design": Design},
    "upper_hosts": {"hosts": UpperHostsState, "design": Design},
    "bridge": {"bridge": BridgeState, "design": Design},
    "pause_reach": {"reach": PauseReachState, "design": Design},
    "sideways": {"sideways": SidewaysState, "design": Design},
    "path": {"path": PathState, "design": Design},
    "reachability": {"route": ReachabilityState, "design": Design},
    "session": {"session": SessionState, "design": Design},
    "partition_text": {"text": PartitionTextState},
    "partition_definition": {"definition": DefinitionState},
    "sm_option": {"option": SmOptionState},
    "opensm": {"opensm": OpensmState},
    "qos_policy": {"policy": QosPolicyState},
    "intended_key": {"pkey": IntendedKeyState},
    **INFINIBAND_SCOPES,
}
