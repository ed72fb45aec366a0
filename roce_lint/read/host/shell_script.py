"""Walk a shell script without running it, and hand each command to the one who knows it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from roce_lint.facts.fact import Source
from roce_lint.read.host.command import Command, Place
from roce_lint.read.host.dcb_command import read_dcb, read_lldptool
from roce_lint.read.host.layers import Layers
from roce_lint.read.host.link_command import read_ethtool, read_ifconfig, read_ip
from roce_lint.read.host.mlnx_qos_command import read_cma_roce, read_mlnx_qos
from roce_lint.read.host.mlxconfig import read_mlxconfig
from roce_lint.read.host.nccl import is_nccl_file, is_nccl_variable, read_nccl_file, read_nccl_variables
from roce_lint.read.host.settings import SettingsLog, settle
from roce_lint.read.host.shell_syntax import Arms, Loop, Redirect, Simple, Statement, parse_shell
from roce_lint.read.host.shell_values import ShellValues, Text, Value, scalar
from roce_lint.read.host.shell_words import Token
from roce_lint.read.host.sysfs_paths import FileValue, read_file_value
from roce_lint.read.reading import Document

_MOST_COMMANDS = 20_000
_MOST_CALLS = 15
_HANDLERS: dict[str, Callable[[SettingsLog, Command], None]] = {
    "mlnx_qos": read_mlnx_qos,
    "cma_roce_tos": read_cma_roce,
    "cma_roce_mode": read_cma_roce,
    "dcb": read_dcb,
    "lldptool": read_lldptool,
    "ethtool": read_ethtool,
    "ip": read_ip,
    "ifconfig": read_ifconfig,
    "mlxconfig": read_mlxconfig,
    "mstconfig": read_mlxconfig,
}
_WRAPPERS = frozenset(
    {"sudo", "exec", "command", "nohup", "time", "env", "builtin", "nice", "ionice", "timeout", "run"}
)
_SHELLS = frozenset({"sh", "bash", "dash", "ksh", "zsh"})
_DECLARE = frozenset({"export", "declare", "readonly", "local", "typeset"})
_SHOWING_COMMANDS = """
    [ [[ alias apt apt-get awk basename break cat cd cut dirname dnf echo exit false find for grep head hostname
    ibdev2netdev ibv_devinfo install let logger log ls lsmod lspci mkdir modprobe mount printf pip ps read
    readlink return rmmod sed set show_gids sleep sort systemctl tail tee test touch tr true type uniq wait wc
    which xargs yum :
"""
_SHOWING = frozenset(_SHOWING_COMMANDS.split())
_OTHER_VENDOR = {
    "bnxt_setupcc.sh": "Broadcom",
    "niccli": "Broadcom",
    "bnxtqos": "Broadcom",
    "mlxreg": "a register of the firmware",
}
_RELEVANT = re.compile(
    r"mlnx_qos|cma_roce|traffic_class|roce_[nr]p|cc_params|\bpfc\b|--trust|dscp|default_roce_|\bmlxconfig\b|\bNCCL_IB_",
    re.IGNORECASE,
)
_LOOK_ALIKES = {"\u2010": "hyphen", "\u2011": "hyphen", "\u2012": "dash", "\u2013": "en dash", "\u2014": "em dash"}
_QUOTES = "\u2018\u2019\u201c\u201d"
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=")


class ShellScript:
    """One script being read into a log; `lines` is the whole document, for messages."""

    def __init__(self, log: SettingsLog, document: Document) -> None:
        """Prepare to read scripts of `document`."""
        self._log = log
        self._document = document
        self._lines = document.text.splitlines()
        self._values = ShellValues()
        self._functions: dict[str, tuple[Statement, ...]] = {}
        self._environment: Layers[str, tuple[Text, Place]] = Layers()
        self._commands = 0
        self._calls = 0

    def read(self, text: str, line: int = 1) -> None:
        """Read a script whose first line stands in line `line` of the document."""
        self._run(parse_shell(text, line))

    def finish(self) -> None:
        """Note the environment that the script leaves to the applications."""
        read_nccl_variables(self._log, self._environment.all())

    def read_environment(self, text: str, line: int) -> None:
        """Read a file of NCCL variables whose first line stands in line `line` of the document."""
        if is_nccl_file(text):
            read_nccl_file(self._log, replace(self._document, text="\n" * (line - 1) + text))

    def not_understood(self, line: int, because: str) -> None:
        """Hand a line of the document to the unread ones."""
        self._log.not_understood(Source(self._document.path, line, line), "", because)

    def export(self, name: str, value: Text, place: Place) -> None:
        """Note a variable that the applications get to see."""
        if is_nccl_variable(name):
            self._environment.put(name, (value, place))

    def _run(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            if isinstance(statement, Simple):
                self._simple(statement)
            elif isinstance(statement, Arms):
                self._arms(statement)
            elif isinstance(statement, Loop):
                self._loop(statement)
            else:
                self._functions[statement.name] = statement.body

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
        log.numbers.join(numbers, statement.one_is_taken, settle)
        log.words.join(words, statement.one_is_taken, settle)
        variables.join(assigned, statement.one_is_taken, _undecided_variable)
        environment.join(exported, statement.one_is_taken, _undecided_export)

    def _loop(self, statement: Loop) -> None:
        rounds = self._values.words(statement.words) if statement.words else [Text(f"${statement.name}", False)]
        for text in rounds:
            each = Text(f"${statement.name}", False) if not text.resolved else text
            if statement.name:
                self._values.variables.put(statement.name, Value((("0", each),)))
            self._log.open_frame()
            self._run(statement.body)
            self._log.close_frame()
            if self._commands > _MOST_COMMANDS:
                return

    def _simple(self, statement: Simple) -> None:
        self._commands += 1
        if self._commands > _MOST_COMMANDS:
            because = f"the script runs more than {_MOST_COMMANDS} commands; the rest is not followed"
            self._log.not_understood(Source(self._document.path, statement.line, statement.line), "", because)
            return
        place = self._place(statement)
        for redirect in statement.redirects:
            if redirect.operator == "<<":
                self._heredoc(statement, redirect)
        words = list(statement.words)
        assigned = []
        while words and _ASSIGNMENT.match(words[0].raw):
            assigned.append(self._assign(words.pop(0), place))
        arguments = self._values.words(tuple(words))
        if not arguments:
            return
        for name in assigned:
            self._export(name, place)
        while arguments and arguments[0].text.rpartition("/")[2] in _WRAPPERS:
            arguments = _without_wrapper(arguments)
        if arguments:
            self._command(statement, arguments, tuple(words), place)

    def _place(self, statement: Simple) -> Place:
        source = Source(self._document.path, statement.line, statement.end_line)
        text = " ".join(
            line.strip().rstrip("\\").strip() for line in self._lines[statement.line - 1 : statement.end_line]
        )
        return Place(source, text)

    def _assign(self, token: Token, place: Place) -> str:
        name = self._values.assign(token.raw, token)
        if name in self._environment.all():
            self._export(name, place)
        return name

    def _export(self, name: str, place: Place) -> None:
        elements = self._values.variables.get(name, Value(())).elements
        if elements:
            self.export(name, elements[0][1], place)

    def _command(self, statement: Simple, arguments: list[Text], tokens: tuple[Token, ...], place: Place) -> None:
        name = arguments[0].text.rpartition("/")[2]
        command = Command(name, tuple(arguments[1:]), place)
        if name in _DECLARE:
            self._declare(name, tokens[1:], place)
        elif name in self._functions:
            self._call(name, command)
        elif name in _SHELLS and (script := command.option("-c", "-ec", "-lc", "-xc", "-euc")):
            self._run(parse_shell(script.text, statement.line))
        elif self._has_look_alike(command):
            return
        elif name in _HANDLERS:
            _HANDLERS[name](self._log, command)
        elif not self._writes_file(statement, command):
            self._otherwise(command)

    def _declare(self, name: str, tokens: tuple[Token, ...], place: Place) -> None:
        for token in tokens:
            if _ASSIGNMENT.match(token.raw):
                self._values.assign(token.raw, token)
            variable = re.match(r"[A-Za-z_]\w*", token.raw)
            if variable and name in ("export", "declare", "typeset"):
                self._export(variable.group(), place)

    def _call(self, name: str, command: Command) -> None:
        if self._calls >= _MOST_CALLS:
            return
        self._calls += 1
        variables = self._values.variables
        variables.open()
        self._log.open_frame()
        for position, argument in enumerate(command.arguments, 1):
            variables.put(str(position), Value((("0", argument),)))
        variables.put("@", Value(tuple((str(n), argument) for n, argument in enumerate(command.arguments))))
        self._run(self._functions[name])
        self._log.close_frame()
        written = variables.close()
        for variable, value in written.items():
            if not variable.isdigit() and variable != "@":
                variables.put(variable, value)
        self._calls -= 1

    def _has_look_alike(self, command: Command) -> bool:
        """Hand back a command whose option begins with a dash of typography, or that has typographic quotes."""
        for word in command.arguments:
            first = word.text[:1]
            if first in _LOOK_ALIKES and _RELEVANT.search(command.place.text):
                because = (
                    f"{word.text!r} is no option: it begins with {_LOOK_ALIKES[first]} U+{ord(first):04X}; write -"
                )
                self._log.not_understood(command.place.source, command.place.text, because)
                return True
            if any(quote in word.text for quote in _QUOTES) and _RELEVANT.search(command.place.text):
                because = f"{word.text!r} contains typographic quotes, which no shell takes for quotes"
                self._log.not_understood(command.place.source, command.place.text, because)
                return True
        return False

    def _writes_file(self, statement: Simple, command: Command) -> bool:
        """Read `echo VALUE > PATH`, `printf VALUE > PATH` and `echo VALUE | tee PATH`."""
        source, targets = (
            statement,
            [r.target for r in statement.redirects if r.operator.lstrip("1&") in (">", ">>", ">|")],
        )
        paths = [self._values.text(target.parts) for target in targets]
        if command.name == "tee" and statement.piped_from is not None:
            paths += [word for word in command.arguments if not word.text.startswith("-")]
            source = statement.piped_from
        words = self._values.words(source.words)
        while words and words[0].text.rpartition("/")[2] in _WRAPPERS:
            words = _without_wrapper(words)
        if not words or words[0].text not in ("echo", "printf") or not paths:
            return False
        said = [word for word in words[1:] if not re.fullmatch(r"-[neE]+", word.text)]
        value = Text(" ".join(w.text.replace("\\n", "") for w in said), all(w.resolved for w in said))
        if (
            words[0].text == "printf"
            and len(said) == 2
            and said[0].text in ("%s", "%s\\n", "%d", "%d\\n", "%sn", "%dn")
        ):
            value = said[1]
        return [read_file_value(self._log, FileValue(path, value, command.place)) for path in paths].count(True) > 0

    def _heredoc(self, statement: Simple, redirect: Redirect) -> None:
        """Read a here-document that is itself a script for a shell, or a file of NCCL variables."""
        token = redirect.target
        name = statement.words[0].raw.rpartition("/")[2] if statement.words else ""
        if name in _SHELLS:
            self._run(parse_shell(token.heredoc, token.heredoc_line))
        elif name in ("cat", "tee", "sudo") and is_nccl_file(token.heredoc):
            self.read_environment(token.heredoc, token.heredoc_line)
        elif name in ("cat", "tee", "sudo"):
            for number, line in enumerate(token.heredoc.split("\n"), token.heredoc_line):
                found = re.match(r"\s*Exec\w+=[-@+!:]*(.*)", line)
                if found or line.startswith("#!"):
                    self._run(parse_shell(found.group(1) if found else token.heredoc, number))
                if line.startswith("#!"):
                    break

    def _otherwise(self, command: Command) -> None:
        place = command.place
        for word in command.arguments:
            name, joined, value = word.text.removeprefix("--export=ALL,").partition("=")
            if joined and is_nccl_variable(name):
                self.export(name, Text(value, word.resolved), place)
        if command.name in _OTHER_VENDOR:
            because = f"{command.name} ({_OTHER_VENDOR[command.name]}) is not read"
            self._log.not_understood(place.source, place.text, because)
        elif command.name not in _SHOWING and not any("NCCL_" in word.text for word in command.arguments):
            spoken = " ".join([command.name, *(word.text for word in command.arguments)])
            if _RELEVANT.search(spoken) and (command.name.startswith("$") or "/" not in spoken or _is_write(spoken)):
                self._log.not_understood(place.source, place.text, f"{command.name} is not a command that is read")


def _undecided_variable(name: str, earlier: Value, later: Value) -> Value | None:
    return None if earlier == later else scalar(f"${name}", False)


def _undecided_export(name: str, earlier: tuple[Text, Place], later: tuple[Text, Place]) -> tuple[Text, Place] | None:
    return None if earlier[0] == later[0] else (Text(f"${name}", False), later[1])


def _is_write(spoken: str) -> bool:
    return re.search(r"/sys/|/sys/kernel", spoken) is not None


def _without_wrapper(arguments: list[Text]) -> list[Text]:
    """Return the command behind `sudo -E`, `env A=B`, `timeout 5` and the like."""
    name = arguments[0].text.rpartition("/")[2]
    rest = arguments[1:]
    while rest and (rest[0].text.startswith("-") or (name == "env" and "=" in rest[0].text)):
        rest = rest[1:]
    if name == "timeout" and rest and re.fullmatch(r"[\d.]+[smhd]?", rest[0].text):
        rest = rest[1:]
    return rest
