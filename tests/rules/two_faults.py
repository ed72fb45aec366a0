"""Two examples of rules in one configuration: each on ports and with names of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from roce_lint.judge.check import Given, build_fabric
from roce_lint.judge.consequences import RootCauses, suppress
from roce_lint.judge.examination import examine_fabric
from roce_lint.judge.occurrence import Occurrence
from roce_lint.judge.rule import Example, Rule, Verdict
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

FILE = "example.cfg"
PORTS_AWAY = 20
NAMED = (
    re.compile(
        r"^(?:class-map|policy-map|qos profile|ip access-list|platform trident mmu queue profile|route-map"
        r"|ip prefix-list|port-profile|interface profile)\b.*? (?!apply$)(\S+)$",
        re.MULTILINE,
    ),
    re.compile(r"^(?:ip prefix-list|route-map) (\S+)", re.MULTILINE),
    re.compile(
        r"(?:dscp-policy|pfc-mapping-profile|buffer-allocation-profile|queue-template|scheduler-policy"
        r"|queue-management-profile|ipv4-filter|policer-template) (\S+)"
    ),
)
PORTS = {
    "eos": re.compile(r"(?<![A-Za-z])((?:Ethernet|Port-Channel ?|Et))(\d+)", re.IGNORECASE),
    "nxos": re.compile(r"((?<![A-Za-z])(?:Ethernet\d+/|port-channel ?|Vlan))(\d+)", re.IGNORECASE),
    "srlinux": re.compile(r"(ethernet-1/|\blag)(\d+)"),
}

Fault = tuple[str, int, str]
"""The rule, the line and the object of a fault."""


@dataclass(frozen=True)
class OneFault:
    """A configuration with the fault of a rule."""

    rule: str
    vendor: str
    profile: str
    config: str


def faults_of(rules: Iterable[Rule]) -> Iterator[OneFault]:
    """Yield the violated examples that are one configuration of a switch made of lines."""
    for rule in rules:
        for example in rule.examples:
            if example.verdict is Verdict.VIOLATED and is_lines(example):
                yield OneFault(rule.id, example.vendor, example.profile, example.config.rstrip("\n") + "\n")


def is_lines(example: Example) -> bool:
    """Say whether an example is one configuration of a switch, and no JSON."""
    return example.vendor in PORTS and not example.files and not example.intent and example.config.lstrip()[0] != "{"


def moved(config: str, vendor: str) -> str:
    """Return the configuration on other ports and addresses, with other names of its objects, line by line."""
    text = PORTS[vendor].sub(lambda found: f"{found[1]}{int(found[2]) + PORTS_AWAY}", config)
    text = re.sub(r"\b10\.(\d+)\.", r"11.\1.", text)
    names = {name for pattern in NAMED for name in pattern.findall(text)} - {"default", "mtu"}
    for name in sorted((name for name in names if not name.isdigit()), key=len, reverse=True):
        text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", f"{name}-B", text)
    return "".join("!\n" if line.startswith("hostname ") else line for line in text.splitlines(keepends=True))


def outcome(config: str, vendor: str, profile: str, rules: tuple[Rule, ...]) -> RootCauses:
    """Return what all rules say of a configuration, and what of it is suppressed."""
    read = read_documents([Document(FILE, config)], os=vendor, named=frozenset({FILE}))
    given = Given(profile=profile)
    examination = examine_fabric(build_fabric(read, given), rules, given)
    return suppress(examination.examined.occurrences, examination.rules)


def reported(result: RootCauses) -> frozenset[Fault]:
    """Return the faults that are reported by themselves."""
    return frozenset(_fault(one) for one in result.reported if one.verdict is Verdict.VIOLATED)


def hidden(result: RootCauses, ours: frozenset[Fault], theirs: frozenset[Fault]) -> list[str]:
    """Return the faults of one side that a fault of the other suppresses."""
    found: list[str] = []
    for place, notes in result.notes.items():
        cause = _fault(result.reported[place])
        victims = theirs if cause in ours else ours if cause in theirs else frozenset()
        found += [f"{cause} hides {victim}" for victim in _suppressed(notes) if victim in victims]
    return found


def below(faults: frozenset[Fault], lines: int) -> frozenset[Fault]:
    """Return faults as they stand behind so many further lines."""
    return frozenset((rule, line + lines if line > 1 else line, name) for rule, line, name in faults)


def _fault(one: Occurrence) -> Fault:
    return one.rule.id, one.place.line, one.entity.object


def _suppressed(notes: Mapping[tuple[str, str, str], tuple[object, ...]]) -> Iterator[Fault]:
    for (_, rule, _), places in notes.items():
        for place in places:
            yield rule, getattr(place, "line"), getattr(place, "object")
