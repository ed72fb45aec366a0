"""Which commands of a script are read, which are known not to matter, and what is odd about others."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from roce_lint.hosts.command import ShellCommand
from roce_lint.hosts.linux.dcb import read_dcb, read_lldptool
from roce_lint.hosts.linux.kernel_modules import read_modprobe, read_service_restart
from roce_lint.hosts.linux.link import read_ethtool, read_ifconfig, read_ip, read_nmcli
from roce_lint.hosts.registry import DRIVERS
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import SettingsLog

HANDLERS: dict[str, Callable[[SettingsLog, ShellCommand], None]] = {
    "dcb": read_dcb,
    "lldptool": read_lldptool,
    "ethtool": read_ethtool,
    "ip": read_ip,
    "ifconfig": read_ifconfig,
    "nmcli": read_nmcli,
    "modprobe": read_modprobe,
    "rmmod": read_modprobe,
    "systemctl": read_service_restart,
    "service": read_service_restart,
    **{service: read_service_restart for driver in DRIVERS for service in driver.services},
    **{name: read for driver in DRIVERS for name, read in driver.commands.items()},
}
"""Who reads a command, by its name without folders."""
WRAPPERS = frozenset({"sudo", "exec", "command", "nohup", "time", "env", "builtin", "nice", "ionice", "timeout", "run"})
SHELLS = frozenset({"sh", "bash", "dash", "ksh", "zsh"})
DECLARE = frozenset({"export", "declare", "readonly", "local", "typeset"})
_SHOWING_COMMANDS = """
    . : [ [[ apt apt-get awk basename break cat cd chmod chown cmp cp curl cut diff dirname dnf dpkg echo exit
    false for git grep head hostname ibdev2netdev ibv_devinfo install let ln log logger ls lsmod lspci mkdir
    modprobe mount mv pip printf ps read readlink return rm rmmod rpm rsync scp sed set show_gids sleep sort source
    systemctl systemd-run tail tar tee test touch tr true type udevadm uniq unzip wait wc wget which yum
"""
_LATER = {
    "trap": "runs it when the script ends",
    "at": "runs it later",
    "batch": "runs it later",
    "crontab": "runs it later",
    "alias": "lets a name stand for another command",
}
_DECODED = re.compile(r"\b(?:base64|base32|xxd|openssl|gunzip|zcat)\b[^|]*\|")
SHOWING = frozenset(_SHOWING_COMMANDS.split())
_UNREAD = {name: sets for driver in DRIVERS for name, sets in driver.unread_commands.items()}
_SUBJECTS = (r"\bpfc\b", "--trust", "dscp", "default_roce_", r"\bNCCL_IB_")
_RELEVANT = re.compile(
    "|".join((*_SUBJECTS, *(subject for driver in DRIVERS for subject in driver.subjects))), re.IGNORECASE
)
_DASHES = {"\u2010": "hyphen", "\u2011": "hyphen", "\u2012": "dash", "\u2013": "en dash", "\u2014": "em dash"}
_QUOTES = "\u2018\u2019\u201c\u201d"


@functools.lru_cache(maxsize=4096)
def is_relevant(text: str) -> bool:
    """Return whether a line speaks of RoCE; functions and loops ask for the same lines again and again."""
    return _RELEVANT.search(text) is not None


def typographic_fault(command: ShellCommand) -> str:
    """Return what is wrong with an option that begins with a dash of typography, or with typographic quotes."""
    if not is_relevant(command.place.text):
        return ""
    for word in command.arguments:
        first = word.text[:1]
        if first in _DASHES:
            return f"{word.text!r} is no option: it begins with {_DASHES[first]} U+{ord(first):04X}; write -"
        if any(quote in word.text for quote in _QUOTES):
            return f"{word.text!r} contains typographic quotes, which no shell treats as quotes"
    return ""


def reason_unread(command: ShellCommand) -> str:
    """Return why a command without a reader has to be looked at; empty where it does not concern RoCE."""
    if command.name in _UNREAD:
        return f"{command.name} ({_UNREAD[command.name]}) is not read"
    named = any(word.text.partition("=")[0] in HANDLERS for word in command.arguments)
    if command.name in _LATER and (named or is_relevant(command.place.text)):
        return f"{command.name} {_LATER[command.name]}, which is not evaluated"
    if command.name in SHELLS and _DECODED.search(command.place.text):
        return "what it decodes is run, and is not read"
    if command.name in SHOWING:
        return ""
    whole = " ".join([command.name, *(word.text for word in command.arguments)])
    if "NCCL_" in whole or not _RELEVANT.search(whole):
        return ""
    return f"{command.name} is not a command that is read"


def without_wrapper(arguments: list[ScriptText]) -> list[ScriptText]:
    """Return the command behind `sudo -E`, `env A=B`, `timeout 5` and the like."""
    name = arguments[0].text.rpartition("/")[2]
    rest = arguments[1:]
    while rest and (rest[0].text.startswith("-") or (name == "env" and "=" in rest[0].text)):
        rest = rest[1:]
    if name == "timeout" and rest and re.fullmatch(r"[\d.]+[smhd]?", rest[0].text):
        rest = rest[1:]
    return rest
