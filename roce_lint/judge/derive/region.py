"""A part of a fabric judged by itself: devices whose files have changed, and what looks at them.

What rules can name of a device follows from its own facts, from those of the devices it is cabled to, and from what the
whole fabric agrees on: its design, who takes part in RoCE, tiers, and what is usual in a role. So when some files have
changed and the fabric still agrees on the same, only these devices, their neighbours and their cables are judged anew;
that needs the facts of the neighbours' neighbours too. What cannot be told so raises NeedsWholeError.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from roce_lint.fabric.design import Design
from roce_lint.fabric.domain import Domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.device_state import device_state
from roce_lint.judge.derive.entities import Entities, Judging
from roce_lint.judge.derive.input_entities import judge_inputs
from roce_lint.judge.derive.port_derivation import PortDerivation
from roce_lint.judge.derive.role_entities import judge_roles_of, role_ports
from roce_lint.judge.derive.role_outliers import OddSetting, RolePort, RoleRow, odd_settings, role_rows
from roce_lint.judge.derive.uplinks import Tiers
from roce_lint.model.device import Device, Link
from roce_lint.model.judged import Judged
from roce_lint.values import dataclass

LINK_SCOPES = frozenset({"link", "link_priority", "link_marking", "cable"})
DEVICE_SCOPES = frozenset(
    {"device", "reference", "refusal", "port", "priority", "queue", "marking", "lossless_class", "lossless_pair"}
    | {"filter", "told", "speed_step", "uplinks", "outlier", "any_port"}
)
"""Scopes that are judged anew in a region. Nothing else may look at a device for its own sake."""
ROLE_SCOPES = frozenset({"uplinks", "outlier"})
"""Scopes of which a device is judged anew when only its tier or one near it has changed."""
Rows = Mapping[str, tuple[RoleRow, ...]]


class NeedsWholeError(Exception):
    """The region does not tell; the text says what the whole fabric has to be looked at for."""


@dataclass(frozen=True, slots=True)
class Region:
    """`changed` devices, and those that are judged anew: themselves and their neighbours.

    `retiered`: devices in another tier; of them and their neighbours uplinks and `roles` are judged anew.
    """

    changed: frozenset[str]
    judged: frozenset[str]
    retiered: frozenset[str]
    roles: frozenset[str]

    def concerns(self, link: Link) -> bool:
        """Say whether a cable is judged anew."""
        return link.a.device in self.changed or link.b.device in self.changed


class RegionJudging(Judging):
    """Judges a region; `fabric` has the devices of `facts_needed` and the cables among them."""

    def __init__(
        self, fabric: Fabric, domain: Domain, region: Region, tiers: Tiers, usual_pauses: Mapping[int, frozenset[int]]
    ) -> None:
        """Look at the devices; nothing is judged yet.

        `tiers` are those of the whole fabric, and so are the `usual_pauses` of markings.
        """
        super().__init__(fabric, domain, share=True)
        self._region = region
        self._tiers = tiers
        self._usual = usual_pauses
        self._roles: dict[str, list[RolePort]] = {
            device.name: role_ports(device, self.devices[device.name].inside, self.faces, tiers)
            for device in fabric.devices
            if device.name in region.judged and self.devices[device.name].inside
        }
        self._links = fabric.links
        self._order = [device for device in fabric.devices if device.name in region.judged]

    def usual_pause(self, dscp: int) -> frozenset[int]:
        """Return what all ports of the fabric voted for. Raises NeedsWholeError where that is not known."""
        if dscp not in self._usual:
            raise NeedsWholeError(f"what most ports pause for DSCP {dscp}")
        return self._usual[dscp]

    def rows(self) -> Rows:
        """Return what the changed devices have to say of their roles."""
        there = (self._region.changed | self._region.retiered) & self._region.judged & self.devices.keys()
        return {name: role_rows(self._roles.get(name, ()), self.design) for name in there}

    def entities(self, odd: Sequence[OddSetting]) -> Entities:
        """Return the judged things of the region; `odd` are the settings of single switches of the whole fabric."""
        found: dict[str, list[Judged]] = defaultdict(list)
        for device in self._order:
            self.judge_device(device, found)
        links = tuple(link for link in self._links if self._region.concerns(link))
        for link in links:
            self.judge_link(link, found)
        # What inputs say against each other: nothing, in a fabric that is judged in part.
        judge_inputs(Fabric((), links, (), (), (), self.design), found)
        with_roles = [device for device in self._order if device.name in self._roles]
        judge_roles_of(with_roles, self._roles, self._tiers, self._common, self.design, odd, found)
        return found


class RoleJudging(PortDerivation):
    """Judges uplinks and roles of switches that have not changed themselves, without facts of others.

    All devices of the fabric are switches.
    """

    def __init__(self, devices: tuple[Device, ...], domain: Domain, design: Design, tiers: Tiers) -> None:
        """Look at the devices; nothing is judged yet. `tiers` are those of the whole fabric."""
        super().__init__(Fabric(devices, (), (), (), (), design), domain)
        self._tiers = tiers
        self._roles: dict[str, list[RolePort]] = {
            one.name: role_ports(one, domain.inside[one.name], lambda _: "fabric", tiers)
            for one in devices
            if domain.inside[one.name]
        }

    def rows(self, names: frozenset[str]) -> Rows:
        """Return what some of the devices have to say of their roles."""
        return {name: role_rows(self._roles.get(name, ()), self.design) for name in names & self.devices.keys()}

    def entities(self, odd: Sequence[OddSetting]) -> Entities:
        """Return the judged things; `odd` are the settings of single switches of the whole fabric."""
        found: dict[str, list[Judged]] = defaultdict(list)
        devices = [one.device for one in self.devices.values() if one.device.name in self._roles]
        common: dict[str, dict[str, object]] = {}
        for one in devices:
            count = len(self._tiers.cabled.get(one.name, ()))
            state = device_state(one, self.domain.inside[one.name], count, self.lossless)
            common[one.name] = {"device": state, "design": self.design}
        judge_roles_of(devices, self._roles, self._tiers, common, self.design, odd, found)
        return found


def odd_elsewhere(rows: Rows, region: Region) -> tuple[tuple[OddSetting, ...], frozenset[OddSetting]]:
    """Return in what single devices differ from all others, and which of these lie outside of the region."""
    odd = odd_settings(rows)
    return odd, frozenset(one for one in odd if one.device not in region.judged | region.roles)
