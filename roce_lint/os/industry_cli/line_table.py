"""Lines meet a table: what each form of a command sets, what `no` and `default` do, and why a near-miss is refused.

A row says what the command reference says. One engine reads all tables, and remembers what it found for a text.
"""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.os.industry_cli.command import NOT_STATED, Command, Negation, NotStated, Setting, command_of
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_form import LineForm, Part
from roce_lint.text.lines import Line
from roce_lint.text.remembered import Remembered
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Doubt:
    """Stands for a value that a line does not give, although it is understood: a speed that is negotiated."""

    because: str


@dataclass(frozen=True, slots=True)
class Change:
    """Stands for a value that depends on what an earlier line stated, such as VLANs that are added."""

    of: Callable[[Setting[object]], object]


class _ThePart:
    """Stands for the one variable part of a form."""


_THE_PART = _ThePart()


@dataclass(frozen=True, slots=True)
class Row:
    """One form of a command, and what it sets in a draft: an object that has a field for each attribute of a block.

    `form`: as `line_form` describes. `slot`: the field that the line sets, `name[]` for a dictionary whose key is the
    first part of the form, and whose row has no `near_miss`; empty for a line that sets nothing. `value`: what the slot
    gets, which may be a Doubt or a Change, or a function of the parts that returns it, and raises ValueError where they
    are not right; without it, the one part itself.

    `no`: what `no` states; without it nothing is stated any more, as after `default`. `cleared`: the form that `no` and
    `default` take; without it whatever begins like the form, or the form itself where it has a key or sets nothing.
    `echoed`: forms, with their `no`, that a device prints for a default when it prints defaults: they state nothing.

    `near_miss`: why a line is not understood that begins like the form, or as `begins` says, and goes on differently;
    the slot is unknown then. Without it the next rows are asked. `refused`: why the form itself is not understood; the
    slot gets the value all the same, and is unknown without one, but with `no` nothing is set. In both texts `{text}`
    stands for the line, and `{last}` for its last word.
    `by_device`: the device is known to refuse what `near_miss` or `refused` speaks of; else it is not understood here.
    `if_unstated`: the row sets nothing where something is stated.
    """

    form: str
    slot: str = ""
    value: object = _THE_PART
    no: object = NOT_STATED
    cleared: str = ""
    echoed: tuple[str, ...] = ()
    begins: str = ""
    near_miss: str = ""
    refused: str = ""
    by_device: bool = False
    if_unstated: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """What a line does, wherever it stands: `value` is for `slot`, and `refused` says why it was not understood."""

    slot: str
    key: Part
    value: object
    refused: str
    by_device: bool
    is_echoed: bool
    if_unstated: bool

    def apply(self, draft: object, place: Source, *, prints_defaults: bool = False) -> str:
        """Let the line that stands at a place hold for a draft; return why it was not understood, or an empty text.

        `prints_defaults`: the file has a line for each default too.
        """
        if not self.slot:
            return self.refused
        table = getattr(draft, self.slot) if self.key is not None else None
        before: Setting[object] = getattr(draft, self.slot) if table is None else table.get(self.key, NOT_STATED)
        if self.if_unstated and not isinstance(before, NotStated):
            return self.refused
        setting = NOT_STATED if self.is_echoed and prints_defaults else _setting(self.value, before, place)
        if table is None:
            setattr(draft, self.slot, setting)
        elif setting is NOT_STATED:
            table.pop(self.key, None)
        else:
            table[self.key] = setting
        return self.refused


class LineTable:
    """The rows for the lines of one kind of block, in the order in which they are asked."""

    def __init__(self, *rows: Row) -> None:
        """Rows with longer beginnings come before those with shorter ones."""
        made = [_Compiled(row) for row in rows]
        words = {row.first_word for row in made}
        self._rows = {word: [row for row in made if row.first_word in ("", word)] for word in words | {""}}
        self._effects = Remembered(self._effect_of)

    def effect(self, text: str) -> Effect | None:
        """Return what a line does, which depends on its text alone; None for one that is in no row's form."""
        return self._effects[text]

    def read(self, line: Line, draft: object, place: Source, *, prints_defaults: bool = False) -> str | None:
        """Let a line hold for a draft; return why it was not understood, or an empty text; None without a row."""
        effect = self._effects[line.text]
        return None if effect is None else effect.apply(draft, place, prints_defaults=prints_defaults)

    def account(self, line: Line, draft: object, diagnostics: LineDiagnostics) -> bool:
        """Let a line hold for a draft, and report one that is not understood or refused; return false without a row."""
        effect = self._effects[line.text]
        if effect is None:
            return False
        because = effect.apply(draft, diagnostics.at(line))
        if because and effect.by_device:
            diagnostics.line_refused(line, because)
        elif because:
            diagnostics.line_not_understood(line, because)
        return True

    def _effect_of(self, text: str) -> Effect | None:
        command = command_of(Line(0, 0, text))
        rows = self._rows.get(command.words[0]) or self._rows[""]
        effects = (row.effect(command) for row in rows)
        return next((effect for effect in effects if effect is not None), None)


class _Compiled:
    """A row with its forms, of which the patterns are compiled when they are first needed."""

    def __init__(self, row: Row) -> None:
        self._row = row
        self._slot = row.slot.removesuffix("[]")
        self._has_key = self._slot != row.slot
        self._form = LineForm(row.form)
        self._beginning = row.begins or self._form.beginning
        self.first_word = self._beginning.partition(" ")[0]
        cleared = row.cleared or (row.form if self._has_key or not row.slot else "")
        self._cleared = LineForm(cleared) if cleared else None
        self._echoed = [LineForm(form) for form in row.echoed]

    def effect(self, command: Command) -> Effect | None:
        """Return what a command does by this row, None where it is not in its form."""
        row, text = self._row, command.text
        if not command.plain and not row.refused:
            return self._negated(command)
        if not self._begins(text):
            return None
        found = self._form.parts(text)
        parts = found or ()
        key = parts[0] if self._has_key and parts else None
        if found is not None:
            refused = row.refused.format(text=text)
            if not command.plain:
                return Effect("", None, None, refused, row.by_device, is_echoed=False, if_unstated=False)
            try:
                return self._effect(command, key, self._value(parts[key is not None :], refused), refused)
            except ValueError:
                pass
        if not row.near_miss:
            return None
        because = row.near_miss.format(text=text, last=text.split(" ")[-1])
        return self._effect(command, key, Doubt(because), because)

    def _begins(self, text: str) -> bool:
        return not self._beginning or text == self._beginning or text.startswith(f"{self._beginning} ")

    def _value(self, parts: tuple[Part, ...], refused: str) -> object:
        value = self._row.value
        if isinstance(value, _ThePart):
            return Doubt(refused) if refused else parts[0] if parts else None
        return value(*parts) if callable(value) else value

    def _negated(self, command: Command) -> Effect | None:
        cleared = self._cleared
        parts = cleared.parts(command.text) if cleared else () if self._begins(command.text) else None
        if parts is None:
            return None
        key = parts[0] if self._has_key and parts else None
        return self._effect(command, key, self._row.no if command.negation is Negation.NO else NOT_STATED, "")

    def _effect(self, command: Command, key: Part, value: object, refused: str) -> Effect:
        text = f"{command.negation.value} {command.text}".strip()
        is_echoed = any(form.parts(text) is not None for form in self._echoed)
        return Effect(self._slot, key, value, refused, self._row.by_device, is_echoed, self._row.if_unstated)


def _setting(value: object, before: Setting[object], place: Source) -> Setting[object]:
    """Return a value as what stands at a place."""
    if isinstance(value, NotStated):
        return value
    if isinstance(value, Doubt):
        return Unknown(value.because, place)
    return Stated(value.of(before) if isinstance(value, Change) else value, place)
