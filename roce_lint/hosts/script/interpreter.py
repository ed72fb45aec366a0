"""Walk a shell script without running it, and hand each command to the one who knows it.

What `echo` and `printf` print, for what is written to a file.

What `ssh` runs where. Source: ssh(1).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from roce_lint.hosts.command import FileValue, ShellCommand
from roce_lint.hosts.formats.nccl import is_nccl_file, is_nccl_variable, read_nccl_file, read_nccl_variables
from roce_lint.hosts.layers import Layers
from roce_lint.hosts.linux.kernel_files import read_file_value
from roce_lint.hosts.script.call_effects import Call, CallEffects, cached_effects, call_for_any_names
from roce_lint.hosts.script.expansion import ShellValues
from roce_lint.hosts.script.known_commands import (
    DECLARE,
    HANDLERS,
    SHELLS,
    WRAPPERS,
    is_relevant,
    reason_unread,
    typographic_fault,
    without_wrapper,
)
from roce_lint.hosts.script.parameters import PLACEHOLDER, ScriptText, VariableValue, scalar
from roce_lint.hosts.script.prepared_command import (
    ASSIGNMENT,
    Prepared,
    needs_full_expansion,
    prepared,
    refuse_unreached,
)
from roce_lint.hosts.script.syntax import (
    Arms,
    Function,
    Loop,
    Redirect,
    ShellStatement,
    Simple,
    UnreachedCode,
    all_on_line,
    parse_shell,
)
from roce_lint.hosts.script.words import Token
from roce_lint.hosts.settings import SettingPlace, SettingsLog, settle
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

_WITH_VALUE = frozenset("BbcDEeFIiJLlmOopQRSWw")
"""Options that take the next word."""


def remote_command(arguments: Sequence[ScriptText]) -> tuple[str | None, ScriptText]:
    """Return the host, None where only the script's run tells it, and the command as the shell there gets it."""
    rest = list(arguments)
    while rest and rest[0].text.startswith("-") and len(rest[0].text) > 1:
        option = rest.pop(0).text
        if len(option) == 2 and option[1] in _WITH_VALUE and rest:
            rest.pop(0)
    if not rest:
        return None, ScriptText("", True)
    host, *words = rest
    name = host.text.removeprefix("ssh://").rpartition("@")[2].partition(":")[0]
    text = ScriptText(" ".join(word.text for word in words), all(word.resolved for word in words))
    return (name if host.resolved and name else None), text


_ONE_VALUE = frozenset({"%s", "%s\\n", "%d", "%d\\n", "%sn", "%dn"})
"""Formats of `printf` that print one argument as it is, with and without the quotes that keep the backslash."""


def printed_by(words: list[ScriptText]) -> ScriptText:
    """Return what a command prints; that of another command than `echo` and `printf` is known only to the host."""
    while words and words[0].text.rpartition("/")[2] in WRAPPERS:
        words = without_wrapper(words)
    if not words or words[0].text not in ("echo", "printf"):
        return ScriptText(f"the output of {words[0].text if words else 'nothing'}", False)
    arguments = [word for word in words[1:] if not re.fullmatch(r"-[neE]+", word.text)]
    if words[0].text == "printf" and len(arguments) == 2 and arguments[0].text in _ONE_VALUE:
        return arguments[1]
    lines = [word.line for word in arguments if word.line]
    printed = " ".join(word.text.replace("\\n", "") for word in arguments)
    return ScriptText(printed, all(word.resolved for word in arguments), lines[-1] if lines else 0)


_MOST_REPEATED_COMMANDS = 20_000
_MOST_CALLS = 15
_MOST_EFFECTS = 16
"""Calls that are evaluated for placeholders; more show that each has other arguments."""


_VARIABLE = lazy_pattern(r"\$\{?([A-Za-z_]\w*)")
_SHORTEST_NAME = 4
"""Shorter names are near each other by chance."""
_DIGITS = "0123456789"


class ShellScript:
    """One script being read into a log; `lines` is the whole document, for messages."""

    def __init__(self, log: SettingsLog, document: Document) -> None:
        """Prepare to read scripts of `document`."""
        self._log = log
        self._document = document
        self._lines = document.text.splitlines()
        self._values = ShellValues()
        self._functions: dict[str, Function] = {}
        self._environment: Layers[str, tuple[ScriptText, SettingPlace]] = Layers()
        self._commands = 0
        self._most_commands = _MOST_REPEATED_COMMANDS + 4 * len(self._lines)
        self._calls = 0
        # By the identity of statements.
        self._prepared: dict[int, Prepared] = {}
        self._expands_everything = False
        # What calls did for placeholders of the names of NICs; None for those that have to be evaluated one by one.
        self._effects: dict[tuple[str, tuple[ScriptText, ...]], CallEffects | None] = {}
        self._has_placeholders = PLACEHOLDER in document.text
        # What the script runs on other hosts, by their names: texts of shells with their lines.
        self.remote: dict[str, list[tuple[str, int]]] = {}

    def read(self, text: str, line: int = 1, *, on_one_line: bool = False) -> None:
        """Read a script whose first line is in line `line` of the document, or all of it, which was encoded."""
        self._expands_everything = self._expands_everything or needs_full_expansion(text)
        self._effects.clear()
        statements = parse_shell(text, line)
        self._run(all_on_line(statements, line) if on_one_line else statements)

    def finish(self) -> None:
        """Note the environment that the script leaves to the applications."""
        read_nccl_variables(self._log, self._environment.all())
        self._report_misspelt_variables()

    def _report_misspelt_variables(self) -> None:
        """Report variables that nothing assigns and whose names are nearly those of others that the file assigns."""
        assigned = [name for name in self._values.variables.all() if len(name) >= _SHORTEST_NAME]
        facts = (*self._log.numbers.all().items(), *self._log.words.all().items())
        used = [(setting.nic.name, fact.source.line) for setting, fact in facts if "$" in setting.nic.name]
        unread = self._log.diagnostics.unread_lines()
        used += [(one.because, one.source.line) for one in unread if "known only to the host" in one.because]
        # Most files have no slip to explain.
        import difflib

        for text, line in used if assigned else ():
            for name in _VARIABLE.findall(text):
                near = difflib.get_close_matches(name, assigned, n=1, cutoff=0.8)
                if near and name not in assigned and near[0].rstrip(_DIGITS) != name.rstrip(_DIGITS):
                    because = f"nothing in this file assigns ${name}; did you mean ${near[0]}?"
                    self._log.refuse(self._log.place(line, self._log.line(line)), because)

    def read_environment(self, text: str, line: int) -> None:
        """Read a file of NCCL variables whose first line is in line `line` of the document."""
        if is_nccl_file(text):
            read_nccl_file(self._log, replace(self._document, text="\n" * (line - 1) + text))

    def not_understood(self, line: int, because: str) -> None:
        """Hand a line of the document to the unread ones."""
        self._log.not_understood(self._log.place(line), because)

    def inherit(self, name: str, value: ScriptText, place: SettingPlace) -> None:
        """Note a variable of the environment that the commands are started with."""
        self._values.variables.put(name, VariableValue((("0", value),)))
        self.export(name, value, place)

    def export(self, name: str, value: ScriptText, place: SettingPlace) -> None:
        """Note a variable that the applications get to see."""
        if is_nccl_variable(name):
            self._environment.put(name, (value, place))

    def _run(self, statements: tuple[ShellStatement, ...]) -> None:
        for statement in statements:
            if isinstance(statement, Simple):
                self._simple(statement)
            elif isinstance(statement, Arms):
                self._arms(statement)
            elif isinstance(statement, Loop):
                self._loop(statement)
            elif isinstance(statement, UnreachedCode):
                refuse_unreached(self._log, statement, self._lines)
            else:
                self._functions[statement.name] = statement
                self._effects.clear()

    def _arms(self, statement: Arms) -> None:
        log, variables, environment = self._log, self._values.variables, self._environment
        numbers, words, assigned, exported = [], [], [], []
        for arm in statement.arms:
            for open_layer in (log.numbers.open, log.words.open, variables.open, environment.open):
                open_layer()
            self._run(arm)
            numbers.append(log.numbers.close())
            words.append(log.words.close())
            assigned.append(variables.close())
            exported.append(environment.close())
        if any(numbers):
            log.numbers.join(numbers, statement.one_is_taken, settle)
        if any(words):
            log.words.join(words, statement.one_is_taken, settle)
        if any(assigned):
            variables.join(assigned, statement.one_is_taken, _undecided_variable)
        if any(exported):
            environment.join(exported, statement.one_is_taken, _undecided_export)

    def _loop(self, statement: Loop) -> None:
        rounds = self._values.words(statement.words) if statement.words else [ScriptText(f"${statement.name}", False)]
        for text in rounds:
            each = ScriptText(f"${statement.name}", False) if not text.resolved else text
            if statement.name:
                self._values.variables.put(statement.name, VariableValue((("0", each),)))
            self._log.open_frame()
            self._run(statement.body)
            self._log.close_frame()
            if self._commands > self._most_commands:
                return

    def _simple(self, statement: Simple) -> None:
        self._commands += 1
        if self._commands > self._most_commands:
            if self._commands == self._most_commands + 1:
                because = f"the script runs more than {self._most_commands} commands; the rest is not followed"
                self.not_understood(statement.line, because)
            return
        known = self._prepared.get(id(statement))
        if known is None:
            known = self._prepared[id(statement)] = prepared(statement, self._document.path, self._lines)
        if known.shows and not self._expands_everything and known.shows not in self._functions:
            return
        if known.heredocs:
            for redirect in statement.redirects:
                if redirect.operator == "<<":
                    self._heredoc(statement, redirect)
        assigned = [self._assign(token, known.place) for token in known.assignments]
        arguments = self._values.words(known.words)
        if not arguments:
            return
        for name in assigned:
            self._export(name, known.place)
        while arguments and arguments[0].text.rpartition("/")[2] in WRAPPERS:
            arguments = without_wrapper(arguments)
        if arguments:
            self._command(known, arguments)

    def _assign(self, token: Token, place: SettingPlace) -> str:
        name = self._values.assign(token.raw, token)
        if self._environment.has(name):
            self._export(name, place)
        return name

    def _export(self, name: str, place: SettingPlace) -> None:
        elements = self._values.variables.get(name, VariableValue(())).elements
        if elements:
            self.export(name, elements[0][1], place)

    def _command(self, known: Prepared, arguments: list[ScriptText]) -> None:
        place = known.place
        name = arguments[0].text.rpartition("/")[2]
        command = ShellCommand(name, tuple(arguments[1:]), place)
        if self._calls:
            self._values.inspect(" ".join([name, *(one.text.rpartition("=")[0] for one in command.arguments)]))
        if name in DECLARE:
            self._declare(name, known.words[1:], place)
        elif name in self._functions:
            self._call(name, command)
        elif name == "eval":
            self._nested(" ".join(one.text for one in command.arguments), known.statement.line)
        elif name == "ssh":
            self._remote(command)
        elif name in SHELLS and (script := command.option("-c", "-ec", "-lc", "-xc", "-euc")):
            self._run(parse_shell(script.text, known.statement.line))
        elif self._expands_everything and (because := typographic_fault(command)):
            self._log.refuse(place, because)
        elif name in HANDLERS:
            HANDLERS[name](self._log, command)
        elif not self._writes_file(known, command):
            self._unhandled(command)

    def _remote(self, command: ShellCommand) -> None:
        """Read what runs on another host: for that host where it is named, else as what the script itself runs."""
        host, text = remote_command(command.arguments)
        line = command.place.source.line
        if not is_relevant(text.text):
            return
        self._elsewhere(host, text.text, line)

    def _elsewhere(self, host: str | None, text: str, line: int) -> None:
        if host is None:
            self._nested(text, line)
        else:
            self.remote.setdefault(host, []).append((text, line))

    def _nested(self, text: str, line: int) -> None:
        """Read a text that the script hands to a shell, which may do so again."""
        if self._calls < _MOST_CALLS:
            self._calls += 1
            self._run(parse_shell(text, line))
            self._calls -= 1

    def _declare(self, name: str, tokens: tuple[Token, ...], place: SettingPlace) -> None:
        for token in tokens:
            if ASSIGNMENT.match(token.raw):
                self._values.assign(token.raw, token)
            variable = re.match(r"[A-Za-z_]\w*", token.raw)
            if variable and name in ("export", "declare", "typeset"):
                self._export(variable.group(), place)

    def _call(self, name: str, command: ShellCommand) -> None:
        if self._calls >= _MOST_CALLS or (not self._calls and self._repeat(name, command)):
            return
        line = command.place.source.line
        self._run_function(name, [ScriptText(one.text, one.resolved, one.line or line) for one in command.arguments])

    def _repeat(self, name: str, command: ShellCommand) -> bool:
        """Repeat what a call did for other NICs; return False where it has to be evaluated by itself."""
        if self._has_placeholders or len(self._effects) > _MOST_EFFECTS:
            return False
        call = call_for_any_names(name, command.arguments)
        if call is None or any(one in function.words for function in self._functions.values() for one in call.names):
            return False
        key = (call.function, call.arguments)
        if key not in self._effects:
            self._effects[key] = cached_effects((*self._cache_key(), *key), lambda: self._effects_for_any_names(call))
        known = self._effects[key]
        if known is None or self._commands + known.commands > self._most_commands:
            return False
        line = command.place.source.line
        if not known.repeat(call.names, line, self._log, self._values.variables, self._environment):
            return False
        self._commands += known.commands
        return True

    def _cache_key(self) -> tuple[object, ...]:
        """Return what decides on what a call does: the functions as they are written, and where."""
        functions = self._functions.values()
        definitions = [(one.name, one.words, one.line, *self._lines[one.line - 1 : one.end_line]) for one in functions]
        return (self._expands_everything, *definitions)

    def _effects_for_any_names(self, call: Call) -> CallEffects | None:
        """Evaluate a call for placeholders of names; None where what it does may depend on the names."""
        before = self._log, self._values.variables, self._environment, self._commands
        functions = list(map(id, self._functions.values()))
        found = CallEffects(self._log, self._values.variables, self._environment)
        self._log, self._values.variables, self._environment = found.log, found.variables, found.environment
        self._values.name_was_inspected = False
        self._run_function(call.function, list(call.arguments))
        found.commands = self._commands - before[3]
        self._log, self._values.variables, self._environment, self._commands = before
        same = functions == list(map(id, self._functions.values()))
        return found if same and not self._values.name_was_inspected and found.can_be_repeated() else None

    def _run_function(self, name: str, arguments: list[ScriptText]) -> None:
        self._calls += 1
        variables = self._values.variables
        variables.open()
        self._log.open_frame()
        for position, argument in enumerate(arguments, 1):
            variables.put(str(position), VariableValue((("0", argument),)))
        variables.put("@", VariableValue(tuple((str(n), argument) for n, argument in enumerate(arguments))))
        self._run(self._functions[name].body)
        self._log.close_frame()
        written = variables.close()
        for variable, value in written.items():
            if not variable.isdigit() and variable != "@":
                variables.put(variable, value)
        self._calls -= 1

    def _writes_file(self, known: Prepared, command: ShellCommand) -> bool:
        """Read `echo VALUE > PATH`, `printf VALUE > PATH` and `echo VALUE | tee PATH`."""
        source = known.statement
        paths = [self._values.text(target) for target in known.targets]
        if command.name == "tee" and source.piped_from is not None:
            paths += [word for word in command.arguments if not word.text.startswith("-")]
            source = source.piped_from
        if not paths:
            return False
        return self._file_values(paths, printed_by(self._values.words(source.words)), command)

    def _file_values(self, paths: list[ScriptText], value: ScriptText, command: ShellCommand) -> bool:
        known = [read_file_value(self._log, FileValue(path, value, command.place)) for path in paths]
        return any(known)

    def _heredoc(self, statement: Simple, redirect: Redirect) -> None:
        """Read a here-document that is itself a script for a shell, or a file of NCCL variables."""
        token = redirect.target
        name = statement.words[0].raw.rpartition("/")[2] if statement.words else ""
        if name in SHELLS:
            self._run(parse_shell(token.heredoc, token.heredoc_line))
        elif name == "ssh":
            host, _ = remote_command(self._values.words(statement.words[1:]))
            self._elsewhere(host, token.heredoc, token.heredoc_line)
        elif name in ("cat", "tee", "sudo") and is_nccl_file(token.heredoc):
            self.read_environment(token.heredoc, token.heredoc_line)
        elif name in ("cat", "tee", "sudo"):
            for number, line in enumerate(token.heredoc.split("\n"), token.heredoc_line):
                found = re.match(r"\s*Exec\w+=[-@+!:]*(.*)", line)
                if found or line.startswith("#!"):
                    self._run(parse_shell(found.group(1) if found else token.heredoc, number))
                if line.startswith("#!"):
                    break

    def _unhandled(self, command: ShellCommand) -> None:
        place = command.place
        for word in command.arguments:
            for assignment in word.text.removeprefix("--export=").split(","):
                name, joined, value = assignment.partition("=")
                if joined and is_nccl_variable(name):
                    self.export(name, ScriptText(value, word.resolved, word.line), place)
        because = reason_unread(command)
        if because:
            self._log.not_understood(place, because)


def _undecided_variable(name: str, earlier: VariableValue, later: VariableValue) -> VariableValue | None:
    return None if earlier == later else scalar(f"${name}", False)


def _undecided_export(
    name: str, earlier: tuple[ScriptText, SettingPlace], later: tuple[ScriptText, SettingPlace]
) -> tuple[ScriptText, SettingPlace] | None:
    return None if earlier[0] == later[0] else (ScriptText(f"${name}", False), later[1])
