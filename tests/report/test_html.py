"""The HTML report: complete, closed to the network, and safe against its inputs."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.finding import FindingPlace, Report
from roce_lint.judge.load import load_rules
from roce_lint.judge.rule import Severity
from roce_lint.report.as_html import html_report
from roce_lint.report.fabric_svg import fabric_svg
from roce_lint.report.html_summary import by_device
from roce_lint.report.material import Caption, Material
from roce_lint.values import replace

Clos = Callable[..., Fabric]
VOID = {"meta", "input", "br", "img", "link"}


class Page(HTMLParser):
    """Collects tags and attributes, and refuses tags that are not closed in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in {"script", "style"}:
            self.text.append(data)


def parsed(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    assert page.open == []
    return page


def test_no_input_becomes_markup(hostile: tuple[Report, Material]) -> None:
    page = parsed(html_report(*hostile))
    tags = [tag for tag, _ in page.tags]
    assert tags.count("script") == 1
    assert tags.count("style") == 1
    assert not {"img", "link", "iframe", "object", "embed", "base", "foreignobject"} & set(tags)
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on") or name == "style"]
    drawing = parsed(fabric_svg(hostile[1].fabric or pytest.fail("no fabric")))
    assert [tag for tag, _ in drawing.tags].count("script") == 0


def test_the_page_asks_the_network_for_nothing(full_report: Report, clos: Clos) -> None:
    html = html_report(full_report, Material(fabric=clos(2, 2)))
    page = parsed(html)
    loading = ("src", "href", "srcset", "action", "data", "poster", "background", "xlink:href")
    assert not [name for _, attributes in page.tags for name in attributes if name in loading]
    assert set(re.findall(r"https?://[^\"' ]*", html)) == {"http://www.w3.org/2000/svg"}
    assert "@import" not in html
    assert "url(" not in html.replace("url(#tip)", "")


def test_the_policy_allows_exactly_the_script_and_the_style_of_the_page(full_report: Report) -> None:
    html = html_report(full_report)
    page = parsed(html)
    policy = next(one["content"] for tag, one in page.tags if tag == "meta" and one.get("http-equiv"))
    texts = {tag: re.search(f"<{tag}>(.*?)</{tag}>", html, re.DOTALL) for tag in ("style", "script")}
    hashes = {
        tag: base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
        for tag, found in texts.items()
        if found
    }
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hashes['style']}'; script-src 'sha256-{hashes['script']}'; "
        "base-uri 'none'; form-action 'none'"
    )


def test_everything_that_the_report_says_is_on_the_page(full_report: Report, clos: Clos) -> None:
    html = html_report(full_report, Material(texts={"leaf1.cfg": "\n" * 39 + "   no pfc"}, fabric=clos(2, 2)))
    text = " ".join(" ".join(parsed(html).text).split())
    for expected in (
        "1 error, 0 warnings, 1 info (1 undetermined, 1 line not understood, 1 file skipped, 1 file not readable)",
        "1 error at 16 places, 1 info at 1 place; on 2 of 2 devices",
        "Profile: lossless (Lossless with DCQCN), inferred: 2 ports pause",
        "error PFC-001 pfc-link-ends-differ leaf1.cfg:40",
        "40 | no pfc",
        "Why: The end that does not pause drops.",
        "interface Ethernet0 priority-flow-control priority 3 no-drop",
        "Places (16) leaf1.cfg:40 leaf1 Ethernet0/priority 3",
        "Evidence (1) leaf2.cfg:7 priority.healthy_end_pauses is yes",
        "The way (1) leaf1.cfg:40 leaf1 waits",
        "Lines not understood (1) leaf1.cfg:9 pfc magic ü (unknown keyword)",
        "Not readable (1) odd.cfg: binary",
        "Skipped (1) README.md: no known format",
        "PFC-001 pfc-link-ends-differ 384 20 0 4",
    ):
        assert expected in text


def test_a_clean_report_says_so(empty_report: Report) -> None:
    assert "No findings on 1 device" in parsed(html_report(empty_report)).text


def test_a_page_without_paths_says_why(full_report: Report, clos: Clos, routed: Fabric) -> None:
    words = "Pause reach and paths cannot be shown: hosts behind fewer than two switches are known"
    pages = [html_report(full_report, Material(fabric=fabric)) for fabric in (clos(2, 2), routed)]
    assert [(words in page, 'id="overlay"' in page) for page in pages] == [(True, False), (False, True)]


def test_devices_are_counted_worst_first(full_report: Report) -> None:
    error, info = full_report.findings
    warning = replace(
        error, severity=Severity.WARNING, places=tuple(FindingPlace("x", 1, 1, f"leaf{n}", "") for n in (2, 10))
    )
    both = replace(info, places=(*info.places, *(FindingPlace("x", 1, 1, "leaf1", "") for _ in range(2))))
    assert [(one.device, dict(one.findings), one.places) for one in by_device((error, warning, both))] == [
        ("leaf1", {Severity.ERROR: 1, Severity.INFO: 1}, 18),
        ("leaf2", {Severity.WARNING: 1, Severity.INFO: 1}, 2),
        ("leaf10", {Severity.WARNING: 1}, 1),
    ]


def test_the_top_says_what_the_caller_says(full_report: Report) -> None:
    html = html_report(full_report, Material(caption=Caption("pod <7>", "1a2b3c", "2026-11-23")))
    assert '<h1>pod &lt;7&gt;</h1><p class="quiet">Revision 1a2b3c · 2026-11-23 · roce-lint 0.1.0</p>' in html


def test_a_card_has_the_help_of_its_rule(full_report: Report, tmp_path: Path) -> None:
    (tmp_path / "ecn").mkdir()
    shutil.copy(rules_dir() / "ecn" / "ecn-curve-invalid.yaml", tmp_path / "ecn")
    (rule,) = load_rules(tmp_path, unexampled=tmp_path)
    report = replace(full_report, findings=(replace(full_report.findings[0], rule=rule.id),))
    text = " ".join(parsed(html_report(report, Material(rules=(rule,)))).text)
    assert (rule.headline in text, rule.sources[0] in text) == (True, True)
    assert "roce-lint explain ecn-curve-invalid" in text
    page = parsed(html_report(report, Material(rules=(rule,), docs_url="https://docs.example.net/")))
    assert [one["href"] for tag, one in page.tags if tag == "a"] == [
        "https://docs.example.net/rules/ecn-curve-invalid/"
    ]


def test_a_page_of_many_findings_stays_below_two_megabytes(full_report: Report) -> None:
    error = full_report.findings[0]
    many = tuple(replace(error, message=f"{number} {'x' * 600}") for number in range(3000))
    html = html_report(replace(full_report, findings=many))
    cards = html.count('<li class="finding')
    assert (len(html) < 2_000_000, f"{3000 - cards:,} less severe findings are left out here." in html) == (True, True)
