"""cloud-init user data: its commands, and the scripts and environment files that it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from roce_lint.facts.fact import Source
from roce_lint.read.host.settings import SettingsLog
from roce_lint.read.host.shell_script import ShellScript
from roce_lint.read.host.yaml_nodes import at, is_scalar, is_sequence, items, scalar_text, yaml_documents
from roce_lint.read.reading import Document

if TYPE_CHECKING:
    import yaml


def is_cloud_init(text: str) -> bool:
    """Return whether a text is cloud-init user data."""
    return text.startswith("#cloud-config")


def read_cloud_init(log: SettingsLog, script: ShellScript, document: Document) -> None:
    """Read `bootcmd` and `runcmd`, and the shell scripts, units and NCCL files among `write_files`."""
    documents, fault, line = yaml_documents(document.text)
    if fault:
        log.not_understood(Source(document.path, line, line), "", fault)
    for node in documents:
        for text, number in _commands(node):
            script.read(text, number)
        written = at(node, "write_files")
        for item in items(written) if written else []:
            content = at(item, "content")
            if content is not None:
                _file(script, content)


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
