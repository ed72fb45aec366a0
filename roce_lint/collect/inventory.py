"""The inventory: which devices there are, of which system, and where; never a secret.

Two forms are read: our own (`devices:`), and an inventory of Ansible in YAML or JSON (`all:`), such as
`roce-lint export --format ansible` prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.errors import Problem, UsageError
from roce_lint.os.registry import HOST, collection_of, switch_names
from roce_lint.suggest import did_you_mean
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.yaml_format import Aliases, YamlFormat
from roce_lint.text.yaml_parser import parse_yaml
from roce_lint.text.yaml_tree import (
    YamlEntry,
    YamlList,
    YamlMapping,
    YamlNode,
    YamlPosition,
    YamlScalar,
    entries_of,
    node_at,
)
from roce_lint.values import dataclass

LARGEST_FILE_BYTES = 16 * 1024 * 1024
HOST_SYSTEM = "host"
"""What a server is called in an inventory, whatever adapters it has."""
SSH_PORT = 22
NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]{0,199}"
ADDRESS_PATTERN = "[A-Za-z0-9:][A-Za-z0-9.:%_-]{0,252}"
USER_PATTERN = "[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,99}"
PORT_PATTERN = "[1-9][0-9]{0,4}"
DEVICE_KEYS = ("system", "address", "port", "user", "without")
DEFAULT_KEYS = ("system", "port", "user", "without")
_NAME = lazy_pattern(NAME_PATTERN)
_SCALARS = {
    "address": lazy_pattern(ADDRESS_PATTERN),
    "port": lazy_pattern(PORT_PATTERN),
    "user": lazy_pattern(USER_PATTERN),
}
_MEANINGS = {
    "address": "a host name or an IP address, without a user and a port",
    "port": "a number from 1 to 65535",
    "user": "the name of an account",
}
_SECRET = lazy_pattern(
    r".*(?:passw|passphrase|passwd|secret|token|credential|private_?key|become_pass|ssh_pass|_pass\b|\bpass\b).*"
)
_ANSIBLE_KEYS = {
    "ansible_host": "address",
    "ansible_port": "port",
    "ansible_user": "user",
    "system": "system",
    "roce_lint_without": "without",
}
_YAML = YamlFormat(LARGEST_FILE_BYTES, 32, 500_000, Aliases.PLACED_HERE)


@dataclass(frozen=True, slots=True)
class CollectedDevice:
    """One device: `system` as it is registered; `user` is empty where the inventory names none; `line` is its own.

    `without`: files of its system that it does not have, by the last part of their paths.
    """

    name: str
    system: str
    address: str
    port: int
    user: str
    without: frozenset[str]
    line: int


def inventory_systems() -> tuple[str, ...]:
    """Return what `system` may be."""
    return (*switch_names(), HOST_SYSTEM)


def parse_inventory(text: str, path: str) -> tuple[CollectedDevice, ...]:
    """Return the devices of an inventory, by name. Raises UsageError with every fault and its place."""
    parsed = parse_yaml(text, path, _YAML)
    if parsed.problems:
        raise UsageError(*parsed.problems)
    top = parsed.documents[0] if parsed.documents else None
    reader = _Reader(path)
    for key in _keys(top):
        if _SECRET.fullmatch(key.text.lower()):
            reader.refuse(
                key.place,
                f"{key.text!r} is a secret, which an inventory must not hold; delete it, and use an SSH key or agent,"
                " or the environment variable ROCE_LINT_SSH_PASSWORD",
            )
    found = list(reader.ansible(top) if node_at(top, "all") is not None else reader.own(top))
    seen: dict[str, CollectedDevice] = {}
    for device in found:
        # Some file systems do not distinguish capitals.
        before = seen.setdefault(device.name.lower(), device)
        if before is not device:
            same = f"{before.name!r} of line {before.line}"
            reader.refuse(YamlPosition(device.line, 0), f"{device.name!r} is {same} to some file systems; rename it")
    if not found and not reader.problems:
        reader.refuse(YamlPosition(1, 0), "no device is named; write devices: with a name, its system and its address")
    if reader.problems:
        raise UsageError(*sorted(reader.problems, key=lambda one: (one.line, one.column, one.message)))
    return tuple(sorted(found, key=lambda device: device.name))


def _keys(node: YamlNode | None) -> Iterator[YamlScalar]:
    """Yield every key of a document, at any depth."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, YamlMapping):
            yield from (entry.key for entry in found.entries)
            waiting += [entry.value for entry in found.entries]
        elif isinstance(found, YamlList):
            waiting += found.values


class _Reader:
    """Reads both forms; what is wrong is added to `problems`."""

    def __init__(self, path: str) -> None:
        self.problems: list[Problem] = []
        self._path = path

    def refuse(self, place: YamlPosition, message: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(self._path, place.line, place.column, message))

    def own(self, top: YamlNode | None) -> Iterator[CollectedDevice]:
        """Yield the devices of our own form."""
        place = top.place if top is not None else YamlPosition(1, 0)
        if not isinstance(top, YamlMapping):
            self.refuse(place, "an inventory is a mapping with the keys defaults and devices")
            return
        for entry in top.entries:
            if entry.key.text not in ("defaults", "devices"):
                hint = did_you_mean(entry.key.text, ("defaults", "devices"))
                self.refuse(entry.key.place, f"an inventory has no key {entry.key.text!r}{hint}")
        defaults = self._known(node_at(top, "defaults"), DEFAULT_KEYS, "defaults")
        devices = node_at(top, "devices")
        if devices is None or not isinstance(devices, YamlMapping):
            self.refuse((devices or top).place, "devices is a mapping of names, each with its system and its address")
            return
        for entry in devices.entries:
            given = self._known(entry.value, DEVICE_KEYS, "a device")
            yield from self._device(entry.key, {**defaults, **given})

    def _known(self, node: YamlNode | None, keys: tuple[str, ...], what: str) -> dict[str, YamlNode]:
        if isinstance(node, YamlScalar) and not node.text:
            return {}
        if node is not None and not isinstance(node, YamlMapping):
            self.refuse(node.place, f"{what} is a mapping with the keys {', '.join(keys)}")
        for entry in entries_of(node):
            if entry.key.text not in keys and not _SECRET.fullmatch(entry.key.text.lower()):
                hint = did_you_mean(entry.key.text, keys)
                self.refuse(entry.key.place, f"{what} has no key {entry.key.text!r}{hint}")
        return {entry.key.text: entry.value for entry in entries_of(node) if entry.key.text in keys}

    def ansible(self, top: YamlNode | None) -> Iterator[CollectedDevice]:
        """Yield the devices of an inventory of Ansible: variables of a host go before those of its groups.

        A host without `system` belongs to the group called as one. Variables of other meaning are passed over.
        """
        names: dict[str, YamlScalar] = {}
        given: dict[str, dict[str, YamlNode]] = {}
        of_groups: dict[str, dict[str, YamlNode]] = {}
        for group, inherited, hosts in self._groups("all", node_at(top, "all"), {}):
            for host in hosts:
                name = host.key.text
                names.setdefault(name, host.key)
                given.setdefault(name, {}).update(self._variables(host.value))
                of_groups.setdefault(name, {}).update(inherited)
                if group in inventory_systems():
                    of_groups[name].setdefault("system", YamlScalar(group, host.key.place))
        for name, key in names.items():
            yield from self._device(key, {**of_groups[name], **given[name]})

    def _groups(
        self, name: str, group: YamlNode | None, above: Mapping[str, YamlNode]
    ) -> Iterator[tuple[str, Mapping[str, YamlNode], tuple[YamlEntry, ...]]]:
        """Yield each group with the variables that hold in it, and its hosts."""
        variables = {**above, **self._variables(node_at(group, "vars"))}
        yield name, variables, entries_of(node_at(group, "hosts"))
        for child in entries_of(node_at(group, "children")):
            yield from self._groups(child.key.text, child.value, variables)

    def _variables(self, node: YamlNode | None) -> dict[str, YamlNode]:
        found = {entry.key.text: entry.value for entry in entries_of(node)}
        return {ours: found[theirs] for theirs, ours in _ANSIBLE_KEYS.items() if theirs in found}

    def _device(self, name: YamlScalar, given: Mapping[str, YamlNode]) -> Iterator[CollectedDevice]:
        """Yield a device, unless something is wrong with it."""
        before = len(self.problems)
        if not _NAME.fullmatch(name.text):
            text = "names files; write letters, digits, dots, underscores and dashes, a letter or digit first"
            self.refuse(name.place, f"{name.text!r} {text}")
        system = self._system(name, given.get("system"))
        values = {key: self._scalar(key, given[key]) for key in _SCALARS if key in given}
        port = int(values.get("port") or SSH_PORT)
        if port > 65535:
            self.refuse(given["port"].place, f"port is {port}; it must be {_MEANINGS['port']}")
        without = self._without(given.get("without"), system)
        if len(self.problems) == before:
            address = values.get("address") or name.text
            yield CollectedDevice(name.text, system, address, port, values.get("user", ""), without, name.place.line)

    def _system(self, name: YamlScalar, node: YamlNode | None) -> str:
        known = inventory_systems()
        if node is None:
            self.refuse(name.place, f"{name.text} has no system; write one of {', '.join(known)}")
            return ""
        written = node.text if isinstance(node, YamlScalar) else ""
        if written not in known:
            self.refuse(
                node.place, f"system is {written!r}; it must be one of {', '.join(known)}{did_you_mean(written, known)}"
            )
            return ""
        return HOST if written == HOST_SYSTEM else written

    def _scalar(self, key: str, node: YamlNode) -> str:
        if isinstance(node, YamlScalar) and _SCALARS[key].fullmatch(node.text):
            return node.text
        shown = f"{key} is {node.text!r}; it" if isinstance(node, YamlScalar) and "@" not in node.text else key
        self.refuse(node.place, f"{shown} must be {_MEANINGS[key]}")
        return ""

    def _without(self, node: YamlNode | None, system: str) -> frozenset[str]:
        if node is None or not system:
            return frozenset()
        known = [file_name(file.path) for file in collection_of(system).files][1:]
        items = node.values if isinstance(node, YamlList) else ()
        wrong = [item for item in items if not isinstance(item, YamlScalar) or item.text not in known]
        if not isinstance(node, YamlList) or wrong:
            may = (
                f"it may list {', '.join(known)}" if known else "a device of this system has one file, which is needed"
            )
            self.refuse((wrong[0] if wrong else node).place, f"without lists files that a device does not have; {may}")
        return frozenset(item.text for item in items if isinstance(item, YamlScalar))


def file_name(path: str) -> str:
    """Return the last part of the path of a file."""
    return path.rpartition("/")[2]


def inventory_schema() -> dict[str, object]:
    """Return the JSON schema (draft 2020-12) of our own form."""
    kinds: dict[str, object] = {
        "system": {"enum": list(inventory_systems())},
        "address": {"type": "string", "pattern": f"^{ADDRESS_PATTERN}$"},
        "port": {"type": "integer", "minimum": 1, "maximum": 65535},
        "user": {"type": "string", "pattern": f"^{USER_PATTERN}$"},
        "without": {"type": "array", "items": {"type": "string"}},
    }

    def mapping(keys: tuple[str, ...]) -> dict[str, object]:
        return {"type": "object", "properties": {key: kinds[key] for key in keys}, "additionalProperties": False}

    devices = {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": f"^{NAME_PATTERN}$"},
        "additionalProperties": mapping(DEVICE_KEYS),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "roce-lint inventory",
        "type": "object",
        "properties": {"defaults": mapping(DEFAULT_KEYS), "devices": devices},
        "required": ["devices"],
        "additionalProperties": False,
    }
