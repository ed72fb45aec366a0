"""Files below /sys that hold RoCE settings: what a value written there, or read from there, means."""

from __future__ import annotations

import re
from collections.abc import Callable

from roce_lint.hosts.broadcom.commands import read_congestion_control
from roce_lint.hosts.command import Place, integer, nic_named, note_number, note_unknown, rdma_named
from roce_lint.hosts.script.parameters import Text
from roce_lint.hosts.settings import Key, NicId, NicKind, SettingsLog
from roce_lint.model.dcqcn_names import DCQCN_NAMES, OTHER_DCQCN_FILES
from roce_lint.model.fact import Stated, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.text.patterns import late_pattern
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class FileValue:
    """A value at a path; the place's evidence tells a dump (observed) from a script that writes (configured)."""

    path: Text
    value: Text
    place: Place


_NETDEV = r"/class/net/(?P<nic>[^/]+)"
_RDMA = r"/class/infiniband/(?P<nic>[^/]+)"
_ECN = late_pattern(_NETDEV + r"/ecn/(?P<leaf>roce_[nr]p/.+)")
_ECN_BELOW_RDMA = late_pattern(_RDMA + r"/device/net/(?P<netdev>[^/]+)/ecn/(?P<leaf>roce_[nr]p/.+)")
_DEBUGFS = late_pattern(r"/kernel/debug/mlx5/(?P<nic>[^/]+)/cc_params/(?P<leaf>\w+)")
_TRAFFIC_CLASS = late_pattern(_RDMA + r"/tc/\d+/traffic_class")
_DEFAULT_TOS = late_pattern(r"/kernel/config/rdma_cm/(?P<nic>[^/]+)/ports/[^/]+/default_roce_(?P<leaf>tos|mode)")
_BNXT_CC = late_pattern(r"/kernel/config/bnxt_re/(?P<nic>[^/]+)/ports/\d+/cc/(?P<leaf>\w+)")
_MTU = late_pattern(_NETDEV + r"/mtu")
_SPEED = late_pattern(_NETDEV + r"/speed")
_STALL = late_pattern(_NETDEV + r"/settings/pfc_stall_prevention")
_ABOUT_ROCE = late_pattern(
    r"/ecn/|cc_params|/tc/\d|traffic_class|default_roce_|pfc|dscp|/class/net/[^/]+/(?:qos|settings)/|/class/infiniband/[^/]+/cc"
)
_STALL_MS = {"auto": 100, "default": 8000}


def read_file_value(log: SettingsLog, found: FileValue) -> bool:
    """Note what a file holds; return whether the path is one that concerns RoCE, understood or not."""
    for pattern, read in _READERS:
        match = pattern.search(found.path.text)
        if match and match.end() == len(found.path.text):
            read(log, found, match)
            return True
    if _ABOUT_ROCE.search(found.path.text) and found.path.text.startswith("/"):
        _unread(log, found, f"{found.path.text} is not a known setting of mlx5")
        return True
    return False


def _number(
    log: SettingsLog, found: FileValue, nic: NicId, key: Key, limits: tuple[int, int], index: int = -1, text: str = ""
) -> None:
    value = Text(text, found.value.resolved) if text else found.value
    note_number(log, found.place, nic, key, value, limits, index)


def _unread(log: SettingsLog, found: FileValue, because: str) -> None:
    log.not_understood(found.place.source, found.place.text, because)


def _nic(found: FileValue, match: re.Match[str], named: Callable[[Text], NicId]) -> NicId:
    return named(Text(match["nic"], True))


def _ecn(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    nic, leaf = _nic(found, match, nic_named), match["leaf"]
    enable = re.fullmatch(r"roce_(?P<side>[nr])p/enable/(?P<priority>.+)", leaf)
    if enable:
        key = Key.NOTIFICATION if enable["side"] == "n" else Key.REACTION
        priorities = range(8) if enable["priority"] == "*" else [integer(enable["priority"])]
        for priority in priorities:
            if priority is None or not 0 <= priority <= 7:
                _unread(log, found, f"{enable['priority']} is not a priority from 0 to 7")
            else:
                _number(log, found, nic, key, (0, 1), priority)
        return
    for name in DCQCN_NAMES:
        if leaf == name.sysfs:
            _number(log, found, nic, Key(name.fact), (name.low, name.high))
            return
    _other(log, found, nic, leaf)


def _other(log: SettingsLog, found: FileValue, nic: NicId, leaf: str) -> None:
    if leaf in OTHER_DCQCN_FILES:
        _number(log, found, nic, Key.OTHER_DCQCN, (0, 4294967295))
    else:
        log.mention(nic)
        _unread(log, found, f"{leaf} is not a known DCQCN parameter of mlx5")


def _ecn_below_rdma(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    rdma = _nic(found, match, rdma_named)
    if "*" not in match["netdev"] and rdma.kind is NicKind.RDMA:
        log.same_nic(match["netdev"], rdma.name, found.place.source)
    path = Text(f"/class/net/{match['netdev']}/ecn/{match['leaf']}", True)
    nic = rdma if match["netdev"] == "*" else nic_named(Text(match["netdev"], True))
    inner = _ECN.search(path.text)
    if inner and nic.kind is NicKind.NETDEV:
        _ecn(log, FileValue(path, found.value, found.place), inner)
    else:
        _unread(log, found, "the network interface of this path is known only to the host")


def _debugfs(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    nic, leaf = _nic(found, match, nic_named), match["leaf"]
    for name in DCQCN_NAMES:
        if leaf == name.debugfs:
            _number(log, found, nic, Key(name.fact), (name.low, name.high))
            return
    if leaf == "np_cnp_prio_mode":
        _number(log, found, nic, Key.OTHER_DCQCN, (0, 1))
        if integer(found.value.text) == 1:
            because = "np_cnp_prio_mode 1: each CNP takes the priority of the packet that was marked"
            note_unknown(log, found.place, nic, Key.CNP_PRIORITY, because)
        return
    _other(log, found, nic, leaf)


def _traffic_class(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    """Read `106`, `tclass=106` and `Global tclass=106`; -1 takes the forced class away."""
    nic = _nic(found, match, rdma_named)
    value = re.fullmatch(r"\s*(?:Global\s+)?(?:tclass\s*=\s*)?(?P<tos>-?\w+)\s*", found.value.text)
    if found.value.resolved and not found.value.text.strip() and found.place.evidence is Evidence.OBSERVED:
        return
    if value and integer(value["tos"]) == -1:
        because = "no traffic class is forced on this device: the applications' own marking holds"
        log.number_fact(found.place.evidence, nic, Key.DEVICE_TOS, Unknown(because, found.place.source))
        return
    _number(log, found, nic, Key.DEVICE_TOS, (0, 255), text=value["tos"] if value else "")


def _default_tos(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    nic = _nic(found, match, rdma_named)
    if match["leaf"] == "tos":
        _number(log, found, nic, Key.RDMA_CM_TOS, (0, 255))
        return
    version = {"IB/RoCE v1": 1, "RoCE v2": 2}.get(found.value.text.strip())
    if version:
        log.number_fact(found.place.evidence, nic, Key.RDMA_CM_MODE, Stated(version, found.place.source))
    else:
        note_unknown(log, found.place, nic, Key.RDMA_CM_MODE, "a RoCE mode is 'IB/RoCE v1' or 'RoCE v2'")


def _bnxt_cc(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    read_congestion_control(log, found.place, match["nic"], match["leaf"], found.value)


def _mtu(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    _number(log, found, _nic(found, match, nic_named), Key.MTU_BYTES, (68, 65535))


def _speed(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    mbps = integer(found.value.text)
    if mbps is not None and mbps > 0:
        fact = Stated(mbps // 1000, found.place.source)
        log.number_fact(found.place.evidence, _nic(found, match, nic_named), Key.SPEED_GBPS, fact)


def _stall(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    nic, word = _nic(found, match, nic_named), found.value.text.strip()
    milliseconds = str(_STALL_MS.get(word, word))
    _number(log, found, nic, Key.STALL_PREVENTION_MS, (0, 60_000), text=milliseconds)


_READERS = (
    (_ECN_BELOW_RDMA, _ecn_below_rdma),
    (_ECN, _ecn),
    (_DEBUGFS, _debugfs),
    (_TRAFFIC_CLASS, _traffic_class),
    (_DEFAULT_TOS, _default_tos),
    (_BNXT_CC, _bnxt_cc),
    (_MTU, _mtu),
    (_SPEED, _speed),
    (_STALL, _stall),
)
