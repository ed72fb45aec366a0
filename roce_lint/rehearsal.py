"""An intent rendered in memory and judged like any configuration, before a file of it is written."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.check import check_gathered
from roce_lint.errors import Problem
from roce_lint.given import Given
from roce_lint.intent.as_facts import intent_facts
from roce_lint.intent.infiniband_facts import intended_partitions
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.intent.make_view import make_views
from roce_lint.intent.model import Intent
from roce_lint.intent.model_infiniband import InfinibandIntent
from roce_lint.lint.finding import Report
from roce_lint.lint.rule import Rule
from roce_lint.read.gather import Gathered
from roce_lint.read.reading import Document
from roce_lint.render.files import RenderedFile
from roce_lint.render.infiniband import render_infiniband
from roce_lint.render.render import render_views


def rendered_files(wish: Intent | InfinibandIntent) -> tuple[tuple[RenderedFile, ...], tuple[Problem, ...]]:
    """Return every file of an intent, and warnings about the intent.

    Raises IntentError for an impossible intent, PlatformError where a platform lacks what is asked of it.
    """
    subnet = make_infiniband_view(wish)
    files = render_infiniband(subnet) if subnet is not None else ()
    if not isinstance(wish, Intent):
        return files, ()
    views = make_views(wish)
    return (*render_views(views), *files), views.warnings


def judge_rendered(files: Sequence[RenderedFile], wish: Intent | InfinibandIntent, rules: Sequence[Rule]) -> Report:
    """Return what the rules say of the rendered files of an intent, with its own links and its own design given."""
    documents = tuple(Document(file.path, file.text) for file in files)
    given = Given(partitions=intended_partitions(wish))
    if isinstance(wish, Intent):
        facts = intent_facts(wish)
        given = Given(design=facts.given, links=facts.links, partitions=given.partitions)
    return check_gathered(Gathered(documents, frozenset(), (), ()), rules, given)
