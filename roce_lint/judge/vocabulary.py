"""The names that a rule may use: scopes, their variables, and the facts of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, get_type_hints

from roce_lint.judge.kind import FactKind, Opaque, PatternLines, Thing, kind_of
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass, field_names

Scopes: TypeAlias = Mapping[str, Mapping[str, object]]
"""For each scope its variables, and for each variable the dataclass whose facts it has."""


class UnknownName(Exception):
    """A dotted name that the vocabulary does not have; the text says what is wrong and what is near."""


@dataclass(frozen=True, slots=True)
class AttributeStep:
    """One attribute of a dotted name.

    `is_fact`: its value is wrapped in Stated, Default or Unknown. `part`: the part of the entity that has the
    attribute, which rules do not name; empty where the entity has it itself.
    """

    attribute: str
    is_fact: bool
    part: str = ""

    @property
    def read_from(self) -> str:
        """Return the attribute with the part before it, as it is read from the entity."""
        return f"{self.part}.{self.attribute}" if self.part else self.attribute


@dataclass(frozen=True, slots=True)
class FactPath:
    """A resolved dotted name such as `queue.ecn_kmin_bytes`: how to get there and what it gives."""

    variable: str
    variable_is_fact: bool
    steps: tuple[AttributeStep, ...]
    kind: FactKind
    entry: str = ""
    """Of lines: the pattern that one of them matches."""

    @property
    def may_be_unknown(self) -> bool:
        """Say whether an input may leave it open; one that is computed of what is there never is."""
        return self.variable_is_fact or any(step.is_fact for step in self.steps)

    @property
    def name(self) -> str:
        """Return the dotted name as a rule writes it."""
        dotted = ".".join((self.variable, *(step.attribute for step in self.steps)))
        return f"{dotted} matches {self.entry!r}" if self.entry else dotted


class Vocabulary:
    """The scopes that rules can be written for.

    `scopes` maps a scope (`queue`) to its variables, and each variable to the dataclass whose facts it has, or to
    `Fact[ThatClass]` where the whole entity may be unknown: `{"queue": {"queue": Queue, "port": Port}}`.
    """

    def __init__(self, scopes: Scopes) -> None:
        """Remember the scopes; the facts of a dataclass are looked up when a rule first names one."""
        self.scopes = scopes
        self._facts: dict[type, dict[str, tuple[FactKind, AttributeStep]]] = {}
        self._resolved: dict[tuple[str, str], FactPath] = {}

    def facts_of(self, entity: type) -> Mapping[str, tuple[FactKind, AttributeStep]]:
        """Return the public fields and properties of a dataclass: the kind of each, and how to read it.

        Fields that the class names in PARTS are not among them, but what these parts have is.
        """
        if entity not in self._facts:
            annotations: dict[str, object] = dict(get_type_hints(entity))
            parts = self.parts_of(entity)
            facts: dict[str, tuple[FactKind, AttributeStep]] = {}

            def add(name: str, annotation: object) -> None:
                kind, is_fact = kind_of(annotation, name)
                facts[name] = (kind, AttributeStep(name, is_fact))

            for name in field_names(entity):
                if name in parts:
                    own = self.facts_of(parts[name])
                    facts |= {fact: (of, AttributeStep(fact, step.is_fact, name)) for fact, (of, step) in own.items()}
                elif not name.startswith("_"):
                    add(name, annotations[name])
            for owner in reversed(entity.__mro__):
                for name, member in vars(owner).items():
                    if isinstance(member, property) and not name.startswith("_") and member.fget is not None:
                        add(name, get_type_hints(member.fget).get("return"))
            self._facts[entity] = facts
        return self._facts[entity]

    def parts_of(self, entity: type) -> Mapping[str, type]:
        """Return the fields of a dataclass that are parts of it, and the class of each."""
        names: tuple[str, ...] = getattr(entity, "PARTS", ())
        kinds = {name: kind_of(get_type_hints(entity)[name], name)[0] for name in names}
        return {name: kind.type for name, kind in kinds.items() if isinstance(kind, Thing)}

    def resolve(self, scope: str, name: str, *, lines: bool = False) -> FactPath:
        """Return how to read the dotted `name` in `scope`; the same object each time, so that rules share it.

        Raises UnknownName when a part of it does not exist, or when it names an entity instead of a fact; with
        `lines` it may name the lines of a configuration, of which a condition asks for one.
        """
        known = self._resolved.get((scope, name))
        if known is None:
            known = self._resolved[scope, name] = self._path(scope, name)
        if isinstance(known.kind, PatternLines) and not lines:
            raise UnknownName(f'{name!r} is {known.kind}: {name} matches "ntp server *"')
        return known

    def _path(self, scope: str, name: str) -> FactPath:
        variable, *attributes = name.split(".")
        variables = self.scopes[scope]
        if variable not in variables:
            raise UnknownName(f"scope {scope!r} has no variable {variable!r}{did_you_mean(variable, variables)}")
        kind, variable_is_fact = kind_of(variables[variable], variable)
        steps: list[AttributeStep] = []
        for attribute in attributes:
            if not isinstance(kind, Thing):
                owner = ".".join((variable, *(step.attribute for step in steps)))
                raise UnknownName(f"{owner!r} is {kind}; it has no fact {attribute!r}")
            facts = self.facts_of(kind.type)
            if attribute not in facts:
                raise UnknownName(f"{kind.type.__name__} has no fact {attribute!r}{did_you_mean(attribute, facts)}")
            kind, step = facts[attribute]
            steps.append(step)
        if isinstance(kind, Thing | Opaque):
            raise UnknownName(f"{name!r} is {kind}; name one of its facts, or derive a fact with a name of its own")
        return FactPath(variable, variable_is_fact, tuple(steps), kind)
