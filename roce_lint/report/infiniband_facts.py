"""What was understood of InfiniBand, as text and as values for JSON; GUIDs and keys are printed as tools print them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum

from roce_lint.infiniband.documents import InfinibandFacts
from roce_lint.infiniband.ib_fabric import IbFabric, NodeKind, shown_guid
from roce_lint.infiniband.ib_records import IbRecords
from roce_lint.infiniband.managed import ManagedPartitions, SwitchManager, UfmSettings
from roce_lint.infiniband.partition import Partition, PartitionConfiguration
from roce_lint.infiniband.sm_options import OptionLine, OptionRemark, SmFlags, SmOptions
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.report.printable import printable
from roce_lint.text.json_value import Json
from roce_lint.values import field_names, is_dataclass, replace

_GUIDS = frozenset({"guid", "guids", "port_guid", "system_guid", "node", "switch", "source_node", "subnet_prefix"})
_KEYS = frozenset({"key", "pkey", "pkeys"})
_SECRETS = frozenset({"m_key", "sm_key", "sa_key"})
_LEFT_OUT = frozenset({"octets"})
"""The file itself: it holds the keys."""
_HIDDEN = "not shown"
_NAMES: dict[type, str] = {
    IbFabric: "subnet",
    PartitionConfiguration: "partitions",
    SmOptions: "subnet manager options",
    ManagedPartitions: "managed partitions",
    SwitchManager: "subnet manager on a switch",
    UfmSettings: "UFM settings",
    IbRecords: "list of GUIDs",
    SmFlags: "flags of the subnet manager",
}


def infiniband_json(facts: Sequence[InfinibandFacts]) -> list[Json]:
    """Return every fact as a JSON object with its `kind`; keys that protect the subnet are not shown."""
    found: list[Json] = []
    for one in facts:
        parts = _json(one.guid_list if isinstance(one, IbRecords) else one, "")
        found.append({"kind": _NAMES[type(one)], **(parts if isinstance(parts, dict) else {})})
    return found


def _json(value: object, name: str) -> Json:
    match value:
        case Stated(inner, source):
            return {"value": _json(inner, name), "known": "stated", **_place(source)}
        case Default(inner, source, because):
            return {"value": _json(inner, name), "known": "default", "because": because, **_place(source)}
        case Unknown(because, source):
            return {"known": "unknown", "because": because, **_place(source)}
        case Source():
            return _place(value)
        case Enum():
            return str(value.value)
        case bool() | float() | str():
            return value
        case None:
            return ""
        case int():
            return _number(value, name)
        case bytes():
            return list(value)
        case frozenset():
            return [_json(item, name) for item in sorted(value)]
        case tuple() | list():
            return [_json(item, name) for item in value]
    if isinstance(value, OptionLine | OptionRemark) and value.name in _SECRETS:
        value = replace(value, value=_HIDDEN)
    if is_dataclass(value.__class__):
        names = [name for name in field_names(value.__class__) if name not in _LEFT_OUT]
        return {name: _json(getattr(value, name), name) for name in names}
    raise TypeError(f"a fact of {type(value).__name__} has no JSON form")


def _number(value: int, name: str) -> Json:
    if name in _SECRETS:
        return _HIDDEN if value else 0
    if name in _GUIDS:
        return shown_guid(value)
    return f"0x{value:04x}" if name in _KEYS else value


def _place(source: Source) -> dict[str, Json]:
    if not source.file:
        return {}
    return {"path": source.file, "line": source.line, "end_line": source.end_line}


def infiniband_text(facts: Sequence[InfinibandFacts]) -> Iterator[str]:
    """Yield a block of lines for each subnet, partition file and set of options."""
    for one in facts:
        match one:
            case IbFabric():
                yield from _subnet(one)
            case PartitionConfiguration():
                yield from _partitions(one)
            case SmOptions():
                yield from _options(one)
            case ManagedPartitions():
                yield from _managed(one)
            case SwitchManager():
                state = f"enabled {_show(one.enabled)}, priority {_show(one.priority)}"
                yield f"subnet manager on switch {printable(one.device)}: {state}"
            case UfmSettings():
                yield f"UFM {one.source.file}: default membership {_show(one.default_membership)}"
            case IbRecords():
                count = len(one.guid_list.guids) if one.guid_list else 0
                yield f"list of GUIDs {one.source.file}: {count}"


def _subnet(fabric: IbFabric) -> Iterator[str]:
    kinds = Counter(node.kind for node in fabric.nodes)
    counts = ", ".join(f"{kinds[kind]} {kind.value}s" for kind in NodeKind).replace("switchs", "switches")
    yield f"InfiniBand subnet of {len(fabric.files)} files: {counts}, {len(fabric.links)} cables"
    yield f"  subnet prefix {_hexadecimal(fabric.subnet_prefix)}, {len(fabric.forwarding)} forwarding tables"
    names = {port.guid: node.label for node, port in fabric.end_ports()}
    for manager in fabric.managers:
        name = names.get(manager.guid, shown_guid(manager.guid))
        yield f"  subnet manager {printable(name)}: {_show(manager.state)}, priority {_show(manager.priority)}"
    for node, port in fabric.end_ports():
        if not isinstance(port.pkeys, Unknown):
            keys = " ".join(f"0x{key:04x}" for key in port.pkeys.value)
            yield f"  running P_Keys of {printable(node.label)} {shown_guid(port.guid)}: {keys}"


def _partitions(configuration: PartitionConfiguration) -> Iterator[str]:
    word = "refused by OpenSM" if configuration.is_refused else "accepted"
    yield f"partitions {configuration.source.file}: {word}"
    for partition in configuration.partitions:
        yield f"  0x{partition.key:04x} {printable(partition.name)}: {_entries(partition)}"


def _entries(partition: Partition) -> str:
    members = [member for definition in partition.definitions for member in definition.members]
    groups = [member for member in members if not member.port_guid]
    words = [f"{member.who.value}={member.membership.value}" for member in groups]
    counts = Counter(member.membership.value for member in members if member.port_guid)
    return ", ".join([*words, *(f"{counts[word]} ports {word}" for word in sorted(counts))]) or "no entry"


def _options(options: SmOptions) -> Iterator[str]:
    engines = _show(options.routing_engine)
    yield f"subnet manager options {options.source.file}: priority {_show(options.sm_priority)}, routing {engines}"
    both = _show(options.allow_both_pkeys)
    yield f"  enforcement {_show(options.part_enforce)}, qos {_show(options.qos)}, both {both}"


def _managed(group: ManagedPartitions) -> Iterator[str]:
    yield f"partitions of {group.authority.value} {printable(group.device)} ({group.source.file})"
    for one in group.partitions:
        yield f"  {_hexadecimal(one.key)} {printable(one.name)}: {len(one.members)} members"


def _show(fact: Fact[object]) -> str:
    """Return a fact's value, in brackets where it is a default, a question mark where it is unknown."""
    if isinstance(fact, Unknown):
        return "?"
    value = fact.value
    if isinstance(value, Enum):
        text = str(value.value)
    elif isinstance(value, tuple):
        text = ", ".join(value) or "minhop"
    else:
        text = str(value).lower()
    return f"[{text}]" if isinstance(fact, Default) else text


def _hexadecimal(fact: Fact[int]) -> str:
    return "?" if isinstance(fact, Unknown) else f"0x{fact.value:04x}"
