"""The global QoS maps: DSCP and CoS to traffic class, traffic class to queue, and the egress rewrite."""

from __future__ import annotations

from roce_lint.model.device import RefusedSetting
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import DscpRewrite
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.eos import defaults
from roce_lint.os.eos.names import dscp_set
from roce_lint.os.industry_cli.command import NOT_STATED, Command, Setting, stated_or
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.values import dataclass, field


@dataclass(slots=True)
class EosMaps:
    """What the global lines of one device say; the maps are those of EOS where no line says anything.

    `global_buffer_ecn`: marking by the fill of the whole buffer is on. `overruled`: lines of which a later one takes a
    code point, although they name fewer.
    """

    file: str
    rewrites_dscp: Setting[bool] = NOT_STATED
    by_dscp: dict[int, Setting[int]] = field(default_factory=dict)
    by_cos: dict[int, Setting[int]] = field(default_factory=dict)
    queues: dict[int, Setting[int]] = field(default_factory=dict)
    dscps: dict[int, Setting[int]] = field(default_factory=dict)
    global_buffer_ecn: Setting[bool] = NOT_STATED
    overruled: list[RefusedSetting] = field(default_factory=list)
    _lines: dict[Source, tuple[str, int]] = field(default_factory=dict)

    @property
    def class_by_dscp(self) -> list[Fact[int]]:
        """Return the traffic class of each DSCP."""
        return self._table(self.by_dscp, defaults.TRAFFIC_CLASS_BY_DSCP)

    @property
    def class_by_cos(self) -> list[Fact[int]]:
        """Return the traffic class of each CoS value."""
        return self._table(self.by_cos, defaults.TRAFFIC_CLASS_BY_COS)

    @property
    def queue_by_class(self) -> list[Fact[int]]:
        """Return the transmit queue of each traffic class."""
        return self._table(self.queues, defaults.QUEUE_BY_TRAFFIC_CLASS)

    @property
    def rewrite_enabled(self) -> Fact[bool]:
        """Return whether packets leave with the DSCP of their traffic class."""
        return stated_or(self.rewrites_dscp, defaults.REWRITE_OFF.at(Source(self.file, 0, 0)))

    def rewrites(self) -> tuple[DscpRewrite, ...]:
        """Return the egress DSCP of each class; where rewriting is off, only what a line states in vain."""
        enabled = self.rewrite_enabled
        if isinstance(enabled, Unknown):
            return ()
        table = enumerate(self._table(self.dscps, defaults.DSCP_BY_TRAFFIC_CLASS))
        return tuple(DscpRewrite(str(number), dscp) for number, dscp in table if enabled.value or number in self.dscps)

    def read(self, command: Command, source: Source) -> str:
        """Take a global `qos` line other than a profile; return why it was not understood, or an empty text."""
        before = {"DSCP": dict(self.by_dscp), "COS": dict(self.by_cos)}
        because = _LINES.read(command.line, self, source)
        for marking, table in (("DSCP", self.by_dscp), ("COS", self.by_cos)):
            named = [number for number, fact in table.items() if isinstance(fact, Stated) and fact.source == source]
            for number in named:
                self._lines[source] = command.text, len(named)
                self._overrule(
                    before[marking].get(number, NOT_STATED), table[number], f"{marking} {number}", len(named)
                )
        return because or ""

    def _overrule(self, before: Setting[int], now: Setting[int], code_point: str, size: int) -> None:
        """Write down that a line takes a code point from an earlier one that names fewer; the other way refines it."""
        if isinstance(before, Stated) and isinstance(now, Stated) and before.value != now.value:
            text, fewer = self._lines[before.source]
            if fewer < size:
                because = f"this line, which comes later, maps {code_point} to traffic class {now.value}"
                self.overruled.append(RefusedSetting(text, because, now.source))

    def _table(self, said: dict[int, Setting[int]], default: VendorDefault[tuple[int, ...]]) -> list[Fact[int]]:
        """Return one fact for each entry of a map, the same object for the same default value."""
        whole_file = Source(self.file, 0, 0)
        made = {value: Default(value, whole_file, default.reason) for value in default.value}
        return [stated_or(said.get(number, NOT_STATED), made[value]) for number, value in enumerate(default.value)]


def _first(value: int, *rest: object) -> int:
    return value


def _dscps(text: str, *rest: object) -> frozenset[int]:
    """Return code points in a form that EOS does not take; raise ValueError where they are none in any form."""
    found = dscp_set(text or "")
    if not found:
        raise ValueError(text)
    return found


def _one_unit(low: int, unit: str, high: int, other: str) -> bool:
    """Return that marking is on; raise ValueError for thresholds in two units."""
    if unit != other:
        raise ValueError(other)
    return True


_TO_CLASS = "to traffic-class <0-7> [drop-precedence <0-2>]"
_OUTPUT = "qos map traffic-class <0-7>... to"
_NO_OUTPUT = "qos map traffic-class [<0-7>...] to"
_NO_BLANKS = "`{text}` is not in the form that EOS takes: code points separated by blanks"
_RANGES = "EOS maps CoS and EXP values 0 to 7 to traffic classes 0 to 7"
_OUTPUTS = "EOS maps traffic classes 0 to 7 to a queue, CoS or EXP 0 to 7 or to a DSCP 0 to 63"
_GLOBAL_BUFFER = (
    "qos random-detect ecn global-buffer minimum-threshold <0-999999999> <unit> maximum-threshold <0-999999999> <unit>"
)
_NO_THRESHOLDS = "the two thresholds and their unit are not in the form that EOS takes"
_NO_COMMAND = "EOS has no such `qos` command"
_LINES = LineTable(
    CommandRow("qos rewrite dscp", "rewrites_dscp", value=True, no=False, cleared="qos rewrite dscp"),
    CommandRow("qos rewrite cos"),
    CommandRow(f"qos map dscp <0-63>... {_TO_CLASS}", "by_dscp[]", _first, cleared="qos map dscp [<0-63>...] [to ...]"),
    CommandRow(
        "qos map dscp ... to traffic-class <0-7> ...",
        "by_dscp[]",
        key=_dscps,
        refused=_NO_BLANKS,
        begins="qos map dscp",
        near_miss=_NO_BLANKS,
    ),
    CommandRow(
        f"qos map cos <0-7>... {_TO_CLASS}",
        "by_cos[]",
        _first,
        cleared="qos map cos [<0-7>...] [to ...]",
        near_miss=_RANGES,
    ),
    CommandRow(f"qos map exp <0-7>... {_TO_CLASS}", cleared="qos map exp ...", near_miss=_RANGES),
    CommandRow(f"{_OUTPUT} tx-queue <0-7>", "queues[]", cleared=f"{_NO_OUTPUT} tx-queue [<0-7>]"),
    CommandRow(f"{_OUTPUT} uc-tx-queue <0-7>", "queues[]", cleared=f"{_NO_OUTPUT} uc-tx-queue [<0-7>]"),
    CommandRow(f"{_OUTPUT} dscp <0-63>", "dscps[]", cleared=f"{_NO_OUTPUT} dscp [<0-63>]"),
    CommandRow(
        f"{_OUTPUT} mc-tx-queue|cos|exp <0-7>",
        cleared=f"{_NO_OUTPUT} mc-tx-queue|cos|exp [<0-7>]",
        near_miss=_OUTPUTS,
    ),
    CommandRow(_GLOBAL_BUFFER, "global_buffer_ecn", value=_one_unit, cleared="qos random-detect ecn global-buffer ..."),
    CommandRow("qos random-detect ecn global-buffer ...", "global_buffer_ecn", value=True, refused=_NO_THRESHOLDS),
    CommandRow("qos random-detect ecn allow non-ect [chip-based]"),
    CommandRow("qos tx-queue shape rate percent adaptive"),
    CommandRow("qos tx-queue <0-7> scheduler profile responsive"),
    CommandRow("qos tx-queue|uc-tx-queue|mc-tx-queue|traffic-class <0-7> name <name>"),
    CommandRow("qos tx-queue <0-9> ecn ...", "global_buffer_ecn", refused=_NO_COMMAND, if_unstated=True),
    CommandRow("qos ...", refused=_NO_COMMAND),
)
