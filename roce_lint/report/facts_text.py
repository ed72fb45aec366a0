"""The vendor-neutral model as text: for each device, what becomes of RoCE on its ports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from roce_lint.fabric.design import Design
from roce_lint.fabric.domain import Domain, roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.fabric.port_basics import pfc_priorities
from roce_lint.model.device import Device, Link, Port, PortRef
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.qos import PfcWatchdog, Queue
from roce_lint.model.terms import PortKind
from roce_lint.report.infiniband_facts import infiniband_text
from roce_lint.report.printable import printable_line

T = TypeVar("T")
_WIDTH = 98


def facts_text(fabric: Fabric) -> str:
    """Return what was understood, one block for each device: its ports, those that say the same together.

    A value in brackets is a default; a question mark is unknown.
    """
    lines = [*design_lines(fabric.design), ""]
    domain = roce_domain(fabric)
    for device in fabric.devices:
        lines.append(device_heading(device))
        for heads, rest in port_groups(device, fabric, domain):
            for head in heads:
                lines += _wrapped(head)
            lines += rest
        lines += route_lines(device)
        lines.append("")
    lines += other_lines(fabric)
    return "".join(f"{printable_line(line)}\n" for line in lines)


def other_lines(fabric: Fabric) -> list[str]:
    """Return what follows the devices: links, InfiniBand, and lines not understood."""
    lines = [f"links: {len(fabric.links)}"]
    for link in fabric.links:
        length = "?" if isinstance(link.length_m, Unknown) else f"{link.length_m.value} m"
        lines.append(f"  {link.a} - {link.b}  {length}  ({link.origin.value})")
    for contradiction in fabric.contradictions:
        refused = contradiction.refused
        lines.append(f"  contradiction at {contradiction.port}: {refused.origin.value} says {refused.a} - {refused.b}")
    lines += infiniband_text(fabric.infiniband)
    lines += [f"lines not understood: {len(fabric.unread)}"]
    lines += [f"  {line.source.file}:{line.source.line}: {line.text}  ({line.because})" for line in fabric.unread]
    return lines


def design_lines(design: Design) -> Iterator[str]:
    """Yield the design in force, the profile first."""
    yield f"design {_show(design.profile)}{_reason(design.profile)}"
    yield f"  RoCE DSCP {_numbers(design.roce_dscps)}{_reason(design.roce_dscps)}"
    yield f"  CNP DSCP {_numbers(design.cnp_dscps)}{_reason(design.cnp_dscps)}"
    yield f"  lossless priorities {_numbers(design.lossless_priorities)}{_reason(design.lossless_priorities)}"
    if design.priorities_of_some_links:
        yield f"  on some links also {', '.join(map(str, sorted(design.priorities_of_some_links)))}"


def device_heading(device: Device) -> str:
    """Return the name of a device, with its system, model and release."""
    words = [device.os, _show(device.platform), _show(device.release)]
    return f"{device.name}  ({', '.join(words)})  AS {_show(device.asn)}"


def port_groups(device: Device, fabric: Fabric, domain: Domain) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the ports of a device that say the same: lists of their names, by speed and MTU, and what they say."""
    peers = fabric.peers()
    alike: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for port in device.ports:
        if port.kind is PortKind.ETHERNET:
            here = PortRef(device.name, port.name)
            head, *rest = port_lines(port, here, peers.get(here), domain[here], fabric.design)
            heads = alike.setdefault(tuple(rest), {})
            heads.setdefault(head.strip().removeprefix(port.name), []).append(port.name)
    for rest_of_all, heads in alike.items():
        yield tuple(", ".join(names) + rest_of_line for rest_of_line, names in heads.items()), rest_of_all


def route_lines(device: Device) -> Iterator[str]:
    """Yield the routes of a host, with the port of each."""
    for route in device.host_routes:
        hop = route.next_hop
        via = "via ?" if isinstance(hop, Unknown) else f"via {hop.value}" if hop.value else "on the link"
        yield f"  route to {route.destination or '?'} {via}, {route.port}, table {route.table}"


def _wrapped(text: str) -> Iterator[str]:
    """Yield the lines of a list of ports; blanks stay, so that columns of one port look as ever."""
    line = " "
    for word in text.split(", "):
        if len(line) + len(word) > _WIDTH and line.strip():
            yield line
            line = " "
        line += f" {word},"
    yield line.removesuffix(",")


def port_lines(port: Port, here: PortRef, link: Link | None, inside: Fact[bool], design: Design) -> Iterator[str]:
    """Yield what becomes of RoCE on one port: its cable, the domain, PFC, and the way of each code point."""
    peer = "" if link is None else f"  to {link.other_end(here)}"
    yield f"  {port.name}  {_show(port.speed_gbps)}G  MTU {_show(port.ip_mtu_bytes)}{peer}"
    yield f"    RoCE {'crosses it' if known(inside, False) else 'does not cross it'}{_reason(inside)}"
    yield (
        f"    trust {_show(port.qos.trust)}, PFC {_show(port.qos.pfc_mode)} on {_numbers(pfc_priorities(port))}, "
        + (f"watchdog {_watchdog(port.qos.watchdog)}")
    )
    for purpose, dscps in (("RoCE", design.roce_dscps), ("CNP", design.cnp_dscps)):
        for dscp in sorted(dscps.value) if not isinstance(dscps, Unknown) else ():
            yield f"    {purpose} DSCP {dscp} -> {_chain(port, dscp)}"


def _chain(port: Port, dscp: int) -> str:
    """Return the whole way of one code point through the port."""
    name = class_for(port, dscp)
    traffic_class = class_named(port, name)
    if isinstance(traffic_class, Unknown):
        return f"? ({traffic_class.because})"
    text = (
        f"class {_show(name)} -> pause {_numbers(traffic_class.pause_priorities)}, queue {_show(traffic_class.queue)}"
    )
    if isinstance(traffic_class.queue, Unknown):
        return text
    for queue in port.qos.queues:
        if queue.index == traffic_class.queue.value:
            return f"{text} -> {_queue(queue)}"
    return text


def _queue(queue: Queue) -> str:
    scheduling = f"{_show(queue.scheduling)} {_show(queue.weight_percent)} %"
    if isinstance(queue.ecn_enabled, Unknown) or not queue.ecn_enabled.value:
        return f"ECN {_show(queue.ecn_enabled)}, {scheduling}"
    bounds = f"{_show(queue.ecn_kmin_bytes)} to {_show(queue.ecn_kmax_bytes)} bytes"
    if isinstance(queue.ecn_kmin_bytes, Unknown) and not isinstance(queue.ecn_kmin_percent, Unknown):
        bounds = f"{_show(queue.ecn_kmin_percent)} to {_show(queue.ecn_kmax_percent)} % of the queue"
    curve = f"{bounds}, {_show(queue.ecn_pmax_percent)} %"
    return f"ECN {curve}, {scheduling}"


def _watchdog(watchdog: PfcWatchdog) -> str:
    if isinstance(watchdog.enabled, Unknown) or not watchdog.enabled.value:
        return _show(watchdog.enabled)
    return f"{_show(watchdog.detection_ms)}/{_show(watchdog.recovery_ms)} ms, {_show(watchdog.action)}"


def _show(fact: Fact[T]) -> str:
    match fact:
        case Stated(value, _):
            return _word(value)
        case Default(value, _, _):
            return f"[{_word(value)}]"
        case Unknown():
            return "?"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(getattr(value, "value", value))


def _numbers(fact: Fact[frozenset[int]]) -> str:
    return _show(fact) if isinstance(fact, Unknown) else (_joined(fact.value) or "none")


def _joined(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in sorted(numbers))


def _reason(fact: Fact[T]) -> str:
    match fact:
        case Default(_, _, because) | Unknown(because, _):
            return f"  ({because})"
        case Stated(_, source):
            return f"  (given in {source.file})" if source.file else ""
