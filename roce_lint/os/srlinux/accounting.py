"""The account: which lines of a configuration were not understood although they may matter for RoCE."""

from __future__ import annotations

import re

from roce_lint.model.fact import Source
from roce_lint.os.srlinux.grammar import TREE
from roce_lint.os.srlinux.ledger import Ledger
from roce_lint.os.srlinux.tree import Block, Parsed, Stray
from roce_lint.text.patterns import late_pattern

_QOS_WORD = late_pattern(
    r"qos|pfc|priority-flow|\becn|congestion|queue|dscp|buffer|pause|flow-control|dcb|roce|rdma|lossless|\bwred", re.I
)
_QOS = ("qos",)
_READ_WHOLE = frozenset(("qos", "interface"))
# Sections that have nothing to do with how RoCE packets are forwarded, whatever words they use.
_IRRELEVANT_SECTIONS = """
    acl aaa bfd oam platform segment-routing tunnel routing-policy event-handler keychains trace-options
    network-instance tools license sync multicast static-mpls subscriber-management
"""
_IRRELEVANT_SYSTEM_SECTIONS = """
    aaa authentication banner boot bridge-table clock configuration control-plane-traffic datapath dhcp-server dns
    event-handler ftp-server gnmi-server gribi-server grpc-server information json-rpc-server lacp license lldp logging
    maintenance management mirroring mpls name netconf-server network-instance ntp p4rt-server protection-policies
    protocols ra-guard-policy sflow snmp ssh-server sync tls trace-options utilization warm-reboot
"""
_IRRELEVANT = frozenset(_IRRELEVANT_SECTIONS.split())
OUTSIDE_THE_MODEL = _IRRELEVANT - TREE.children.keys()
"""Sections of which no line is kept: none has a place in the tree, and none matters."""
_IRRELEVANT_IN_SYSTEM = frozenset(_IRRELEVANT_SYSTEM_SECTIONS.split())


def account(parsed: Parsed, ledger: Ledger) -> None:
    """Hand everything that was left over to unread: pieces outside the model, and leaves that nobody took."""
    for stray in parsed.strays:
        if _matters(stray):
            ledger.refuse(Source(ledger.file, stray.line, stray.end_line), stray.because)
    _account_leaves(parsed.root.inside("qos"), ledger)
    for interface in parsed.root.entries("interface"):
        for holder in (interface, *interface.entries("subinterface")):
            if _QOS in holder.blocks:
                _account_leaves(holder.inside("qos"), ledger)


def _account_leaves(block: Block, ledger: Ledger) -> None:
    pending = [block]
    while pending:
        block = pending.pop()
        for leaf in block.leaves.values():
            if not leaf.understood:
                ledger.refuse(leaf.source, f"{leaf.name} is part of the model, and no fact is made of it")
        if block.blocks:
            pending.extend(block.blocks.values())


def _matters(stray: Stray) -> bool:
    """Return whether a piece outside the model may decide how RoCE packets are treated."""
    if stray.path and stray.path[0] in _READ_WHOLE:
        return True
    words = stray.text.replace('"', " ").split()
    steps = (*stray.path, words[0].rpartition(":")[2]) if words else stray.path
    if not steps or steps[0] in _IRRELEVANT:
        return False
    if steps[0] == "system" and len(steps) > 1 and steps[1] in _IRRELEVANT_IN_SYSTEM:
        return False
    return bool(_QOS_WORD.search(" ".join((*stray.path, stray.text))))
