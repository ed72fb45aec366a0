"""Partitions of InfiniBand: what a change lets talk, who merely joins, and what OpenSM refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PARTITIONS = """\
Default=0x7fff : ALL=limited, SELF=full ;
blue=0x0001 : 0x0002c90300000001=full, 0x0002c90300000002=full ;
red=0x0002 : 0x0002c90300000003=full, 0x0002c90300000004=full ;
store=0x0003 : 0x0002c90300000005=full ;
manager=0x0004 : 0x0002c90300000000=full ;
"""
A, B = "0x0002c90300000001", "0x0002c90300000002"
C, D, STORE = "0x0002c90300000003", "0x0002c90300000004", "0x0002c90300000005"


@pytest.fixture
def subnet(repository: Any) -> Any:
    """The repository with the partitions of a subnet of five ports."""
    repository.write("opensm/partitions.conf", PARTITIONS)
    repository.commit()
    return repository


def isolation(repository: Any) -> list[tuple[str, bool]]:
    verdict = repository.gate("main")
    assert (verdict.outcome == "failed") >= any(change.fails for change in verdict.changes)
    return [(change.text, change.fails) for change in verdict.changes if change.fact.startswith("isolation")]


CHANGES = {
    "a port of one tenant joins another and stays": (
        ("red=0x0002 : ", f"red=0x0002 : {A}=full, "),
        [(f"[{A}] and [{C}, {D}] can now talk over P_Key 0x0002 (red)", True)],
    ),
    "everyone becomes a full member of the default partition": (
        ("ALL=limited", "ALL=full"),
        [
            (f"[{A}, {B}] and [{C}, {D}] can now talk over P_Key 0x7fff (Default)", True),
            (f"[{A}, {B}] and [{STORE}] can now talk over P_Key 0x7fff (Default)", True),
            (f"[{C}, {D}] and [{STORE}] can now talk over P_Key 0x7fff (Default)", True),
        ],
    ),
    "a new port joins a tenant": (
        (f"{B}=full ;", f"{B}=full, 0x0002c90300000009=full ;"),
        [(f"[{A}, {B}] and [0x0002c90300000009] can now talk over P_Key 0x0001 (blue)", False)],
    ),
    "two tenants become one": (
        ("red=0x0002 :", "red=0x0001 :"),
        [(f"[{A}, {B}] and [{C}, {D}] can now talk over P_Key 0x0001 (blue)", True)],
    ),
    "a limited member of the storage partition": (
        (f"{STORE}=full ;", f"{STORE}=full, {A}=limited ;"),
        [(f"[{A}] and [{STORE}] can now talk over P_Key 0x0003 (store)", True)],
    ),
    "a port leaves its tenant": (
        (f", {B}=full ;", " ;"),
        [(f"[{A}] and [{B}] can no longer talk", False)],
    ),
    "another spelling": (
        ("blue=0x0001 :", "# tenant blue\nblue=0x8001:"),
        [],
    ),
}


@pytest.mark.parametrize(("edit", "reported"), CHANGES.values(), ids=CHANGES.keys())
def test_who_can_talk_is_reported(subnet: Any, edit: tuple[str, str], reported: list[tuple[str, bool]]) -> None:
    subnet.change("opensm/partitions.conf", *edit)
    assert isolation(subnet) == reported


def test_a_file_that_opensm_refuses_opens_everything(subnet: Any) -> None:
    subnet.change("opensm/partitions.conf", "red=0x0002 : ", "red=0x0002 ")
    found = isolation(subnet)
    assert ("OpenSM takes the partition file: ok -> refused", False) in found
    assert any(fails and "can now talk over P_Key 0x7fff" in text for text, fails in found)


def test_managers_are_paired_by_the_ends_of_their_paths(tmp_path: Path) -> None:
    for state, edit in (("old", PARTITIONS), ("new", PARTITIONS.replace("red=0x0002 :", "red=0x0001 :"))):
        for manager, text in (("sm-1", edit), ("sm-2", PARTITIONS)):
            folder = tmp_path / state / manager
            folder.mkdir(parents=True)
            (folder / "partitions.conf").write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "roce_lint", "gate", str(tmp_path / "old"), str(tmp_path / "new"), "--format", "json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    reported = [
        change["text"] for change in json.loads(done.stdout)["changes"] if change["fact"].startswith("isolation")
    ]
    assert (done.returncode, reported) == (1, [f"[{A}, {B}] and [{C}, {D}] can now talk over P_Key 0x0001 (blue)"])
