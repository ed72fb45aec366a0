"""Remedies in the language of Junos: statements that are added or changed, as lines of `set`, or between braces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import takewhile

from roce_lint.fix.case import Case, Draft, lossless_class
from roce_lint.fix.edit import Edit
from roce_lint.fix.tree import ConfigTree
from roce_lint.model.device import Port
from roce_lint.model.fact import known
from roce_lint.os.contract import Remedies
from roce_lint.os.junos.code_points import bits
from roce_lint.os.junos.configuration import JunosTree, parse_configuration
from roce_lint.os.junos.set_lines import set_words, words_to, written
from roce_lint.os.junos.statements import command_lines
from roce_lint.text.tree import Node

_COS = "class-of-service"
_PROFILE = "congestion-notification-profile"
_ECN = "explicit-congestion-notification"
_Words = tuple[str, ...]
_Paths = tuple[_Words, ...]


@lru_cache(maxsize=4)
def _parsed(text: str) -> tuple[JunosTree, bool]:
    """Return the tree of a file, and whether it is made of lines of `set`."""
    return parse_configuration("", text), command_lines(text).is_script


class _File:
    """The file of a case, as far as class-of-service goes."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.tree, self.is_script = _parsed("\n".join(case.tree.lines))
        self.cos = self.tree.root.at(_COS)

    def stanzas(self, port: Port) -> Iterator[Node]:
        """Yield what class-of-service binds to a port or to its bundle, its own stanza first."""
        lag = getattr(port.lag, "value", "")
        entries = self.cos.at("interfaces").entries("interface")
        for name in (port.name, *([lag] if lag else [])):
            yield from (one for one in entries if one.key == name)
            yield from (one for one in entries if "*" in one.key and fnmatchcase(name, one.key))

    def bound(self, port: Port, leaf: str) -> str:
        """Return what a leaf of the stanzas names, empty for nothing."""
        return next((node.value for one in self.stanzas(port) if (node := one.get(leaf)) is not None), "")

    def scheduler(self, port: Port, queue: int) -> Node | None:
        """Return the scheduler of a queue of a port."""
        classes = [
            one.key
            for one in self.cos.at("forwarding-classes").entries("class")
            if (leaf := one.get("queue-num")) is not None and leaf.value == str(queue)
        ]
        served = self.cos.entry("scheduler-maps", self.bound(port, "scheduler-map"))
        for name in classes if served is not None else ():
            entry = served.entry("forwarding-class", name) if served is not None else None
            leaf = entry.get("scheduler") if entry is not None else None
            if leaf is not None:
                return self.cos.entry("schedulers", leaf.value)
        return None

    # Edits

    def added(self, *words: str) -> Edit | None:
        """Return the edit that states something, None where there is no place for it."""
        return self._line(words) if self.is_script else self._inside(words)

    def _line(self, words: _Words) -> Edit | None:
        """Return the edit that adds a line behind the last one that begins most like it."""
        best, at = 0, 0
        for number, raw in enumerate(self.case.tree.lines, 1):
            others = raw.split()[1:] if raw.startswith("set ") else []
            alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, others, strict=False)))
            if others and alike >= best:
                best, at = alike, number
        return self.case.insert(at, "set " + " ".join(map(written, words))) if at else None

    def _inside(self, words: _Words) -> Edit | None:
        """Return the edit that adds a statement as the first one of the block that it belongs to."""
        node, used = self.tree.stated, 0
        place: Node | None = None
        while used < len(words) - 1:
            below = node.children.get(words[used])
            if below is None and node.children.get("interface") is not None:
                below, used = node.children["interface"], used - 1
            if below is None:
                break
            used += 1
            if below.is_list:
                entry = below.children.get((words[used],)) if used < len(words) - 1 else None
                if entry is None:
                    used -= 1
                    break
                below, used = entry, used + 1
            node = place = below
        if place is None or place.end_line <= place.line:
            return None
        raw = self.case.tree.lines[place.line - 1]
        if not raw.rstrip().endswith("{"):
            return None
        rest = " ".join(map(written, words[used:]))
        return self.case.insert(place.line, f"{self.case.tree.child_indent(place.line)}{rest};")

    def changed(self, leaf: Node, value: str) -> Edit | None:
        """Return the edit that gives a leaf another value on its line."""
        raw = self.case.tree.lines[leaf.line - 1]
        head, found, rest = raw.partition(f" {leaf.name} " if self.is_script else f"{leaf.name} ")
        if not found or (not self.is_script and (head.strip() or not rest.rstrip().endswith(";"))):
            return None
        return self.case.replace(leaf.line, f"{head}{found}{value}{'' if self.is_script else ';'}".strip())


def _activate(case: Case) -> Draft | None:
    """Activate what the line of the finding deactivates."""
    if case.line.startswith("deactivate "):
        return Draft((case.replace(case.place.line, f"activate {case.line[11:]}"),), "activate what is deactivated")
    if case.line.startswith("inactive: "):
        return Draft((case.replace(case.place.line, case.line[10:]),), "activate what is deactivated")
    return None


def _pause(case: Case) -> Draft | None:
    """Bind the notification profile of the ports that have the same scheduler map, or the only one that none binds."""
    port, file = case.port, _File(case)
    if port is None or file.bound(port, _PROFILE):
        return None
    stanzas = file.cos.at("interfaces").entries("interface")
    served = file.bound(port, "scheduler-map")
    names = {
        leaf.value
        for one in stanzas
        if (leaf := one.get(_PROFILE)) is not None
        and (not served or ((other := one.get("scheduler-map")) is not None and other.value == served))
    }
    own = next(file.stanzas(port), None)
    used = {leaf.value for one in stanzas if (leaf := one.get(_PROFILE)) is not None}
    names = names or {one.key for one in file.cos.entries(_PROFILE)} - used
    if len(names) != 1 or own is None:
        return None
    edit = file.added(_COS, "interfaces", own.key, _PROFILE, names.copy().pop())
    title = f"let priority {case.number} pause as the rest of the fabric does"
    return Draft((edit,), title) if edit else None


def _watch(case: Case) -> Draft | None:
    """Turn the watchdog of the port's profile on, with the times of the other profiles."""
    port, file = case.port, _File(case)
    name = file.bound(port, _PROFILE) if port is not None else ""
    profile = file.cos.entry(_PROFILE, name)
    if profile is None or profile.has("pfc-watchdog"):
        return None
    others = [one.children["pfc-watchdog"] for one in file.cos.entries(_PROFILE) if one.has("pfc-watchdog")]
    settings = {tuple((leaf.name, leaf.value) for leaf in one.leaves()) for one in others} or {()}
    if len(settings) != 1:
        return None
    chosen = settings.pop()
    plain = file.added(_COS, _PROFILE, name, "pfc-watchdog")
    if plain is None:
        return None
    lines = plain.added
    if chosen and file.is_script:
        lines = tuple(f"{lines[0]} {leaf} {value}" for leaf, value in chosen)
    elif chosen:
        head = lines[0].rstrip(";")
        indent = head[: len(head) - len(head.lstrip())]
        below = (f"{indent}{case.tree.step}{leaf} {value};" for leaf, value in chosen)
        lines = (f"{head} {{", *below, f"{indent}}}")
    return Draft((case.insert(plain.line, *lines),), "let the PFC watchdog watch the port")


def _classify(case: Case) -> Draft | None:
    """Give a RoCE code point the only forwarding class that pauses."""
    port, file = case.port, _File(case)
    name = lossless_class(port, case.shop.lossless) if port is not None else ""
    if port is None or not name or case.number < 0:
        return None
    return _reclassified(file, port, name, case.number)


def _classify_paused(case: Case) -> Draft | None:
    """Give the code point that the port's profile pauses for the class that pauses in the priority of the case."""
    port, file = case.port, _File(case)
    profile = file.cos.entry(_PROFILE, file.bound(port, _PROFILE)) if port is not None else None
    names = [
        one.key
        for one in file.cos.at("forwarding-classes").entries("class")
        if one.has("no-loss") and (leaf := one.get("pfc-priority")) is not None and leaf.value == str(case.number)
    ]
    points = [one.key for one in profile.at("input/dscp").entries("code-point")] if profile is not None else []
    if port is None or len(names) != 1 or len(points) != 1 or not set(points[0]) <= {"0", "1"}:
        return None
    return _reclassified(file, port, names[0], int(points[0], 2))


def _reclassified(file: _File, port: Port, name: str, dscp: int) -> Draft | None:
    """Return the draft that gives a code point another class in the classifier of the port."""
    classifier = _classifier(file, port)
    title = f"give DSCP {dscp} the forwarding class {name}, which is lossless"
    return _moved(file, classifier, name, bits("dscp", dscp), title) if classifier is not None else None


def _classifier(file: _File, port: Port) -> Node | None:
    """Return the classifier of DSCPs that a port has."""
    for unit in (unit for one in file.stanzas(port) for unit in (one, *one.entries("unit"))):
        named = unit.at("classifiers").get("dscp")
        leaf = named.get("classifier-name") if named is not None and not named.is_leaf else None
        classifier = file.cos.at("classifiers").entry("dscp", leaf.value if leaf is not None else _first_key(named))
        if classifier is not None:
            return classifier
    return None


def _lose_nothing(case: Case) -> Draft | None:
    """Make the class of the only code point that the port's profile pauses for lossless."""
    port, file = case.port, _File(case)
    profile = file.cos.entry(_PROFILE, file.bound(port, _PROFILE)) if port is not None else None
    points = [one.key for one in profile.at("input/dscp").entries("code-point")] if profile is not None else []
    classifier = _classifier(file, port) if port is not None and len(points) == 1 else None
    names = [
        entry.key
        for entry in (classifier.entries("forwarding-class") if classifier is not None else ())
        for level in entry.entries("loss-priority")
        if (listed := level.get("code-points")) is not None and points[0] in listed.values
    ]
    of_case = [one for one in file.cos.at("forwarding-classes").entries("class") if [one.key] == names]
    if len(of_case) != 1 or of_case[0].has("no-loss"):
        return None
    edit = file.added(_COS, "forwarding-classes", "class", names[0], "no-loss")
    return Draft((edit,), f"let the forwarding class {names[0]} lose nothing") if edit else None


def _receive(case: Case) -> Draft | None:
    """Let the port's profile, which pauses for nothing, pause for the DSCP of RoCE."""
    port, file = case.port, _File(case)
    name = file.bound(port, _PROFILE) if port is not None else ""
    profile = file.cos.entry(_PROFILE, name)
    dscps = known(case.shop.fabric.design.roce_dscps, frozenset[int]())
    if profile is None or len(dscps) != 1 or not file.is_script:
        return None
    if any(profile.at(f"input/{kind}").entries("code-point") for kind in ("dscp", "ieee-802.1")):
        return None
    point = bits("dscp", next(iter(dscps)))
    edit = file.added(_COS, _PROFILE, name, "input", "dscp", "code-point", point, "pfc")
    return Draft((edit,), f"pause for DSCP {next(iter(dscps))}") if edit else None


def _first_key(named: Node | None) -> str:
    if named is None:
        return ""
    return next((one.key for one in named.children.values()), "") if named.is_list else named.value


def _moved(file: _File, classifier: Node, name: str, point: str, title: str) -> Draft | None:
    """Return the draft that moves a code point of a classifier to a class."""
    words = (_COS, "classifiers", "dscp", classifier.key, "forwarding-class", name, "loss-priority", "low")
    for entry in classifier.entries("forwarding-class"):
        for level in entry.entries("loss-priority"):
            listed = level.get("code-points")
            if listed is None or point not in listed.values:
                continue
            raw = file.case.tree.lines[listed.line - 1]
            if not file.is_script or listed.values != (point,):
                return None
            text = raw.replace(f" forwarding-class {entry.key} ", f" forwarding-class {name} ", 1)
            return Draft((file.case.replace(listed.line, text.strip()),), title)
    edit = file.added(*words, "code-points", point)
    return Draft((edit,), title) if edit else None


def _mark(case: Case) -> Draft | None:
    """Mark ECN on a queue whose scheduler has a drop profile."""
    port, file = case.port, _File(case)
    scheduler = file.scheduler(port, case.number) if port is not None else None
    if scheduler is None or scheduler.has(_ECN) or not scheduler.has("drop-profile-map"):
        return None
    edit = file.added(_COS, "schedulers", scheduler.key, _ECN)
    return Draft((edit,), f"mark ECN on queue {case.number}") if edit else None


def _curve(case: Case) -> Draft | None:
    """Give a drop profile the fill levels of all other profiles that schedulers with ECN use."""
    port, file = case.port, _File(case)
    scheduler = file.scheduler(port, case.number) if port is not None else None
    name = _profile_of(scheduler)
    wanted: dict[_Words, str] = {}
    for device in case.shop.fabric.devices:
        if device.os != case.device.os or device.source.file not in case.shop.texts:
            continue
        cos = _parsed("\n".join(case.shop.tree(device.source.file).lines))[0].root.at(_COS)
        for one in cos.entries("schedulers") if scheduler is not None else ():
            other = _profile_of(one)
            leaf = cos.entry("drop-profiles", other)
            levels = leaf.at("interpolate").get("fill-level") if leaf is not None else None
            if one.has(_ECN) and levels is not None and (device.name, other) != (case.device.name, name):
                wanted.setdefault(levels.values, f"{device.source.file}:{levels.line}")
    profile = file.cos.entry("drop-profiles", name)
    own = profile.at("interpolate").get("fill-level") if profile is not None else None
    if own is None or len(wanted) != 1:
        return None
    levels_of_others, origin = next(iter(wanted.items()))
    edit = file.changed(own, f"[ {' '.join(levels_of_others)} ]")
    return Draft((edit,), f"mark ECN on queue {case.number} as other queues do", f"as in {origin}") if edit else None


def _profile_of(scheduler: Node | None) -> str:
    names = {
        leaf.value
        for one in (scheduler.entries("drop-profile-map") if scheduler is not None else [])
        if (leaf := one.get("drop-profile")) is not None
    }
    return names.pop() if len(names) == 1 else ""


def _typed(edits: Iterable[Edit], tree: ConfigTree) -> tuple[_Words, _Words]:
    """Return the lines of `set` and `delete` that make the edits in any form, and those that take them back."""
    lines = list(tree.lines)
    before, was_off = _statements(lines), _deactivated(lines)
    for edit in sorted(edits, reverse=True):
        lines[edit.line - 1 : edit.line] = [edit.new, *edit.added]
    after, is_off = _statements(lines), _deactivated(lines)
    gone = [words for words in before if words not in after]
    come = [words for words in after if words not in before]
    activated = [" ".join(words) for words in was_off if words not in is_off]
    there = tuple(f"activate {words}" for words in activated)
    back = tuple(f"deactivate {words}" for words in activated)
    return (*_commands(gone, come, after), *there), (*_commands(come, gone, before), *back)


def _deactivated(lines: Sequence[str]) -> _Paths:
    tree = _parsed("\n".join(lines))[0]
    return words_to(tree.stated, tree.inactive)


def _statements(lines: Sequence[str]) -> dict[_Words, str]:
    """Return the statements of a file as words and values; several values are in their order."""
    found: dict[_Words, str] = {}
    for words, node in set_words(_parsed("\n".join(lines))[0].stated):
        if len(node.values) > 1:
            found[(*words[:-1], f"[ {' '.join(map(written, node.values))} ]")] = ""
        else:
            found[words] = ""
    return found


def _commands(gone: Iterable[_Words], come: Iterable[_Words], left: Iterable[_Words]) -> _Words:
    """Return the lines that delete some statements and set others; a block goes as a whole if nothing is left of it."""
    beginnings = {words[:length] for words in left for length in range(1, len(words) + 1)}
    deleted: dict[str, None] = {}
    for words in gone:
        length = next((one for one in range(3, len(words)) if words[:one] not in beginnings), len(words))
        shown = words[:-1] if length == len(words) and words[-1].startswith("[ ") else words[:length]
        deleted["delete " + " ".join(shown)] = None
    return (*deleted, *("set " + " ".join(words) for words in come))


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (_activate, _pause, _receive, _lose_nothing, _classify_paused),
            "pfc-link-ends-differ": (_activate, _pause, _receive, _lose_nothing, _classify_paused),
            "watchdog-missing-on-host-port": (_activate, _watch),
            "watchdog-missing-on-fabric-port": (_activate, _watch),
            "roce-in-lossy-class": (_activate, _classify),
            "roce-port-without-qos": (_activate,),
            "pause-stops-other-queue": (_activate,),
            "ecn-missing-on-roce-queue": (_activate, _mark),
            "wred-drops-roce": (_activate, _mark),
            "ecn-curve-invalid": (_curve,),
        },
        typed=_typed,
    )
