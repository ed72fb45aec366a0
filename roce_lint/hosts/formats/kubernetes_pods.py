"""NCCL variables of a Kubernetes pod that is bound to one node: `env` entries of name and value."""

from __future__ import annotations

import re

from roce_lint.hosts.formats.nccl import is_nccl_variable, read_nccl_variables
from roce_lint.hosts.script.parameters import Text
from roce_lint.hosts.settings import Place, SettingsLog
from roce_lint.model.fact import Source
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_ENTRY = lazy_pattern(
    r"^[ \t]*- name:[ \t]*[\"']?(?P<name>(?:NCCL|UCX|NVSHMEM)_[A-Z0-9_]+)[\"']?[ \t]*\n"
    r"[ \t]*value:[ \t]*(?P<value>[^\n]*)$",
    re.MULTILINE,
)
_NODE = lazy_pattern(
    r"^[ \t]*(?:nodeName|kubernetes\.io/hostname):[ \t]*[\"']?(?P<name>[A-Za-z0-9][\w.-]{0,252})[\"']?[ \t]*$",
    re.MULTILINE,
)


def pinned_node(text: str) -> str:
    """Return the node that a pod with NCCL variables is bound to, empty for any other text."""
    if "NCCL_IB_" not in text or not _ENTRY.search(text):
        return ""
    found = _NODE.search(text)
    return found["name"] if found else ""


def is_container_env(text: str) -> bool:
    """Return whether a text is a pod with NCCL variables that is bound to one node."""
    return bool(pinned_node(text))


def read_container_env(log: SettingsLog, document: Document) -> None:
    """Note the variables of the pod's containers; a value that a template fills in is known to the host only."""
    variables: dict[str, tuple[Text, Place]] = {}
    for found in _ENTRY.finditer(document.text):
        if is_nccl_variable(found["name"]):
            value = found["value"].split(" #")[0].strip().strip("\"'")
            line = document.text.count("\n", 0, found.start("name")) + 1
            place = Place(Source(document.path, line, line + 1), f"{found['name']}: {value}")
            variables[found["name"]] = (Text(value, "$" not in value and "{{" not in value), place)
    read_nccl_variables(log, variables)
