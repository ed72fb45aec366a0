'use strict';
(function () {
  var tools = document.getElementById('times');
  if (!tools) { return; }
  var at = document.getElementById('at'), now = document.getElementById('now'), play = document.getElementById('play');
  var times = tools.dataset.ms.split(' '), running = null;
  var arrows = [].slice.call(document.querySelectorAll('.pause')).map(function (arrow) {
    return {
      group: arrow, label: arrow.querySelector('text'), whole: arrow.querySelector('text').textContent,
      shares: arrow.dataset.overTime.split(' ').map(Number)
    };
  });

  function show() {
    var sample = Number(at.value) - 1;
    now.textContent = sample < 0 ? 'whole run' : 'at ' + times[sample] + ' ms';
    arrows.forEach(function (arrow) {
      var share = sample < 0 ? 100 : arrow.shares[sample];
      arrow.group.setAttribute('opacity', share ? 0.25 + 0.0075 * share : 0);
      arrow.label.textContent = sample < 0 ? arrow.whole : share + ' %';
    });
  }
  function stop() {
    clearInterval(running);
    running = null;
    play.textContent = 'Play';
  }
  function step() {
    at.value = Number(at.value) + 1;
    show();
    if (Number(at.value) >= times.length) { stop(); }
  }
  document.documentElement.classList.add('active');
  tools.hidden = false;
  at.addEventListener('input', show);
  play.addEventListener('click', function () {
    if (running) { stop(); return; }
    if (Number(at.value) >= times.length) { at.value = 0; }
    play.textContent = 'Stop';
    running = setInterval(step, 100);
  });
  show();
}());
