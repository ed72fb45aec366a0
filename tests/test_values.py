"""Our dataclasses are those of the standard library, only written later."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import ClassVar

import pytest

from roce_lint import late_fields, late_methods, values


def make(decorator: Callable[..., Callable[[type], type]], field: Callable[..., object]) -> dict[str, type]:
    @decorator(frozen=True, slots=True, order=True)
    class Port:
        """A port."""

        KNOWN: ClassVar[int] = 3
        name: str
        speed: int = 100
        lanes: tuple[int, ...] = field(default_factory=tuple)
        line: int = field(default=0, compare=False)
        secret: int = field(default=0, repr=False, hash=False)
        made: str = field(default="here", init=False)

        def doubled(self) -> int:
            return self.speed * 2

    @decorator(frozen=True, slots=True)
    class Trunk(Port):
        members: tuple[int, ...] = ()

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

        def __repr__(self) -> str:
            return "own"

    return {kind.__name__: kind for kind in (Port, Trunk, Nothing, Draft, Worker, OwnHash)}


THEIRS = make(dataclasses.dataclass, dataclasses.field)
OURS = make(late_methods.dataclass, late_fields.field)
WRITTEN = make(late_methods.dataclass, late_fields.field)
"""Classes of which so many instances were made that their constructors are written."""
MIXED = make(late_methods.dataclass, dataclasses.field)
"""Classes of ours whose fields are told with the function of the standard library."""
MADE: list[tuple[str, tuple[object, ...]]] = [
    ("Port", ("a",)),
    ("Port", ("a", 200, (1, 2), 7, 5)),
    ("Port", ("b", 100)),
    ("Trunk", ("a", 100, (), 0, 0, (4,))),
    ("Trunk", ("a", 100, (), 9, 0, (4,))),
    ("Nothing", ()),
    ("Draft", (["x"], 4)),
    ("Draft", ()),
    ("Worker", (1,)),
    ("OwnHash", (1,)),
]
for kind_name, arguments in MADE:
    for _ in range(100):
        WRITTEN[kind_name](*arguments)


def outcome(act: Callable[[], object]) -> object:
    try:
        found = act()
    except (TypeError, AttributeError) as error:
        return type(error).__name__, str(error).replace("make.<locals>.", "")
    return found


@pytest.mark.parametrize(("name", "given"), MADE)
def test_an_instance_is_that_of_the_standard_library(name: str, given: tuple[object, ...]) -> None:
    theirs, ours = THEIRS[name](*given), OURS[name](*given)
    assert repr(ours) == repr(theirs) == repr(MIXED[name](*given)) == repr(WRITTEN[name](*given))
    assert [(one.name, one.default) for one in dataclasses.fields(ours)] == [
        (one.name, one.default) for one in dataclasses.fields(theirs)
    ]
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert OURS[name].__match_args__ == THEIRS[name].__match_args__
    assert OURS[name].__slots__ == THEIRS[name].__slots__
    assert not hasattr(ours, "__dict__")
    assert (OURS[name].__hash__ is None) == (THEIRS[name].__hash__ is None)
    assert OURS[name].__doc__ == THEIRS[name].__doc__ or "(" in THEIRS[name].__doc__
    assert repr(OURS[name].__dataclass_params__) == repr(THEIRS[name].__dataclass_params__)
    for field in OURS[name].__match_args__:
        assert outcome(partial(setattr, ours, field, 1)) == outcome(partial(setattr, theirs, field, 1))
        assert outcome(partial(delattr, ours, field)) == outcome(partial(delattr, theirs, field))
    with pytest.raises(AttributeError):
        ours.other = 1


@pytest.mark.parametrize("operator", ["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"])
def test_two_instances_compare_alike(operator: str) -> None:
    def table(kinds: dict[str, type]) -> list[object]:
        found = [kinds[name](*given) for name, given in MADE]
        return [getattr(one, operator, lambda _: "none")(other) for one in found for other in [*found, 3]]

    assert table(OURS) == table(THEIRS)


def test_equal_instances_have_equal_hashes() -> None:
    port = OURS["Port"]
    assert hash(port("a", 1, (), 5)) == hash(port("a", 1, (), 9)) == hash(port("a", 1, (), 0, 3))
    assert hash(OURS["OwnHash"](1)) == 7
    with pytest.raises(TypeError, match="unhashable"):
        hash(OURS["Draft"]())


def test_replacing_copying_and_matching_work() -> None:
    port = OURS["Port"]("a", 200, (1,))
    for replace in (dataclasses.replace, values.replace):
        assert replace(port, speed=7) == OURS["Port"]("a", 7, (1,))
        assert replace(OURS["Trunk"]("a", line=3), members=(1,)) == OURS["Trunk"]("a", line=3, members=(1,))
        with pytest.raises(TypeError, match="unexpected keyword argument 'sped'"):
            replace(port, sped=7)
    assert values.replace(THEIRS["Port"]("a"), speed=7) == THEIRS["Port"]("a", 7)
    assert copy.deepcopy(port) == copy.copy(port) == port
    match port:
        case object(name="a", speed=speed):
            assert speed == 200


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), {}),
        (("a", 1, (), 0, 0, "too many"), {}),
        (("a",), {"name": "b"}),
        (("a",), {"sped": 3}),
        (("a",), {"made": "there"}),
        ((), {"name": "b", "line": 4}),
        (("a", 1), {"lanes": (3,)}),
    ],
)
def test_arguments_are_taken_or_refused_alike(arguments: tuple[object, ...], named: dict[str, object]) -> None:
    kinds = [kinds["Port"] for kinds in (make(late_methods.dataclass, late_fields.field), WRITTEN, THEIRS)]
    fresh, written, theirs = (outcome(lambda kind=kind: repr(kind(*arguments, **named))) for kind in kinds)
    assert fresh == written == theirs


def test_pickles_of_our_values_come_back_equal() -> None:
    from roce_lint.errors import Problem
    from roce_lint.model.fact import Source, Stated

    for value in (Problem("a", 1, 2, "b"), Stated(3, Source("a", 1, 1))):
        assert pickle.loads(pickle.dumps(value)) == value


def test_a_field_may_have_any_name() -> None:
    @late_methods.dataclass(frozen=True, slots=True)
    class Stated:
        value: int
        given: int = 0
        named: int = 0

    stated = Stated(value=1, given=2, named=3)
    assert values.replace(stated, value=4, given=5) == dataclasses.replace(stated, value=4, given=5) == Stated(4, 5, 3)


def test_the_fields_of_a_value_are_named_as_its_arguments_stand() -> None:
    wanted = ("name", "speed", "lanes", "line", "secret", "members")
    assert [values.field_names(kinds["Trunk"]) for kinds in (OURS, MIXED, THEIRS)] == 3 * [wanted]
    assert [values.is_dataclass(kind) for kind in (OURS["Port"], THEIRS["Port"], int)] == [True, True, False]
    with pytest.raises(TypeError, match="dataclass"):
        values.field_names(int)


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(AttributeError, match="kw_only"):
        late_fields.field(kw_only=True)
    with pytest.raises(TypeError, match="without slots"):
        late_methods.dataclass(slots=False)

    @late_methods.dataclass(slots=True)
    class Named:
        name: str = dataclasses.field(kw_only=True)

    with pytest.raises(TypeError, match="kw_only"):
        Named(name="a")


def test_a_value_is_made_compared_and_replaced_without_the_standard_library() -> None:
    code = (
        "import sys, roce_lint.values as v\n"
        "@v.dataclass(frozen=True, slots=True)\n"
        "class Port:\n    name: str\n    lanes: list = v.field(default_factory=list)\n"
        "assert repr(v.replace(Port('a'), name='b')) == \"Port(name='b', lanes=[])\" and Port('a') == Port('a')\n"
        "assert v.field_names(Port) == ('name', 'lanes')\n"
        "sys.exit(bool({'dataclasses', 'inspect', 'ast'} & set(sys.modules)))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_class_costs_no_compilation_before_it_is_used() -> None:
    code = (
        "import builtins, roce_lint.values as v\n"
        "real = builtins.exec\n"
        "builtins.exec = lambda *a: 1 / 0\n"
        "@v.dataclass(frozen=True, slots=True)\n"
        "class Port:\n    name: str\n"
        "builtins.exec = real\n"
        "assert Port('a').name == 'a'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
