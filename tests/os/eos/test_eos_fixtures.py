"""The fixtures, read as a whole: one line of the expected file for every port, then what was not understood."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Stated
from roce_lint.model.reading import Reading
from roce_lint.os.eos.reader import read_eos
from roce_lint.text.document import Document


def word(fact: Fact[object]) -> str:
    """Return a value, in brackets when it is a default, or a question mark."""
    match fact:
        case Stated(value):
            return plain(value)
        case Default(value):
            return f"({plain(value)})"
    return "?"


def plain(value: object) -> str:
    if isinstance(value, frozenset):
        return "{" + ",".join(str(entry) for entry in sorted(value)) + "}"
    return str(getattr(value, "value", value))


def port_lines(port: Port) -> Iterator[str]:
    qos, dog = port.qos, port.qos.watchdog
    speed, mtu = word(port.speed_gbps), word(port.ip_mtu_bytes)
    yield f"{port.name} {port.kind.value}: speed {speed} mtu {mtu} enabled {word(port.enabled)}"
    addresses = [word(address) for address in port.addresses]
    yield f"  routed {word(port.routed)} vlans {word(port.vlans)} lag {word(port.lag)} addresses {addresses}"
    classes = [word(qos.classification.traffic_class_by_dscp[dscp]) for dscp in (0, 24, 26, 48)]
    yield f"  bound {word(qos.bound)} trust {word(qos.trust)} DSCP 0 24 26 48 -> {' '.join(classes)}"
    pauses = [str(entry.number) for entry in qos.priorities if word(entry.generates_pause) in ("True", "?")]
    pauses_received = word(qos.link_pause_received)
    yield f"  PFC {word(qos.pfc_mode)} no-drop {' '.join(pauses) or '-'} link pause received {pauses_received}"
    group = qos.priorities[3].group
    yield f"  headroom {word(group.headroom_bytes)} alpha {word(group.alpha)}"
    timers = " ".join(word(fact) for fact in (dog.detection_ms, dog.recovery_ms, dog.polling_ms))
    effect = f"{word(dog.action)} recovers {word(dog.recovers)}"
    yield f"  watchdog {word(dog.enabled)} on {word(dog.priorities)} {timers} {effect}"
    for queue in qos.queues:
        if isinstance(queue.scheduling, Stated):
            curve = f"{word(queue.ecn_kmin_bytes)} {word(queue.ecn_kmax_bytes)} {word(queue.ecn_pmax_percent)}"
            yield (
                f"  queue {queue.index} {word(queue.scheduling)} weight {word(queue.weight_percent)} "
                f"shape {word(queue.shape_percent)} ECN {word(queue.ecn_enabled)} {curve}"
            )


def summary(reading: Reading) -> str:
    lines = []
    for device in reading.devices:
        lines.append(head(device))
        for port in device.ports:
            lines.extend(port_lines(port))
    lines.extend(f"unread {entry.source.line}: {entry.text}: {entry.because}" for entry in reading.unread)
    return "\n".join(lines) + "\n"


def head(device: Device) -> str:
    paths = word(device.load_balancing.maximum_paths)
    return f"{device.name} {word(device.platform)} {word(device.release)} AS {word(device.asn)} paths {paths}"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("leaf-7060dx5/leaf.cfg", "leaf.txt"),
        ("spine-7280r3/spine.cfg", "spine.txt"),
        ("port-in-show-run-all/port.cfg", "port.txt"),
    ],
)
def test_a_fixture_is_read_as_its_source_describes(root: Path, shared_datadir: Path, path: str, expected: str) -> None:
    text = (root / "fixtures" / "eos" / path).read_text(encoding="utf-8")
    wanted = (shared_datadir / expected).read_text(encoding="utf-8")
    assert summary(read_eos(Document(path, text))) == wanted
