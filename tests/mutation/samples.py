"""The sample intents, made small, rendered in memory, and checked again with one file changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from roce_lint.intent.as_facts import intent_facts
from roce_lint.intent.load import parse_intent
from roce_lint.judge.check import build_fabric, lint
from roce_lint.judge.finding import Report
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule
from roce_lint.read.read_documents import read_documents
from roce_lint.read.read_one import read_one
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document
from tests.all_rules import all_rules
from tests.mutation.mutants import Mutant, text_mutants
from tests.mutation.tree_mutants import tree_mutants

INTENTS = Path(__file__).resolve().parents[2] / "fixtures" / "intents"
SMALLER = (
    (r"uplinks_per_spine: \d+", "uplinks_per_spine: 1"),
    (r"uplinks_per_super_spine: \d+", "uplinks_per_super_spine: 1"),
    (r"^ *(oversubscription: .*|non_blocking: .*)$", ""),
    (r"- \{count: \d+, nics: \d+", "- {count: 4, nics: 2"),
    (r"- count: \d+\n    nics: \d+", "- count: 4\n    nics: 2"),
)
"""Fewer cables and hosts, with every kind of device left."""
OWN = {
    "clos-nxos": ((r"leaves: \{count: 4", "leaves: {count: 2"),),
    "clos-srlinux": ((r"leaves: \{count: 4", "leaves: {count: 2"),),
    "evpn-vxlan": ((r'"gpu-\?"', '"gpu-1"'), (r'"gpu-1\?"', '"gpu-2"'), (r'"gpu-2\?"', '"gpu-3"')),
    "mixed-vendors": (
        (r'  - \{a: "leaf-3.*\n', ""),
        (r"count: 4, nics: 2", "count: 3, nics: 1"),
    ),
    "rail-optimised": ((r"leaves: \{count: 16", "leaves: {count: 4"), (r"spines: \{count: 4", "spines: {count: 2")),
    "sample": ((r"leaves: \{count: 4", "leaves: {count: 2"),),
    "three-tier": (
        (r"pods: 2", "pods: 1"),
        (r"leaves: \{count: 4", "leaves: {count: 2"),
        (r"count: 4, planes: 2", "count: 2, planes: 2"),
        (r"leaves: \[p2-leaf-8\]", "leaves: [p1-leaf-2]"),
    ),
}
SWITCH_LINES = re.compile(
    r"qos|priority-flow-control|pfc|random-detect|tx-queue|dscp|queu|class|bandwidth|pause|\bmtu\b|ecn|watchdog|"
    r"watch-dog|auto-restore|threshold|headroom|mmu|ip-mtu|flow-control|congestion|scheduler|burst|wred|forwarding-class|"
    r"load-sharing|load-balanc|maximum-paths|multipath|service-profile|service-policy|traffic-class|shape|speed|counter",
    re.IGNORECASE,
)
ROUTING = re.compile(r"router bgp|route-map|network-instance|routing-policy|address-family|prefix-list")
ROUTED_QOS = re.compile(r"maximum-paths")
HOST_LINES = {
    "roce-nics": re.compile(
        r"> (set_dscps|mlnx_qos -i \S+ --|cma_roce_\w+ .*-[tm]|echo .tclass|set_parameter|write_file \S+ [01]|store|"
        r"ip link|ethtool -A|mlxconfig)[^>]*(>[^>]*|> .dev.null)?$|^set_nic|--tsa|> set_\w+ [^>]*$"
    ),
    "nccl.conf": re.compile("NCCL"),
    "nic-configuration-template.yaml": re.compile("spec: > template|spec: > nicSelector"),
}
DEFINITIONS = re.compile(r"\(\) \{")


@dataclass(frozen=True, slots=True)
class Sample:
    """One rendered fabric: the text of each file, and what is given to the check."""

    name: str
    documents: tuple[Document, ...]
    reported: Mapping[str, ReadResult]
    given: Given
    rules: Sequence[Rule]
    known: frozenset[tuple[str, str, str]]

    def new_findings(self, path: str, text: str) -> tuple[str, ...]:
        """Return the rules whose findings appear, in order of severity, once the file says `text`.

        Only findings that name the file, at their own place or as what they rest on; "unreadable" when it is refused.
        """
        report, refused = check(self.documents, self.reported, self.given, self.rules, Document(path, text))
        if refused:
            return ("unreadable",)
        new = [
            finding
            for finding in report.findings
            if (finding.rule, finding.message, finding.place.device) not in self.known
        ]
        near = [finding for finding in new if any(place.path == path for place in (*finding.places, *finding.related))]
        return tuple(finding.rule for finding in sorted(near, key=lambda one: -one.severity.rank))


def check(
    documents: Sequence[Document],
    reported: Mapping[str, ReadResult],
    given: Given,
    rules: Sequence[Rule],
    changed: Document,
) -> tuple[Report, bool]:
    """Return the report on the files with one of them changed, and whether that one could not be read."""

    def read_all(documents: Sequence[Document], all_options: Sequence[ReadOptions]) -> Sequence[ReadResult]:
        return [
            read_one(changed, options) if document.path == changed.path else reported[document.path]
            for document, options in zip(documents, all_options, strict=True)
        ]

    named = frozenset(document.path for document in documents)
    inputs = read_documents(documents, named=named, read_all=read_all)
    return lint(build_fabric(inputs, given), rules, given=given), bool(inputs.failures)


def make_sample(name: str) -> Sample:
    """Render one intent of fixtures/intents, made small, and check it."""
    text = (INTENTS / f"{name}.roce.yaml").read_text("utf-8")
    for old, new in (*SMALLER, *OWN.get(name, ())):
        text = re.sub(old, new, text, flags=re.MULTILINE)
    intent = parse_intent(text, name)
    documents = tuple(Document(file.path, file.text) for file in render_fabric(intent) if not _left_out(file.path))
    facts = intent_facts(intent)
    given = Given(design=facts.given, links=facts.links)
    rules = all_rules()
    reported = {document.path: read_one(document, ReadOptions("", False, True)) for document in documents}
    report, _ = check(documents, reported, given, rules, documents[0])
    known = frozenset((one.rule, one.message, one.place.device) for one in report.findings)
    return Sample(name, documents, reported, given, rules, known)


def _left_out(path: str) -> bool:
    """Leave out what is read by nobody, and what another file of the host says as well: each host has one way.

    Hosts whose number leaves 1 when divided by 3 have the script, 2 the operator's YAML, 0 the script and NCCL's file.
    """
    folder, _, file = path.rpartition("/")
    number = re.search(r"(\d+)$", folder) if folder.startswith("hosts/") else None
    if number is None:
        return path.endswith(".clab.yml")
    way = int(number.group()) % 3
    kept = {1: ("roce-nics",), 2: ("nic-configuration-template.yaml",), 0: ("roce-nics", "nccl.conf")}[way]
    return file not in kept


def vendor_of(sample: Sample, path: str) -> str:
    """Return eos, nxos, srlinux or host; empty for what is no device."""
    devices = [device for reading in (sample.reported[path].reading,) if reading for device in reading.devices]
    if not devices:
        return ""
    return "host" if path.startswith("hosts/") else devices[0].os


def mutants_of(sample: Sample) -> Iterator[tuple[str, str, Mutant]]:
    """Yield the vendor, path and mutation of every QoS line of the sample, devices of one role once."""
    for document in sample.documents:
        vendor = vendor_of(sample, document.path)
        if vendor == "srlinux":
            found = tree_mutants(document.text, SWITCH_LINES)
        elif vendor == "host":
            found = text_mutants(document.text, HOST_LINES[document.path.rsplit("/", 1)[-1]])
        elif vendor:
            found = text_mutants(document.text, SWITCH_LINES)
        else:
            continue
        for mutant in found:
            routed = vendor != "host" and ROUTING.search(mutant.context) and not ROUTED_QOS.search(mutant.context)
            if not routed and not DEFINITIONS.search(mutant.context.rsplit(" > ", 1)[-1]):
                yield vendor, document.path, mutant
