"""Lines meet a table: what each form of a command sets, what `no` and `default` do, and why a near-miss is refused.

A row says what the command reference says. One engine reads all tables, and remembers what it found for a text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.os.industry_cli.command import NOT_STATED, Command, Negation, NotStated, Setting, command_of
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_form import LineForm, VariablePart
from roce_lint.text.lines import Line
from roce_lint.text.remembered import Remembered
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class ValueNotGiven:
    """Stands for a value that a line does not give, although it is understood: a speed that is negotiated."""

    because: str


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """Stands for a value that depends on what an earlier line stated, such as VLANs that are added.

    What was unknown before stays unknown.
    """

    of: Callable[[Setting[object]], object]


class _ThePart:
    """Stands for the first variable part of a form."""


_THE_PART = _ThePart()
_OF_BLOCK = "[block]"


@dataclass(frozen=True, slots=True)
class CommandRow:
    """One form of a command, and what it sets in a draft: an object that has a field for each attribute of a block.

    `form`: as `line_form` describes. `slot`: the field that the line sets, `name[]` for an entry of a dictionary,
    `name[block]` for an entry whose keys are those of the block, such as its interfaces; empty for a line that sets
    nothing. `value`: what the slot gets, which may be a ValueNotGiven or a ChangedValue, or a function of the
    parts that returns it, and raises ValueError where they are not right; without it, the first part itself.

    The key of `name[]` is the first part, which is then none of the value: one key, several of them, or with `no` all
    that there are where it is left out. `key`: a function of all parts that returns the key or a collection of keys
    instead; the value is then made of all parts as well.

    `no`: what `no` states; without it nothing is stated any more, as after `default`. `cleared`: the form that `no` and
    `default` take; without it whatever begins like the form, or the form itself where it has a key or sets nothing.
    `echoed`: forms, with their `no`, that a device prints for a default when it prints defaults: they state nothing.

    `near_miss`: why a line is not understood that begins like the form, or as `begins` says, and goes on differently;
    the slot is unknown then, but no entry of a dictionary is. Without it the next rows are asked. `refused`: why the
    form itself is not understood; the slot gets the value all the same, and is unknown without one, but with `no`
    nothing is set. In both texts `{text}` stands for the line, and `{last}` for its last word.
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
    key: Callable[..., object] | None = None


@dataclass(frozen=True, slots=True)
class _RowEffect:
    """What a line does, wherever it stands: `value` is for `slot`, and `refused` says why it was not understood.

    `keys`: the entries that it is for, `()` for all that there are; None for a slot that is no dictionary.
    """

    slot: str
    keys: Collection[object] | None
    value: object
    refused: str
    by_device: bool
    is_echoed: bool
    if_unstated: bool

    def apply(
        self, draft: object, place: Source, *, prints_defaults: bool = False, block: Collection[object] = ()
    ) -> str:
        """Let the line that stands at a place hold for a draft; return why it was not understood, or an empty text.

        `prints_defaults`: the file has a line for each default too. `block`: the keys of `name[block]`.
        """
        if not self.slot:
            return self.refused
        if self.keys is None:
            before: Setting[object] = getattr(draft, self.slot)
            if not self.if_unstated or isinstance(before, NotStated):
                setattr(draft, self.slot, self._setting(before, place, prints_defaults=prints_defaults))
            return self.refused
        table: dict[object, Setting[object]] = getattr(draft, self.slot.removesuffix(_OF_BLOCK))
        for key in block if self.slot.endswith(_OF_BLOCK) else self.keys or tuple(table):
            setting = self._setting(table.get(key, NOT_STATED), place, prints_defaults=prints_defaults)
            if isinstance(setting, NotStated):
                table.pop(key, None)
            else:
                table[key] = setting
        return self.refused

    def _setting(self, before: Setting[object], place: Source, *, prints_defaults: bool) -> Setting[object]:
        """Return the value as what stands at a place, where `before` stood."""
        value = self.value
        if isinstance(value, NotStated) or (self.is_echoed and prints_defaults):
            return NOT_STATED
        if isinstance(value, ValueNotGiven):
            return Unknown(value.because, place)
        if isinstance(value, ChangedValue) and isinstance(before, Unknown):
            return before
        return Stated(value.of(before) if isinstance(value, ChangedValue) else value, place)


class LineTable:
    """The rows for the lines of one kind of block, in the order in which they are asked."""

    def __init__(self, *rows: CommandRow, has_default: bool = True) -> None:
        """Rows with longer beginnings come before those with shorter ones. `has_default`: `default X` is a command."""
        self._has_default = has_default
        made = [_Compiled(row) for row in rows]
        words = {row.first_word for row in made}
        self._rows = {word: [row for row in made if row.first_word in ("", word)] for word in words | {""}}
        self._effects = Remembered(self._effect_of)

    def effect(self, text: str) -> _RowEffect | None:
        """Return what a line does, which depends on its text alone; None for one that is in no row's form."""
        return self._effects[text]

    def read(
        self,
        line: Line,
        draft: object,
        place: Source,
        *,
        prints_defaults: bool = False,
        block: Collection[object] = (),
    ) -> str | None:
        """Let a line hold for a draft; return why it was not understood, or an empty text; None without a row."""
        effect = self._effects[line.text]
        return None if effect is None else effect.apply(draft, place, prints_defaults=prints_defaults, block=block)

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

    def _effect_of(self, text: str) -> _RowEffect | None:
        command = command_of(Line(0, 0, text))
        if command.negation is Negation.DEFAULT and not self._has_default:
            return None
        rows = self._rows.get(command.words[0]) or self._rows[""]
        effects = (row.effect(command) for row in rows)
        return next((effect for effect in effects if effect is not None), None)


class _Compiled:
    """A row with its forms, of which the patterns are compiled when they are first needed."""

    def __init__(self, row: CommandRow) -> None:
        self._row = row
        self._slot = row.slot.removesuffix("[]")
        self._has_key = row.slot.endswith("]")
        self._form = LineForm(row.form)
        self._beginning = row.begins or self._form.beginning
        self.first_word = self._beginning.partition(" ")[0]
        cleared = row.cleared or (row.form if row.slot.endswith("[]") or not row.slot else "")
        self._cleared = LineForm(cleared) if cleared else None
        self._echoed = [LineForm(form) for form in row.echoed]

    def effect(self, command: Command) -> _RowEffect | None:
        """Return what a command does by this row, None where it is not in its form."""
        row, text = self._row, command.text
        if not command.plain and not row.refused:
            return self._negated(command)
        if not self._begins(text):
            return None
        parts = self._form.parts(text)
        if parts is not None:
            refused = row.refused.format(text=text)
            if not command.plain:
                return _RowEffect("", None, None, refused, row.by_device, is_echoed=False, if_unstated=False)
            try:
                keys, rest = self._keys(parts)
                return self._effect(command, keys, self._value(rest, refused), refused)
            except ValueError:
                pass
        if not row.near_miss:
            return None
        because = row.near_miss.format(text=text, last=text.split(" ")[-1])
        if self._row.slot.endswith("[]"):
            return _RowEffect("", None, None, because, row.by_device, is_echoed=False, if_unstated=False)
        return self._effect(command, self._keys(())[0], ValueNotGiven(because), because)

    def _begins(self, text: str) -> bool:
        return not self._beginning or text == self._beginning or text.startswith(f"{self._beginning} ")

    def _value(self, parts: tuple[VariablePart, ...], refused: str) -> object:
        value = self._row.value
        if isinstance(value, _ThePart):
            return ValueNotGiven(refused) if refused else parts[0] if parts else None
        return value(*parts) if callable(value) else value

    def _negated(self, command: Command) -> _RowEffect | None:
        cleared = self._cleared
        parts = cleared.parts(command.text) if cleared else () if self._begins(command.text) else None
        if parts is None:
            return None
        try:
            keys, _ = self._keys(parts)
        except ValueError:
            return None
        return self._effect(command, keys, self._row.no if command.negation is Negation.NO else NOT_STATED, "")

    def _keys(self, parts: tuple[VariablePart, ...]) -> tuple[Collection[object] | None, tuple[VariablePart, ...]]:
        """Return the keys of the entries that the parts name, and the parts of the value."""
        if not self._has_key or self._slot.endswith(_OF_BLOCK):
            return () if self._has_key else None, parts
        keys, rest = (self._row.key(*parts), parts) if self._row.key else (parts[0], parts[1:])
        if isinstance(keys, tuple | frozenset | range):
            return keys, rest
        return () if keys is None else (keys,), rest

    def _effect(self, command: Command, keys: Collection[object] | None, value: object, refused: str) -> _RowEffect:
        text = f"{command.negation.value} {command.text}".strip()
        is_echoed = any(form.parts(text) is not None for form in self._echoed)
        return _RowEffect(self._slot, keys, value, refused, self._row.by_device, is_echoed, self._row.if_unstated)
