"""netplan files: of what matters to RoCE they hold MTU, addresses, routes and bonds, nothing of DCB."""

from __future__ import annotations

import re

from roce_lint.hosts.command import note_number
from roce_lint.hosts.formats.yaml_nodes import read_documents
from roce_lint.hosts.linux.link import MTU_LIMITS_BYTES
from roce_lint.hosts.linux.routes import LATER_ADDRESSES, StatedRoute, is_true, note_route
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, NicKind, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Default, Stated, Unknown
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
        log.word_fact(Evidence.CONFIGURED, bond, SettingKey.BOND_MODE, stated or Default("balance-rr", place, _MODE_0))
        _read_addresses(log, document, bond, entry)
        for item in items_of(node_at(entry, "interfaces")):
            member = Stated(name.text, source_of(item, document.path))
            log.word_fact(Evidence.CONFIGURED, NicId(NicKind.NETDEV, scalar_text(item)), SettingKey.BOND, member)


def _read_addresses(log: SettingsLog, document: Document, nic: NicId, entry: YamlNode) -> None:
    mtu = node_at(entry, "mtu")
    if mtu is not None:
        place = SettingPlace(source_of(mtu, document.path), f"mtu: {scalar_text(mtu)}")
        note_number(log, place, nic, SettingKey.MTU_BYTES, ScriptText(scalar_text(mtu), True), MTU_LIMITS_BYTES)
    addresses = items_of(node_at(entry, "addresses"))
    for position, item in enumerate(addresses):
        address = Stated(_address(item), source_of(item, document.path))
        log.word_fact(Evidence.CONFIGURED, nic, SettingKey.ADDRESS, address, position)
    for option in ("dhcp4", "dhcp6") if addresses else ():
        if (node := node_at(entry, option)) is not None and is_true(scalar_text(node)):
            later = Unknown(LATER_ADDRESSES, source_of(node, document.path))
            log.word_fact(Evidence.CONFIGURED, nic, SettingKey.ADDRESS, later)
    for option in ("gateway4", "gateway6"):
        if (node := node_at(entry, option)) is not None:
            _note_route(log, document, nic, node, StatedRoute("default", ScriptText(scalar_text(node), True)))
    for item in items_of(node_at(entry, "routes")):
        _read_route(log, document, nic, item)


def _address(item: YamlNode) -> str:
    """Return an address, which is the key of its options where it has some."""
    return next((entry.key.text for entry in entries_of(item)), scalar_text(item))


def _read_route(log: SettingsLog, document: Document, nic: NicId, item: YamlNode) -> None:
    """Note one of `routes`; those of another type than unicast have no next hop (netplan reference, routing)."""
    said = {entry.key.text: scalar_text(entry.value) for entry in entries_of(item)}
    if said.get("type", "unicast") != "unicast" or "to" not in said:
        return
    via, on_link = ScriptText(said.get("via", ""), True), is_true(said.get("on-link", ""))
    route = StatedRoute(said["to"], via, said.get("table", ""), said.get("metric", ""), on_link)
    _note_route(log, document, nic, node_at(item, "via") or item, route)


def _note_route(log: SettingsLog, document: Document, nic: NicId, node: YamlNode, route: StatedRoute) -> None:
    source = source_of(node, document.path)
    note_route(log, SettingPlace(source, log.line(source.line)), nic, route, source.line)
