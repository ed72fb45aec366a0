"""How flows are put on paths, as far as switches have the lines that are rendered of it."""

from __future__ import annotations

from collections import Counter

from roce_lint.learn.site import Site
from roce_lint.learn.topology import Section
from roce_lint.model.terms import PathChoice
from roce_lint.values import replace


def path_choice_section(site: Site) -> Section:
    """Return the choice of which most examples have the lines, and none of the others; empty where it is the usual."""
    votes: Counter[PathChoice] = Counter()
    usual = PathChoice.AUTO
    for view in site.examples:
        usual = view.path_choice
        choices = [one for one in PathChoice if one is not PathChoice.AUTO or usual is PathChoice.AUTO]
        said = {choice: frozenset(site.said(replace(view, path_choice=choice))) for choice in choices}
        differing = frozenset[object]().union(*said.values()) - frozenset.intersection(*said.values())
        read = frozenset(site.statements[view.name]) & differing
        votes.update(choice for choice in choices if differing and said[choice] & differing == read)
    best = max(votes, key=lambda choice: votes[choice], default=usual)
    return {"load_balancing": best.value} if votes[best] > votes[usual] else {}
