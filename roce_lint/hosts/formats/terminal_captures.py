"""What a terminal showed: commands behind a prompt, each with its output."""

from __future__ import annotations

import re
from collections.abc import Iterator

from roce_lint.hosts.command import FileValue, nic_named, note_number
from roce_lint.hosts.contract import DriverDocument, no_host
from roce_lint.hosts.linux.ethtool_output import is_ethtool_pause_output, read_ethtool_pause_output
from roce_lint.hosts.linux.firmware_output import read_firmware_output, shows_firmware
from roce_lint.hosts.linux.kernel_files import read_file_value
from roce_lint.hosts.linux.link import MTU_LIMITS_BYTES
from roce_lint.hosts.registry import DRIVERS
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Source
from roce_lint.model.nic import Evidence
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_PROMPT = lazy_pattern(
    r"(?:\[[^\]\n]{1,80}\] ?[#$]|[\w.-]{1,64}@[\w.-]{1,64}(?:[: ][^\n#$]{0,80})?[#$]|\$)[ \t]+(?P<command>\S[^\n]*)"
)
_OUTPUTS = (
    *(kind for driver in DRIVERS for kind in driver.documents if kind.is_output),
    DriverDocument(is_ethtool_pause_output, read_ethtool_pause_output, no_host, is_output=True),
    DriverDocument(shows_firmware, read_firmware_output, no_host, is_output=True),
)
_ONE_LINE_OUTPUTS = {name: read for driver in DRIVERS for name, read in driver.outputs.items()}
_SHOWS = lazy_pattern(
    r"(?:sudo +)?(?:\S*/)?(?:cat +/sys/|ethtool +(?:-[ai]|--show-pause|--driver)|ibv_devinfo|ip +\S|"
    + "|".join(re.escape(name) for driver in DRIVERS for name in driver.commands)
    + ")"
)
_LINK = lazy_pattern(r"\d+: (?P<nic>[^:@\s]+)[:@].* mtu (?P<mtu>\d+)\b.*")


@dataclass(frozen=True, slots=True)
class _Shown:
    """A command and its output; `line` is that of the command."""

    command: str
    line: int
    output: tuple[str, ...]


def is_capture(text: str) -> bool:
    """Return whether a text is a terminal with at least two commands that show the state of a NIC."""
    if "@" not in text and "$ " not in text:
        return False
    prompts = (_PROMPT.fullmatch(line) for line in text.splitlines())
    return sum(1 for found in prompts if found and _SHOWS.match(found["command"])) > 1


def read_capture(log: SettingsLog, document: Document) -> None:
    """Note the running state that the outputs show; other commands say nothing."""
    for shown in _sections(document.text):
        whole = "\n".join((shown.command, *shown.output))
        part = Document(document.path, whole, first_line=shown.line)
        found = next((kind for kind in _OUTPUTS if kind.recognises(whole)), None)
        if found:
            found.read(log, part)
        else:
            _read_small(log, document.path, shown)


def _sections(text: str) -> Iterator[_Shown]:
    command, start, output = "", 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        found = _PROMPT.fullmatch(line)
        if found or re.fullmatch(r"(?:\[[^\]\n]{1,80}\] ?[#$]|\S+@\S+[#$])\s*", line):
            if start:
                yield _Shown(command, start, tuple(output))
            command, start, output = found["command"].strip() if found else "", number, []
        else:
            output.append(line)
    if start:
        yield _Shown(command, start, tuple(output))


def _read_small(log: SettingsLog, path: str, shown: _Shown) -> None:
    """Read `cat` of files below /sys, commands that print one line, and `ip link`."""
    words = shown.command.removeprefix("sudo ").split()
    name = words[0].rpartition("/")[2] if words else ""
    lines = [(shown.line + offset, text) for offset, text in enumerate(shown.output, 1) if text.strip()]
    files = [word for word in words[1:] if word.startswith("/sys/")]
    if name == "cat" and len(files) == len(lines):
        for file, (number, text) in zip(files, lines, strict=True):
            read_file_value(
                log, FileValue(ScriptText(file, True), ScriptText(text.strip(), True), _place(path, number, text))
            )
    elif name in _ONE_LINE_OUTPUTS and len(lines) == 1:
        _ONE_LINE_OUTPUTS[name](log, tuple(words), _place(path, *lines[0]))
    elif name == "ip":
        for number, text in lines:
            found = _LINK.fullmatch(text)
            if found and found["nic"] != "lo":
                nic, mtu = nic_named(ScriptText(found["nic"], True)), ScriptText(found["mtu"], True)
                note_number(log, _place(path, number, text), nic, SettingKey.MTU_BYTES, mtu, MTU_LIMITS_BYTES)


def _place(path: str, number: int, text: str) -> SettingPlace:
    return SettingPlace(Source(path, number, number), text.strip(), Evidence.OBSERVED)
