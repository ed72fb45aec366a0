"""The style and the script of the HTML report: no network, no library, one string each."""

from __future__ import annotations

from roce_lint.report.fabric_svg import PICTURE_STYLE

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
.frame { border: 1px solid var(--rule); border-radius: 6px; overflow: hidden; touch-action: none; }
.frame svg { display: block; width: 100%; height: auto; max-height: 80vh; }
.active .frame svg { cursor: grab; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .5rem 0; }
.tools, .onlyactive { display: none; } .active .tools { display: flex; } .active .onlyactive { display: inline-block; }
button, input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--rule);
  border-radius: 4px; padding: .15rem .6rem; }
button:focus-visible, input:focus-visible, summary:focus-visible, .box:focus-visible rect {
  outline: 3px solid var(--info); outline-offset: 2px; }
.key { display: inline-block; width: .9em; height: .9em; border-radius: 2px; vertical-align: -.1em;
  border: 2px solid currentColor; }
.key.error { background: var(--error); color: var(--error); }
.key.warning { background: var(--warning); color: var(--warning); } .key.info { color: var(--info); }
.findings { list-style: none; margin: 0; padding: 0; }
.finding { margin: .75rem 0; padding: .75rem 1rem; background: var(--card); border-left: 6px solid var(--rule);
  border-radius: 4px; overflow-wrap: anywhere; }
.finding.error { border-left-color: var(--error); } .finding.warning { border-left-color: var(--warning); }
.finding.info { border-left-color: var(--info); }
.finding p { margin: .35rem 0; } .finding ol, .finding ul { margin: .25rem 0; padding-left: 1.5rem; }
.badge { font-weight: bold; } .error .badge { color: var(--error); } .warning .badge { color: var(--warning); }
.info .badge { color: var(--info); }
table { border-collapse: collapse; } th, td { padding: .15rem .75rem .15rem 0; text-align: left; }
td.count { text-align: right; font-variant-numeric: tabular-nums; }
[hidden] { display: none !important; }
.active .way { visibility: hidden; } .active .way.shown { visibility: visible; }
.traced .cable { opacity: .35; }
.box[tabindex] { cursor: pointer; } .box.chosen rect { stroke: var(--ink); stroke-width: 3; }
.near { fill: none; stroke: var(--ink); stroke-width: 1.2; stroke-opacity: .7; pointer-events: none; }
@media print { .tools { display: none !important; } .finding { break-inside: avoid; } }
"""
    + PICTURE_STYLE
)

SCRIPT = r"""
'use strict';
(function () {
  var page = document.documentElement, svg = document.querySelector('.frame svg');
  function all(selector, within) { return [].slice.call((within || document).querySelectorAll(selector)); }
  var items = all('.finding'), status = document.getElementById('shown');
  var search = document.getElementById('search'), severities = all('[data-filter]');
  var clear = document.getElementById('clear'), chosen = null;
  page.classList.add('active');

  function filter() {
    var words = search.value.toLowerCase(), allowed = {}, count = 0;
    severities.forEach(function (box) { allowed[box.dataset.filter] = box.checked; });
    items.forEach(function (item) {
      var here = chosen === null || (' ' + item.dataset.boxes + ' ').indexOf(' ' + chosen + ' ') >= 0;
      var shown = allowed[item.dataset.severity] && here && item.textContent.toLowerCase().indexOf(words) >= 0;
      item.hidden = !shown;
      count += shown ? 1 : 0;
    });
    status.textContent = count + ' of ' + items.length + ' findings shown';
    clear.hidden = chosen === null;
  }
  severities.concat([search]).forEach(function (box) { box.addEventListener('input', filter); });
  clear.addEventListener('click', function () { choose(null); });
  if (!svg) { filter(); return; }

  var boxes = {}, overlay = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  overlay.setAttribute('class', 'near');
  svg.insertBefore(overlay, svg.querySelector('.box'));
  all('.box', svg).forEach(function (box) { boxes[box.dataset.box] = box; });

  function lines(number) {
    var box = boxes[number], from = box.dataset.at;
    return (box.dataset.near || '').split(' ').filter(Boolean).map(function (other) {
      return 'M' + from + 'L' + boxes[other].dataset.at;
    }).join('');
  }
  function hint(path) { if (chosen === null) { overlay.setAttribute('d', path); } }
  function choose(number) {
    if (chosen !== null) { boxes[chosen].setAttribute('aria-pressed', 'false'); }
    chosen = number;
    overlay.setAttribute('d', number === null ? '' : lines(number));
    if (number !== null) { boxes[number].setAttribute('aria-pressed', 'true'); }
    light(number === null ? [] : [number]);
    filter();
  }
  function light(numbers) {
    Object.keys(boxes).forEach(function (key) { boxes[key].classList.toggle('chosen', numbers.indexOf(key) >= 0); });
  }
  function showWay(finding) {
    var ways = all('.way', svg), any = false;
    ways.forEach(function (way) {
      var match = finding !== null && way.dataset.finding === finding;
      way.classList.toggle('shown', match);
      any = any || match;
    });
    if (!ways.length) { return; }
    if (!any) { ways[0].classList.add('shown'); finding = ways[0].dataset.finding; }
    svg.classList.add('traced');
    var item = document.getElementById('finding-' + finding);
    document.getElementById('traced').textContent = 'Arrows: ' + item.querySelector('.name').textContent;
  }
  Object.keys(boxes).forEach(function (key) {
    boxes[key].addEventListener('click', function () { if (!moved) { choose(chosen === key ? null : key); } });
    boxes[key].addEventListener('mouseenter', function () { hint(lines(key)); });
    boxes[key].addEventListener('mouseleave', function () { hint(''); });
    boxes[key].addEventListener('keydown', function (event) {
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); choose(chosen === key ? null : key); }
    });
  });
  all('[data-show]').forEach(function (button) {
    button.addEventListener('click', function () {
      var item = document.getElementById('finding-' + button.dataset.show);
      light(item.dataset.boxes.split(' '));
      showWay(button.dataset.show);
      document.querySelector('.frame').scrollIntoView({ block: 'nearest' });
    });
  });

  var whole = svg.getAttribute('viewBox').split(' ').map(Number), view = whole.slice(), drag = null, moved = false;
  function look() { svg.setAttribute('viewBox', view.join(' ')); }
  function zoom(factor, x, y) {
    var width = Math.min(whole[2], Math.max(whole[2] / 40, view[2] * factor)), scale = width / view[2];
    view = [x - (x - view[0]) * scale, y - (y - view[1]) * scale, width, view[3] * scale];
    look();
  }
  function point(event) {
    var frame = svg.getBoundingClientRect(), scale = Math.max(view[2] / frame.width, view[3] / frame.height);
    return [view[0] + view[2] / 2 + (event.clientX - frame.left - frame.width / 2) * scale,
      view[1] + view[3] / 2 + (event.clientY - frame.top - frame.height / 2) * scale, scale];
  }
  svg.addEventListener('wheel', function (event) {
    if (!event.ctrlKey && !event.metaKey) { return; }
    event.preventDefault();
    var at = point(event);
    zoom(event.deltaY > 0 ? 1.25 : 0.8, at[0], at[1]);
  }, { passive: false });
  svg.addEventListener('pointerdown', function (event) {
    drag = [event.clientX, event.clientY, view[0], view[1]];
    moved = false;
  });
  window.addEventListener('pointermove', function (event) {
    if (!drag) { return; }
    var scale = point(event)[2], x = event.clientX - drag[0], y = event.clientY - drag[1];
    moved = moved || Math.abs(x) + Math.abs(y) > 4;
    view[0] = drag[2] - x * scale;
    view[1] = drag[3] - y * scale;
    look();
  });
  window.addEventListener('pointerup', function () { drag = null; });
  all('[data-zoom]').forEach(function (button) {
    button.addEventListener('click', function () {
      if (button.dataset.zoom === 'whole') { view = whole.slice(); look(); return; }
      zoom(Number(button.dataset.zoom), view[0] + view[2] / 2, view[1] + view[3] / 2);
    });
  });
  showWay(null);
  filter();
}());
"""
