"""Shared buffer: partitions of ingress and egress in percent, and what they mean for lossless priorities."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.qos import PriorityGroup
from roce_lint.os.junos.family import JunosFamily
from roce_lint.os.junos.notification_profiles import NotificationProfile
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_INGRESS = frozenset(("lossless", "lossless-headroom", "lossy"))
_CLASSIC_EGRESS = frozenset(("lossless", "lossy", "multicast"))
_WHOLE = 100
_LEAST_LOSSLESS = 5
"""The smallest partition of lossless traffic that Juniper advises, in percent (TMG, Understanding CoS Buffers)."""
_LITTLE = frozenset(str(number) for number in range(1, _LEAST_LOSSLESS))
_UNSIZED = "the switch sizes it by speed and cable-length; how many bytes that are is not published"


class SharedBuffer:
    """The partitions of a device; those that it does not state have the system's own sizes."""

    def __init__(
        self, cos: Node, family: JunosFamily, diagnostics: LeafDiagnostics, *, has_lossless: bool = True
    ) -> None:
        """Take what stands below `class-of-service`, and whether a class of the file is no-loss."""
        self._diagnostics = diagnostics
        self._has_lossless = has_lossless
        block = cos.at("shared-buffer")
        self.ingress = self._partitions(block.at("ingress"))
        self.egress = self._partitions(block.at("egress"))
        block.pass_over()
        cos.at("dedicated-buffer").pass_over()
        for entry in cos.entries("dedicated-buffer-profile"):
            entry.pass_over()
        self._report_total("ingress", self.ingress, _INGRESS)
        self._report_total("egress", self.egress, _CLASSIC_EGRESS if family is JunosFamily.CLASSIC else frozenset())
        for side in ("ingress", "egress"):
            self._report_empty(side, block.at(side))

    @staticmethod
    def _partitions(block: Node) -> dict[str, Stated[int]]:
        found: dict[str, Stated[int]] = {}
        for entry in block.entries("buffer-partition"):
            leaf = entry.take("percent")
            if leaf.value.isdecimal() and len(leaf.value) < 4:
                found[entry.key] = Stated(int(leaf.value), leaf.first_line)
        return found

    def _report_total(self, side: str, found: Mapping[str, Stated[int]], wanted: frozenset[str]) -> None:
        """Report partitions that the device does not commit because they do not sum up to a hundred."""
        total = sum(one.value for one in found.values())
        if total > _WHOLE or (wanted and wanted <= found.keys() and total != _WHOLE):
            last = max((one.source for one in found.values()), key=lambda one: one.line)
            takes = f"exactly {_WHOLE}" if wanted else f"at most {_WHOLE}"
            because = f"the partitions sum up to {total} percent, and the device takes {takes}"
            self._diagnostics.refused(f"shared-buffer {side}", because, last)

    def _report_empty(self, side: str, block: Node) -> None:
        """Report a side of the buffer of which lossless traffic has nothing or little, where no other rule tells it."""
        whole, lossless = block.get("percent"), self.egress.get("lossless") if side == "egress" else None
        if whole is not None and whole.value.strip("0") == "":
            because = f"with 0 percent of the {side} buffer no class has shared memory"
            self._diagnostics.doubtful(f"shared-buffer {side} percent {whole.value}", because, whole.first_line)
        if not self._has_lossless:
            return
        if lossless is not None and not lossless.value:
            because = "a partition of 0 percent leaves queues of no-loss classes no shared memory at egress"
            self._diagnostics.doubtful("shared-buffer egress buffer-partition lossless", because, lossless.source)
        for entry in block.entries("buffer-partition"):
            setting = f"shared-buffer {side} buffer-partition {entry.key}"
            share = entry.get("percent")
            if entry.key == "lossless" and share is not None and share.value in _LITTLE:
                because = f"{share.value} percent fill at once, and Juniper advises {_LEAST_LOSSLESS} at least"
                self._diagnostics.doubtful(f"{setting} percent {share.value}", because, share.first_line)
            index = entry.get("dynamic-threshold")
            if entry.key == "lossless" and index is not None and index.value == "0":
                because = "the lowest index leaves a queue the smallest share of what is free: it pauses at once"
                self._diagnostics.doubtful(f"{setting} dynamic-threshold 0", because, index.first_line)

    def report_unasked(self) -> None:
        """Report an empty partition of lossless traffic where no port pauses, so that no rule of ports tells it."""
        if self.empty is not None and self._has_lossless:
            self._diagnostics.doubtful("shared-buffer ingress", self.empty.because, self.empty.source)

    @property
    def empty(self) -> Default[int] | None:
        """Return that lossless traffic has no room above the xoff threshold; None where it has some."""
        for name in ("lossless-headroom", "lossless"):
            share = self.ingress.get(name)
            if share is not None and not share.value:
                return Default(0, share.source, f"partition {name} of the ingress shared buffer has 0 percent")
        return None

    def group(self, profile: NotificationProfile) -> PriorityGroup:
        """Return the ingress buffer of a priority that pauses by a profile."""
        at = profile.cable_m.source
        none = Unknown(_UNSIZED, at)
        empty = self.empty
        headroom: Fact[int] = empty or none
        return PriorityGroup(
            headroom_bytes=headroom,
            reserved_bytes=none,
            xoff_threshold_bytes=Unknown("the xoff threshold follows from dynamic-threshold", at),
            resume_offset_bytes=none,
            alpha=Unknown("dynamic-threshold is an index, whose factor is not published", at),
            sized_by=empty.because if empty else "",
            sized_for_cable_m=profile.cable_m,
        )


def no_group(because: Unknown) -> PriorityGroup:
    """Return the ingress buffer of a priority that does not pause, or of which nothing is known."""
    return PriorityGroup(because, because, because, because, because)
