"""The drivers bnxt_en and bnxt_re of Broadcom NetXtreme-E, with the tools of their package.

Broadcom's commands: `bnxt_setupcc.sh`, `niccli` and `bnxtqos`.

Source: `bnxt_setupcc.sh` 233.2 of Broadcom's bnxt_re driver package, which calls the others; lldptool man pages for the
lists that all of them take.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from roce_lint.hosts.broadcom.congestion_control import (
    nic_of_broadcom,
    note_data_dscp,
    note_switches,
    read_congestion_control,
)
from roce_lint.hosts.command import ShellCommand, integer, nic_named, note_number
from roce_lint.hosts.contract import KernelFile, NicBehaviour, NicDriver, Undocumented
from roce_lint.hosts.linux.dcb import check_listed_shares, read_tlv
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, NicKind, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Fact, Stated
from roce_lint.text.patterns import lazy_pattern

_MODES = {"": (True, True), "1": (True, False), "2": (False, True), "3": (True, True)}
"""By `-m` of bnxt_setupcc.sh: whether PFC and congestion control are on."""
_NO_PFC = ("none", "0xff", "255")
_ETS = {"tsa": "tsa", "priority2tc": "up2tc", "up2tc": "up2tc", "tcbw": "tcbw"}


def read_setupcc(log: SettingsLog, command: ShellCommand) -> None:
    """Note what `bnxt_setupcc.sh -d DEV -i IF -m MODE -r PRIORITY -s DSCP -c PRIORITY -p DSCP -b PERCENT` sets."""
    place, device = command.place, command.option("-d")
    interface, priority, mode = command.option("-i"), command.option("-r"), command.option("-m") or ScriptText("", True)
    if interface is None or priority is None:
        log.refuse(place, "bnxt_setupcc.sh wants an interface (-i) and a priority (-r)")
        return
    if mode.resolved and mode.text not in _MODES:
        log.refuse(place, f"-m {mode.text} is none of 1 (PFC), 2 (congestion control), 3 (both)")
        return
    for name, low, high in (("-b", 1, 100), ("-u", 1, 4)):
        given = command.option(name)
        number = integer(given.text) if given is not None and given.resolved else low
        if number is None or not low <= number <= high:
            log.refuse(place, f"{name} takes a number from {low} to {high}")
    nic = nic_of_broadcom(log, place, nic_named(interface))
    if device is not None and device.resolved and nic.kind is NicKind.NETDEV:
        log.same_nic(nic.name, device.text, place.source)
    for key in (SettingKey.PAUSE_RECEIVED, SettingKey.PAUSE_SENT):
        log.number_fact(place.evidence, nic, key, Stated(0, place.source))
    pauses, controls = _MODES[mode.text] if mode.resolved else (None, None)
    _pauses(log, command, nic, pauses, priority)
    note_switches(log, place, nic, controls)
    _marking(log, command, nic, priority, controls)
    _shares(log, command, nic, priority)


def _pauses(log: SettingsLog, command: ShellCommand, nic: NicId, pauses: bool | None, priority: ScriptText) -> None:
    value = priority if pauses else ScriptText("none", True)
    if pauses is None:
        value = ScriptText("$m", False)
    read_tlv(log, command, nic, "PFC", "enabled", _decimal(value))


def _marking(log: SettingsLog, command: ShellCommand, nic: NicId, priority: ScriptText, controls: bool | None) -> None:
    dscp, cnp_dscp, cnp_priority = command.option("-s"), command.option("-p"), command.option("-c")
    if dscp is not None:
        read_tlv(log, command, nic, "APP", "app", _app(priority, dscp))
        note_data_dscp(log, command.place, nic, dscp, bool(controls))
    if cnp_dscp is not None:
        note_number(log, command.place, nic, SettingKey.CNP_DSCP, cnp_dscp, (0, 63))
    if cnp_priority is not None:
        note_number(log, command.place, nic, SettingKey.CNP_PRIORITY, cnp_priority, (0, 7))


def _shares(log: SettingsLog, command: ShellCommand, nic: NicId, priority: ScriptText) -> None:
    """Note the two classes that the script makes: RoCE's priority in 1, the others in 0; CNPs go by the firmware."""
    share = command.option("-b") or ScriptText("50", True)
    percent, number = integer(share.text), integer(priority.text)
    if percent is None or number is None or not 0 <= number <= 7:
        return
    percent = percent if percent < 100 else 50
    cnp = integer((command.option("-c") or ScriptText("", True)).text)
    mapped = ",".join(f"{n}:{int(n == number)}" for n in range(8) if n != cnp or n == number)
    read_tlv(log, command, nic, "ETS-CFG", "tsa", ScriptText("0:ets,1:ets", True))
    read_tlv(log, command, nic, "ETS-CFG", "up2tc", ScriptText(mapped, True))
    read_tlv(log, command, nic, "ETS-CFG", "tcbw", ScriptText(f"{100 - percent},{percent}", True))


def read_niccli(log: SettingsLog, command: ShellCommand) -> None:
    """Note `qos --ets`, `--pfc --enable` and `--apptlv --add --app` of niccli, with one dash, two, or none."""
    adapter = command.option("-i", "--index") or command.option("-dev", "--dev")
    words = {word.text.lstrip("-") for word in command.arguments}
    if not words & {"ets", "pfc", "apptlv"}:
        return
    if adapter is None:
        log.not_understood(command.place, "niccli without -i or -dev names no adapter")
        return
    nic = nic_of_broadcom(log, command.place, _adapter(log, adapter))
    if "ets" in words:
        _ets(log, command, nic)
    enabled, app = command.option("--enable", "-enable"), command.option("--app", "-app")
    if "pfc" in words and enabled is not None:
        read_tlv(log, command, nic, "PFC", "enabled", _decimal(enabled))
    if "apptlv" in words and "add" in words and app is not None:
        read_tlv(log, command, nic, "APP", "app", app)


def _ets(log: SettingsLog, command: ShellCommand, nic: NicId) -> None:
    nothing = ScriptText("", True)
    found = {option: command.option(f"--{option}", f"-{option}") or nothing for option in _ETS}
    for option, value in found.items():
        if value.text:
            read_tlv(log, command, nic, "ETS-CFG", _ETS[option], value)
    check_listed_shares(log, command, found["tsa"].text, found["tcbw"].text)


def read_bnxtqos(log: SettingsLog, command: ShellCommand) -> None:
    """Note `bnxtqos -dev=IF set_ets|set_pfc|set_apptlv NAME=VALUE ...`."""
    pairs = {word.text.partition("=")[0]: word for word in command.arguments if "=" in word.text}
    device = pairs.pop("-dev", None)
    if device is None or not any(word.text.startswith("set_") for word in command.arguments):
        return
    named = ScriptText(device.text.partition("=")[2], device.resolved)
    nic = nic_of_broadcom(log, command.place, nic_named(named))
    removes = any(word.text == "-d" for word in command.arguments)
    for name, word in pairs.items():
        value = ScriptText(word.text.partition("=")[2], word.resolved)
        if name in _ETS:
            read_tlv(log, command, nic, "ETS-CFG", _ETS[name], value)
        elif name == "enabled":
            read_tlv(log, command, nic, "PFC", "enabled", _decimal(value))
        elif name == "app" and not removes:
            read_tlv(log, command, nic, "APP", "app", value)


def _adapter(log: SettingsLog, adapter: ScriptText) -> NicId:
    """Return the adapter of an index: the one interface that the script speaks of, else a name of its own."""
    if not re.fullmatch(r"\d+|\$.*", adapter.text):
        return nic_named(adapter)
    netdevs = [nic for nic in log.mentioned() if nic.kind is NicKind.NETDEV]
    return netdevs[0] if len(netdevs) == 1 else NicId(NicKind.NETDEV, f"niccli adapter {adapter.text}")


def _decimal(priorities: ScriptText) -> ScriptText:
    """Return a list of priorities as lldptool writes it; 0xFF stands for none."""
    if priorities.text.lower() in _NO_PFC:
        return ScriptText("none", True)
    number = integer(priorities.text)
    return ScriptText(str(number), priorities.resolved) if number is not None else priorities


def _app(priority: ScriptText, dscp: ScriptText) -> ScriptText:
    numbers = [integer(text.text) for text in (priority, dscp)]
    known = priority.resolved and dscp.resolved and None not in numbers
    return ScriptText(f"{numbers[0]},5,{numbers[1]}" if known else f"{priority.text},5,{dscp.text}", known)


def _check_apply(log: SettingsLog, numbers: Mapping[tuple[SettingKey, int], Fact[int]]) -> None:
    """Reject values below `cc/` that no 1 written to `apply` follows."""
    applied = numbers.get((SettingKey.CC_APPLIED, -1))
    if isinstance(applied, Stated) and not applied.value:
        log.refuse(
            SettingPlace(applied.source, "a value below cc/"), "bnxt_re takes none of them before 1 is written to apply"
        )


BNXT = NicDriver(
    name="bnxt",
    label="Broadcom NetXtreme-E (bnxt_en, bnxt_re)",
    kernel_modules=frozenset({"bnxt_en"}),
    services=frozenset(),
    commands={"bnxt_setupcc.sh": read_setupcc, "niccli": read_niccli, "bnxtqos": read_bnxtqos},
    unread_commands={},
    outputs={},
    files=(
        KernelFile(
            lazy_pattern(r"/kernel/config/bnxt_re/(?P<nic>[^/]+)/ports/\d+/cc/(?P<leaf>\w+)"), read_congestion_control
        ),
    ),
    documents=(),
    private_flags={},
    refused_module_options={},
    checks=(_check_apply,),
    command_patterns=(r"bnxt_setupcc[^\s\"',]*+", "niccli"),
    written_paths=(),
    subjects=(),
    about_roce=lazy_pattern(r"/kernel/config/bnxt_re/[^/]+/ports/\d+/cc/"),
    defaults=Undocumented("no public source gives the defaults of the firmware"),
    behaviour=NicBehaviour(
        headroom=Undocumented("no public source says how much bnxt_en reserves above its xoff threshold"),
        pause_threshold=Undocumented("no source is known for the xoff threshold of bnxt_en"),
    ),
    faults=(),
    collected=(),
)
