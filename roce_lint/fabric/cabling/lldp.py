"""LLDP neighbours as JSON or XML: of switches, of lldpd, and NAPALM's neutral form."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from operator import itemgetter

from roce_lint.model.device import Link, PortRef, UnreadLine
from roce_lint.model.fact import Source, Unknown
from roce_lint.model.reading import Reading
from roce_lint.model.terms import LinkOrigin
from roce_lint.text.device_names import device_name_from_path, short_name
from roce_lint.text.document import Document
from roce_lint.text.xml_elements import xml_elements
from roce_lint.values import dataclass, replace

_MAC = re.compile(r"(?:[0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}|(?:[0-9a-fA-F]{4}\.){2}[0-9a-fA-F]{4}")

_NEIGHBOURS, _NEIGHBOUR = "lldp-neighbors-information", "lldp-neighbor-information"
_KEY = re.compile(r'(?P<key>"(?:[^"\\]|\\.)*+")\s*+:\s*+(?P<value>"(?:[^"\\]|\\.)*+"|[-+.\w]++)?')


@dataclass(frozen=True, slots=True)
class _Neighbour:
    """One neighbour as a device reports it.

    `mark` is the key, and the value where the key is not the name itself, that give the local port in the text.
    """

    local_port: str
    system: str
    port: str
    port_description: str
    mark: tuple[str, str]


def read_lldp(document: Document) -> Reading:
    """Read the links that one device's LLDP neighbours state.

    The device is the one that the JSON names (SR Linux), else the one that the file is named after. A neighbour that
    gives no system name, or only a MAC address for its port, is unread. Never raises.
    """
    if document.text.lstrip("\ufeff \t\r\n").startswith("<"):
        return _read_xml(document)
    try:
        tree: object = json.loads(document.text.lstrip("\ufeff"))
    except (json.JSONDecodeError, RecursionError) as fault:
        line = fault.lineno if isinstance(fault, json.JSONDecodeError) else 0
        return Reading((), (), (_unread("", document, line, "", f"this is not JSON: {fault}"),))
    device = _local_name(tree) or device_name_from_path(document.path)
    links: list[Link] = []
    unread: list[UnreadLine] = []
    marks, found_any = _Marks(document.text), False
    for neighbour in _neighbours(tree):
        found_any = True
        line = marks.line_of(*neighbour.mark)
        outcome = _link(document, device, neighbour, line)
        if isinstance(outcome, Link):
            links.append(outcome)
        else:
            unread.append(outcome)
    if not found_any and not _is_known_answer(tree):
        unread.append(_unread(device, document, 0, "", "no LLDP neighbours of a known form in this JSON"))
    return Reading((), tuple(links), tuple(unread))


def _read_xml(document: Document) -> Reading:
    """Read neighbours as elements; the device is the one that the file is named after."""
    top, fault, line = xml_elements(document.text)
    device = device_name_from_path(document.path)
    links: list[Link] = []
    unread = [_unread(device, document, line, "", fault)] if fault else []
    for element in top.every():
        if element.name != _NEIGHBOUR:
            continue
        outcome = _link(document, device, _of_fields({one.name: one.text for one in element.below}), element.line)
        if isinstance(outcome, Link):
            links.append(outcome)
        else:
            unread.append(outcome)
    return Reading((), tuple(links), tuple(unread))


def _link(document: Document, device: str, neighbour: _Neighbour, line: int) -> Link | UnreadLine:
    text = f"{neighbour.local_port} -> {neighbour.system} {neighbour.port}"
    port = neighbour.port
    if not port or _MAC.fullmatch(port) or port.isdecimal():
        described = neighbour.port_description
        is_name = re.fullmatch(r"[A-Za-z][\w./-]*\d[\w.:/-]*", described)
        port = described if is_name else port if port.isdecimal() else ""
    if not neighbour.system or _MAC.fullmatch(neighbour.system):
        return _unread(device, document, line, text, "the neighbour gives no system name")
    if not port or not neighbour.local_port:
        return _unread(
            device, document, line, text, "the neighbour does not name its port, only a MAC address or nothing"
        )
    source = Source(document.path, line, line)
    length = Unknown("LLDP does not state the length of a cable", source)
    a, b = PortRef(device, neighbour.local_port), PortRef(short_name(neighbour.system), port)
    return Link(a, b, length, LinkOrigin.LLDP, source)


def _unread(device: str, document: Document, line: int, text: str, because: str) -> UnreadLine:
    return UnreadLine(device, Source(document.path, line, line), text, because)


def _pairs(node: object) -> list[tuple[str, object]]:
    """Return the members of an object, without YANG module names before the keys."""
    if not isinstance(node, dict):
        return []
    return [(str(key).rpartition(":")[2], value) for key, value in node.items()]


def _member(node: object, *names: str) -> object:
    members = dict(_pairs(node))
    return next((members[name] for name in names if name in members), "")


def _text(node: object, *names: str) -> str:
    found = _member(node, *names)
    return str(found).strip() if isinstance(found, str | int) and not isinstance(found, bool) else ""


def _rows(node: object) -> list[object]:
    """Return a list as it is and a lone object as a list of one: NX-OS and lldpd leave the brackets out."""
    return node if isinstance(node, list) else [node] if isinstance(node, dict) else []


class _Marks:
    """The places of keys and values of a text, which are looked for in order, each behind the one before."""

    def __init__(self, text: str) -> None:
        self._places: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self._position = -1
        at, line = 0, 1
        for found in _KEY.finditer(text):
            line += text.count("\n", at, found.start())
            at = found.start()
            for mark in {(found["key"], ""), (found["key"], found["value"] or "")}:
                self._places.setdefault(mark, []).append((at, line))

    def line_of(self, key: str, value: str) -> int:
        """Return the line of a key, and of its value if that is not empty; 0 where there is none further on."""
        places = self._places.get((json.dumps(key), json.dumps(value) if value else ""), [])
        index = bisect_right(places, self._position, key=itemgetter(0))
        if index == len(places):
            return 0
        self._position, line = places[index]
        return line


def _local_name(tree: object) -> str:
    lldp = _lldp_tree(tree)
    return short_name(_text(lldp, "system-name", "host-name") or _text(_member(tree, "system"), "name"))


def _lldp_tree(tree: object) -> object:
    return _member(_member(tree, "system"), "lldp") or _member(tree, "lldp")


def _is_known_answer(tree: object) -> bool:
    """Return whether the object has the outermost key of a known form, with or without neighbours in it."""
    keys = {key for key, _ in _pairs(tree)}
    return bool(keys & {"lldpNeighbors", "TABLE_nbor", "TABLE_nbor_detail", "lldp", "system", _NEIGHBOURS})


def _neighbours(tree: object) -> Iterator[_Neighbour]:
    yield from _of_neighbor_list(_member(tree, "lldpNeighbors"))
    yield from _of_neighbor_tables(tree)
    yield from _of_wrapped_lists(tree)
    interfaces = [row for lldp in _rows(_lldp_tree(tree)) for row in _rows(_member(lldp, "interface"))]
    for interface in interfaces:
        if _text(interface, "name") and (_member(interface, "neighbor") or "neighbor" in dict(_pairs(interface))):
            yield from _of_interface_tree(interface)
        else:
            yield from _of_lldpd(interface)
    if not _is_known_answer(tree):
        yield from _of_napalm(tree)


def _of_wrapped_lists(tree: object) -> Iterator[_Neighbour]:
    """Read neighbours of which every field is a list of one object with `data`."""
    for answer in _rows(_member(tree, _NEIGHBOURS)):
        for row in _rows(_member(answer, _NEIGHBOUR)):
            fields = {name: _text(_rows(value)[0], "data") for name, value in _pairs(row) if _rows(value)}
            local = fields.get("lldp-local-port-id") or fields.get("lldp-local-interface", "")
            mark = ("data", local) if local else (_NEIGHBOUR, "")
            yield replace(_of_fields(fields), mark=mark)


def _of_fields(fields: Mapping[str, str]) -> _Neighbour:
    """Return a neighbour by the names of its fields; the local port may be named with its unit."""
    local = fields.get("lldp-local-port-id") or fields.get("lldp-local-interface", "")
    return _Neighbour(
        local.removesuffix(".0"),
        fields.get("lldp-remote-system-name", ""),
        fields.get("lldp-remote-port-id", "").removesuffix(".0"),
        fields.get("lldp-remote-port-description", ""),
        ("", ""),
    )


def _of_neighbor_list(answer: object) -> Iterator[_Neighbour]:
    for row in answer if isinstance(answer, list) else []:
        local = _text(row, "port")
        yield _Neighbour(local, _text(row, "neighborDevice"), _text(row, "neighborPort"), "", ("port", local))
    for local, detail in _pairs(answer):
        for info in _rows(_member(detail, "lldpNeighborInfo")):
            port = _member(info, "neighborInterfaceInfo")
            identity = _text(port, "interfaceId_v2", "interfaceId").strip('"')
            described = _text(port, "interfaceDescription")
            yield _Neighbour(local, _text(info, "systemName"), identity, described, (local, ""))


def _of_neighbor_tables(tree: object) -> Iterator[_Neighbour]:
    for kind in ("nbor_detail", "nbor"):
        for row in _rows(_member(_member(tree, f"TABLE_{kind}"), f"ROW_{kind}")):
            local = _text(row, "l_port_id")
            system = _text(row, "sys_name") or _text(row, "chassis_id")
            yield _Neighbour(local, system, _text(row, "port_id"), _text(row, "port_desc"), ("l_port_id", local))


def _of_interface_tree(interface: object) -> Iterator[_Neighbour]:
    local = _text(interface, "name")
    for row in _rows(_member(interface, "neighbor")):
        described = _text(row, "port-description")
        yield _Neighbour(local, _text(row, "system-name"), _text(row, "port-id"), described, ("name", local))


def _of_lldpd(interfaces: object) -> Iterator[_Neighbour]:
    """Read lldpd's two JSON forms: names as keys (`json`), and everything as lists (`json0`)."""
    if _text(interfaces, "name"):
        local, mark = _text(interfaces, "name"), ("name", _text(interfaces, "name"))
        for chassis in _rows(_member(interfaces, "chassis")):
            for port in _rows(_member(interfaces, "port")):
                yield _Neighbour(local, _json0(chassis, "name"), _json0(port, "id"), _json0(port, "descr"), mark)
        return
    for local, entry in _pairs(interfaces):
        for port in _rows(_member(entry, "port")):
            identity = _text(_member(port, "id"), "value")
            for system, _ in _pairs(_member(entry, "chassis")):
                known = "" if system == "id" else system
                yield _Neighbour(local, known, identity, _text(port, "descr"), (local, ""))
                break


def _json0(node: object, name: str) -> str:
    rows = _rows(_member(node, name))
    return _text(rows[0], "value") if rows else ""


def _of_napalm(tree: object) -> Iterator[_Neighbour]:
    for local, rows in _pairs(tree):
        for row in rows if isinstance(rows, list) else []:
            system = _text(row, "hostname", "remote_system_name")
            port = _text(row, "port", "remote_port")
            if system or port:
                described = _text(row, "remote_port_description")
                yield _Neighbour(local, system, port, described, (local, ""))
