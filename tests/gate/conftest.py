"""Real git repositories with a small fabric in them: two EOS leaves and the cable between them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from roce_lint.gate.compare import compare_states
from roce_lint.gate.measure import Options
from roce_lint.gate.open_states import open_states
from roce_lint.gate.text import change_text
from roce_lint.gate.verdict import GateVerdict
from roce_lint.judge.check import load_all_rules
from roce_lint.judge.finding import Finding

LEAF = """\
hostname {name}
!
qos map dscp 24 25 27 28 29 30 31 to traffic-class 1
qos map dscp 26 to traffic-class 3
!
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   !
   tx-queue 3
      no priority
      bandwidth percent 70
      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 20 weight 0
!
interface Ethernet1/1
   description {peer} Ethernet1/1
   mtu 9214
   speed 100g-4
   no switchport
   ip address 10.0.0.{host}/31
   service-profile ROCE
!
interface Ethernet2/1
   mtu 9214
   speed 100g-4
   no switchport
   service-profile ROCE
!
priority-flow-control pause watchdog default timeout 0.2
priority-flow-control pause watchdog default recovery-time 0.4
priority-flow-control pause watchdog default polling-interval 0.1
priority-flow-control pause watchdog action drop
"""
LEAF_1 = LEAF.format(name="leaf-1", peer="leaf-2", host=0)
LEAF_2 = LEAF.format(name="leaf-2", peer="leaf-1", host=1)


@dataclass(frozen=True)
class Repository:
    """A git repository on disk; nothing of the machine's git settings holds in it."""

    folder: Path

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=True,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.folder),
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_AUTHOR_NAME": "a",
                "GIT_AUTHOR_EMAIL": "a@example.org",
                "GIT_COMMITTER_NAME": "a",
                "GIT_COMMITTER_EMAIL": "a@example.org",
                "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
                "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
            },
        )
        return done.stdout

    def write(self, path: str, text: str) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())

    def change(self, path: str, old: str, new: str) -> None:
        text = (self.folder / path).read_bytes().decode()
        assert old in text, (path, old)
        self.write(path, text.replace(old, new))

    def commit(self, message: str = "change") -> str:
        self.git("add", "-A")
        self.git("commit", "-qm", message)
        return self.git("rev-parse", "HEAD").strip()

    def gate(
        self, base: str = "main", head: str = "", *, below: str = "", by_base: bool = False, **said: object
    ) -> GateVerdict:
        states = open_states(self.folder / below, base, head)
        options = Options(**said)  # type: ignore[arg-type]  # the tests name its fields
        return compare_states(states.base, states.head, states.depth, options, by_base=by_base)

    def leaf(self, name: str, peer: str, host: int) -> str:
        """Return the configuration of a leaf whose cable leads to a peer."""
        return LEAF.format(name=name, peer=peer, host=host)

    def meaning(self, verdict: GateVerdict) -> list[str]:
        """Return every change of meaning in one line, with the sign of its direction."""
        signs = {"worse": "-", "better": "+", "other": "~"}
        return [f"{signs[change.direction.value]} {change_text(change)}" for change in verdict.changes]

    def rules_of(self, findings: tuple[Finding, ...]) -> list[str]:
        """Return rule and places of findings: `pfc-link-ends-differ leaf-1 Ethernet1/1/priority 3`."""
        return sorted(
            f"{finding.rule} {place.device} {place.object}" for finding in findings for place in finding.places
        )


@pytest.fixture(scope="session", autouse=True)
def _rules_loaded_once() -> Iterator[None]:
    """Our own rules are the same in every test; loading them is most of what a comparison of two leaves costs."""
    ours = cache(load_all_rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "roce_lint.gate.measure.load_all_rules",
            lambda folders=(): load_all_rules(folders) if folders else ours(),
        )
        yield


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with one commit on main: two leaves without a fault."""
    found = Repository(tmp_path / "net")
    found.folder.mkdir()
    found.git("init", "-q", "-b", "main", ".")
    found.write("configs/leaf-1.cfg", LEAF_1)
    found.write("configs/leaf-2.cfg", LEAF_2)
    found.commit("base")
    return found
