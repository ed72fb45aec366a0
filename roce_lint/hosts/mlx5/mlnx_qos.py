"""`mlnx_qos` as it is called, and the marking commands of the same package: `cma_roce_tos`, `cma_roce_mode`.

Source: Mellanox mlnx-tools, `python/mlnx_qos`, `sbin/cma_roce_tos`, `sbin/cma_roce_mode`.

What `mlnx_qos -i IF` prints about a running port.

Source: Mellanox mlnx-tools, `python/mlnx_qos`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from roce_lint.hosts.command import ShellCommand, integer, nic_named, note_number, note_unknown, rdma_named
from roce_lint.hosts.linux.ets_shares import check_shares
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, NicKind, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_PROMPT = lazy_pattern(r".*\bmlnx_qos\b.*?(?:-i|--interface)[ =]?(?P<name>[\w.-]+).*")
_MAP_ROW = lazy_pattern(r"\s*prio:(?P<priority>\d)\s+dscp:(?P<dscps>[\d,\s]*)")
_TC = lazy_pattern(
    r"\s*tc:\s*(?P<tc>\d)\s+ratelimit:\s*(?P<limit>[^,]+),\s*tsa:\s*(?P<tsa>\w+)(?:,\s*bw:\s*(?P<bw>\d+)%)?\s*"
)
_TC_PRIORITY = lazy_pattern(r"\s*priority:\s*(?P<priority>\d)\s*")
_TITLES = lazy_pattern(r"^[ \t]*(?:Priority trust state:[ \t]*\w+|PFC configuration:)[ \t]*$", re.MULTILINE)
_ROWS = {"enabled": SettingKey.PFC, "buffer": SettingKey.BUFFER_OF_PRIORITY}
_NAMED = lazy_pattern(r"(?:\s*#)?\s*(?:interface|port|netdev|dev)\s*[:=]\s*(?P<name>[\w.-]+)\s*", re.IGNORECASE)


def is_mlnx_qos_output(text: str) -> bool:
    """Return whether a text looks like the output of `mlnx_qos`."""
    return _TITLES.search(text) is not None


def read_mlnx_qos_output(log: SettingsLog, document: Document) -> None:
    """Note the running state of each port.

    The port is named by the command before its output (`# mlnx_qos -i eth0`) or a line `interface: eth0`; else by the
    file (`node01_eth0.txt` in a folder of the host), else it is every port (`*`).
    """
    nic = NicId(NicKind.NETDEV, _port_of_file(document.path, log.device))
    tc = -1
    for number, line in enumerate(document.text.splitlines(), document.first_line):
        prompt = _PROMPT.fullmatch(line) or _NAMED.fullmatch(line)
        if prompt:
            nic, tc = NicId(NicKind.NETDEV, prompt["name"]), -1
            continue
        place = SettingPlace(Source(document.path, number, number), line.strip(), Evidence.OBSERVED)
        tc = _line(log, nic, place, line, tc)


def _port_of_file(path: str, device: str) -> str:
    stem = re.split(r"[/\\]", path)[-1].split(".")[0]
    found = re.search(r"(?:^|[-_])(?P<name>(?:en|eth|ib|rdma|roce|gpu)[a-z0-9]*\d[a-z0-9]*)(?:$|[-_])", stem)
    return found["name"] if found and found["name"] != device and device_name_from_path(path) != "" else "*"


def _line(log: SettingsLog, nic: NicId, place: SettingPlace, line: str, tc: int) -> int:
    """Read one line; return the traffic class that following `priority:` lines belong to, -1 for none."""
    name, _, value = (part.strip() for part in line.partition(":"))
    class_row, member = _TC.fullmatch(line), _TC_PRIORITY.fullmatch(line)
    if class_row:
        _traffic_class(log, nic, place, class_row)
        return int(class_row["tc"])
    if member and tc >= 0:
        note_number(log, place, nic, SettingKey.PRIORITY_TC, ScriptText(str(tc), True), (0, 7), int(member["priority"]))
    elif name == "Priority trust state":
        _trust(log, nic, place, value)
    elif name == "DCBX mode":
        owner = Stated(int("firmware" in value.lower()), place.source)
        log.number_fact(place.evidence, nic, SettingKey.DCBX_BY_FIRMWARE, owner)
    elif name == "Cable len":
        note_number(log, place, nic, SettingKey.CABLE_LENGTH_M, ScriptText(value.removesuffix("m"), True), (0, 65535))
    elif name.startswith("Receive buffer size"):
        sizes = value.partition("max_buffer_size")[0].strip(", ").split(",")
        for index, size in enumerate(sizes[:8]):
            note_number(log, place, nic, SettingKey.BUFFER_SIZE_BYTES, ScriptText(size, True), (0, 2**31), index)
    else:
        _map_or_row(log, nic, place, line)
    return tc


def _trust(log: SettingsLog, nic: NicId, place: SettingPlace, value: str) -> None:
    if value not in ("dscp", "pcp"):
        log.word_fact(
            place.evidence, nic, SettingKey.TRUST, Unknown(f"trust state {value!r} is not known", place.source)
        )
        log.not_understood(place, f"trust state {value!r} is not known")
        return
    log.word_fact(place.evidence, nic, SettingKey.TRUST, Stated(value, place.source))


def _map_or_row(log: SettingsLog, nic: NicId, place: SettingPlace, line: str) -> None:
    mapped = _MAP_ROW.fullmatch(line)
    if mapped:
        for dscp in (integer(text) for text in mapped["dscps"].split(",")):
            if dscp is not None and 0 <= dscp <= 63:
                note_number(
                    log, place, nic, SettingKey.DSCP_PRIORITY, ScriptText(mapped["priority"], True), (0, 7), dscp
                )
        return
    words = line.split()
    if words and words[0] in _ROWS and len(words) == 9:
        limits = (0, 1) if words[0] == "enabled" else (0, 7)
        for index, word in enumerate(words[1:]):
            note_number(log, place, nic, _ROWS[words[0]], ScriptText(word, True), limits, index)


def _traffic_class(log: SettingsLog, nic: NicId, place: SettingPlace, row: re.Match[str]) -> None:
    index = int(row["tc"])
    log.word_fact(place.evidence, nic, SettingKey.TC_ALGORITHM, Stated(row["tsa"], place.source), index)
    if row["bw"]:
        note_number(log, place, nic, SettingKey.TC_BANDWIDTH_PERCENT, ScriptText(row["bw"], True), (0, 100), index)
    limit = row["limit"].strip()
    amount = re.fullmatch(r"(\d+)(?:\.\d+)?\s*Gbps", limit)
    text = "0" if limit == "unlimited" else amount.group(1) if amount else limit
    note_number(log, place, nic, SettingKey.TC_RATE_LIMIT_GBPS, ScriptText(text, True), (0, 10_000), index)


_SHORT = {
    "-i": "--interface",
    "-f": "--pfc",
    "-p": "--prio_tc",
    "-s": "--tsa",
    "-t": "--tcbw",
    "-r": "--ratelimit",
    "-d": "--dcbx",
    "-a": "--show-all",
    "-q": "--qos",
}
_LISTS = {
    "--pfc": (SettingKey.PFC, (0, 1)),
    "--prio_tc": (SettingKey.PRIORITY_TC, (0, 7)),
    "--tcbw": (SettingKey.TC_BANDWIDTH_PERCENT, (0, 100)),
    "--ratelimit": (SettingKey.TC_RATE_LIMIT_GBPS, (0, 10_000)),
    "--prio2buffer": (SettingKey.BUFFER_OF_PRIORITY, (0, 7)),
    "--buffer_size": (SettingKey.BUFFER_SIZE_BYTES, (0, 2**31)),
}
_SILENT = ("--show-all", "--help", "-h", "--version", "-v")
_NEEDS_VALUE = (*_LISTS, "--interface", "--tsa", "--trust", "--dscp2prio", "--cable_len", "--dcbx")


def read_mlnx_qos(log: SettingsLog, command: ShellCommand) -> None:
    """Note what one call of `mlnx_qos` sets; a call that only shows the state sets nothing."""
    options = list(_options(command.arguments))
    interfaces = [value for name, value in options if name == "--interface"]
    if not interfaces:
        if any(name not in _SILENT for name, _ in options):
            log.not_understood(command.place, "mlnx_qos without -i sets nothing")
        return
    nic = nic_named(interfaces[-1])
    log.mention(nic)
    _check_options(log, command, dict(options))
    for name, value in options:
        if name in _LISTS:
            key, limits = _LISTS[name]
            _eight_numbers(log, command, nic, key, value, limits)
        elif name not in ("--interface", *_SILENT):
            _other(log, command, nic, name, value)


def _check_options(log: SettingsLog, command: ShellCommand, options: Mapping[str, ScriptText]) -> None:
    """Note what the tool or the driver refuses of a call as a whole."""
    if "--trust" in options and "--dscp2prio" in options:
        because = "mlnx_qos takes --trust and --dscp2prio in separate calls only"
        log.refuse(command.place, because)
    algorithms, shares = (options.get(name, ScriptText("", False)) for name in ("--tsa", "--tcbw"))
    words, numbers = algorithms.text.split(","), shares.text.split(",")
    if algorithms.resolved and shares.resolved and len(words) == len(numbers) == 8:
        check_shares(log, command, dict(enumerate(words)), dict(enumerate(map(integer, numbers))))


def _options(arguments: tuple[ScriptText, ...]) -> Iterator[tuple[str, ScriptText]]:
    position = 0
    while position < len(arguments):
        word = arguments[position]
        position += 1
        name, joined, value = word.text.partition("=")
        if not name.startswith("--") and len(name) > 2 and name[:2] in _SHORT:
            name, joined, value = name[:2], "=", word.text[2:]
        name = _SHORT.get(name, name)
        if joined:
            yield name, ScriptText(value, word.resolved)
        elif name in _NEEDS_VALUE:
            yield name, arguments[position] if position < len(arguments) else ScriptText("", True)
            position += 1
        else:
            yield name, ScriptText("", True)


def _other(log: SettingsLog, command: ShellCommand, nic: NicId, name: str, value: ScriptText) -> None:
    place = command.place
    if name == "--trust":
        if value.resolved and value.text in ("pcp", "dscp"):
            log.word_fact(place.evidence, nic, SettingKey.TRUST, Stated(value.text, place.source))
        else:
            because = f"{value.text!r} is not a trust state; mlnx_qos takes pcp or dscp"
            _refuse(log, place, nic, SettingKey.TRUST, value, because)
    elif name == "--cable_len":
        note_number(log, place, nic, SettingKey.CABLE_LENGTH_M, value, (0, 65535))
    elif name == "--dcbx":
        owners = {"os": 0, "fw": 1}
        if value.text in owners:
            fact = Stated(owners[value.text], place.source)
            log.number_fact(place.evidence, nic, SettingKey.DCBX_BY_FIRMWARE, fact)
        else:
            _refuse(log, place, nic, SettingKey.DCBX_BY_FIRMWARE, value, f"{value.text!r} is not os or fw")
    elif name == "--tsa":
        _algorithms(log, command, nic, value)
    elif name == "--dscp2prio":
        _dscp_to_priority(log, command, nic, value)
    else:
        log.not_understood(place, f"mlnx_qos has no option {name!r}", concerns_qos=name.startswith("-"))


def _eight_numbers(
    log: SettingsLog, command: ShellCommand, nic: NicId, key: SettingKey, value: ScriptText, limits: tuple[int, int]
) -> None:
    numbers = value.text.split(",")
    if value.resolved and len(numbers) == 8:
        for index, number in enumerate(numbers):
            note_number(log, command.place, nic, key, ScriptText(number, True), limits, index)
        return
    reason = "is not eight numbers separated by commas" if value.resolved else "is known only to the host"
    because = f"{key.value}: {value.text} {reason}"
    for index in range(8):
        note_unknown(log, command.place, nic, key, because, index)
    if value.resolved:
        log.refuse(command.place, because)


def _algorithms(log: SettingsLog, command: ShellCommand, nic: NicId, value: ScriptText) -> None:
    words = value.text.split(",")
    good = value.resolved and len(words) == 8 and all(word in ("ets", "strict", "vendor") for word in words)
    for index in range(8):
        if good:
            fact = Stated(words[index], command.place.source)
            log.word_fact(command.place.evidence, nic, SettingKey.TC_ALGORITHM, fact, index)
        else:
            because = f"{value.text!r} is not eight of ets, strict and vendor"
            _refuse(log, command.place, nic, SettingKey.TC_ALGORITHM, value, because, index)


def _refuse(
    log: SettingsLog, place: SettingPlace, nic: NicId, key: SettingKey, value: ScriptText, because: str, index: int = -1
) -> None:
    """Note that a value is unknown, and where it is stated that mlnx_qos refuses it."""
    note_unknown(log, place, nic, key, because, index)
    if value.resolved:
        log.refuse(place, because)


def _dscp_to_priority(log: SettingsLog, command: ShellCommand, nic: NicId, value: ScriptText) -> None:
    """Read `set,DSCP,PRIORITY`, `del,DSCP,PRIORITY` and `flush`, which restores DSCP >> 3."""
    place, words = command.place, value.text.split(",")
    if value.text == "flush":
        for dscp in range(64):
            log.number_fact(place.evidence, nic, SettingKey.DSCP_PRIORITY, Stated(dscp >> 3, place.source), dscp)
        return
    dscp_text = words[1] if len(words) == 3 else ""
    if words[0] not in ("set", "del") or not dscp_text.isdigit() or not 0 <= int(dscp_text) <= 63:
        because = f"which DSCP gets which priority: {value.text!r} is not set,DSCP,PRIORITY with a DSCP from 0 to 63"
        log.not_understood(place, because)
        if not value.resolved:
            for dscp in range(64):
                log.number_fact(place.evidence, nic, SettingKey.DSCP_PRIORITY, Unknown(because, place.source), dscp)
        return
    dscp = int(dscp_text)
    priority = ScriptText(words[2] if words[0] == "set" else str(dscp >> 3), words[0] == "del" or "$" not in words[2])
    note_number(log, place, nic, SettingKey.DSCP_PRIORITY, priority, (0, 7), dscp)


def read_cma_roce(log: SettingsLog, command: ShellCommand) -> None:
    """Note the ToS (`cma_roce_tos -t`) or RoCE version (`cma_roce_mode -m`) of RDMA-CM connections."""
    device = command.option("-d")
    setting = command.option("-t") if command.name == "cma_roce_tos" else command.option("-m")
    if setting is None:
        unknown = [
            word.text for word in command.arguments if word.text.startswith("-") and word.text not in ("-d", "-p", "-h")
        ]
        if unknown:
            log.not_understood(command.place, f"{command.name} has no option {unknown[0]}", concerns_qos=True)
        return
    if device is None:
        log.not_understood(command.place, f"{command.name} without -d names no device")
        return
    if command.name == "cma_roce_tos":
        note_number(log, command.place, rdma_named(device), SettingKey.RDMA_CM_TOS, setting, (0, 255))
    else:
        note_number(log, command.place, rdma_named(device), SettingKey.RDMA_CM_MODE, setting, (1, 2))


def read_cma_roce_output(log: SettingsLog, words: tuple[str, ...], place: SettingPlace) -> None:
    """Note the ToS that `cma_roce_tos -d DEV` prints."""
    if "-d" in words[:-1] and place.text.isdigit():
        nic = rdma_named(ScriptText(words[words.index("-d") + 1], True))
        note_number(log, place, nic, SettingKey.RDMA_CM_TOS, ScriptText(place.text, True), (0, 255))
