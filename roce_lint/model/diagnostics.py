"""What one file leaves behind besides facts: what is not understood, what the device refuses, undefined names."""

from __future__ import annotations

from roce_lint.model.device import RefusedSetting, SettingFault, UndefinedReference, UnreadLine
from roce_lint.model.fact import Source
from roce_lint.model.releases import UNSTATED


class Diagnostics:
    """Collects the diagnostics of one file; for each the first reason given stays.

    A line that the device refuses is understood: it is not among the unread lines too.
    """

    def __init__(self, file: str, device: str) -> None:
        """Collect for `file`, which configures the switch called `device`."""
        self.file = file
        self.device = device
        self.release = UNSTATED
        """The release that the file states, on which it depends what the device takes."""
        self._unread: dict[Source, UnreadLine] = {}
        self._refused: dict[tuple[Source, str], RefusedSetting] = {}
        self._refused_at: set[Source] = set()
        self._undefined: dict[tuple[str, str, Source], UndefinedReference] = {}

    @property
    def whole_file(self) -> Source:
        """Return the file as a place, for what no block of it would state."""
        return Source(self.file, 0, 0)

    def not_understood(self, text: str, because: str, place: Source, *, concerns_qos: bool = False) -> None:
        """Report that the text at a place was not understood, or only in part."""
        if place not in self._unread:
            self._unread[place] = UnreadLine(self.device, place, text, because, concerns_qos)

    def refused(self, setting: str, because: str, place: Source) -> None:
        """Report that the device refuses a setting by its documented grammar or range, or takes it and ignores it."""
        self._refused_at.add(place)
        self._refused.setdefault((place, setting), RefusedSetting(setting, because, place))

    def refused_by_schema(self, setting: str, because: str, place: Source) -> None:
        """Report a setting that takes effect although the system's schema refuses it."""
        self._refused.setdefault((place, setting), RefusedSetting(setting, because, place, runs=True))

    def in_review(self, setting: str, because: str, place: Source) -> None:
        """Report a setting of a feature that no release of the system has yet."""
        self._runs(setting, because, place, SettingFault.UNRELEASED)

    def doubtful(self, setting: str, because: str, place: Source) -> None:
        """Report a setting that runs and may not have the effect that it states, because of another or of the chip."""
        self._runs(setting, because, place, SettingFault.DOUBTFUL)

    def harmful(self, setting: str, because: str, place: Source) -> None:
        """Report a setting that runs and takes RoCE away."""
        self._runs(setting, because, place, SettingFault.HARMFUL)

    def known_fault(self, setting: str, because: str, place: Source) -> None:
        """Report a setting with which the release that the file states does otherwise, as its vendor has published."""
        self._runs(setting, because, place, SettingFault.KNOWN)

    def _runs(self, setting: str, because: str, place: Source, fault: SettingFault) -> None:
        found = RefusedSetting(setting, because, place, runs=True, fault=fault)
        self._refused.setdefault((place, setting), found)

    def undefined(self, kind: str, name: str, place: Source) -> None:
        """Report the use of a `kind` called `name` that the file does not define."""
        self.not_found(UndefinedReference(kind, name, place))

    def not_found(self, reference: UndefinedReference) -> None:
        """Report a reference that leads nowhere."""
        self._undefined.setdefault((reference.kind, reference.name, reference.source), reference)

    def is_refused(self, place: Source) -> bool:
        """Return whether a setting at this place is refused or ignored."""
        return place in self._refused_at

    def is_reported(self, place: Source) -> bool:
        """Return whether what stands at this place was not understood, or is refused or ignored."""
        return place in self._unread or place in self._refused_at

    def unread_lines(self) -> tuple[UnreadLine, ...]:
        """Return what was not understood and is not refused, in the order of the file."""
        return tuple(self._unread[place] for place in sorted(self._unread) if place not in self._refused_at)

    def refused_settings(self) -> tuple[RefusedSetting, ...]:
        """Return what the device refuses or ignores, in the order of the file."""
        return tuple(sorted(self._refused.values(), key=lambda found: found.source))

    def undefined_references(self) -> tuple[UndefinedReference, ...]:
        """Return the undefined references, in the order of the file."""
        return tuple(sorted(self._undefined.values(), key=lambda found: (found.source, found.kind, found.name)))
