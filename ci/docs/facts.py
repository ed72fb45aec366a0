"""The reference of facts that rules may name, made from the classes that hold them and their docstrings.

python -m ci.docs.facts > docs/facts.md
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator

from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.kind import AnyText, Boolean, Choice, FactKind, Number, PatternLines, ScalarSet, Thing
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.model.fact import Source
from roce_lint.report.manual import SCOPES

_PREFACE = """\
# Facts that rules may name

A rule has a scope (`for: queue`) and names facts of the scope's variables (`queue.ecn_kmin_bytes`). This page lists the
scopes with their variables, and the facts of each. Numbers carry their unit in their names. A fact whose type says *may
be unknown* is one that a file may leave open or that was not understood: then a condition on it is undetermined, not
false. How conditions are written: [rules.md](rules.md). `make generate` writes this page from the classes.
"""


def facts_manual() -> str:
    """Return the page: scopes with their variables, then each class of facts once."""
    vocabulary = Vocabulary(VOCABULARY)
    sections = list(_sections(vocabulary))
    anchors = {entity: title for title, entity in sections}
    lines = [_PREFACE, "## Scopes", "", "| scope | what is evaluated | variables |", "| --- | --- | --- |"]
    for scope, variables in VOCABULARY.items():
        links = ", ".join(f"[`{name}`](#{_anchor(anchors[entity])})" for name, entity in variables.items())
        lines.append(f"| `{scope}` | {SCOPES.get(scope, scope.replace('_', ' '))} | {links} |")
    for title, entity in sections:
        lines += ["", f"## {title}", "", _prose(inspect.getdoc(entity) or ""), ""]
        lines += ["| fact | type | meaning |", "| --- | --- | --- |"]
        meanings = documented_facts(entity, vocabulary)
        for name, (kind, hop) in vocabulary.facts_of(entity).items():
            unknown = ", may be unknown" if hop.is_fact else ""
            words = _words(kind)
            if isinstance(kind, Thing) and kind.type in anchors:
                words = f"entity, see [{anchors[kind.type]}](#{_anchor(anchors[kind.type])})"
            lines.append(f"| `{name}` | {words}{unknown} | {_cell(meanings[name])} |")
    return "\n".join(lines) + "\n"


def documented_facts(entity: type, vocabulary: Vocabulary) -> dict[str, str]:
    """Return what is written about each field and property of a class and of its parts; empty where nothing is.

    A field is documented by the string literal below it, a property by its docstring.
    """
    found: dict[str, str] = {}
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(entity))).body
    assert isinstance(tree, ast.ClassDef)
    for node, after in zip(tree.body, [*tree.body[1:], ast.Pass()], strict=True):
        match node, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = inspect.cleandoc(text)
            case ast.AnnAssign(target=ast.Name(id=name)), _:
                found[name] = ""
            case ast.FunctionDef(name=name), _:
                found[name] = ast.get_docstring(node) or ""
    for part in vocabulary.parts_of(entity).values():
        found |= documented_facts(part, vocabulary)
    return found


def _sections(vocabulary: Vocabulary) -> Iterator[tuple[str, type]]:
    """Yield each class once with its title: the variable, with the scope where several classes share the name."""
    seen: dict[type, str] = {}
    names: set[str] = set()
    pending = [(name, scope, entity) for scope, variables in VOCABULARY.items() for name, entity in variables.items()]
    for name, scope, entity in pending:
        if entity in seen:
            continue
        seen[entity] = title = f"{name} in {scope}" if name in names else name
        names.add(name)
        yield title, entity
        for fact, (kind, _) in vocabulary.facts_of(entity).items():
            if isinstance(kind, Thing) and kind.type is not Source and kind.type not in seen:
                seen[kind.type] = f"{title}.{fact}"
                yield seen[kind.type], kind.type


def _words(kind: FactKind) -> str:
    match kind:
        case Boolean():
            return "yes or no"
        case Number(unit):
            return unit or "number"
        case AnyText():
            return "text"
        case Choice(values=values):
            return "one of " + ", ".join(f"`{value}`" for value in values)
        case ScalarSet(element):
            return f"set of {_words(element)}" if not isinstance(element, Number) else "set of numbers"
        case Thing():
            return "place (`file`, `line`, `end_line`)"
        case PatternLines():
            return "lines, for `matches`"
        case _:
            return "not for conditions"


def _anchor(title: str) -> str:
    """Return the anchor that Markdown gives a heading."""
    return title.lower().replace(" ", "-").replace(".", "")


def _prose(text: str) -> str:
    return "\n".join(textwrap.fill(part.replace("\n", " "), 120) for part in text.split("\n\n"))


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    print(facts_manual(), end="")
