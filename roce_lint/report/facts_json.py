"""The vendor-neutral model as JSON, with the place of every fact."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum

from roce_lint.errors import ConfigError, Problem
from roce_lint.fabric.domain import Domain, roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.model.device import Device, Port, PortRef
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.nic import Nic
from roce_lint.model.port import PORT_FIELDS
from roce_lint.model.qos import PortQos
from roce_lint.model.routing import BgpProcess, PeerSettings, Routing
from roce_lint.report.infiniband_facts import infiniband_json
from roce_lint.report.printable import printable
from roce_lint.text.json_value import Json
from roce_lint.values import field_names, is_dataclass

SCHEMA = 1


def facts_json(fabric: Fabric) -> str:
    """Return what was understood, sorted and ready to print.

    Ports that share one QoS name it by its key in their device's `qos` table, because a table of 64 code points at
    every port would hide what differs. Sessions that share their settings name them in `routing.peer_settings`.
    """
    domain = roce_domain(fabric)
    document: dict[str, Json] = {
        "schema": SCHEMA,
        "design": _json(fabric.design),
        "devices": [_device(device, domain) for device in fabric.devices],
        "links": [_json(link) for link in fabric.links],
        "contradictions": [_json(contradiction) for contradiction in fabric.contradictions],
        "infiniband": infiniband_json(fabric.infiniband),
        "unread": [_json(line) for line in fabric.unread],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def host_vars(fabric: Fabric) -> dict[str, str]:
    """Return path and text of one file for each device, as Ansible looks for variables of hosts: below `roce_lint`.

    Raises ConfigError for a device whose name cannot be that of a folder.
    """
    domain = roce_domain(fabric)
    unfit = [one for one in fabric.devices if one.name in ("", ".", "..") or set(one.name) & set("/\\\0")]
    if unfit:
        raise ConfigError(
            *(
                Problem(one.source.file, 0, 0, f"the host name {printable(one.name)!r} cannot be the name of a folder")
                for one in unfit
            )
        )
    return {
        f"{device.name}/roce_lint.json": json.dumps(
            {"roce_lint": _device(device, domain)}, indent=1, ensure_ascii=False
        )
        + "\n"
        for device in fabric.devices
    }


def _device(device: Device, domain: Domain) -> Json:
    keys: dict[int, str] = {}
    table: dict[str, Json] = {}
    ports: list[Json] = []
    for port in device.ports:
        key = keys.get(id(port.qos))
        if key is None:
            key = keys[id(port.qos)] = f"q{len(keys) + 1}"
            table[key] = _json(port.qos)
        ports.append(_port(port, key, domain[PortRef(device.name, port.name)]))
    parts = _fields(device)
    parts["ports"] = ports
    parts["qos"] = table
    parts["routing"] = _routing(device.routing)
    return parts


def _routing(routing: Routing) -> Json:
    """Return routing facts; sessions that share their settings name them by key in `peer_settings`."""
    keys: dict[int, str] = {}
    table: dict[str, Json] = {}

    def key_of(settings: PeerSettings) -> str:
        if id(settings) not in keys:
            keys[id(settings)] = f"p{len(keys) + 1}"
            table[keys[id(settings)]] = _json(settings)
        return keys[id(settings)]

    def process(one: BgpProcess) -> Json:
        parts = {name: _json(getattr(one, name)) for name in field_names(one.__class__) if name not in peers}
        for name in peers:
            parts[name] = [
                {
                    **{name: _json(getattr(peer, name)) for name in field_names(peer.__class__) if name != "settings"},
                    "settings": key_of(peer.settings),
                }
                for peer in getattr(one, name)
            ]
        return parts

    peers = ("neighbors", "listen_ranges")
    bgp: list[Json] = [process(one) for one in routing.bgp]
    parts = {name: _json(getattr(routing, name)) for name in field_names(routing.__class__) if name != "bgp"}
    return {"bgp": bgp, "peer_settings": table, **parts}


def _port(port: Port, key: str, inside: Fact[bool]) -> Json:
    parts = _fields(port)
    parts["in_roce_domain"] = _json(inside)
    parts["qos"] = key
    return parts


def _fields(entity: Device | Port) -> dict[str, Json]:
    """Return the fields of an entity, except those that are printed in another form."""
    left_out = ("ports", "qos", "routing")
    names = PORT_FIELDS if isinstance(entity, Port) else field_names(entity.__class__)
    return {name: _json(getattr(entity, name)) for name in names if name not in left_out}


def _json(value: object) -> Json:
    match value:
        case Stated(inner, source):
            return {"value": _json(inner), "known": "stated", **_place(source)}
        case Default(inner, source, because):
            return {"value": _json(inner), "known": "default", "because": because, **_place(source)}
        case Unknown(because, source):
            return {"known": "unknown", "because": because, **_place(source)}
        case Source():
            return _place(value)
        case Enum():
            return str(value.value)
        case bool() | int() | float() | str():
            return value
        case frozenset():
            return [_json(item) for item in sorted(value, key=_order)]
        case tuple() | list():
            return [_json(item) for item in value]
        case Mapping():
            return {str(key): _json(item) for key, item in value.items()}
        case PortQos() | object() if is_dataclass(value.__class__):
            # The key `os` of a host stands for the driver of its NICs in this schema.
            left_out = ("driver",) if isinstance(value, Nic) else ()
            return {name: _json(getattr(value, name)) for name in field_names(value.__class__) if name not in left_out}
        case _:
            return str(value)


def _order(item: object) -> tuple[int, str]:
    """Return the place of a member of a set: numbers by value, then all else by its text."""
    if isinstance(item, Enum):
        return 0, str(item.value)
    return (item, "") if isinstance(item, int) else (0, str(item))


def _place(source: Source) -> dict[str, Json]:
    if not source.file:
        return {}
    return {"path": source.file, "line": source.line, "end_line": source.end_line}
