"""The QoS sections are, line by line, what Arista's own generator prints for the same facts.

pyavd cannot express, and the comparison leaves out: `hardware counter feature ecn out` (its model has no ECN counter
feature), `bandwidth guaranteed` beside `bandwidth percent`, and `no priority-flow-control pause watchdog`.
"""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from roce_lint.cli.render import command as render
from roce_lint.intent.view import SwitchView
from roce_lint.os.eos.avd import structured_config
from roce_lint.os.eos.view import EosView, eos_view
from roce_lint.platforms.catalog import switch

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pyavd = pytest.importorskip("pyavd", reason="pyavd, the oracle, is not installed")

NOT_IN_PYAVD = re.compile(r"no priority-flow-control pause watchdog|hardware counter feature ecn out")
SECTIONS = re.compile(
    r"(?:qos profile|qos map|priority-flow-control|platform trident mmu|interface Ethernet|errdisable)\b"
)
INTERFACE_LINES = re.compile(r"interface |mtu|speed|(?:no )?switchport|ip address|service-profile|description")


def structured(view: SwitchView, eos: EosView) -> dict[str, Any]:
    """Return what `render --eos-form avd` writes, with the name and the other lines of interfaces, which AVD adds."""
    data: dict[str, Any] = structured_config(view, eos)
    profiles = {one["name"]: one["service_profile"] for one in data["ethernet_interfaces"]}
    data["hostname"] = view.name
    data["ethernet_interfaces"] = [
        {
            "name": port.name,
            "description": port.description,
            "mtu": port.ip_mtu_bytes,
            "speed": next(entry.speed for entry in eos.ports if entry.name == port.name),
            "service_profile": profiles[port.name],
            "switchport": {"enabled": bool(port.vlan), **({"access_vlan": port.vlan} if port.vlan else {})},
            **({"ip_address": port.address} if port.address else {}),
        }
        for port in view.ports
    ]
    return data


def sections(text: str) -> dict[str, list[str]]:
    """Return the lines of every QoS-bearing section under the section's first line; one-line sections gather."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith(" "):
            lines = found.setdefault(line, []) if SECTIONS.match(line) else []
        elif line.strip() != "!" and not NOT_IN_PYAVD.fullmatch(line.strip()):
            lines.append(line)
    return found


def test_qos_sections_equal_those_of_pyavd(view: SwitchView, rendered: str) -> None:
    eos = eos_view(view, switch(view.platform))
    expected = sections(pyavd.get_device_config(structured(view, eos)))
    ours = sections(rendered)
    assert ours == expected
    assert list(ours) == list(expected)


def test_the_form_avd_adds_files_that_avd_accepts(tmp_path: Path, root: Path) -> None:
    intent = root / "fixtures/intents/clos-eos.roce.yaml"
    done = CliRunner().invoke(render, [str(intent), "-o", str(tmp_path), "--eos-form", "avd"])
    assert done.exit_code == 0, done.output
    configs = {path.stem for path in (tmp_path / "configs").iterdir()}
    files = {path.stem: path for path in (tmp_path / "intended/structured_configs").iterdir()}
    assert set(files) == configs
    name = min(files)
    result = pyavd.validate_structured_config(yaml.safe_load(files[name].read_text()))
    assert (list(result.validation_result.violations), result.validated_data is None) == ([], False)
