"""systemd units: the commands that a start of the unit runs, and what keeps it from being started.

Source: systemd.service(5), systemd.unit(5), systemd.exec(5).
"""

from __future__ import annotations

import re

from roce_lint.hosts.formats.direct_commands import joined_lines, read_direct
from roce_lint.hosts.script.interpreter import ShellScript
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicKind, SettingsLog
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_EXEC = lazy_pattern(r"\s*(?P<key>Exec(?:StartPre|StartPost|Start))\s*=\s*[-@+!:|]*(?P<command>.*)")
_ENVIRONMENT = lazy_pattern(r"\s*Environment\s*=\s*(?P<pairs>.*)")
_PAIR = lazy_pattern(r"[\"']?(?P<name>[A-Za-z_]\w*)=(?P<value>[^\"'\s]*)[\"']?")
_TYPE = lazy_pattern(r"\s*Type\s*=\s*(?P<type>\S*)\s*")
_WANTED = lazy_pattern(r"\s*(?:WantedBy|RequiredBy|UpheldBy|Also|Alias)\s*=\s*\S.*")
_NEEDED = lazy_pattern(
    r"\s*(?:BindsTo|Requires|Requisite|WantedBy|RequiredBy|Condition\w+|Assert\w+)\s*=.*?"
    r"(?:sys-subsystem-net-devices-(?P<device>[^\s%]+)\.device|/sys/class/net/(?P<path>[^\s%/]+)/?)(?:\s.*|)"
)


def is_unit(text: str) -> bool:
    """Return whether a text is a systemd service."""
    return re.search(r"^\[Service\]\s*$", text, re.MULTILINE) is not None


def read_unit(log: SettingsLog, script: ShellScript, document: Document) -> None:
    """Read the environment of a service and the commands of its start, not those of its stop or reload.

    `%i` and `%I`, the instance, are known only to the host. What systemd refuses is refused here; a device that the
    unit waits for without setting it, and a unit that nothing in the file starts, are reported as not understood.
    """
    lines = joined_lines(document.text)
    commands: list[tuple[str, str, int]] = []
    for number, line in lines:
        environment = _ENVIRONMENT.fullmatch(line)
        if environment:
            place = log.place(number, line)
            for pair in _PAIR.finditer(environment["pairs"]):
                script.inherit(pair["name"], ScriptText(pair["value"], True), place)
        found = _EXEC.fullmatch(line)
        if found and found["command"].strip():
            commands.append((found["key"], found["command"], number))
        elif found:
            commands = [one for one in commands if one[0] != found["key"]]
    for _, command, number in commands:
        read_direct(log, script, re.sub(r"%[iI]", "${instance}", command.replace("$$", "$")), number, "systemd")
    mentioned = log.mentioned()
    if not mentioned:
        return
    if document.path.endswith(".service"):
        _check_type(log, lines, [number for key, _, number in commands if key == "ExecStart"])
        _check_start(log, lines, template=document.path.endswith("@.service"))
    _check_devices(log, lines, {one.name for one in mentioned if one.kind is NicKind.NETDEV})


def _check_type(log: SettingsLog, lines: list[tuple[int, str]], starts: list[int]) -> None:
    stated = [(number, line, found["type"]) for number, line in lines if (found := _TYPE.fullmatch(line))]
    if len(starts) < 2 or (stated and stated[-1][2] == "oneshot"):
        return
    number, line = stated[-1][:2] if stated else (starts[1], dict(lines)[starts[1]])
    because = "systemd refuses a service with several ExecStart= that is not of Type=oneshot"
    log.refuse(log.place(number, line), because)


def _check_start(log: SettingsLog, lines: list[tuple[int, str]], *, template: bool) -> None:
    if not template and not any(_WANTED.fullmatch(line) for _, line in lines):
        number, line = next(((number, line) for number, line in lines if line.strip() == "[Install]"), lines[0])
        because = "no [Install] of this unit says WantedBy=: what starts it is not in this file"
        log.not_understood(log.place(number, line), because)


def _check_devices(log: SettingsLog, lines: list[tuple[int, str]], named: set[str]) -> None:
    """Tell of interfaces that have to be there for the start while the commands set others."""
    if not named or any("$" in name for name in named):
        return
    for number, line in lines:
        found = _NEEDED.fullmatch(line)
        if not found:
            continue
        needed = re.sub(r"\\x2d", "-", found["device"] or found["path"])
        if needed not in named and not re.search(r"[*?\[$]", needed):
            because = f"the unit needs {needed}, and its commands set {', '.join(sorted(named))}"
            log.not_understood(log.place(number, line), because)
