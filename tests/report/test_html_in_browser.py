"""The HTML report in Chromium: what clicks, keys and screens do. One browser serves all tests of this file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.finding import Place, Report, Step
from roce_lint.report.as_html import html_report
from roce_lint.report.material import Material
from roce_lint.values import replace
from tests.report.browser import CHROMIUM, Browser

Clos = Callable[..., Fabric]
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not on this machine")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def small(full_report: Report, clos: Clos, browser: Browser, tmp_path: Path) -> Browser:
    """A browser that shows four switches with an error on leaf-1 and an info on leaf-2."""
    error, info = full_report.findings
    steps = tuple(Step(name, "", "x", 1, "waits") for name in ("leaf-1", "spine-1"))
    error = replace(error, places=(Place("leaf1.cfg", 40, 40, "leaf-1", "Ethernet1"),), steps=steps)
    info = replace(info, places=(Place("leaf2.cfg", 1, 1, "leaf-2", ""),))
    return shown(
        browser, html_report(replace(full_report, findings=(error, info)), Material(fabric=clos(2, 2))), tmp_path
    )


def shown(browser: Browser, html: str, folder: Path) -> Browser:
    """Show a page on a usual screen; it may complain of nothing and ask for nothing but itself."""
    page = folder / "report.html"
    page.write_text(html, "utf-8")
    browser.screen(1280, 900)
    browser.open(page)
    assert (browser.complaints, browser.requests) == ([], [page.as_uri()])
    return browser


def words(browser: Browser, selector: str) -> str:
    return str(browser.run(f"document.querySelector({selector!r}).textContent"))


def box(browser: Browser, name: str) -> str:
    """Return what selects the box of a device."""
    number = browser.run(
        f"[...document.querySelectorAll('.box')].find(one => one.textContent.startsWith({name!r})).dataset.box"
    )
    return f'.box[data-box="{number}"]'


@pytest.mark.parametrize("size", ["hostile", "64 leaves and 32 spines"])
def test_it_runs_our_script_and_no_other(
    size: str, hostile: tuple[Report, Material], full_report: Report, clos: Clos, browser: Browser, tmp_path: Path
) -> None:
    large = full_report, Material(fabric=clos(64, 32))
    shown(browser, html_report(*(hostile if size == "hostile" else large)), tmp_path)
    title = str(browser.run("document.title"))
    count = 1 if size == "hostile" else 2
    assert (": 1 error at " in title, words(browser, "#shown"), browser.run("document.scripts.length")) == (
        True,
        f"{count} of {count} findings shown",
        1,
    )


def test_findings_are_filtered_by_device_severity_and_words(small: Browser) -> None:
    said = [words(small, "#shown")]
    small.click(box(small, "leaf-2"))
    said += [words(small, "#shown"), small.run(f"document.querySelector({box(small, 'leaf-2')!r}).ariaPressed")]
    small.click("#clear")
    small.click("[data-filter=error]")
    said.append(words(small, "#shown"))
    small.click("[data-filter=error]")
    small.click("#search")
    small.call("Input.insertText", text="HEADROOM")
    said.append(words(small, "#shown"))
    assert said == [
        "2 of 2 findings shown",
        "1 of 2 findings shown",
        "true",
        "1 of 2 findings shown",
        "1 of 2 findings shown",
    ]


def test_a_device_of_the_table_is_chosen_in_the_picture(small: Browser) -> None:
    small.click('[data-device="leaf-1"]')
    assert (
        small.run(f"document.querySelector({box(small, 'leaf-1')!r}).classList.contains('chosen')"),
        words(small, "#shown"),
    ) == (True, "1 of 2 findings shown")


def test_the_picture_is_moved_and_shows_the_way_of_a_finding(small: Browser) -> None:
    look = "document.querySelector('.frame svg').getAttribute('viewBox')"
    whole = small.run(look)
    small.click('[data-zoom="0.7"]')
    larger = small.run(look)
    small.click("[data-zoom=whole]")
    assert (larger != whole, small.run(look)) == (True, whole)
    small.click('[data-show="0"]')
    lit = "[...document.querySelectorAll('.box.chosen')].map(one => one.textContent.match(/[a-z]+-\\d/)[0]).sort()"
    assert (small.run(lit), small.run("document.querySelectorAll('.way.shown').length"), words(small, "#traced")) == (
        ["leaf-1", "spine-1"],
        1,
        "Arrows: PFC-001 pfc-link-ends-differ leaf1.cfg:40",
    )
