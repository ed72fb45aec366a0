"""Machine configurations of OpenShift and Ignition: scripts that they carry as data URLs, and units.

Source: Ignition specification 3 (storage.files.contents.source, systemd.units); RFC 2397 (data URLs).
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from roce_lint.hosts.formats.yaml_nodes import read_documents
from roce_lint.hosts.script.interpreter import ShellScript
from roce_lint.hosts.script.known_commands import is_relevant
from roce_lint.hosts.settings import SettingPlace, SettingsLog
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.yaml_tree import YamlNode, YamlScalar, items_of, node_at, scalar_text, source_of

_KIND = lazy_pattern(r"^kind:[ \t]*[\"']?MachineConfig\b|^variant:[ \t]*(?:fcos|openshift|flatcar)\b", re.MULTILINE)
_DATA_URL = lazy_pattern(r"data:(?P<kind>[^,\s\"']*),(?P<data>[^\s\"']*)")
_UNIT_COMMAND = lazy_pattern(r"\s*Exec(?:StartPre|StartPost|Start)\s*=\s*[-@+!:|]*(.*)")


def is_machine_config(text: str) -> bool:
    """Return whether a text is a machine configuration with something that sets a NIC."""
    if _KIND.search(text) is None:
        return False
    return is_relevant(text) or any(is_relevant(_decoded(found)) for found in _DATA_URL.finditer(text))


def read_machine_config(log: SettingsLog, script: ShellScript, document: Document) -> None:
    """Read the scripts and units of a machine configuration; what is encoded stands at the line that holds it."""
    for node in read_documents(log, document.text):
        for config in (node_at(node, "spec", "config"), node):
            for item in items_of(node_at(config, "storage", "files")):
                _read_file(log, script, item)
            for unit in items_of(node_at(config, "systemd", "units")):
                _read_unit(script, node_at(unit, "contents"))


def _read_file(log: SettingsLog, script: ShellScript, item: YamlNode) -> None:
    contents = node_at(item, "contents")
    inline, encoded = node_at(contents, "inline"), node_at(contents, "source")
    if isinstance(inline, YamlScalar):
        _read_text(script, scalar_text(inline), inline.text_line, encoded=False)
    if not isinstance(encoded, YamlScalar):
        return
    found = _DATA_URL.fullmatch(scalar_text(encoded))
    text = _decoded(found) if found else ""
    compressed = scalar_text(node_at(contents, "compression"))
    if found is None or compressed or (found["data"] and not text):
        because = "what this file holds is not in the configuration, or is compressed"
        log.not_understood(
            SettingPlace(source_of(encoded, log.path), f"path: {scalar_text(node_at(item, 'path'))}"), because
        )
        return
    _read_text(script, text, encoded.place.line, encoded=True)


def _read_text(script: ShellScript, text: str, line: int, *, encoded: bool) -> None:
    if text.startswith("#!") and is_relevant(text):
        script.read(text, line, on_one_line=encoded)
    elif not encoded:
        script.read_environment(text, line)


def _read_unit(script: ShellScript, contents: YamlNode | None) -> None:
    if not isinstance(contents, YamlScalar):
        return
    for offset, command in _commands(scalar_text(contents)):
        script.read(command, contents.text_line + offset)


def _commands(text: str) -> Iterator[tuple[int, str]]:
    for offset, line in enumerate(text.split("\n")):
        found = _UNIT_COMMAND.fullmatch(line)
        if found and is_relevant(found[1]):
            yield offset, found[1]


def _decoded(found: re.Match[str]) -> str:
    """Return the text of a data URL, empty for one that is none."""
    data = unquote_to_bytes(found["data"])
    if found["kind"].endswith(";base64"):
        try:
            data = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            return ""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
