"""`mlxconfig` (or `mstconfig`): calls that store parameters, the output of `query`, and what stored values mean.

Source: mlxconfig parameter database of mstflint.
"""

from __future__ import annotations

import re

from roce_lint.hosts.command import ShellCommand, integer, nic_named, note_number, note_unknown
from roce_lint.hosts.mlx5.dcqcn_names import DCQCN_NAMES
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, NicKind, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, replace

_DEVICE = lazy_pattern(r"\s*(?:PCI device|Device|Device #\d+)\s*:\s*(?P<name>[/\w.:]+)\s*")
_ROW = lazy_pattern(r"[ \t]*\*?[ \t]+(?P<name>[A-Z_][A-Z0-9_]{2,})(?:\[[\d.]+\])?[ \t]+(?P<values>\S.*)")
_TITLE = lazy_pattern(r"^Device #\d+:|^Configurations:", re.MULTILINE)


def read_mlxconfig(log: SettingsLog, command: ShellCommand) -> None:
    """Note the parameters of `mlxconfig -d DEV set NAME=VALUE ...`; they hold from the next start of the firmware."""
    device = command.option("-d", "--dev")
    words = [word for word in command.arguments if not word.text.startswith("-")]
    if not any(word.text in ("set", "s") for word in words):
        return
    assignments = [word for word in words if "=" in word.text]
    values = []
    for word in assignments:
        name, _, value = word.text.partition("=")
        if "$" in name:
            log.not_understood(command.place, f"parameter {name} is known only to the host")
            continue
        resolved = word.resolved or "$" not in value
        values.append(firmware_value(name, ScriptText(value, resolved, word.line), command.place))
    read_firmware_values(log, nic_named(device) if device else NicId(NicKind.PCI, "*"), values)


def is_mlxconfig_output(text: str) -> bool:
    """Return whether a text is the output of `mlxconfig query`."""
    return _TITLE.search(text) is not None and re.search(r"^[ \t]*Device type:", text, re.MULTILINE) is not None


def read_mlxconfig_output(log: SettingsLog, document: Document) -> None:
    """Note what `mlxconfig -d DEV q` prints, or `mlxconfig -e q`, whose column `Current` is taken.

    Without `-e` the values are those of the next start: nothing says whether the firmware runs with them already.
    """
    nic = NicId(NicKind.PCI, "*")
    values: list[FirmwareValue] = []
    columns = 1
    for number, line in enumerate(document.text.splitlines(), document.first_line):
        device = _DEVICE.fullmatch(line)
        if device and (device["name"].startswith("/") or re.search(r"[:.]", device["name"])):
            read_firmware_values(log, nic, values)
            nic, values = nic_named(ScriptText(device["name"], True)), []
        elif line.startswith("Configurations:"):
            columns = 3 if "Current" in line else 1
        row = _ROW.fullmatch(line)
        if not row or "Configurations" in line:
            continue
        cells = row["values"].split()
        if len(cells) >= columns:
            source = Source(document.path, number, number)
            value = ScriptText(cells[1] if columns == 3 else cells[0], True)
            values.append(firmware_value(row["name"], value, SettingPlace(source, line.strip())))
    read_firmware_values(log, nic, values)


_NUMBERS = {name.firmware: (SettingKey(name.fact), (name.low, name.high)) for name in DCQCN_NAMES}
_TRUST = {
    "TRUST_PCP": "pcp",
    "1": "pcp",
    "TRUST_DSCP": "dscp",
    "2": "dscp",
    "TRUST_DSCP_PCP": "dscp pcp",
    "3": "dscp pcp",
}
_SWITCHED = {
    "ROCE_ADAPTIVE_ROUTING_EN": SettingKey.ADAPTIVE_ROUTING,
    "USER_PROGRAMMABLE_CC": SettingKey.PROGRAMMABLE_CC,
}
_SWITCHES = {"true": 1, "1": 1, "false": 0, "0": 0, "0x1": 1, "0x0": 0}
_ON, _OFF = frozenset({"true", "1", "0x1"}), frozenset({"false", "0", "0x0"})
_LISTENING = frozenset({"mandatory", "1", "all", "2", "0x1", "0x2"})
_INFINIBAND = frozenset({"ib", "1", "0x1"})
_RX_PACKET = ("RX_PACKET", "2")
_NO_FACTS = """
    CLAMP_TGT_RATE CLAMP_TGT_RATE_AFTER_TIME_INC CNP_DSCP_MODE CNP_RES_PRIO_MODE DCBX_CEE DCBX_IEEE DCBX_WILLING
    LINK_TYPE LLDP_NB_DCBX LLDP_NB_RX_MODE LLDP_NB_TX_MODE MULTIPATH_DSCP NUM_OF_PFC NUM_OF_TC PRIO_TAG_REQUIRED_EN
    QOS_TRUST_STATE RATE_TO_SET_ON_FIRST_CNP RDMA_SELECTIVE_REPEAT_EN ROCE_ADAPTIVE_ROUTING_EN ROCE_CC_ALGORITHM
    ROCE_CC_CNP_MODERATION ROCE_CC_COMPATIBILITY_MODE ROCE_CC_CWND_BY_NP_COUNT ROCE_CC_DCQCN_COMPATIBILITY_MODE
    ROCE_CC_IFA2_TA ROCE_CC_LEGACY_DCQCN ROCE_CC_LEGACY_DCQCN_SW ROCE_CC_PRIO_MASK ROCE_CC_RTT_TIMESTAMP_FORMAT
    ROCE_CC_SHAPER_COALESCE ROCE_CC_STEERING_EXT ROCE_CC_TX_EVENT_ACK ROCE_CONTROL ROCE_NEXT_PROTOCOL
    ROCE_RTT_RESP_DSCP ROCE_RTT_RESP_DSCP_MODE RPG_GD RPG_MAX_RATE TUNNEL_ECN_COPY_DISABLE USER_PROGRAMMABLE_CC
"""
KNOWN_PARAMETERS = frozenset((*_NUMBERS, *_NO_FACTS.split()))
"""The RoCE parameters, without `_P1` and `_P2`; the first are facts, others are known and left alone."""
_ABOUT_ROCE = lazy_pattern(r"ROCE|CNP|RPG|DCE_TCP|PFC|TRUST|DCBX|DSCP|ECN|LLDP")


@dataclass(frozen=True, slots=True)
class FirmwareValue:
    """One stored parameter: its name without the port, the port (1 or 2, 0 for the whole NIC), the value as text."""

    name: str
    port: int
    value: ScriptText
    place: SettingPlace


def firmware_value(name: str, value: ScriptText, place: SettingPlace) -> FirmwareValue:
    """Return the parameter `NAME`, `NAME_P1` or `NAME_P2` as a stored value."""
    found = re.fullmatch(r"(?P<name>\w+?)_P(?P<port>[12])", name.strip().upper())
    stored = replace(place, evidence=Evidence.STORED)
    return (
        FirmwareValue(found["name"], int(found["port"]), value, stored)
        if found
        else FirmwareValue(name.strip().upper(), 0, value, stored)
    )


def read_firmware_values(log: SettingsLog, nic: NicId, values: list[FirmwareValue]) -> None:
    """Note the stored parameters of one NIC.

    Where the two ports differ, port 2 is noted under the sibling's name: the next PCI function, else `NAME port 2`.
    """
    own = 2 if nic.kind is NicKind.PCI and nic.name.endswith(".1") else 1
    by_name: dict[str, list[FirmwareValue]] = {}
    for value in values:
        by_name.setdefault(value.name, []).append(value)
    _read_firmware_dcbx(log, nic, by_name)
    for same in by_name.values():
        equal = len({value.value.text for value in same}) == 1
        for value in same[-1:] if equal else same:
            port = nic if equal or value.port in (0, own) else _sibling(nic, value.port)
            _read(log, port, value)


def _read_firmware_dcbx(log: SettingsLog, nic: NicId, by_name: dict[str, list[FirmwareValue]]) -> None:
    """Note a firmware that takes PFC from DCBX: it speaks it, listens to LLDP, and is willing (its default)."""

    def states(name: str, values: frozenset[str]) -> FirmwareValue | None:
        return next((one for one in by_name.get(name, ()) if _bare(one.value.text).lower() in values), None)

    speaks, listens = states("LLDP_NB_DCBX", _ON), states("LLDP_NB_RX_MODE", _LISTENING)
    if speaks and listens and not states("DCBX_WILLING", _OFF):
        place = speaks.place
        log.number_fact(place.evidence, nic, SettingKey.DCBX_BY_FIRMWARE, Stated(1, place.source))


def _bare(text: str) -> str:
    """Return a value without the number that `query` prints behind it: `True(1)`."""
    return re.sub(r"\((\w+)\)$", "", text.strip())


def _sibling(nic: NicId, port: int) -> NicId:
    pci = re.fullmatch(r"(.*[0-9a-f]{2}:[0-9a-f]{2})\.[01]", nic.name)
    return NicId(nic.kind, f"{pci.group(1)}.{port - 1}" if pci else f"{nic.name} port {port}")


def _read(log: SettingsLog, nic: NicId, stored: FirmwareValue) -> None:
    log.mention(nic)
    place, name = stored.place, stored.name
    bare = _bare(stored.value.text)
    value = replace(stored.value, text=bare)
    if name in _NUMBERS:
        key, limits = _NUMBERS[name]
        note_number(log, place, nic, key, value, limits)
    elif name == "ROCE_CC_PRIO_MASK":
        _mask(log, nic, place, value)
    elif name == "QOS_TRUST_STATE":
        if bare in _TRUST:
            log.word_fact(place.evidence, nic, SettingKey.TRUST, Stated(_TRUST[bare], place.source))
        elif bare not in ("TRUST_PORT", "0"):
            note_unknown(log, place, nic, SettingKey.TRUST, f"{bare!r} is not a trust state of mlxconfig")
    elif name in _SWITCHED:
        _switch(log, nic, place, _SWITCHED[name], bare)
    elif name == "ROCE_CC_RTT_TIMESTAMP_FORMAT":
        note_number(log, place, nic, SettingKey.RTT_TIMESTAMP_FORMAT, value, (0, 255))
    elif (name == "CNP_DSCP_MODE" and bare in _RX_PACKET) or (
        name == "CNP_RES_PRIO_MODE" and _SWITCHES.get(bare.lower())
    ):
        key = SettingKey.CNP_DSCP if name == "CNP_DSCP_MODE" else SettingKey.CNP_PRIORITY
        because = f"{name} {bare}: each CNP takes the marking of the packet that was marked"
        log.number_fact(place.evidence, nic, key, Unknown(because, place.source))
        log.number_fact(place.evidence, nic, SettingKey.CNP_TAKES_DATA_MARKING, Stated(1, place.source))
    elif name == "LINK_TYPE" and bare.lower() in _INFINIBAND:
        log.refuse(
            SettingPlace(place.source, f"{name} {bare}"), "it makes the port an InfiniBand port, which has no RoCE"
        )
    elif name not in KNOWN_PARAMETERS and _ABOUT_ROCE.search(name):
        log.not_understood(place, f"{name} is not a known parameter of mlxconfig")


def _mask(log: SettingsLog, nic: NicId, place: SettingPlace, value: ScriptText) -> None:
    """Read ROCE_CC_PRIO_MASK: bit n switches DCQCN on for priority n."""
    mask = integer(value.text) if value.resolved else None
    for priority in range(8):
        for key in (SettingKey.NOTIFICATION, SettingKey.REACTION):
            if mask is None or not 0 <= mask <= 255:
                because = f"ROCE_CC_PRIO_MASK: {value.text!r} is not a number from 0 to 255"
                note_unknown(log, place, nic, key, because, priority)
            else:
                log.number_fact(place.evidence, nic, key, Stated(mask >> priority & 1, place.source), priority)


def _switch(log: SettingsLog, nic: NicId, place: SettingPlace, key: SettingKey, word: str) -> None:
    if word.lower() in _SWITCHES:
        log.number_fact(place.evidence, nic, key, Stated(_SWITCHES[word.lower()], place.source))
    else:
        note_unknown(log, place, nic, key, f"{key.value}: {word!r} is not True or False")
