"""In JSON too, a port that follows from its twin is the port that its own lines make."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from roce_lint.model.reading import Reading
from roce_lint.model.twin import Twin
from roce_lint.os.srlinux import json_usual, read_srlinux
from roce_lint.text.document import Document

NAMES = ("1", "2", "3", "9/1", "9/2", "10/1", "11")


def _port(name: str, number: int) -> dict[str, Any]:
    address = {"ip-prefix": f"10.0.{number}.0/31"}
    return {
        "name": f"ethernet-1/{name}",
        "description": f"host {number}",
        "admin-state": "enable",
        "mtu": 9232,
        "ethernet": {"flow-control": {"receive": False}},
        "subinterface": [{"index": 0, "ipv4": {"admin-state": "enable", "address": [address]}}],
    }


def _entries(name: str) -> list[dict[str, Any]]:
    port = f"ethernet-1/{name}"
    return [
        {
            "interface-id": port,
            "interface-ref": {"interface": port},
            "pfc": {"pfc-mapping-profile": "roce", "pfc-enable": True},
            "input": {"pfc-buffer-allocation-profile": "in"},
            "output": {"scheduler": {"scheduler-policy": "two"}, "buffer-allocation-profile": "out"},
        },
        {
            "interface-id": f"{port}.0",
            "interface-ref": {"interface": port, "subinterface": 0},
            "input": {"classifiers": {"dscp-policy": "roce"}},
        },
    ]


def _configuration() -> dict[str, Any]:
    split = {"name": "ethernet-1/9", "breakout-mode": {"num-breakout-ports": 4, "breakout-port-speed": "100G"}}
    mapping = {"pfc-queue": [{"pfc-queue-name": "pfc3", "pfc-pause-frame-priority": 3}]}
    return {
        "srl_nokia-interfaces:interface": [split, *(_port(name, number) for number, name in enumerate(NAMES))],
        "srl_nokia-qos:qos": {
            "forwarding-classes": {
                "forwarding-class": [{"forwarding-class-name": "fc3", "output": {"unicast-queue": "unicast-3"}}]
            },
            "queues": {"queue": [{"queue-name": "unicast-3", "queue-index": 3}]},
            "pfc-mapping-profile": [{"name": "roce", "received-traffic": {"unicast-mapping": mapping}}],
            "classifiers": {"dscp-policy": [{"name": "roce", "dscp": [{"value": 26, "forwarding-class": "fc3"}]}]},
            "buffer-management": {"buffer-allocation-profile": [{"name": "in"}, {"name": "out"}]},
            "scheduler-policies": {"scheduler-policy": [{"name": "two"}]},
            "interfaces": {"interface": [entry for name in NAMES for entry in _entries(name)]},
        },
        "srl_nokia-network-instance:network-instance": [
            {"name": "default", "interface": [{"name": f"ethernet-1/{name}.0"} for name in NAMES]}
        ],
    }


def _read(text: str) -> Reading:
    return read_srlinux(Document("one.json", text))


def _without_twins(text: str) -> Reading:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_usual, "set_apart", lambda path, members: None)
        return _read(text)


def test_ports_that_say_the_same_follow_from_the_first_two() -> None:
    text = json.dumps(_configuration(), indent=2)
    reading = _read(text)
    ports = reading.devices[0].ports
    assert [port.name for port in ports if isinstance(port, Twin)] == [
        "ethernet-1/3",
        "ethernet-1/10/1",
        "ethernet-1/11",
    ]
    assert reading == _without_twins(text)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return every member and item with what holds it."""
    pairs = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    below = [place for _, one in pairs if isinstance(one, dict | list) for place in _places(one)]
    return [(value, key) for key, _ in pairs] + below


_ODD_VALUES = ("x", "ethernet-1/3", "it's", 'a "b"', "a, ('description', 'b')", 7, True, None, [], {}, "10.0.1.0/31")


def _edited(random_: random.Random) -> str:
    """Return the text with up to three values removed, doubled, or replaced by others."""
    configuration = _configuration()
    for _ in range(random_.randint(1, 3)):
        holder, key = random_.choice(_places(configuration))
        match random_.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.insert(random_.randint(0, len(holder)), holder[key])
            case 2 if isinstance(holder, dict):
                holder[random_.choice(("name", "description", "aggregate-id", "qos", "mtu"))] = holder[key]
            case 3:
                holder[key] = random_.choice(_ODD_VALUES)
            case _:
                other, there = random_.choice(_places(configuration))
                holder[key] = json.loads(json.dumps(other[there]))
    return json.dumps(configuration, indent=2)


def test_random_edits_are_read_the_same_with_and_without_twins() -> None:
    random_ = random.Random(5)
    for _ in range(120):
        text = _edited(random_)
        assert _read(text) == _without_twins(text), text
