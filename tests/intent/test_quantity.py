"""Quantities of an intent, as people write them."""

from __future__ import annotations

import pytest

from roce_lint.intent.quantity import parse_percent, parse_speed_gbps


@pytest.mark.parametrize(("written", "percent"), [("20%", 20), (20, 20), (0, 0), ("100 %", 100)])
def test_a_percentage_may_be_a_bare_number(written: object, percent: int) -> None:
    assert parse_percent(written) == percent


@pytest.mark.parametrize("written", [True, 101, "20", "a%", -1])
def test_what_is_no_percentage_is_refused(written: object) -> None:
    with pytest.raises(ValueError, match=r"such as|allowed are"):
        parse_percent(written)


@pytest.mark.parametrize("written", ["450G", "3G"])
def test_a_speed_that_no_ethernet_has_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="speed"):
        parse_speed_gbps(written)
