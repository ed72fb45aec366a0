"""What keeps an intent from being rendered, or makes less of it: releases, tunnels, queues, labs, small packets.

None of it matters where the intent is only what configurations are checked against.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.errors import ExtraLineError, PlatformError, Problem
from roce_lint.intent.check_classes import PATH_MTUS_BYTES, ROCE_HEADER_BYTES, path_mtu_bytes
from roce_lint.intent.classes import roce_classes
from roce_lint.intent.faults import IntentFaults, named
from roce_lint.intent.lab_names import has_lab_type
from roce_lint.intent.model import Intent
from roce_lint.intent.model_roce import Profile
from roce_lint.intent.plan import DevicePlan
from roce_lint.intent.plan_extra import entry_with_line
from roce_lint.intent.view import SwitchView
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import PathChoice, Role
from roce_lint.os.registry import behaviour_of, switch_os
from roce_lint.platforms.platform import Feature
from roce_lint.values import dataclass

_TIERS = {Role.LEAF: "leaves", Role.SPINE: "spines", Role.SUPER_SPINE: "super_spines"}


@dataclass(frozen=True, slots=True)
class Places:
    """Where the intent asks for what a switch turns out not to take."""

    intent: Intent
    devices: Mapping[str, DevicePlan]

    def of(self, view: SwitchView, error: PlatformError) -> YamlPath:
        """Return the entry of `extra` whose line is refused, or else the model of the switch."""
        device = self.devices[view.name]
        if isinstance(error, ExtraLineError):
            return entry_with_line(self.intent, device, view, error.line)
        return _place(self.intent, device, "platform")

    def problem(self, at: YamlPath, message: str) -> Problem:
        """Return a problem with file, line and column of a key."""
        return self.intent.problem(at, message)


def check_views(places: Places, views: Sequence[SwitchView], faults: IntentFaults) -> None:
    """Warn of what configurations do otherwise than the intent asks."""
    for view in views:
        device = places.devices[view.name]
        try:
            doubts = switch_os(device.platform.os).doubts(view, device.platform)
        except PlatformError as error:
            faults.refuse(places.of(view, error), str(error))
            continue
        for doubt in doubts:
            faults.warn(_place(places.intent, device, "platform"), doubt)


def check_models(intent: Intent, devices: Sequence[DevicePlan], faults: IntentFaults) -> None:
    """Complain about what cannot be rendered for a switch model and its release."""
    groups: dict[tuple[str, YamlPath], list[DevicePlan]] = {}
    for device in devices:
        groups.setdefault((device.platform.id, _place(intent, device, "platform")), []).append(device)
        _check_release(intent, device, faults)
    for (_, at), members in groups.items():
        platform, names = members[0].platform, named(one.name for one in members)
        is_endpoint = bool(intent.tenants) and members[0].role is Role.LEAF
        by_platform = behaviour_of(platform.os).tunnel_marking_depends_on_platform
        if by_platform and is_endpoint and not platform.supports(Feature.VXLAN_OUTER_DSCP):
            message = f"{names}: no source says that {platform.model} copies DSCP and ECN into and out of a tunnel"
            faults.refuse(at, f"{message}, which RoCE of tenants needs; choose another model or no tenants")
        if intent.design is Profile.LOSSY_TRIMMING and not behaviour_of(platform.os).trims_packets:
            system = switch_os(platform.os).short_label
            message = f"{names}: no public documentation shows a line of {system} that trims packets"
            faults.refuse(at, f"{message}; use lossy-roce, or another system")
        if intent.design is Profile.SPECTRUM_X and not behaviour_of(platform.os).is_of_spectrum_x:
            system = switch_os(platform.os).short_label
            message = f"{names}: {platform.model} with {system} is no switch of NVIDIA Spectrum-X"
            faults.refuse(at, f"{message}; use lossless, with load_balancing: dynamic where NICs put packets in order")
        if not has_lab_type(platform.os, platform.id):
            faults.warn(at, f"{names}: containerlab has no type for {platform.model}; no lab is rendered")
    if intent.design is Profile.SPECTRUM_X:
        if intent.load_balancing is PathChoice.STATIC:
            faults.refuse(("load_balancing",), "the profile spectrum-x chooses a path for each packet; leave it out")
        message = "NICs run DCQCN until NVIDIA's own congestion control (DOCA) is installed, which no file here does"
        faults.warn(("profile",), message)
    _check_order(intent, devices, faults)
    _check_packets(intent, faults)


def _place(intent: Intent, device: DevicePlan, key: str) -> YamlPath:
    """Return where a key of a switch is: with the switch alone, or with its tier."""
    wish = intent.devices.get(device.name)
    if wish is not None and getattr(wish, key):
        return ("devices", device.name, key)
    return ("topology", _TIERS[device.role], key)


def _check_release(intent: Intent, device: DevicePlan, faults: IntentFaults) -> None:
    at = _place(intent, device, "release")
    try:
        doubts = switch_os(device.platform.os).check_release(device.platform, device.release)
    except PlatformError as error:
        faults.refuse(at, str(error))
        return
    for doubt in doubts:
        faults.warn(at, doubt)


def _check_order(intent: Intent, devices: Sequence[DevicePlan], faults: IntentFaults) -> None:
    """Warn of CNPs below a RoCE class where a queue in round robin takes the queues under it along."""
    cnp, most = intent.roce.cnp.priority, max((one.priority for one in roce_classes(intent)), default=0)
    for name in sorted({device.platform.os for device in devices}):
        system = switch_os(name)
        if system.behaviour.round_robin_takes_lower_queues and most > cnp:
            members = named(one.name for one in devices if one.platform.os == name)
            message = f"{members}: {system.short_label} serves CNPs first only where their priority is above that of"
            faults.warn(("roce", "cnp", "priority"), f"{message} every RoCE class; {cnp} is below {most}")


def _check_packets(intent: Intent, faults: IntentFaults) -> None:
    path, largest = path_mtu_bytes(intent), PATH_MTUS_BYTES[0]
    if path < largest and intent.roce.transport.path_mtu == "auto":
        message = f"{intent.mtu.hosts} bytes hold RoCE packets of {path} bytes only, and a check tells it of every port"
        faults.warn(("mtu", "hosts"), f"{message}; packets of {largest} need {largest + ROCE_HEADER_BYTES}")
