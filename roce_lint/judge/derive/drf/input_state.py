"""Faults of the inputs as a whole: names that nothing defines, inputs that disagree about cables and settings."""

from __future__ import annotations

from roce_lint.fabric.roce_shapes import WHAT_MAKES_ROCE
from roce_lint.judge.derive.roce_words import names_feature, names_roce, sets_roce
from roce_lint.model.device import (
    IdleDefinition,
    Link,
    LinkContradiction,
    PortRef,
    RefusedSetting,
    SettingFault,
    UndefinedReference,
)
from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.model.reading import SettingConflict
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class ReferenceState:
    """A name that a configuration uses; a device whose names are all defined is one healthy entity, `every name`."""

    kind: str
    """The kind of object (`class map`, `policy map`, `queue`, ...)."""
    name: str
    """The name as written."""
    is_defined: Fact[bool]
    """The name is defined in the file; false at the place that uses it."""
    speaks_of_roce: bool
    """The name itself indicates RoCE (`ROCE-IN`, `rdma`, `no-drop`)."""
    brings_qos_to_a_port: bool = False
    """The object would provide the classification, PFC or marking of a port."""
    problem: str = "is used here but not defined"
    """Why the device cannot resolve the name."""


@dataclass(frozen=True, slots=True)
class RefusalState:
    """A setting that the device refuses or ignores; a device without one is one healthy entity, `every setting`."""

    setting: str
    """The setting as written."""
    because: str
    """Why the device does not accept it."""
    is_accepted: Fact[bool]
    """False at the line of the setting."""
    runs: Fact[bool]
    """The setting takes effect; true for one that only the system's schema refuses."""
    speaks_of_roce: bool
    """The setting belongs to PFC, ECN or the PFC watchdog, regardless of the rest of the file."""
    is_released: Fact[bool]
    """Some release of the system has the feature; false for one that is in review, at the line of the setting."""
    is_certain: Fact[bool]
    """The setting has the effect that it describes; false if another setting or the platform determines the effect."""
    is_harmless: Fact[bool]
    """The setting does not drop RoCE."""
    meets_no_fault: Fact[bool]
    """The stated release or firmware follows the setting; false if its vendor has published a defect."""


@dataclass(frozen=True, slots=True)
class PolicyBindingState:
    """A QoS policy that is not bound anywhere; a switch without one is one healthy entity, `every policy`."""

    kind: str
    """What it is, in the vendor's words (`policy-map type queuing`)."""
    name: str
    """Its name."""
    is_bound: Fact[bool]
    """Some port, VLAN or the system uses it; false at its definition."""
    others_are_bound: bool
    """The config binds another policy of its kind."""
    speaks_of_roce: bool
    """It would make a priority lossless, or its name indicates RoCE."""


@dataclass(frozen=True, slots=True)
class CableState:
    """What two inputs state about one port; a cable without contradictions is a healthy entity."""

    port: str
    """The port, as `device port`."""
    peer: str
    """Its peer according to the more trusted input."""
    other_peer: str
    """Its peer according to the other input."""
    trusted_input: str
    """The more trusted input, in words."""
    other_input: str
    """The other input, in words."""
    inputs_agree: Fact[bool]
    """Both name the same peer; false at the less trusted one."""
    trusted_place: Fact[bool]
    """True, at the place of the more trusted one."""
    has_two_lengths: bool
    """Two inputs state different lengths of it."""
    length_m: Fact[int]
    """The cable's length in meters by the more trusted input that states it."""
    other_length_m: Fact[int]
    """The cable's length in meters by the less trusted input, where that states another one; else the same."""


@dataclass(frozen=True, slots=True)
class SettingState:
    """One setting of a NIC on which two files of its host disagree; a NIC without one is a healthy entity, `every
    setting`.
    """

    port: str
    """The netdev of the NIC."""
    name: str
    """The setting."""
    value: str
    """The value in the weaker file."""
    other_value: str
    """The value in the stronger file."""
    files_agree: Fact[bool]
    """False at the weaker file."""
    stronger_place: Fact[bool]
    """True, at the place in the stronger file."""
    pauses_for_roce: Fact[bool]
    """The weaker file does not disable PFC for a priority that is meant to be lossless and for which the stronger file
    pauses; placed at the weaker file.
    """


def setting_state(conflict: SettingConflict, *, stops_pausing: bool) -> SettingState:
    """Return the conflict as rules see it; `stops_pausing`: the weaker file switches PFC of RoCE off."""
    return SettingState(
        port=conflict.port,
        name=conflict.setting,
        value=conflict.accepted,
        other_value=conflict.refused,
        files_agree=Stated(False, conflict.refused_source),
        stronger_place=Stated(True, conflict.accepted_source),
        pauses_for_roce=Stated(not stops_pausing, conflict.refused_source),
    )


def settings_that_agree(port: str, source: Source) -> SettingState:
    """Return a NIC without conflicts as rules see it."""
    agreed = Stated(True, source)
    return SettingState(port, "every setting", "", "", agreed, agreed, agreed)


def reference_state(reference: UndefinedReference) -> ReferenceState:
    """Return the reference as rules see it."""
    found = ReferenceState(
        reference.kind,
        reference.name,
        Stated(False, reference.source),
        names_roce(reference.name) or names_feature(reference.kind),
        bool(reference.ports) and bool(reference.brings & WHAT_MAKES_ROCE),
    )
    return replace(found, problem=reference.because) if reference.because else found


def defined_references(source: Source) -> ReferenceState:
    """Return a device that uses no undefined name as rules see it."""
    return ReferenceState("name", "every name", Stated(True, source), True)


def refusal_state(refused: RefusedSetting) -> RefusalState:
    """Return the refused setting as rules see it."""
    return RefusalState(
        setting=refused.setting,
        because=refused.because,
        is_accepted=Stated(False, refused.source),
        runs=Stated(refused.runs, refused.source),
        speaks_of_roce=sets_roce(refused.setting),
        is_released=Stated(refused.fault is not SettingFault.UNRELEASED, refused.source),
        is_certain=Stated(refused.fault is not SettingFault.DOUBTFUL, refused.source),
        is_harmless=Stated(refused.fault is not SettingFault.HARMFUL, refused.source),
        meets_no_fault=Stated(refused.fault is not SettingFault.KNOWN, refused.source),
    )


def nothing_refused(source: Source) -> RefusalState:
    """Return a device of which no refused setting is known as rules see it."""
    every: Fact[bool] = Stated(True, source)
    return RefusalState(
        "every setting",
        "",
        every,
        every,
        speaks_of_roce=True,
        is_released=every,
        is_certain=every,
        is_harmless=every,
        meets_no_fault=every,
    )


def policy_binding_state(idle: IdleDefinition) -> PolicyBindingState:
    """Return the idle policy as rules see it."""
    speaks = idle.pauses or names_roce(idle.name)
    return PolicyBindingState(idle.kind, idle.name, Stated(False, idle.source), idle.others_are_bound, speaks)


def every_policy_bound(source: Source) -> PolicyBindingState:
    """Return a switch without an idle policy as rules see it."""
    return PolicyBindingState("policy", "every policy", Stated(True, source), True, speaks_of_roce=True)


def cable_that_agrees(link: Link) -> CableState:
    """Return a cable of which no two inputs disagree as rules see it."""
    peer, origin = str(link.b), link.origin.value
    agree = Stated(True, link.source)
    return CableState(str(link.a), peer, peer, origin, origin, agree, agree, False, link.length_m, link.length_m)


def cable_of_two_lengths(contradiction: LinkContradiction) -> CableState:
    """Return a cable of which two inputs state different lengths as rules see it."""
    accepted, other = contradiction.accepted, contradiction.refused
    peer = str(_other_end(contradiction.port, accepted.a, accepted.b))
    return CableState(
        port=str(contradiction.port),
        peer=peer,
        other_peer=peer,
        trusted_input=accepted.origin.value,
        other_input=other.origin.value,
        inputs_agree=Stated(True, accepted.source),
        trusted_place=Stated(True, accepted.source),
        has_two_lengths=True,
        length_m=accepted.length_m,
        other_length_m=other.length_m,
    )


def cable_state(contradiction: LinkContradiction) -> CableState:
    """Return the contradiction as rules see it."""
    accepted, refused = contradiction.accepted, contradiction.refused
    return CableState(
        port=str(contradiction.port),
        peer=str(_other_end(contradiction.port, accepted.a, accepted.b)),
        other_peer=str(_other_end(contradiction.port, refused.a, refused.b)),
        trusted_input=accepted.origin.value,
        other_input=refused.origin.value,
        inputs_agree=Stated(False, refused.source),
        trusted_place=Stated(True, accepted.source),
        has_two_lengths=False,
        length_m=accepted.length_m,
        other_length_m=accepted.length_m,
    )


def _other_end(port: PortRef, a: PortRef, b: PortRef) -> PortRef:
    return b if a == port else a
