"""Outlines of switches say of paths what the switches say, and their ports are the ports that were read."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from roce_lint.engine.packed import pack, unpack
from roce_lint.fabric.domain import Domain, roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.brief import BriefExamined, in_brief
from roce_lint.judge.check import build_fabric, load_all_rules
from roce_lint.judge.derive.fabric_entities import PathEntities
from roce_lint.judge.derive.host_routes import blocks_of
from roce_lint.judge.derive.outlines import Outlines, outlines_of
from roce_lint.judge.derive.scopes import PATH_SCOPES
from roce_lint.judge.given import Given
from roce_lint.judge.judge import examine
from roce_lint.model.device import Device, is_host
from roce_lint.paths.host_side import HostSides
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document
from roce_lint.values import replace

RULES = [rule for rule in load_all_rules() if rule.scope in PATH_SCOPES]
EXAMPLES = {
    f"{rule.id}-{example.vendor}-{example.verdict.value}-{number}": {
        "example.cfg": example.config,
        **dict(example.files),
    }
    for rule in RULES
    for number, example in enumerate(rule.examples)
}


def fabric_of(texts: Mapping[str, str]) -> Fabric:
    return build_fabric(read_documents(tuple(Document(name, text) for name, text in texts.items())), Given())


def told(fabric: Fabric, domain: Domain, sides: HostSides) -> BriefExamined:
    os_by_device = {device.name: device.os for device in fabric.devices}
    return in_brief(examine(RULES, PathEntities({}, fabric, domain, sides), os_by_device))


def outlined(fabric: Fabric, sides: HostSides) -> Outlines:
    """Return the outlines of a fabric as they come out of the cache."""
    hosts = frozenset().union(*(blocks_of(device.ports) for device in fabric.devices))
    return unpack(pack(outlines_of(fabric.devices, hosts, sides)), Outlines)


@pytest.mark.parametrize("texts", EXAMPLES.values(), ids=EXAMPLES)
def test_paths_by_outlines_are_those_of_the_whole(texts: dict[str, str]) -> None:
    fabric = fabric_of(texts)
    domain = roce_domain(fabric)
    sides = HostSides(fabric, domain)
    expected = told(fabric, domain, sides)
    outlines = outlined(fabric, sides)
    by_file = {device.source.file: device for device in fabric.devices}
    again = replace(fabric, devices=tuple(outlines.devices(by_file.__getitem__, frozenset())))
    # What is behind a switch is kept of fabrics without hosts only.
    kept = {} if any(map(is_host, fabric.devices)) else outlines.sides()
    assert told(again, domain, HostSides(again, domain, kept)) == expected


def test_ports_of_an_outline_are_those_that_were_read() -> None:
    fabric = fabric_of(next(texts for name, texts in EXAMPLES.items() if len(texts) > 2))
    outlines = outlined(fabric, HostSides(fabric, roce_domain(fabric)))
    asked: list[str] = []

    def read(file: str) -> Device:
        asked.append(file)
        return next(device for device in fabric.devices if device.source.file == file)

    first, *others = fabric.devices
    found = outlines.devices(read, {device.name for device in others})
    assert [device.name for device in found] == [first.name]
    assert [(port.name, port.kind, port.stated_addresses) for port in found[0].ports] == [
        (port.name, port.kind, port.stated_addresses) for port in first.ports
    ]
    assert asked == []
    assert found[0].ports == first.ports
    assert asked == [first.source.file]
