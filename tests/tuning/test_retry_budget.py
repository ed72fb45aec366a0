from __future__ import annotations

import math

import pytest

from roce_lint.tuning.pause import qp_retry_budget_ms


def test_a_timeout_of_zero_never_expires() -> None:
    assert qp_retry_budget_ms(0, 7) == math.inf


@pytest.mark.parametrize(
    ("timeout", "retries", "message"),
    [(32, 7, "timeout is 32; it must be 0 to 31"), (14, 8, "retries is 8; it must be 0 to 7")],
)
def test_transport_values_out_of_range_are_refused(timeout: int, retries: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        qp_retry_budget_ms(timeout, retries)
