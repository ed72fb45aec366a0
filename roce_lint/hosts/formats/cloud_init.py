"""cloud-init user data: its commands, and the scripts and environment files that it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from roce_lint.hosts.formats.yaml_nodes import (
    at,
    is_scalar,
    is_sequence,
    items,
    node_source,
    scalar_text,
    yaml_documents,
)
from roce_lint.hosts.script.interpreter import ShellScript
from roce_lint.hosts.script.known_commands import is_relevant
from roce_lint.hosts.settings import Place, SettingsLog
from roce_lint.model.fact import Source
from roce_lint.text.document import Document
from roce_lint.text.patterns import late_pattern

if TYPE_CHECKING:
    import yaml

_RUN_BY_ITSELF = late_pattern(
    r"/(?:if-(?:up|pre-up|post-up)\.d|dispatcher\.d|networkd-dispatcher|cron\.\w+|init\.d|rc\d?\.d|profile\.d|per-\w+)/|/rc\.local$"
)
"""Folders whose scripts the system runs."""


def is_cloud_init(text: str) -> bool:
    """Return whether a text is cloud-init user data."""
    return text.startswith("#cloud-config")


def read_cloud_init(log: SettingsLog, script: ShellScript, document: Document) -> None:
    """Read `bootcmd` and `runcmd`, and the shell scripts, units and NCCL files among `write_files`."""
    documents, fault, line = yaml_documents(document.text)
    if fault:
        log.not_understood(log.place(line), fault)
    for node in documents:
        commands = list(_commands(node))
        for text, number in commands:
            script.read(text, number)
        written = at(node, "write_files")
        files = items(written) if written else []
        mentions = "\n".join([text for text, _ in commands] + [scalar_text(at(item, "content")) for item in files])
        for item in files:
            content = at(item, "content")
            if content is not None and _is_run(log, item, [text for text, _ in commands], mentions):
                _file(script, content)


def _is_run(log: SettingsLog, item: yaml.Node, commands: list[str], mentions: str) -> bool:
    """Return whether a written file can do something; tell of a script that nothing runs or that is not executable.

    `mentions` is all that may name the file: the commands, and the other files that are written. Files are written
    without leave to execute them (`permissions` is 0644 by default).
    """
    content, where = scalar_text(at(item, "content")), scalar_text(at(item, "path"))
    if not content.startswith("#!") or not is_relevant(content) or not where or "$" in where + mentions:
        return True
    source = Source(log.path, item.start_mark.line + 1, item.start_mark.line + 1)
    name = where.rpartition("/")[2]
    if name not in mentions and not _RUN_BY_ITSELF.search(where):
        log.not_understood(
            Place(source, f"path: {where}"), "nothing in this file runs it, so what it sets may never be set"
        )
        return True
    if any(re.match(rf"\s*'?{re.escape(where)}\b", command) for command in commands) and not _may_run(item):
        permissions = at(item, "permissions")
        if permissions is not None:
            source = node_source(permissions, log.path)
        log.refuse(
            Place(source, f"path: {where}"), f"{name} is run as a command and may not be executed; set permissions"
        )
        return False
    return True


def _may_run(item: yaml.Node) -> bool:
    permissions = scalar_text(at(item, "permissions"))
    return re.fullmatch(r"(?:0o?)?[0-7]*[1357][0-7]{0,2}", permissions) is not None


def _commands(node: yaml.Node) -> Iterator[tuple[str, int]]:
    for section in ("bootcmd", "runcmd"):
        commands = at(node, section)
        for item in items(commands) if commands else []:
            if is_sequence(item):
                # Few hosts are set up by cloud-init, and fewer with lists.
                from shlex import join

                yield join(scalar_text(word) for word in items(item)), item.start_mark.line + 1
            else:
                yield scalar_text(item), _first_line(item)


def _first_line(node: yaml.Node) -> int:
    block = is_scalar(node) and getattr(node, "style", "") in ("|", ">")
    return node.start_mark.line + (2 if block else 1)


def _file(script: ShellScript, content: yaml.Node) -> None:
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
