"""Link-layer retry: LLR_PORT and LLR_PROFILE, and the lookup file of the SKU.

The tables are in review (sonic-buildimage#27028, sonic-swss#4528; SONiC doc/llr): what is said of them is what that
code does, and no released image reads them.
"""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.link_retry import LinkRetry
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.fields import report_field
from roce_lint.os.sonic.numbers import choice_of, number_of
from roce_lint.os.sonic.side_files import REPLAY
from roce_lint.text.json_rows import Field, Row
from roce_lint.text.patterns import lazy_pattern

IN_REVIEW = "it is in review (sonic-buildimage#27028, sonic-swss#4528), and no released image reads it"
_METRES = lazy_pattern(r"(\d{1,6})m")
_SWITCH = {"enabled": True, "disabled": False}
_FRAME_ACTIONS = dict.fromkeys(("discard", "block", "best_effort"), True)
_MANDATORY = ("max_outstanding_frames", "max_outstanding_bytes")
_RANGES: Mapping[str, tuple[int, int]] = {
    "max_outstanding_frames": (0, 524_288),
    "max_outstanding_bytes": (0, 4_294_967_295),
    "max_replay_count": (1, 255),
    "max_replay_timer": (0, 65_535),
    "pcs_lost_timeout": (0, 4_290_000_000),
    "data_age_timeout": (0, 4_290_000_000),
    "ctlos_spacing_bytes": (400, 16_384),
}
"""Lowest and highest number of each field, in frames, bytes and ns (sonic-llr-profile YANG, in review)."""
_ACTIONS = ("init_action", "flush_action")
_OF_PORTS = ("llr_mode", "llr_local", "llr_remote", "llr_profile")


def link_retries(database: Database, diagnostics: Diagnostics) -> tuple[LinkRetry, ...]:
    """Return link-layer retry of each port that has a row."""
    rows = [*database.rows("LLR_PORT")]
    profiles = {row.key: row for row in database.rows("LLR_PROFILE") if _check(row, diagnostics)}
    cables = {name: field for row in database.rows("CABLE_LENGTH") for name, field in row.fields.items()}
    for table in ("LLR_PORT", "LLR_PROFILE"):
        first = next(database.rows(table), None)
        if first is not None:
            diagnostics.in_review(table, IN_REVIEW, first.first_line)
    return tuple(_Port(row, database, profiles, cables.get(row.key), diagnostics).read() for row in rows)


def _check(row: Row, diagnostics: Diagnostics) -> bool:
    """Report what a profile lacks or may not have; return whether it is used."""
    for name, stated in row.fields.items():
        if name in _RANGES:
            number_of(stated, *_RANGES[name], diagnostics, name)
        elif name in _ACTIONS:
            choice_of(stated, _FRAME_ACTIONS, diagnostics, name)
        else:
            report_field(row, name, stated, (*_RANGES, *_ACTIONS), diagnostics)
    missing = [name for name in _MANDATORY if name not in row.fields]
    if missing:
        because = f"{missing[0]} is missing: llrmgrd passes over the profile and looks the sizes up by speed and cable"
        diagnostics.refused(f"LLR_PROFILE|{row.key}", because, row.first_line)
    return not missing


class _Port:
    """Reads one row of LLR_PORT."""

    def __init__(
        self,
        row: Row,
        database: Database,
        profiles: Mapping[str, Row],
        cable: Field | None,
        diagnostics: Diagnostics,
    ) -> None:
        self._row, self._database, self._profiles = row, database, profiles
        self._cable, self._diagnostics = cable, diagnostics
        self._why_off: tuple[str, Source] | None = None

    def read(self) -> LinkRetry:
        """Return what is effective on the port."""
        row = self._row
        receives, sends = self._switch("llr_local"), self._switch("llr_remote")
        self._check_row()
        profile = self._profile(row, wanted=_on(sends) and _on(receives))
        if self._why_off is not None:
            because, at = self._why_off
            sends, receives = Default(False, at, because), Default(False, at, because)
        return LinkRetry(
            port=row.key,
            source=row.first_line,
            sends=sends,
            receives=receives,
            replay_bytes=self._size(profile, "max_outstanding_bytes", None),
            replay_frames=self._size(profile, "max_outstanding_frames", None),
            replay_timer_ns=self._size(profile, "max_replay_timer", defaults.REPLAY_TIMER_NS.value),
            age_timeout_ns=self._size(profile, "data_age_timeout", defaults.AGE_TIMEOUT_NS.value),
            cable_length_m=self._length(),
        )

    def _switch(self, name: str) -> Fact[bool]:
        stated = self._row.fields.get(name)
        if stated is None:
            return defaults.RETRY_OFF.at(self._row.first_line)
        return choice_of(stated, _SWITCH, self._diagnostics, name)

    def _check_row(self) -> None:
        row = self._row
        for name, stated in row.fields.items():
            if name not in _OF_PORTS:
                report_field(row, name, stated, _OF_PORTS, self._diagnostics)
        mode = row.fields.get("llr_mode")
        if mode is not None and mode.value != "static":
            because = "llr_mode is static; llrmgrd refuses the row with dynamic, which waits for LLDP"
            self._refuse(f"llr_mode {mode.value}", because, mode.source)
        if not row.key.startswith("Ethernet") or "." in row.key:
            self._refuse(f"LLR_PORT|{row.key}", "only physical ports have link-layer retry", row.first_line)

    def _refuse(self, setting: str, because: str, at: Source) -> None:
        self._diagnostics.refused(setting, because, at)
        self._why_off = because, at

    def _profile(self, row: Row, *, wanted: bool) -> Row | None:
        """Return the sizes of the port: those of its own profile, else those of the lookup file."""
        named = row.fields.get("llr_profile")
        if named is not None and named.value in self._profiles:
            return self._profiles[named.value]
        if named is not None and self._database.row("LLR_PROFILE", named.value) is None:
            self._diagnostics.undefined("LLR_PROFILE", named.value, named.source)
        table = self._database.tables.get(REPLAY)
        speed, cable = self._speed(), self._cable
        if cable is not None and cable.value == "0m" and wanted:
            because = "a CABLE_LENGTH of 0m gives the port no profile: it stays without retry"
            self._refuse(f"LLR_PORT|{row.key}", because, cable.source)
            return None
        if not table and wanted and named is None and not self._database.is_part:
            because = f"the port names no LLR_PROFILE, and no device folder of SONiC ships {REPLAY}"
            self._diagnostics.doubtful(f"LLR_PORT|{row.key}", because, row.first_line)
        if not table or not wanted or cable is None or speed is None:
            return None
        found = table.get(f"{speed.value}|{cable.value}")
        if found is None or any(name not in found.fields for name in _MANDATORY):
            because = f"{REPLAY} has no row for {speed.value} Mb/s and {cable.value}: the port stays without retry"
            self._refuse(f"LLR_PORT|{row.key}", because, row.first_line)
            return None
        return found

    def _speed(self) -> Field | None:
        port = self._database.row("PORT", self._row.key)
        return port.fields.get("speed") if port else None

    def _size(self, profile: Row | None, name: str, default: int | None) -> Fact[int]:
        if profile is None:
            return Unknown(
                f"the profile of the port comes from {REPLAY} of its SKU, which is not given", self._row.source
            )
        stated = profile.fields.get(name)
        if stated is not None and stated.value.isdecimal():
            return Stated(int(stated.value), stated.source)
        if default is None:
            return Unknown(f"{name} is no number", profile.first_line)
        return Default(default, profile.first_line, f"{name} is {default} (SONiC doc/llr, in review)")

    def _length(self) -> Fact[int]:
        found = _METRES.fullmatch(self._cable.value) if self._cable else None
        if found is None or self._cable is None:
            return Unknown("CABLE_LENGTH does not give the length of the cable", self._row.first_line)
        return Stated(int(found[1]), self._cable.source)


def _on(fact: Fact[bool]) -> bool:
    return not isinstance(fact, Unknown) and fact.value
