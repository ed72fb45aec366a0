"""Repositories of RANCID and Oxidized are read as they are."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from roce_lint.cli.group import roce_lint

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
EOS = (FIXTURES / "eos/leaf-7060dx5/leaf.cfg").read_text("utf-8")
NXOS = (FIXTURES / "nxos/pod-leaf/pod3-leaf-02.cfg").read_text("utf-8")
SRLINUX = (FIXTURES / "srlinux/h4-leaf-flat/gpu-leaf-07.cfg").read_text("utf-8")


def read(folder: Path, files: dict[str, str]) -> list[tuple[str, str]]:
    """Return names and systems of the devices that facts finds in a folder of these files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    done = CliRunner().invoke(roce_lint, ["facts", str(folder), "--format", "json", "--no-cache"])
    said = [line for line in done.stderr.splitlines() if not line.startswith("roce-lint: left out: ")]
    assert (done.exit_code, said) == (0, [])
    return [(device["name"], device["os"]) for device in json.loads(done.stdout)["devices"]]


def test_a_group_of_rancid_is_read_with_its_lists_and_history(tmp_path: Path) -> None:
    files = {
        "ai/configs/leaf-1": f"!RANCID-CONTENT-TYPE: arista\n!\n!Chassis type: DCS-7060DX5-64S\n!BootFlash: \n!\n{EOS}",
        "ai/configs/leaf-2": f"!RANCID-CONTENT-TYPE: cisco-nx\n!\n!Software: NXOS: version 10.3(4a)\n!VLAN: \n{NXOS}",
        "ai/configs/CVS/Entries": "/leaf-1/1.1/Mon Jan  1 00:00:00 2024//\nD\n",
        "ai/router.db": "leaf-1;arista;up\nleaf-2;cisco-nx;up\n",
        "ai/routers.down": "",
        "logs/ai.20240101.000000": "starting: Mon Jan  1 00:00:00 2024\n",
    }
    assert read(tmp_path, files) == [("gpu-leaf-a", "eos"), ("pod3-leaf-02", "nxos")]


def test_a_folder_of_oxidized_is_read_with_what_it_adds_as_comments(tmp_path: Path) -> None:
    files = {
        "leaf-1": f"! Arista DCS-7060DX5-64S-F\n! Hardware version: 11.00\n! \n{EOS}",
        "leaf-2": f"! Cisco Nexus Operating System (NX-OS) Software\n! TAC support: http://www.cisco.com/tac\n{NXOS}",
        "leaf-7": f"{SRLINUX}# Hostname             : gpu-leaf-07\n# Chassis Type         : 7220 IXR-H4\n",
    }
    assert read(tmp_path, files) == [("gpu-leaf-07", "srlinux"), ("gpu-leaf-a", "eos"), ("pod3-leaf-02", "nxos")]
