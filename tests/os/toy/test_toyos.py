"""A system that is no part of the program is recognised, rendered, read back and judged like the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from roce_lint.intent.as_facts import intent_facts
from roce_lint.intent.load import parse_intent
from roce_lint.intent.model import Intent
from roce_lint.judge.check import Given, build_fabric, lint
from roce_lint.judge.finding import Finding
from roce_lint.judge.verdict import Verdict
from roce_lint.model.device import UndefinedReference
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.os.registry import register, unregister
from roce_lint.platforms.catalog import add_platform, remove_platform
from roce_lint.read.detect import detect
from roce_lint.read.format import Format, format_names
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document
from tests.all_rules import all_rules
from tests.os.toy.system import PLATFORM, SYSTEM

INTENT = """
schema: 1
name: toys
topology:
  kind: clos
  leaves: {count: 2, platform: TOY-64, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 2, platform: 7060DX5-64S}
  cables: {host: 3 m, fabric: 30 m}
hosts:
  - {count: 4, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G, name: "gpu-{n}"}
"""


@pytest.fixture(autouse=True)
def _toyos() -> Iterator[None]:
    register(SYSTEM)
    add_platform(PLATFORM)
    yield
    remove_platform(PLATFORM.id)
    unregister(SYSTEM.name)


@pytest.fixture
def intent() -> Intent:
    return parse_intent(INTENT, "toys.roce.yaml")


def judged(intent: Intent, texts: dict[str, str]) -> tuple[Finding, ...]:
    facts = intent_facts(intent)
    given = Given(design=facts.given, links=facts.links)
    inputs = read_documents([Document(path, text) for path, text in texts.items()])
    assert (inputs.failures, inputs.unread) == ((), ())
    findings = lint(build_fabric(inputs, given), all_rules(), given=given).findings
    return tuple(one for one in findings if one.verdict is Verdict.VIOLATED)


def rendered(intent: Intent) -> dict[str, str]:
    return {file.path: file.text for file in render_fabric(intent)}


def test_it_is_among_the_formats_and_recognised(intent: Intent) -> None:
    assert "toyos" in format_names()
    texts = rendered(intent)
    assert detect(Document("a", texts["configs/leaf-1.toy"])) == Format("toyos")
    assert detect(Document("a", texts["configs/spine-1.cfg"])) == Format("eos")
    assert detect(Document("a", "# x\n" + texts["configs/leaf-1.toy"])) == Format("toyos")


def test_what_is_rendered_reads_back_as_it_was_meant(intent: Intent) -> None:
    text = rendered(intent)["configs/leaf-1.toy"]
    device = SYSTEM.read(Document("leaf-1.toy", text)).devices[0]
    port = next(port for port in device.ports if port.name == "p1")
    line = text.splitlines().index
    assert (device.name, port.ip_mtu_bytes, port.qos.priorities[3].generates_pause) == (
        "leaf-1",
        Stated(9000, port.ip_mtu_bytes.source),
        Stated(True, port.qos.pfc_mode.source),
    )
    assert text.splitlines()[port.qos.pfc_mode.source.line - 1] == "  pfc 3"
    assert port.source.line == line("port p1") + 1


def test_a_fabric_as_it_was_meant_has_no_fault(intent: Intent) -> None:
    assert judged(intent, rendered(intent)) == ()


def test_a_port_without_pfc_is_found(intent: Intent) -> None:
    texts = rendered(intent)
    before, port, after = texts["configs/leaf-1.toy"].partition("port p1\n")
    own = before + port + after.replace("  profile ROCE-400G-HOST\n", "  map roce\n", 1)
    texts["configs/leaf-1.toy"] = own
    found = {(one.rule, one.places[0].path, one.places[0].line) for one in judged(intent, texts)}
    line = own.splitlines().index("port p1") + 1
    assert ("pfc-link-ends-differ", "configs/leaf-1.toy", line) in found


def test_what_a_port_binds_itself_overrules_its_profile(intent: Intent) -> None:
    text = rendered(intent)["configs/leaf-1.toy"]
    own = text.replace("port p1\n", "curve late from 900000 to 950000 percent 1\nport p1\n  queue 3 curve late\n", 1)
    before, after = (SYSTEM.read(Document("leaf-1.toy", one)).devices[0].ports[0].qos for one in (text, own))
    line = own.splitlines().index("curve late from 900000 to 950000 percent 1") + 1
    assert after.queues[3].ecn_kmin_bytes == Stated(900000, Source("leaf-1.toy", line, line))
    assert [one.weight_percent for one in before.queues] != []
    assert after.priorities[3].generates_pause == before.priorities[3].generates_pause


def test_a_name_that_leads_nowhere_is_reported_and_makes_what_it_stands_for_unknown(intent: Intent) -> None:
    text = rendered(intent)["configs/leaf-1.toy"].replace(
        "  queue 3 curve ROCE-400G-HOST-3\n", "  queue 3 curve gpu\n", 1
    )
    device = SYSTEM.read(Document("leaf-1.toy", text)).devices[0]
    line = text.splitlines().index("  queue 3 curve gpu") + 1
    here = Source("leaf-1.toy", line, line)
    assert device.undefined_references == (UndefinedReference("curve", "gpu", here),)
    assert device.ports[0].qos.queues[3].ecn_enabled == Unknown("the curve gpu is not defined", here)


def test_headroom_watchdog_and_shares_come_back(intent: Intent) -> None:
    text = rendered(intent)["configs/leaf-1.toy"]
    qos = SYSTEM.read(Document("leaf-1.toy", text)).devices[0].ports[0].qos
    lines = text.splitlines()
    headroom = next(line for line in lines if line.startswith("buffer ROCE-400G-HOST ")).split()
    timers = next(line for line in lines if line.startswith("watchdog roce ")).split()
    group, watchdog = qos.priorities[3].group, qos.watchdog
    assert [fact.value for fact in (group.headroom_bytes, group.xoff_threshold_bytes) if isinstance(fact, Stated)] == [
        int(headroom[3]),
        int(headroom[5]),
    ]
    assert [
        fact.value
        for fact in (watchdog.detection_ms, watchdog.recovery_ms, watchdog.polling_ms)
        if isinstance(fact, Stated)
    ] == [int(word) for word in timers[3::2]]
    shares = [one.weight_percent.value for one in qos.queues if isinstance(one.weight_percent, Stated)]
    assert sum(shares) == 100


def test_a_text_that_was_cut_off_is_refused(intent: Intent) -> None:
    text = rendered(intent)["configs/leaf-1.toy"].removesuffix("finished\n")
    failures = read_documents([Document("leaf-1.toy", text)]).failures
    assert [failure.message for failure in failures] == ["the config stops before `finished`"]


def test_it_is_as_small_as_a_system_can_be(root: Path) -> None:
    folder = root / "tests" / "os" / "toy"
    parts = [path for path in folder.rglob("*") if path.suffix in (".py", ".j2") and not path.name.startswith("test_")]
    assert len(parts) == 3
    assert sum(bool(line.strip()) for path in parts for line in path.read_text("utf-8").splitlines()) <= 400
