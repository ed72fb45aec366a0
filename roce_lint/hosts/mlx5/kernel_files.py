"""Files below /sys that only mlx5 has: DCQCN in sysfs and debugfs, the forced traffic class, PFC stall prevention.

Source: Mellanox OFED and Linux mlx5 (`cong.c`).
"""

from __future__ import annotations

import re

from roce_lint.hosts.command import FileValue, integer, nic_named, note_number, note_unknown, rdma_named
from roce_lint.hosts.contract import KernelFile
from roce_lint.hosts.mlx5.dcqcn_names import DCQCN_NAMES, OTHER_DCQCN_FILES
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, NicKind, SettingKey, SettingsLog
from roce_lint.model.fact import Stated, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.text.patterns import lazy_pattern

_ECN = lazy_pattern(r"/class/net/(?P<nic>[^/]+)/ecn/(?P<leaf>roce_[nr]p/.+)")
_DCQCN_FILES = {file: name for name in DCQCN_NAMES for file in (name.sysfs, name.debugfs)}
_STALL_MS = {"auto": 100, "default": 8000}


def _number(
    log: SettingsLog,
    found: FileValue,
    nic: NicId,
    key: SettingKey,
    limits: tuple[int, int],
    index: int = -1,
    text: str = "",
) -> None:
    value = ScriptText(text, found.value.resolved) if text else found.value
    note_number(log, found.place, nic, key, value, limits, index)


def _unread(log: SettingsLog, found: FileValue, because: str) -> None:
    log.not_understood(found.place, because)


def _ecn(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    nic, leaf = nic_named(ScriptText(match["nic"], True)), match["leaf"]
    enable = re.fullmatch(r"roce_(?P<side>[nr])p/enable/(?P<priority>.+)", leaf)
    if enable:
        key = SettingKey.NOTIFICATION if enable["side"] == "n" else SettingKey.REACTION
        priorities = range(8) if enable["priority"] == "*" else [integer(enable["priority"])]
        for priority in priorities:
            if priority is None or not 0 <= priority <= 7:
                _unread(log, found, f"{enable['priority']} is not a priority from 0 to 7")
            else:
                _number(log, found, nic, key, (0, 1), priority)
        return
    _parameter(log, found, nic, leaf)


def _parameter(log: SettingsLog, found: FileValue, nic: NicId, leaf: str) -> None:
    name = _DCQCN_FILES.get(leaf)
    if name is not None:
        _number(log, found, nic, SettingKey(name.fact), (name.low, name.high))
    elif leaf in OTHER_DCQCN_FILES:
        _number(log, found, nic, SettingKey.OTHER_DCQCN, (0, 4294967295))
    else:
        log.mention(nic)
        _unread(log, found, f"{leaf} is not a known DCQCN parameter of mlx5")


def _ecn_below_rdma(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    rdma = rdma_named(ScriptText(match["nic"], True))
    if "*" not in match["netdev"] and rdma.kind is NicKind.RDMA:
        log.same_nic(match["netdev"], rdma.name, found.place.source)
    path = ScriptText(f"/class/net/{match['netdev']}/ecn/{match['leaf']}", True)
    nic = rdma if match["netdev"] == "*" else nic_named(ScriptText(match["netdev"], True))
    inner = _ECN.search(path.text)
    if inner and nic.kind is NicKind.NETDEV:
        _ecn(log, FileValue(path, found.value, found.place), inner)
    else:
        _unread(log, found, "the network interface of this path is known only to the host")


def _debugfs(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    nic, leaf = nic_named(ScriptText(match["nic"], True)), match["leaf"]
    if leaf == "np_cnp_prio_mode":
        _number(log, found, nic, SettingKey.OTHER_DCQCN, (0, 1))
        if integer(found.value.text) == 1:
            because = "np_cnp_prio_mode 1: each CNP takes the priority of the packet that was marked"
            note_unknown(log, found.place, nic, SettingKey.CNP_PRIORITY, because)
    else:
        _parameter(log, found, nic, leaf)


def _traffic_class(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    """Read `106`, `tclass=106` and `Global tclass=106`; -1 takes the forced class away."""
    nic = rdma_named(ScriptText(match["nic"], True))
    value = re.fullmatch(r"\s*(?:Global\s+)?(?:tclass\s*=\s*)?(?P<tos>-?\w+)\s*", found.value.text)
    if found.value.resolved and not found.value.text.strip() and found.place.evidence is Evidence.OBSERVED:
        return
    if value and integer(value["tos"]) == -1:
        because = "no traffic class is forced on this device: the applications' own marking holds"
        log.number_fact(found.place.evidence, nic, SettingKey.DEVICE_TOS, Unknown(because, found.place.source))
        return
    _number(log, found, nic, SettingKey.DEVICE_TOS, (0, 255), text=value["tos"] if value else "")


def _stall(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    nic, word = nic_named(ScriptText(match["nic"], True)), found.value.text.strip()
    milliseconds = str(_STALL_MS.get(word, word))
    _number(log, found, nic, SettingKey.STALL_PREVENTION_MS, (0, 60_000), text=milliseconds)


def _firmware(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    if found.value.resolved and found.place.evidence is Evidence.OBSERVED:
        fact = Stated(found.value.text.strip(), found.place.source)
        log.word_fact(Evidence.OBSERVED, rdma_named(ScriptText(match["nic"], True)), SettingKey.FIRMWARE, fact)


FILES = (
    KernelFile(
        lazy_pattern(r"/class/infiniband/(?P<nic>[^/]+)/device/net/(?P<netdev>[^/]+)/ecn/(?P<leaf>roce_[nr]p/.+)"),
        _ecn_below_rdma,
    ),
    KernelFile(_ECN, _ecn),
    KernelFile(lazy_pattern(r"/kernel/debug/mlx5/(?P<nic>[^/]+)/cc_params/(?P<leaf>\w+)"), _debugfs),
    KernelFile(lazy_pattern(r"/class/infiniband/(?P<nic>[^/]+)/tc/\d+/traffic_class"), _traffic_class),
    KernelFile(lazy_pattern(r"/class/infiniband/(?P<nic>[^/]+)/fw_ver"), _firmware),
    KernelFile(lazy_pattern(r"/class/net/(?P<nic>[^/]+)/settings/pfc_stall_prevention"), _stall),
)
"""What is read; a path of the first kind ends as one of the second does, and is looked for before it."""

ABOUT_ROCE = lazy_pattern(
    r"/ecn/|cc_params|/tc/\d|traffic_class|default_roce_|pfc|dscp|/class/net/[^/]+/(?:qos|settings)/|/class/infiniband/[^/]+/cc"
)
