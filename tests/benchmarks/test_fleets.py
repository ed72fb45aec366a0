"""The fleets that are measured: loaded without a doubt, clean but for planted faults, the same bytes every time."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from roce_lint import lint, load_rules, read_configs
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))

from fleet import FAULTS, write_fleet
from fleets import FLEETS

SWITCHES = 24


@pytest.mark.parametrize("kind", FLEETS)
def test_fleet_is_clean(kind: str, tmp_path: Path) -> None:
    write_fleet(tmp_path, FLEETS[kind](SWITCHES))
    report = lint(read_configs(tmp_path / "configs"), load_rules())
    assert (report.findings, report.unread) == ((), ())


@pytest.mark.parametrize("kind", FLEETS)
def test_fleet_is_the_same_twice(kind: str) -> None:
    assert list(FLEETS[kind](SWITCHES)) == list(FLEETS[kind](SWITCHES))


@pytest.mark.parametrize("kind", FLEETS)
def test_fiftieth_switch_has_a_fault(kind: str) -> None:
    files = list(FLEETS[kind](56))
    planted = [number for number, file in enumerate(files, 1) if file.fault]
    assert planted == [50]
    for file in (files[number - 1] for number in planted):
        assert file.fault in FAULTS
        assert file.fault.new in file.text


def test_no_two_ports_of_the_varied_fleet_are_alike() -> None:
    file = next(file for file in FLEETS["varied"](SWITCHES) if "leaf-3." in file.path)
    blocks = re.findall(r"^interface Ethernet\S+\n((?:   .*\n)+)", file.text, re.MULTILINE)
    values = [re.sub(r"\d+\.\d+\.\d+\.\d+/\d+", "", re.sub(r"   description .*\n", "", block)) for block in blocks]
    assert len(set(values)) == len(blocks) > 60
