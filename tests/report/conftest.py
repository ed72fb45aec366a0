"""One report with everything in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.errors import Problem
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import NOTHING_SAID, build_fabric
from roce_lint.judge.finding import (
    Coverage,
    Finding,
    FindingPlace,
    Inputs,
    PathStep,
    ProfileInForce,
    Related,
    Report,
    SkippedFile,
    Suppression,
    SuppressionKind,
    WaitingCheck,
)
from roce_lint.judge.rule import Confidence, Severity, Verdict
from roce_lint.model.device import Link, PortRef, UnreadLine
from roce_lint.model.fact import NOWHERE, Source, Stated, Unknown
from roce_lint.model.port import with_facts
from roce_lint.model.terms import LinkOrigin, Role
from roce_lint.read.read_documents import read_documents
from roce_lint.report.material import Caption, Material
from roce_lint.text.document import Document
from roce_lint.values import replace
from tests.paths.conftest import Fabric as Written

HOSTILE = (
    "\"'><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\"></svg></style>&lt;\x1b"
)
"""Text that breaks out of quotes, attributes, elements, scripts and styles where it is not escaped."""


@pytest.fixture(scope="session")
def full_report() -> Report:
    places = tuple(FindingPlace("leaf1.cfg", 40 + n // 2, 42, "leaf1", f"Ethernet{n}/priority 3") for n in range(16))
    violated = Finding(
        rule="pfc-link-ends-differ",
        code="PFC-001",
        family="pfc",
        severity=Severity.ERROR,
        verdict=Verdict.VIOLATED,
        confidence=Confidence.MUST,
        message="leaf1 pauses for priority 3 and leaf2 does not",
        why="The end that does not pause drops.",
        fix="interface Ethernet0\n   priority-flow-control priority 3 no-drop",
        places=places,
        related=(Related("leaf2.cfg", 7, "priority.healthy_end_pauses is yes"),),
        steps=(PathStep("leaf1", "Ethernet0", "leaf1.cfg", 40, "leaf1 waits"),),
    )
    undetermined = Finding(
        rule="headroom-too-small",
        code="BUF-001",
        family="buffer",
        severity=Severity.INFO,
        verdict=Verdict.UNDETERMINED,
        confidence=Confidence.SHOULD,
        message="cannot tell whether this rule applies: \x1b[31mlength is unknown",
        why="What is in flight must fit.",
        fix="Provide what is missing.",
        places=(FindingPlace("leaf2.cfg", 0, 0, "leaf2", ""),),
        related=(),
    )
    return Report(
        findings=(violated, undetermined),
        coverage=(
            Coverage("headroom-too-small", "BUF-001", 20, 4, 0, 16, 3, 0),
            Coverage("pfc-link-ends-differ", "PFC-001", 384, 364, 20, 0, 0, 4),
        ),
        unread=(UnreadLine("leaf1", Source("leaf1.cfg", 9, 9), "pfc magic ü", "unknown keyword"),),
        inputs=Inputs(
            files=("leaf1.cfg", "leaf2.cfg"),
            skipped=(SkippedFile("README.md", "no known format"),),
            unreadable=(Problem("odd.cfg", 0, 0, "binary"),),
            devices=("leaf1", "leaf2"),
        ),
        profile=ProfileInForce("lossless", "Lossless with DCQCN", "inferred: 2 ports pause"),
        version="0.1.0",
    )


@pytest.fixture(scope="session")
def empty_report() -> Report:
    inputs = Inputs(("leaf1.cfg",), (), (), ("leaf1",))
    return Report((), (), (), inputs, ProfileInForce("", "", ""), "0.1.0")


@pytest.fixture(scope="session")
def clos() -> Callable[..., Fabric]:
    """Make a fabric of leaves and spines, `parallel` cables each, with `hosts` at every leaf."""
    text = "hostname x\n!\ninterface Ethernet1/1\n   mtu 9214\n   no switchport\n"
    read = read_documents([Document("x.cfg", text)])
    switch, port = read.devices[0], read.devices[0].ports[0]

    def make(leaves: int, spines: int, hosts: int = 0, parallel: int = 1) -> Fabric:
        cables: list[tuple[PortRef, PortRef]] = []
        for leaf in range(1, leaves + 1):
            for spine in range(1, spines + 1):
                for turn in range(parallel):
                    up = PortRef(f"leaf-{leaf}", f"Ethernet{(spine - 1) * parallel + turn + 1}")
                    cables.append((up, PortRef(f"spine-{spine}", f"Ethernet{(leaf - 1) * parallel + turn + 1}")))
            for number in range(1, hosts + 1):
                host = f"gpu-{(leaf - 1) * hosts + number}"
                cables.append((PortRef(f"leaf-{leaf}", f"Ethernet{500 + number}"), PortRef(host, "eth0")))
        names = [f"leaf-{number}" for number in range(1, leaves + 1)]
        names += [f"spine-{number}" for number in range(1, spines + 1)]
        names += [f"gpu-{number}" for number in range(1, leaves * hosts + 1)]
        ports: dict[str, list[str]] = {name: [] for name in names}
        for end in (end for cable in cables for end in cable):
            ports[end.device].append(end.port)
        devices = tuple(
            replace(
                switch,
                name=name,
                os="mlx5" if name.startswith("gpu") else "eos",
                role=Stated(Role.HOST, NOWHERE) if name.startswith("gpu") else switch.role,
                ports=tuple(with_facts(port, name=one) for one in ports[name]),
            )
            for name in sorted(names)
        )
        links = tuple(Link(a, b, Unknown("", NOWHERE), LinkOrigin.CABLING, NOWHERE) for a, b in cables)
        return replace(build_fabric(read, NOTHING_SAID), devices=devices, links=links)

    return make


@pytest.fixture(scope="session")
def podded(clos: Callable[..., Fabric]) -> Fabric:
    """Return four pods of 12 leaves and 4 spines each, below four super-spines: 68 switches, as cables say."""
    lower = clos(48, 16)
    kept = [link for link in lower.links if (int(link.a.device[5:]) - 1) // 12 == (int(link.b.device[6:]) - 1) // 4]
    named = {f"leaf-{number}": f"pod{(number - 1) // 12 + 1}-leaf-{number}" for number in range(1, 49)}
    named |= {f"spine-{number}": f"pod{(number - 1) // 4 + 1}-spine-{number}" for number in range(1, 17)}
    upper = next(device for device in lower.devices if device.name == "spine-1")
    tops = [
        replace(upper, name=f"super-{number}", ports=upper.ports[:16], role=Stated(Role.SUPER_SPINE, NOWHERE))
        for number in range(1, 5)
    ]
    links = [
        replace(
            link,
            a=link.a._replace(device=named[link.a.device]),
            b=link.b._replace(device=named[link.b.device]),
        )
        for link in kept
    ]
    for spine in range(1, 17):
        for top in range(1, 5):
            a = PortRef(f"pod{(spine - 1) // 4 + 1}-spine-{spine}", f"Ethernet{top + (12 if spine <= 4 else 0)}")
            b = PortRef(f"super-{top}", f"Ethernet{spine}")
            links.append(Link(a, b, Unknown("", NOWHERE), LinkOrigin.CABLING, NOWHERE))
    roles = {"leaf": Role.LEAF, "spine": Role.SPINE}
    devices = [
        replace(device, name=named[device.name], role=Stated(roles[device.name.partition("-")[0]], NOWHERE))
        for device in lower.devices
    ]
    return replace(lower, devices=(*devices, *tops), links=tuple(links))


@pytest.fixture
def hostile(full_report: Report, clos: Callable[..., Fabric]) -> tuple[Report, Material]:
    """A report and a fabric in which every text is an attack."""
    fabric = clos(2, 2, hosts=1)
    names = {device.name: device.name + HOSTILE for device in fabric.devices}

    def renamed(name: str) -> str:
        return names.get(name, name)

    fabric = replace(
        fabric,
        devices=tuple(replace(device, name=renamed(device.name)) for device in fabric.devices),
        links=tuple(
            replace(
                link,
                a=link.a._replace(device=renamed(link.a.device)),
                b=link.b._replace(device=renamed(link.b.device)),
            )
            for link in fabric.links
        ),
    )
    leaf = renamed("leaf-1")
    first = replace(
        full_report.findings[0],
        message=HOSTILE,
        why=HOSTILE,
        fix=f"{HOSTILE}\n{HOSTILE}",
        rule=HOSTILE,
        places=(FindingPlace(HOSTILE, 1, 1, leaf, "Ethernet1"), FindingPlace(HOSTILE, 2, 2, leaf, HOSTILE)),
        related=(Related(HOSTILE, 1, HOSTILE),),
        steps=(
            PathStep(leaf, HOSTILE, HOSTILE, 1, HOSTILE),
            PathStep(renamed("spine-1"), HOSTILE, HOSTILE, 1, HOSTILE),
        ),
    )
    silenced = replace(
        full_report.findings[1], suppression=Suppression(SuppressionKind.WAIVER, HOSTILE, HOSTILE, "", HOSTILE, 1)
    )
    report = replace(full_report, findings=(first, silenced))
    return report, Material(
        texts={HOSTILE: f"{HOSTILE}\n{HOSTILE}"}, fabric=fabric, caption=Caption(HOSTILE, HOSTILE, HOSTILE)
    )


@pytest.fixture(scope="session")
def routed() -> Fabric:
    """Read two spines and three leaves with BGP and two hosts each, as EOS configurations and a list of cables."""
    written = Written(systems=("eos",), watchdog=False)
    for number in range(3):
        written.add(f"leaf{number + 1}", 65001 + number, hosts=2)
    for number in range(2):
        written.add(f"spine{number + 1}", 65500)
    for leaf in range(3):
        for spine in range(2):
            written.cable(f"leaf{leaf + 1}", f"spine{spine + 1}")
    texts = written.texts()
    curve = (
        "random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 20 weight 0"
    )
    queue = f"   uc-tx-queue 3\n      no priority\n      bandwidth percent 70\n      {curve}\n"
    texts["leaf1.cfg"] = texts["leaf1.cfg"].replace("no-drop\n", f"no-drop\n{queue}", 1)
    return build_fabric(read_documents([Document(name, text) for name, text in texts.items()]), NOTHING_SAID)


@pytest.fixture
def waiting_report(full_report):
    """Return a report on a fault that keeps a rule from being evaluated."""
    first, *others = full_report.findings
    place = FindingPlace("leaf1.cfg", 40, 42, "leaf1", "Ethernet0")
    check = WaitingCheck("PFC-003", "pfc-with-link-pause", (place,))
    return replace(full_report, findings=(replace(first, waiting=(check,)), *others))
