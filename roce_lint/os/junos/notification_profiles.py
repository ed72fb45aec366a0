"""Congestion-notification profiles: for which code points a port sends pauses, and which queues it stops on pauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.terms import WatchdogAction
from roce_lint.os.junos import defaults
from roce_lint.os.junos.code_points import CodePoints
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics, plain_number
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

_ACTIONS = {"drop": WatchdogAction.DROP, "forward": WatchdogAction.IGNORE_PAUSE}
_LAST_FLOW_CONTROL_QUEUE = 7
LARGEST_ROCE_PACKET_BYTES = 4096 + 60
"""The largest payload of RoCEv2, with the headers of IPv4, UDP and InfiniBand (InfiniBand Architecture, volume 1)."""


@dataclass(frozen=True, eq=False, slots=True)
class ProfileWatchdog:
    """The PFC watchdog of a profile; it watches the queues that the output of the profile lists."""

    enabled: Fact[bool]
    polling_ms: Fact[int]
    detection_ms: Fact[int]
    recovery_ms: Fact[int]
    action: Fact[WatchdogAction]


@dataclass(frozen=True, eq=False, slots=True)
class NotificationProfile:
    """One profile. `dscp` and `pcp` have the line of each code point with `pfc`.

    `queues` are those that pauses of a priority stop, None where the profile has no output of its own. `mru` has the
    frame sizes in bytes for which headroom is computed.
    """

    name: str
    source: Source
    dscp: Mapping[int, Source]
    pcp: Mapping[int, Source]
    cable_m: Fact[int]
    queues: Mapping[int, Stated[frozenset[int]]] | None
    input_place: Source
    output_place: Source
    watchdog: ProfileWatchdog
    mru: tuple[Stated[int], ...]


class NotificationProfiles:
    """The profiles of a device by name."""

    def __init__(self, cos: Node, points: CodePoints, diagnostics: LeafDiagnostics) -> None:
        """Take what stands below `class-of-service`."""
        self._points = points
        self._diagnostics = diagnostics
        self.blocks = {entry.key: entry for entry in cos.entries("congestion-notification-profile")}
        self.by_name = {name: self._read(block) for name, block in self.blocks.items()}

    def _read(self, block: Node) -> NotificationProfile:
        inputs, output = block.at("input"), block.at("output")
        dscp = self._listed(inputs.at("dscp"), "dscp")
        pcp = self._listed(inputs.at("ieee-802.1"), "ieee-802.1")
        if dscp and pcp:
            because = "one profile pauses by DSCP or by IEEE 802.1p, not by both"
            last = max((*dscp.values(), *pcp.values()))
            self._diagnostics.refused(f"congestion-notification-profile {block.key} input", because, last)
        cable = plain_number(inputs.get("cable-length"), defaults.CABLE_M.at(block.first_line), 5)
        if inputs.take("cable-length").line and known(cable, 1) == 0:
            because = "the headroom that is computed for it holds nothing of what a cable has in flight"
            self._diagnostics.doubtful("input cable-length 0", because, cable.source)
        for entry in output.entries("class"):
            entry.pass_over()
        return NotificationProfile(
            block.key,
            block.first_line,
            dscp,
            pcp,
            cable,
            self._output(output.at("ieee-802.1")) if output.has("ieee-802.1") else None,
            self._place_of_input(block, is_empty=not dscp and not pcp),
            block.place_of("output"),
            self._watchdog(block),
            tuple(_receive_units(inputs)),
        )

    @staticmethod
    def _place_of_input(block: Node, *, is_empty: bool) -> Source:
        """Return where the input stands; the first code point of one that lists none with `pfc`."""
        inputs = block.at("input")
        listed = [*inputs.at("dscp").entries("code-point"), *inputs.at("ieee-802.1").entries("code-point")]
        if not is_empty:
            return block.place_of("input")
        gone = block.removed_at("input") or (inputs.removed_below() if block.has("input") else None)
        return gone or (listed[0].first_line if listed else block.place_of("input"))

    def _listed(self, block: Node, kind: str) -> dict[int, Source]:
        found: dict[int, Source] = {}
        for entry in block.entries("code-point"):
            for sizes in ("mru", "xon"):
                entry.take(sizes)
            flag = entry.take("pfc")
            number = self._points.number(kind, entry.key, entry.first_line)
            if number is not None and flag.line:
                found[number] = flag.first_line
        return found

    def _output(self, block: Node) -> dict[int, Stated[frozenset[int]]]:
        found: dict[int, Stated[frozenset[int]]] = {}
        for entry in block.entries("code-point"):
            number = self._points.number("ieee-802.1", entry.key, entry.first_line)
            leaf = entry.take("flow-control-queue")
            queues = {int(one) for one in leaf.values if one.isdecimal() and len(one) == 1}
            if number is not None:
                kept = frozenset(one for one in queues if one <= _LAST_FLOW_CONTROL_QUEUE)
                found[number] = Stated(kept, leaf.first_line if leaf.line else entry.first_line)
        return found

    def _watchdog(self, block: Node) -> ProfileWatchdog:
        node = block.get("pfc-watchdog")
        if node is None:
            at = block.place_of("pfc-watchdog")
            enabled: Fact[bool] = defaults.WATCHDOG_OFF.at(at)
        else:
            node.accounted = True
            at = node.first_line
            enabled = Stated(True, at)
        if node is None or node.is_leaf:
            node = Node("pfc-watchdog", at.file, at.line, at.end_line, (), (), {})
        poll = plain_number(node.get("poll-interval"), defaults.WATCHDOG_POLL_MS.at(at), 5)
        times = plain_number(node.get("detection"), defaults.WATCHDOG_DETECTION.at(at), 5)
        recovery = plain_number(node.get("recovery"), defaults.WATCHDOG_RECOVERY_MS.at(at), 5)
        word = node.take("watchdog-action")
        action: Fact[WatchdogAction] = defaults.WATCHDOG_DROPS.at(at)
        if word.value in _ACTIONS:
            action = Stated(_ACTIONS[word.value], word.first_line)
        elif word.line:
            action = Unknown(f"{word.value!r} is no action of the watchdog", word.first_line)
        node.pass_over()
        return ProfileWatchdog(enabled, poll, _product(poll, times), recovery, action)


def _receive_units(inputs: Node) -> Iterator[Stated[int]]:
    for kind in ("dscp", "ieee-802.1"):
        for entry in inputs.at(kind).entries("code-point"):
            size = plain_number(entry.get("mru"), defaults.NO_NUMBER, 5)
            if isinstance(size, Stated):
                yield size


def _product(poll: Fact[int], times: Fact[int]) -> Fact[int]:
    """Return the time of detection, at the line of the factor that is not the system's own."""
    if isinstance(poll, Unknown) or isinstance(times, Unknown):
        return poll if isinstance(poll, Unknown) else times
    stated = next((one for one in (times, poll) if isinstance(one, Stated)), None)
    value = poll.value * times.value
    if stated is not None:
        return Stated(value, stated.source)
    return Default(value, poll.source, "detection polling intervals of poll-interval (Juniper, PFC Watchdog)")
