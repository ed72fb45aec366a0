"""The cabling plan and the lab of a fabric."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from roce_lint.errors import PlatformError
from roce_lint.fabric.cabling.document import read_cabling
from roce_lint.intent.lab_names import lab_interface, lab_kind, lab_type
from roce_lint.intent.view_fabric import CablingRow, FabricView, LabLink, LabNode
from roce_lint.model.fact import Stated
from roce_lint.render.environment import make_environment, render_template
from roce_lint.text.document import Document

NODES = (
    ("leaf1", "eos", "dcs-7060dx5-64s", "ceos:4.32.0F", "configs/leaf1.cfg"),
    ("leaf2", "nxos", "n9k-c9364d-gx2a", "n9kv:10.5", "configs/leaf2.cfg"),
    ("spine1", "srlinux", "7220-ixr-h4-32d", "ghcr.io/nokia/srlinux:25.3.1", "configs/spine1.cli"),
    ("h-0001", "mlx5", "connectx-7", "alpine:3", ""),
)


@pytest.fixture(scope="module")
def fabric() -> FabricView:
    return FabricView(
        name="two-rails",
        cables=(
            CablingRow("spine1", "ethernet-1/1", "leaf1", "Ethernet1/1", 40, 400, -1, "10.240.0.0/31", "10.240.0.1/31"),
            CablingRow("leaf1", "Ethernet33/1", "h-0001", "enp59s0f0np0", 3, 400, 0, "10.0.0.0/31", "10.0.0.1/31"),
        ),
        nodes=tuple(
            LabNode(name, lab_kind(os), lab_type(os, platform), image, "leaf", config, ())
            for name, os, platform, image, config in NODES
        ),
        links=(
            LabLink(
                "spine1", lab_interface("srlinux", "ethernet-1/1", 1), "leaf1", lab_interface("eos", "Ethernet1/1", 1)
            ),
            LabLink(
                "leaf1", lab_interface("eos", "Ethernet33/1", 33), "h-0001", lab_interface("mlx5", "enp59s0f0np0", 1)
            ),
        ),
    )


def test_the_cabling_plan_reads_back(fabric: FabricView) -> None:
    text = render_template(make_environment(), "fabric/cabling.j2", {"fabric": fabric})
    reading = read_cabling(Document("cabling.csv", text))
    assert reading.unread == ()
    seen = [(link.a.device, link.a.port, link.b.device, link.b.port, link.length_m) for link in reading.links]
    assert [row[:4] for row in seen] == [(c.device_a, c.port_a, c.device_b, c.port_b) for c in fabric.cables]
    assert [row[4].value for row in seen if isinstance(row[4], Stated)] == [40, 3]


def test_the_lab_is_valid_for_containerlab(fabric: FabricView, shared: Path) -> None:
    text = render_template(make_environment(), "fabric/containerlab.j2", {"fabric": fabric})
    schema = json.loads((shared / "schemas/clab.schema.json").read_text())
    topology = yaml.safe_load(text)
    jsonschema.Draft7Validator(schema).validate(topology)
    assert topology["topology"]["nodes"]["spine1"] == {
        "kind": "nokia_srlinux",
        "type": "ixr-h4-32d",
        "image": "ghcr.io/nokia/srlinux:25.3.1",
        "group": "leaf",
        "startup-config": "configs/spine1.cli",
        "enforce-startup-config": True,
    }
    assert topology["topology"]["links"] == [
        {"endpoints": ["spine1:ethernet-1/1", "leaf1:eth1_1"]},
        {"endpoints": ["leaf1:eth33_1", "h-0001:eth1"]},
    ]


def test_a_wrong_chassis_type_would_be_noticed(fabric: FabricView, shared: Path) -> None:
    text = render_template(make_environment(), "fabric/containerlab.j2", {"fabric": fabric})
    schema = json.loads((shared / "schemas/clab.schema.json").read_text())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft7Validator(schema).validate(yaml.safe_load(text.replace("ixr-h4-32d", "ixr-h9")))


def test_every_chassis_type_is_one_of_containerlab(root: Path, shared: Path) -> None:
    schema = json.loads((shared / "schemas/clab.schema.json").read_text())
    rules = schema["definitions"]["node-config"]["allOf"]
    (known,) = [
        set(rule["then"]["properties"]["type"]["enum"])
        for rule in rules
        if rule.get("if", {}).get("properties", {}).get("kind", {}).get("pattern") == "(nokia_srlinux)"
    ]
    chassis = [path.stem for path in (root / "roce_lint/platforms/data").glob("7*-ixr-*.yaml")]
    named = []
    for platform in chassis:
        try:
            named.append(lab_type("srlinux", platform))
        except PlatformError:
            assert platform.partition("-")[2] not in known
    assert named
    assert set(named) <= known


def test_an_unknown_chassis_is_refused() -> None:
    with pytest.raises(PlatformError, match="containerlab has no type for 7999-ixr-z9"):
        lab_type("srlinux", "7999-ixr-z9")
