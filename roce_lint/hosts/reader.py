"""Find out what kind of host file a document is, and read it."""

from __future__ import annotations

import re

from roce_lint.hosts.assemble import assemble_host
from roce_lint.hosts.contract import DriverDocument
from roce_lint.hosts.formats.cloud_init import is_cloud_init, read_cloud_init
from roce_lint.hosts.formats.interfaces_file import is_interfaces_file, is_interfaces_of_host, read_interfaces_file
from roce_lint.hosts.formats.link_files import is_link_file, read_link_file
from roce_lint.hosts.formats.machine_configs import is_machine_config, read_machine_config
from roce_lint.hosts.formats.nccl import is_container_env, is_nccl_file, pinned_node, read_container_env, read_nccl_file
from roce_lint.hosts.formats.netplan import is_netplan, read_netplan
from roce_lint.hosts.formats.systemd_units import is_unit, read_unit
from roce_lint.hosts.formats.terminal_captures import is_capture, read_capture
from roce_lint.hosts.formats.udev_rules import is_udev_rules, read_udev_rules
from roce_lint.hosts.formats.windows_dcb import (
    is_esxi_modules,
    is_windows_dcb,
    read_esxi_modules,
    read_windows_dcb,
)
from roce_lint.hosts.linux.ethtool_output import is_ethtool_pause_output, read_ethtool_pause_output
from roce_lint.hosts.linux.firmware_output import read_firmware_output, shows_firmware
from roce_lint.hosts.linux.kernel_files import is_sysfs_dump, read_sysfs_dump
from roce_lint.hosts.merge import completed_host
from roce_lint.hosts.registry import DRIVERS
from roce_lint.hosts.script.interpreter import ShellScript
from roce_lint.hosts.settings import SettingsLog
from roce_lint.model.reading import Reading
from roce_lint.text.device_names import host_name_from_path, stated_device_name
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_DRIVER_DOCUMENTS = tuple(kind for driver in DRIVERS for kind in driver.documents)
_FORMATS = (
    (is_capture, read_capture),
    *((kind.recognises, kind.read) for kind in _DRIVER_DOCUMENTS),
    (is_ethtool_pause_output, read_ethtool_pause_output),
    (shows_firmware, read_firmware_output),
    (is_sysfs_dump, read_sysfs_dump),
    (is_netplan, read_netplan),
    (is_link_file, read_link_file),
    (is_nccl_file, read_nccl_file),
    (is_container_env, read_container_env),
    (is_windows_dcb, read_windows_dcb),
    (is_esxi_modules, read_esxi_modules),
)
_SCRIPTS = (
    (is_cloud_init, read_cloud_init),
    (is_machine_config, read_machine_config),
    (is_unit, read_unit),
    (is_udev_rules, read_udev_rules),
    (is_interfaces_file, read_interfaces_file),
)
_COMMANDS = (
    "lldptool",
    "dcb (?:pfc|ets|app|apptrust|buffer|dcbx) (?:set|add|del|replace|flush|show)",
    "ethtool (?:-A|--pause)",
    *(pattern for driver in DRIVERS for pattern in driver.command_patterns),
)
_COMMAND = re.compile(rf"(?:{'|'.join(_COMMANDS)})[ \t\"',]++[^\s\"',]")
_BEFORE_COMMAND = re.compile(
    r"[ \t]*(?:- +|(?:pre-|post-)?up +)?(?:Exec\w+\s*=[-@+!:]*|.*\bRUN\+?=\""
    r"|(?:.*\bdo[ \t]+)?ssh[ \t][^\n;|]*?[ \t][\"']?|(?:(?:export|declare|local|readonly)[ \t]+)?\w+=[\"'(]?|[\"'\[]*)"
    r"(?:(?:sudo|exec|if|then|do|!|\w+=\S*) +(?:-\w+ +)*)*(?:\S*/)?"
)
_WRITTEN = re.compile(
    "/(?:" + "|".join((r"default_roce_\w", *(path for driver in DRIVERS for path in driver.written_paths))) + ")"
)
_REDIRECTION = re.compile(r">|\btee\b")
_LONGEST_START = 1000
"""Characters of a line before a command or a path; in longer lines, which no script has, it is not looked for."""
_ENVIRONMENT = re.compile(
    r"(?:^[ \t]*(?:export[ \t]+|Environment=\"?)?|[ \t]-[xe][ \t]+|[ \t]--export=(?:\S*,)?)"
    r"(?:NCCL_IB|UCX_IB|NVSHMEM_IB)_\w+=",
    re.MULTILINE,
)
_ADDRESS = lazy_pattern(
    r"(?m)^[ \t]*(?:ip (?:-\S+ )*(?:addr(?:ess)?|route) (?:add|replace) |nmcli (?:con|connection) mod(?:ify)? )"
)
_PROSE = re.compile(r"^(?:```|~~~|\.\. code)|^#{1,6} .*\n(?:=|-)*\n+[A-Z][a-z]+ [a-z]+ [^\n]*\.$", re.MULTILINE)


def is_host_document(text: str) -> bool:
    """Return whether a text configures or shows a NIC: one of the known formats, or a script with a NIC's commands.

    A script that gives addresses, as any machine may have one, has to name its host.
    Prose that quotes such commands (Markdown, reStructuredText) is no script.
    """
    if any(matches(text) for matches, _ in _FORMATS) or is_interfaces_of_host(text):
        return True
    if is_machine_config(text):
        return True
    if _PROSE.search(text) and not text.startswith("#!"):
        return False
    if _names_command(text) or _writes_setting(text) or _ENVIRONMENT.search(text) is not None:
        return True
    return text.startswith("#!") and _ADDRESS.search(text) is not None and stated_device_name(text) != ""


def _names_command(text: str) -> bool:
    """Return whether a NIC's command stands where a shell, a unit or a list of commands would run it."""
    return any(_BEFORE_COMMAND.fullmatch(_start_of_line(text, found)) for found in _COMMAND.finditer(text))


def _writes_setting(text: str) -> bool:
    """Return whether something is written to a NIC's setting below /sys."""
    return any(_REDIRECTION.search(_start_of_line(text, found)) for found in _WRITTEN.finditer(text))


def _start_of_line(text: str, found: re.Match[str]) -> str:
    """Return what is in the line before `found`; a line that is too long gives a text that nothing matches."""
    start = text.rfind("\n", max(0, found.start() - _LONGEST_START), found.start()) + 1
    return text[start : found.start()] if start or found.start() <= _LONGEST_START else "\0"


def host_name(document: Document) -> str:
    """Return the name of the host that a document speaks of.

    In this order: the one node that a NicConfigurationTemplate or a pod selects; a line `# host: NAME`,
    `hostname: NAME` or `HOSTNAME=NAME` near the top; the file's name without words such as `nccl` or `mlnx_qos`; the
    folder's name.
    """
    text = document.text
    kind = _driver_document(text)
    named = kind.host_of(text) if kind else pinned_node(text)
    return named or stated_device_name(text) or host_name_from_path(document.path)


def _driver_document(text: str) -> DriverDocument | None:
    return next((kind for kind in _DRIVER_DOCUMENTS if kind.recognises(text)), None)


def _read_for(document: Document, kind: DriverDocument, name: str) -> Reading:
    """Return what a document of several hosts says of one."""
    log = SettingsLog(document, name)
    kind.read(log, document)
    return _concluded(log)


def read_host(document: Document) -> Reading:
    """Read one file of a host: script, cloud-init, unit, udev rule, NCCL environment, operator manifest, or a dump.

    The result has one device with what this file alone says; `merge_hosts` joins the files of a host. A text that says
    nothing of a NIC gives no device. Never raises.
    """
    text = document.text.lstrip("\ufeff").replace("\r\n", "\n")
    clean = Document(document.path, text)
    kind = _driver_document(text)
    hosts = kind.hosts_of(text) if kind else ()
    if kind and len(hosts) > 1:
        own, *others = (_read_for(clean, kind, name) for name in hosts)
        return _joined(own, others)
    log = SettingsLog(clean, host_name(clean))
    is_script = text.startswith("#!")
    for matches, read in () if is_script else _FORMATS:
        if matches(text):
            read(log, clean)
            break
    else:
        script = ShellScript(log, clean)
        for matches, read_into in () if is_script else _SCRIPTS:
            if matches(text):
                read_into(log, script, clean)
                break
        else:
            script.read(text)
        script.finish()
        if script.remote:
            return _joined(_concluded(log), [_remote(clean, name, texts) for name, texts in script.remote.items()])
    return _concluded(log)


def _concluded(log: SettingsLog) -> Reading:
    """Return what a log holds: one host, or nothing but lines where it says nothing of a NIC."""
    log.close()
    host = completed_host(assemble_host(log))
    devices = (host,) if host.ports else ()
    unread = log.diagnostics.unread_lines() if devices else log.diagnostics.all_lines()
    return Reading(devices, (), unread)


def _remote(document: Document, name: str, texts: list[tuple[str, int]]) -> Reading:
    """Return what a script runs on one other host."""
    log = SettingsLog(document, name)
    script = ShellScript(log, document)
    for text, line in texts:
        script.read(text, line)
    script.finish()
    return _concluded(log)


def _joined(own: Reading, others: list[Reading]) -> Reading:
    """Return what several hosts of one file say."""
    every = [own, *others]
    return Reading(
        tuple(device for one in every for device in one.devices),
        tuple(link for one in every for link in one.links),
        tuple(line for one in every for line in one.unread),
    )
