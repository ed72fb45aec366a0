"""The account: which lines of a configuration were not understood although they may matter for RoCE."""

from __future__ import annotations

import re

from roce_lint.model.fact import Source
from roce_lint.os.srlinux.grammar import IRRELEVANT
from roce_lint.os.srlinux.leaf_diagnostics import LeafDiagnostics
from roce_lint.os.srlinux.parsed import Parsed
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import Node, Unplaced

_QOS_WORD = lazy_pattern(
    r"qos|pfc|priority-flow|\becn|congestion|queue|dscp|buffer|pause|flow-control|dcb|roce|rdma|lossless|\bwred", re.I
)
_READ_WHOLE = frozenset(("qos", "interface"))
# Sections of `/system` that have nothing to do with how RoCE packets are forwarded, whatever words they use.
_IRRELEVANT_SYSTEM_SECTIONS = """
    aaa authentication banner boot bridge-table clock configuration control-plane-traffic datapath dhcp-server dns
    event-handler ftp-server gnmi-server gribi-server grpc-server information json-rpc-server lacp license lldp logging
    maintenance management mirroring mpls name netconf-server network-instance ntp p4rt-server protection-policies
    protocols ra-guard-policy sflow snmp ssh-server sync tls trace-options utilization warm-reboot
"""
_IRRELEVANT_IN_SYSTEM = frozenset(_IRRELEVANT_SYSTEM_SECTIONS.split())


def account(parsed: Parsed, diagnostics: LeafDiagnostics) -> None:
    """Hand everything that was left over to unread: pieces outside the model, and leaves that nobody took."""
    for piece in parsed.unplaced:
        if _matters(piece):
            place = Source(diagnostics.file, piece.line, piece.end_line)
            diagnostics.not_read(piece.because, place, concerns_qos="qos" in piece.path)
    _account_leaves(parsed.root.at("qos"), diagnostics)
    for interface in parsed.root.entries("interface"):
        for holder in (interface, *interface.entries("subinterface")):
            if holder.has("qos"):
                _account_leaves(holder.at("qos"), diagnostics)


def _account_leaves(block: Node, diagnostics: LeafDiagnostics) -> None:
    for leaf in block.leaves_below():
        if not leaf.accounted:
            diagnostics.not_read(f"{leaf.name} is part of the model, and no fact is made of it", leaf.source)


def _matters(piece: Unplaced) -> bool:
    """Return whether a piece outside the model may decide how RoCE packets are treated."""
    if piece.path and piece.path[0] in _READ_WHOLE:
        return True
    words = piece.text.replace('"', " ").split()
    steps = (*piece.path, words[0].rpartition(":")[2]) if words else piece.path
    if not steps or steps[0] in IRRELEVANT:
        return False
    if steps[0] == "system" and len(steps) > 1 and steps[1] in _IRRELEVANT_IN_SYSTEM:
        return False
    return bool(_QOS_WORD.search(" ".join((*piece.path, piece.text))))
