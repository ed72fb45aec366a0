"""A fabric of 512 switches there and back, which takes minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.cli.group import roce_lint
from roce_lint.intent.load import load_intent
from roce_lint.intent.make_view import make_views

PODS = Path(__file__).resolve().parents[2] / "fixtures" / "intents" / "large" / "pods.roce.yaml"


def test_512_switches_are_planned_with_what_they_cannot_have_in_words() -> None:
    views = make_views(load_intent(PODS))
    assert (len(views.switches), len(views.hosts), len(views.links)) == (512, 336, 8064)
    assert [one.message.partition(",")[0] for one in views.warnings] == [
        "flows are balanced by load with the values of Nokia's designs"
    ]


@pytest.mark.long
def test_512_switches_lint_clean(tmp_path: Path) -> None:
    from click.testing import CliRunner

    rendered = CliRunner().invoke(roce_lint, ["render", str(PODS), "-o", str(tmp_path / "out")])
    assert rendered.exit_code == 0, rendered.stderr
    words = ["check", str(tmp_path / "out"), "--intent", str(PODS), "--no-cache", "--fail-on", "info"]
    checked = CliRunner().invoke(roce_lint, words)
    assert checked.exit_code == 0, checked.stdout
