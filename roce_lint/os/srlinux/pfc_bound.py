"""What the PFC of one port is made of: the profiles that are bound to it."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.buffers import SrlinuxBufferProfile
from roce_lint.os.srlinux.pfc import MappingProfile
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class BoundPfc:
    """One combination of bindings; `profile` None: none is bound, `is_broken`: the bound one is not defined.

    `place` is where all of `/qos` stands.
    """

    profile: MappingProfile | None
    is_broken: bool
    buffer: SrlinuxBufferProfile | None
    buffer_is_broken: bool
    tagged: bool
    pfc_on: bool
    place: Source

    @property
    def not_known(self) -> str:
        """Return why the mapping is not known, an empty text where it is."""
        if self.is_broken:
            return "the bound pfc-mapping-profile is not defined"
        if self.profile is None and self.pfc_on:
            return defaults.DEFAULT_PFC_PROFILE_NOT_PUBLIC
        return ""


def is_number(fact: Fact[int], number: int) -> bool:
    """Say whether a fact is known to be this number."""
    return not isinstance(fact, Unknown) and fact.value == number


def all_true(*facts: Fact[bool], place: Source) -> Fact[bool]:
    """Return the first false fact, else the first unknown one, else true, stated at `place`."""
    unknown = [fact for fact in facts if isinstance(fact, Unknown)]
    false = [fact for fact in facts if not isinstance(fact, Unknown) and not fact.value]
    return next(iter([*false, *unknown]), Stated(True, place))
