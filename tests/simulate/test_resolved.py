"""From configurations to numbers, patterns over them, and what `simulate` says of a fabric."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from roce_lint.cli.group import roce_lint
from roce_lint.errors import UsageError
from roce_lint.judge.check import read_configs
from roce_lint.model.fact import Stated
from roce_lint.simulate.patterns import Load, loaded
from roce_lint.simulate.plant import FailedLink, Plant, StuckNic
from roce_lint.simulate.resolved import ResolvedNetwork, resolved
from roce_lint.values import replace


@pytest.fixture
def folder(tmp_path: Path, clos: Callable[..., object]) -> Callable[..., Path]:
    def written(**how: object) -> Path:
        for name, text in clos(**how).texts().items():  # type: ignore[attr-defined]  # a fabric of the tests
            (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path

    return written


@pytest.fixture
def network(folder: Callable[..., Path]) -> Callable[..., ResolvedNetwork]:
    return lambda **how: resolved(read_configs(*sorted(folder(**how).iterdir())))


def ends(plant: Plant) -> list[str]:
    return [flow.name for flow in plant.flows]


def test_ports_have_the_numbers_of_their_configuration(network) -> None:
    found = network(systems=("eos",))
    plant = loaded(found, Load("incast:2"))
    assert [device.name for device in plant.devices[:6]] == ["leaf1", "leaf2", "leaf3", "leaf4", "spine1", "spine2"]
    port = next(port for number, port in enumerate(plant.ports) if plant.port_label(number) == "leaf1:Ethernet30")
    assert port.priority_of_dscp[26] == 3
    assert [number for number, group in enumerate(port.groups) if group.lossless] == [3]
    assert port.stops[3] == (3,)
    assert port.stops[0] == ()
    assert port.watchdog_detect_ns > 0


def test_paths_are_those_of_routing(network) -> None:
    plant = loaded(network(systems=("eos",)), Load("incast:4"))
    names = [[plant.port_label(port).split(":")[0] for port in path] for path in plant.flows[-1].paths]
    sender, leaf = names[0][0], names[0][1]
    assert names == [[sender, leaf, spine, "leaf1"] for spine in ("spine1", "spine2")]
    assert not any("shortest paths" in line for line in plant.assumed)


def test_what_is_not_known_is_assumed_and_listed(network) -> None:
    assumed = loaded(network(systems=("eos",)), Load("incast:2")).assumed
    assert any(line.startswith("NICs run DCQCN: their configuration was not read") for line in assumed)
    assert any(line.startswith("DCQCN has the constants of its paper") for line in assumed)


def test_ports_draw_from_the_slice_of_their_model(folder) -> None:
    """The buffer of a Nexus 9336C-FX2 has two slices, each for half of the ports."""
    fabric = read_configs(*sorted(folder(systems=("eos",)).iterdir()))
    model = Stated("n9k-c9336c-fx2", fabric.devices[0].source)
    two = resolved(replace(fabric, devices=tuple(replace(device, platform=model) for device in fabric.devices)))
    one, two_slices = (loaded(network, Load("incast:2")) for network in (resolved(fabric), two))
    leaf = one.devices[0].name
    assert [(plant.devices[0].name, plant.devices[0].slices) for plant in (one, two_slices)] == [(leaf, 1), (leaf, 2)]
    assert two_slices.devices[0].pool_bytes < one.devices[0].pool_bytes
    names = sorted((port.name for port in fabric.devices[0].ports if port.name.startswith("Ethernet")), key=len)
    slices = {port.name: port.slice for port in two_slices.ports if port.device == 0}
    assert {name: slices[name] for name in names if name in slices} == {
        name: int(place >= len(names) / 2) for place, name in enumerate(names) if name in slices
    }
    assert any(line.startswith("ports share the 2 slices of buffer in equal parts") for line in two_slices.assumed)


@pytest.mark.parametrize(
    ("pattern", "flows"),
    [
        ("incast:3", 3), ("all-to-all:4", 12), ("ring", 8), ("permutation", 8), ("rail-all-to-all:3", 6),
        ("victim:3", 4), ("stuck-nic", 8), ("failed-link", 8),
    ],
)  # fmt: skip
def test_a_pattern_makes_flows_between_distinct_hosts(network, pattern: str, flows: int) -> None:
    plant = loaded(network(systems=("eos",)), Load(pattern))
    assert len(plant.flows) == len(set(ends(plant))) == flows
    assert all(flow.source != flow.destination for flow in plant.flows)
    kinds = {"stuck-nic": [StuckNic], "failed-link": [FailedLink]}
    assert [type(fault) for fault in plant.faults] == kinds.get(pattern, [])


@pytest.mark.parametrize(
    ("load", "message"),
    [
        (Load("incest"), "--pattern incest: there is no such pattern; did you mean 'incast'?"),
        (Load("incast:99"), "--pattern incast:99 needs 99 senders beside leaf1-Ethernet30; there are 7; give fewer"),
        (Load("incast", to="gpu-9"), "gpu-9 is no host of this fabric"),
        (Load("victim:7"), "--pattern victim needs two NICs beside the incast; give fewer senders, as in victim:4"),
        (Load("ring:20"), "the pattern names 20 NICs; the fabric has 8"),
    ],
)
def test_what_cannot_be_sent_is_a_sentence(network, load: Load, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        loaded(network(systems=("eos",)), load)
    assert str(refused.value).startswith(message)


def simulated(folder: Path, *options: str) -> dict[str, object]:
    words = ["simulate", str(folder), "--cabling", str(folder / "cables.csv"), "--format", "json", *options]
    done = CliRunner().invoke(roce_lint, words)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_a_fault_in_a_configuration_costs_what_the_simulation_says(folder) -> None:
    place = folder(systems=("eos",))
    options = ("--pattern", "incast:6", "--duration", "1 ms")
    healthy = simulated(place, *options)
    for leaf in place.glob("leaf*"):
        text = leaf.read_text()
        assert "dscp 26" in text or "no-drop" in text
        leaf.write_text(text.replace("no-drop", "drop"))
    broken = simulated(place, *options)
    assert healthy["totals"]["dropped_packets"] == 0
    assert broken["totals"]["dropped_percent"] > 5
    assert "dropped, most at" in broken["verdict"]


def test_a_folder_without_cables_has_no_path(folder, tmp_path: Path) -> None:
    place = folder(systems=("eos",))
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "spine1.cfg").write_text(next(place.glob("spine1*")).read_text())
    done = CliRunner().invoke(roce_lint, ["simulate", str(alone)])
    assert isinstance(done.exception, UsageError)
    assert str(done.exception).startswith("no two hosts are cabled to switches that were read")


FLOWS = """\
schema: 1
flows:
  - {from: leaf1-Ethernet30, to: leaf2-Ethernet30, size: 100 KB}
  - {from: leaf1-Ethernet31, to: leaf3-Ethernet30, rate: 10G, count: 2, start: 10 us}
faults:
  - {failed_link: [leaf1, spine1], at: 20 us}
"""


def test_flows_of_a_file_are_simulated(folder, tmp_path: Path) -> None:
    place = folder(systems=("eos",))
    file = tmp_path / "flows.txt"
    file.write_text(FLOWS)
    found = simulated(place, "--flows", str(file), "--duration", "200 us")
    assert [(flow["name"], flow["start_us"]) for flow in found["flows"]] == [
        ("leaf1-Ethernet30->leaf2-Ethernet30", 0),
        ("leaf1-Ethernet31->leaf3-Ethernet30 #1", 10),
        ("leaf1-Ethernet31->leaf3-Ethernet30 #2", 10),
    ]
    assert found["flows"][0]["delivered_bytes"] == 100_000
    assert found["flows"][1]["throughput_gbps"] == pytest.approx(9.8, rel=0.1)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("leaf2-Ethernet30", "gpu-1", ":3:34: gpu-1 is no host of this fabric; known are "),
        ("[leaf1, spine1]", "[leaf1, leaf2]", ":6:19: no cable lies between leaf1 and leaf2; write the ends of one"),
        ("rate", "speed", ":4:52: unknown key 'speed' in flows[1]"),
    ],
)
def test_a_wrong_flow_is_refused_at_its_place(folder, tmp_path: Path, before: str, after: str, message: str) -> None:
    place = folder(systems=("eos",))
    file = tmp_path / "flows.txt"
    file.write_text(FLOWS.replace(before, after))
    done = CliRunner().invoke(roce_lint, ["simulate", str(place), "--flows", str(file)])
    assert isinstance(done.exception, UsageError)
    assert message in str(done.exception)
