"""A fleet of SR Linux alone, as `info flat` prints it, most of it long packet filters; the same bytes every time.

Each switch has filters of its own with hundreds of entries, bound to its ports, before everything else; entries differ
from switch to switch in addresses, protocols, port ranges and in which of their leaves are set.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import yaml
from fleet import LINES, FleetFile, fabric_intent, fabric_sizes, rendered_switches, with_planted_faults

FILTERS = ("FABRIC-IN", "HOSTS-IN", "STORAGE-IN", "TENANTS-IN")
_PLATFORMS = {"leaf": "7220 IXR-D5", "spine": "7220 IXR-H4", "super": "7220 IXR-H4"}
_SERVICES = (22, 53, 123, 161, 179, 443, 514, 636, 830, 1812, 2049, 4420, 5000, 6443, 8443, 9100, 57400)


def filter_files(switches: int) -> Iterator[FleetFile]:
    """Yield every configuration of the fleet with the fault that it has."""
    intents = (_intent(fabric, pods) for fabric, pods in enumerate(fabric_sizes(switches)))
    written = ((path, _with_filters(path, text), system) for path, text, system in rendered_switches(intents))
    yield from with_planted_faults(written)


def _intent(number: int, pods: int) -> str:
    intent = yaml.safe_load(fabric_intent(number, pods))
    intent.pop("devices")
    for tier, key in (("leaf", "leaves"), ("spine", "spines"), ("super", "super_spines")):
        intent["topology"][key]["platform"] = _PLATFORMS[tier]
    return yaml.safe_dump(intent, sort_keys=False)


def _with_filters(path: str, text: str) -> str:
    """Return a configuration with filters, in the order in which a device prints its containers."""
    chance = random.Random(path)
    comment, *lines = text.splitlines()
    ports = re.findall(r"^set / interface (ethernet-\S+) subinterface 0 admin-state", text, re.MULTILINE)
    bindings = [line for number, port in enumerate(ports) for line in _bound(port, FILTERS[number % len(FILTERS)])]
    entries = LINES - len(lines) - len(bindings)
    each = max(60, entries // len(FILTERS))
    filters = [line for name in FILTERS for line in _filter(name, each, chance)]
    ordered = sorted([*filters, *bindings, *lines], key=lambda line: line.split()[2])
    return "\n".join([comment, *ordered]) + "\n"


def _bound(port: str, name: str) -> Iterator[str]:
    binding = f"set / acl interface {port}.0"
    yield f"{binding} input acl-filter {name} type ipv4"
    yield f"{binding} interface-ref interface {port}"
    yield f"{binding} interface-ref subinterface 0"


def _filter(name: str, lines: int, chance: random.Random) -> list[str]:
    """Return the lines of one filter, about so many."""
    own = f"set / acl acl-filter {name} type ipv4"
    found = [
        f'{own} description "{name.lower()}, change {chance.randrange(10**6):06}"',
        f"{own} statistics-per-entry true",
    ]
    roce = (
        "match ipv4 protocol udp",
        "match transport destination-port operator eq",
        "match transport destination-port value 4791",
    )
    number = 10
    found += [f"{own} entry {number} {leaf}" for leaf in (*roce, "action accept")]
    while len(found) < lines - 1:
        number += 10
        found += [f"{own} entry {number} {leaf}" for leaf in _entry(chance)]
    return [*found, f"{own} entry 65000 action drop"]


def _entry(chance: random.Random) -> Iterator[str]:
    """Yield the leaves of one entry."""
    protocol = chance.choice(("tcp", "tcp", "udp", "icmp"))
    if chance.random() < 0.3:
        yield f'description "ticket {chance.randrange(10**5):05}"'
    yield f"match ipv4 protocol {protocol}"
    if chance.random() < 0.6:
        yield f"match ipv4 destination-ip prefix {_prefix(chance)}"
    yield f"match ipv4 source-ip prefix {_prefix(chance)}"
    if protocol != "icmp":
        if chance.random() < 0.3:
            first = 1024 + chance.randrange(50000)
            yield f"match transport destination-port range start {first}"
            yield f"match transport destination-port range end {first + 1 + chance.randrange(500)}"
        else:
            yield "match transport destination-port operator eq"
            yield f"match transport destination-port value {chance.choice(_SERVICES)}"
    yield f"action {chance.choice(('accept', 'accept', 'drop'))}"


def _prefix(chance: random.Random) -> str:
    length = chance.choice((32, 32, 24))
    last = chance.randrange(1, 255) if length == 32 else 0
    return f"10.{chance.randrange(128)}.{chance.randrange(256)}.{last}/{length}"
