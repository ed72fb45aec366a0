"""What settings and options take away from a check, in words: a report without findings may owe it to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roce_lint.errors import Problem
from roce_lint.fabric.design import NO_ROCE
from roce_lint.fabric.port_basics import has_unstated_qos
from roce_lint.files.ignore import EXCLUDED
from roce_lint.judge.finding import Inputs, ProfileInForce, Report
from roce_lint.judge.rule import Rule
from roce_lint.model.device import Device
from roce_lint.model.terms import PortKind
from roce_lint.os.other_systems import unread_switch
from roce_lint.text.counting import counted
from roce_lint.values import replace


def rule_restrictions(
    known: Sequence[Rule], chosen: Sequence[Rule], select: Sequence[str], ignore: Sequence[str]
) -> tuple[str, ...]:
    """Return which rules `select` and `ignore` leave out; empty where they leave out none."""
    left_out = len(known) - len(chosen)
    if left_out <= 0:
        return ()
    named = [f"{key} {', '.join(names)}" for key, names in (("select", select), ("ignore", ignore)) if names]
    return (f"{counted(left_out, 'rule')} of {len(known)} not evaluated: {'; '.join(named)}",)


def profile_restrictions(profile: ProfileInForce, chosen: int, in_force: int) -> tuple[str, ...]:
    """Return what a profile that somebody gave leaves out of the chosen rules; an inferred one restricts nothing."""
    left_out = chosen - in_force
    if left_out <= 0 or not profile.how.startswith("given"):
        return ()
    return (f"{counted(left_out, 'rule')} not evaluated: profile {profile.id}, {profile.how}",)


def path_restrictions(paths: Sequence[str], place: str) -> tuple[str, ...]:
    """Return which paths alone the settings name; empty where the command line does, or where they name everything."""
    if not paths or "." in paths:
        return ()
    return (f"nothing but {', '.join(paths)} is checked: `paths` of {place}",)


def domain_restrictions(left_out: int, place: str) -> tuple[str, ...]:
    """Return how many ports the settings leave out of the RoCE domain."""
    if not left_out:
        return ()
    verb = "is" if left_out == 1 else "are"
    return (f"{counted(left_out, 'port')} that RoCE could cross {verb} left out by [domain.exclude] of {place}",)


def file_restrictions(inputs: Inputs) -> tuple[str, ...]:
    """Return how many files and folders the `exclude` patterns leave out, and which switches no reader takes."""
    count = sum(one.because == EXCLUDED for one in inputs.skipped)
    left_out = (f"{counted(count, 'file or folder', 'files or folders')} excluded by `exclude` patterns",)
    unread = (f"{one.path} is {one.message}" for one in unread_switches(inputs))
    return (*(left_out if count else ()), *unread)


def unstated_nics(devices: Iterable[Device]) -> tuple[str, ...]:
    """Return how many NICs there are of which no file says how they pause and classify, with the first."""
    names = [
        f"{device.name} {port.name}"
        for device in devices
        if device.nics
        for port in device.ports
        if port.kind is PortKind.ETHERNET and has_unstated_qos(port.values)
    ]
    if not names:
        return ()
    verb = "is" if len(names) == 1 else "are"
    text = f"no file states PFC, trust and MTU of {counted(len(names), 'NIC')}, which {verb} not evaluated for them"
    return (f"{text}: {names[0]}" + (" and others" if len(names) > 1 else ""),)


def unread_switches(inputs: Inputs) -> tuple[Problem, ...]:
    """Return the files that configure switches of systems that are not read, beside devices that are."""
    named = ((one.path, unread_switch(one.because)) for one in inputs.skipped if inputs.devices)
    return tuple([Problem(path, 0, 0, f"not read: a configuration of {system}") for path, system in named if system])


def missing_switches(report: Report, *, are_allowed: bool) -> tuple[Problem, ...]:
    """Return the unread switches without which a report is incomplete; none where they are allowed, or without RoCE."""
    if are_allowed or report.profile.id == NO_ROCE:
        return ()
    how = "the fabric was evaluated without it (--allow-unread accepts that)"
    return tuple(replace(one, message=f"{one.message}; {how}") for one in unread_switches(report.inputs))
