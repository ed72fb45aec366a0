"""Our dataclasses are those of the standard library, over msgspec."""

from __future__ import annotations

import copy
import dataclasses
import operator
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
import pytest

from roce_lint import values

T = TypeVar("T")


def make(decorator: Callable[..., Any], field: Callable[..., Any]) -> dict[str, Any]:
    @decorator(frozen=True, slots=True, order=True)
    class Port:
        """A port."""

        KNOWN: ClassVar[int] = 3
        name: str
        speed: int = 100
        lanes: tuple[int, ...] = field(default_factory=tuple)

        def doubled(self) -> int:
            return self.speed * 2

    @decorator(frozen=True, slots=True)
    class Trunk(Port):
        members: tuple[int, ...] = ()

    @decorator(frozen=True, slots=True)
    class Placed(Generic[T]):
        value: T
        line: int = field(default=0, compare=False)

    @decorator(frozen=True, slots=True)
    class Nothing:
        pass

    @decorator(slots=True)
    class Draft:
        names: list[str] = field(default_factory=list)
        count: int = 0

        def __post_init__(self) -> None:
            self.count += 1

    @decorator(eq=False, slots=True)
    class Worker:
        number: int

    @decorator(frozen=True, slots=True)
    class OwnHash:
        number: int

        def __hash__(self) -> int:
            return 7

    return {kind.__name__: kind for kind in (Port, Trunk, Placed, Nothing, Draft, Worker, OwnHash)}


THEIRS = make(dataclasses.dataclass, dataclasses.field)
OURS = make(values.dataclass, values.field)
MADE: list[tuple[str, tuple[object, ...]]] = [
    ("Port", ("a",)),
    ("Port", ("a", 200, (1, 2))),
    ("Port", ("b", 100)),
    ("Trunk", ("a", 100, (), (4,))),
    ("Placed", (1, 3)),
    ("Placed", (1, 9)),
    ("Placed", (2,)),
    ("Nothing", ()),
    ("Draft", (["x"], 4)),
    ("Draft", ()),
    ("Worker", (1,)),
    ("OwnHash", (1,)),
]
ORDER = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


def outcome(act: Callable[..., object], *given: object) -> object:
    try:
        return act(*given)
    except (TypeError, AttributeError) as error:
        return TypeError if isinstance(error, TypeError) else AttributeError


@pytest.mark.parametrize(("name", "given"), MADE)
def test_an_instance_is_that_of_the_standard_library(name: str, given: tuple[object, ...]) -> None:
    theirs, ours = THEIRS[name](*given), OURS[name](*given)
    assert repr(ours) == repr(theirs).replace("make.<locals>.", "")
    assert values.field_names(OURS[name]) == values.field_names(THEIRS[name]) == OURS[name].__match_args__
    assert not hasattr(ours, "__dict__")
    assert OURS[name].__doc__ == THEIRS[name].__doc__ or "(" in THEIRS[name].__doc__
    assert (OURS[name].__qualname__, OURS[name].__module__) == (THEIRS[name].__qualname__, THEIRS[name].__module__)
    assert outcome(lambda: hash(ours) == hash(OURS[name](*given))) == outcome(
        lambda: hash(theirs) == hash(THEIRS[name](*given))
    )
    for field in OURS[name].__match_args__:
        assert outcome(setattr, ours, field, 1) == outcome(setattr, theirs, field, 1)
    assert outcome(setattr, ours, "other", 1) is AttributeError
    assert outcome(OURS[name], *given, 1, 2, 3, 4) is outcome(lambda: OURS[name](unknown=1)) is TypeError


@pytest.mark.parametrize("compare", ORDER)
def test_two_instances_compare_as_in_the_standard_library(compare: Callable[[object, object], object]) -> None:
    def table(kinds: dict[str, Any]) -> list[object]:
        found = [kinds[name](*given) for name, given in MADE]
        return [outcome(compare, one, other) for one in found for other in [*found, 3]]

    assert table(OURS) == table(THEIRS)


def test_replacing_copying_and_matching_work() -> None:
    port = OURS["Port"]("a", 200, (1,))
    assert values.replace(port, speed=7) == OURS["Port"]("a", 7, (1,))
    assert values.replace(OURS["Trunk"]("a"), members=(1,)) == OURS["Trunk"]("a", members=(1,))
    assert outcome(lambda: values.replace(port, sped=7)) is TypeError
    assert copy.deepcopy(port) == copy.copy(port) == port
    assert (port.doubled(), OURS["Port"].KNOWN) == (400, 3)
    kind = OURS["Port"]
    match port:
        case kind(name, speed):
            assert (name, speed) == ("a", 200)


def test_hashes_leave_out_what_equality_leaves_out() -> None:
    placed = OURS["Placed"]
    assert hash(placed(1, 3)) == hash(placed(1, 9)) != hash(placed(2, 3))
    assert hash(OURS["OwnHash"](1)) == 7
    assert len({OURS["Worker"](1), OURS["Worker"](1)}) == 2


def test_each_draft_has_a_list_of_its_own() -> None:
    one, other = OURS["Draft"](), OURS["Draft"]()
    one.names.append("x")
    assert (one.names, other.names, other.count) == (["x"], [], 1)


def test_a_shared_default_that_can_be_changed_is_refused() -> None:
    for default in (OURS["Draft"](), [1]):
        with pytest.raises(TypeError, match="unsafe"):

            @values.dataclass(frozen=True, slots=True)
            class Shares:
                draft: object = default


def test_what_is_not_known_is_refused() -> None:
    for unknown in ({"kw_only": True}, {"repr": False}, {"init": False}):
        with pytest.raises(TypeError):
            values.field(**unknown)
    with pytest.raises(TypeError, match="without slots"):
        values.dataclass(slots=False)
    with pytest.raises(TypeError, match="dataclass"):
        values.field_names(int)
    assert [values.is_dataclass(kind) for kind in (OURS["Port"], THEIRS["Port"], int)] == [True, True, False]


def test_pickles_of_our_values_come_back_equal() -> None:
    from roce_lint.errors import Problem
    from roce_lint.model.fact import Source, Stated

    for value in (Problem("a", 1, 2, "b"), Stated(3, Source("a", 1, 1))):
        assert pickle.loads(pickle.dumps(value)) == value


def test_values_are_structs_of_msgspec() -> None:
    from roce_lint.model.fact import Stated, Unknown

    assert issubclass(Stated, msgspec.Struct)
    assert issubclass(Unknown, msgspec.Struct)


def test_the_version_is_printed_without_msgspec() -> None:
    code = (
        "import sys\nsys.argv[1:] = ['--version']\nimport roce_lint.__main__ as program\nprogram.main()\n"
        "sys.exit('msgspec' in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_value_is_made_compared_and_replaced_without_the_standard_library() -> None:
    code = (
        "import sys, roce_lint.values as v\n"
        "@v.dataclass(frozen=True, slots=True)\n"
        "class Port:\n    name: str\n    lanes: list = v.field(default_factory=list)\n"
        "assert repr(v.replace(Port('a'), name='b')) == \"Port(name='b', lanes=[])\" and Port('a') == Port('a')\n"
        "assert v.field_names(Port) == ('name', 'lanes')\n"
        "sys.exit('dataclasses' in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
