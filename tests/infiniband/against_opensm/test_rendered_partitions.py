"""What an intent renders makes OpenSM program exactly the tables that it says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from roce_lint.errors import IntentError
from roce_lint.infiniband.effective_tables import TableOptions, derive_tables, end_ports
from roce_lint.infiniband.ib_fabric import IbFabric
from roce_lint.infiniband.opensm.partitions import parse_partitions
from roce_lint.intent.load import load_any_intent, parse_any_intent
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.judge.check import check_texts, read_configs
from roce_lint.render.infiniband import render_infiniband
from tests.all_rules import all_rules

MANAGER = "0x506b4b0300c0a011"
INTENDED = {
    "0x506b4b0300c0a011": ["0x8001", "0x0100", "0xffff"],
    "0x506b4b0300c0a021": ["0x8001", "0x0100", "0x7fff"],
    "0x506b4b0300c0a031": ["0x7fff", "0x0100", "0x8002"],
    "0x506b4b0300c0a041": ["0x7fff", "0x0100", "0x8002"],
    "0x506b4b0300c0a051": ["0x7fff", "0x8100"],
    "0x506b4b0300c0a052": ["0x7fff", "0x0100"],
}
"""training is 0x0001 and wants index 0, research is 0x0002, storage is 0x0100 with one server; gpu-01 runs OpenSM."""


def rendered(root: Path) -> dict[str, str]:
    view = make_infiniband_view(load_any_intent(root / "fixtures/intents/quantum-pod.ib.yaml"))
    assert view is not None
    return {file.path: file.text for file in render_infiniband(view)}


def test_what_is_rendered_gives_the_intended_tables(root: Path) -> None:
    files = rendered(root)
    facts = read_configs(root / "fixtures/opensm/small-pod").infiniband
    ports = end_ports(next(one for one in facts if isinstance(one, IbFabric)))
    found = parse_partitions(files["infiniband/gpu-01/partitions.conf"].encode(), "partitions.conf")
    assert (found.is_refused, found.doubtful_texts) == (False, ())
    tables = derive_tables(found, ports, TableOptions(False, int(MANAGER, 16))).tables
    got = {f"0x{table.port.guid:016x}": [f"0x{key:04x}" for key in table.keys] for table in tables}
    assert {guid: keys for guid, keys in got.items() if guid in INTENDED} == INTENDED
    assert {tuple(keys) for guid, keys in got.items() if guid not in INTENDED} == {("0x7fff",)}


def test_opensm_programs_the_intended_tables(root: Path, opensm: Callable[..., object]) -> None:
    files = rendered(root)
    partitions = files["infiniband/gpu-01/partitions.conf"].encode()
    options = files["infiniband/gpu-01/opensm.conf"].replace("/etc/opensm/", "")
    outcome = opensm(partitions, manager="gpu-01", options=options)
    assert outcome.verdict == "ok"
    assert {guid: keys for guid, keys in outcome.tables.items() if guid in INTENDED} == INTENDED


def test_what_is_rendered_lints_clean(root: Path) -> None:
    files = rendered(root)
    folder = "infiniband/gpu-01/"
    texts = {name: files[folder + name] for name in ("partitions.conf", "opensm.conf")}
    report = check_texts(texts, rules=all_rules())
    assert [(finding.rule, finding.message) for finding in report.findings] == []


@pytest.mark.parametrize(
    ("section", "line", "words"),
    [
        ("partitions: [{name: a, key: 0x7fff, full: [gpu-1]}]", 5, "at most 32766"),
        ("partitions: [{name: a, key: 0x1, full: [gpu-7]}]", 5, "there is no node 'gpu-7'"),
        ("partitions: [{name: a, key: 0x1, full: [gpu-1/2]}]", 5, "gpu-1 has 1 ports"),
        ("partitions: [{name: a, key: 0x1, full: [gpu-1], limited: ['0x11']}]", 5, "a full member already"),
        ("partitions: [{name: a, key: 0x1, limited: [gpu-1]}]", 5, "no full member"),
        ("partitions: [{name: a, key: 1, full: [gpu-1]}, {name: b, key: 1, full: [gpu-2]}]", 5, "is the key of a"),
        ("partitions: [{name: default, key: 1, full: [gpu-1]}]", 5, "a section of its own"),
        ("subnet_managers: [{node: gpu-1}, {node: gpu-1/1}]", 5, "gpu-1 runs on 0x0000000000000011 already"),
        ("subnet_managers: [{node: gpu-1, priority: 3}, {node: gpu-2, priority: 3}]", 5, "priority 3 is that of"),
        ("default_partition: {ipoib: {mtu: 4000}}", 5, "an InfiniBand MTU is"),
        ("partition: []", 5, "did you mean 'partitions'"),
    ],
)
def test_a_contradiction_is_reported_with_its_place(section: str, line: int, words: str) -> None:
    nodes = "nodes: [{name: gpu-1, ports: [0x11]}, {name: gpu-2, ports: [0x21]}]"
    text = f"schema: 1\nname: pod\ninfiniband:\n  {nodes}\n  {section}\n"
    with pytest.raises(IntentError) as caught:
        make_infiniband_view(parse_any_intent(text, "pod.yaml"))
    problem = caught.value.problems[0]
    assert (problem.line, words in problem.message) == (line, True), problem
