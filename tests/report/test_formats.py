"""Every form of a report is written by its name, and the text of a report is never read as a configuration."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.finding import FindingPlace, Report
from roce_lint.judge.rule import Severity
from roce_lint.read.detect import Foreign, detect
from roce_lint.report.formats import FORMATS, format_of_file
from roce_lint.report.material import Material, quote_lines
from roce_lint.text.document import Document
from roce_lint.values import replace

TEXT = "\n" * 39 + "interface Ethernet0\n   priority-flow-control on\n"


@pytest.mark.parametrize("name", FORMATS)
def test_every_form_is_text_and_the_same_every_time(
    name: str, full_report: Report, clos: Callable[..., Fabric]
) -> None:
    material = Material(texts={"leaf1.cfg": TEXT}, fabric=clos(2, 2))
    text = FORMATS[name].write(full_report, material)
    assert "pfc-link-ends-differ" in text
    assert text.endswith("\n")
    assert text == FORMATS[name].write(full_report, material)


@pytest.mark.parametrize("name", FORMATS)
def test_every_form_tells_of_nothing(name: str, empty_report: Report) -> None:
    assert FORMATS[name].write(empty_report)


@pytest.mark.parametrize("name", FORMATS)
def test_every_form_begins_with_the_worst(name: str, full_report: Report) -> None:
    """A warning in the first file, an error in the last one."""
    error = full_report.findings[0]
    places = [FindingPlace(path, 1, 1, "leaf1", "") for path in ("a.cfg", "z.cfg")]
    warning = replace(error, severity=Severity.WARNING, message="first by its path", places=(places[0],), related=())
    worst = replace(error, message="worst of all", places=(places[1],), related=())
    text = FORMATS[name].write(replace(full_report, findings=(warning, worst)), Material())
    assert 0 < text.rindex("worst of all") < text.rindex("first by its path")


@pytest.mark.parametrize("name", FORMATS)
def test_no_report_is_taken_for_a_configuration(name: str, full_report: Report) -> None:
    text = FORMATS[name].write(full_report, Material(texts={"leaf1.cfg": TEXT}))
    for file in ("report", "report.txt", "report.json", "report.cfg"):
        assert isinstance(detect(Document(file, text)), Foreign)


@pytest.mark.parametrize(
    ("file", "form"),
    [
        ("a.sarif", "sarif"),
        ("a.sarif.json", "sarif"),
        ("a.json", "json"),
        ("A.HTML", "html"),
        ("a.md", "markdown"),
        ("a.xml", "junit"),
        ("a.log", "text"),
        ("html", "text"),
    ],
)
def test_the_suffix_tells_the_form(file: str, form: str) -> None:
    assert format_of_file(file) == form


@pytest.mark.parametrize(
    ("folder", "root", "path", "expected"),
    [
        ("/w/net", "/w", "a.cfg", "net/a.cfg"),
        ("/w/net", "/w", "../b/a.cfg", "b/a.cfg"),
        ("/w/net", "/w", "/w/a.cfg", "a.cfg"),
        ("/w", "/w", "../a.cfg", "/a.cfg"),
        ("/", "/", "a.cfg", "a.cfg"),
        ("", "", "../a.cfg", "../a.cfg"),
        ("/w", "/w", "", ""),
    ],
)
def test_files_are_named_from_the_top_of_the_repository(folder: str, root: str, path: str, expected: str) -> None:
    assert Material(folder=folder, root=root).in_repository(path) == expected


def test_lines_are_counted_as_readers_count_them() -> None:
    texts = {"a": "one\r\ntwo\x0bstill two\nthree"}
    wanted = [("a", 1), ("a", 2), ("a", 3), ("a", 4), ("a", 0), ("b", 1)]
    assert quote_lines(texts, wanted) == {("a", 1): "one", ("a", 2): "two\x0bstill two", ("a", 3): "three"}
