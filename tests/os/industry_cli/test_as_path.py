"""AS-path expressions that mean whole numbers in order are decided; others are not guessed."""

from __future__ import annotations

import pytest

from roce_lint.model.fact import NOWHERE, Unknown
from roce_lint.model.route_match import Route, RouteMatcher
from roce_lint.model.route_policy import MatchAsPath
from roce_lint.model.routing import RouteOrigin
from roce_lint.os.industry_cli.as_path import as_path_entry

PATHS = ((), (1,), (1, 2), (2, 1), (3, 1, 2))


def reported(expression: str, path: tuple[int, ...], *, by_number: bool = False, whole: bool = True) -> bool | None:
    condition = MatchAsPath((as_path_entry(expression, permits=True, by_number=by_number),))
    holds = RouteMatcher().holds(condition, Route("", RouteOrigin.BGP, path, path_is_whole=whole), NOWHERE)
    return None if isinstance(holds, Unknown) else holds


@pytest.mark.parametrize(
    ("expression", "by_number", "expected"),
    [
        ("^[0-9]+$", False, (False, True, False, False, False)),
        ("^1_[0-9]+$", False, (False, False, True, False, False)),
        ("_(1|3)_", False, (False, True, True, True, True)),
        ("^(1|3)_", False, (False, True, True, False, True)),
        (".*_1_2$", False, (False, False, True, False, True)),
        ("^1.*", False, (None,) * 5),
        ("1", False, (None,) * 5),
        ("^1_.*_2$", False, (None,) * 5),
        (".* 1 .*", True, (False, True, True, True, True)),
        ("^3 .* 2$", True, (False, False, False, False, True)),
        (".* (1|3)$", True, (False, True, False, True, False)),
        ("1 .*", True, (None,) * 5),
        ("1|2", True, (None,) * 5),
    ],
)
def test_an_expression_is_decided_for_whole_paths(expression, by_number, expected):
    assert tuple(reported(expression, path, by_number=by_number) for path in PATHS) == expected


@pytest.mark.parametrize(
    ("expression", "path", "expected"),
    [("_(1|3)_", (1,), True), ("^[0-9]+$", (1, 2), False), ("^(1|2)_", (3,), False), ("_(7|8)_", (1,), None)],
)
def test_an_expression_is_decided_for_the_begin_of_a_path_where_it_can(expression, path, expected):
    assert reported(expression, path, whole=False) is expected
