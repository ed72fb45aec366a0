"""Markdown: what it looks like, its limit, and that inputs cannot write markup."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from roce_lint.judge.finding import FindingPlace, Report
from roce_lint.report.markdown import code, markdown_report, markdown_within, plain
from roce_lint.report.material import NOTHING_MORE, Material
from roce_lint.values import replace

FIRST = """\
## roce-lint 🔴

2 devices in 2 files: 1 error, 0 warnings, 1 info \
(1 undetermined, 1 line not understood, 1 file skipped, 1 file not readable)

Profile `lossless`: inferred: 2 ports pause

🔴 **Cannot be read:** `odd.cfg` binary

| | Rule | Findings | Places |
|---|---|---:|---:|
| 🔴 error | PFC-001 `pfc-link-ends-differ` | 1 | 16 |
| 🔵 info | BUF-001 `headroom-too-small` | 1 | 1 |

### 🔴 PFC-001 leaf1 Ethernet0/priority 3, Ethernet1/priority 3, Ethernet2/priority 3 and 13 more

leaf1 pauses for priority 3 and leaf2 does not

- `net/leaf1.cfg:40`
- `net/leaf1.cfg:41`
"""
LAST = """\
**Why:** The end that does not pause drops.

**Fix:**

```text
interface Ethernet0
   priority-flow-control priority 3 no-drop
```

**The way:**

1. `net/leaf1.cfg:40` leaf1 waits

**See:**

- `net/leaf2.cfg:7` priority.healthy\\_end\\_pauses is yes
"""


def test_a_report_reads_like_this(full_report: Report) -> None:
    text = markdown_report(full_report, Material(folder="/w/net", root="/w"))
    assert text.startswith(FIRST)
    assert LAST in text


def test_a_clean_report_is_green(empty_report: Report) -> None:
    assert markdown_report(empty_report) == "## roce-lint 🟢\n\n1 device in 1 file: 0 errors, 0 warnings, 0 info\n"


@pytest.mark.parametrize("most", [1_000, 4_000, 20_000])
def test_what_does_not_fit_is_counted(full_report: Report, most: int) -> None:
    error = full_report.findings[0]
    many = replace(full_report, findings=tuple(replace(error, message=f"ü {n}") for n in range(100)))
    text = markdown_within(many, NOTHING_MORE, most)
    assert len(text.encode()) <= most
    shown = text.count("\n### ")
    assert text.endswith(f"\n{100 - shown} more findings are left out here, the least severe ones.\n")


HOSTILE = "<script>alert(1)</script> [x](http://evil.example) @all ![i](//e) | `` ``` # *b* www.evil.example &lt; ~~s~~"


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(f"{tag} {attrs}")


def test_inputs_write_no_markup(full_report: Report) -> None:
    markdown_it = pytest.importorskip("markdown_it")
    finding = replace(
        full_report.findings[0],
        message=HOSTILE,
        why=HOSTILE,
        fix=HOSTILE + "\n```\n<b>",
        places=(FindingPlace(HOSTILE, 1, 1, HOSTILE, HOSTILE),),
    )
    text = markdown_report(replace(full_report, findings=(finding,)))
    parser = Tags()
    rendered = markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)
    parser.feed(rendered)
    allowed = {"h2", "h3", "p", "ul", "li", "ol", "strong", "pre", "code", "table", "thead", "tbody", "tr", "th", "td"}
    assert {tag.split(" ")[0] for tag in parser.tags} <= allowed
    assert "://" not in text.replace("`", "").split("**Why:**")[1].split("**Fix:**")[0]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("a_b", "a\\_b"),
        ("@all", "@<!-- -->all"),
        ("http://x", "http:<!-- -->//x"),
        ("www.x", "www<!-- -->.x"),
        ("a\n# b", "a \\# b"),
        ("\x1b", "\\\\x1b"),
    ],
)
def test_plain_text_stays_plain(given: str, expected: str) -> None:
    assert plain(given) == expected


@pytest.mark.parametrize(
    ("given", "expected"), [("a", "`a`"), ("`", "`` ` ``"), ("a|b", "`a\\|b`"), ("", "` `"), ("a``b", "```a``b```")]
)
def test_code_cannot_be_closed(given: str, expected: str) -> None:
    assert code(given) == expected
