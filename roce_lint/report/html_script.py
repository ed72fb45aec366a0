"""The script of the HTML report: no network, no library."""

from __future__ import annotations

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
    if (!item) { return; }
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
  all('[data-choose]').forEach(function (button) {
    button.addEventListener('click', function () {
      choose(button.dataset.choose);
      document.querySelector('.frame').scrollIntoView({ block: 'nearest' });
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
