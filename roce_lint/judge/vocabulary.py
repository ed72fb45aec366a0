"""The names that a rule may use: scopes, their variables, and the facts of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, get_type_hints

from roce_lint.judge.kind import Kind, Opaque, Thing, kind_of
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass, field_names

Scopes: TypeAlias = Mapping[str, Mapping[str, object]]
"""For each scope its variables, and for each variable the dataclass whose facts it has."""


class UnknownName(Exception):
    """A dotted name that the vocabulary does not have; the text says what is wrong and what is near."""


@dataclass(frozen=True, slots=True)
class Hop:
    """One attribute of a dotted name; `is_fact`: its value is wrapped in Stated, Default or Unknown."""

    attribute: str
    is_fact: bool


@dataclass(frozen=True, slots=True)
class FactPath:
    """A resolved dotted name such as `queue.ecn_kmin_bytes`: how to get there and what it gives."""

    variable: str
    variable_is_fact: bool
    hops: tuple[Hop, ...]
    kind: Kind

    @property
    def name(self) -> str:
        """Return the dotted name as a rule writes it."""
        return ".".join((self.variable, *(hop.attribute for hop in self.hops)))


class Vocabulary:
    """The scopes that rules can be written for.

    `scopes` maps a scope (`queue`) to its variables, and each variable to the dataclass whose facts it has, or to
    `Fact[ThatClass]` where the whole entity may be unknown: `{"queue": {"queue": Queue, "port": Port}}`.
    """

    def __init__(self, scopes: Scopes) -> None:
        """Remember the scopes; the facts of a dataclass are looked up when a rule first names one."""
        self.scopes = scopes
        self._facts: dict[type, dict[str, tuple[Kind, bool]]] = {}
        self._resolved: dict[tuple[str, str], FactPath] = {}

    def facts_of(self, entity: type) -> Mapping[str, tuple[Kind, bool]]:
        """Return the public fields and properties of a dataclass: the kind of each, and whether it is a Fact."""
        if entity not in self._facts:
            annotations: dict[str, object] = dict(get_type_hints(entity))
            facts = {name: kind_of(annotations[name], name) for name in field_names(entity) if not name.startswith("_")}
            for owner in reversed(entity.__mro__):
                for name, member in vars(owner).items():
                    if isinstance(member, property) and not name.startswith("_") and member.fget is not None:
                        facts[name] = kind_of(get_type_hints(member.fget).get("return"), name)
            self._facts[entity] = facts
        return self._facts[entity]

    def resolve(self, scope: str, name: str) -> FactPath:
        """Return how to read the dotted `name` in `scope`; the same object each time, so that rules share it.

        Raises UnknownName when a part of it does not exist, or when it names an entity instead of a fact.
        """
        known = self._resolved.get((scope, name))
        if known is None:
            known = self._resolved[scope, name] = self._path(scope, name)
        return known

    def _path(self, scope: str, name: str) -> FactPath:
        variable, *attributes = name.split(".")
        variables = self.scopes[scope]
        if variable not in variables:
            raise UnknownName(f"scope {scope!r} has no variable {variable!r}{did_you_mean(variable, variables)}")
        kind, variable_is_fact = kind_of(variables[variable], variable)
        hops: list[Hop] = []
        for attribute in attributes:
            if not isinstance(kind, Thing):
                owner = ".".join((variable, *(hop.attribute for hop in hops)))
                raise UnknownName(f"{owner!r} is {kind}; it has no fact {attribute!r}")
            facts = self.facts_of(kind.type)
            if attribute not in facts:
                raise UnknownName(f"{kind.type.__name__} has no fact {attribute!r}{did_you_mean(attribute, facts)}")
            kind, is_fact = facts[attribute]
            hops.append(Hop(attribute, is_fact))
        if isinstance(kind, Thing | Opaque):
            raise UnknownName(f"{name!r} is {kind}; name one of its facts, or derive a fact with a name of its own")
        return FactPath(variable, variable_is_fact, tuple(hops), kind)
