"""The page of `tune`, and the pictures of the documentation made by the same code."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from ci.docs.pictures import docs_pictures
from roce_lint.cli.tune import command
from roce_lint.report.chart_svg import BarPart, sum_bar
from roce_lint.report.tune_html import headroom_picture
from roce_lint.report.tuned import Question, tuned

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["headroom.svg", "marking-curve.svg", "buffer.svg"])
def test_the_pictures_of_the_documentation_are_current(name: str) -> None:
    shown = docs_pictures()[name]
    assert shown == (ROOT / "docs/images" / name).read_text("utf-8"), "write them again with `make generate`"
    ElementTree.fromstring(shown)
    assert f"images/{name}" in (ROOT / "docs/tuning.md").read_text("utf-8")


def test_the_page_has_every_number_that_the_terminal_shows(tmp_path: Path) -> None:
    page = tmp_path / "tune.html"
    words = ["--speed", "400", "--cable", "40", "--platform", "7060X6-64PE", "--flows", "32"]
    result = CliRunner().invoke(command, [*words, "--html", str(page)])
    assert (result.exit_code, result.stdout) == (0, CliRunner().invoke(command, words).stdout)
    html = page.read_text("utf-8")
    numbers = re.findall(r"^    \S.*?  ([0-9][0-9,.]*)  ", result.stdout, re.MULTILINE)
    assert len(numbers) > 20
    assert [number for number in numbers if f'<td class="count">{number}</td>' not in html] == []
    assert re.findall(r"<h1>(.*?)</h1>", html) == ["Thresholds for 400 Gb/s and 40 m on DCS-7060X6-64PE"]
    assert html.count("<svg") == 3
    assert "src=" not in html


def test_without_a_buffer_there_is_no_picture_of_it(tmp_path: Path) -> None:
    page = tmp_path / "tune.html"
    CliRunner().invoke(command, ["--speed", "100", "--cable", "40", "--html", str(page)])
    html = page.read_text("utf-8")
    assert (html.count("<svg"), "the buffer is not known: give --platform or --pool" in html) == (2, True)


@pytest.mark.parametrize("question", [Question(100, 40), Question(400, 40), Question(800, 3)], ids=str)
def test_the_summands_are_the_headroom(question: Question) -> None:
    (receipt, *_) = tuned(question).receipts
    texts = ElementTree.fromstring(headroom_picture(receipt)).itertext()
    parts = [re.fullmatch(r"\d = .*: ([0-9,]+) bytes", text) for text in texts]
    sizes = [int(found[1].replace(",", "")) for found in parts if found]
    assert len(sizes) >= 3
    assert sum(sizes) == receipt.value("xoff_bytes")


def test_parts_of_a_bar_follow_each_other_to_scale() -> None:
    drawn, _ = sum_bar(0, "all", [BarPart("first", 300), BarPart("second", 100)], [BarPart("limit", 200)])
    rects = [ElementTree.fromstring(one) for one in drawn if one.startswith("<rect")]
    first, second = ((float(one.get("x", "")), float(one.get("width", ""))) for one in rects)
    assert first[0] + first[1] == pytest.approx(second[0], abs=0.2)
    assert first[1] == pytest.approx(3 * second[1], abs=0.3)
