"""Times the rendering of the same EOS switches by pyavd and by us; prints the milliseconds of CPU a switch of both.

pyavd gets the QoS and the interfaces alone, in its own model and without the validation and design that its users run
before; we render the whole device, its views included. What the two print of these sections is equal line by line
(`tests/render/eos/test_eos_against_pyavd.py`, whence the model is taken).
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from intents import pods_intent

from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.os.eos.view import eos_view
from roce_lint.platforms.catalog import switch
from roce_lint.render.environment import make_environment
from roce_lint.render.switch import render_switch

T = TypeVar("T")


def cpu_ms_each(act: Callable[[T], object], things: Iterable[T]) -> float:
    """Return the CPU time of one act, in milliseconds, as the mean of all but the first, which loads templates."""
    rest = list(things)
    act(rest.pop(0))
    start = time.process_time()
    for one in rest:
        act(one)
    return (time.process_time() - start) * 1000 / len(rest)


def main() -> None:
    """Print `ours theirs`, or nothing where pyavd is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pyavd
        from tests.render.eos.test_eos_against_pyavd import structured
    except ImportError:
        return
    text = pods_intent(2, 4, 4)
    start = time.process_time()
    views = make_views(parse_intent(text, "intent.yaml")).switches
    views_ms = (time.process_time() - start) * 1000 / len(views)
    eos = [view for view in views if view.os == "eos"]
    environment = make_environment(None)
    ours = views_ms + cpu_ms_each(lambda view: render_switch(environment, view), eos)
    theirs = cpu_ms_each(
        pyavd.get_device_config, [structured(view, eos_view(view, switch(view.platform))) for view in eos]
    )
    print(f"{ours:.3f} {theirs:.3f} {len(eos)}")


if __name__ == "__main__":
    main()
