"""Buffer profiles of Trident and Tomahawk switches: headroom, reserved memory and dynamic thresholds."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TypeVar

from roce_lint import units
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PriorityGroup
from roce_lint.os.eos.command import SILENT, Command, Said, Silence, command_of
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.text.lines import Line
from roce_lint.text.patterns import late_pattern
from roce_lint.values import dataclass, field

T = TypeVar("T")

_SIZE = r"(?:(bytes|cells) )?(\d{1,9})"
_ALPHA = r"(1/128|1/64|1/32|1/16|1/8|1/4|1/2|1|2|4|8)"
_PROFILE = late_pattern(r"platform trident mmu queue profile (\S+?)( apply)?")
_POOL = late_pattern(rf"platform trident mmu headroom-pool limit {_SIZE}", re.ASCII)
_INGRESS_SIZE = late_pattern(rf"ingress (?:priority-group ([0-7]) )?(headroom|reserved|resume) {_SIZE}", re.ASCII)
_INGRESS_ALPHA = late_pattern(rf"ingress (?:priority-group ([0-7]) )?threshold {_ALPHA}", re.ASCII)
_EGRESS_ALPHA = late_pattern(rf"egress (unicast|multicast) queue (\d) threshold {_ALPHA}", re.ASCII)
_EGRESS_OTHER = late_pattern(
    rf"egress (?:unicast|multicast) queue \d (?:reserved {_SIZE}|drop-precedence [12] drop-threshold [0-9/]+)", re.ASCII
)
WHOLE_PORT = -1
_BY_EOS = "EOS sizes it; on Trident and Tomahawk an applied `platform trident mmu queue profile` states it"


@dataclass(frozen=True, slots=True)
class Size:
    """A size as typed, in `bytes` or `cells`."""

    amount: int
    unit: str


@dataclass(slots=True)
class MmuProfile:
    """What one profile says; sizes and thresholds by priority group, `WHOLE_PORT` for all of them."""

    header: Line
    headroom: dict[int, Said[Size]] = field(default_factory=dict)
    reserved: dict[int, Said[Size]] = field(default_factory=dict)
    resume: dict[int, Said[Size]] = field(default_factory=dict)
    alpha: dict[int, Said[float]] = field(default_factory=dict)
    queue_alpha: dict[int, Said[float]] = field(default_factory=dict)


@dataclass(slots=True)
class Buffers:
    """All buffer lines of a document."""

    profiles: dict[str, MmuProfile] = field(default_factory=dict)
    applied: Said[str] = SILENT
    pool: Said[Size] = SILENT

    def read(self, command: Command, diagnostics: LineDiagnostics) -> bool:
        """Take a `platform trident mmu` line; return whether it is one in a known form."""
        source = diagnostics.at(command.line)
        found = _POOL.fullmatch(command.text)
        if found:
            self.pool = Stated(Size(int(found[2]), found[1] or "bytes"), source) if command.plain else SILENT
            return True
        if not command.plain and command.text.startswith("platform trident mmu headroom-pool limit"):
            self.pool = SILENT
            return True
        found = _PROFILE.fullmatch(command.text)
        if not found:
            return False
        if found[2]:
            self.applied = Stated(found[1], source) if command.plain else SILENT
        elif command.plain:
            profile = self.profiles.setdefault(found[1], MmuProfile(command.line))
            for line in command.line.children:
                self._read_line(line, profile, diagnostics)
        else:
            self.profiles.pop(found[1], None)
        return True

    def _read_line(self, line: Line, profile: MmuProfile, diagnostics: LineDiagnostics) -> None:
        command = command_of(line)
        if not _take(command, profile, diagnostics.at(line)):
            diagnostics.line_not_understood(line, "this is no line of an EOS buffer profile")
        for below in line.children:
            self._read_line(below, profile, diagnostics)

    def finish(self, diagnostics: LineDiagnostics) -> None:
        """Account for a profile that is applied and not defined, or defined while none is applied."""
        if isinstance(self.applied, Stated) and self.applied.value not in self.profiles:
            diagnostics.undefined("platform trident mmu queue profile", self.applied.value, self.applied.source)
        if isinstance(self.applied, Silence):
            for name, profile in self.profiles.items():
                because = f"without `platform trident mmu queue profile {name} apply` the profile has no effect"
                diagnostics.line_refused(profile.header, because)

    def groups(self, cell_bytes: Fact[int], home: Source) -> tuple[PriorityGroup, ...]:
        """Return the ingress buffer of each of the eight priorities where it is lossless."""
        profile, why = self._effective(home)
        return tuple(_group(profile, number, cell_bytes, why) for number in range(8))

    def queue_alphas(self, home: Source) -> tuple[Fact[float], ...]:
        """Return the dynamic threshold of each unicast queue."""
        profile, why = self._effective(home)
        found = (profile.queue_alpha.get(index, SILENT) if profile else SILENT for index in range(8))
        return tuple(why if isinstance(entry, Silence) else entry for entry in found)

    def pool_fact(self, cell_bytes: Fact[int], whole_file: Source) -> Fact[int]:
        """Return the size of the shared headroom pool in bytes."""
        missing = Unknown("no `platform trident mmu headroom-pool limit`; EOS sizes the pool itself", whole_file)
        return _bytes(self.pool, cell_bytes, missing)

    def _effective(self, home: Source) -> tuple[MmuProfile | None, Unknown]:
        if isinstance(self.applied, Stated):
            return self.profiles.get(self.applied.value), Unknown(_BY_EOS, self.applied.source)
        names = ", ".join(sorted(self.profiles))
        if names:
            return None, Unknown(f"{_BY_EOS}; {names} is defined but not applied", home)
        return None, Unknown(_BY_EOS, home)


def lossy_group(home: Source) -> PriorityGroup:
    """Return the ingress buffer of a priority that is not lossless: it has no headroom."""
    unknown = Unknown("EOS does not show the ingress limits of a lossy priority", home)
    none = Default(0, home, "a priority that is not no-drop has no headroom")
    return PriorityGroup(none, unknown, unknown, unknown, unknown)


def _take(command: Command, profile: MmuProfile, source: Source) -> bool:
    """Take one line of a profile; return whether it is in a known form."""
    text = command.text
    if not command.plain and text in ("ingress headroom", "ingress reserved", "ingress resume", "ingress threshold"):
        for name, sizes in (("headroom", profile.headroom), ("reserved", profile.reserved), ("resume", profile.resume)):
            if text.endswith(name):
                sizes.pop(WHOLE_PORT, None)
        if text.endswith("threshold"):
            profile.alpha.pop(WHOLE_PORT, None)
        return True
    found = _INGRESS_SIZE.fullmatch(text)
    if found and (found[2] == "reserved" or not found[1]):
        table = {"headroom": profile.headroom, "reserved": profile.reserved, "resume": profile.resume}[found[2]]
        place = int(found[1]) if found[1] else WHOLE_PORT
        table[place] = Stated(Size(int(found[4]), found[3] or "bytes"), source) if command.plain else SILENT
        return True
    found = _INGRESS_ALPHA.fullmatch(text)
    if found:
        place = int(found[1]) if found[1] else WHOLE_PORT
        profile.alpha[place] = Stated(float(Fraction(found[2])), source) if command.plain else SILENT
        return True
    found = _EGRESS_ALPHA.fullmatch(text)
    if found:
        if found[1] == "unicast":
            profile.queue_alpha[int(found[2])] = Stated(float(Fraction(found[3])), source) if command.plain else SILENT
        return int(found[2]) < 8
    return bool(_EGRESS_OTHER.fullmatch(text))


def _group(profile: MmuProfile | None, number: int, cell_bytes: Fact[int], why: Unknown) -> PriorityGroup:
    profile = profile or MmuProfile(Line(0, 0, ""))
    dynamic = Unknown("EOS pauses at a share of the free buffer, not at a fixed fill", why.source)
    alpha = _for_group(profile.alpha, number)
    return PriorityGroup(
        headroom_bytes=_bytes(_for_group(profile.headroom, number), cell_bytes, why),
        reserved_bytes=_bytes(_for_group(profile.reserved, number), cell_bytes, why),
        xoff_threshold_bytes=dynamic,
        resume_offset_bytes=_bytes(_for_group(profile.resume, number), cell_bytes, why),
        alpha=why if isinstance(alpha, Silence) else alpha,
    )


def _for_group(table: dict[int, Said[T]], number: int) -> Said[T]:
    own = table.get(number, SILENT)
    return table.get(WHOLE_PORT, SILENT) if isinstance(own, Silence) else own


def _bytes(said: Said[Size], cell_bytes: Fact[int], missing: Unknown) -> Fact[int]:
    if isinstance(said, Silence):
        return missing
    if isinstance(said, Unknown):
        return said
    if said.value.unit == "bytes":
        return Stated(said.value.amount, said.source)
    if isinstance(cell_bytes, Unknown):
        return Unknown(f"a size in cells needs the size of a buffer cell: {cell_bytes.because}", said.source)
    return Stated(units.bytes_from(said.value.amount, "cells", cell_bytes.value), said.source)
