"""netplan and systemd.link files: of what matters to RoCE they hold the MTU and addresses, nothing of DCB."""

from __future__ import annotations

import re

from roce_lint.hosts.command import note_number
from roce_lint.hosts.formats.yaml_nodes import read_documents
from roce_lint.hosts.linux.link import MTU_LIMITS_BYTES
from roce_lint.hosts.script.parameters import Text
from roce_lint.hosts.settings import Key, NicId, NicKind, Place, SettingsLog
from roce_lint.model.fact import Source, Stated
from roce_lint.model.nic import Evidence
from roce_lint.text.document import Document
from roce_lint.text.yaml_tree import entries_of, items_of, node_at, scalar_text, source_of


def is_netplan(text: str) -> bool:
    """Return whether a text is a netplan file."""
    return re.search(r"^network:\s*(?:#.*)?$", text, re.MULTILINE) is not None and "ethernets:" in text


def read_netplan(log: SettingsLog, document: Document) -> None:
    """Note MTU and addresses of every Ethernet interface; `set-name` or `match.name` gives its name if there."""
    for node in read_documents(log, document.text):
        ethernets = node_at(node, "network", "ethernets")
        for name, entry in ((one.key.text, one.value) for one in entries_of(ethernets)):
            given = scalar_text(node_at(entry, "set-name")) or scalar_text(node_at(entry, "match", "name")) or name
            nic = NicId(NicKind.NETDEV, given)
            mtu, addresses = node_at(entry, "mtu"), node_at(entry, "addresses")
            if mtu is not None:
                place = Place(source_of(mtu, document.path), f"mtu: {scalar_text(mtu)}")
                note_number(log, place, nic, Key.MTU_BYTES, Text(scalar_text(mtu), True), MTU_LIMITS_BYTES)
            for item in items_of(addresses):
                source = source_of(item, document.path)
                fact = Stated(scalar_text(item), source)
                log.word_fact(Evidence.CONFIGURED, nic, Key.ADDRESS, fact, source.line)


def is_link_file(text: str) -> bool:
    """Return whether a text is a systemd.link or systemd.network file."""
    return re.search(r"^\[Match\]\s*$", text, re.MULTILINE) is not None and "[Link]" in text


def read_link_file(log: SettingsLog, document: Document) -> None:
    """Note `MTUBytes` of the interface that `Name` or `OriginalName` selects (suffixes K, M are powers of 1024)."""
    entries: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(document.text.splitlines(), 1):
        name, joined, value = line.strip().partition("=")
        if joined and not name.startswith(("#", ";")):
            entries.setdefault(name.strip(), (value.strip(), number))
    if "MTUBytes" not in entries:
        return
    names = entries.get("Name", entries.get("OriginalName", ("*", 0)))[0].split()
    value, number = entries["MTUBytes"]
    suffix = re.fullmatch(r"(\d{1,6})([KM])", value)
    if suffix:
        value = str(int(suffix.group(1)) * (1024 if suffix.group(2) == "K" else 1024**2))
    place = Place(Source(document.path, number, number), f"MTUBytes={value}")
    nic = NicId(NicKind.NETDEV, names[0] if names else "*")
    note_number(log, place, nic, Key.MTU_BYTES, Text(value, True), MTU_LIMITS_BYTES)
