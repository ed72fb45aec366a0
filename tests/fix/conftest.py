"""Small fabrics of each vendor, rendered, broken at one place and fixed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import pytest

from roce_lint.fix.plan import Plan, plan_remedies
from roce_lint.fix.prove import Bench
from roce_lint.intent.load import parse_intent
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule
from roce_lint.read.files import decode
from roce_lint.read.gather import Gathered
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document
from tests.all_rules import all_rules

PLATFORMS = {
    "eos": ('DCS-7060DX4-32, release: "4.32.1F"', 'DCS-7060DX5-64S, release: "4.32.1F"'),
    "nxos": ('N9K-C9364D-GX2A, release: "10.4(3)F"', 'N9K-C9364D-GX2A, release: "10.4(3)F"'),
    "srlinux": ('7220-IXR-H4, release: "25.3"', '7220-IXR-H4, release: "25.3"'),
    "sonic": ("Z9664F", "Z9664F"),
    "cumulus": ('sn5400, release: "5.13"', 'sn5400, release: "5.13"'),
    "junos": ("QFX5240-64OD", "QFX5240-64OD"),
}
INTENT = """\
schema: 1
name: pod
profile: lossless
topology:
  kind: clos
  leaves: {{count: 2, platform: {leaf}, uplinks_per_spine: 1, uplink_speed: 400G}}
  spines: {{count: 1, platform: {spine}}}
  cables: {{host: 5 m, fabric: 50 m}}
hosts:
  - {{count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}}
"""


@cache
def rules() -> tuple[Rule, ...]:
    return all_rules()


@cache
def rendered(vendor: str, form: str) -> Mapping[str, bytes]:
    leaf, spine = PLATFORMS[vendor]
    intent = parse_intent(INTENT.format(leaf=leaf, spine=spine), "pod.roce.yaml")
    usual = {"cumulus": "yaml", "junos": "curly"}
    files = render_fabric(intent, forms={"srlinux": form, **(dict.fromkeys(usual, "set") if form == "set" else usual)})
    return {file.path: file.text.encode() for file in files if not file.path.endswith((".service", ".clab.yml"))}


@dataclass(frozen=True)
class Fabric:
    """Files by path, and what `fix` makes of them."""

    files: Mapping[str, bytes]

    def broken(self, path: str, change: Callable[[str], str]) -> Fabric:
        text = self.files[path].decode()
        assert change(text) != text, path
        return Fabric({**self.files, path: change(text).encode()})

    def bench(self) -> Bench:
        documents = [decode(raw, path) for path, raw in sorted(self.files.items())]
        kept = tuple(one for one in documents if isinstance(one, Document))
        return Bench(Gathered(kept, frozenset(), (), ()), rules(), Given())

    def plan(self, *only: str) -> Plan:
        return plan_remedies(self.bench(), frozenset(only))

    def fixed(self, *only: str) -> Fabric:
        return Fabric({**self.files, **self.plan(*only).contents})


@pytest.fixture(scope="session")
def fabric() -> Callable[..., Fabric]:
    """A function that gives the rendered fabric of a vendor, without a fault."""
    return lambda vendor, form="json": Fabric(rendered(vendor, form))
