"""Buffer profiles of Trident and Tomahawk switches: headroom, reserved memory and dynamic thresholds."""

from __future__ import annotations

from fractions import Fraction

from roce_lint import units
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PriorityGroup
from roce_lint.os.industry_cli.command import NOT_STATED, Command, NotStated, Setting, first_stated, stated_or
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_form import LineForm
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.text.lines import Line
from roce_lint.values import dataclass, field

_BY_EOS = "EOS sizes it; on Trident and Tomahawk an applied `platform trident mmu queue profile` states it"


@dataclass(frozen=True, slots=True)
class Size:
    """A size as typed, in `bytes` or `cells`."""

    amount: int
    unit: str


@dataclass(slots=True)
class MmuProfile:
    """What one profile says; sizes and shares of the whole port, and those of priority groups and queues by number."""

    header: Line
    headroom: Setting[Size] = NOT_STATED
    resume: Setting[Size] = NOT_STATED
    reserved: Setting[Size] = NOT_STATED
    group_reserved: dict[int, Setting[Size]] = field(default_factory=dict)
    alpha: Setting[float] = NOT_STATED
    group_alpha: dict[int, Setting[float]] = field(default_factory=dict)
    queue_alpha: dict[int, Setting[float]] = field(default_factory=dict)


def _size(unit: str | None, amount: int) -> Size:
    return Size(amount, unit or "bytes")


def _share(text: str) -> float:
    return float(Fraction(text))


_PROFILE_NAME = "platform trident mmu queue profile"
_SHARE = "1/128|1/64|1/32|1/16|1/8|1/4|1/2|1|2|4|8"
_SIZE = "[bytes|cells] <0-999999999>"
_GLOBAL_LINES = LineTable(
    CommandRow(f"platform trident mmu headroom-pool limit {_SIZE}", "pool", value=_size),
    CommandRow(f"{_PROFILE_NAME} <name> apply", "applied", cleared=f"{_PROFILE_NAME} <name> apply"),
    CommandRow("platform sand qos map traffic-class <0-9> to network-qos <number>"),
    CommandRow("platform fap buffering egress profile unicast|balanced"),
    CommandRow("platform fap voq credit rates unified"),
)
_PROFILE = LineForm(f"{_PROFILE_NAME} <name>")
_PROFILE_LINES = LineTable(
    CommandRow(f"ingress headroom {_SIZE}", "headroom", value=_size),
    CommandRow(f"ingress resume {_SIZE}", "resume", value=_size),
    CommandRow(f"ingress reserved {_SIZE}", "reserved", value=_size),
    CommandRow(f"ingress priority-group <0-7> reserved {_SIZE}", "group_reserved[]", value=_size),
    CommandRow(f"ingress threshold {_SHARE}", "alpha", value=_share),
    CommandRow(f"ingress priority-group <0-7> threshold {_SHARE}", "group_alpha[]", value=_share),
    CommandRow(f"egress unicast queue <0-7> threshold {_SHARE}", "queue_alpha[]", value=_share),
    CommandRow(f"egress multicast queue <0-7> threshold {_SHARE}"),
    CommandRow(f"egress unicast|multicast queue <0-9> reserved {_SIZE}"),
    CommandRow("egress unicast|multicast queue <0-9> drop-precedence 1|2 drop-threshold <share>"),
)


@dataclass(slots=True)
class EosBuffers:
    """All buffer lines of a document."""

    profiles: dict[str, MmuProfile] = field(default_factory=dict)
    applied: Setting[str] = NOT_STATED
    pool: Setting[Size] = NOT_STATED

    def read(self, command: Command, diagnostics: LineDiagnostics) -> bool:
        """Take a `platform` line; return whether it is one in a known form."""
        if _GLOBAL_LINES.account(command.line, self, diagnostics):
            return True
        found = _PROFILE.parts(command.text)
        if not found:
            return False
        name = str(found[0])
        if not command.plain:
            self.profiles.pop(name, None)
            return True
        profile = self.profiles.setdefault(name, MmuProfile(command.line))
        for line in command.line.walk():
            if not _PROFILE_LINES.account(line, profile, diagnostics):
                diagnostics.line_not_understood(line, "this is no line of an EOS buffer profile")
        return True

    def finish(self, diagnostics: LineDiagnostics) -> None:
        """Account for a profile that is applied and not defined, or defined while none is applied."""
        if isinstance(self.applied, Stated) and self.applied.value not in self.profiles:
            diagnostics.undefined("platform trident mmu queue profile", self.applied.value, self.applied.source)
        if isinstance(self.applied, NotStated):
            for name, profile in self.profiles.items():
                because = f"without `platform trident mmu queue profile {name} apply` the profile has no effect"
                diagnostics.line_refused(profile.header, because)

    def groups(self, cell_bytes: Fact[int], default_place: Source) -> tuple[PriorityGroup, ...]:
        """Return the ingress buffer of each of the eight priorities where it is lossless."""
        profile, why = self._effective(default_place)
        return tuple(_group(profile, number, cell_bytes, why) for number in range(8))

    def queue_alphas(self, default_place: Source) -> tuple[Fact[float], ...]:
        """Return the dynamic threshold of each unicast queue."""
        profile, why = self._effective(default_place)
        found = (profile.queue_alpha.get(index, NOT_STATED) if profile else NOT_STATED for index in range(8))
        return tuple(stated_or(entry, why) for entry in found)

    def pool_fact(self, cell_bytes: Fact[int], whole_file: Source) -> Fact[int]:
        """Return the size of the shared headroom pool in bytes."""
        missing = Unknown("no `platform trident mmu headroom-pool limit`; EOS sizes the pool itself", whole_file)
        return _bytes(self.pool, cell_bytes, missing)

    def _effective(self, default_place: Source) -> tuple[MmuProfile | None, Unknown]:
        if isinstance(self.applied, Stated):
            return self.profiles.get(self.applied.value), Unknown(_BY_EOS, self.applied.source)
        names = ", ".join(sorted(self.profiles))
        if names:
            return None, Unknown(f"{_BY_EOS}; {names} is defined but not applied", default_place)
        return None, Unknown(_BY_EOS, default_place)


def lossy_group(default_place: Source) -> PriorityGroup:
    """Return the ingress buffer of a priority that is not lossless: it has no headroom."""
    unknown = Unknown("EOS does not show the ingress limits of a lossy priority", default_place)
    none = Default(0, default_place, "a priority that is not no-drop has no headroom")
    return PriorityGroup(none, unknown, unknown, unknown, unknown)


def _group(profile: MmuProfile | None, number: int, cell_bytes: Fact[int], why: Unknown) -> PriorityGroup:
    profile = profile or MmuProfile(Line(0, 0, ""))
    dynamic = Unknown("EOS pauses at a share of the free buffer, not at a fixed fill", why.source)
    alpha = first_stated(profile.group_alpha.get(number, NOT_STATED), profile.alpha)
    reserved = first_stated(profile.group_reserved.get(number, NOT_STATED), profile.reserved)
    return PriorityGroup(
        headroom_bytes=_bytes(profile.headroom, cell_bytes, why),
        reserved_bytes=_bytes(reserved, cell_bytes, why),
        xoff_threshold_bytes=dynamic,
        resume_offset_bytes=_bytes(profile.resume, cell_bytes, why),
        alpha=stated_or(alpha, why),
    )


def _bytes(said: Setting[Size], cell_bytes: Fact[int], missing: Unknown) -> Fact[int]:
    if isinstance(said, NotStated):
        return missing
    if isinstance(said, Unknown):
        return said
    if said.value.unit == "bytes":
        return Stated(said.value.amount, said.source)
    if isinstance(cell_bytes, Unknown):
        return Unknown(f"a size in cells needs the size of a buffer cell: {cell_bytes.because}", said.source)
    return Stated(units.bytes_from(said.value.amount, "cells", cell_bytes.value), said.source)
