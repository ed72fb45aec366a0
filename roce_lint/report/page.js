'use strict';
(function () {
  var page = document.documentElement, svg = document.querySelector('.frame svg');
  function all(selector, within) { return [].slice.call((within || document).querySelectorAll(selector)); }
  function at(id) { return document.getElementById(id); }
  var items = all('.finding'), status = at('shown'), search = at('search'), severities = all('[data-filter]');
  var clear = at('clear'), chosen = null, texts = [];
  page.classList.add('active');

  function wordsOf(text) { return text.toLowerCase().split(/\s+/).filter(Boolean); }
  function holds(text, words) { return words.every(function (word) { return text.indexOf(word) >= 0; }); }
  function filter() {
    var words = wordsOf(search.value), allowed = {}, count = 0;
    severities.forEach(function (box) { allowed[box.dataset.filter] = box.checked; });
    items.forEach(function (item, number) {
      var here = chosen === null || (' ' + item.dataset.boxes + ' ').indexOf(' ' + chosen + ' ') >= 0;
      var text = texts[number] = texts[number] || item.textContent.toLowerCase();
      var shown = allowed[item.dataset.severity] && here && holds(text, words);
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
    if (number !== null) { reveal(number); }
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
    box.addEventListener('click', function () {
      if (moved) { return; }
      choose(chosen === key ? null : key);
      if (chosen !== null) { panelInView(); }
    });
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
  var pods = all('.pod', svg).map(function (one) { return one.dataset.pod.split(' ').map(Number); });
  function showWhole() {
    var frame = svg.getBoundingClientRect(), wide = whole[3] * frame.width / frame.height;
    // A phone shows the middle of the fabric in full height; the sides are a drag away.
    view = frame.width < 600 && !pods.length && wide < whole[2] ? [(whole[2] - wide) / 2, 0, wide, whole[3]] : whole.slice();
    look();
  }
  function look() {
    var frame = svg.getBoundingClientRect(), scale = Math.min(frame.width / view[2], frame.height / view[3]);
    svg.setAttribute('viewBox', view.join(' '));
    svg.classList.toggle('far', scale < 0.3);
    svg.classList.toggle('near', scale >= 0.3);
  }
  function lookAt(part) {
    // A little more than the part, in the proportions of the frame.
    var frame = svg.getBoundingClientRect(), ratio = frame.height / frame.width;
    var wide = Math.max(part[2], part[3] / ratio) * 1.04, high = wide * ratio;
    view = [part[0] + part[2] / 2 - wide / 2, part[1] + part[3] / 2 - high / 2, wide, high];
    look();
  }
  function podOf(box) {
    var place = boxes[box].dataset.at.split(' ').map(Number);
    return pods.filter(function (part) {
      return part[0] <= place[0] && place[0] <= part[0] + part[2] && part[1] <= place[1] && place[1] <= part[1] + part[3];
    })[0];
  }
  function reveal(box) {
    var part = pods.length ? podOf(box) : null, place = boxes[box].dataset.at.split(' ').map(Number);
    var frame = svg.getBoundingClientRect();
    var outside = place[0] < view[0] || place[0] > view[0] + view[2] || place[1] < view[1] || place[1] > view[1] + view[3];
    if (part && (outside || svg.classList.contains('far'))) { lookAt(frame.width < 600 || part[2] > 3 * frame.width ? around(place, frame) : part); }
    else if (!part && svg.classList.contains('far')) { lookAt([place[0] - 500, place[1] - 200, 1000, 400]); }
    else if (outside) { lookAt(around(place, frame)); }
  }
  function around(place, frame) { return [place[0] - frame.width / 2, place[1] - 200, frame.width, 400]; }
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
  all('.pod', svg).forEach(function (one) {
    one.addEventListener('click', function () {
      if (!moved && svg.classList.contains('far')) { lookAt(one.dataset.pod.split(' ').map(Number)); }
    });
  });
  if (at('pod')) {
    at('pod').addEventListener('change', function () {
      if (at('pod').value) { lookAt(at('pod').value.split(' ').map(Number)); } else { showWhole(); }
    });
  }
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

  var data = JSON.parse(at('port-data').textContent), over = JSON.parse(at('overlay-data').textContent);
  var panel = at('panel'), member = at('member'), ends = {}, opened = null;
  var DEVICE = 0, NAME = 1, LINE = 2, PICTURE = 3, WORST = 4, WIDE = 5;

  function keep(near, far, words) {
    (ends[near[DEVICE]] = ends[near[DEVICE]] || []).push({ near: near, far: far, words: words });
  }
  data.cables.forEach(function (row) {
    var a = row.slice(0, WIDE), b = row.slice(WIDE, 2 * WIDE), words = data.words[row[2 * WIDE]];
    keep(a, b, words);
    keep(b, a, words);
  });
  data.single.forEach(function (row) { keep(row, null, ''); });
  function natural(a, b) {
    return data.names[a.near[NAME]].localeCompare(data.names[b.near[NAME]], 'en', { numeric: true });
  }
  function put(tag, kind, words, into) {
    var made = document.createElement(tag);
    if (kind) { made.className = kind; }
    made.textContent = words;
    into.appendChild(made);
    return made;
  }
  function nameOf(end) { return data.devices[end[DEVICE]][0] + ' ' + data.names[end[NAME]]; }

  function openPanel(box) {
    var inside = [];
    panel.hidden = box === null;
    if (box === null) { return; }
    data.devices.forEach(function (device, number) { if (String(device[1]) === box) { inside.push(number); } });
    member.textContent = '';
    inside.forEach(function (number) { put('option', '', data.devices[number][0], member).value = number; });
    at('panel-members').hidden = inside.length < 2;
    showDevice(inside[0]);
    at('listed').scrollTop = 0;
  }
  function panelInView() {
    var place = panel.getBoundingClientRect();
    if (place.top < 0 || place.top > innerHeight * 0.6) { panel.scrollIntoView({ block: 'start' }); }
  }
  function openDevice(name) {
    data.devices.forEach(function (device, number) {
      if (device[0] === name) { member.value = number; showDevice(number); }
    });
  }
  member.addEventListener('change', function () { showDevice(Number(member.value)); });

  function showDevice(number) {
    var rows = (ends[number] || []).sort(natural), list = at('panel-ports');
    opened = number;
    remember(data.devices[number][0]);
    at('panel-title').textContent = data.devices[number][0];
    at('panel-about').textContent = [data.devices[number][2], rows.length + ' ports'].filter(Boolean)
      .concat(data.leftOut ? [data.leftOut + ' cables of the fabric are left out here'] : []).join(', ');
    list.textContent = '';
    at('panel-ends').textContent = '';
    rows.forEach(function (row) {
      var worst = ['info', 'warning', 'error'][row.near[WORST]] || '';
      var button = put('button', worst, data.names[row.near[NAME]], put('li', '', '', list));
      button.type = 'button';
      button.setAttribute('aria-pressed', 'false');
      put('span', 'quiet', row.far ? ' ' + nameOf(row.far) : ' no cable known', button);
      if (worst) { put('span', 'badge', ' ' + worst, button); }
      button.addEventListener('click', function () { showPort(row, button); });
    });
  }
  function showPort(row, button) {
    var into = at('panel-ends');
    all('button', at('panel-ports')).forEach(function (other) {
      other.setAttribute('aria-pressed', String(other === button));
    });
    into.textContent = '';
    button.parentNode.parentNode.scrollTop = button.offsetTop - 4;
    remember(nameOf(row.near));
    figure(row.near, into);
    if (row.far) { put('p', 'quiet cable-words', row.words, into); figure(row.far, into); }
  }
  function figure(end, into) {
    var made = put('figure', '', '', into), caption = put('figcaption', '', '', made);
    var file = data.devices[end[DEVICE]][2], template = at('pipeline-' + end[PICTURE]);
    put('strong', '', nameOf(end), caption);
    if (file && end[LINE]) { put('span', 'quiet', ' ' + file + ':' + end[LINE], caption); }
    if (template) { made.appendChild(template.content.cloneNode(true)); return; }
    put('p', '', { '-1': 'No configuration of this port was read.',
      '-2': 'The pictures of less usual ports are left out; roce-lint facts prints them.',
      '-3': 'A port of an InfiniBand subnet; roce-lint facts and roce-lint pkeys print what is known of it.'
    }[end[PICTURE]], made);
  }
  function rowOf(device, port) {
    var found = null;
    data.devices.forEach(function (one, number) {
      if (one[0] !== device) { return; }
      (ends[number] || []).forEach(function (row) { if (data.names[row.near[NAME]] === port) { found = row; } });
    });
    return found;
  }
  function goTo(device, row) {
    data.devices.forEach(function (one) { if (one[0] === device) { choose(String(one[1])); } });
    openDevice(device);
    if (row) { showPort(row, all('button', at('panel-ports'))[ends[opened].indexOf(row)]); }
    panelInView();
  }
  all('[data-port]').forEach(function (button) {
    var row = rowOf(button.dataset.of, button.dataset.port);
    button.hidden = !row;
    button.addEventListener('click', function () { goTo(button.dataset.of, row); });
  });
  function worstCable(box, other) {
    var worst = null;
    data.devices.forEach(function (device, number) {
      if (String(device[1]) !== box) { return; }
      (ends[number] || []).forEach(function (row) {
        if (!row.far || String(data.devices[row.far[DEVICE]][1]) !== other) { return; }
        var severity = Math.max(row.near[WORST], row.far[WORST]);
        if (!worst || severity > worst.severity) { worst = { device: device[0], row: row, severity: severity }; }
      });
    });
    return worst;
  }
  all('[data-ends]', svg).forEach(function (line) {
    var boxes = line.dataset.ends.split(' '), found = worstCable(boxes[0], boxes[1]);
    if (!found) { return; }
    line.classList.add('opens');
    line.addEventListener('click', function () { if (!moved) { goTo(found.device, found.row); } });
  });
  function remember(words) {
    // A page in the frame of another may not change its address.
    try { history.replaceState(null, '', '#' + encodeURIComponent(words)); } catch (error) { return; }
  }
  function followAddress() {
    var words = decodeURIComponent(location.hash.slice(1).replace(/%(?![0-9a-fA-F]{2})/g, '%25'));
    data.devices.some(function (one) {
      var rest = words.indexOf(one[0] + ' ') === 0 ? words.slice(one[0].length + 1) : '';
      var row = rest ? rowOf(one[0], rest) : null;
      if (words === one[0] || row) { goTo(one[0], row); }
      return words === one[0] || row;
    });
  }

  var hits = at('hits'), found = [];
  function find() {
    var words = wordsOf(search.value), list = [];
    data.devices.forEach(function (device, number) {
      var name = device[0].toLowerCase(), rest = words.filter(function (word) { return name.indexOf(word) < 0; });
      var exact = words.indexOf(name) >= 0;
      if (words.length && !rest.length) { list.push({ device: number, row: null, rank: exact ? 0 : 10, worst: -1 }); }
      if (!rest.length) { return; }
      (ends[number] || []).forEach(function (row) {
        var port = data.names[row.near[NAME]].toLowerCase();
        if (!holds(port, rest)) { return; }
        list.push({ device: number, row: row, worst: row.near[WORST],
          rank: (exact ? 0 : 20) + (port === rest.join(' ') ? 1 : 5) });
      });
    });
    return list.sort(function (a, b) { return a.rank - b.rank || b.worst - a.worst; });
  }
  function showHits() {
    found = find();
    hits.textContent = '';
    hits.hidden = !found.length;
    found.slice(0, 12).forEach(function (hit) {
      var button = put('button', ['info', 'warning', 'error'][hit.worst] || '', data.devices[hit.device][0] +
        (hit.row ? ' ' + data.names[hit.row.near[NAME]] : ''), put('li', '', '', hits));
      button.type = 'button';
      if (hit.worst >= 0) { put('span', 'badge', ' ' + ['info', 'warning', 'error'][hit.worst], button); }
      button.addEventListener('click', function () { take(hit); });
    });
    if (found.length > 12) { put('li', 'quiet', 'and ' + (found.length - 12) + ' more', hits); }
  }
  function take(hit) {
    search.value = '';
    found = [];
    hits.hidden = true;
    goTo(data.devices[hit.device][0], hit.row);
  }
  search.addEventListener('input', showHits);
  search.addEventListener('keydown', function (event) {
    if (event.key === 'Escape') { search.value = ''; showHits(); filter(); }
    if (event.key !== 'Enter') { return; }
    if (found.length) { take(found[0]); return; }
    var first = items.filter(function (item) { return !item.hidden; })[0];
    var button = first && first.querySelector('[data-port]:not([hidden])');
    if (button) { button.click(); }
  });

  var overlay = at('overlay'), from = at('from'), to = at('to'), places = {}, boxOf = [];
  function laid() { return overlay ? overlay.value : ''; }
  function numbers(ranges) {
    var found = [];
    ranges.split(',').filter(Boolean).forEach(function (part) {
      var ends = part.split('-').map(Number), number;
      for (number = ends[0]; number <= ends[ends.length - 1]; number += 1) { found.push(number); }
    });
    return found;
  }
  function hops(ranges) {
    return numbers(ranges).map(function (hop) {
      return [Math.floor(hop / boxOf.length), hop % boxOf.length];
    });
  }
  function hostsOf(node) {
    return near(boxOf[node]).filter(function (box) { return !(box in places); });
  }
  function draw(pairs, kind, reached, hosts, words) {
    lay(pairs.map(function (pair) { return [boxOf[pair[0]], boxOf[pair[1]]]; }), kind);
    mark('beside', [].concat.apply(reached.map(function (node) { return boxOf[node]; }), hosts.map(hostsOf)));
    mark('chosen', []);
    svg.classList.add('dimmed');
    at('traced').textContent = words;
  }
  function drawReach() {
    var rows = over.reach.filter(function (row) { return String(row[0]) === from.value; });
    var pairs = [], reached = {}, stalled = {};
    rows.forEach(function (row) {
      hops(row[2]).forEach(function (hop) { pairs.push([hop[1], hop[0]]); reached[hop[0]] = true; });
      numbers(row[3]).forEach(function (node) { reached[node] = stalled[node] = true; });
    });
    reached[from.value] = true;
    draw(pairs, 'reach', Object.keys(reached), Object.keys(stalled), rows.length ?
      'Arrows follow the pause from the hosts of ' + over.switches[from.value] + '. ' +
      rows.map(function (row) { return row[1]; }).join('. ') :
      'No host port of ' + over.switches[from.value] + ' obeys PFC, so that no pause starts there');
  }
  function drawPaths() {
    var next = {}, seen = {}, waiting = [Number(from.value)], pairs = [];
    hops(over.paths[to.value] || '').forEach(function (hop) {
      (next[hop[0]] = next[hop[0]] || []).push(hop[1]);
    });
    while (waiting.length) {
      var node = waiting.pop();
      if (seen[node]) { continue; }
      seen[node] = true;
      (next[node] || []).forEach(function (other) { pairs.push([node, other]); waiting.push(other); });
    }
    var words = 'No path from ' + over.switches[from.value] + ' to hosts of ' + over.switches[to.value] + ' is known.';
    if (to.value in seen) {
      words = 'Packets from ' + over.switches[from.value] + ' to hosts of ' + over.switches[to.value] + ' cross ' +
        pairs.length + ' hops between switches while nothing has failed.';
    }
    if (from.value === to.value) { words = 'Choose two switches.'; }
    draw(pairs, 'paths', Object.keys(seen), [from.value, to.value], words);
  }
  function layOver() {
    from.parentNode.hidden = !laid();
    to.parentNode.hidden = laid() !== 'paths';
    if (laid() === 'reach') { drawReach(); } else if (laid() === 'paths') { drawPaths(); } else {
      at('traced').textContent = '';
      choose(chosen);
    }
  }
  function layChoice(box) {
    if (!laid()) { return false; }
    if (box !== null && box in places) {
      if (laid() === 'paths' && from.value !== to.value) { to.value = from.value; }
      (laid() === 'paths' && from.dataset.set ? to : from).value = places[box];
      from.dataset.set = from.dataset.set ? '' : 'yes';
    }
    layOver();
    return true;
  }
  over.switches.forEach(function (name, number) {
    data.devices.forEach(function (device) {
      if (device[0] === name) { boxOf[number] = String(device[1]); places[device[1]] = String(number); }
    });
  });
  if (overlay) {
    over.switches.forEach(function (name, number) {
      if (over.reach.some(function (row) { return row[0] === number; }) || number in over.paths) {
        put('option', '', name, from).value = number;
        put('option', '', name, to).value = number;
      }
    });
    to.selectedIndex = to.options.length - 1;
    [overlay, from, to].forEach(function (one) { one.addEventListener('change', layOver); });
  }

  showWhole();
  showWay(null);
  filter();
  if (location.hash.length > 1) { followAddress(); }
}());
