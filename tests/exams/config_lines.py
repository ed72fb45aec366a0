"""Configurations as lines that know their block, faults planted in them, and the text with the places of the faults."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


@dataclass
class Line:
    """One command with the blocks around it; `faults` are those that this line is a right place for."""

    path: tuple[str, ...]
    faults: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        return " > ".join(self.path)


@dataclass
class Config:
    """A file of a device. `roles`: what the ports are for, by their block's first line; `gaps`: where lines lack."""

    device: str
    file: str
    system: str
    tier: str
    lines: list[Line]
    show: Callable[[Config], list[tuple[str, set[str]]]]
    roles: dict[str, str] = field(default_factory=dict)
    gaps: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    ending: str = "\n"

    def faults_of(self, line: Line) -> set[str]:
        return line.faults | {name for name, prefix in self.gaps if prefix and line.path[: len(prefix)] == prefix}

    def rendered(self) -> tuple[str, dict[str, set[int]]]:
        """Return the text and the right line numbers of each fault."""
        shown = self.show(self)
        places: dict[str, set[int]] = {}
        for number, (_, faults) in enumerate(shown, 1):
            for name in faults:
                places.setdefault(name, set()).add(number)
        return "".join(text + self.ending for text, _ in shown), places


def parse(text: str) -> list[Line]:
    """Return the lines of a text whose indentation says what is inside what."""
    lines: list[Line] = []
    stack: list[tuple[int, str]] = []
    for row in text.splitlines():
        if not row.strip():
            continue
        indent = len(row) - len(row.lstrip())
        while stack and stack[-1][0] >= indent:
            stack.pop()
        stack.append((indent, row.strip()))
        lines.append(Line(tuple(item for _, item in stack)))
    return lines


@dataclass(frozen=True)
class Swap:
    """Replace what `pattern` finds in a line (of its whole path) by `put`."""

    pattern: str
    put: str
    every: bool = False


@dataclass(frozen=True)
class Cut:
    """Take a line away, with all that is inside it."""

    pattern: str
    every: bool = False
    until: str = ""
    """How much of the path stays as the place: the part that this pattern finds; the parent block where empty."""


@dataclass(frozen=True)
class Add:
    """Put a line into the block that `where` of the fault names, or at the top."""

    text: str
    into: str = ""
    """A pattern of the block, where it is another than the fault's."""


Edit = Swap | Cut | Add


@dataclass(frozen=True)
class Fault:
    """One mistake.

    `where` is the block: `@host`, `@fabric` ... a port of that role, otherwise a pattern of the block's path, nothing
    for the whole file. `words`: what the message has to say, at least. `near`: lines that are right places too.
    `at`: tiers that it is planted in. `broad`: it makes other faults of the device meaningless.
    """

    name: str
    kind: str
    where: str
    edits: tuple[Edit, ...]
    words: str
    near: str = ""
    at: str = "leaf spine core"
    broad: bool = False
    info: bool = False
    """A remark is enough."""
    needs: str = ""
    """A pattern of a line that the block has to have."""
    lacks: str = ""
    """A pattern of a line that the block may not have."""
    when: str = ""
    """A pattern of what the fabric and the site's form of writing are: board, style, shape."""
    block: bool = False
    """Every line of the block is a right place."""
    top: str = ""
    """What else is put at the top level, and is no fault by itself."""
    peer: bool = False
    """The device at the other end of the link is a right place too: either could be changed."""
    sibling: bool = False
    """Where a tier has two switches, the other one is a right place too: nothing says which of them is wrong."""
    everywhere: bool = False
    """Every file of its tiers gets it, as from one script or template; the first of them is the place."""


def blocks_of(config: Config, where: str) -> list[tuple[str, ...]]:
    """Return the paths of the blocks that a fault may be planted in."""
    if not where:
        return [()]
    if where.startswith("@"):
        wanted = where[1:].split("|")
        return [tuple(header.split(" > ")) for header, role in config.roles.items() if role in wanted]
    found = {line.path[: depth + 1] for line in config.lines for depth in range(len(line.path))}
    return sorted(path for path in found if re.search(where, " > ".join(path)))


def plant(
    config: Config, fault: Fault, values: dict[str, str], rng: random.Random, only: tuple[str, ...] | None = None
) -> bool:
    """Plant `fault` in one of its blocks, `only` in that one where it is given; say whether any could take it."""
    blocks = blocks_of(config, fill(fault.where, values))
    rng.shuffle(blocks)
    blocks = blocks if only is None else [block for block in blocks if block == only]
    for block in blocks:
        if not _fits(config, fault, block, values):
            continue
        before, gaps = [Line(line.path, set(line.faults)) for line in config.lines], list(config.gaps)
        if all(_edit(config, fault.name, block, edit, values, rng) for edit in fault.edits):
            config.lines = [*_typed(config, fault.top), *config.lines] if fault.top else config.lines
            if fault.block:
                config.gaps.append((fault.name, block))
            if fault.near:
                for line in config.lines:
                    if re.search(fill(fault.near, values), line.text):
                        line.faults.add(fault.name)
            return True
        config.lines, config.gaps = before, gaps
    return False


def still_there(config: Config, fault: Fault, values: dict[str, str]) -> bool:
    """Say whether a fault of the whole file still has the lines without which it is none."""
    return bool(fault.where) or _fits(config, fault, (), values)


def _fits(config: Config, fault: Fault, block: tuple[str, ...], values: dict[str, str]) -> bool:
    inside = [line.text for line in config.lines if _inside(line, block)]
    needs, lacks = fill(fault.needs, values), fill(fault.lacks, values)
    has = not needs or any(re.search(needs, text) for text in inside)
    return has and not (lacks and any(re.search(lacks, text) for text in inside))


def fill(text: str, values: dict[str, str]) -> str:
    """Put what the fabric has in place of `<dscp>` and the like."""
    return re.sub(r"<(\w+)>", lambda found: values.get(found[1], found[0]), text)


def _inside(line: Line, block: tuple[str, ...]) -> bool:
    return line.path[: len(block)] == block


def _edit(
    config: Config, name: str, block: tuple[str, ...], edit: Edit, values: dict[str, str], rng: random.Random
) -> bool:
    if isinstance(edit, Add):
        return _add(config, name, block, edit, values)
    pattern = re.compile(fill(edit.pattern, values))
    found = [line for line in config.lines if _inside(line, block) and pattern.search(line.text)]
    if not found:
        return False
    for line in found if edit.every else [rng.choice(found)]:
        if isinstance(edit, Cut):
            _cut(config, name, line, edit, values)
        elif not _swap(config, name, line, pattern, fill(edit.put, values)):
            return False
    return True


def _swap(config: Config, name: str, line: Line, pattern: re.Pattern[str], put: str) -> bool:
    new = pattern.sub(put, line.text, count=1)
    # What redirects in a shell is no block.
    changed = (new,) if config.system in ("host", "subnet") else tuple(new.split(" > "))
    if changed == line.path:
        return False
    old = line.path
    for other in config.lines:
        if other is not line and _inside(other, old):
            other.path = (*changed, *other.path[len(old) :])
    line.path = changed
    line.faults.add(name)
    return True


def _cut(config: Config, name: str, line: Line, edit: Cut, values: dict[str, str]) -> None:
    stays = line.path[:-1]
    if edit.until:
        found = re.search(fill(edit.until, values), line.text)
        stays = line.path[: found[0].count(" > ") + line.text[: found.start()].count(" > ") + 1] if found else stays
    config.gaps.append((name, stays))
    config.lines = [other for other in config.lines if not _inside(other, line.path)]


def _add(config: Config, name: str, block: tuple[str, ...], edit: Add, values: dict[str, str]) -> bool:
    if edit.into:
        found = [path for path in blocks_of(config, fill(edit.into, values)) if path[: len(block)] == block]
        if not found:
            return False
        block = found[0]
    added = [Line((*block, *line.path), {name}) for line in _typed(config, fill(edit.text, values))]
    inside = [number for number, line in enumerate(config.lines) if _inside(line, block)]
    if not inside:
        return False
    # Behind the block's own first lines, where a person would type it; at the top level at the end of the file.
    place = next((number for number in inside if len(config.lines[number].path) > len(block)), inside[-1] + 1)
    config.lines[place if block else len(config.lines) : place if block else len(config.lines)] = added
    return True


def _typed(config: Config, text: str) -> list[Line]:
    """Return the lines of `text`; where blocks have no line of their own only what is inside them."""
    lines = parse(text)
    blocks = {line.path[:depth] for line in lines for depth in range(1, len(line.path))}
    keeps = config.system not in ("srlinux", "cumulus", "junos")
    return lines if keeps else [line for line in lines if line.path not in blocks]


def commands(
    width: int, *, mark: str = "!", head: Iterable[str] = (), tail: Iterable[str] = (), flat: bool = False
) -> Callable[[Config], list[tuple[str, set[str]]]]:
    """Return a writer of the industry-standard CLI: `width` blanks a level, `mark` between the blocks."""

    def show(config: Config) -> list[tuple[str, set[str]]]:
        rows: list[tuple[str, set[str]]] = [(text, set()) for text in head]
        before = ""
        for line in config.lines:
            depth = len(line.path) - 1
            kind = line.path[0].split()[0]
            if depth == 0 and mark is not None and before and (before != kind or kind in ("interface", "route-map")):
                rows.append((mark, set()))
            if depth == 0:
                before = kind
            rows.append((" " * (0 if flat else width * depth) + line.path[-1], config.faults_of(line)))
        return [*rows, *((text, set()) for text in tail)]

    return show
