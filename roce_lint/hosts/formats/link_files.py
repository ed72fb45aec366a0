"""netplan and systemd.link files: of what matters to RoCE they hold the MTU and addresses, nothing of DCB."""

from __future__ import annotations

import re

from roce_lint.hosts.command import note_number
from roce_lint.hosts.formats.yaml_nodes import read_documents
from roce_lint.hosts.linux.link import MTU_LIMITS_BYTES
from roce_lint.hosts.script.parameters import Text
from roce_lint.hosts.settings import Key, NicId, NicKind, Place, SettingsLog
from roce_lint.model.fact import Default, Source, Stated
from roce_lint.model.nic import Evidence
from roce_lint.text.document import Document
from roce_lint.text.yaml_tree import YamlNode, entries_of, items_of, node_at, scalar_text, source_of

_MODE_0 = "a bond is of mode balance-rr unless another is stated (netplan reference)"


def is_netplan(text: str) -> bool:
    """Return whether a text is a netplan file."""
    return re.search(r"^network:\s*(?:#.*)?$", text, re.MULTILINE) is not None and "ethernets:" in text


def read_netplan(log: SettingsLog, document: Document) -> None:
    """Note MTU and addresses of every Ethernet interface; `set-name` or `match.name` gives its name if there."""
    for node in read_documents(log, document.text):
        ethernets = node_at(node, "network", "ethernets")
        for name, entry in ((one.key.text, one.value) for one in entries_of(ethernets)):
            given = scalar_text(node_at(entry, "set-name")) or scalar_text(node_at(entry, "match", "name")) or name
            _read_addresses(log, document, NicId(NicKind.NETDEV, given), entry)
        _read_bonds(log, document, node_at(node, "network", "bonds"))


def _read_bonds(log: SettingsLog, document: Document, bonds: YamlNode | None) -> None:
    """Note mode, MTU and addresses of every bond, and the ports in it; balance-rr is the mode where none is stated."""
    for name, entry in ((one.key, one.value) for one in entries_of(bonds)):
        bond = NicId(NicKind.NETDEV, name.text)
        mode, place = node_at(entry, "parameters", "mode"), source_of(name, document.path)
        stated = Stated(scalar_text(mode), source_of(mode, document.path)) if mode is not None else None
        log.word_fact(Evidence.CONFIGURED, bond, Key.BOND_MODE, stated or Default("balance-rr", place, _MODE_0))
        _read_addresses(log, document, bond, entry)
        for item in items_of(node_at(entry, "interfaces")):
            member = Stated(name.text, source_of(item, document.path))
            log.word_fact(Evidence.CONFIGURED, NicId(NicKind.NETDEV, scalar_text(item)), Key.BOND, member)


def _read_addresses(log: SettingsLog, document: Document, nic: NicId, entry: YamlNode) -> None:
    mtu = node_at(entry, "mtu")
    if mtu is not None:
        place = Place(source_of(mtu, document.path), f"mtu: {scalar_text(mtu)}")
        note_number(log, place, nic, Key.MTU_BYTES, Text(scalar_text(mtu), True), MTU_LIMITS_BYTES)
    for position, item in enumerate(items_of(node_at(entry, "addresses"))):
        address = Stated(scalar_text(item), source_of(item, document.path))
        log.word_fact(Evidence.CONFIGURED, nic, Key.ADDRESS, address, position)


def is_link_file(text: str) -> bool:
    """Return whether a text is a systemd.link, systemd.network or systemd.netdev file."""
    if re.search(r"^\[NetDev\]\s*$", text, re.MULTILINE) is not None:
        return re.search(r"^Kind\s*=\s*bond\s*$", text, re.MULTILINE) is not None
    return re.search(r"^\[Match\]\s*$", text, re.MULTILINE) is not None and "[Link]" in text


def read_link_file(log: SettingsLog, document: Document) -> None:
    """Note MTU, addresses and `Bond` of the interface that `Name` or `OriginalName` selects, and `Mode` of a bond.

    Suffixes K and M of an MTU are powers of 1024; a bond is of mode balance-rr where none is stated (systemd.netdev).
    """
    entries: dict[str, tuple[str, int]] = {}
    addresses: list[tuple[str, int]] = []
    for number, line in enumerate(document.text.splitlines(), 1):
        name, joined, value = line.strip().partition("=")
        if joined and not name.startswith(("#", ";")):
            entries.setdefault(name.strip(), (value.strip(), number))
            if name.strip() == "Address" and "/" in value:
                addresses.append((value.strip(), number))
    names = entries.get("Name", entries.get("OriginalName", ("*", 0)))[0].split()
    nic = NicId(NicKind.NETDEV, names[0] if names else "*")
    if "Kind" in entries:
        value, number = entries.get("Mode", ("balance-rr", entries["Kind"][1]))
        log.word_fact(Evidence.CONFIGURED, nic, Key.BOND_MODE, Stated(value, Source(document.path, number, number)))
        return
    if "Bond" in entries:
        value, number = entries["Bond"]
        log.word_fact(Evidence.CONFIGURED, nic, Key.BOND, Stated(value, Source(document.path, number, number)))
    for value, number in addresses:
        found = Stated(value, Source(document.path, number, number))
        log.word_fact(Evidence.CONFIGURED, nic, Key.ADDRESS, found, number)
    if "MTUBytes" in entries:
        value, number = entries["MTUBytes"]
        suffix = re.fullmatch(r"(\d{1,6})([KM])", value)
        if suffix:
            value = str(int(suffix.group(1)) * (1024 if suffix.group(2) == "K" else 1024**2))
        place = Place(Source(document.path, number, number), f"MTUBytes={value}")
        note_number(log, place, nic, Key.MTU_BYTES, Text(value, True), MTU_LIMITS_BYTES)
