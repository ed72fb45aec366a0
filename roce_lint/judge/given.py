"""What the user says besides the files to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_lint.judge.profiles import DesignProfile
from roce_lint.judge.suppressions import NO_SUPPRESSIONS, Suppressions
from roce_lint.model.domain_choice import NOTHING_CHOSEN, DomainChoice
from roce_lint.model.given_design import NOTHING_GIVEN, GivenDesign
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.infiniband.intended import IntendedPartitions
    from roce_lint.model.device import Link


@dataclass(frozen=True, slots=True)
class GivenIntent:
    """The text of an intent, its place, and the name of its fabric.

    `covers_all`: the files that were named are meant to be the whole fabric.
    """

    path: str
    text: str
    name: str
    covers_all: bool


@dataclass(frozen=True, slots=True)
class Given:
    """What the user says besides the files: the design and the links of an intent, a profile, an OS, the RoCE domain.

    `partitions`: who is meant to be in which InfiniBand partition.
    `profile_how` tells where the profile was given, and `profile_place` the line of the settings. `profiles` are those
    to choose from where they are at hand, empty for those of the program. `restrictions`: see `Report`; here those of
    the choice of rules. `intent` is the whole intent, to compare with. Everything is empty where nothing is said.
    """

    design: GivenDesign = NOTHING_GIVEN
    links: tuple[Link, ...] = ()
    profile: str = ""
    profile_how: str = ""
    os: str = ""
    cabling: str = ""
    domain: DomainChoice = NOTHING_CHOSEN
    suppressions: Suppressions = NO_SUPPRESSIONS
    partitions: IntendedPartitions | None = None
    profiles: tuple[DesignProfile, ...] = ()
    profile_place: str = ""
    restrictions: tuple[str, ...] = ()
    intent: GivenIntent | None = None


NOTHING_SAID = Given()
