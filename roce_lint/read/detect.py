"""Which format a text is in, detected from its content.

Reports of roce-lint itself among the configurations: they quote commands and are not configurations.

Words of which every text about an InfiniBand subnet has one: the readers that know more take 20 ms to import.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from roce_lint.fabric.cabling.document import is_cabling
from roce_lint.infiniband.opensm.detect import is_opensm_conf, is_partitions, is_qos_policy
from roce_lint.infiniband.opensm.file_names import is_partition_file_name
from roce_lint.os.contract import Detection, FoundMarks
from roce_lint.os.other_systems import OTHERS, SKIPPED
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.read.counter_captures import EVALUATED, counter_capture
from roce_lint.read.files import KERNEL_SETTINGS, LAB, UNIT
from roce_lint.read.format import (
    CABLING,
    COUNTERS,
    HOST,
    IBDIAG,
    OPENSM_CONF,
    PARTITIONS,
    QOS_POLICY,
    QUANTUM,
    UFM,
    Format,
)
from roce_lint.read.marks import CERTAIN, HEADER_SIGNS, QUOTING_SIGNS, find_marks
from roce_lint.text.document import Document
from roce_lint.text.pasted import with_single_blanks, without_prompts
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_SIGNS = (
    "0x",  # lists of nodes and GUIDs, dumps of forwarding tables
    '"S-',
    '"H-',
    '"R-',  # ibnetdiscover
    "SystemGUID:",  # subnet list of ibdiagnet and OpenSM
    "Unicast lids [",
    "sminfo:",
    "CA '",  # ibstat
    "/pkeys/",  # sysfs
    "Record",
    "ClassPortInfo",
    "IsSM ports",
    "saquery",
    "pkeys capacity",
    " info: Lid ",
    "NodeType:",
    "LinkWidthActive:",  # smpquery
    "ib partition",
    "ib sm",
    "PKey",  # MLNX-OS
    "[MngNetwork]",
    "[SubnetManager]",  # gv.cfg of UFM
)


def may_be_infiniband(document: Document) -> bool:
    """Return whether a document may be about an InfiniBand subnet; JSON may always be an answer of UFM."""
    text = document.text
    return text.lstrip().startswith("{") or "/pkeys/" in document.path or any(sign in text for sign in _SIGNS)


_SUMMARY = lazy_pattern(
    r"^(?:\d+ devices? in \d+ files?: \d+ errors?, \d+ warnings?, \d+ info"
    r"|[a-zA-Z]+: \d+ new errors?, \d+ new warnings?, \d+ new info"
    r"|\d+ safe (?:fix(?:es)?|remed(?:y|ies)) )",
    re.MULTILINE,
)
"""How `check`, `gate` and `fix` sum up."""
_SUMMARY_WORDS = (" file", " new error", " safe remed", " safe fix")
_END = 4_000
"""The summary is the last line of a text report, or nearly so."""
_BEGINNING = 1_000
_BEGINNINGS = ("<title>roce-lint: ", '<testsuites name="roce-lint" ')
"""How a page and JUnit of ours begin. The other forms quote no line as a line of their own."""


def is_own_report(text: str) -> bool:
    """Return whether a text ends as our reports in text do, or begins as our pages and our JUnit do."""
    end = text[-_END:]
    if any(words in end for words in _SUMMARY_WORDS) and _SUMMARY.search(end) is not None:
        return True
    return text.startswith("<") and any(words in text[:_BEGINNING] for words in _BEGINNINGS)


_HEAD_CHARACTERS = 400_000
_BEGINNING_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True)
class Foreign:
    """A text of another kind; `looks_like` says of which, if that could be decided."""

    looks_like: str


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A text that could be of several formats."""

    candidates: tuple[Format, ...]


Detected = Format | Foreign | Doubtful

_UNKNOWN = Foreign("not recognised as any supported file type")
_HEADER = lazy_pattern(r"^!(?:RANCID-CONTENT-TYPE|BATFISH_FORMAT): *(\S+)", re.MULTILINE)
"""What tools that collect configurations write above them."""
_INDENTED = lazy_pattern(r"^( +)\S", re.MULTILINE)
_PLAIN_ETHERNET = lazy_pattern(r"^interface +(?:Ethernet|port-channel) *\d[^:\n]*$", re.MULTILINE | re.IGNORECASE)
_INTERFACE = lazy_pattern(r"^interface +\S", re.MULTILINE)
_TEMPLATE = "a template"
_DOCUMENT = "a document that quotes configurations"
_TEMPLATE_WORDS = ("{%", "{#", "{{")
_QUOTING = (
    (
        _TEMPLATE,
        lazy_pattern(
            r"^[ \t]*+\{[%#]"
            r"|^(?![^\n]{0,80}?\b(?:description|remark|alias|comment|banner|location|contact|action|bash)\b)"
            r"[^\n!#\"']{0,200}\{\{ ?[\w.][^\n{}]{0,200}\}\}",
            re.MULTILINE,
        ),
    ),
    (
        _DOCUMENT,
        lazy_pattern(r"^(?:```|~~~|\.\. code|#{1,6} [A-Z][^\n]*\n\n[A-Z])", re.MULTILINE),
    ),
    ("a script", lazy_pattern(r"\A\s*(?:#!|import \w|from \w+ import |\"\"\"|<#)")),
    (
        "YAML",
        lazy_pattern(r"\A(?:\s*+(?:#[^\n]*)?\n)*+(?:---|%YAML|[A-Za-z_][\w-]*:(?:[ \t][^\n]*)?$)", re.MULTILINE),
    ),
    ("HTML or XML", lazy_pattern(r"\A\s*<[?!/\w]")),
)
_BANNER = lazy_pattern(r"^banner (?:login|motd|exec) *\n.*?^EOF$|^banner \w+ (\S).*?\1", re.MULTILINE | re.DOTALL)
"""Free text of a device, which may look like anything."""
_UNREAD = (
    (
        LAB,
        lazy_pattern(r"^topology:[ \t]*\n[ \t]+(?:kinds|nodes|links|defaults):", re.MULTILINE),
    ),
    (
        KERNEL_SETTINGS,
        lazy_pattern(r"\A(?:\s*+(?:[#;][^\n]*)?\n)*+-?(?:net|kernel|vm|fs)[./][\w./*-]{1,80}[ \t]*=[ \t]*\S"),
    ),
    (
        "a Spectrum-X profile of NVIDIA's network operator: a ConfigMap with settings of NICs, which are not read",
        lazy_pattern(
            r"^[ \t]+[\"']?network\.nvidia\.com/operator\.nic-configuration\.spectrum-x-profile\b", re.MULTILINE
        ),
    ),
    (
        "a configuration of NVIDIA's Kubernetes launch kit: manifests are made of it, which are read",
        lazy_pattern(r"^networkOperator:[ \t]*$(?=[\s\S]*?^(?:clusterConfig|profile):)", re.MULTILINE),
    ),
    (
        "a topoconfig of NVIDIA's subnet manager: the cabling as it should be, which no rule compares",
        lazy_pattern(r"^0x[0-9a-fA-F]{16},\d+,0x[0-9a-fA-F]{16},\d+,\w+,\w+\s*$", re.MULTILINE),
    ),
)
"""Files without a reader, with what they are and why: of subnets, and what is rendered beside configurations."""
_SECTION = lazy_pattern(r"\A(?:\s*+(?:[#;][^\n]*)?\n)*+[ \t]*\[[A-Za-z][\w .:-]*\][ \t]*$", re.MULTILINE)
_JSON_BEGINS = lazy_pattern(r"\s*+[{\[]")
_TAGS_IN_JSON = lazy_pattern(r'(?:^|[\[{},\s])\{%[-+ ]|"\{\{[-+ ]?\w[^\n{}"]{0,200}\}\}|:\s*\{\{ ?\w', re.MULTILINE)
_COMMENTS = lazy_pattern(r"\A(?:\s*+(?:#|//)[^\n]*\n)++")


def detect(document: Document) -> Detected:
    """Return the format of a text; foreign where it is none of ours, doubtful where it could be two."""
    head = document.text[:_HEAD_CHARACTERS]
    if "\r" in head:
        head = head.replace("\r\n", "\n")
    if not head or head.isspace():
        # A partition file without content is one that OpenSM refuses.
        return PARTITIONS if is_partition_file_name(document.path) else Foreign("an empty file")
    if is_own_report(document.text):
        return Foreign("a report of roce-lint")
    if is_partitions(document.path, head):
        return PARTITIONS
    if is_cabling(document):
        return CABLING
    if is_opensm_conf(document.path, head):
        return OPENSM_CONF
    if _is_templated_json(head):
        return Foreign(_TEMPLATE)
    comments = _COMMENTS.match(head)
    if not _JSON_BEGINS.match(head, comments.end() if comments else 0):
        switch = _switch_cli(head)
        if not isinstance(switch, Format):
            # What people copy has prompts and blanks of its own.
            switch = _switch_cli(with_single_blanks(without_prompts(head)))
        if not isinstance(switch, Foreign):
            return switch
        if is_qos_policy(document.path, head):
            return QOS_POLICY
        if infiniband := _infiniband(document):
            return infiniband
        if _is_host(document):
            return HOST
        return _unread_kind(document) or (_counters(head) if switch == _UNKNOWN else None) or switch
    for name in switch_names():
        if switch_os(name).detection.in_json(head):
            return Format(name)
    if infiniband := _infiniband(document):
        return infiniband
    if _is_host(document):
        return HOST
    # A prompt may begin with a bracket as JSON does.
    return _counters(head) or Foreign(UNIT if _SECTION.search(head) else "JSON of another shape")


def _is_templated_json(head: str) -> bool:
    """Say whether a text of JSON has tags of Jinja, from which the JSON is yet to be made."""
    if "{%" not in head and "{{" not in head:
        return False
    return _JSON_BEGINS.match(head) is not None and _TAGS_IN_JSON.search(head) is not None


def _unread_kind(document: Document) -> Foreign | None:
    """Return what a text is that is known and that no reader takes, None for any other text."""
    found = next((name for name, pattern in _UNREAD if pattern.search(document.text[:_BEGINNING_CHARACTERS])), "")
    if not found and posixpath.basename(document.path) == "guid2mkey":
        found = "a guid2mkey of OpenSM: M_Keys of ports, which no rule evaluates"
    return Foreign(found) if found else None


def _counters(head: str) -> Format | Foreign | None:
    """Return what a text is that shows the counters of a device, None for any other text."""
    command = counter_capture(head[:_BEGINNING_CHARACTERS])
    if command in EVALUATED:
        return COUNTERS
    return Foreign(f"a capture of counters (`{command}`), which no rule evaluates") if command else None


def _is_host(document: Document) -> bool:
    """Say whether a text configures or shows a NIC; the readers of hosts are imported for what is no switch only."""
    from roce_lint.hosts.reader import is_host_document

    return is_host_document(document.text)


def _infiniband(document: Document) -> Format | None:
    """Return the format of a file about an InfiniBand subnet other than those of OpenSM; imported as above."""
    if not may_be_infiniband(document):
        return None
    from roce_lint.infiniband.ibdiag import is_ibdiag
    from roce_lint.infiniband.quantum import is_quantum
    from roce_lint.infiniband.ufm import is_gv_cfg, is_ufm_json

    if is_ibdiag(document):
        return IBDIAG
    if is_gv_cfg(document.text) or is_ufm_json(document.text):
        return UFM
    return QUANTUM if is_quantum(document.text) else None


def _indented_by(width: int, head: str) -> bool:
    """Say whether every indented line is indented by levels of so many columns."""
    widths = {len(found[1]) for found in _INDENTED.finditer(head)}
    return bool(widths) and all(one % width == 0 for one in widths)


def _quoting(head: str, found: FoundMarks) -> str:
    """Return what kind of text quotes configurations here, an empty text for none."""
    may_match = {
        _TEMPLATE: "{" in head and any(word in head for word in _TEMPLATE_WORDS),
        _DOCUMENT: not found.signs.isdisjoint(QUOTING_SIGNS),
    }
    if may_match[_TEMPLATE]:
        head = _BANNER.sub("", head)
    return next((name for name, pattern in _QUOTING if may_match.get(name, True) and pattern.search(head)), "")


def _switch_cli(head: str) -> Detected:
    systems = {Format(name): switch_os(name).detection for name in switch_names()}
    for name, system in systems.items():
        if system.at_a_glance(head):
            return name
    found = find_marks(head)
    for name, system in systems.items():
        if system.by_marks(head, found):
            return name
    header = None if found.signs.isdisjoint(HEADER_SIGNS) else _HEADER.search(head)
    if header:
        collector = header[1].lower()
        named = [name for name, system in systems.items() if collector in system.collectors_names]
        return named[0] if named else Foreign(f"a configuration of another kind ({header[1][:40]})")
    if quoting := _quoting(head, found):
        return Foreign(quoting)
    return _heaviest(head, systems, found.weights)


def _heaviest(head: str, systems: Mapping[Format, Detection], weights: Mapping[str, int]) -> Detected:
    """Return the system for which the marks of a text speak most."""
    most = max(weights[name] for name in systems)
    other, foreign = max(((weights[name], name) for name in OTHERS), key=lambda found: found[0])
    if other and other >= most:
        return Foreign(SKIPPED + foreign)
    if most >= CERTAIN or _PLAIN_ETHERNET.search(head):
        for name, system in systems.items():
            if most < CERTAIN and system.indentation and _indented_by(system.indentation, head):
                return name
        best = [name for name, one in systems.items() if weights[name] == most and (most or one.has_plain_ethernet)]
        return best[0] if len(best) == 1 else Doubtful(tuple(best))
    return Foreign("a configuration of another system") if _INTERFACE.search(head) else _UNKNOWN
