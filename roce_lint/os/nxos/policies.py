"""Class maps and policy maps of every type, merged over all their stanzas, with their attachments under system qos."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field

QOS = "qos"
QUEUING = "queuing"
NETWORK_QOS = "network-qos"
TYPES = (QOS, QUEUING, NETWORK_QOS)

_CLASS_MAP = lazy_pattern(r"class-map(?: type (?P<type>\S+))?(?: (?P<match>match-any|match-all))? (?P<name>\S+)")
_POLICY_MAP = lazy_pattern(r"policy-map(?: type (?P<type>\S+))? (?P<name>\S+)")
_CLASS = lazy_pattern(r"class(?: type (?P<type>\S+))? (?P<name>\S+)(?: insert-before (?P<before>\S+))?")
_SERVICE_POLICY = lazy_pattern(
    r"service-policy(?: type (?P<type>\S+))?(?: (?P<direction>input|output))? (?P<name>\S+)(?: no-stats)?"
)
_SYSTEM_ATTACHMENTS = ((NETWORK_QOS, ""), (QUEUING, "input"), (QUEUING, "output"), (QOS, "input"))
_SYSTEM_DEFINED_QUEUE = lazy_pattern(r"c-(?:in|out)-(?:8q-)?q(?:\d|-default|-uc\d?)$|class-default$")


@dataclass(slots=True)
class _ClassMap:
    """A class map while it is read: its header, and its `match` lines in order."""

    header: Line
    name: str
    match_all: bool
    matches: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class PolicyClass:
    """One class of a policy map while it is read: its header and the action lines that hold, in order."""

    header: Line
    name: str
    actions: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class PolicyMap:
    """A policy map while it is read: its header and its classes in order of evaluation.

    `refused`: heads of classes that are not of the policy's type.
    """

    header: Line
    name: str
    classes: list[PolicyClass] = field(default_factory=list)
    refused: list[Line] = field(default_factory=list)
    _by_name: dict[str, PolicyClass] = field(default_factory=dict)

    def find(self, name: str) -> PolicyClass | None:
        """Return the class called `name`, if the policy has it."""
        return self._by_name.get(name)

    def insert(self, added: PolicyClass, before: str) -> None:
        """Add a class before the one called `before`, or at the end where there is none."""
        successor = self._by_name.get(before)
        at = len(self.classes) if successor is None else self._place(successor)
        self.classes.insert(at, added)
        self._by_name[added.name] = added

    def remove(self, name: str) -> None:
        """Take the class called `name` away, if the policy has it."""
        removed = self._by_name.pop(name, None)
        if removed is not None:
            del self.classes[self._place(removed)]

    def _place(self, wanted: PolicyClass) -> int:
        return next(at for at, one in enumerate(self.classes) if one is wanted)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A policy that some block puts into service: its name, and the line that does."""

    name: str
    line: Line


@dataclass(slots=True)
class NxosPolicies:
    """Everything that a file says of MQC: class maps and policy maps by type and name, and `system qos`.

    `system` holds attachments by `(type, direction)`; network-qos has no direction. `access_lists`: blocks by name.
    """

    class_maps: dict[tuple[str, str], _ClassMap] = field(default_factory=dict)
    policy_maps: dict[tuple[str, str], PolicyMap] = field(default_factory=dict)
    system: dict[tuple[str, str], Attachment] = field(default_factory=dict)
    system_block: Line | None = None
    access_lists: dict[str, list[Line]] = field(default_factory=dict)

    def set_code_points(self, names: Iterable[str]) -> bool:
        """Return whether one of the type qos policies of these names writes a DSCP or precedence."""
        found = (self.policy_maps[QOS, name] for name in names if (QOS, name) in self.policy_maps)
        return any(_writes(line) for policy in found for one in policy.classes for line in one.actions)


def _writes(line: Line) -> bool:
    return line.text.startswith(("set dscp", "set ip dscp", "set precedence", "set ip precedence"))


def read_class_map(block: Line, policies: NxosPolicies, diagnostics: LineDiagnostics) -> None:
    """Add one `class-map` stanza; a stanza of a name that is known already adds to it."""
    found = _CLASS_MAP.fullmatch(block.text)
    if not found:
        diagnostics.block_not_understood(block, "a class-map is written class-map type TYPE match-any|match-all NAME")
        return
    of_type, name = found["type"] or QOS, found["name"]
    if of_type not in TYPES:
        return
    if of_type == QUEUING and not _SYSTEM_DEFINED_QUEUE.match(name):
        diagnostics.block_not_understood(
            block, "queuing classes are fixed on Nexus 9000; a class-map cannot define one"
        )
        return
    class_map = policies.class_maps.setdefault((of_type, name), _ClassMap(block, name, found["match"] != "match-any"))
    for line in block.children:
        if line.text.startswith("match "):
            class_map.matches.append(line)
        elif line.text.startswith("no match "):
            wanted = line.text.removeprefix("no ")
            class_map.matches = [match for match in class_map.matches if match.text != wanted]
        elif not line.text.startswith(("description ", "no description")):
            diagnostics.line_not_understood(line, "not a command of a class-map")


def read_policy_map(block: Line, policies: NxosPolicies, diagnostics: LineDiagnostics) -> None:
    """Add one `policy-map` stanza; classes and actions are merged line by line, as the device does."""
    found = _POLICY_MAP.fullmatch(block.text)
    if not found:
        diagnostics.block_not_understood(block, "a policy-map is written policy-map type TYPE NAME")
        return
    of_type, name = found["type"] or QOS, found["name"]
    if of_type not in TYPES:
        return
    policy = policies.policy_maps.setdefault((of_type, name), PolicyMap(block, name))
    for line in block.children:
        if line.text.startswith(("class ", "no class ")):
            _read_class(line, of_type, policy, diagnostics)
        elif not line.text.startswith(("description ", "no description")):
            diagnostics.block_not_understood(line, "not a command of a policy-map")


def _read_class(line: Line, of_type: str, policy: PolicyMap, diagnostics: LineDiagnostics) -> None:
    found = _CLASS.fullmatch(line.text.removeprefix("no "))
    if not found or (found["type"] or QOS) != of_type:
        diagnostics.block_not_understood(line, f"a class of this policy-map is written class type {of_type} NAME")
        policy.refused.append(line)
        return
    name = found["name"]
    known = policy.find(name)
    if line.text.startswith("no "):
        policy.remove(name)
        return
    if known is None:
        known = PolicyClass(line, name)
        policy.insert(known, found["before"] or "")
    known.actions.extend(line.children)


def read_system_qos(block: Line, policies: NxosPolicies, diagnostics: LineDiagnostics) -> None:
    """Read what `system qos` puts into service for the whole switch; the last line of each kind wins."""
    policies.system_block = policies.system_block or block
    for line in block.children:
        found = service_policy(line.text.removeprefix("no "))
        if not found:
            diagnostics.line_not_understood(line, "not a command of system qos")
            continue
        of_type, direction, name = found
        if (of_type, direction) not in _SYSTEM_ATTACHMENTS:
            diagnostics.line_not_understood(
                line, "system qos takes network-qos, queuing input or output, and qos input"
            )
        elif line.text.startswith("no "):
            policies.system.pop((of_type, direction), None)
        else:
            policies.system[(of_type, direction)] = Attachment(name, line)


def service_policy(text: str) -> tuple[str, str, str] | None:
    """Return type, direction (empty if none) and name of a `service-policy` command, or None for other text."""
    found = _SERVICE_POLICY.fullmatch(text)
    return (found["type"] or QOS, found["direction"] or "", found["name"]) if found else None


def is_system_policy(name: str) -> bool:
    """Return whether a policy of this name exists without being defined (`fcoe-default-nq-policy`)."""
    return name.startswith(("default-", "fcoe-default-")) and name.endswith("-policy")
