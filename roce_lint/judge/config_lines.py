"""The lines of a device's configuration, as rules ask for them: `device.lines matches "ntp server *"`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.line_matches import LineMatches, find_lines
from roce_lint.judge.rule import Rule
from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown
from roce_lint.read.files import InputFile
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class ConfigLines:
    """The lines of one device: for each pattern that rules ask for, whether a line matches, and which is the first."""

    facts: tuple[tuple[str, Fact[bool]], ...]

    def matching(self, pattern: str) -> Fact[bool]:
        """Say whether some line matches; unknown where the text is not at hand."""
        return next((fact for one, fact in self.facts if one == pattern), _NOT_AT_HAND)


_NOT_AT_HAND = Unknown("the text of the configuration is not at hand", NOWHERE)


def lines_of(device: Source, matches: LineMatches) -> ConfigLines:
    """Return what the file that describes a device says to each pattern; nothing where it was not searched."""
    if device.file not in matches.files:
        return ConfigLines(())
    facts: list[tuple[str, Fact[bool]]] = []
    for pattern in sorted(matches.patterns):
        place = matches.places.get((device.file, pattern))
        absent = Default(False, device, f"no line matches {pattern!r}")
        facts.append((pattern, Stated(True, place) if place is not None else absent))
    return ConfigLines(tuple(facts))


def with_lines(fabric: Fabric, files: Iterable[InputFile], rules: Sequence[Rule]) -> Fabric:
    """Return the fabric with the lines that rules ask for; files are read once more, and only where a rule asks."""
    conditions = [condition for rule in rules for condition in (*rule.when, rule.require)]
    patterns = {path.entry for condition in conditions for path in condition.facts if path.entry}
    if not patterns:
        return fabric
    documents = (file if isinstance(file, Document) else file.as_seen() for file in files)
    texts = ((document.path, document.text) for document in documents if document is not None)
    return replace(fabric, line_matches=find_lines(patterns, texts))
