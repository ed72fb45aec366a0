"""One configuration in its three forms gives one tree and one set of facts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from roce_lint.model.fact import Source
from roce_lint.model.port import PORT_FIELDS, Port
from roce_lint.os.srlinux.forms import parse_configuration
from roce_lint.os.srlinux.grammar import TREE
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document
from roce_lint.text.schema import Kind, Schema
from roce_lint.text.tree import Node
from roce_lint.values import field_names, is_dataclass

CASES = ("h4-leaf-flat/gpu-leaf-07.cfg", "x3b-spine-json/config.json", "d5-leaf-info/leaf-d5.txt")

BOOLEANS: dict[str, object] = {"true": True, "false": False}


def as_json(node: Node, schema: Schema) -> dict[str, object]:
    """Print a tree as prefix-free JSON values."""
    out: dict[str, object] = {}
    for leaf in node.leaves():
        plural = schema.children[leaf.name].kind is Kind.LEAF_LIST
        value = BOOLEANS.get(leaf.value, leaf.value)
        out[leaf.name] = list(leaf.values) if plural or not leaf.values else value
    for inner in node.children.values():
        below = schema.children[inner.name]
        if inner.is_list:
            typed = [[BOOLEANS.get(key, key) for key in entry.keys] for entry in node.entries(inner.name)]
            values = [as_json(entry, below) for entry in node.entries(inner.name)]
            out[inner.name] = [
                {**dict(zip(below.keys, keys, strict=True)), **one} for keys, one in zip(typed, values, strict=True)
            ]
        elif not inner.is_leaf:
            out[inner.name] = as_json(inner, below)
    return out


def as_statements(node: Node, schema: Schema) -> list[tuple[str, list[object]]]:
    """Return (statement, block below or nothing) pairs."""
    out: list[tuple[str, list[object]]] = []
    for leaf in node.leaves():
        name = schema.children[leaf.name]
        if leaf.name in schema.keys:
            continue
        quoted = [f'"{value}"' if " " in value or not value else value for value in leaf.values]
        words = f"[ {' '.join(quoted)} ]" if name.kind is Kind.LEAF_LIST else " ".join(quoted)
        out.append((f"{leaf.name} {words}".strip(), []))
    for inner in node.children.values():
        for entry in () if inner.is_leaf else node.select(inner.name):
            below = schema.children[inner.name]
            statement = [inner.name]
            for number, (key, value) in enumerate(zip(below.keys, entry.keys, strict=True)):
                statement += [key, value] if number else [value]
            out.append((" ".join(statement), [as_statements(entry, below)]))
    return out


def as_braces(statements: list[tuple[str, list[object]]], depth: int = 0) -> list[str]:
    lines: list[str] = []
    for text, below in statements:
        if not below:
            lines.append("    " * depth + text)
            continue
        inner = below[0]
        assert isinstance(inner, list)
        lines += ["    " * depth + text + " {", *as_braces(inner, depth + 1), "    " * depth + "}"]
    return lines


def as_flat(statements: list[tuple[str, list[object]]], path: str = "set /") -> list[str]:
    lines: list[str] = []
    for text, below in statements:
        inner = below[0] if below else []
        assert isinstance(inner, list)
        lines += as_flat(inner, f"{path} {text}") if inner else [f"{path} {text}"]
    return lines


def without_places(value: object) -> object:
    """Return a fact tree as plain values: what differs between forms is only where a value stands."""
    if isinstance(value, Source):
        return "somewhere"
    if is_dataclass(value.__class__):
        return (type(value).__name__, *(without_places(getattr(value, name)) for name in field_names(value.__class__)))
    if isinstance(value, Port):
        return tuple(without_places(getattr(value, name)) for name in PORT_FIELDS)
    if isinstance(value, tuple):
        return tuple(without_places(item) for item in value)
    return value


@pytest.mark.parametrize("case", CASES)
def test_all_forms_of_a_configuration_give_the_same_facts(case: str, root: Path) -> None:
    text = (root / "fixtures/srlinux" / case).read_text()
    parsed = parse_configuration("x", text)
    head = f"# SR Linux {parsed.header.release} on {parsed.header.chassis}\n"
    statements = as_statements(parsed.root, TREE)
    forms = {
        "original": text,
        "json": head + json.dumps(as_json(parsed.root, TREE), indent=2),
        "flat": head + "\n".join(as_flat(statements)),
        "braces": head + "\n".join(as_braces(statements)),
    }
    read = {form: read_srlinux(Document("x", written)) for form, written in forms.items()}
    assert {form: reading.unread for form, reading in read.items()} == dict.fromkeys(forms, ())
    original = without_places(read["original"].devices[0].ports)
    for form in forms:
        assert without_places(read[form].devices[0].ports) == original, form
        assert without_places(read[form].devices[0]) == without_places(read["original"].devices[0]), form


def leaves_of(text: str) -> dict[tuple[str, ...], tuple[tuple[str, ...], int]]:
    """Return every leaf with its path, values and line."""
    found: dict[tuple[str, ...], tuple[tuple[str, ...], int]] = {}
    pending: list[tuple[tuple[str, ...], Node]] = [((), parse_configuration("x", text).root)]
    while pending:
        path, node = pending.pop()
        for child in node.children.values():
            if child.is_leaf:
                found[(*path, child.name)] = (child.values, child.line)
            elif child.is_list:
                pending += [((*path, child.name, *entry.keys), entry) for entry in node.entries(child.name)]
            else:
                pending.append(((*path, child.name), child))
    return found


E1 = ("interface", "ethernet-1/1")
PFC_QUEUE = ("qos", "pfc-mapping-profile", "p", "received-traffic", "unicast-mapping", "pfc-queue", "q")
SLOPE = ("qos", "buffer-management", "queue-management-profile", "m", "wred", "wred-slope", "all")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "set / interface ethernet-1/1 mtu 9000 admin-state enable ethernet port-speed 400G",
            {
                (*E1, "mtu"): (("9000",), 1),
                (*E1, "admin-state"): (("enable",), 1),
                (*E1, "ethernet", "port-speed"): (("400G",), 1),
            },
            id="several-leaves-on-a-line",
        ),
        pytest.param(
            '/interface[name=ethernet-1/1]/subinterface[index=0]/description "to spine { 1 }"',
            {(*E1, "subinterface", "0", "description"): (("to spine { 1 }",), 1)},
            id="path-with-keys-in-brackets",
        ),
        pytest.param(
            "set / interface ethernet-1/{1..2} mtu 9000\nset / interface ethernet-1/2 mtu 1500",
            {(*E1, "mtu"): (("9000",), 1), ("interface", "ethernet-1/2", "mtu"): (("1500",), 2)},
            id="range-then-override",
        ),
        pytest.param(
            "set / interface lag1 mtu 9000\ndelete / interface lag1 mtu\nset / system mtu min-path-mtu 552",
            {("system", "mtu", "min-path-mtu"): (("552",), 3)},
            id="deleted-leaf",
        ),
        pytest.param(
            "set / interface ethernet-1/1 mtu 9000\nset / interface lag1 mtu 9100\ndelete / interface ethernet-1/1",
            {("interface", "lag1", "mtu"): (("9100",), 2)},
            id="deleted-interface",
        ),
        pytest.param(
            'A:leaf1# set / interface ethernet-1/1 description "two\nlines"\nA:leaf1# commit stay',
            {(*E1, "description"): (("two lines",), 1)},
            id="string-over-two-lines-behind-a-prompt",
        ),
        pytest.param(
            "interface ethernet-1/1 {\n  subinterface 0 { ip-mtu 9000 }\n}\nset / interface ethernet-1/1 mtu 9100\n",
            {(*E1, "subinterface", "0", "ip-mtu"): (("9000",), 2), (*E1, "mtu"): (("9100",), 4)},
            id="braces-on-one-line-beside-flat-lines",
        ),
        pytest.param(
            '{"srl_nokia-interfaces:interface": [{"name": "ethernet-1/1",\r\n "mtu": 9000}]}',
            {(*E1, "name"): (("ethernet-1/1",), 1), (*E1, "mtu"): (("9000",), 2)},
            id="json-with-carriage-returns",
        ),
        pytest.param(
            'A:a# info | as json\n{"interface": [\n {"name": "ethernet-1/1", "mtu": 9000}\n]}\n--{ running }--[  ]--\n',
            {(*E1, "name"): (("ethernet-1/1",), 3), (*E1, "mtu"): (("9000",), 3)},
            id="json-from-a-session",
        ),
        pytest.param(
            "enter candidate\n/interface ethernet-1/1\n    mtu 9000\n    subinterface 0 {\n        ip-mtu 8000\n    }\n"
            "/\nqos {\n    queues {\n        queue q {\n            queue-index 3\n        }\n    }\n}\ncommit stay",
            {
                (*E1, "mtu"): (("9000",), 3),
                (*E1, "subinterface", "0", "ip-mtu"): (("8000",), 5),
                ("qos", "queues", "queue", "q", "queue-index"): (("3",), 11),
            },
            id="statements-below-a-context",
        ),
        pytest.param(
            "/ interface ethernet-1/1\nset / interface lag1 mtu 9100\nmtu 9000\ninterface lag2 {\n mtu 9200\n}",
            {
                ("interface", "lag1", "mtu"): (("9100",), 2),
                (*E1, "mtu"): (("9000",), 3),
                ("interface", "lag2", "mtu"): (("9200",), 5),
            },
            id="context-beside-absolute-paths",
        ),
        pytest.param(
            "set / qos pfc-mapping-profile p received-traffic unicast-mapping pfc-queue q forwarding-class fc3\n"
            "set / qos pfc-mapping-profile p received-traffic unicast-mapping pfc-queue q forwarding-class [ fc4 fc3 ]",
            {(*PFC_QUEUE, "forwarding-class"): (("fc3", "fc4"), 1)},
            id="leaf-list-grows",
        ),
        pytest.param(
            "set / qos buffer-management queue-management-profile m wred wred-slope all drop-probability low "
            "enable-ecn true max-threshold-percent 80",
            {(*SLOPE, "low", "true", "max-threshold-percent"): (("80",), 1)},
            id="keys-after-the-first-by-name",
        ),
    ],
)
def test_text_gives_leaves(text: str, expected: dict[tuple[str, ...], tuple[tuple[str, ...], int]]) -> None:
    assert leaves_of(text) == expected


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        pytest.param(
            "set / interface ethernet-1/1 qos input dscp-policy x", (1, 1, "has no 'input'"), id="invented-binding"
        ),
        pytest.param(
            "set / qos scheduler-policies scheduler-policy s tier 1 node ef weight 30",
            (1, 1, "has no 'tier'"),
            id="tier",
        ),
        pytest.param("qos {\n weird {\n  a 1\n }\n}", (2, 4, "has no 'weird'"), id="unknown-block-is-reported-once"),
        pytest.param("qos {\n queues {\n", (3, 3, "a closing brace is missing"), id="braces-cut-off"),
        pytest.param('{"qos": {"queues": {\n', (2, 2, "the JSON ends in the middle"), id="json-cut-off"),
        pytest.param('{"qos": {"queues": nonsense}}', (1, 1, "'nonsense' is no JSON value"), id="json-broken"),
        pytest.param('{"qos": {"pfc-boost": {\n"on": true}}}', (1, 2, "has no 'pfc-boost'"), id="json-unknown"),
        pytest.param('{"qos": {"queues": 5}}', (1, 1, "'queues' is a container"), id="json-of-another-shape"),
        pytest.param(
            '{"qos": {"queues": {"queue": [{"queue-index": 3}]}}}', (1, 1, "lacks its key 'name'"), id="no-key"
        ),
        pytest.param('{"qos": {}}\nmore', (2, 2, "follows the end of the JSON"), id="text-after-json"),
        pytest.param(
            "set / rdma-profile x", (1, 1, "has no 'rdma-profile'"), id="unknown-section-that-sounds-relevant"
        ),
        pytest.param("set / qos preserve-dscp true", (1, 1, "no fact is made of it"), id="known-leaf-without-meaning"),
    ],
)
def test_what_has_no_place_goes_to_unread(text: str, unread: tuple[int, int, str]) -> None:
    reading = read_srlinux(Document("x", text))
    first, last, because = unread
    assert [(line.source.line, line.source.end_line) for line in reading.unread] == [(first, last)]
    assert because in reading.unread[0].because


def test_a_tree_that_no_release_has_is_refused() -> None:
    (device,) = read_srlinux(Document("x", "set / qos dscp-policy default entry 46 forwarding-class ef")).devices
    (refused,) = device.refused_settings
    assert refused.because == "no release has /qos dscp-policy; it is /qos classifiers dscp-policy"


@pytest.mark.parametrize(
    "text",
    [
        "set / system logging buffer messages rotate 3",
        "set / system aaa server-group x type tacacs",
        "set / acl acl-filter a type ipv4 entry 10 match ipv4 dscp-set [ 26 ]",
        "set / platform resource-management unified-forwarding-resources alpm enabled",
        "set / system snmp network-instance mgmt admin-state enable",
        "acl {\n  acl-filter a type ipv4 {\n   dscp 26\n  }\n}",
        '{"srl_nokia-acl:acl": {"policers": {"queue": 5}}}',
        "set / interface ethernet-1/1 subinterface 0 ipv4 arp timeout 200 virtual-ipv4-discovery anything at all",
    ],
)
def test_sections_of_no_concern_are_passed_over(text: str) -> None:
    assert read_srlinux(Document("x", text)).unread == ()
