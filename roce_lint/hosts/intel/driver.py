"""The drivers ice and irdma of Intel Ethernet 800 Series, which are set up with the tools of Linux.

Source: Intel Ethernet 800 Series, DCB and RDMA configuration.
"""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.hosts.contract import NicBehaviour, NicDriver, Undocumented
from roce_lint.hosts.settings import SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Fact, Stated

_PRIORITIES = 8


def _check_traffic_classes(log: SettingsLog, numbers: Mapping[tuple[SettingKey, int], Fact[int]]) -> None:
    """Reject a map of priorities to traffic classes that leaves one out: they are used from 0 on without a gap."""
    classes = [numbers.get((SettingKey.PRIORITY_TC, priority)) for priority in range(_PRIORITIES)]
    stated = [fact for fact in classes if isinstance(fact, Stated)]
    used = {fact.value for fact in stated}
    missing = next((number for number in range(_PRIORITIES) if number not in used), _PRIORITIES)
    if len(stated) == _PRIORITIES and max(used) > missing:
        place = max(stated, key=lambda fact: fact.value).source
        because = f"the ice driver uses traffic classes without a gap, and no priority has {missing}"
        log.refuse(SettingPlace(place, log.line(place.line)), because)


ICE = NicDriver(
    name="ice",
    label="Intel Ethernet 800 Series (ice, irdma)",
    kernel_modules=frozenset({"ice"}),
    services=frozenset(),
    commands={},
    unread_commands={},
    outputs={},
    files=(),
    documents=(),
    private_flags={"fw-lldp-agent": SettingKey.DCBX_BY_FIRMWARE},
    refused_module_options={("irdma", "roce_ena=0"): "roce_ena=0 makes irdma speak iWARP, not RoCEv2"},
    checks=(_check_traffic_classes,),
    command_patterns=(),
    written_paths=(),
    subjects=(),
    about_roce=None,
    defaults=Undocumented("no public source gives the defaults of the firmware"),
    behaviour=NicBehaviour(
        headroom=Undocumented("no public source says how much ice reserves above its xoff threshold"),
        pause_threshold=Undocumented("no source is known for the xoff threshold of ice"),
    ),
    faults=(),
    collected=(),
)
