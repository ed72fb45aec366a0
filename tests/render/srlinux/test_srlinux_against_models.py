"""Both forms are valid for the vendor's models on every chassis, and they are the same configuration."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from roce_lint.errors import PlatformError, TemplateError
from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import Role
from roce_lint.os.srlinux.dialect import SrlDialect
from roce_lint.os.srlinux.render import startup_json
from roce_lint.platforms.catalog import platforms, switch
from roce_lint.platforms.datum import SourcedValue
from roce_lint.platforms.platform import Feature, SwitchPlatform

pytestmark = pytest.mark.long


@pytest.fixture(scope="session")
def validator(shared: Path) -> Path:
    """The offline validator; it needs libyang, which comes with yanglint."""
    if shutil.which("yanglint") is None:
        pytest.skip("libyang2-tools is not installed")
    return shared / "yang/validate_srl"


@dataclass(frozen=True)
class Verdict:
    """What the validator says of one view: errors by form, and its own translation of the flat form."""

    errors: dict[str, list[object]]
    flat_as_json: object
    startup: object


def chassis_of(view: SwitchView) -> str:
    dialect = switch(view.platform).dialect
    assert isinstance(dialect, SrlDialect)
    assert isinstance(dialect.validator_chassis, SourcedValue)
    return dialect.validator_chassis.value


def run(*arguments: object) -> str:
    command = ["python3", *(str(argument) for argument in arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.fixture(scope="session")
def verdicts(
    cases: dict[str, Callable[[], SwitchView]],
    render_flat: Callable[[SwitchView], str],
    render_json: Callable[[SwitchView], str],
    validator: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Verdict]:
    """All views judged in few runs, because loading the models takes longer than judging."""
    folder = tmp_path_factory.mktemp("srlinux")
    files: dict[str, tuple[Path, Path]] = {}
    by_chassis: dict[str, list[Path]] = {}
    for number, (name, make) in enumerate(cases.items()):
        view = make()
        files[name] = flat, startup = folder / f"{number}.cfg", folder / f"{number}.json"
        flat.write_text(render_flat(view))
        startup.write_text(render_json(view))
        by_chassis.setdefault(chassis_of(view), []).extend((flat, startup))
    reports = {}
    for chassis, paths in by_chassis.items():
        for line in run(validator, "-j", "-p", chassis, *paths).splitlines():
            report = json.loads(line)
            reports[report["file"]] = report["errors"]
    translations = json_documents(run(validator, "--to", "json", *(flat for flat, _ in files.values())))
    return {
        name: Verdict(
            {path.suffix: reports[str(path)] for path in (flat, startup)}, translation, json.loads(startup.read_text())
        )
        for (name, (flat, startup)), translation in zip(files.items(), translations, strict=True)
    }


def json_documents(text: str) -> list[object]:
    found: list[object] = []
    decoder = json.JSONDecoder()
    while text.strip():
        text = text.lstrip()
        document, end = decoder.raw_decode(text)
        found.append(document)
        text = text[end:]
    return found


def test_both_forms_are_valid_and_equal(case_name: str, verdicts: dict[str, Verdict]) -> None:
    verdict = verdicts[case_name]
    assert verdict.errors == {".cfg": [], ".json": []}
    assert verdict.startup == verdict.flat_as_json


def test_every_chassis_of_the_catalogue_is_tried(make_view: Callable[..., SwitchView]) -> None:
    able = {
        one.id
        for one in platforms()
        if isinstance(one, SwitchPlatform) and isinstance(one.dialect, SrlDialect) and one.supports(Feature.PFC)
    }
    tried = {make_view(name).platform for name in PANEL_NAMES}
    assert able - tried <= {"7220-ixr-h5-64o", "7220-ixr-h5-32d"}


PANEL_NAMES = (
    "7220-ixr-d4", "7220-ixr-d5", "7220-ixr-h4", "7220-ixr-h4-32d", "7220-ixr-h5-64d",
    "7250-ixr-6e", "7250-ixr-10e", "7250-ixr-18e", "7250-ixr-x1b", "7250-ixr-x3b",
)  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"platform": "7220-ixr-h3"}, "7220 IXR-H3 has no PFC"),
        ({"platform": "7220-ixr-h4", "overlay": True}, "7220 IXR-H4 has no VXLAN"),
        ({"platform": "7220-ixr-h4", "overlay": True, "role": Role.SPINE}, "7220 IXR-H4 has no EVPN"),
        ({"release": "23.10.1"}, "use 24.7 or later"),
        ({"release": "latest"}, "is no SR Linux release"),
    ],
    ids=["no-pfc", "no-vxlan", "no-evpn", "old-release", "no-release"],
)
def test_what_a_chassis_lacks_is_refused(
    changes: dict[str, object],
    message: str,
    make_view: Callable[..., SwitchView],
    render_flat: Callable[[SwitchView], str],
) -> None:
    with pytest.raises(PlatformError, match=message):
        render_flat(make_view(**changes))


def test_json_has_the_types_of_the_model() -> None:
    flat = (
        "set / interface ethernet-1/1 mtu 9000 subinterface 0 type bridged\n"
        "set / interface ethernet-1/1 vlan-tagging true\n"
        "set / qos explicit-congestion-notification\n"
        "set / qos classifiers dscp-policy a dscp 26 forwarding-class fc3\n"
        "set / qos classifiers dscp-policy a dscp CS6 forwarding-class fc6\n"
        "set / qos buffer-management queue-management-profile m wred wred-slope all drop-probability all "
        "enable-ecn true min-threshold 5\n"
    )
    assert json.loads(startup_json(flat)) == {
        "srl_nokia-interfaces:interface": [
            {
                "name": "ethernet-1/1",
                "mtu": 9000,
                "srl_nokia-interfaces-vlans:vlan-tagging": True,
                "subinterface": [{"index": 0, "type": "srl_nokia-interfaces:bridged"}],
            }
        ],
        "srl_nokia-qos:qos": {
            "explicit-congestion-notification": {},
            "classifiers": {
                "dscp-policy": [
                    {
                        "name": "a",
                        "dscp": [
                            {"value": 26, "forwarding-class": "fc3"},
                            {"value": "CS6", "forwarding-class": "fc6"},
                        ],
                    }
                ]
            },
            "buffer-management": {
                "queue-management-profile": [
                    {
                        "name": "m",
                        "wred": {
                            "wred-slope": [
                                {
                                    "traffic-type": "all",
                                    "drop-probability": "all",
                                    "enable-ecn": True,
                                    "min-threshold": "5",
                                }
                            ]
                        },
                    }
                ]
            },
        },
    }


@pytest.mark.parametrize(
    ("flat", "message"),
    [
        ("set / qos queues queue a queue-index 3\nset / qos boost 9", "device.j2:2: the model has no 'boost' here"),
        ("set / qos queues queue a queue-index three", "device.j2:1: queue-index is 'three'"),
        ("set / interface ethernet-1/1 vlan-tagging maybe", "vlan-tagging is 'maybe'; it has to be true or false"),
    ],
    ids=["no-such-name", "no-number", "no-boolean"],
)
def test_a_line_that_the_model_has_no_place_for_is_an_error(flat: str, message: str) -> None:
    with pytest.raises(TemplateError) as raised:
        startup_json(flat, path="device.j2")
    assert message in str(raised.value)


def test_the_pause_priority_is_an_array_before_25_3() -> None:
    flat = "set / qos pfc-mapping-profile p received-pfc-pause-frames queue q pfc-pause-frame-priority 3"
    by_release = {
        release: json.loads(startup_json(flat, release))["srl_nokia-qos:qos"]["pfc-mapping-profile"][0][
            "received-pfc-pause-frames"
        ]["queue"][0]["pfc-pause-frame-priority"]
        for release in ((24, 10), (25, 3))
    }
    assert by_release == {(24, 10): [3], (25, 3): 3}
