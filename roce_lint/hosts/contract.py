"""What a driver of NICs brings along: the one value that its folder registers.

`hosts/registry.py` lists the drivers. Everything else in `hosts/` asks this value and names no vendor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from roce_lint.hosts.command import FileValue, ShellCommand
from roce_lint.hosts.settings import SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Fact, Source
from roce_lint.model.nic import Nic
from roce_lint.model.releases import ReleaseForm, Releases
from roce_lint.model.terms import Trust
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.collection import CollectedFile
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

CommandReader: TypeAlias = Callable[[SettingsLog, ShellCommand], None]
"""Notes what one call of a command sets."""
OutputReader: TypeAlias = Callable[[SettingsLog, tuple[str, ...], SettingPlace], None]
"""Notes what a command, given as its words, has printed in the one line at the place."""
PortCheck: TypeAlias = Callable[[SettingsLog, Mapping[tuple[SettingKey, int], Fact[int]]], None]
"""Rejects what the driver does not take of a port's numeric settings, which go by key and index."""


@dataclass(frozen=True, slots=True)
class Undocumented:
    """Nothing is assumed of what a driver does; `because` says why."""

    because: str


@dataclass(frozen=True, slots=True)
class NicDefaults:
    """The settings of a port to which nobody has given any. What people are shown is `because`, without the source.

    `priority_of_dscp` has 64 entries, `traffic_class_of_priority` eight. `dcqcn_enabled` holds for each priority and
    both sides, notification and reaction. `dcqcn_parameters` go by the names of settings (`SettingKey`), in
    their units.
    """

    trust: VendorDefault[Trust]
    priority_of_dscp: VendorDefault[tuple[int, ...]]
    pfc_enabled: VendorDefault[bool]
    traffic_class_of_priority: VendorDefault[tuple[int, ...]]
    cable_length_m: VendorDefault[int]
    dcqcn_enabled: VendorDefault[bool]
    dcqcn_parameters: VendorDefault[Mapping[str, int]]
    cnp_takes_data_marking: VendorDefault[bool]


@dataclass(frozen=True, slots=True)
class ReceiveHeadroom:
    """What a driver reserves behind its pause threshold: bytes of speed (Gb/s), MTU (bytes) and cable (m)."""

    bytes_of: Callable[[int, int, int], int]
    because: str
    source: str


@dataclass(frozen=True, slots=True)
class NicBehaviour:
    """How a driver differs from others. Every field is required.

    `pause_threshold` says why the threshold at which a NIC pauses is unknown.
    """

    headroom: ReceiveHeadroom | Undocumented
    pause_threshold: Undocumented


FIRMWARE = ReleaseForm(lazy_pattern(r"(\d{1,3})\.(\d{1,3})\.(\d{1,5})(?!\d)", re.ASCII), "28.45.1020")
"""Versions of firmware; the first number stands for the adapter."""


@dataclass(frozen=True, slots=True)
class FirmwareFault:
    """A fault of some releases of a NIC's firmware, as its vendor has published it.

    `setting_of`: what a NIC is set to that it meets, in words, and the place; None where nothing is set so.
    """

    releases: tuple[Releases, ...]
    setting_of: Callable[[Nic], tuple[str, Source] | None]
    because: str
    source: str


@dataclass(frozen=True, slots=True)
class KernelFile:
    """A file below /sys: the end of its path, and what a value that is written there or shown there says."""

    path: re.Pattern[str]
    read: Callable[[SettingsLog, FileValue, re.Match[str]], None]


def _no_adapter(text: str) -> frozenset[str]:
    return frozenset()


def _no_hosts(text: str) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class DriverDocument:
    """A kind of text that a vendor's tools take, or print (`is_output`: it may be in a captured terminal).

    `host_of` returns the name of the host that a text of this kind gives, empty for none, `hosts_of` those of all its
    hosts where it may have several, and `adapters_of` the models of the adapters that it is for, by the ids of the
    catalogue. A text of several hosts is read for each, whose name is that of the log.
    """

    recognises: Callable[[str], bool]
    read: Callable[[SettingsLog, Document], None]
    host_of: Callable[[str], str]
    is_output: bool
    adapters_of: Callable[[str], frozenset[str]] = _no_adapter
    hosts_of: Callable[[str], tuple[str, ...]] = _no_hosts


@dataclass(frozen=True, slots=True)
class NicDriver:
    """One driver with the tools of its vendor. Every field is required: a driver that leaves one out cannot be made.

    Patterns that are texts are fragments of regular expressions, which are joined with those of other drivers.
    """

    name: str
    """Used in facts and messages, and begins the names of RDMA devices (`mlx5`)."""
    label: str
    """What people call it: the vendor's product line."""
    kernel_modules: frozenset[str]
    """Those with which all settings are lost when they are unloaded."""
    services: frozenset[str]
    """Those whose restart loads the kernel modules anew."""
    commands: Mapping[str, CommandReader]
    """Who reads a command, by its name without folders."""
    unread_commands: Mapping[str, str]
    """Commands that are reported as not read, each with what it sets."""
    outputs: Mapping[str, OutputReader]
    """Commands that print one line."""
    files: tuple[KernelFile, ...]
    documents: tuple[DriverDocument, ...]
    private_flags: Mapping[str, SettingKey]
    """Flags of `ethtool --set-priv-flags` that switch a setting."""
    refused_module_options: Mapping[tuple[str, str], str]
    """By kernel module and option (`name=value`): what is wrong with it."""
    checks: tuple[PortCheck, ...]
    command_patterns: tuple[str, ...]
    """Commands that configure a NIC, without their arguments: a text that calls one is a script of a host."""
    written_paths: tuple[str, ...]
    """What follows a `/` in paths below /sys: a text that writes to one is a script of a host."""
    subjects: tuple[str, ...]
    """Words that make a line one about RoCE, so that it must not be passed over in silence."""
    about_roce: re.Pattern[str] | None
    """Paths below /sys of this driver alone: one that none of `files` reads is reported. None where it has none."""
    defaults: NicDefaults | Undocumented
    behaviour: NicBehaviour
    faults: tuple[FirmwareFault, ...]
    """Of its firmware: nothing is said of a NIC whose firmware no file shows."""
    collected: tuple[CollectedFile, ...]
    """What `roce-lint collect` asks on a host for this driver, beside what it asks on every host; each is optional."""


def no_host(text: str) -> str:
    """Say that a text of this kind names no host."""
    return ""
