"""The process ends at once, unless somebody waits for its usual end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_RUN = """
import atexit, sys, threading
from roce_lint.__main__ import main
atexit.register(print, "ended as usual", file=sys.stderr)
sys.argv = ["roce-lint", "explain", "PFC-002"]
{watched}
main()
"""


@pytest.mark.parametrize(
    ("watched", "said"),
    [
        ("", ""),
        ("sys.setprofile(lambda *_: None)", "ended as usual\n"),
        ("sys.settrace(lambda *_: None)", "ended as usual\n"),
        ("threading.Thread(target=threading.main_thread().join).start()", "ended as usual\n"),
    ],
    ids=["alone", "profiled", "debugged", "with a thread"],
)
def test_the_usual_end_comes_where_it_is_waited_for(tmp_path: Path, watched: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _RUN.format(watched=watched)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, said)
    assert done.stdout.startswith("PFC-002")
