"""The beginning of every page: its style, and a policy that allows nothing but its own style and script."""

from __future__ import annotations

import base64
import hashlib

from roce_lint.report.chart_svg import CHART_STYLE
from roce_lint.report.fabric_svg import PICTURE_STYLE
from roce_lint.report.html_script import SCRIPT
from roce_lint.report.html_text import text

STYLE = (
    """
:root { color-scheme: light dark; --ink: #1c2733; --faint: #5b6b7a; --paper: #ffffff; --card: #f6f8fa;
  --rule: #d0d9e0; --error: #c62828; --warning: #a85b00; --info: #1565c0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --faint: #9fb0bf; --paper: #11181f; --card: #1a232c;
  --rule: #35444f; --error: #ff6b6b; --warning: #ffb454; --info: #6cb6ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 88rem; padding: 1rem 1.5rem 4rem; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, "DejaVu Sans", Arial, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 0; }
pre, code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .875rem; }
pre { margin: .5rem 0; padding: .5rem .75rem; overflow-x: auto; background: var(--paper); border: 1px solid var(--rule);
  border-radius: 4px; }
mark { color: inherit; background: none; text-decoration: underline wavy var(--error); }
.warning mark { text-decoration-color: var(--warning); } .info mark { text-decoration-color: var(--info); }
.number, .quiet { color: var(--faint); }
.frame { border: 1px solid var(--rule); border-radius: 6px; overflow: hidden; touch-action: pan-y; }
.frame svg { display: block; width: 100%; height: auto; max-height: 80vh; }
.active .frame svg { cursor: grab; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .5rem 0; }
.tools, .onlyactive { display: none; } .active .tools { display: flex; } .active .onlyactive { display: inline-block; }
button, input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--rule);
  border-radius: 4px; padding: .15rem .6rem; }
button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible, .box:focus-visible rect {
  outline: 3px solid var(--info); outline-offset: 2px; }
.key { display: inline-block; width: .9em; height: .9em; border-radius: 2px; vertical-align: -.1em;
  border: 2px solid currentColor; }
.key.error { background: var(--error); color: var(--error); }
.key.warning { background: var(--warning); color: var(--warning); } .key.info { color: var(--info); }
.headline { font-size: 1.15rem; font-weight: bold; margin: .75rem 0; }
.wide { overflow-x: auto; } .wide td:last-child:not(.count) { min-width: 14rem; }
button.link { background: none; border: 0; padding: 0; text-decoration: underline; cursor: pointer; }
html:not(.active) button.link { text-decoration: none; }
a { color: var(--info); }
.findings { list-style: none; margin: 0; padding: 0; }
.finding { margin: .75rem 0; padding: .75rem 1rem; background: var(--card); border-left: 6px solid var(--rule);
  border-radius: 4px; overflow-wrap: anywhere; }
.finding.error { border-left-color: var(--error); } .finding.warning { border-left-color: var(--warning); }
.finding.info { border-left-color: var(--info); }
.finding p { margin: .35rem 0; } .finding ol, .finding ul { margin: .25rem 0; padding-left: 1.5rem; }
.badge { font-weight: bold; } .error .badge { color: var(--error); } .warning .badge { color: var(--warning); }
.info .badge { color: var(--info); }
table { border-collapse: collapse; } th, td { padding: .15rem 1rem .15rem 0; text-align: left; }
th.count, td.count { text-align: right; font-variant-numeric: tabular-nums; }
td.count.error, td.count.warning { font-weight: bold; }
td.count.error { color: var(--error); } td.count.warning { color: var(--warning); }
td.count.info { color: var(--info); }
[hidden] { display: none !important; }
.active .way { visibility: hidden; } .active .way.shown { visibility: visible; }
.traced .cable { opacity: .35; } .cable.opens { cursor: pointer; } .cable.opens:hover { stroke-width: 5; }
.box[tabindex] { cursor: pointer; } .box.chosen rect { stroke: var(--ink); stroke-width: 3; }
.laid path { fill: none; pointer-events: none; stroke: var(--ink); stroke-width: 1.2; stroke-opacity: .7; }
.laid .reach, .laid .paths { stroke: var(--way); stroke-width: 2; stroke-opacity: .8; }
.laid .many { stroke-width: .6; stroke-opacity: .3; }
.dimmed .box:not(.chosen):not(.beside) { opacity: .3; } .dimmed .cable { stroke-opacity: .12; }
.dimmed .mesh { fill-opacity: .07; } .dimmed .meshed { opacity: .3; }
.panel { margin: 1rem 0; padding: .75rem 1rem; background: var(--card); border: 1px solid var(--rule);
  border-radius: 6px; }
.ports { list-style: none; margin: .5rem 0; padding: 0; display: grid; gap: .35rem; max-height: 18rem; overflow-y: auto;
  grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
.ports button { width: 100%; text-align: left; overflow-wrap: anywhere; cursor: pointer; background: var(--paper); }
.ports button.error { border-color: var(--error); } .ports button.warning { border-color: var(--warning); }
.ports button.info { border-color: var(--info); }
.ports button[aria-pressed=true] { outline: 3px solid var(--info); outline-offset: -1px; }
.ends { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem 1.5rem; }
.ends .cable-words { grid-row: 1; grid-column: 1 / -1; margin: .5rem 0 0; }
figure { margin: .5rem 0; min-width: 0; overflow-x: auto; } figcaption { margin: 0 0 .35rem; overflow-wrap: anywhere; }
figure svg { display: block; width: 100%; min-width: 32rem; height: auto; }
select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--rule); border-radius: 4px;
  max-width: 100%; padding: .15rem; }
@media (max-width: 60rem) { .ends { grid-template-columns: 1fr; } .ends .cable-words { grid-row: auto; } }
@media (max-width: 40rem) { body { padding: .75rem .75rem 3rem; } .ports { grid-template-columns: 1fr; }
  .frame svg { height: 22rem; } }
@media print { .tools, .active .onlyactive, .ports { display: none !important; }
  figure { break-inside: avoid; } .finding { break-inside: avoid; } }
"""
    + PICTURE_STYLE
    + CHART_STYLE
)


def page_head(title: str) -> str:
    """Return the beginning of a page up to its body: its policy allows its own style and script, and no request."""
    policy = (
        f"default-src 'none'; style-src '{_hash_of(STYLE)}'; script-src '{_hash_of(SCRIPT)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{text(title)}</title>",
            f"<style>{STYLE}</style></head><body>",
        )
    )


def _hash_of(text: str) -> str:
    """Return the source expression that allows exactly this inline text (Content Security Policy 3, 2.3.1)."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"
