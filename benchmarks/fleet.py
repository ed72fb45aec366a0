"""A fleet of switches of three vendors whose ports look alike, and what all fleets share; the same bytes every time.

Each fabric is a three-tier Clos of pods rendered from an intent, clean at every severity. Every configuration is then
filled up to about 3,000 lines with what real ones are full of and no rule looks at: VLANs, access lists, prefix lists,
descriptions, log hosts. One switch in fifty gets one fault; `planted.csv` lists them. A third of the SR Linux switches
are JSON, the others flat `set` lines. From 1,000 switches on there are several fabrics, each with its own addresses.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.os.registry import system_names
from roce_lint.render.environment import make_environment
from roce_lint.render.files import RenderedFile, write_files
from roce_lint.render.switch import render_switch

LINES = 3000
SWITCHES_PER_POD = 16
LARGEST_FABRIC_PODS = 62
"""A super-spine has a port for one spine of every pod, and 64 ports."""
SUPER_SPINES = 8
FAULTY_EVERY = 50
_LEAVES = ("7060DX4-32", "N9K-C9332D-GX2B", "7220 IXR-D5")
_SPINES = ("7060DX5-64S", "N9K-C9364D-GX2A", "7220 IXR-H4")


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the first line that holds `old` gets `new` instead."""

    name: str
    os: str
    old: str
    new: str


FAULTS = (
    Fault("kmin-above-kmax", "eos", "minimum-threshold 400 kbytes", "minimum-threshold 4000 kbytes"),
    Fault("kmin-above-kmax", "nxos", "minimum-threshold 400 kbytes", "minimum-threshold 4000 kbytes"),
    Fault("kmin-above-kmax", "srlinux", "min-threshold 400000", "min-threshold 4000000"),
    Fault("small-mtu", "eos", "   mtu 9000", "   mtu 1500"),
    Fault("pfc-off-on-port", "nxos", "  priority-flow-control mode on", "  priority-flow-control mode off"),
    Fault("wrong-dscp", "srlinux", "roce-dscp dscp 26 ", "roce-dscp dscp 27 "),
    Fault(
        "no-watchdog", "eos", "   priority-flow-control pause watchdog", "   no priority-flow-control pause watchdog"
    ),
    Fault("no-marking", "nxos", "  match dscp 26", "  match dscp 27"),
    Fault("wrong-pause-priority", "srlinux", "pfc-3 pfc-pause-frame-priority 3", "pfc-3 pfc-pause-frame-priority 4"),
)


def fabric_intent(number: int, pods: int, hosts: bool = True) -> str:
    """Return the intent of one fabric; `number` sets its names and addresses apart from those of the others."""
    devices: dict[str, object] = {}
    for pod in range(1, pods + 1):
        for tier, size, models in (("leaf", 12, _LEAVES), ("spine", 4, _SPINES)):
            for n in range((pod - 1) * size + 1, pod * size + 1):
                devices[f"f{number}p{pod}-{tier}-{n}"] = {"platform": models[n % 3]}
    leaves = {"count": 12, "platform": _LEAVES[0], "name": f"f{number}p{{pod}}-leaf-{{n}}", "uplinks_per_spine": 2}
    spines = {"count": 4, "platform": _SPINES[0], "name": f"f{number}p{{pod}}-spine-{{n}}"}
    supers = {"count": SUPER_SPINES, "planes": 4, "platform": "N9K-C9364D-GX2A", "name": f"f{number}super-{{n}}"}
    nics = {"nics": 8, "nic_platform": "ConnectX-7", "nic_speed": "100G", "name": f"f{number}gpu-{{n}}"}
    return yaml.safe_dump(
        {
            "schema": 1,
            "name": f"fleet-{number}",
            "topology": {
                "kind": "three-tier",
                "pods": pods,
                "leaves": leaves,
                "spines": spines,
                "super_spines": supers,
                "cables": {"host": "3 m", "fabric": "30 m", "super_spine": "250 m"},
            },
            "devices": devices,
            "hosts": [{"count": pods * 12 * (8 if hosts else 1), **nics}],
            "addressing": {
                "loopbacks": f"10.255.{16 * number}.0/20",
                "fabric": f"10.{224 + number}.0.0/16",
                "hosts": f"10.{4 * number}.0.0/14",
            },
        },
        sort_keys=False,
    )


def fabric_sizes(switches: int) -> tuple[int, ...]:
    """Return the pods of each fabric, so that all have at least `switches` switches together, or nearly."""
    sizes = []
    while switches > SUPER_SPINES:
        pods = min(LARGEST_FABRIC_PODS, max(1, (switches - SUPER_SPINES) // SWITCHES_PER_POD))
        sizes.append(pods)
        switches -= pods * SWITCHES_PER_POD + SUPER_SPINES
    return tuple(sizes)


def _filler(os: str) -> Iterator[str]:
    """Yield blocks that real configurations are full of, without end."""
    n = 0
    while True:
        n += 1
        octets = f"192.0.{n // 256 % 256}.{n % 256}"
        match os:
            case "eos":
                yield f"!\nvlan {100 + n}\n   name TENANT-{n}\n!\nip access-list ACL-{n}"
                yield "\n".join(f"   {10 * k} permit tcp host {octets} any eq {1000 + k}" for k in range(1, 13))
                yield f"!\nip prefix-list PL-{n}\n   seq 10 permit 198.51.{n % 256}.0/24\n!\nlogging host {octets} 514"
                yield f"!\nip community-list CL-{n} permit 65000:{n}\n!\nip route 203.0.{n % 256}.0/24 Null0"
            case "nxos":
                yield f"vlan {100 + n}\n  name TENANT-{n}\n\nip access-list ACL-{n}"
                yield "\n".join(f"  {10 * k} permit tcp {octets}/32 any eq {1000 + k} " for k in range(1, 13))
                yield f"ip prefix-list PL-{n} seq 10 permit 198.51.{n % 256}.0/24\nlogging server {octets} 5"
                yield f"ip community-list standard CL-{n} seq 10 permit 65000:{n}"
            case _:
                acl = f"set / acl acl-filter ACL-{n} type ipv4 entry"
                for k in range(1, 13):
                    yield f"{acl} {10 * k} match ipv4 source-ip prefix {octets}/32\n{acl} {10 * k} action accept"
                    yield f"{acl} {10 * k} match transport destination-port value {1000 + k}"
                yield f"set / routing-policy prefix-set PS-{n} prefix 198.51.{n % 256}.0/24 mask-length-range exact"
                yield f"set / system logging remote-server {octets} transport udp"


def filled(text: str, os: str) -> str:
    """Return the configuration with fillers up to LINES lines; JSON stays as it is, being longer by itself."""
    if text.startswith("{"):
        return text
    body = text.removesuffix("end\n")
    missing = LINES - text.count("\n")
    parts = []
    for block in _filler(os):
        if missing <= 0:
            break
        parts.append(block + "\n")
        missing -= block.count("\n") + 1
    return body + "".join(parts) + text[len(body) :]


@dataclass(frozen=True, slots=True)
class FleetFile:
    """A configuration of a fleet, and the fault that was planted in it."""

    path: str
    text: str
    fault: Fault | None


def rendered_switches(intents: Iterable[str], json_every: int = 0) -> Iterator[tuple[str, str, str]]:
    """Yield path, text and system of every switch; every so manieth switch, if it is of SR Linux, is in JSON."""
    environment = make_environment(None)
    number = 0
    for intent in intents:
        for view in make_views(parse_intent(intent, "fleet.yaml")).switches:
            number += 1
            form = "json" if json_every and number % json_every == 0 else "set"
            file = render_switch(environment, view, {"srlinux": form})[0]
            yield file.path, file.text, view.os


def with_planted_faults(configurations: Iterable[tuple[str, str, str]]) -> Iterator[FleetFile]:
    """Yield the configurations with a fault in every FAULTY_EVERYth, each kind in its turn."""
    turns = dict.fromkeys(system_names(), 0)
    for number, (path, text, os) in enumerate(configurations, 1):
        planted = None
        choices = [fault for fault in FAULTS if fault.os == os and fault.old in text]
        if choices and number % FAULTY_EVERY == 0:
            planted = choices[turns[os] % len(choices)]
            turns[os] += 1
            text = text.replace(planted.old, planted.new, 1)
        yield FleetFile(path, text, planted)


def uniform_files(switches: int) -> Iterator[FleetFile]:
    """Yield every configuration of the fleet with the fault that it has."""
    intents = (fabric_intent(fabric, pods) for fabric, pods in enumerate(fabric_sizes(switches)))
    rendered = rendered_switches(intents, json_every=9)
    yield from with_planted_faults((path, filled(text, os), os) for path, text, os in rendered)


def write_fleet(folder: Path, files: Iterable[FleetFile]) -> int:
    """Write a fleet and its list of faults; return the number of lines."""
    lines = 0
    table = io.StringIO()
    rows = csv.writer(table)
    rows.writerow(["file", "fault"])
    for file in files:
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(file.text, "utf-8")
        lines += file.text.count("\n")
        if file.fault:
            rows.writerow([file.path, file.fault.name])
    write_files([RenderedFile("planted.csv", table.getvalue())], folder)
    return lines
