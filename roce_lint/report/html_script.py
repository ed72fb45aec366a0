"""The script of the HTML report: no network, no library."""

from __future__ import annotations

from roce_lint.report.html_panel_script import PANEL_SCRIPT

_PICTURE_SCRIPT = r"""
  var page = document.documentElement, svg = document.querySelector('.frame svg');
  function all(selector, within) { return [].slice.call((within || document).querySelectorAll(selector)); }
  function at(id) { return document.getElementById(id); }
  var items = all('.finding'), status = at('shown'), search = at('search'), severities = all('[data-filter]');
  var clear = at('clear'), chosen = null;
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
  if (!search) { return; }
  severities.concat([search]).forEach(function (box) { box.addEventListener('input', filter); });
  clear.addEventListener('click', function () { choose(null); });
  if (!svg) { filter(); return; }

  var boxes = {}, order = all('.box', svg), layer = make('g', 'laid');
  function make(tag, kind) {
    var made = document.createElementNS('http://www.w3.org/2000/svg', tag);
    made.setAttribute('class', kind);
    return made;
  }
  svg.insertBefore(layer, svg.querySelector('.box'));
  order.forEach(function (box, number) {
    boxes[box.dataset.box] = box;
    box.setAttribute('tabindex', number ? '-1' : '0');
  });

  function near(number) { return (boxes[number].dataset.near || '').split(' ').filter(Boolean); }
  function line(from, to) { return 'M' + boxes[from].dataset.at + 'L' + boxes[to].dataset.at; }
  function lay(pairs, kind) {
    var few = kind !== 'near' && pairs.length <= 150;
    layer.textContent = '';
    (few ? pairs.map(function (pair) { return [pair]; }) : [pairs]).forEach(function (some) {
      var path = make('path', few || kind === 'near' ? kind : kind + ' many');
      path.setAttribute('d', some.map(function (pair) { return line(pair[0], pair[1]); }).join(''));
      if (few) { path.setAttribute('marker-mid', 'url(#tip)'); path.setAttribute('d', bent(some[0])); }
      layer.appendChild(path);
    });
  }
  function bent(pair) {
    var a = boxes[pair[0]].dataset.at.split(' ').map(Number), b = boxes[pair[1]].dataset.at.split(' ').map(Number);
    return 'M' + a.join(' ') + 'L' + (a[0] + b[0]) / 2 + ' ' + (a[1] + b[1]) / 2 + 'L' + b.join(' ');
  }
  function mark(kind, numbers) {
    var wanted = {};
    numbers.forEach(function (number) { wanted[number] = true; });
    Object.keys(boxes).forEach(function (key) { boxes[key].classList.toggle(kind, key in wanted); });
  }
  function cables(number) { return near(number).map(function (other) { return [number, other]; }); }
  function hint(number) {
    if (chosen === null && !laid()) { lay(number === null ? [] : cables(number), 'near'); }
  }
  function choose(number) {
    if (chosen !== null) { boxes[chosen].setAttribute('aria-pressed', 'false'); }
    chosen = number;
    if (number !== null) { boxes[number].setAttribute('aria-pressed', 'true'); }
    mark('chosen', number === null ? [] : [number]);
    if (!layChoice(number)) {
      lay(number === null ? [] : cables(number), 'near');
      mark('beside', number === null ? [] : near(number));
      svg.classList.toggle('dimmed', number !== null);
    }
    filter();
    openPanel(number);
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
    var item = at('finding-' + finding);
    at('traced').textContent = item ? 'Arrows: ' + item.querySelector('.name').textContent : '';
  }
  function step(key, from) {
    var here = boxes[from].dataset.at.split(' ').map(Number), best = null, least = Infinity;
    Object.keys(boxes).forEach(function (other) {
      var there = boxes[other].dataset.at.split(' ').map(Number), x = there[0] - here[0], y = there[1] - here[1];
      var fits = { ArrowLeft: !y && x < 0, ArrowRight: !y && x > 0, ArrowUp: y < 0, ArrowDown: y > 0 }[key];
      var far = Math.abs(y) * 100 + Math.abs(x);
      if (fits && far < least) { best = other; least = far; }
    });
    return best;
  }
  order.forEach(function (box) {
    var key = box.dataset.box;
    box.addEventListener('click', function () { if (!moved) { choose(chosen === key ? null : key); } });
    box.addEventListener('mouseenter', function () { hint(key); });
    box.addEventListener('mouseleave', function () { hint(null); });
    box.addEventListener('keydown', function (event) {
      var other = /^Arrow/.test(event.key) ? step(event.key, key) : null;
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); choose(chosen === key ? null : key); }
      if (event.key === 'Escape') { choose(null); }
      if (other !== null) {
        event.preventDefault();
        box.setAttribute('tabindex', '-1');
        boxes[other].setAttribute('tabindex', '0');
        boxes[other].focus();
      }
    });
  });
  function toPicture() { document.querySelector('.frame').scrollIntoView({ block: 'nearest' }); }
  all('[data-choose]').forEach(function (button) {
    button.addEventListener('click', function () {
      choose(button.dataset.choose);
      openDevice(button.dataset.device);
      toPicture();
    });
  });
  all('[data-show]').forEach(function (button) {
    button.addEventListener('click', function () {
      mark('chosen', at('finding-' + button.dataset.show).dataset.boxes.split(' '));
      showWay(button.dataset.show);
      toPicture();
    });
  });

  var whole = svg.getAttribute('viewBox').split(' ').map(Number), view = whole.slice(), drag = null, moved = false;
  function showWhole() {
    var frame = svg.getBoundingClientRect(), wide = whole[3] * frame.width / frame.height;
    // A phone shows the middle of the fabric in full height; the sides are a drag away.
    view = frame.width < 600 && wide < whole[2] ? [(whole[2] - wide) / 2, 0, wide, whole[3]] : whole.slice();
    look();
  }
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
    var place = point(event);
    zoom(event.deltaY > 0 ? 1.25 : 0.8, place[0], place[1]);
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
      if (button.dataset.zoom === 'whole') { showWhole(); return; }
      zoom(Number(button.dataset.zoom), view[0] + view[2] / 2, view[1] + view[3] / 2);
    });
  });
  all('[data-view]').forEach(function (button) {
    button.addEventListener('click', function () {
      var part = button.dataset.view.split(' ').map(Number), ratio = whole[3] / whole[2];
      // A long row is looked at from its left end, where its names can be read.
      view = [part[0], part[1], Math.min(part[2], 900), 0];
      view[3] = Math.max(view[2] * ratio, Math.min(part[3], 260));
      look();
    });
  });
"""

SCRIPT = f"""
'use strict';
(function () {{{_PICTURE_SCRIPT}{PANEL_SCRIPT}
  showWhole();
  showWay(null);
  filter();
  if (location.hash.length > 1) {{ followAddress(); }}
}}());
"""
