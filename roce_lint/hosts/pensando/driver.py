"""The driver ionic of AMD Pensando NICs (Pollara 400), with AMD's command `nicctl`.

Source: the ROCm documentation page on networking of Pollara 400, and public scripts that agree with it; AMD's guides
UG1716 and UG1813 are behind a registration. Settings without a port hold for every card.
"""

from __future__ import annotations

from roce_lint.hosts.command import ShellCommand, integer, nic_named, note_number, rdma_named
from roce_lint.hosts.contract import NicBehaviour, NicDriver, Undocumented
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import EVERY_NIC, NicId, NicKind, SettingKey, SettingsLog
from roce_lint.model.fact import Stated

_SWITCH = {"enable": 1, "disable": 0}
_PAUSES = {"--rx-pause": SettingKey.PAUSE_RECEIVED, "--tx-pause": SettingKey.PAUSE_SENT}
_PURPOSES = ("none", "data", "xccl-cts", "rdma-ack")
_LARGEST_MTU = 9216
_QOS = ("dscp-to-priority", "dscp-to-purpose", "pfc", "scheduling")
_UPDATES = ("port", "qos", "dcqcn", "pipeline")
_SHOWN = ("show", "reset", "clear", "--help", "--version")


def read_nicctl(log: SettingsLog, command: ShellCommand) -> None:
    """Note `nicctl update port|qos|dcqcn ...`; other commands set nothing of QoS."""
    words = [word.text for word in command.arguments]
    if not words or words[0] in _SHOWN:
        return
    if words[0] != "update" or len(words) < 2 or words[1] not in _UPDATES:
        log.not_understood(command.place, f"nicctl has {', '.join(_UPDATES)} after update", concerns_qos=True)
        return
    device = command.option("-r", "--rdma-device")
    nic = rdma_named(device) if words[1] == "dcqcn" and device is not None else _port(command)
    log.mention(nic)
    log.word_fact(command.place.evidence, nic, SettingKey.DRIVER, Stated("ionic", command.place.source))
    if words[1] == "port":
        _read_port(log, command, nic)
    elif words[1] == "dcqcn":
        dscp = command.option("--cnp-dscp")
        if dscp is not None:
            note_number(log, command.place, nic, SettingKey.CNP_DSCP, dscp, (0, 63))
    elif words[1] == "qos":
        _read_qos(log, command, nic, words[2] if len(words) > 2 else "")


def _port(command: ShellCommand) -> NicId:
    """Return the interface of `-i`; a card or port that goes by an id of its own stands for every one."""
    named = command.option("-i", "--interface")
    return nic_named(named) if named is not None else NicId(NicKind.NETDEV, EVERY_NIC)


def _read_port(log: SettingsLog, command: ShellCommand, nic: NicId) -> None:
    kind, mtu = command.option("--pause-type"), command.option("--mtu")
    if mtu is not None:
        note_number(log, command.place, nic, SettingKey.MTU_BYTES, mtu, (68, _LARGEST_MTU))
    if kind is None:
        return
    if kind.text not in ("pfc", "link", "none"):
        log.not_understood(command.place, f"--pause-type {kind.text} is none of pfc, link and none", concerns_qos=True)
        return
    for option, key in _PAUSES.items():
        given = _switch(log, command, option)
        if given is not None:
            # With PFC the same switches let pauses of priorities through.
            on = given if kind.text == "link" else 0
            log.number_fact(command.place.evidence, nic, key, Stated(on, command.place.source))


def _read_qos(log: SettingsLog, command: ShellCommand, nic: NicId, what: str) -> None:
    trust = command.option("--classification-type")
    if trust is not None:
        if trust.text in ("dscp", "pcp"):
            log.word_fact(command.place.evidence, nic, SettingKey.TRUST, Stated(trust.text, command.place.source))
        else:
            log.refuse(command.place, f"--classification-type is dscp or pcp, not {trust.text!r}")
        return
    if what not in _QOS:
        log.not_understood(command.place, f"nicctl update qos has {', '.join(_QOS)}", concerns_qos=True)
        return
    priority, dscps = command.option("--priority"), command.option("--dscp")
    if what == "dscp-to-priority" and priority is not None and dscps is not None:
        for one in _numbers(log, command, dscps):
            note_number(log, command.place, nic, SettingKey.DSCP_PRIORITY, priority, (0, 7), one)
    elif what == "pfc" and priority is not None:
        given = _switch(log, command, "--no-drop")
        for one in _numbers(log, command, priority) if given is not None else ():
            if one > 7:  # priorities are 0 to 7
                log.refuse(command.place, f"--priority is a number from 0 to 7, not {one}")
                continue
            log.number_fact(command.place.evidence, nic, SettingKey.PFC, Stated(given or 0, command.place.source), one)
    elif what == "dscp-to-purpose":
        purpose = command.option("--purpose")
        if purpose is None or purpose.text not in _PURPOSES:
            log.refuse(command.place, f"--purpose is one of {', '.join(_PURPOSES)}")
    elif what == "scheduling":
        _check_scheduling(log, command)
    else:
        log.refuse(
            command.place, f"nicctl update qos {what} wants --priority" + (" and --dscp" if "to" in what else "")
        )


def _check_scheduling(log: SettingsLog, command: ShellCommand) -> None:
    """Report lists of a scheduler that do not have one number for each priority."""
    given = {name: command.option(name) for name in ("--priority", "--dwrr", "--rate-limit")}
    lists = {name: value.text.split(",") for name, value in given.items() if value is not None and value.resolved}
    if len({len(one) for one in lists.values()}) > 1:
        counts = ", ".join(f"{name} has {len(one)}" for name, one in lists.items())
        log.refuse(command.place, f"each list has a number for each priority: {counts}")


def _switch(log: SettingsLog, command: ShellCommand, option: str) -> int | None:
    given = command.option(option)
    if given is None:
        return None
    if given.text not in _SWITCH:
        log.refuse(command.place, f"{option} is enable or disable, not {given.text!r}")
    return _SWITCH.get(given.text)


def _numbers(log: SettingsLog, command: ShellCommand, listed: ScriptText) -> list[int]:
    """Return the numbers of `24,26`, or of a range such as `24-26`."""
    found: list[int] = []
    for part in listed.text.split(","):
        first, _, last = part.partition("-")
        low, high = integer(first), integer(last or first)
        if not listed.resolved or low is None or high is None or not 0 <= low <= high <= 63:  # DSCPs
            log.not_understood(command.place, f"{listed.text} is no list of numbers up to 63", concerns_qos=True)
            return []
        found += range(low, high + 1)
    return found


IONIC = NicDriver(
    name="ionic",
    label="AMD Pensando (ionic)",
    kernel_modules=frozenset({"ionic"}),
    services=frozenset(),
    commands={"nicctl": read_nicctl},
    unread_commands={},
    outputs={},
    files=(),
    documents=(),
    private_flags={},
    refused_module_options={},
    checks=(),
    command_patterns=("nicctl update",),
    written_paths=(),
    subjects=(r"\bnicctl\b",),
    about_roce=None,
    defaults=Undocumented("AMD's guides of Pollara 400 are behind a registration"),
    behaviour=NicBehaviour(
        headroom=Undocumented("no public source says how much ionic reserves above its xoff threshold"),
        pause_threshold=Undocumented("no source is known for the xoff threshold of ionic"),
    ),
    faults=(),
    collected=(),
)
