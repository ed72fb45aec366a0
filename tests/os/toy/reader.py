"""Reads ToyOS: from a text to facts. Every line is taken by a row of the table, or is reported as not understood."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from roce_lint.model.device import Device, DeviceBuffer, LoadBalancing, Overlay, UnreadLine
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.port import Port, port_of
from roce_lint.model.qos import Classification, PfcWatchdog, PortQos, Priority, PriorityGroup, Queue, TrafficClass
from roce_lint.model.reading import Reading
from roce_lint.model.terms import PfcMode, PortKind, Scheduling, Trust, WatchdogAction
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.text.document import Document

GLOBAL = {
    "device": re.compile(r"toyos 1 name (\S+) model (\S+)"),
    "class": re.compile(r"class ([0-7]) dscp ([\d,]+)( lossless)?( strict)?"),
    "watchdog": re.compile(r"watchdog detect (\d+) recover (\d+) poll (\d+)"),
    "port": re.compile(r"port (\S+)"),
    "end": re.compile(r"(finished)"),
}
OF_PORTS = {
    "description": re.compile(r"  description (.+)"),
    "speed": re.compile(r"  speed (\d+)"),
    "mtu": re.compile(r"  mtu (\d+)"),
    "address": re.compile(r"  address (\S+)"),
    "pfc": re.compile(r"  pfc ([0-7](?:,[0-7])*)"),
    "ecn": re.compile(r"  ecn ([0-7]) from (\d+) to (\d+) percent (\d+)"),
}
DEFAULTS = {
    "mtu": VendorDefault(1500, "a port of ToyOS takes 1500 bytes", "ToyOS Manual"),
    "speed": VendorDefault(100, "a port of ToyOS runs at 100 Gb/s", "ToyOS Manual"),
}
Said = tuple[tuple[str, ...], Source]


@dataclass
class Block:
    """What stands below one `port` line, or at the top: for each row the lines that it took."""

    source: Source
    said: dict[str, list[Said]] = field(default_factory=dict)

    def one(self, row: str) -> Said | None:
        return self.said[row][-1] if row in self.said else None

    def number(self, row: str) -> Fact[int]:
        said = self.one(row)
        return Stated(int(said[0][0]), said[1]) if said else DEFAULTS[row].at(self.source)


def read_toyos(document: Document) -> Reading:
    """Return the device of a text; a line that no row takes is reported."""
    lines = document.text.splitlines()
    top, ports, unread = Block(Source(document.path, 0, 0)), {}, []
    block = top
    for number, line in enumerate(lines, 1):
        here = Source(document.path, number, number)
        rows = OF_PORTS if line.startswith(" ") and block is not top else GLOBAL
        row, match = next(((row, found) for row, one in rows.items() if (found := one.fullmatch(line))), ("", None))
        if match is None:
            unread += [(here, line)] if line.strip() else []
        elif row == "port":
            end = next((i for i, text in enumerate(lines[number:], number) if not text.startswith(" ")), len(lines))
            block = ports.setdefault(match[1], Block(Source(document.path, number, end)))
        else:
            block = top if rows is GLOBAL else block
            block.said.setdefault(row, []).append((match.groups(""), here))
    device = _device(top, ports)
    unknown = tuple(UnreadLine(device.name, source, text, "ToyOS has no such line") for source, text in unread)
    return Reading((device,), (), unknown)


def _device(top: Block, ports: dict[str, Block]) -> Device:
    named = top.one("device")
    nothing = Unknown("ToyOS does not say it", top.source)
    return Device(
        name=named[0][0] if named else "toy",
        os="toyos",
        source=top.source,
        platform=Stated("toy-64", named[1]) if named else nothing,
        release=nothing,
        role=nothing,
        asn=nothing,
        ports=tuple(_port(name, block, top) for name, block in ports.items()),
        nics=(),
        buffer=DeviceBuffer(nothing, nothing, nothing, nothing, nothing),
        load_balancing=LoadBalancing(nothing, nothing, nothing),
        overlay=Overlay(Default(False, top.source, "ToyOS has no tunnels"), nothing, nothing, nothing),
        undefined_references=(),
    )


def _port(name: str, block: Block, top: Block) -> Port:
    described, address = block.one("description"), block.one("address")
    return port_of(
        name=name,
        source=block.source,
        kind=PortKind.ETHERNET,
        enabled=Default(True, block.source, "every port of ToyOS is on"),
        description=Stated(described[0][0], described[1]) if described else Unknown("none is given", block.source),
        speed_gbps=block.number("speed"),
        ip_mtu_bytes=block.number("mtu"),
        frame_mtu_bytes=Unknown("ToyOS has one MTU", block.source),
        routed=Default(True, block.source, "every port of ToyOS is routed"),
        vlans=Default(frozenset(), block.source, "ToyOS has no VLANs"),
        vrf=Default("default", block.source, "ToyOS has one table"),
        addresses=(Stated(address[0][0], address[1]),) if address else (),
        lag=Default("", block.source, "ToyOS has no bundles"),
        qos=_qos(block, top),
    )


def _qos(block: Block, top: Block) -> PortQos:
    off = Default(False, block.source, "ToyOS has none of it")
    unsaid = Unknown("ToyOS does not say it", block.source)
    pfc = block.one("pfc")
    paused = {int(number) for number in pfc[0][0].split(",")} if pfc else set()
    classes = {int(said[0][0]): said for said in top.said.get("class", [])}
    by_dscp: list[Fact[str]] = [Default("0", top.source, "ToyOS puts other code points in class 0")] * 64
    for number, (words, place) in classes.items():
        for dscp in map(int, words[1].split(",")):
            by_dscp[dscp] = Stated(str(number), place)
    pausing: dict[int, Fact[bool]] = {
        number: Stated(bool(said[0][2]), said[1])
        if (said := classes.get(number))
        else Default(False, top.source, "a class of ToyOS is lossy")
        for number in range(8)
    }
    group = PriorityGroup(unsaid, unsaid, unsaid, unsaid, unsaid)
    return PortQos(
        bound=Default(True, block.source, "classes of ToyOS hold for every port"),
        trust=Default(Trust.DSCP, block.source, "ToyOS sorts by DSCP"),
        classification=Classification(tuple(by_dscp), (unsaid,) * 8, by_dscp[0]),
        classes=tuple(
            TrafficClass(
                str(number),
                Default(number, top.source, "the queue has the number of its class"),
                Default(frozenset({number} if pausing[number].value else ()), top.source, "so has the priority"),
                Default(65535, top.source, "ToyOS has no limit per class"),
            )
            for number in range(8)
        ),
        pfc_mode=Stated(PfcMode.ON, pfc[1]) if pfc else Default(PfcMode.OFF, block.source, "PFC of ToyOS is off"),
        priorities=tuple(
            Priority(
                number,
                Stated(number in paused, pfc[1]) if pfc else pausing[number],
                Stated(number in paused, pfc[1]) if pfc else Default(False, block.source, "PFC of ToyOS is off"),
                Default(frozenset({number}), block.source, "a pause stops the queue of its number"),
                group,
            )
            for number in range(8)
        ),
        queues=tuple(_queue(number, block, classes.get(number), unsaid) for number in range(8)),
        watchdog=_watchdog(top, frozenset(paused)),
        link_pause_received=off,
        link_pause_sent=off,
        rewrite_enabled=off,
        rewrites=(),
    )


def _queue(index: int, block: Block, said: Said | None, unsaid: Unknown) -> Queue:
    curve = next((one for one in block.said.get("ecn", []) if int(one[0][0]) == index), None)
    low, high, most = (Stated(int(word), curve[1]) for word in curve[0][1:]) if curve else (unsaid,) * 3
    return Queue(
        index=index,
        scheduling=Stated(Scheduling.STRICT if said[0][3] else Scheduling.WEIGHTED, said[1])
        if said
        else Default(Scheduling.WEIGHTED, block.source, "a queue of ToyOS is weighted"),
        weight_percent=unsaid,
        guaranteed_percent=Default(0.0, block.source, "ToyOS guarantees nothing"),
        shape_percent=Default(100.0, block.source, "ToyOS shapes nothing"),
        ecn_enabled=Stated(True, curve[1]) if curve else Default(False, block.source, "a queue marks where it says so"),
        ecn_kmin_bytes=low,
        ecn_kmax_bytes=high,
        ecn_pmax_percent=most,
        ecn_averaging_weight=Default(0, block.source, "ToyOS marks by the depth of the moment"),
        wred_drop_enabled=Default(False, block.source, "ToyOS drops nothing early"),
        limit_bytes=unsaid,
        alpha=unsaid,
    )


def _watchdog(top: Block, paused: frozenset[int]) -> PfcWatchdog:
    said = top.one("watchdog")
    if said is None:
        off, unset = Default(False, top.source, "the watchdog is off"), Unknown("the watchdog is off", top.source)
        return PfcWatchdog(off, Default(frozenset(), top.source, "it is off"), unset, unset, unset, unset, unset)
    return PfcWatchdog(
        Stated(True, said[1]),
        Stated(paused, said[1]),
        *(Stated(int(word), said[1]) for word in said[0]),
        action=Default(WatchdogAction.DROP, top.source, "ToyOS drops what is stuck"),
        recovers=Default(True, top.source, "ToyOS recovers by itself"),
    )
