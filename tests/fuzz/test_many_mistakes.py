"""Thousands of mistyped names take no time of their own: a hint is looked for a few times only."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from roce_lint.errors import IntentError
from roce_lint.infiniband.opensm.opensm_conf import parse_options
from roce_lint.intent.load import parse_any_intent
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.judge.waiver_token import waivers_of_remarks
from roce_lint.model.fact import NOWHERE, Source
from roce_lint.model.reading import Remark
from tests.all_rules import all_rules

SLIPS = 4_000
MOST_SECONDS = 6.0
"""CPU time; with a hint for each slip it takes ten times as long."""


def options() -> None:
    parse_options("".join(f"m_key_per_port{number}x TRUE\n" for number in range(SLIPS)).encode(), "opensm.conf")


def tokens() -> None:
    texts = [f"roce-lint: ignore[pfc-missing-on-{number}] later" for number in range(SLIPS)]
    remarks = [Remark(Source("a.cfg", 1, 1), NOWHERE, text, opens_file=False, is_kept=True) for text in texts]
    waivers_of_remarks(remarks, (), all_rules(examples=False))


def members() -> None:
    nodes = "".join(f"    - {{name: gpu-{one:05}, ports: [{0x506B4B0300C00000 + one:#x}]}}\n" for one in range(1500))
    members = ", ".join(f"gpx-{one:05}" for one in range(1500))
    partition = f"    - {{name: t, key: 1, full: [{members}]}}\n"
    text = f"schema: 1\nname: q\ninfiniband:\n  nodes:\n{nodes}  partitions:\n{partition}"
    intent = parse_any_intent(text, "intent.yaml")
    with pytest.raises(IntentError):
        make_infiniband_view(intent)


@pytest.mark.parametrize("mistakes", [options, tokens, members])
def test_many_mistakes_take_no_time_of_their_own(mistakes: Callable[[], None]) -> None:
    started = time.process_time()
    mistakes()
    assert time.process_time() - started < MOST_SECONDS
