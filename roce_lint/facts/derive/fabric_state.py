"""Faults of the inputs as a whole: names that nothing defines, inputs that disagree about cables and settings."""

from __future__ import annotations

from dataclasses import dataclass

from roce_lint.facts.fact import Fact, Stated
from roce_lint.facts.host_merge import SettingConflict
from roce_lint.facts.model import LinkContradiction, PortRef, UndefinedReference


@dataclass(frozen=True, slots=True)
class ReferenceState:
    """A name that a config uses; `is_defined` is false at the place that uses it."""

    kind: str
    name: str
    is_defined: Fact[bool]


@dataclass(frozen=True, slots=True)
class CableState:
    """What two inputs say of one port. `inputs_agree` is false at the less trusted one."""

    port: str
    peer: str
    other_peer: str
    trusted_input: str
    other_input: str
    inputs_agree: Fact[bool]
    trusted_place: Fact[bool]


@dataclass(frozen=True, slots=True)
class SettingState:
    """One setting of a NIC that two files of its host give differently; `files_agree` is false at the weaker one."""

    port: str
    name: str
    value: str
    other_value: str
    files_agree: Fact[bool]
    stronger_place: Fact[bool]


def setting_state(conflict: SettingConflict) -> SettingState:
    """Return the conflict as rules see it."""
    return SettingState(
        port=conflict.port,
        name=conflict.setting,
        value=conflict.kept,
        other_value=conflict.refused,
        files_agree=Stated(False, conflict.refused_source),
        stronger_place=Stated(True, conflict.kept_source),
    )


def reference_state(reference: UndefinedReference) -> ReferenceState:
    """Return the reference as rules see it."""
    return ReferenceState(reference.kind, reference.name, Stated(False, reference.source))


def cable_state(contradiction: LinkContradiction) -> CableState:
    """Return the contradiction as rules see it."""
    kept, refused = contradiction.kept, contradiction.refused
    return CableState(
        port=str(contradiction.port),
        peer=str(_other_end(contradiction.port, kept.a, kept.b)),
        other_peer=str(_other_end(contradiction.port, refused.a, refused.b)),
        trusted_input=kept.origin.value,
        other_input=refused.origin.value,
        inputs_agree=Stated(False, refused.source),
        trusted_place=Stated(True, kept.source),
    )


def _other_end(port: PortRef, a: PortRef, b: PortRef) -> PortRef:
    return b if a == port else a
