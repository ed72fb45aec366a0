"""What an intent demands and what configurations hold, fact by fact."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from roce_lint.cli.gate import command as gate
from roce_lint.errors import UsageError
from roce_lint.gate.drift import Drift, drift_from_intent
from roce_lint.gate.drift_report import drift_json, drift_markdown, drift_schema, drift_text
from roce_lint.gate.measure import Options, measure_of
from roce_lint.gate.open_states import open_folder
from roce_lint.intent.load import load_intent, parse_any_intent
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.render.files import write_files
from roce_lint.render.infiniband import render_infiniband
from roce_lint.render.render import render_fabric

INTENT = """\
schema: 1
name: pod
profile: lossless
topology:
  kind: clos
  leaves: {count: 2, platform: DCS-7060DX4-32, release: "4.32.1F", uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: DCS-7060DX5-64S, release: "4.32.1F"}
  cables: {host: 5 m, fabric: 50 m}
hosts:
  - {count: 2, nics: 2, nic_platform: ConnectX-7, nic_speed: 100G}
"""


@pytest.fixture
def pod(tmp_path: Path) -> Path:
    """A folder with an intent and everything that is rendered from it."""
    (tmp_path / "pod.roce.yaml").write_text(INTENT)
    write_files(render_fabric(load_intent(tmp_path / "pod.roce.yaml")), tmp_path)
    return tmp_path


def drift_of(folder: Path, **said: Any) -> Drift:
    state, depth = open_folder(folder)
    options = Options(intent="pod.roce.yaml", **said)
    return drift_from_intent(state, measure_of(state, depth, options), options)


def reported(drift: Drift) -> list[str]:
    return drift_text(drift).splitlines()[:-1]


def edit(path: Path, change: Callable[[str], str]) -> None:
    text = path.read_text()
    assert change(text) != text
    path.write_text(change(text))


def test_what_was_rendered_does_not_drift(pod: Path) -> None:
    drift = drift_of(pod)
    assert (drift.outcome, drift.differing, drift.not_found, drift.notes) == ("passed", (), (), ())
    assert (drift.devices, drift.compared > 1000) == (5, True)


def test_a_whole_path_names_a_folder_as_its_relative_one_does(pod: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pod)
    said = ["--intent", "pod.roce.yaml", "--path"]
    inside, outside = (CliRunner().invoke(gate, [*said, path]) for path in (str(pod / "configs"), "/elsewhere"))
    assert inside.exit_code == 0, inside.output
    assert str(outside.exception) == "/elsewhere: is outside of the working directory, whose states are compared"


def test_other_units_and_another_order_do_not_drift(pod: Path) -> None:
    def respelled(text: str) -> str:
        lines = [line.replace(" timeout 0.2", " timeout 0.20") for line in text.splitlines()]
        return "\r\n".join(line for line in lines if not line.startswith("!"))

    edit(pod / "configs" / "leaf-1.cfg", respelled)
    assert drift_of(pod).differing == ()


def test_every_differing_fact_is_reported_with_its_line(pod: Path) -> None:
    edit(
        pod / "configs" / "spine-1.cfg",
        lambda text: text.replace("dscp 26 to traffic-class 3", "dscp 26 to traffic-class 1"),
    )
    edit(pod / "configs" / "leaf-2.cfg", lambda text: text.replace("default timeout 0.2", "default timeout 0.4"))
    edit(pod / "hosts" / "host-1" / "nccl.conf", lambda text: text.replace("NCCL_IB_TC=106", "NCCL_IB_TC=104"))
    plan = pod / "hosts" / "host-1" / "60-roce-netplan.yaml"
    edit(plan, lambda text: text.replace("via: 10.0.0.0\n          table", "via: 10.0.0.9\n          table"))
    (pod / "configs" / "leaf-1.cfg").unlink()

    def line(path: str, text: str) -> str:
        lines = (pod / path).read_text().splitlines()
        return f"{path}:{next(number for number, one in enumerate(lines, 1) if text in one)}"

    ports = "Ethernet1/1, Ethernet2/1"
    found = [one for one in reported(drift_of(pod)) if "leaf-1" not in one and not one.startswith("  ?")]
    assert [one for one in found if "queue of DSCP" not in one and not one.startswith("Not found in any")] == [
        f"{line('hosts/host-1/nccl.conf', 'IB_TC')}: host-1 rdma0, rdma1: application tos 104, the intent demands 106",
        f"{line('hosts/host-1/60-roce-netplan.yaml', '10.0.0.9')}: host-1 route to 10.0.0.0/29 by rdma0 in table 101: "
        "next hop 10.0.0.9, the intent demands 10.0.0.0",
        f"{line('configs/leaf-2.cfg', 'timeout')}: leaf-2 Ethernet1/1, Ethernet1/3, Ethernet32/1: "
        "watchdog detection time 400 ms, the intent demands 200 ms",
        f"{line('configs/spine-1.cfg', 'dscp 26')}: spine-1 {ports}: pause for DSCP 26 none, the intent demands 3",
    ]


def test_a_device_that_is_missing_or_too_much_is_reported(pod: Path) -> None:
    (pod / "configs" / "leaf-1.cfg").unlink()
    (pod / "configs" / "leaf-9.cfg").write_text(
        (pod / "configs" / "leaf-2.cfg").read_text().replace("leaf-2", "leaf-9")
    )
    assert [line for line in reported(drift_of(pod)) if "cable" not in line] == [
        "pod.roce.yaml: leaf-1: the intent has this device and no file describes it",
        "configs/leaf-9.cfg: leaf-9: described by a file, and the intent has no such device",
    ]


def test_hosts_that_no_file_describes_are_left_aside_and_noted(pod: Path) -> None:
    drift = drift_of(pod, paths=("configs",))
    assert (drift.outcome, drift.differing) == ("passed", ())
    assert [str(note) for note in drift.notes] == [
        "pod.roce.yaml: no file describes any of the 2 hosts of the intent; they were left aside"
    ]


def test_no_drift_is_never_said_of_what_no_file_describes(pod: Path) -> None:
    assert drift_text(drift_of(pod)).startswith("NO DRIFT: ")
    summary = drift_text(drift_of(pod, paths=("configs",))).splitlines()[-1]
    assert summary.startswith("NOTHING DIFFERS IN WHAT WAS FOUND, BUT NOT ALL WAS FOUND: ")
    assert summary.endswith("no file of 2 devices (host-1, host-2)")


@pytest.mark.parametrize(
    ("line", "instead", "text"),
    [
        ("   mtu 9000\n", "   mtu 9000\n   shutdown\n", "leaf-1 Ethernet1/1: port off, the intent demands on"),
        (
            "   description host-1 rdma0\n",
            "   description spare\n",
            "leaf-1 Ethernet1/1: description spare, the intent demands host-1 rdma0",
        ),
        ("   speed 100g-2\n", "", "leaf-1 Ethernet1/1: speed not stated, the intent demands 100 Gb/s"),
        (
            "route-map RM-CONN-2-BGP permit 10",
            "route-map RM-CONN-2-BGP deny 10",
            "leaf-1 BGP: routes of its own that it announces connected (deny 10.255.0.0/20, permit 10.0.0.0/10,"
            " deny the rest), the intent demands connected (permit 10.255.0.0/20, permit 10.0.0.0/10, deny the rest)",
        ),
        (
            "   redistribute connected route-map RM-CONN-2-BGP\n",
            "",
            "leaf-1 BGP: routes of its own that it announces none, the intent demands connected"
            " (permit 10.255.0.0/20, permit 10.0.0.0/10, deny the rest)",
        ),
    ],
)
def test_routes_ports_and_descriptions_drift(pod: Path, line: str, instead: str, text: str) -> None:
    edit(pod / "configs" / "leaf-1.cfg", lambda config: config.replace(line, instead, 1))
    drift = drift_of(pod)
    assert [one.partition(": ")[2] for one in reported(drift)] == [text]


def test_a_session_that_is_gone_and_a_cable_that_the_list_lacks_are_reported(pod: Path) -> None:
    edit(pod / "configs" / "leaf-1.cfg", lambda text: re.sub(r"   neighbor 10.240.0.0 .*\n", "", text))
    edit(pod / "cabling.csv", lambda text: re.sub(r".*,leaf-2,Ethernet32/1,.*\n", "", text))
    assert reported(drift_of(pod)) == [
        "configs/leaf-1.cfg: leaf-1 BGP neighbor 10.240.0.0: the intent has this and the configuration has not",
        "cabling.csv: spine-1 Ethernet2/1: the intent has a cable to leaf-2 Ethernet32/1, and no cabling list or LLDP"
        " output has it",
    ]


def test_json_keeps_to_its_schema_and_markdown_has_every_line(pod: Path) -> None:
    edit(pod / "configs" / "leaf-2.cfg", lambda text: text.replace("mtu 9", "mtu 8"))
    drift = drift_of(pod)
    document = json.loads(drift_json(drift))
    jsonschema.validate(document, drift_schema())
    assert document["outcome"] == "failed"
    assert len(document["differing"]) == len(drift.differing) > 0
    assert drift_markdown(drift).count("\n- ") == len(reported(drift))


def test_without_an_intent_there_is_nothing_to_drift_from(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no intent 'pod.roce.yaml' in"):
        drift_of(tmp_path)


def test_a_subnet_drifts_by_who_can_talk(tmp_path: Path, root: Path) -> None:
    text = (root / "fixtures" / "intents" / "quantum-pod.ib.yaml").read_text()
    (tmp_path / "pod.roce.yaml").write_text(text)
    view = make_infiniband_view(parse_any_intent(text, "pod.roce.yaml"))
    assert view is not None
    write_files(render_infiniband(view), tmp_path)
    assert drift_of(tmp_path).differing == ()
    path = tmp_path / "infiniband" / "gpu-01" / "partitions.conf"
    edit(path, lambda text: text.replace("0x506b4b0300c0a021=limited", "0x506b4b0300c0a021=full"))
    (difference,) = drift_of(tmp_path).differing
    assert difference.text == (
        "[0x506b4b0300c0a021] and [0x506b4b0300c0a031, 0x506b4b0300c0a041, 0x506b4b0300c0a052] "
        "can talk against the intent over P_Key 0x0100 (storage)"
    )
    assert difference.spots[0].new.file == "infiniband/gpu-01/partitions.conf"
