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


FAULTS = (
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
