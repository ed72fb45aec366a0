"""Files of a small fleet are changed at random; a check with a cache has the report of one without."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
import yaml

from roce_lint.engine.cache_store import Store
from roce_lint.engine.checking import check_with
from roce_lint.engine.forked import at_once
from roce_lint.engine.run_context import RunContext
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.judge import examination
from roce_lint.judge.given import Given
from roce_lint.read.gather import gather
from roce_lint.render.environment import make_environment
from roce_lint.render.switch import render_switch
from roce_lint.report.formats import FORMATS
from roce_lint.report.material import Material
from tests.all_rules import all_rules

A = TypeVar("A")
B = TypeVar("B")
STEPS = int(os.environ.get("ROCE_LINT_CHANGES", "14"))
SEEDS = range(1, 1 + int(os.environ.get("ROCE_LINT_SEEDS", "1")))
PODS = 6
MODELS = ("7060DX4-32", "N9K-C9332D-GX2B", "7220 IXR-D5")
NUMBER = re.compile(r"(?<![\d.])\d+(?![\d.])")
LINES = (
    "",
    "!",
    "no such command of pfc",
    "! roce-lint: ignore[PFC-001] a token",
    "   description uplink",
    "   description to super-1 Ethernet1",
    "   description p1-spine-2 (old) Ethernet2/1",
    "# nothing",
    "ip access-list EDGE\n   10 deny udp any any eq 4791",
    "   ip access-group EDGE in",
    "   channel-group 1 mode active",
)


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Six pods of two leaves and two spines under two upper spines, of three vendors."""
    devices: dict[str, object] = {}
    for pod in range(1, PODS + 1):
        for tier in ("leaf", "spine"):
            for n in (2 * pod - 1, 2 * pod):
                devices[f"p{pod}-{tier}-{n}"] = {"platform": MODELS[(n + pod) % 3]}
    intent = {
        "schema": 1,
        "name": "fleet",
        "topology": {
            "kind": "three-tier",
            "pods": PODS,
            "leaves": {"count": 2, "platform": MODELS[0], "name": "p{pod}-leaf-{n}"},
            "spines": {"count": 2, "platform": MODELS[0], "name": "p{pod}-spine-{n}"},
            "super_spines": {"count": 2, "planes": 2, "platform": MODELS[1], "name": "super-{n}"},
            "cables": {"host": "3 m", "fabric": "30 m", "super_spine": "250 m"},
        },
        "devices": devices,
        "hosts": [{"count": PODS * 4, "nics": 2, "nic_platform": "ConnectX-7", "nic_speed": "100G", "name": "gpu-{n}"}],
    }
    parsed, environment = parse_intent(yaml.safe_dump(intent, sort_keys=False), "fleet.yaml"), make_environment()
    files = [render_switch(environment, view, {"srlinux": "set"})[0] for view in make_views(parsed).switches]
    return {Path(file.path).name: file.text for file in files}


def edit(chance: random.Random, folder: Path, texts: dict[str, str]) -> None:
    """Change one file in one of the ways that people do, or put it back."""
    path = folder / chance.choice(sorted(texts))
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    place = chance.randrange(len(lines)) if lines else 0
    numbered = [number for number, line in enumerate(lines) if NUMBER.search(line)]
    about = [number for number in numbered if re.search("threshold|priority|dscp|mtu|pfc|pause|weight", lines[number])]
    match chance.randrange(18):
        case 0 if lines:
            path.unlink()
            return
        case 1:
            lines = texts[path.name].splitlines()
        case 2 | 3 if lines:
            del lines[place]
        case 4 if lines:
            lines.insert(place, chance.choice(lines))
        case 5 | 6 if lines:
            lines.insert(place, chance.choice(LINES))
        case 7 if lines:
            lines = [line.replace("leaf", "edge") if "host" in line else line for line in lines]
        case 8 if numbered:
            place = chance.choice(numbered)
            lines[place] = NUMBER.sub(lambda found: str(int(found[0]) + chance.choice([-1, 1, 100])), lines[place], 1)
        case 9 | 10 | 11 | 12 if lines:
            lines = edit_network(chance, lines)
        case 13:
            copy = path.with_name(f"copy-{path.name}")
            if copy.exists():
                copy.unlink()
            else:
                # A new switch beside another, with its addresses or with its own.
                reported = [line for line in texts[path.name].splitlines(keepends=True) if "description" not in line]
                text = "".join(reported).replace(path.stem, f"{path.stem}-bis")
                copy.write_text(chance.choice([text, text.replace("10.", "11.")]), "utf-8")
            return
        case _ if about:
            place = chance.choice(about)
            lines[place] = NUMBER.sub(lambda found: str(int(found[0]) + chance.choice([-1, 1, 7])), lines[place], 1)
        case _:
            lines = texts[path.name].splitlines()
    path.write_text("\n".join(lines) + "\n", "utf-8")


def edit_network(chance: random.Random, lines: list[str]) -> list[str]:
    """Change what decides about cables and routes: a port, an address, a neighbour, what is announced."""
    words = "address|neighbor|remote-as|peer-as|admin-state|shutdown|redistribute|prefix|network|description|policy|vrf"
    about = [number for number, line in enumerate(lines) if re.search(words, line)]
    ports = [number for number, line in enumerate(lines) if line.startswith("interface ")]
    changed = list(lines)
    if not about:
        return changed
    place = chance.choice(about)
    match chance.randrange(5):
        case 0 if ports:
            changed.insert(chance.choice(ports) + 1, chance.choice(["   shutdown", "   no shutdown"]))
        case 0 | 1:
            del changed[place]
        case 2:
            other = chance.choice(about)
            changed[place], changed[other] = changed[other], changed[place]
        case 3:
            changed[place] = changed[place].replace("enable", "disable")
        case _:
            changed[place] = re.sub(r"\d+(?=/3\d)|\d+$", lambda found: str(int(found[0]) ^ 1), changed[place], count=1)
    return changed


def written(texts: dict[str, str], folder: Path) -> Path:
    """Return a new folder with the files of the fleet."""
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("seed", SEEDS)
def test_a_check_with_a_cache_is_that_without(
    seed: int, texts: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    folder = written(texts, tmp_path / "configs")
    rules = all_rules()
    # The whole is checked with paths in a process of their own.
    monkeypatch.setattr(examination, "WORTH_SHARING", 2)
    cached, plain = RunContext(Store(tmp_path, b"secret"), b"one"), RunContext(concurrently=at_once)
    check_with(cached, gather([str(folder)]), rules, Given())
    for _ in range(STEPS):
        edit(chance, folder, texts)
        gathered = gather([str(folder)])
        expected, whole = check_with(plain, gathered, rules, Given())
        # With the readings of files that did not change, and with the report of before.
        for _ in range(2):
            report, fabric = check_with(cached, gathered, rules, Given())
            assert report == expected
            for form in ("json", "text"):
                text = FORMATS[form].write(report, Material(rules, fabric=fabric))
                assert text == FORMATS[form].write(expected, Material(rules, fabric=whole))


def test_paths_that_another_process_has_judged_are_not_judged_here_again(
    texts: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examination, "WORTH_SHARING", 2)
    folder = written(texts, tmp_path / "configs")
    here = []

    def noted(aside: Callable[[], A], kind: type[A], beside: Callable[[], B]) -> tuple[A, B]:
        def reported() -> A:
            here.append(kind)  # another process has a list of its own
            return aside()

        return at_once(reported, kind, beside)

    check_with(
        RunContext(Store(tmp_path, b"secret"), b"one", concurrently=noted),
        gather([str(folder)]),
        all_rules(),
        Given(),
    )
    assert here == []
