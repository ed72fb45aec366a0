"""Templates of users: one block takes the place of ours, or adds to it, and the page lists what they get."""

from __future__ import annotations

from pathlib import Path

import pytest

from ci.docs.templates import template_manual
from roce_lint.errors import TemplateError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.render.render import render_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 1, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}
"""


@pytest.fixture(scope="module")
def views() -> FabricViews:
    return make_views(parse_intent(INTENT, "f.yaml"))


def leaf_lines(views: FabricViews, overrides: Path | None = None) -> list[str]:
    files = render_views(views, overrides=overrides, devices=["leaf-1"])
    return files[0].text.splitlines()


def test_a_block_can_be_added_to(views: FabricViews, tmp_path: Path) -> None:
    (tmp_path / "eos").mkdir()
    (tmp_path / "eos" / "pfc.j2").write_text(
        '{% include "builtin/eos/pfc.j2" %}\nqueue-monitor length log {{ view.asn }}\n'
    )
    ours, theirs = leaf_lines(views), leaf_lines(views, tmp_path)
    assert [line for line in theirs if line not in ours] == ["queue-monitor length log 65001"]
    assert [line for line in theirs if line in ours] == ours


def test_a_block_can_take_the_place_of_ours(views: FabricViews, tmp_path: Path) -> None:
    (tmp_path / "eos").mkdir()
    (tmp_path / "eos" / "errdisable.j2").write_text("errdisable recovery interval 60\n")
    lines = leaf_lines(views, tmp_path)
    assert lines.count("errdisable recovery interval 60") == 1


def test_a_name_that_the_view_lacks_is_an_error_with_file_and_line(views: FabricViews, tmp_path: Path) -> None:
    (tmp_path / "eos").mkdir()
    (tmp_path / "eos" / "pfc.j2").write_text("!\n{{ view.asnn }}\n")
    with pytest.raises(TemplateError, match=r"eos/pfc.j2:2: .*has no attribute 'asnn'"):
        leaf_lines(views, tmp_path)


def test_the_page_lists_every_variable(root: Path) -> None:
    page = (root / "docs/templates.md").read_text(encoding="utf-8")
    assert page == template_manual(), "run: python -m ci.docs.templates > docs/templates.md"
    assert "| `maximum_paths` | `int` |" in page
