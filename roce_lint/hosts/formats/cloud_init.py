"""cloud-init user data: its commands, and the scripts and environment files that it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from roce_lint.hosts.formats.yaml_nodes import read_documents
from roce_lint.hosts.script.interpreter import ShellScript
from roce_lint.hosts.script.known_commands import is_relevant
from roce_lint.hosts.settings import SettingPlace, SettingsLog
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.yaml_tree import YamlList, YamlNode, YamlScalar, items_of, node_at, scalar_text, source_of

_RUN_BY_ITSELF = lazy_pattern(
    r"/(?:if-(?:up|pre-up|post-up)\.d|dispatcher\.d|networkd-dispatcher|cron\.\w+|init\.d|rc\d?\.d|profile\.d|per-\w+)/|/rc\.local$"
)
"""Folders whose scripts the system runs."""


def is_cloud_init(text: str) -> bool:
    """Return whether a text is cloud-init user data."""
    return text.startswith("#cloud-config")


def read_cloud_init(log: SettingsLog, script: ShellScript, document: Document) -> None:
    """Read `bootcmd` and `runcmd`, and the shell scripts, units and NCCL files among `write_files`."""
    for node in read_documents(log, document.text):
        commands = list(_commands(node))
        for text, number in commands:
            script.read(text, number)
        written = node_at(node, "write_files")
        files = items_of(written)
        mentions = "\n".join([text for text, _ in commands] + [scalar_text(node_at(item, "content")) for item in files])
        for item in files:
            content = node_at(item, "content")
            if content is not None and _is_run(log, item, [text for text, _ in commands], mentions):
                _file(script, content)


def _is_run(log: SettingsLog, item: YamlNode, commands: list[str], mentions: str) -> bool:
    """Return whether a written file can do something; tell of a script that nothing runs or that is not executable.

    `mentions` is all that may name the file: the commands, and the other files that are written. Files are written
    without leave to execute them (`permissions` is 0644 by default).
    """
    content, where = scalar_text(node_at(item, "content")), scalar_text(node_at(item, "path"))
    if not content.startswith("#!") or not is_relevant(content) or not where or "$" in where + mentions:
        return True
    source = source_of(item, log.path)
    name = where.rpartition("/")[2]
    if name not in mentions and not _RUN_BY_ITSELF.search(where):
        log.not_understood(
            SettingPlace(source, f"path: {where}"), "nothing in this file runs it, so what it sets may never be set"
        )
        return True
    if any(re.match(rf"\s*'?{re.escape(where)}\b", command) for command in commands) and not _may_run(item):
        permissions = node_at(item, "permissions")
        if permissions is not None:
            source = source_of(permissions, log.path)
        log.refuse(
            SettingPlace(source, f"path: {where}"),
            f"{name} is run as a command and may not be executed; set permissions",
        )
        return False
    return True


def _may_run(item: YamlNode) -> bool:
    permissions = scalar_text(node_at(item, "permissions"))
    return re.fullmatch(r"(?:0o?)?[0-7]*[1357][0-7]{0,2}", permissions) is not None


def _commands(node: YamlNode) -> Iterator[tuple[str, int]]:
    for section in ("bootcmd", "runcmd"):
        commands = node_at(node, section)
        for item in items_of(commands):
            if isinstance(item, YamlList):
                # Few hosts are set up by cloud-init, and fewer with lists.
                from shlex import join

                yield join(scalar_text(word) for word in items_of(item)), item.place.line
            else:
                yield scalar_text(item), _first_line(item)


def _first_line(node: YamlNode) -> int:
    return node.text_line if isinstance(node, YamlScalar) else node.place.line


def _file(script: ShellScript, content: YamlNode) -> None:
    text, number = scalar_text(content), _first_line(content)
    if text.startswith("#!"):
        script.read(text, number)
    elif re.search(r"^\[Service\]", text, re.MULTILINE):
        for offset, line in enumerate(text.split("\n")):
            found = re.match(r"\s*Exec\w+=[-@+!:]*(.*)", line)
            if found:
                script.read(found.group(1), number + offset)
    else:
        script.read_environment(text, number)
