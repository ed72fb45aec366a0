"""The options of one file as facts, with a remark for each line that OpenSM does not take as it stands."""

from __future__ import annotations

import difflib

from roce_lint.infiniband.opensm.c_text import printable
from roce_lint.infiniband.opensm.option_lines import UNSET, RawOption, WrongNumber, number_of
from roce_lint.infiniband.opensm.option_table import OPTIONS, OptionType, is_fork_option
from roce_lint.infiniband.sm_options import OptionFate, OptionLine, OptionRemark
from roce_lint.model.fact import Default, Fact, Source, Stated
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass, field

DEFAULT_BECAUSE = "it is OpenSM 3.3.23's default"


def _is_near(name: str) -> bool:
    """Say whether some option is called nearly so; all 162 names would be no hint."""
    return bool(difflib.get_close_matches(name, OPTIONS, n=1, cutoff=0.6))


@dataclass(slots=True)
class OptionValues:
    """What a file states, by option; the last statement that OpenSM takes holds."""

    path: str
    stated: dict[str, RawOption] = field(default_factory=dict)
    lines: list[OptionLine] = field(default_factory=list)
    remarks: list[OptionRemark] = field(default_factory=list)

    def take(self, option: RawOption) -> None:
        """Take one line."""
        name, value = printable(option.name), printable(option.value, 200)
        kind = OPTIONS.get(name)
        if option.is_cut:
            because = "OpenSM reads 1022 bytes at once: the rest is read as a line of its own"
            self._remark(OptionFate.CUT, option, "", because)
        if kind is None:
            self._take_unknown(option, name, value)
            return
        self.lines.append(OptionLine(name, value, option.source))
        if kind in (OptionType.BOOLEAN, OptionType.TEXT, OptionType.MASK):
            self._note_boolean(option, kind)
        else:
            number = number_of(option.value, kind)
            if isinstance(number, WrongNumber):
                self._remark(number.fate, option, "", number.because)
                return
        earlier = self.stated.get(name)
        if earlier is not None and earlier.value != option.value:
            because = f"line {option.source.line} states it again, and the last one holds"
            self._remark(OptionFate.OVERRIDDEN, earlier, value, because)
        self.stated[name] = option

    def _take_unknown(self, option: RawOption, name: str, value: str) -> None:
        if is_fork_option(name):
            self.lines.append(OptionLine(name, value, option.source))
            because = "only OpenSM 5.x of UFM and MLNX_OFED knows it; the open OpenSM ignores it"
            self._remark(OptionFate.FORK_NAME, option, "", because)
            return
        because = f"OpenSM ignores the line{did_you_mean(name, OPTIONS) if _is_near(name) else ''}"
        key = name.partition("=")[0]
        if "=" in name and key in OPTIONS:
            because = f"name and value are separated by a blank, not by =: {key} stays as it was"
        elif name.lower() in OPTIONS:
            because = f"names are case sensitive: write {name.lower()}"
        self._remark(OptionFate.UNKNOWN_NAME, option, "", because)

    def _note_boolean(self, option: RawOption, kind: OptionType) -> None:
        if kind is OptionType.BOOLEAN and option.value not in (b"TRUE", b"FALSE"):
            because = "a boolean is TRUE or FALSE in capitals; anything else is FALSE, without a message"
            self._remark(OptionFate.NOT_BOOLEAN, option, "FALSE", because)

    def _remark(self, fate: OptionFate, option: RawOption, in_force: str, because: str) -> None:
        value = printable(option.value)
        self.remarks.append(OptionRemark(fate, printable(option.name), value, in_force, because, option.source))

    def replaced(self, name: str, in_force: str, because: str) -> None:
        """Note that OpenSM uses another value than the one that is stated."""
        if name in self.stated:
            self._remark(OptionFate.REPLACED, self.stated[name], in_force, because)

    def suspicious(self, name: str, because: str) -> None:
        """Note a value that OpenSM takes with a warning."""
        self._remark(OptionFate.SUSPICIOUS, self.stated[name], "", because)

    def place(self, name: str) -> Source:
        """Return the line of an option, or the whole file."""
        return self.stated[name].source if name in self.stated else Source(self.path, 0, 0)

    def number(self, name: str, default: int) -> Fact[int]:
        """Return an option that is a number."""
        option = self.stated.get(name)
        if option is None:
            return Default(default, self.place(name), DEFAULT_BECAUSE)
        value = number_of(option.value, OPTIONS[name])
        return Stated(default if isinstance(value, WrongNumber) else value, option.source)

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
        """Return an option that is text; empty where it is unset."""
        option = self.stated.get(name)
        if option is None:
            return Default(default, self.place(name), DEFAULT_BECAUSE)
        return Stated("" if option.value == UNSET else printable(option.value, 4096), option.source)
