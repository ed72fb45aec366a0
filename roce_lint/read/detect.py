"""Which format a text is in, told by its content."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from roce_lint.read.cabling.detect import is_cabling
from roce_lint.read.host.document import is_host_document
from roce_lint.read.reading import Document

_HEAD_CHARACTERS = 400_000


class Format(Enum):
    """The formats that have a reader; the value is what `--os` takes."""

    EOS = "eos"
    NXOS = "nxos"
    SRLINUX = "srlinux"
    HOST = "mlx5"
    CABLING = "cabling"


@dataclass(frozen=True, slots=True)
class Foreign:
    """A text of another kind; `looks_like` says of which, if that could be told."""

    looks_like: str


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A text that could be of several formats."""

    candidates: tuple[Format, ...]


Detected = Format | Foreign | Doubtful

_LINE = r"^[ \t]*(?:{})"
_NXOS_MARKS = re.compile(
    _LINE.format(
        r"!Command: show |!RANCID-CONTENT-TYPE: cisco-nx|!#?version \d+\.\d+\(|version \d+\.\d+\(\w+\)|feature "
        r"(?:bgp|lldp|bfd|lacp|vpc|nxapi|interface-vlan|nv overlay|ospf|pim|vn-segment|scp-server|telnet|tacacs)|"
        r"vdc \S+ id \d|"
        r"policy-map type (?:network-qos|queuing|qos)|class-map type (?:qos|network-qos|queuing)|system qos\b|"
        r"class type (?:network-qos|queuing)|service-policy type (?:network-qos|queuing)|vrf context |boot nxos |"
        r"nv overlay evpn|fabric forwarding |hardware (?:qos|profile|access-list) |copp profile |vpc domain |"
        r"priority-flow-control (?:mode (?:auto|off)|watch-dog)|pause pfc-cos|interface (?:nve\d|mgmt0\b)|"
        r"rmon event \d+ log|bandwidth remaining percent|limit-resource |system default switchport"
    ),
    re.MULTILINE,
)
_EOS_MARKS = re.compile(
    _LINE.format(
        r"! Command: show run|! device: .*EOS|!RANCID-CONTENT-TYPE: arista|! boot system flash|transceiver qsfp |"
        r"service routing (?:protocols|configuration)|qos profile |service-profile |qos map (?:dscp|cos|traffic-class)|"
        r"platform (?:trident|sand|fap)|management (?:api|ssh|security|console)|(?:uc-|mc-)?tx-queue \d|daemon \S+|"
        r"qos (?:trust|rewrite|random-detect)|priority-flow-control (?:on\b|priority \d|pause |all )|vrf instance |"
        r"random-detect ecn |interface (?:Management\d|Vxlan1|Port-Channel\d)|ip hardware fib|queue-monitor length|"
        r"hardware counter feature|maximum-paths \d+ ecmp|no aaa root|aaa root|spanning-tree mode (?:mstp|none)|"
        r"ip virtual-router mac-address|event-handler |policy-map type quality-of-service|"
        r"load-balance (?:cluster|policies)|switchport trunk group|dcbx mode|speed (?:forced )?\d+g"
    ),
    re.MULTILINE,
)
_CISCO_LIKE = re.compile(r"^interface [A-Za-z]+ ?\d", re.MULTILINE)
_PLAIN_ETHERNET = re.compile(r"^interface (?:Ethernet|port-channel)", re.MULTILINE | re.IGNORECASE)
_OTHER_CLI = re.compile(
    _LINE.format(
        r"interface (?:Gigabit|FastEthernet|TenGig|TwentyFive|HundredGig|FortyGig|FourHundredGig|Bundle-Ether|"
        r"GigE|Serial)|service timestamps |!! IOS XR|ip cef\b|version 1[2-9]\.\d\s*$|frr version|"
        r"set (?:version|system|interfaces|policy-options) |<\?xml|sysname "
    ),
    re.MULTILINE,
)
_SRL_FLAT = re.compile(
    r"^set / (?:interface|qos|network-instance|system|routing-policy|tunnel|acl|bfd|platform) ?", re.M
)
_SRL_BRACE = re.compile(
    r"^\s*(?:interface (?:ethernet-\d|mgmt0|lag\d|irb\d|system0|lo\d)[^\n{]*\{|network-instance \S+ \{|"
    r"forwarding-classes \{|pfc-mapping-profile \S+ \{|buffer-management \{|queue-templates \{|"
    r"explicit-congestion-notification )",
    re.MULTILINE,
)
_SRL_JSON = re.compile(r'"srl_nokia[-\w]*:|"(?:name|interface-id|interface)"\s*:\s*"ethernet-\d+/\d')
_SRL_JSON_TREE = re.compile(r'"(?:forwarding-classes|pfc-mapping-profile|buffer-management|network-instance)"\s*:')


def detect(document: Document) -> Detected:
    """Return the format of a text; foreign where it is none of ours, doubtful where it could be two."""
    head = document.text[:_HEAD_CHARACTERS]
    if not head.strip():
        return Foreign("an empty file")
    if is_cabling(document):
        return Format.CABLING
    if _is_srlinux(head):
        return Format.SRLINUX
    if not head.lstrip().startswith(("{", "[")):
        switch = _switch_cli(head)
        if not isinstance(switch, Foreign):
            return switch
        if is_host_document(document.text):
            return Format.HOST
        return switch
    return Format.HOST if is_host_document(document.text) else Foreign("JSON of another shape")


def _is_srlinux(head: str) -> bool:
    first = head.lstrip()[:1]
    if first in ("{", "["):
        return bool(_SRL_JSON.search(head)) or len(set(_SRL_JSON_TREE.findall(head))) >= 2
    return bool(_SRL_FLAT.search(head)) or bool(_SRL_BRACE.search(head))


def _switch_cli(head: str) -> Detected:
    eos = len({mark.strip() for mark in _EOS_MARKS.findall(head)})
    nxos = len({mark.strip() for mark in _NXOS_MARKS.findall(head)})
    other = len(set(_OTHER_CLI.findall(head)))
    if other and other >= max(eos, nxos):
        return Foreign("a configuration of another operating system")
    if eos > nxos:
        return Format.EOS
    if nxos > eos:
        return Format.NXOS
    if eos or _PLAIN_ETHERNET.search(head):
        return Doubtful((Format.EOS, Format.NXOS))
    if _CISCO_LIKE.search(head):
        return Foreign("a configuration of another operating system")
    return Foreign("text of another kind")
