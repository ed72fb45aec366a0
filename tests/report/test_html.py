"""The HTML report: complete, closed to the network, safe against its inputs, and alive in a browser."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.finding import Place, Related, Report, Step, Suppression, SuppressionKind
from roce_lint.report.as_html import html_report
from roce_lint.report.fabric_svg import fabric_svg
from roce_lint.report.material import Material
from roce_lint.values import replace

Clos = Callable[..., Fabric]
CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="chromium is not on this machine")

HOSTILE = (
    "\"'><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\"></svg></style>&lt;\x1b"
)
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


@pytest.fixture
def hostile(full_report: Report, clos: Clos) -> tuple[Report, Material]:
    """A report and a fabric in which every text is an attack."""
    fabric = clos(2, 2, hosts=1)
    names = {device.name: device.name + HOSTILE for device in fabric.devices}

    def renamed(name: str) -> str:
        return names.get(name, name)

    fabric = replace(
        fabric,
        devices=tuple(replace(device, name=renamed(device.name)) for device in fabric.devices),
        links=tuple(
            replace(
                link,
                a=link.a._replace(device=renamed(link.a.device)),
                b=link.b._replace(device=renamed(link.b.device)),
            )
            for link in fabric.links
        ),
    )
    leaf = renamed("leaf-1")
    first = replace(
        full_report.findings[0],
        message=HOSTILE,
        why=HOSTILE,
        fix=f"{HOSTILE}\n{HOSTILE}",
        rule=HOSTILE,
        places=(Place(HOSTILE, 1, 1, leaf, "Ethernet1"), Place(HOSTILE, 2, 2, leaf, HOSTILE)),
        related=(Related(HOSTILE, 1, HOSTILE),),
        steps=(Step(leaf, HOSTILE, HOSTILE, 1, HOSTILE), Step(renamed("spine-1"), HOSTILE, HOSTILE, 1, HOSTILE)),
    )
    silenced = replace(
        full_report.findings[1], suppression=Suppression(SuppressionKind.WAIVER, HOSTILE, HOSTILE, "", HOSTILE, 1)
    )
    report = replace(full_report, findings=(first, silenced))
    return report, Material(texts={HOSTILE: f"{HOSTILE}\n{HOSTILE}"}, fabric=fabric)


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
    assert "url(" not in html.replace('"url(#tip)"', "")


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
        "Profile: lossless (Lossless with DCQCN), inferred: 2 ports pause",
        "error PFC-001 pfc-link-ends-differ leaf1.cfg:40",
        "40 | no pfc",
        "Why: The end that does not pause drops.",
        "interface Ethernet0 priority-flow-control priority 3 no-drop",
        "Places (16) leaf1.cfg:40 leaf1 Ethernet0/priority 3",
        "Evidence (1) leaf2.cfg:7 priority.good_end_pauses is yes",
        "The way (1) leaf1.cfg:40 leaf1 waits",
        "Lines not understood (1) leaf1.cfg:9 pfc magic ü (unknown keyword)",
        "Not readable (1) odd.cfg: binary",
        "Skipped (1) README.md: no known format",
        "PFC-001 pfc-link-ends-differ 384 20 0 4",
    ):
        assert expected in text


def test_a_clean_report_says_so(empty_report: Report) -> None:
    assert "Nothing was found." in parsed(html_report(empty_report)).text


def dumped(path: Path, folder: Path) -> tuple[str, str]:
    """Return the document as a browser leaves it after the script has run, and what the browser complained about."""
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--enable-logging=stderr",
            f"--user-data-dir={folder / 'profile'}",
            "--dump-dom",
            path.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return done.stdout, "\n".join(complaints)


@needs_chromium
@pytest.mark.parametrize("size", ["hostile", "64 leaves and 32 spines"])
def test_a_browser_runs_our_script_and_no_other(
    size: str, hostile: tuple[Report, Material], full_report: Report, clos: Clos, tmp_path: Path
) -> None:
    page = tmp_path / "report.html"
    large = full_report, Material(fabric=clos(64, 32))
    page.write_text(html_report(*(hostile if size == "hostile" else large)), "utf-8")
    after, complaints = dumped(page, tmp_path)
    assert complaints == ""
    document = Page()
    document.feed(after)
    title = re.search("<title>(.*?)</title>", after)
    shown = re.search('id="shown">(.*?)<', after)
    assert ("html", {"lang": "en", "class": "active"}) in document.tags
    assert title is not None
    assert shown is not None
    count = 1 if size == "hostile" else 2
    assert (title[1].startswith("roce-lint: 1 error"), shown[1]) == (True, f"{count} of {count} findings shown")


ACTIONS = """
<script>
var said = [];
function tell(what) { said.push(what + ': ' + document.getElementById('shown').textContent); }
function box(name) {
  return [].slice.call(document.querySelectorAll('.box')).filter(function (one) {
    return one.textContent.indexOf(name) === 0;
  })[0];
}
tell('start');
box('leaf-2').dispatchEvent(new MouseEvent('click', { bubbles: true }));
tell('leaf-2 ' + box('leaf-2').getAttribute('aria-pressed') + ' ' + document.querySelector('.near').getAttribute('d'));
document.getElementById('clear').click();
var error = document.querySelector('[data-filter=error]');
error.click();
tell('no errors');
error.click();
var search = document.getElementById('search');
search.value = 'HEADROOM';
search.dispatchEvent(new Event('input'));
tell('search');
var svg = document.querySelector('.frame svg'), whole = svg.getAttribute('viewBox');
document.querySelector('[data-zoom="0.7"]').click();
said.push('zoomed: ' + (svg.getAttribute('viewBox') !== whole));
document.querySelector('[data-zoom=whole]').click();
said.push('whole: ' + (svg.getAttribute('viewBox') === whole));
document.querySelector('[data-show="1"]').click();
said.push('lit: ' + box('leaf-2').classList.contains('chosen') + ' ' + box('leaf-1').classList.contains('chosen'));
said.push('ways: ' + document.querySelectorAll('.way.shown').length);
said.push(document.getElementById('traced').textContent);
document.title = said.join(' | ');
</script>
"""


@needs_chromium
def test_the_page_can_be_filtered_and_moved(full_report: Report, clos: Clos, tmp_path: Path) -> None:
    error, info = full_report.findings
    steps = tuple(Step(name, "", "x", 1, "waits") for name in ("leaf-1", "spine-1"))
    error = replace(error, places=(Place("leaf1.cfg", 40, 40, "leaf-1", "Ethernet1"),), steps=steps)
    info = replace(info, places=(Place("leaf2.cfg", 1, 1, "leaf-2", ""),))
    html = html_report(replace(full_report, findings=(error, info)), Material(fabric=clos(2, 2)))
    page = tmp_path / "report.html"
    page.write_text(re.sub("<meta http-equiv[^>]*>", "", html).replace("</body>", f"{ACTIONS}</body>"), "utf-8")
    after, complaints = dumped(page, tmp_path)
    title = re.search("<title>(.*?)</title>", after)
    assert complaints == ""
    assert title is not None
    start, chosen, *rest = title[1].split(" | ")
    assert start == "start: 2 of 2 findings shown"
    assert re.fullmatch(r"leaf-2 true (M\d+ \d+L\d+ \d+){2}: 1 of 2 findings shown", chosen)
    assert rest == [
        "no errors: 1 of 2 findings shown",
        "search: 1 of 2 findings shown",
        "zoomed: true",
        "whole: true",
        "lit: true false",
        "ways: 1",
        "Arrows: PFC-001 pfc-link-ends-differ leaf1.cfg:40",
    ]
