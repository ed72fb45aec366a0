"""The options of one file as facts, with a remark for each line that OpenSM does not take as it stands."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from roce_lint.infiniband.opensm.c_text import printable
from roce_lint.infiniband.opensm.nvidia_options import OPEN_OPTIONS
from roce_lint.infiniband.opensm.option_lines import UNSET, NumberRefused, number_of
from roce_lint.infiniband.opensm.option_table import EVERY_OPTION, OPTIONS
from roce_lint.infiniband.opensm.option_type import OptionType
from roce_lint.infiniband.sm_options import OpenSmDialect, OptionAction, OptionLine, OptionRemark, RawOption
from roce_lint.model.fact import Default, Fact, Source, Stated
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass, field

DEFAULT_BECAUSE = "it is OpenSM 3.3.23's default"
_BESIDE = {
    "m_key": ("m_key_protection_level", "m_key_lease_period", "m_key_lookup", "sm_key", "sa_key"),
    "m_key_protection_level": ("m_key", "m_key_lease_period"),
    "m_key_lease_period": ("m_key_protection_level", "m_key"),
    "sm_key": ("sa_key", "m_key"),
    "sa_key": ("sm_key", "m_key"),
    "log_flags": ("log_file", "log_max_size"),
    "sm_priority": ("guid",),
}
"""Where the absence of an option is shown: at an option that people look for beside it."""
_NEAR = 0.6
"""Names that are so much alike are worth a hint; all 162 names would be none."""
_MOST_HINTS = 100
_MISSPELT = 0.88
"""Names that are so much alike differ by a letter or two, not by a word."""


def _is_near(name: str, options: Iterable[str], cutoff: float) -> bool:
    """Say whether some option is called nearly so."""
    return bool(difflib.get_close_matches(name[:80], options, n=1, cutoff=cutoff))


@dataclass(slots=True)
class OptionValues:
    """What a file states, by option; the last statement that OpenSM takes holds."""

    path: str
    dialect: OpenSmDialect = OpenSmDialect.OPEN
    first_line: int = 0
    hints: int = 0
    stated: dict[str, RawOption] = field(default_factory=dict)
    lines: list[OptionLine] = field(default_factory=list)
    remarks: list[OptionRemark] = field(default_factory=list)

    @property
    def options(self) -> Mapping[str, OptionType]:
        """Return the options that are known to exist."""
        return OPTIONS if self.dialect is OpenSmDialect.OPEN else EVERY_OPTION

    def take(self, option: RawOption) -> None:
        """Take one line."""
        name, value = printable(option.name), printable(option.value, 200)
        self.first_line = self.first_line or option.source.line
        kind = self.options.get(name)
        if option.is_cut:
            because = "OpenSM reads 1022 bytes at once: the rest is read as a line of its own"
            self._remark(OptionAction.CUT, option, "", because)
        if kind is None:
            self._take_unknown(option, name)
            return
        if self.dialect is OpenSmDialect.NVIDIA and name in OPEN_OPTIONS:
            because = "only the open OpenSM has it, and other lines of the file only NVIDIA's has"
            self._remark(OptionAction.OTHER_DIALECT, option, "", because)
            return
        self.lines.append(OptionLine(name, value, option.source))
        if kind in (OptionType.BOOLEAN, OptionType.TEXT, OptionType.MASK):
            self._note_boolean(option, kind)
        else:
            number = number_of(self._one_of(option), kind)
            if isinstance(number, NumberRefused):
                self._remark(number.action, option, "", number.because)
                return
        earlier = self.stated.get(name)
        if earlier is not None and earlier.value != option.value:
            again = option.source
            because = f"line {again.line} states it again, and the last one holds"
            if again.file != earlier.source.file:
                because = f"line {again.line} of {again.file.rpartition('/')[2]} gives a flag for it, which holds"
            self._remark(OptionAction.OVERRIDDEN, earlier, value, because)
        self.stated[name] = option

    def _one_of(self, option: RawOption) -> bytes:
        """Return the value of an option, the first where NVIDIA's OpenSM takes several: the ports that it binds to."""
        several = self.dialect is OpenSmDialect.NVIDIA and option.name == b"guid"
        return option.value.partition(b",")[0].strip() if several else option.value

    def _take_unknown(self, option: RawOption, name: str) -> None:
        options = self.options
        key = name.partition("=")[0]
        action = OptionAction.UNKNOWN_NAME
        if "=" in name and key in options:
            because = f"name and value are separated by a blank, not by =: {key} stays as it was"
        elif name.lower() in options:
            because = f"names are case sensitive: write {name.lower()}"
        else:
            # To look for the nearest of some 400 names takes milliseconds; a text of other lines has no use for it.
            self.hints += 1
            is_looked_up = self.hints <= _MOST_HINTS
            hint = did_you_mean(name, options) if is_looked_up and _is_near(name, options, _NEAR) else ""
            because = f"OpenSM ignores the line{hint}"
            if self.dialect is OpenSmDialect.NVIDIA and not (hint and _is_near(name, options, _MISSPELT)):
                action = OptionAction.UNPUBLISHED_NAME
                because = f"NVIDIA publishes no such option of its OpenSM, which has others{hint}"
        self._remark(action, option, "", because)

    def _note_boolean(self, option: RawOption, kind: OptionType) -> None:
        if kind is OptionType.BOOLEAN and option.value not in (b"TRUE", b"FALSE"):
            because = "a boolean is TRUE or FALSE in capitals; anything else is FALSE, without a message"
            self._remark(OptionAction.NOT_BOOLEAN, option, "FALSE", because)

    def _remark(self, action: OptionAction, option: RawOption, in_force: str, because: str) -> None:
        value = printable(option.value)
        self.remarks.append(OptionRemark(action, printable(option.name), value, in_force, because, option.source))

    def replaced(self, name: str, in_force: str, because: str) -> None:
        """Note that OpenSM uses another value than the one that is stated."""
        if name in self.stated:
            self._remark(OptionAction.REPLACED, self.stated[name], in_force, because)

    def suspicious(self, name: str, because: str) -> None:
        """Note a value that OpenSM takes with a warning."""
        self._remark(OptionAction.SUSPICIOUS, self.stated[name], "", because)

    def place(self, name: str) -> Source:
        """Return the line of an option, else of one that belongs to it, else the first line with an option."""
        for near in (name, *_BESIDE.get(name, ())):
            if near in self.stated:
                return self.stated[near].source
        return Source(self.path, self.first_line, self.first_line)

    def number(self, name: str, default: int) -> Fact[int]:
        """Return an option that is a number."""
        option = self.stated.get(name)
        if option is None:
            return Default(default, self.place(name), DEFAULT_BECAUSE)
        value = number_of(self._one_of(option), OPTIONS[name])
        return Stated(default if isinstance(value, NumberRefused) else value, option.source)

    def bounded(self, name: str, default: int, highest: int, instead: int) -> Fact[int]:
        """Return a number for which OpenSM takes `instead` when it is above `highest`."""
        fact = self.number(name, default)
        if isinstance(fact, Stated) and fact.value > highest:
            because = f"{fact.value} is above {highest}, so OpenSM takes {instead}"
            self.replaced(name, str(instead), because)
            return Default(instead, fact.source, because)
        return fact

    def boolean(self, name: str, default: bool) -> Fact[bool]:
        """Return an option that is TRUE or FALSE; any other spelling is FALSE."""
        option = self.stated.get(name)
        if option is None:
            return Default(default, self.place(name), DEFAULT_BECAUSE)
        if option.value not in (b"TRUE", b"FALSE"):
            return Default(False, option.source, f"{printable(option.value)} is not TRUE, so it counts as FALSE")
        return Stated(option.value == b"TRUE", option.source)

    def text(self, name: str, default: str) -> Fact[str]:
        """Return an option that is text; empty if it is unset."""
        option = self.stated.get(name)
        if option is None:
            return Default(default, self.place(name), DEFAULT_BECAUSE)
        return Stated("" if option.value == UNSET else printable(option.value, 4096), option.source)
