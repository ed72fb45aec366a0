"""One configuration in every spelling; what NVUE refuses; releases; lists of ports."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from roce_lint.intent.load import parse_intent
from roce_lint.model.device import Device
from roce_lint.model.fact import Stated
from roce_lint.os.cumulus.configuration import parse_configuration
from roce_lint.os.cumulus.grammar import spread
from roce_lint.os.cumulus.reader import read_cumulus
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document

LINES = """\
nv set system hostname leaf01
nv set interface swp1-2,4 link mtu 9000
nv set interface swp2 description 'to gpu-1; eth0'
nv set interface swp1-2,4 qos pfc-watchdog
nv set interface swp4 link state down
nv set qos roce enable on
nv set qos roce mode lossy
nv set qos roce mode lossless
nv set interface swp9 link mtu 1500
nv unset interface swp9
nv config apply
"""
YAML = """\
- header:
    model: vx
    nvue-api-version: nvue_v1
    rev-id: 1.0
    version: Cumulus Linux 5.13.0
- set:
    interface:
      swp1-2,4:
        link:
          mtu: 9000
        qos:
          pfc-watchdog: {}
      swp2:
        description: 'to gpu-1; eth0'
      swp4:
        link:
          state:
            down: {}
    qos:
      roce:
        enable: on
        mode: lossless
    system:
      hostname: leaf01
"""


def said(device: Device) -> list[object]:
    ports = [
        (
            port.name,
            port.stated_description,
            port.enabled.value,
            port.ip_mtu_bytes.value,
            port.qos.watchdog.enabled.value,
        )
        for port in device.ports
        if not isinstance(port.enabled, str)
    ]
    return [device.name, sorted(ports)]


def read(text: str) -> Device:
    (device,) = read_cumulus(Document("leaf01", text)).devices
    assert device.refused_settings == ()
    return device


def without_quotes(text: str) -> str:
    tree = yaml.load(text, Loader=yaml.BaseLoader)
    return json.dumps(tree)


def test_forms_of_one_configuration_say_the_same() -> None:
    forms = (LINES, YAML, without_quotes(YAML), yaml.safe_dump(yaml.load(YAML, Loader=yaml.BaseLoader)[1]["set"]))
    assert [said(read(text)) for text in forms] == [
        [
            "leaf01",
            [
                ("swp1", None, True, 9000, True),
                ("swp2", "to gpu-1; eth0", True, 9000, True),
                ("swp4", None, False, 9000, True),
            ],
        ]
    ] * len(forms)


@pytest.mark.parametrize(
    ("parent", "key", "names"),
    [
        ("interface", "swp1,4-6", ("swp1", "swp4", "swp5", "swp6")),
        ("interface", "bond1s0-1,bond2s0-1", ("bond1s0", "bond1s1", "bond2s0", "bond2s1")),
        ("interface", "vlan10,20", ("vlan10", "vlan20")),
        ("interface", "swp1-swp3", ("swp1", "swp2", "swp3")),
        ("dscp", "0-2,26", ("0", "1", "2", "26")),
        ("mapping", "rack-1-2", ("rack-1-2",)),
        ("interface", "swp4-2", None),
        ("interface", "swp1-99999", None),
    ],
)
def test_a_key_stands_for_these_names(parent: str, key: str, names: tuple[str, ...] | None) -> None:
    assert spread(parent, key) == names


def test_a_banner_in_quotes_is_no_configuration() -> None:
    banner = "nv set system message pre-login '####\nnv set qos roce\n'\"'\"' it\n'\n"
    text = f"nv set system hostname a\n{banner}nv set evpn enable on\n"
    found = parse_configuration("a", text)
    assert (found.faults, sorted(found.root.children)) == ([], ["evpn", "system"])


def refusals(text: str) -> list[tuple[int, str, str]]:
    (device,) = read_cumulus(Document("a", text)).devices
    return [(one.source.line, one.setting, one.because) for one in device.refused_settings]


def test_what_no_release_takes_is_refused_at_its_line() -> None:
    text = "nv set qos roce mode lossles\nnv set qos rocev2\nnv set qos mapping X dscp 64 switch-priority 3\n"
    modes = "lossy, lossless, lossless-single-ipool, lossy-multi-tc, dci-1, dci-custom"
    assert refusals(text) == [
        (1, "mode lossles", f"'lossles' is none of the values: {modes}"),
        (2, "qos rocev2", "`qos` has no 'rocev2'; did you mean 'roce'?"),
        (3, "X dscp 64", "'64' is not a DSCP from 0 to 63"),
    ]


def test_a_word_of_another_release_is_refused() -> None:
    text = YAML.replace("enable: on", "state: enabled")
    assert refusals(text) == [
        (21, "qos roce state", "Cumulus Linux 5.13 does not have it: releases from 5.15 do"),
    ]
    assert refusals(text.replace("5.13.0", "5.16.0")) == []


def test_lines_of_two_releases_do_not_go_together() -> None:
    text = "nv set qos roce state enabled\nnv set interface swp1 ip address 10.0.0.1/31\n"
    because = "releases up to 5.14 have it, and those do not have `qos roce state`"
    assert refusals(text)[0] == (2, "interface swp1 ip", because)


def test_what_does_not_go_together_is_refused() -> None:
    text = """\
nv set interface bond1 bond member swp1
nv set interface bond1 qos pfc-watchdog state enable
nv set interface swp1 qos mapping profile X
nv set qos mapping X trust l3
nv set qos egress-queue-mapping X switch-priority 3 traffic-class 3
nv set qos traffic-pool default-lossless memory-percent 60
nv set qos traffic-pool default-lossy memory-percent 60
"""
    assert [(line, setting) for line, setting, _ in refusals(text)] == [
        (2, "qos pfc-watchdog"),
        (3, "qos mapping profile X"),
        (5, "qos egress-queue-mapping X"),
        (7, "qos traffic-pool"),
    ]


def test_a_dpu_is_named_and_not_read() -> None:
    text = YAML.replace("swp1-2,4", "p0_if").replace("swp", "pf0vf")
    reading = read_cumulus(Document("dpu", text))
    assert reading.devices == ()
    assert [one.because for one in reading.unread] == [
        "this is NVUE of HBN on a BlueField DPU, which routes inside a host: it is not read"
    ]


def test_real_switches_are_understood_whole(root: Path) -> None:
    for path in sorted((root / "fixtures" / "cumulus").rglob("core-*")):
        reading = read_cumulus(Document(path.name, path.read_text("utf-8")))
        (device,) = reading.devices
        assert (reading.unread, device.refused_settings, device.undefined_references) == ((), (), ())
        assert isinstance(device.asn, Stated)
        assert (device.asn.value, len(device.routing.ethernet_segments)) == (4260394788, 36)


def test_the_lines_that_the_oracle_refuses_are_refused(shared: Path) -> None:
    text = (shared / "samples/cumulus/wrong_nv_set_lines.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("nv ")]
    assert [line for line in lines if not parse_configuration("a", line).faults] == []


@pytest.mark.parametrize("release", ["5.8", "5.13", "5.15", "5.18"])
def test_what_is_rendered_is_valid_in_its_release(release: str, root: Path, shared: Path, tmp_path: Path) -> None:
    text = (root / "fixtures/intents/pairs-cumulus.roce.yaml").read_text("utf-8").replace("5.13", release)
    for file in render_fabric(parse_intent(text, "pairs.roce.yaml")):
        if file.path.startswith("configs/"):
            path = tmp_path / Path(file.path).name
            path.write_text(file.text, "utf-8")
            checked = subprocess.run(
                [sys.executable, shared / "yang/validate_nvue", "-q", "-r", release, path],
                capture_output=True,
                text=True,
                check=False,
            )
            assert checked.stdout.endswith(": OK; 1 tree(s)\n"), checked.stdout
