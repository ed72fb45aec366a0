"""What is learnt from rendered configurations renders the same fabric again, sample by sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.intent.load import load_intent, parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.judge.check import NOTHING_SAID, Report, build_fabric
from roce_lint.learn.differences import differences_of
from roce_lint.learn.draft import intent_of
from roce_lint.learn.extra import with_extra
from roce_lint.learn.learnt import learn_intent
from roce_lint.learn.line_differences import line_differences
from roce_lint.learn.reasons import Why
from roce_lint.learn.report import difference_lines, learnt_text
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document

ROOT = Path(__file__).resolve().parents[2]
INTENTS = ROOT / "fixtures" / "intents"
FEW = (
    "clos-eos",
    "clos-srlinux-7250",
    "leaf-pairs",
    "mixed-vendors",
    "pfc-only",
)
EVERY = tuple(path.name.removesuffix(".roce.yaml") for path in sorted(INTENTS.glob("*.roce.yaml")))
SAMPLES = [pytest.param(name, marks=[] if name in FEW else [pytest.mark.long]) for name in EVERY]
NOT_SAID = {"own-platform": [Why.OPEN] * 3}
"""Why something is not said: a model of one's own has its name from the intent alone."""
WITHOUT_RELEASE = ("balanced",)
"""Samples with lines that only a named release has, where no line of the configuration names it."""
OWN_MODEL = "Acme TH5-32"


def rendered(path: Path) -> tuple[Document, ...]:
    """Return what a sample renders, as a process reads it that knows nothing of models that an intent describes."""
    files = render_fabric(load_intent(path))
    return tuple(Document(file.path, file.text.replace(OWN_MODEL, "unlisted")) for file in files)


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_learnt_of_a_sample_renders_the_same_fabric(name: str, no_report: Report) -> None:
    documents = rendered(INTENTS / f"{name}.roce.yaml")
    learnt = learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), name, documents)
    differences = differences_of(learnt, no_report)
    assert [one.why for one in differences] == NOT_SAID.get(name, []), list(difference_lines(differences))
    lines = line_differences(learnt, documents)
    left = lines.lost.left
    assert lines.added.left == ()
    intent = parse_intent(learnt_text(learnt, differences, left), "learnt.roce.yaml")
    assert intent.name == name
    given = load_intent(INTENTS / f"{name}.roce.yaml")
    assert intent.hardening == given.hardening
    assert {one.management_interface for one in intent.hosts} == {one.management_interface for one in given.hosts}
    assert bool(left) == bool(given.extra or name in WITHOUT_RELEASE), left
    if given.extra:
        whole = with_extra(learnt, lines.lost, differences)
        assert line_differences(whole, documents).lost.left == ()
        views, wanted = make_views(intent_of(whole.document)).switches, make_views(given).switches
        assert [(one.name, one.extra, one.port_extra) for one in views] == [
            (one.name, one.extra, one.port_extra) for one in wanted
        ]
