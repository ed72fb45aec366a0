"""The account: which lines of a configuration were not understood although they may matter for RoCE."""

from __future__ import annotations

import re

from roce_lint.os.srlinux.grammar import IRRELEVANT
from roce_lint.os.srlinux.parsed import Parsed
from roce_lint.os.tree.accounting import account_leaves, account_pieces
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import Unplaced

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
    account_pieces([piece for piece in parsed.unplaced if _matters(piece)], "qos", diagnostics)
    interfaces = parsed.root.entries("interface")
    holders = [one for interface in interfaces for one in (interface, *interface.entries("subinterface"))]
    diagnostics.later_changes("upython-script", "an event handler runs it later, which is not evaluated")
    account_leaves((one.at("qos") for one in (parsed.root, *holders) if one.has("qos")), diagnostics)


def _matters(piece: Unplaced) -> bool:
    """Return whether a piece outside the model may decide how RoCE packets are treated."""
    if piece.path and piece.path[0] in _READ_WHOLE:
        return True
    words = piece.text.replace('"', " ").split()
    if words[:1] == ["delete"]:
        return True
    steps = (*piece.path, words[0].rpartition(":")[2]) if words else piece.path
    if not steps or steps[0] in IRRELEVANT:
        return False
    if steps[0] == "system" and len(steps) > 1 and steps[1] in _IRRELEVANT_IN_SYSTEM:
        return False
    return bool(_QOS_WORD.search(" ".join((*piece.path, piece.text))))
