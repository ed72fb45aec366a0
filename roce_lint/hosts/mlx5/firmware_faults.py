"""Faults of ConnectX firmware that change what RoCE settings do, by the releases whose notes list them."""

from __future__ import annotations

from roce_lint.hosts.contract import FIRMWARE, FirmwareFault
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.nic import Nic


def _of_some_priorities(nic: Nic) -> tuple[str, Source] | None:
    """Return a side of DCQCN that is on for some priorities and off for others, and where one of them is set."""
    for side, priorities in (("NP", nic.notification_enabled), ("RP", nic.reaction_enabled)):
        on = [number for number, fact in enumerate(priorities) if not isinstance(fact, Unknown) and fact.value]
        off = [number for number, fact in enumerate(priorities) if not isinstance(fact, Unknown) and not fact.value]
        stated: list[Fact[bool]] = [fact for fact in priorities if isinstance(fact, Stated)]
        if on and off and stated:
            return f"DCQCN ({side}) of priority {', '.join(map(str, on))} alone", stated[0].source
    return None


def _programmable(nic: Nic) -> tuple[str, Source] | None:
    """Return that programs decide on rates, and where that is set."""
    on = nic.programmable_cc_enabled
    return ("USER_PROGRAMMABLE_CC 1", on.source) if isinstance(on, Stated) and on.value else None


def _probe_format(nic: Nic) -> tuple[str, Source] | None:
    """Return that probes are to have timestamps of format 2, and where that is set."""
    stated = nic.rtt_timestamp_format
    if isinstance(stated, Stated) and stated.value == _FORMAT_2:
        return f"ROCE_CC_RTT_TIMESTAMP_FORMAT {stated.value}", stated.source
    return None


_FORMAT_2 = 2
_PROBES = (FIRMWARE.through("28.47.1026", "28.47.2682"), FIRMWARE.through("40.47.1026", "40.47.2682"))
"""Of ConnectX-7 and ConnectX-8, those with long support among them."""
_NOTES_47 = "NVIDIA release notes of ConnectX-7 and ConnectX-8, known issue"

FAULTS = (
    FirmwareFault(
        releases=_PROBES,
        setting_of=_programmable,
        because="it drops packets that probe for congestion where several flows are controlled",
        source=f"{_NOTES_47} 4604969",
    ),
    FirmwareFault(
        releases=_PROBES,
        setting_of=_probe_format,
        because="it gives the timestamps of probes another format",
        source=f"{_NOTES_47} 4496642",
    ),
    FirmwareFault(
        releases=(FIRMWARE.between("26.43.0", "26.44.0"),),
        setting_of=_programmable,
        because="what a host sends to itself is slow, unless ROCE_CC_LEGACY_DCQCN is 1",
        source="NVIDIA release notes of ConnectX-6 Lx, known issue 4402045",
    ),
    FirmwareFault(
        releases=(
            FIRMWARE.through("22.45.1020", "22.46.3048"),
            FIRMWARE.through("26.45.1020", "26.48.1000"),
            FIRMWARE.through("28.45.1020", "28.46.3048"),
            FIRMWARE.through("40.45.1200", "40.46.1006"),
        ),
        setting_of=_of_some_priorities,
        because="it applies congestion control to all priorities, whatever is set for each",
        source="NVIDIA release notes of ConnectX-6 Dx, ConnectX-6 Lx, ConnectX-7 and ConnectX-8, known issue 4394475",
    ),
)
"""The notes say of none in which release it ended: the last release is the last whose notes list it."""
