"""`dcb` of iproute2 and `lldptool` of lldpad: the generic tools for PFC, ETS and DSCP priorities.

Sources: iproute2 man pages dcb(8), dcb-pfc(8), dcb-ets(8), dcb-app(8), dcb-buffer(8), dcb-dcbx(8); lldptool man pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from roce_lint.hosts.command import ShellCommand, integer, nic_named, note_number, note_unknown
from roce_lint.hosts.linux.ets_shares import check_shares
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, SettingKey, SettingsLog
from roce_lint.model.fact import Stated, Unknown

_ALGORITHMS = {"ets": "ets", "strict": "strict", "vendor": "vendor"}
_READ_ONLY = frozenset({"show", "help"})


def read_dcb(log: SettingsLog, command: ShellCommand) -> None:
    """Note what one call of `dcb` sets."""
    words = [word for word in command.arguments if not re.fullmatch(r"-[a-zA-Z]+|--\w+", word.text)]
    texts = [word.text for word in words]
    if len(texts) < 4 or "dev" not in texts[:4] or texts[1] in _READ_ONLY:
        if len(texts) > 1 and texts[1] not in _READ_ONLY:
            log.not_understood(command.place, "dcb: OBJECT set dev IF ... is expected")
        return
    nic, rest = nic_named(words[3]), words[4:]
    log.mention(nic)
    reader = _OBJECTS.get(texts[0])
    if reader is None:
        log.not_understood(command.place, f"dcb {texts[0]} is not known")
        return
    reader(log, command, nic, [ScriptText(texts[1], True), *rest])


def _groups(words: list[ScriptText], keywords: frozenset[str]) -> list[tuple[str, list[ScriptText]]]:
    groups: list[tuple[str, list[ScriptText]]] = []
    for word in words:
        if word.text in keywords:
            groups.append((word.text, []))
        elif groups:
            groups[-1][1].append(word)
        else:
            groups.append((word.text, []))
    return groups


def _mapped(word: ScriptText) -> tuple[list[int], ScriptText]:
    """Split `3:on` or `all:off` into indices and value; no index means that it is neither."""
    index, _, value = word.text.partition(":")
    indices = list(range(8)) if index == "all" else [int(index)] if re.fullmatch(r"[0-7]", index) else []
    return indices, ScriptText(value, word.resolved)


def _eight(
    log: SettingsLog,
    command: ShellCommand,
    nic: NicId,
    key: SettingKey,
    words: list[ScriptText],
    limits: tuple[int, int],
) -> None:
    for word in words:
        indices, value = _mapped(word)
        value = ScriptText({"on": "1", "off": "0"}.get(value.text, value.text), value.resolved)
        if not indices:
            log.not_understood(command.place, f"{word.text!r} maps no priority or class")
        for index in indices:
            note_number(log, command.place, nic, key, value, limits, index)


def _pfc(log: SettingsLog, command: ShellCommand, nic: NicId, words: list[ScriptText]) -> None:
    """Read `prio-pfc` and `delay`, which mlx5 takes as metres of cable though dcb(8) calls it bits."""
    keywords = frozenset({"prio-pfc", "delay", "macsec-bypass"})
    for keyword, values in _groups(words[1:], keywords):
        if keyword == "prio-pfc":
            _eight(log, command, nic, SettingKey.PFC, values, (0, 1))
        elif keyword == "delay" and values:
            note_number(log, command.place, nic, SettingKey.CABLE_LENGTH_M, values[0], (0, 999))
        elif keyword != "macsec-bypass":
            log.not_understood(command.place, f"dcb pfc has no parameter {keyword!r}")


def _ets(log: SettingsLog, command: ShellCommand, nic: NicId, words: list[ScriptText]) -> None:
    keywords = frozenset({"tc-tsa", "tc-bw", "prio-tc", "willing", "reco-tc-tsa", "reco-tc-bw", "reco-prio-tc"})
    for keyword, values in _groups(words[1:], keywords):
        if keyword == "prio-tc":
            _eight(log, command, nic, SettingKey.PRIORITY_TC, values, (0, 7))
        elif keyword == "tc-bw":
            _eight(log, command, nic, SettingKey.TC_BANDWIDTH_PERCENT, values, (0, 100))
        elif keyword == "tc-tsa":
            for word in values:
                indices, value = _mapped(word)
                for index in indices:
                    _algorithm(log, command, nic, index, value)
        elif keyword not in keywords:
            log.not_understood(command.place, f"dcb ets has no parameter {keyword!r}")
    given = dict(_groups(words[1:], keywords))
    if {"tc-tsa", "tc-bw"} <= given.keys():
        shares = {index: integer(value.text) for word in given["tc-bw"] for index, value in [*_each(word)]}
        algorithms = {index: value.text for word in given["tc-tsa"] for index, value in [*_each(word)]}
        check_shares(log, command, algorithms, shares)


def _each(word: ScriptText) -> Iterator[tuple[int, ScriptText]]:
    """Yield what `all:off` or `3:on` says of each index."""
    indices, value = _mapped(word)
    for index in indices:
        yield index, value


def _pair(word: ScriptText) -> tuple[int, str]:
    index, _, value = word.text.partition(":")
    return integer(index) or 0, value


def _algorithm(log: SettingsLog, command: ShellCommand, nic: NicId, index: int, value: ScriptText) -> None:
    if value.text in _ALGORITHMS:
        fact = Stated(value.text, command.place.source)
        log.word_fact(command.place.evidence, nic, SettingKey.TC_ALGORITHM, fact, index)
    else:
        note_unknown(log, command.place, nic, SettingKey.TC_ALGORITHM, f"{value.text!r} is not ets or strict", index)


def _app(log: SettingsLog, command: ShellCommand, nic: NicId, words: list[ScriptText]) -> None:
    """Read `dscp-prio`: its first entry makes mlx5 trust DSCP, taking the last away returns to PCP."""
    action = words[0].text
    keywords = frozenset(
        {"dscp-prio", "pcp-prio", "default-prio", "ethtype-prio", "stream-port-prio", "dgram-port-prio", "port-prio"}
    )
    groups = _groups(words[1:], keywords)
    if action == "flush" and (not groups or any(keyword == "dscp-prio" for keyword, _ in groups)):
        _trust(log, command, nic, "pcp")
    for keyword, values in groups:
        if keyword not in keywords:
            log.not_understood(command.place, f"dcb app has no parameter {keyword!r}")
        if keyword != "dscp-prio" or action not in ("add", "replace", "del"):
            continue
        for word in values:
            dscp, _, priority = word.text.partition(":")
            if not re.fullmatch(r"\d{1,2}", dscp) or int(dscp) > 63:
                log.not_understood(command.place, f"{word.text!r} is not DSCP:PRIORITY")
            elif action == "del":
                because = "an entry was taken away; whether another one remains is known only to the host"
                fact = Unknown(because, command.place.source)
                log.number_fact(command.place.evidence, nic, SettingKey.DSCP_PRIORITY, fact, int(dscp))
            else:
                _trust(log, command, nic, "dscp")
                value = ScriptText(priority, word.resolved)
                note_number(log, command.place, nic, SettingKey.DSCP_PRIORITY, value, (0, 7), int(dscp))


def _trust(log: SettingsLog, command: ShellCommand, nic: NicId, word: str) -> None:
    log.word_fact(command.place.evidence, nic, SettingKey.TRUST, Stated(word, command.place.source))


def _apptrust(log: SettingsLog, command: ShellCommand, nic: NicId, words: list[ScriptText]) -> None:
    order = [word.text for word in words[1:] if word.text != "order"]
    if order and set(order) <= {"dscp", "pcp"}:
        _trust(log, command, nic, order[0] if len(order) == 1 else " ".join(order))
    else:
        note_unknown(
            log, command.place, nic, SettingKey.TRUST, f"dcb apptrust order {' '.join(order)!r} is not dscp or pcp"
        )


def _buffer(log: SettingsLog, command: ShellCommand, nic: NicId, words: list[ScriptText]) -> None:
    keywords = frozenset({"prio-buffer", "buffer-size"})
    for keyword, values in _groups(words[1:], keywords):
        if keyword == "prio-buffer":
            _eight(log, command, nic, SettingKey.BUFFER_OF_PRIORITY, values, (0, 7))
        elif keyword == "buffer-size":
            _eight(log, command, nic, SettingKey.BUFFER_SIZE_BYTES, values, (0, 2**31))
        else:
            log.not_understood(command.place, f"dcb buffer has no parameter {keyword!r}")


def _dcbx(log: SettingsLog, command: ShellCommand, nic: NicId, words: list[ScriptText]) -> None:
    fact = Stated(0 if any(word.text == "host" for word in words) else 1, command.place.source)
    log.number_fact(command.place.evidence, nic, SettingKey.DCBX_BY_FIRMWARE, fact)


_OBJECTS: dict[str, Callable[[SettingsLog, ShellCommand, NicId, list[ScriptText]], None]] = {
    "pfc": _pfc,
    "ets": _ets,
    "app": _app,
    "apptrust": _apptrust,
    "buffer": _buffer,
    "dcbx": _dcbx,
}


def read_lldptool(log: SettingsLog, command: ShellCommand) -> None:
    """Note the PFC, ETS and APP settings that `lldptool -T -i IF -V TLV` gives to lldpad."""
    interface, tlv = command.option("-i"), command.option("-V")
    texts = [word.text for word in command.arguments]
    if "-T" not in texts or interface is None or tlv is None:
        return
    nic = nic_named(interface)
    log.mention(nic)
    for word in command.arguments:
        name, joined, value = word.text.partition("=")
        if joined:
            read_tlv(log, command, nic, tlv.text, name, ScriptText(value, word.resolved))
    values = dict(text.split("=", 1) for text in texts if "=" in text)
    if tlv.text == "ETS-CFG":
        check_listed_shares(log, command, values.get("tsa", ""), values.get("tcbw", ""))


def check_listed_shares(log: SettingsLog, command: ShellCommand, algorithms: str, shares: str) -> None:
    """Check the shares of ETS classes that stand as `0:ets,1:strict` and `50,0`."""
    if algorithms and shares:
        words = dict(_pair(ScriptText(text, True)) for text in algorithms.split(","))
        check_shares(log, command, words, dict(enumerate(map(integer, shares.split(",")))))


def read_tlv(log: SettingsLog, command: ShellCommand, nic: NicId, tlv: str, name: str, value: ScriptText) -> None:
    """Note one parameter of a TLV as `lldptool` writes it: `enabled` of PFC, those of ETS-CFG, `app` of APP."""
    place = command.place
    if (tlv, name) == ("PFC", "enabled"):
        enabled = set() if value.text == "none" else set(value.text.split(","))
        if not value.resolved or not enabled <= set("01234567"):
            for index in range(8):
                note_unknown(log, place, nic, SettingKey.PFC, f"{value.text!r} is not a list of priorities", index)
            return
        for index in range(8):
            log.number_fact(
                place.evidence, nic, SettingKey.PFC, Stated(int(str(index) in enabled), place.source), index
            )
    elif name == "willing" and tlv != "PFC":
        return
    elif name == "willing":
        willing = Stated(int(value.text in ("yes", "1", "true")), place.source)
        log.number_fact(place.evidence, nic, SettingKey.DCBX_BY_FIRMWARE, willing)
    elif (tlv, name) == ("ETS-CFG", "up2tc"):
        _eight(log, command, nic, SettingKey.PRIORITY_TC, _listed(value), (0, 7))
    elif (tlv, name) == ("ETS-CFG", "tcbw"):
        listed = [ScriptText(f"{n}:{text.text}", text.resolved) for n, text in enumerate(_listed(value))]
        _eight(log, command, nic, SettingKey.TC_BANDWIDTH_PERCENT, listed, (0, 100))
    elif (tlv, name) == ("ETS-CFG", "tsa"):
        for word in _listed(value):
            indices, algorithm = _mapped(word)
            for index in indices:
                _algorithm(log, command, nic, index, algorithm)
    elif (tlv, name) == ("APP", "app"):
        _lldptool_app(log, command, nic, value)
    elif name != "enableTx":
        log.not_understood(place, f"lldptool {tlv} {name} is not known")


def _listed(value: ScriptText) -> list[ScriptText]:
    return [ScriptText(text, value.resolved) for text in value.text.split(",")]


def _lldptool_app(log: SettingsLog, command: ShellCommand, nic: NicId, value: ScriptText) -> None:
    """Read `PRIORITY,SELECTOR,ID`: selector 5 is a DSCP; others are ports and Ethernet types, which mlx5 ignores."""
    found = re.fullmatch(r"(\d),([1-6]),(\w+)", value.text)
    if not found:
        log.not_understood(command.place, f"{value.text!r} is not PRIORITY,SELECTOR,ID")
    elif found.group(2) == "5" and found.group(3).isdigit() and int(found.group(3)) < 64:
        _trust(log, command, nic, "dscp")
        note_number(
            log,
            command.place,
            nic,
            SettingKey.DSCP_PRIORITY,
            ScriptText(found.group(1), True),
            (0, 7),
            int(found.group(3)),
        )
