"""The HTML report in Chromium: what clicks, keys and screens do. One browser serves all tests of this file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.finding import FindingPlace, PathStep, Report
from roce_lint.report.as_html import html_report
from roce_lint.report.material import Material
from roce_lint.report.simulated_html import simulated_html
from roce_lint.simulate.choose_engine import simulated
from roce_lint.simulate.outcome import EngineName, RunWatch
from roce_lint.values import replace
from tests.report.browser import CHROMIUM, Browser
from tests.simulate.scenarios import plant_of, unfair_and_victim

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
    steps = tuple(PathStep(name, "", "x", 1, "waits") for name in ("leaf-1", "spine-1"))
    error = replace(error, places=(FindingPlace("leaf1.cfg", 40, 40, "leaf-1", "Ethernet1"),), steps=steps)
    info = replace(info, places=(FindingPlace("leaf2.cfg", 1, 1, "leaf-2", ""),))
    return shown(
        browser, html_report(replace(full_report, findings=(error, info)), Material(fabric=clos(2, 2))), tmp_path
    )


def shown(browser: Browser, html: str, folder: Path) -> Browser:
    """Show a page on a usual screen; it may refuse of nothing and ask for nothing but itself."""
    page = folder / "report.html"
    page.write_text(html, "utf-8")
    browser.screen(1280, 900)
    browser.open(page)
    assert (browser.faults, browser.requests) == ([], [page.as_uri()])
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
    browser.click(".box")
    browser.click("#panel-ports button")
    browser.click("#clear")
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


@pytest.fixture
def pod(full_report: Report, routed: Fabric, browser: Browser, tmp_path: Path) -> Browser:
    """A browser that shows a fabric with routes and an error at a port of leaf1."""
    error = replace(
        full_report.findings[0], places=(FindingPlace("leaf1.cfg", 12, 12, "leaf1", "Ethernet1/queue 3"),), steps=()
    )
    return shown(browser, html_report(replace(full_report, findings=(error,)), Material(fabric=routed)), tmp_path)


def test_a_chosen_port_is_drawn_beside_the_other_end_of_its_cable(pod: Browser) -> None:
    pod.click(box(pod, "leaf1"))
    ports = "[...document.querySelectorAll('#panel-ports button')].map(one => one.textContent)"
    assert pod.run(ports) == [
        "Ethernet1 spine1 Ethernet1 error",
        "Ethernet2 spine2 Ethernet1",
        "Ethernet30 no cable known",
        "Ethernet31 no cable known",
    ]
    pod.click("#panel-ports li:nth-child(2) button")
    drawn = "[...document.querySelectorAll('#panel-ends figure')].map(one => one.querySelector('strong').textContent + "
    assert pod.run(f"{drawn}': ' + one.querySelectorAll('svg .curve').length)") == [
        "leaf1 Ethernet2: 1",
        "spine2 Ethernet1: 0",
    ]
    assert words(pod, ".cable-words") == "20 m, cable known from cabling file"
    pod.click("#panel-ports li:nth-child(3) button")
    assert pod.run("document.querySelectorAll('#panel-ends figure').length") == 1


def test_a_cable_opens_both_of_its_ends(pod: Browser) -> None:
    numbers = [box(pod, name)[len('.box[data-box="') : -2] for name in ("leaf1", "spine1")]
    lines = "[...document.querySelectorAll('.cable.opens')]"
    wanted = f"{lines}.find(one => {numbers!r}.every(box => one.dataset.ends.split(' ').includes(box)))"
    pod.run(f"{wanted}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
    drawn = "[...document.querySelectorAll('#panel-ends figure strong')].map(one => one.textContent).sort()"
    assert pod.run(drawn) == ["leaf1 Ethernet1", "spine1 Ethernet1"]
    assert pod.run(f"{lines}.length") == pod.run("document.querySelectorAll('.cable').length")


def test_a_finding_leads_to_its_port(pod: Browser) -> None:
    pod.click("[data-port]")
    pressed = "document.querySelector('#panel-ports [aria-pressed=true]').textContent"
    assert (words(pod, "#panel-title"), pod.run(pressed)) == ("leaf1", "Ethernet1 spine1 Ethernet1 error")


def test_the_keyboard_reaches_every_device_and_port(pod: Browser) -> None:
    focused = "document.activeElement.querySelector('text').textContent"
    pod.run(f"document.querySelector({box(pod, 'leaf1')!r}).focus()")
    pod.press("ArrowRight")
    beside = pod.run(focused)
    pod.press("ArrowUp")
    above = pod.run(focused)
    pod.press("Enter")
    assert (beside, above, words(pod, "#panel-title")) == ("leaf2", "spine1", "spine1")
    assert pod.run("document.querySelectorAll('.box[tabindex=\"0\"]').length") == 1
    pod.run("document.querySelector('#panel-ports button').focus()")
    pod.press("Enter")
    assert pod.run("document.querySelectorAll('#panel-ends figure').length") == 2


def select(browser: Browser, selector: str, option: str) -> None:
    browser.run(
        f"(() => {{ const one = document.querySelector({selector!r});"
        f" one.value = [...one.options].find(option => option.text === {option!r}).value;"
        " one.dispatchEvent(new Event('change')); })()"
    )


def test_pause_reach_and_paths_are_laid_over_the_drawing(pod: Browser) -> None:
    arrows = "document.querySelectorAll('.laid path').length"
    select(pod, "#overlay", "pause reach")
    assert (pod.run(arrows), "climbs 3 hops, fills 6 buffers" in words(pod, "#traced")) == (6, True)
    select(pod, "#overlay", "paths")
    assert (pod.run(arrows), words(pod, "#traced")) == (
        4,
        "Packets from leaf1 to hosts of leaf3 cross 4 hops between switches while nothing has failed.",
    )
    select(pod, "#to", "leaf2")
    lit = "[...document.querySelectorAll('.box.beside')].map(one => one.querySelector('text').textContent).sort()"
    assert pod.run(lit) == ["leaf1", "leaf2", "spine1", "spine2"]
    select(pod, "#overlay", "cables")
    assert (pod.run("document.querySelectorAll('.laid .paths').length"), words(pod, "#traced")) == (0, "")


def test_a_tier_is_looked_at_closely(pod: Browser) -> None:
    look = "document.querySelector('.frame svg').getAttribute('viewBox').split(' ').map(Number)"
    whole = pod.run(look)
    pod.click("[data-view]")
    assert isinstance(whole, list)
    assert pod.run(f"{look}[2] < {whole[2]}") is True


def test_it_fits_a_phone_and_turns_dark_and_onto_paper(pod: Browser) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    tools = "getComputedStyle(document.querySelector('.tools')).display"
    bright = pod.run(paper)
    pod.screen(390, 844, dark=True)
    pod.click(box(pod, "leaf1"))
    pod.click("#panel-ports button")
    assert (pod.run("document.documentElement.scrollWidth <= innerWidth"), pod.run(paper) != bright) == (True, True)
    before = pod.run(tools)
    pod.screen(800, 1100, paper=True)
    assert (before, pod.run(tools)) == ("flex", "none")


def in_view(browser: Browser, selector: str) -> object:
    """Say whether the middle of an element is on the screen."""
    return browser.run(
        f"(() => {{ const one = document.querySelector({selector!r}).getBoundingClientRect();"
        " const x = one.left + one.width / 2, y = one.top + one.height / 2;"
        " return x > 0 && y > 0 && x < innerWidth && y < innerHeight; })()"
    )


def test_one_search_brings_the_port_of_a_fault_on_the_screen(pod: Browser) -> None:
    pod.click("#search")
    pod.call("Input.insertText", text="leaf1 ethernet1")
    assert pod.run("[...document.querySelectorAll('#hits button')].map(one => one.textContent)") == [
        "leaf1 Ethernet1 error"
    ]
    pod.press("Enter")
    assert words(pod, "#panel-title") == "leaf1"
    assert words(pod, "#panel-ends figure strong") == "leaf1 Ethernet1"
    assert words(pod, "#panel-ends text.error") == "error PFC-001"
    assert (words(pod, "#shown"), in_view(pod, "#panel-ends .stage.error"), in_view(pod, box(pod, "leaf1"))) == (
        "1 of 1 findings shown",
        True,
        True,
    )
    pod.screen(390, 844)
    pod.click("#search")
    pod.call("Input.insertText", text="spine2 ethernet2")
    pod.press("Enter")
    assert (words(pod, "#panel-ends figure strong"), in_view(pod, "#panel-title")) == ("spine2 Ethernet2", True)


def test_a_pod_is_opened_and_found(full_report: Report, podded: Fabric, browser: Browser, tmp_path: Path) -> None:
    error = replace(
        full_report.findings[0], places=(FindingPlace("x.cfg", 12, 12, "pod3-leaf-30", "Ethernet2"),), steps=()
    )
    shown(browser, html_report(replace(full_report, findings=(error,)), Material(fabric=podded)), tmp_path)
    names = "getComputedStyle(document.querySelector('.box .inside')).display"
    framed = "[...document.querySelectorAll('.pod.error')].map(one => one.querySelector('text').textContent)"
    whole = "document.querySelector('.frame svg').getAttribute('viewBox')"
    assert browser.run(framed) == ["pod3 \u2013 1 finding"]
    before = browser.run(whole)
    select(browser, "#pod", "pod3")
    assert (browser.run(names) != "none", browser.run(whole) != before) == (True, True)
    assert in_view(browser, box(browser, "pod3-leaf-30")) is True
    select(browser, "#pod", "whole fabric")
    assert browser.run(whole) == before
    browser.click("#search")
    browser.call("Input.insertText", text="pod4-leaf-40")
    browser.press("Enter")
    assert (in_view(browser, box(browser, "pod4-leaf-40")), words(browser, "#panel-title")) == (True, "pod4-leaf-40")


CONTRASTS = r"""(() => {
  const light = colour => {
    const parts = colour.match(/[\d.]+/g).slice(0, 3).map(part => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const behind = one => {
    for (; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (!/, 0\)$/.test(colour)) { return colour; }
    }
    return 'rgb(255, 255, 255)';
  };
  const texts = document.querySelectorAll('h1, h2, p, td, th, strong, .badge, .quiet, button, summary, pre, a');
  return [...texts].filter(one => one.offsetParent !== null && !one.closest('svg')).filter(one => {
    const pair = [light(getComputedStyle(one).color), light(behind(one))].sort((a, b) => b - a);
    return (pair[0] + 0.05) / (pair[1] + 0.05) < 4.5;
  }).map(one => one.outerHTML.slice(0, 80));
})()"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_has_contrast(pod: Browser, dark: bool) -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1."""
    pod.click(box(pod, "leaf1"))
    pod.screen(1280, 900, dark=dark)
    assert pod.run("document.querySelectorAll('h1, h2, p').length > 9") is True
    assert pod.run(CONTRASTS) == []


def test_the_address_keeps_the_port_that_is_shown(pod: Browser) -> None:
    pod.click(box(pod, "leaf1"))
    pod.click("#panel-ports li:nth-child(2) button")
    assert pod.run("location.hash") == "#leaf1%20Ethernet2"
    pod.reload()
    pressed = "document.querySelector('#panel-ports [aria-pressed=true]').textContent"
    assert (words(pod, "#panel-title"), pod.run(pressed)) == ("leaf1", "Ethernet2 spine2 Ethernet1")


def test_the_slider_of_a_simulation_shows_the_pauses_of_a_time(browser: Browser, tmp_path: Path) -> None:
    plant = plant_of(**unfair_and_victim(duration="2 ms"))
    unfair = simulated(plant, EngineName.PACKETS, RunWatch(samples=True))
    shown(browser, simulated_html(unfair), tmp_path)
    look = (
        "[document.getElementById('now').textContent,"
        " ...[...document.querySelectorAll('.pause')].map(one => one.getAttribute('opacity')),"
        " document.querySelector('.pause text').textContent]"
    )
    whole = browser.run(look)
    browser.run("document.getElementById('at').value = 1")
    browser.run("document.getElementById('at').dispatchEvent(new Event('input'))")
    first = browser.run(look)
    at_ms = unfair.run.samples[0].at_ns / 1e6
    assert isinstance(whole, list)
    assert (whole[:-1], whole[-1][-2:]) == (["whole run", *["1"] * 8], " %")
    assert isinstance(first, list)
    assert (first[0], first != whole, browser.faults) == (f"at {at_ms:g} ms", True, [])
