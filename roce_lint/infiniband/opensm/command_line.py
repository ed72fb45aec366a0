"""Options that OpenSM gets as flags: by a systemd unit, an init script, or the settings file of its service.

Flags come after opensm.conf and replace what it says. Source: long_option, short_option and main in opensm/main.c of
OpenSM 3.3.23; opensm-launch of rdma-core's packages for GUIDS and PRIORITY.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping

from roce_lint.infiniband.sm_options import RawOption, SmFlags
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_EXEC = lazy_pattern(
    r"^[ \t]*+ExecStart[ \t]*+=[ \t]*+(?P<words>[-@:+!]*+(?:\S*/)?opensm(?:d|-launch)?(?:[ \t][^\n]*+)?)$", re.MULTILINE
)
_SETTINGS_NAME = lazy_pattern(
    r"(?:^|[/\\])(?:sysconfig|default|conf\.d)[/\\]opensmd?$|opensmd?\.(?:sysconfig|default)$"
)
_SCRIPT_NAME = lazy_pattern(r"(?:^|[/\\])opensmd?(?:\.(?:init|sh))?$")
_RUN = lazy_pattern(r"^[^#\n]*?(?P<words>/[\w./-]*/opensm[ \t]++-[^\n;&|<>]*+)")
"""A command of an init script, which names the program with its path."""
_ASSIGNMENT = lazy_pattern(r"[ \t]*+(?:export[ \t]++)?(?P<name>[A-Z_]++)=(?P<value>[^\n]*+)")
_MOST_CHARACTERS = 100_000
_TAKES = (
    "F config g guid i ignore_guids w hop_weights_file O port_search_ordering_file l lmc s sweep t timeout D D "
    "f log_file L log_limit P Pconfig Z part_enforce Y qos_policy_file n maxsmps q console p priority k smkey "
    "R routing_engine M lid_matrix_file U lfts_file S sadb_file a root_guid_file u cn_guid_file G io_guid_file "
    "H max_reverse_hops m ids_guid_file X guid_routing_order_file C console-port J pidfile c create-config d debug"
)
_SHORT = dict(zip(_TAKES.split()[::2], _TAKES.split()[1::2], strict=True))
"""Letters with a value, and their long names."""
_OPTIONS: Mapping[str, str] = {
    "guid": "guid", "ignore_guids": "port_prof_ignore_file", "hop_weights_file": "hop_weights_file",
    "port_search_ordering_file": "port_search_ordering_file", "lmc": "lmc", "sweep": "sweep_interval",
    "timeout": "transaction_timeout", "D": "log_flags", "log_file": "log_file", "log_limit": "log_max_size",
    "Pconfig": "partition_config_file", "part_enforce": "part_enforce", "qos_policy_file": "qos_policy_file",
    "cc_key": "cc_key", "maxsmps": "max_wire_smps", "console": "console", "priority": "sm_priority",
    "subnet_prefix": "subnet_prefix", "smkey": "sm_key", "routing_engine": "routing_engine",
    "lid_matrix_file": "lid_matrix_dump_file", "lfts_file": "lfts_file", "sadb_file": "sa_db_file",
    "root_guid_file": "root_guid_file", "cn_guid_file": "cn_guid_file", "io_guid_file": "io_guid_file",
    "scatter-ports": "scatter_ports", "max_reverse_hops": "max_reverse_hops", "ids_guid_file": "ids_guid_file",
    "guid_routing_order_file": "guid_routing_order_file", "console-port": "console_port",
    "perfmgr_sweep_time_s": "perfmgr_sweep_time_s", "prefix_routes_file": "prefix_routes_file",
    "lash_start_vl": "lash_start_vl", "sm_sl": "sm_sl", "retries": "transaction_retries", "log_prefix": "log_prefix",
    "torus_config": "torus_config", "nue_max_num_vls": "nue_max_num_vls", "dump_files_dir": "dump_files_dir",
    "dimn_ports_file": "port_search_ordering_file",
}  # fmt: skip
"""Long flags with a value, and the options that they set."""
_WITHOUT_OPTION = ("config", "create-config", "debug", "pidfile")
_SWITCHES: Mapping[str, tuple[str, str]] = {
    "reassign_lids": ("reassign_lids", "TRUE"), "no_part_enforce": ("no_partition_enforcement", "TRUE"),
    "allow_both_pkeys": ("allow_both_pkeys", "TRUE"), "qos": ("qos", "TRUE"),
    "congestion_control": ("congestion_control", "TRUE"), "ucast_cache": ("use_ucast_cache", "TRUE"),
    "connect_roots": ("connect_roots", "TRUE"), "port-shifting": ("port_shifting", "TRUE"),
    "stay_on_fatal": ("exit_on_fatal", "FALSE"), "honor_guid2lid": ("honor_guid2lid_file", "TRUE"),
    "daemon": ("daemon", "TRUE"), "inactive": ("sm_inactive", "TRUE"), "perfmgr": ("perfmgr", "TRUE"),
    "consolidate_ipv6_snm_req": ("consolidate_ipv6_snm_req", "TRUE"), "erase_log_file": ("accum_log_file", "FALSE"),
    "do_mesh_analysis": ("do_mesh_analysis", "TRUE"),
    "guid_routing_order_no_scatter": ("guid_routing_order_no_scatter", "TRUE"),
}  # fmt: skip
_SHORT_SWITCHES = {
    "r": "reassign_lids", "N": "no_part_enforce", "W": "allow_both_pkeys", "Q": "qos", "A": "ucast_cache",
    "z": "connect_roots", "y": "stay_on_fatal", "x": "honor_guid2lid", "B": "daemon", "I": "inactive",
    "e": "erase_log_file",
}  # fmt: skip
_QUIET = frozenset(("v", "V", "h", "o", "verbose", "version", "help", "once"))
_DEBUG = {"0": "ignore_other_sm", "1": "single_thread", "2": "force_log_flush", "3": "disable_multicast"}
_HEXADECIMAL = frozenset(("guid", "sm_key", "subnet_prefix"))
_LIMITS = {"sm_priority": 15, "lmc": 7, "sm_sl": 15, "lash_start_vl": 15}
"""Above these OpenSM prints an error and ends."""


def is_command_line(path: str, text: str) -> bool:
    """Say whether a text starts OpenSM: a unit with its command, its init script, or the settings of its service."""
    starts = "ExecStart" in text and _EXEC.search(text[:_MOST_CHARACTERS]) is not None
    return starts or bool(_SETTINGS_NAME.search(path)) or _is_script(path, text)


def _is_script(path: str, text: str) -> bool:
    return text.startswith("#!") and bool(_SCRIPT_NAME.search(path)) and "/opensm" in text


def read_command_line(document: Document) -> Reading:
    """Return the flags that a file gives to OpenSM."""
    reader = _Reader(document)
    for number, line in _lines(document.text):
        reader.take(number, line)
    facts = SmFlags(Source(document.path, 0, 0), reader.config_file, tuple(reader.options))
    return Reading((), (), tuple(reader.unread), (facts,))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines with their numbers; a backslash at the end joins the next one."""
    waiting, first = "", 0
    for number, line in enumerate(text[:_MOST_CHARACTERS].split("\n"), 1):
        first = first or number
        if line.endswith("\\"):
            waiting += line[:-1] + " "
            continue
        yield first, waiting + line
        waiting, first = "", 0
    if waiting:
        yield first, waiting


@dataclass(slots=True)
class _Flag:
    name: str
    value: str | None


class _Reader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.options: list[RawOption] = []
        self.unread: list[UnreadLine] = []
        self.config_file = ""
        self.is_unit = bool(_EXEC.search(document.text[:_MOST_CHARACTERS]))
        self.is_script = _is_script(document.path, document.text)

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        source = Source(self.document.path, number, number)
        if found := (_RUN.match(line) if self.is_script else _EXEC.search(line)):
            self._words(found["words"], source, skip=1)
        elif not self.is_unit and (found := _ASSIGNMENT.fullmatch(line.strip())):
            self._assignment(found["name"], found["value"], source)

    def _assignment(self, name: str, value: str, source: Source) -> None:
        words = self._split(value, source)
        text = " ".join(words)
        if name == "PRIORITY" and text:
            self._set("sm_priority", text, source)
        elif name == "GUIDS" and len(text.split()) == 1:
            self._set("guid", text, source)
        elif text.startswith("-"):
            self._words(text, source)

    def _split(self, text: str, source: Source) -> list[str]:
        try:
            return shlex.split(text, comments=True)
        except ValueError as fault:
            self.unread.append(UnreadLine("", source, text.strip()[:200], f"the quotes do not match: {fault}"))
            return []

    def _words(self, text: str, source: Source, skip: int = 0) -> None:
        # What a variable holds is in the settings file of the service.
        words = [word for word in self._split(text, source)[skip:] if not word.startswith("$")]
        while words:
            word = words.pop(0)
            if not word.startswith("-") or word in ("-", "--"):
                continue
            for flag in self._flags(word, words, source):
                self._flag(flag, source)

    def _flags(self, word: str, rest: list[str], source: Source) -> list[_Flag]:
        """Return what a word and those behind it ask for; getopt takes long names behind one dash, too."""
        name, equals, value = word.lstrip("-").partition("=")
        long = self._long_name(name)
        if long:
            takes = long in _OPTIONS or long in _WITHOUT_OPTION
            given = value if equals else rest.pop(0) if takes and rest else ""
            return [_Flag(long, given if takes else None)]
        if word.startswith("--") or not name:
            self._unknown(word, source)
            return []
        found: list[_Flag] = []
        letters = word[1:]
        while letters:
            letter, letters = letters[0], letters[1:]
            if letter in _SHORT:
                value = letters or (rest.pop(0) if rest else "")
                return [*found, _Flag(_SHORT[letter], value)]
            if letter in _SHORT_SWITCHES:
                found.append(_Flag(_SHORT_SWITCHES[letter], None))
            elif letter not in _QUIET:
                self._unknown(f"-{letter}", source)
        return found

    def _long_name(self, name: str) -> str:
        """Return the long flag that a name stands for: itself, or the only one that begins so."""
        every = (*_OPTIONS, *_SWITCHES, *_WITHOUT_OPTION, *(one for one in _QUIET if len(one) > 1))
        if name in every:
            return name
        fitting = [one for one in every if one.startswith(name)] if len(name) > 1 else []
        return fitting[0] if len(fitting) == 1 else ""

    def _flag(self, flag: _Flag, source: Source) -> None:
        if flag.name == "config":
            self.config_file = flag.value or ""
        elif flag.name == "debug" and (flag.value or "") in _DEBUG:
            self._set(_DEBUG[flag.value or ""], "TRUE", source)
        elif flag.name in _SWITCHES:
            self._set(*_SWITCHES[flag.name], source)
        elif flag.name in _OPTIONS:
            self._set(_OPTIONS[flag.name], flag.value or "", source)

    def _set(self, name: str, value: str, source: Source) -> None:
        if name in _HEXADECIMAL and re.fullmatch(r"[0-9a-fA-F]{1,16}", value):
            value = f"0x{value}"
        limit = _LIMITS.get(name)
        if limit is not None and value.isascii() and value.isdigit() and (len(value) > 9 or int(value) > limit):
            because = f"{name} is {limit} at most; OpenSM prints an error and ends"
            self.unread.append(UnreadLine("", source, f"{name} {value[:40]}", because))
            return
        self.options.append(RawOption(name.encode(), value.encode("latin-1", "replace"), source, False))

    def _unknown(self, word: str, source: Source) -> None:
        because = "OpenSM has no such flag: it shows its usage and ends"
        self.unread.append(UnreadLine("", source, word[:200], because))
