"""Exams: fabrics with and without planted faults, what a check says of them, and the score."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from roce_lint.judge.check import check_gathered
from roce_lint.judge.finding import Finding, Report
from roce_lint.judge.rule import Rule, Severity
from roce_lint.read.gather import Gathered
from roce_lint.text.document import Document
from tests.all_rules import all_rules
from tests.exams import (
    cumulus_writer,
    eos_writer,
    host_writer,
    junos_writer,
    nxos_writer,
    sonic_new_writer,
    sonic_writer,
    srlinux_writer,
)
from tests.exams.config_lines import Config, Fault, fill, plant
from tests.exams.cumulus_faults import CUMULUS_FAULTS
from tests.exams.eos_faults import EOS_FAULTS
from tests.exams.fabric_plans import SHAPES, Fabric, Node, draw_fabric
from tests.exams.host_faults import HOST_FAULTS
from tests.exams.junos_faults import JUNOS_FAULTS
from tests.exams.nxos_faults import NXOS_FAULTS
from tests.exams.sonic_faults import SONIC_FAULTS
from tests.exams.sonic_new_faults import SONIC_NEW_FAULTS
from tests.exams.srlinux_faults import SRLINUX_FAULTS
from tests.exams.subnet_faults import SUBNET_FAULTS
from tests.exams.subnet_writer import subnet_configs

WRITERS: dict[str, Callable[[Fabric, Node, dict[tuple[str, int], str]], Config]] = {
    "eos": lambda fabric, node, names: eos_writer.EosWriter(fabric, node, names).config(),
    "nxos": lambda fabric, node, names: nxos_writer.NxosWriter(fabric, node, names).config(),
    "srlinux": lambda fabric, node, names: srlinux_writer.SrlinuxWriter(fabric, node, names).config(),
    "sonic": lambda fabric, node, names: sonic_writer.SonicWriter(fabric, node, names).config(),
    "sonic-new": lambda fabric, node, names: sonic_new_writer.SonicNewWriter(fabric, node, names).config(),
    "cumulus": lambda fabric, node, names: cumulus_writer.CumulusWriter(fabric, node, names).config(),
    "junos": lambda fabric, node, names: junos_writer.JunosWriter(fabric, node, names).config(),
}
PORT_NAMES: dict[str, Callable[[Fabric, int], str]] = {
    "eos": eos_writer.port_name,
    "nxos": nxos_writer.port_name,
    "srlinux": srlinux_writer.port_name,
    "sonic": sonic_writer.port_name,
    "sonic-new": sonic_writer.port_name,
    "cumulus": cumulus_writer.port_name,
    "junos": junos_writer.port_name,
    "host": host_writer.nic_name,
}
LOOKS: dict[str, Callable[[Fabric], object]] = {
    "eos": eos_writer.draw_look,
    "nxos": nxos_writer.draw_look,
    "srlinux": srlinux_writer.draw_look,
    "sonic": sonic_writer.draw_look,
    "sonic-new": sonic_new_writer.draw_features,
    "cumulus": cumulus_writer.draw_look,
    "junos": junos_writer.draw_look,
}
FAULTS: dict[str, tuple[Fault, ...]] = {
    "eos": EOS_FAULTS,
    "nxos": NXOS_FAULTS,
    "srlinux": SRLINUX_FAULTS,
    "sonic": SONIC_FAULTS,
    "sonic-new": SONIC_NEW_FAULTS,
    "cumulus": CUMULUS_FAULTS,
    "junos": JUNOS_FAULTS,
    "host": HOST_FAULTS,
    "subnet": SUBNET_FAULTS,
}
SWITCHES = ("eos", "nxos", "srlinux")
GROUPS: dict[str, tuple[str, ...]] = {
    **{name: (name,) for name in (*SWITCHES, "sonic", "sonic-new", "cumulus", "junos")},
    "hosts": ("host",),
    "mixed": SWITCHES,
    "infiniband": ("subnet",),
}
"""What is examined: whose faults are planted."""
NO_VALUES = {"when": ""}
SHAPES_OF_ALL = ("clos", "rails", "three-tier", "single", "vlans", "overlay")
"""LAGs to a pair of switches are written in too different ways to mix them."""


Shown = dict[str, tuple[str, dict[str, set[int]]]]


@dataclass(frozen=True)
class Planted:
    """A fault, the files that are right places, and the right lines of each."""

    fault: Fault
    files: frozenset[str]
    lines: dict[str, frozenset[int]]
    words: str


@dataclass(frozen=True)
class Exam:
    """A fabric and what a check of it has to find; nothing for a clean one."""

    seed: str
    group: str
    texts: dict[str, str]
    planted: tuple[Planted, ...]


@dataclass(frozen=True)
class Answer:
    """What became of one fault, or of one clean fabric where `fault` is empty."""

    seed: str
    group: str
    kind: str
    fault: str
    device: bool
    line: bool
    said: tuple[str, ...]
    expected: str


def draw(group: str, seed: str) -> Fabric:
    """Return the fabric of this seed."""
    rng = random.Random(seed + "-systems")
    if group == "hosts":
        systems: tuple[str, ...] = (rng.choice(SWITCHES),)
    else:
        systems = tuple(rng.sample(SWITCHES, 3)) if group == "mixed" else (group,)
    shapes = SHAPES_OF_ALL if "srlinux" in systems else SHAPES
    return draw_fabric(systems, seed, shapes[:4] if group.startswith("sonic") else shapes)


def write_fabric(fabric: Fabric, group: str) -> tuple[list[Config], dict[str, str]]:
    """Return the files of every switch and host, and what else there is."""
    names = {
        (node.name, port.index): PORT_NAMES[node.system](fabric, port.index)
        for node in fabric.nodes.values()
        for port in node.ports
    }
    configs = [dressed(WRITERS[node.system](fabric, node, names), fabric.seed) for node in fabric.switches()]
    if group != "hosts":
        return configs, {}
    for host in fabric.hosts():
        configs += host_writer.HostWriter(fabric, host).configs()
    return configs, dict([host_writer.cabling(fabric, names)])


BANNERS = {
    "eos": ("banner motd", "hostname not-this-one", "interface Ethernet1", "   no qos trust", "EOF"),
    "nxos": (
        "banner motd ^",
        "hostname not-this-one",
        "interface Ethernet1/1",
        "  priority-flow-control mode off",
        "^",
    ),
}


def dressed(config: Config, seed: str) -> Config:
    """Return the file as a site may keep it: with line ends of another system, blanks at the ends, a banner."""
    rng = random.Random(f"{seed}-dress-{config.system}")
    config.ending = rng.choice(("\n", "\n", "\r\n", "  \n"))
    if rng.random() < 0.3 and config.system in BANNERS:
        plain, banner = config.show, [(text, set[str]()) for text in BANNERS[config.system]]
        config.show = lambda shown: [*banner, *plain(shown)]
    return config


def values_of(fabric: Fabric, config: Config) -> dict[str, str]:
    """Return what faults may name of this fabric, and under `when` what it is."""
    qos = fabric.qos
    node = fabric.nodes[config.device]
    look = str(LOOKS[config.system](fabric)) if config.system in LOOKS else ""
    signs = [look, fabric.shape, "vlans" if fabric.vlans else "routed", "low-prio" if qos.priority < 5 else ""]
    signs += ["rewritten" if qos.dscp != qos.priority * 8 else "", fabric.routing]
    signs.append("two-up" if len([port for port in node.role("fabric") if port.up]) > 1 else "")
    signs.append("global-wd" if "watchdog='port'" not in look else "")
    signs.append("pfc-in-profile" if "style='profile'" in look else "")
    signs.append("isolated-map" if qos.isolated else "")
    signs.append("by-port" if "system_wide=True" not in look else "")
    signs.append("fabric-of-many" if len(fabric.switches()) > 1 else "")
    signs.append("one-system" if not fabric.mixed else "")
    signs.append("prio-3" if qos.priority == 3 else "")
    signs.append(host_writer.HostWriter(fabric, node).form if config.system == "host" else "")
    named = {"data": "", "cnp": "", "cnpgroup": ""}
    if config.system == "nxos":
        site = nxos_writer.draw_look(fabric)
        named = {"data": site.data, "cnp": site.cnp, "cnpgroup": str(site.cnp_group)}
    if config.system == "cumulus":
        own = cumulus_writer.draw_look(fabric)
        signs += [f"by-{own.qos}", "unnumbered" if own.unnumbered else "", "described" if own.described else ""]
        signs += ["bonds" if fabric.lags else "", "by-adaptive" if own.adaptive else ""]
        named = {
            "name": own.name if own.qos == "profiles" else "default-global",
            "alien": "enable on" if own.is_new else "state enabled",
            "offword": "disabled" if own.is_new else "off",
        }
    if config.system == "junos":
        named = junos_writer.named(fabric)
        signs += junos_writer.signs(fabric)
    if config.system == "srlinux":
        names = srlinux_writer.draw_look(fabric)
        named = {
            "classify": names.names[0],
            "queue": names.queue.format(qos.priority),
            "cnpqueue": names.queue.format(6),
        }
    masks = {str(p): ",".join("1" if n == p else "0" for n in range(8)) for p in range(8)}
    other = "4" if qos.priority == 3 else "3"
    named |= {"mask": masks[str(qos.priority)], "othermask": masks[other], "noect": str(qos.dscp << 2)}
    return named | {
        "prio": str(qos.priority), "other": other, "free": "2", "dscp": str(qos.dscp),
        "tos": str(qos.tos), "when": " ".join(signs),
    }  # fmt: skip


def make_exam(group: str, seed: str, faults: tuple[Fault, ...]) -> Exam | None:
    """Return the fabric of this seed with the faults, or None where they cannot be planted in it."""
    fabric = None if group == "infiniband" else draw(group, seed)
    configs, texts = write_fabric(fabric, group) if fabric else (subnet_configs(seed), {})
    rng = random.Random(seed + "-plant")
    hit: list[tuple[Fault, Config]] = []
    for fault in faults:
        order = [config for config in configs if config.tier in fault.at.split() and owns(config, fault)]
        rng.shuffle(order)
        for config in order:
            values = values_of(fabric, config) if fabric else NO_VALUES
            if re.search(fault.when, values["when"]) and plant(config, fault, values, rng):
                hit.append((fault, config))
                if not fault.everywhere:
                    break
        if fault not in [planted for planted, _ in hit]:
            return None
    shown = {config.file: config.rendered() for config in configs}
    planted = [
        planted_at(fault, [one for other, one in hit if other is fault], configs, shown, fabric) for fault in faults
    ]
    return Exam(seed, group, texts | {file: text for file, (text, _) in shown.items()}, tuple(planted))


def planted_at(
    fault: Fault, configs: list[Config], every: list[Config], shown: Shown, fabric: Fabric | None
) -> Planted:
    """Return where a fault was put, and which other files are right places."""
    files = {config.file for config in configs}
    if fault.peer and fabric:
        files |= {other.file for config in configs for other in every if _cabled(fabric, config.device, other.device)}
    tier = [other.file for other in every if other.tier == configs[0].tier]
    files |= set(tier) if fault.sibling and len(tier) == 2 else set()
    lines = {config.file: frozenset(shown[config.file][1].get(fault.name, ())) for config in configs}
    values = values_of(fabric, configs[0]) if fabric else NO_VALUES
    return Planted(fault, frozenset(files), lines, fill(fault.words, values))


def owns(config: Config, fault: Fault) -> bool:
    return fault in FAULTS[config.system]


def _cabled(fabric: Fabric, a: str, b: str) -> bool:
    return b in fabric.nodes and any(port.peer == b for port in fabric.nodes[a].ports)


def check(texts: dict[str, str], rules: tuple[Rule, ...]) -> Report:
    """Return what the program says of these files."""
    documents = tuple(Document(path, text) for path, text in sorted(texts.items()))
    return check_gathered(Gathered(documents, frozenset(), (), ()), rules)


def loud(report: Report, severity: Severity = Severity.WARNING) -> tuple[Finding, ...]:
    return report.at_least(severity)


def said(finding: Finding) -> str:
    where = ", ".join(f"{place.path}:{place.line}" for place in finding.places[:3])
    return f"{where} {finding.severity.value} {finding.code} {finding.message}"


def judge(exam: Exam, report: Report) -> list[Answer]:
    """Return what became of each planted fault, or the false alarms of a clean fabric."""
    if not exam.planted:
        alarms = (*map(said, loud(report)), *(f"not readable: {problem}" for problem in report.inputs.unreadable))
        return [Answer(exam.seed, exam.group, "clean", "", not alarms, not alarms, alarms, "")]
    answers = []
    for item in exam.planted:
        severity = Severity.INFO if item.fault.info else Severity.WARNING
        fitting = [
            (place.path, place.line)
            for finding in loud(report, severity)
            if re.search(item.words, finding.message + finding.fix, re.IGNORECASE)
            for place in (*finding.places, *(finding.related if item.fault.sibling else ()))
            if place.path in item.files
        ]
        on_line = any(line in item.lines.get(path, ()) for path, line in fitting)
        expected = "; ".join(f"{file}:{sorted(lines)[:6]}" for file, lines in item.lines.items())
        answers.append(
            Answer(
                exam.seed, exam.group, item.fault.kind, item.fault.name, bool(fitting), on_line,
                tuple(said(finding) for finding in loud(report)), expected,
            )
        )  # fmt: skip
    return answers


def load_rules() -> tuple[Rule, ...]:
    return all_rules(examples=False)
