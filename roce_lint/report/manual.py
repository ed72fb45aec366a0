"""Rules in words: a list of them, and one rule in full with its examples."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from roce_lint.judge.examples import example_texts
from roce_lint.judge.rule import Example, Rule
from roce_lint.judge.threshold import RuleThreshold, shown_number

FAMILIES = {
    "cls": "Classification and marking",
    "pfc": "Priority flow control",
    "sch": "Scheduling",
    "ecn": "ECN and DCQCN at the switch",
    "buf": "Buffers and headroom",
    "trm": "Packet trimming",
    "llr": "Link-layer retry",
    "rtg": "Routing and load balancing",
    "dlk": "Deadlock and forwarding loops",
    "nic": "Hosts and NICs",
    "ovl": "Overlay",
    "wd": "PFC watchdog",
    "drf": "Drift from what is intended",
    "prt": "Portability",
    "ib": "InfiniBand",
    "int": "The intent against the configurations",
    "input": "Inputs",
    "waiver": "Waivers and the baseline",
}
"""The titles of our families of rules; a family that is not among them is titled by its name."""

SCOPES = {
    "link": "cable",
    "link_priority": "PFC priority of a cable",
    "link_marking": "RoCE code point that crosses a cable",
    "bundle_member": "member of a LAG that RoCE crosses",
    "any_port": "port that RoCE crosses, or whose description indicates another purpose",
    "marking": "RoCE or CNP code point that enters a port",
    "priority": "PFC priority of a port",
    "queue": "egress queue of a port",
    "lossless_class": "lossless class that carries RoCE",
    "lossless_pair": "pair of lossless priorities of a switch",
    "speed_step": "step between speeds of a switch's ports",
    "uplinks": "switch with its links away from the hosts",
    "outlier": "port compared with others of its role",
    "nic": "RoCE NIC of a host",
    "next_hop": "next hop of a host's route over a RoCE NIC",
    "cable": "cable as stated by the inputs",
    "counter": "PFC priority of a port with captured counters",
    "setting": "NIC setting that is set in several files",
    "reference": "name that a configuration uses",
    "partition_text": "piece of a partition file that OpenSM does not accept as written",
    "partition_definition": "definition of a partition file",
    "sm_option": "line of opensm.conf that OpenSM does not accept as written",
    "opensm": "opensm.conf",
    "intended_key": "P_Key of a port compared with the intent",
    "refusal": "setting that a device refuses or ignores",
    "filter": "access list at RoCE ports",
    "address": "address or router ID that is used twice",
    "copy": "switch with the addresses of another",
    "vni": "VXLAN network identifier of a VLAN or VRF",
    "bond": "bond of a host to two switches",
    "evpn_transit": "switch that forwards the routes of tunnels",
    "split_subnet": "two interfaces of an IGP without a neighbor",
    "trimming": "port of a switch that trims packets",
    "link_retry": "port with link-layer retry",
    "adaptive_group": "group of paths over which a switch spreads packets",
    "switch_pair": "pair of switches that share LAGs",
    "stray_neighbor": "BGP neighbor that is unreachable or does not respond",
    "announcement": "priority that a port advertises over DCBX",
    "pause_cycle": "view of the fabric, with a cyclic buffer dependency if it has one",
    "forwarding_loop": "loop in which packets circulate",
    "transit": "switch between two above it",
    "upper_hosts": "switch above the leaves",
    "bridge": "VLAN with RoCE hosts and a pausing cable",
    "pause_reach": "pause from a host",
    "sideways": "pausing cable between switches of one tier",
    "policy_binding": "QoS policies of one kind that a device defines but does not apply",
    "path": "cause of packet loss, with a path on which it occurs",
    "reachability": "what blocks routes to hosts",
    "session": "AS number that BGP sessions expect",
    "qos_policy": "line of a QoS policy file of OpenSM",
    "ib_subnet": "InfiniBand subnet",
    "ib_twin": "GUID, LID or name that must be unique",
    "ib_cabling": "InfiniBand switch or cable compared with others of its kind",
    "ib_manager": "subnet manager as configured in its opensm.conf",
    "ib_manager_pair": "pair of subnet managers",
    "ib_subnet_pair": "pair of subnets",
    "ib_job": "P_Key named in variables of a job",
    "ib_stray_manager": "subnet manager on a switch",
    "ib_partition": "partition of partitions.conf",
    "ib_member": "entry that names a port",
    "ib_port": "P_Key table of a port",
    "ib_managed_partition": "partition of UFM or of a switch",
    "ib_ufm": "UFM",
}
"""What one thing of a scope is, in words; a scope that is not among them is called by its name."""
_WIDTH = 100
NO_WAIVER = {True: "", False: "; cannot be waived"}
"""What follows the confidence of a rule, by whether it can be waived."""


def explain(rule: Rule, page: str = "", *, examples: bool = False, evidence: Sequence[str] = ()) -> str:
    """Return one rule as plain text for a terminal: what it requires, why, how to fix it, sources, and its examples.

    `page`: the address of its page on the documentation site, if there is one. `evidence`: what its fault costs.
    """
    lines = [
        f"{rule.code} {rule.id}{f': {rule.title}' if rule.title else ''}",
        f"{rule.severity.value}, {rule.confidence.value}{NO_WAIVER[rule.waivable]}; "
        f"applies to every {SCOPES.get(rule.scope, rule.scope)}",
        "",
        *_paragraph("Message", rule.message.general),
        *_paragraph("Why", rule.why),
        *_paragraph("Fix", rule.fix.general),
    ]
    for os, wording in rule.fix_by_os:
        lines += [f"Fix on {os}:", *(f"    {line}" for line in wording.general.splitlines()), ""]
    if rule.when:
        lines += ["Applies when:", *(f"    {condition.text}" for condition in rule.when), ""]
    lines += ["Requires:", f"    {' '.join(rule.require.text.split())}", ""]
    if rule.thresholds:
        lines += [f"Thresholds, which [thresholds.{rule.id}] of the settings changes:"]
        lines += [f"    {threshold_text(one)}" for one in rule.thresholds] + [""]
    lines += ["Sources:", *(f"    {source}" for source in rule.sources), ""]
    if evidence:
        lines += ["Evidence:", *(f"    {line}" for one in evidence for line in textwrap.wrap(one, _WIDTH)), ""]
    for example in rule.examples if examples else ():
        lines += [*_example(example), ""]
    if rule.examples and not examples:
        lines += [f"Tested on {len(rule.examples)} examples ({', '.join(rule.systems)}); --examples prints them.", ""]
    if page:
        lines += [f"Page: {page}"]
    return "\n".join(lines).rstrip("\n") + "\n"


def rule_list(rules: Sequence[Rule]) -> str:
    """Return a line for each rule, by code and id: code, severity, confidence, id, and what it checks."""
    width = max((len(rule.id) for rule in rules), default=0)
    return "".join(
        f"{rule.code:<8} {rule.severity.value:<8} {rule.confidence.value:<10} {rule.id:<{width}}  {rule.headline}\n"
        for rule in sorted(rules, key=lambda one: (one.code, one.id))
    )


def threshold_text(one: RuleThreshold) -> str:
    """Return a threshold with its value, and the rule's own where another is set."""
    own = f" (its own: {shown_number(one.default)})" if one.value != one.default else ""
    return f"{one.name} = {shown_number(one.value)}{own}"


def escaped_markdown(text: str) -> str:
    """Return a text in which Markdown sees no HTML, no emphasis and no code."""
    for special in ("\\", "`", "*", "<", ">"):
        text = text.replace(special, f"\\{special}")
    return text


def _paragraph(title: str, text: str) -> list[str]:
    """Return a titled paragraph, wrapped, and the blank line after it."""
    wrapped = textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"{title}:", *(f"    {line}" for line in wrapped), ""]


def _example(example: Example) -> Iterator[str]:
    """Yield an example with the lines of the finding marked."""
    circumstances = f", profile {example.profile}" if example.profile else ""
    yield f"Example, {example.vendor}: {example.verdict.value}{circumstances}"
    marked = {(line.path, line.line) for line in example.lines}
    for position, (name, text) in enumerate(example_texts(example).items()):
        path = "" if position == 0 else name
        if path:
            yield f"    -- {name}"
        for number, line in enumerate(text.splitlines(), start=1):
            yield f"  {'>' if (path, number) in marked else ' '} {line}".rstrip()
