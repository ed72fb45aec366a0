"""Reads ToyOS: from a text to named tables and to what each port binds of them, of which os/compose makes ports.

Every line is taken by a row of a table of forms, or is reported as not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from roce_lint.model.device import Device, DeviceBuffer, LoadBalancing, Overlay
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown
from roce_lint.model.port import Port, port_of
from roce_lint.model.qos import PRIORITY_COUNT, PfcWatchdog, PortQos, PriorityGroup
from roce_lint.model.qos_tables import (
    Absence,
    BufferProfile,
    ClassBinding,
    Curve,
    Depth,
    PfcBinding,
    PortBinding,
    QosDefaults,
    QosMap,
    QueueBinding,
    Scheduler,
)
from roce_lint.model.reading import Reading
from roce_lint.model.terms import PfcMode, PortKind, Scheduling, Trust, WatchdogAction
from roce_lint.model.vendor_default import UndocumentedDefault, VendorDefault
from roce_lint.os.compose.inheritance import inherited
from roce_lint.os.compose.ports import PortComposer
from roce_lint.text.document import Document

T = TypeVar("T")
MANUAL = "ToyOS Manual"
TABLES = {
    "map": re.compile(r"map (\S+) dscp (\d+) class ([0-7])"),
    "curve": re.compile(r"curve (\S+) from (\d+) to (\d+) percent (\d+)"),
    "buffer": re.compile(r"buffer (\S+) headroom (\d+) pause-at (\d+)"),
    "watchdog": re.compile(r"watchdog (\S+) detect (\d+) recover (\d+) poll (\d+)"),
}
"""A name first; a map has a line for each DSCP, of the other tables the last line counts."""
BINDINGS = {
    "map": re.compile(r"  map (\S+)"),
    "pfc": re.compile(r"  pfc ([0-7](?:,[0-7])*)"),
    "queue": re.compile(r"  queue ([0-7]) (strict|weight \d+)"),
    "curve": re.compile(r"  queue ([0-7]) curve (\S+)"),
    "buffer": re.compile(r"  priority ([0-7]) buffer (\S+)"),
    "watchdog": re.compile(r"  watchdog (\S+)"),
}
"""What a port says of its QoS, and a profile for all ports that name it."""
OF_PORTS = {
    "profile": re.compile(r"  profile (\S+)"),
    "description": re.compile(r"  description (.+)"),
    "speed": re.compile(r"  speed (\d+)"),
    "mtu": re.compile(r"  mtu (\d+)"),
    "address": re.compile(r"  address (\S+)"),
}
HEADS = {"port": re.compile(r"port (\S+)"), "profile": re.compile(r"profile (\S+)")}
PLAIN = {"device": re.compile(r"toyos 1 name (\S+) model (\S+)"), "end": re.compile(r"(finished)")}
MTU = VendorDefault(1500, "a port of ToyOS takes 1500 bytes", MANUAL)
SPEED = VendorDefault(100, "a port of ToyOS runs at 100 Gb/s", MANUAL)
UNLISTED = VendorDefault("0", "ToyOS puts code points that a map does not list into class 0", MANUAL)
UNBOUND = VendorDefault(False, "neither the port nor a profile of it binds QoS")
PFC_OFF = VendorDefault(PfcMode.OFF, "PFC of ToyOS is off", MANUAL)
NOT_PAUSED = VendorDefault(False, "`pfc` does not list the priority", MANUAL)
NO_WATCHDOG = VendorDefault(False, "no watchdog is bound")
DROPS = VendorDefault(WatchdogAction.DROP, "ToyOS drops what is stuck", MANUAL)
RECOVERS = VendorDefault(True, "ToyOS recovers by itself", MANUAL)
QOS = QosDefaults(
    no_trust=VendorDefault(Trust.NONE, "no map is bound", MANUAL),
    class_without_map=VendorDefault("0", "without a map every packet is of class 0", MANUAL),
    queue_without_map=VendorDefault(0, "every class leaves by queue 0", MANUAL),
    group_without_map=VendorDefault(0, "every class fills group 0", MANUAL),
    class_mtu=VendorDefault(65535, "ToyOS has no limit per class"),
    class_without_pause=VendorDefault(frozenset(), "`pfc` lists no priority of the class", MANUAL),
    queue_of_priority="a pause stops the queue of its number (ToyOS Manual)",
    scheduling=VendorDefault(Scheduling.WEIGHTED, "a queue of ToyOS is weighted", MANUAL),
    weight=UndocumentedDefault("the manual of ToyOS gives no weight of a queue that states none"),
    guaranteed=VendorDefault(0.0, "ToyOS guarantees nothing"),
    shape=VendorDefault(100.0, "ToyOS shapes nothing"),
    not_marked=VendorDefault(False, "no curve is bound to the queue", MANUAL),
    no_curve="no curve is bound to the queue",
    averaging_weight=VendorDefault(0, "ToyOS marks by the depth of the moment", MANUAL),
    not_dropped_early=VendorDefault(False, "ToyOS drops nothing early", MANUAL),
    not_rewritten=VendorDefault(False, "ToyOS rewrites nothing"),
    link_pause=VendorDefault(False, "ToyOS has no link pause"),
)
DEFAULTS = {"MTU": MTU, "SPEED": SPEED, "UNLISTED": UNLISTED, "PFC_OFF": PFC_OFF, "NOT_PAUSED": NOT_PAUSED}
CLASSES = tuple(map(str, range(PRIORITY_COUNT)))
SAME_NUMBER = QosMap("class", NOWHERE, {name: Stated(int(name), NOWHERE) for name in CLASSES})
Slot = tuple[str, str]
Said = Stated[tuple[str, ...]]


@dataclass
class Block:
    """A port or a profile: what it binds by kind and number, and its other lines by kind."""

    source: Source
    slots: dict[Slot, Said] = field(default_factory=dict)
    said: dict[str, Said] = field(default_factory=dict)

    def number(self, row: str, default: VendorDefault[int]) -> Fact[int]:
        return Stated(int(said.value[0]), said.source) if (said := self.said.get(row)) else default.at(self.source)


@dataclass
class ToyText:
    """A text in tables: rows by table and name, blocks by kind and name."""

    rows: dict[str, dict[str, list[Said]]] = field(default_factory=lambda: {name: {} for name in TABLES})
    blocks: dict[str, dict[str, Block]] = field(default_factory=lambda: {name: {} for name in HEADS})
    device: Said | None = None


def _match(forms: Mapping[str, re.Pattern[str]], line: str, here: Source) -> tuple[str, Said] | None:
    found = ((row, match) for row, form in forms.items() if (match := form.fullmatch(line)))
    return next(((row, Stated(match.groups(), here)) for row, match in found), None)


def parse(document: Document, diagnostics: Diagnostics) -> ToyText:
    """Return the tables and blocks of a text; a line of no form is reported."""
    text, block = ToyText(), None
    lines = document.text.splitlines()
    for number, line in enumerate(lines, 1):
        here = Source(document.path, number, number)
        if block and (found := _match(BINDINGS, line, here)):
            numbered = found[1].value[0] if len(found[1].value) == 2 else ""
            block.slots[found[0], numbered] = found[1]
        elif block and (found := _match(OF_PORTS, line, here)):
            block.said[found[0]] = found[1]
        elif found := _match(TABLES, line, here):
            text.rows[found[0]].setdefault(found[1].value[0], []).append(found[1])
        elif found := _match(HEADS, line, here):
            end = next((i for i, after in enumerate(lines[number:], number) if not after.startswith(" ")), len(lines))
            block = text.blocks[found[0]].setdefault(found[1].value[0], Block(Source(document.path, number, end)))
        elif found := _match(PLAIN, line, here):
            text.device = found[1] if found[0] == "device" else text.device
        elif line.strip():
            diagnostics.not_understood(line, "ToyOS has no such line", here)
    return text


class Tables:
    """The named tables of a text, and what ports bind of them."""

    def __init__(self, text: ToyText, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._profiles = text.blocks["profile"]
        self._maps = {name: _map(name, rows) for name, rows in text.rows["map"].items()}
        self._curves = {name: _curve(rows[-1]) for name, rows in text.rows["curve"].items()}
        self._buffers = {name: _buffer(rows[-1]) for name, rows in text.rows["buffer"].items()}
        self._watchdogs = {name: rows[-1] for name, rows in text.rows["watchdog"].items()}
        self._composer = PortComposer(QOS)

    def qos(self, port: Block, speed: Fact[int]) -> PortQos:
        """Return the QoS of a port: what it binds itself, then what its profile binds."""
        named = port.said.get("profile")
        profile = self._look_up("profile", named, 0, self._profiles)
        slots = inherited([port.slots, profile.slots] if isinstance(profile, Block) else [port.slots])
        mapped, pausing = slots.get(("map", "")), slots.get(("pfc", ""))
        dscp = self._look_up("map", mapped, 0, self._maps)
        first = named or next(iter(slots.values()), None)
        bound: Fact[bool] = Stated(True, first.source) if first else UNBOUND.at(port.source)
        return self._composer.compose(
            PortBinding(
                place=port.source,
                qos_place=port.source,
                bound=profile if isinstance(profile, Unknown) else bound,
                speed_gbps=speed,
                classifies=ClassBinding(mapped.source if mapped else port.source, dscp, None),
                classes=CLASSES,
                queue_of=SAME_NUMBER,
                group_of=SAME_NUMBER,
                pfc_mode=Stated(PfcMode.ON, pausing.source) if pausing else PFC_OFF.at(port.source),
                pfc=self._pfc(pausing, slots, port.source),
                queues=tuple(self._queue(str(number), slots, port.source) for number in range(PRIORITY_COUNT)),
                watchdog=self._watchdog(slots.get(("watchdog", "")), pausing, port.source),
            )
        )

    def _look_up(self, kind: str, said: Said | None, word: int, table: Mapping[str, T]) -> T | Unknown | None:
        """Return what a binding names; a name that leads nowhere is reported, and what it stands for is not known."""
        if said is None:
            return None
        name = said.value[word]
        if name not in table:
            self._diagnostics.undefined(kind, name, said.source)
            return Unknown(f"the {kind} {name} is not defined", said.source)
        return table[name]

    def _pfc(self, pausing: Said | None, slots: Mapping[Slot, Said], place: Source) -> PfcBinding:
        listed = frozenset(map(int, pausing.value[0].split(","))) if pausing else frozenset()
        lossy: Fact[bool] = Stated(False, pausing.source) if pausing else NOT_PAUSED.at(place)
        switched = [Stated(True, pausing.source) if pausing and n in listed else lossy for n in range(PRIORITY_COUNT)]
        unstated = Unknown("the manual of ToyOS gives no size of a buffer that is not stated", place)
        named = [slots.get(("buffer", str(number))) for number in range(PRIORITY_COUNT)]
        sizes = [self._look_up("buffer", one, 1, self._buffers) or unstated for one in named]
        each = [PriorityGroup(*(one,) * 5) if isinstance(one, Unknown) else one.group for one in sizes]
        return PfcBinding(tuple(switched), tuple(switched), None, None, dict(enumerate(each)))

    def _queue(self, number: str, slots: Mapping[Slot, Said], place: Source) -> QueueBinding:
        served = slots.get(("queue", number))
        curve = self._look_up("curve", slots.get(("curve", number)), 1, self._curves)
        limits = (Unknown("ToyOS does not limit queues", place),) * 2
        return QueueBinding(Absence(place), _scheduler(served) if served else None, curve, limits)

    def _watchdog(self, said: Said | None, pausing: Said | None, place: Source) -> PfcWatchdog:
        row = self._look_up("watchdog", said, 0, self._watchdogs)
        listed = frozenset(map(int, pausing.value[0].split(","))) if pausing else frozenset()
        if row is None or isinstance(row, Unknown):
            unset = row or Unknown("no watchdog is bound", place)
            return PfcWatchdog(row or NO_WATCHDOG.at(place), Stated(listed, place), *(unset,) * 5)
        times = [Stated(int(word), row.source) for word in row.value[1:]]
        on, acts = Stated(True, said.source if said else row.source), (DROPS.at(row.source), RECOVERS.at(row.source))
        return PfcWatchdog(on, Stated(listed, row.source), *times, *acts)


def _map(name: str, rows: list[Said]) -> QosMap[int, str]:
    entries: dict[int, Fact[str]] = {int(row.value[1]): Stated(row.value[2], row.source) for row in rows}
    return QosMap(f"map {name}", rows[0].source, entries, UNLISTED.at(rows[0].source))


def _curve(row: Said) -> Curve:
    low, high, most = (Stated(int(word), row.source) for word in row.value[1:])
    drops = QOS.not_dropped_early.at(row.source)
    return Curve(Stated(True, row.source), Depth(low), Depth(high), most, QOS.averaging_weight.at(row.source), drops)


def _buffer(row: Said) -> BufferProfile:
    headroom, pause_at = (Stated(int(word), row.source) for word in row.value[1:])
    none = Unknown("a buffer of ToyOS has headroom and a fixed threshold", row.source)
    group = PriorityGroup(headroom, none, pause_at, none, none)
    return BufferProfile(row.value[0], row.source, None, group, (none, none), is_lossless=True)


def _scheduler(said: Said) -> Scheduler:
    weight = said.value[1].removeprefix("strict").removeprefix("weight ")
    scheduling = Stated(Scheduling.WEIGHTED if weight else Scheduling.STRICT, said.source)
    none = Unknown("a strict queue has no weight", said.source)
    return Scheduler(scheduling, Stated(int(weight), said.source) if weight else none)


def read_toyos(document: Document) -> Reading:
    """Return the device of a text; what is not understood, and names that lead nowhere, are reported."""
    named = next((match[1] for match in [PLAIN["device"].search(document.text)] if match), "toy")
    diagnostics = Diagnostics(document.path, named)
    text = parse(document, diagnostics)
    whole, nothing = diagnostics.whole_file, Unknown("ToyOS does not say it", diagnostics.whole_file)
    device = Device(
        name=named,
        os="toyos",
        source=whole,
        platform=Stated("toy-64", text.device.source) if text.device else nothing,
        release=nothing,
        role=nothing,
        asn=nothing,
        ports=tuple(_ports(text, Tables(text, diagnostics))),
        nics=(),
        buffer=DeviceBuffer(nothing, nothing, nothing, nothing, nothing),
        load_balancing=LoadBalancing(nothing, nothing, nothing),
        overlay=Overlay(Default(False, whole, "ToyOS has no tunnels"), nothing, nothing, nothing),
        undefined_references=diagnostics.undefined_references(),
    )
    return Reading((device,), (), diagnostics.unread_lines())


def _ports(text: ToyText, tables: Tables) -> Iterator[Port]:
    for name, block in text.blocks["port"].items():
        described, address, speed = (
            block.said.get("description"),
            block.said.get("address"),
            block.number("speed", SPEED),
        )
        yield port_of(
            name=name,
            source=block.source,
            kind=PortKind.ETHERNET,
            enabled=Default(True, block.source, "every port of ToyOS is on"),
            description=Stated(described.value[0], described.source) if described else Unknown("none", block.source),
            speed_gbps=speed,
            ip_mtu_bytes=block.number("mtu", MTU),
            frame_mtu_bytes=Unknown("ToyOS has one MTU", block.source),
            routed=Default(True, block.source, "every port of ToyOS is routed"),
            vlans=Default(frozenset(), block.source, "ToyOS has no VLANs"),
            vrf=Default("default", block.source, "ToyOS has one table"),
            addresses=(Stated(address.value[0], address.source),) if address else (),
            lag=Default("", block.source, "ToyOS has no bundles"),
            qos=tables.qos(block, speed),
        )
