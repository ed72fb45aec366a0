"""systemd units and udev rules: the commands in them."""

from __future__ import annotations

import re

from roce_lint.facts.fact import Source
from roce_lint.late_patterns import late_pattern
from roce_lint.read.host.command import Place
from roce_lint.read.host.shell_parameters import Text
from roce_lint.read.host.shell_script import ShellScript
from roce_lint.read.reading import Document

_EXEC = late_pattern(r"\s*Exec(?:StartPre|StartPost|Start|Reload|Stop)\s*=\s*[-@+!:|]*(?P<command>.*)")
_ENVIRONMENT = late_pattern(r"\s*Environment\s*=\s*(?P<pairs>.*)")
_PAIR = late_pattern(r"[\"']?(?P<name>[A-Za-z_]\w*)=(?P<value>[^\"'\s]*)[\"']?")
_RUN = late_pattern(r"RUN(?:\{program\})?\s*\+?=\s*\"(?P<command>(?:[^\"\\]|\\.)*)\"")


def is_unit(text: str) -> bool:
    """Return whether a text is a systemd service."""
    return re.search(r"^\[Service\]\s*$", text, re.MULTILINE) is not None


def read_unit(script: ShellScript, document: Document) -> None:
    """Read the commands and the environment of a service; `%i` and `%I`, the instance, are known only to the host."""
    for number, line in _joined_lines(document.text):
        environment = _ENVIRONMENT.fullmatch(line)
        if environment:
            place = Place(Source(document.path, number, number), line.strip())
            for pair in _PAIR.finditer(environment["pairs"]):
                script.export(pair["name"], Text(pair["value"], True), place)
        command = _EXEC.fullmatch(line)
        if command:
            script.read(re.sub(r"%[iI]", "${instance}", command["command"].replace("$$", "$")), number)


def _joined_lines(text: str) -> list[tuple[int, str]]:
    joined: list[tuple[int, str]] = []
    continues = False
    for number, line in enumerate(text.split("\n"), 1):
        if continues:
            joined[-1] = (joined[-1][0], f"{joined[-1][1]} {line.strip()}")
        else:
            joined.append((number, line))
        continues = line.endswith("\\")
        joined[-1] = (joined[-1][0], joined[-1][1].removesuffix("\\"))
    return joined


def is_udev_rules(text: str) -> bool:
    """Return whether a text is a file of udev rules."""
    return re.search(r'^[ \t]*+(?:ACTION|SUBSYSTEM|KERNEL|DRIVERS?)\s*==\s*"', text, re.MULTILINE) is not None


def read_udev_rules(script: ShellScript, document: Document) -> None:
    """Read the commands in RUN; `%k` and `$name`, the interface, are known only to the host."""
    for number, line in _joined_lines(document.text):
        if line.lstrip().startswith("#"):
            continue
        for command in _RUN.finditer(line):
            script.read(re.sub(r"%k|\$name|%E\{INTERFACE\}", "${name}", command["command"]), number)
