"""Congestion control of Broadcom NICs, as configfs and the commands of the package set it.

Source: `bnxt_setupcc.sh` 233.2 of Broadcom's bnxt_re driver package.
"""

from __future__ import annotations

import re

from roce_lint.hosts.command import FileValue, integer, note_number, note_unknown, rdma_named
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Stated, Unknown

_ECT_ONE = 1
"""What the driver writes into the ECN bits of data while congestion control is on (`ecn_marking` 1)."""
_CC_LEAVES = frozenset(
    [
        "apply",
        "cc_mode",
        "cnp_dscp",
        "cnp_prio",
        "disable_prio_vlan_tx",
        "ecn_enable",
        "ecn_marking",
        "g",
        "inact_th",
        "init_cr",
        "init_tr",
        "roce_dscp",
        "roce_prio",
    ]
)


def read_congestion_control(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    """Note a value below `bnxt_re/DEVICE/ports/1/cc`: it takes effect with the next 1 that is written to `apply`."""
    place, leaf, value = found.place, match["leaf"], found.value
    nic = nic_of_broadcom(log, place, rdma_named(ScriptText(match["nic"], True)))
    log.mention(nic)
    number = integer(value.text) if value.resolved else None
    if leaf not in _CC_LEAVES:
        log.not_understood(place, f"{leaf} is not a known parameter of bnxt_re")
    elif leaf == "roce_dscp":
        note_data_dscp(log, place, nic, value, True)
    elif leaf in ("cnp_dscp", "cnp_prio"):
        key, last = (SettingKey.CNP_DSCP, 63) if leaf == "cnp_dscp" else (SettingKey.CNP_PRIORITY, 7)
        note_number(log, place, nic, key, value, (0, last))
    elif leaf == "ecn_enable":
        note_switches(log, place, nic, None if number is None else number != 0)
    log.number_fact(
        place.evidence, nic, SettingKey.CC_APPLIED, Stated(int(leaf == "apply" and number != 0), place.source)
    )


def note_switches(log: SettingsLog, place: SettingPlace, nic: NicId, controls: bool | None) -> None:
    """Note whether congestion control is on for all priorities; None where only the host knows."""
    for number in range(8):
        for key in (SettingKey.NOTIFICATION, SettingKey.REACTION):
            if controls is None:
                note_unknown(log, place, nic, key, "the mode is known only to the host", number)
            else:
                log.number_fact(place.evidence, nic, key, Stated(int(controls), place.source), number)


def note_data_dscp(log: SettingsLog, place: SettingPlace, nic: NicId, dscp: ScriptText, controls: bool) -> None:
    """Note the marking of RoCE data; with congestion control the driver makes them ECN-capable."""
    number = integer(dscp.text) if dscp.resolved else None
    if number is not None and 0 <= number <= 63:
        tos = Stated(number << 2 | (_ECT_ONE if controls else 0), place.source)
        log.number_fact(place.evidence, nic, SettingKey.DEVICE_TOS, tos)
    else:
        fact = Unknown(f"{dscp.text} is no DSCP from 0 to 63, or known only to the host", place.source)
        log.number_fact(place.evidence, nic, SettingKey.DEVICE_TOS, fact)
        log.not_understood(place, fact.because)


def nic_of_broadcom(log: SettingsLog, place: SettingPlace, nic: NicId) -> NicId:
    """Note that this NIC has the driver of Broadcom."""
    log.mention(nic)
    log.word_fact(place.evidence, nic, SettingKey.DRIVER, Stated("bnxt", place.source))
    return nic
