"""Rules are kept whole and in brief, and are the same as those that are checked now."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.engine.cache_store import Store
from roce_lint.engine.rules import CachedRules
from roce_lint.judge.check import check_gathered
from roce_lint.read.gather import gather
from roce_lint.report.formats import FORMATS, WITH_EXAMPLES
from roce_lint.report.material import Material
from roce_lint.values import replace
from tests.all_rules import all_rules

RULES = all_rules()
BRIEF = tuple(replace(rule, examples=()) for rule in RULES)
NAMES = tuple((rule.id, rule.code) for rule in RULES)
TWO = [RULES[0].id, RULES[5].id]


def asked(store: Store | None) -> tuple[object, ...]:
    return tuple(
        answer
        for answer in (
            CachedRules(store, b"program", ()).brief(),
            CachedRules(store, b"program", ()).names(),
            CachedRules(store, b"program", ()).whole(TWO),
        )
    )


@pytest.mark.parametrize("with_store", [False, True], ids=["without a cache", "with a cache"])
def test_rules_are_those_of_the_files(tmp_path: Path, with_store: bool) -> None:
    expected = (BRIEF, NAMES, (RULES[0], RULES[5]))
    store = Store(tmp_path, b"secret") if with_store else None
    assert asked(store) == expected
    assert asked(store) == expected


def test_kept_rules_are_not_checked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path, b"secret")
    CachedRules(store, b"program", ()).whole(TWO)
    monkeypatch.setattr("roce_lint.engine.rules._checked_rules", lambda folders, examples: 1 // 0)
    assert asked(store) == (BRIEF, NAMES, (RULES[0], RULES[5]))
    with pytest.raises(ZeroDivisionError):
        CachedRules(store, b"another program", ()).brief()


def test_rules_kept_in_one_folder_are_not_checked_again_in_another(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path, b"secret")
    CachedRules(store, b"program", ()).brief()
    monkeypatch.setattr("roce_lint.engine.rules._checked_rules", lambda folders, examples: 1 // 0)
    monkeypatch.chdir(tmp_path)
    rules = CachedRules(store, b"program", ()).brief()
    assert [replace(rule, file="") for rule in rules] == [replace(rule, file="") for rule in BRIEF]
    files = {rule.file for rule in rules if rule.file.endswith(".yaml")}
    assert files
    assert {Path(file).parents[1] for file in files} == {root / "rules"}
    with pytest.raises(ZeroDivisionError):
        CachedRules(Store(tmp_path, b"other secret"), b"program", ()).brief()


def test_what_is_damaged_is_checked_again(tmp_path: Path) -> None:
    class Damaged(Store):
        def get(self, keys: object) -> dict[bytes, bytes]:
            return dict.fromkeys(super().get(keys), b"damage")  # type: ignore[arg-type]  # keys

    store = Damaged(tmp_path, b"secret")
    assert asked(store) == asked(store) == (BRIEF, NAMES, (RULES[0], RULES[5]))


@pytest.mark.parametrize("form", FORMATS)
def test_only_some_forms_show_examples(root: Path, form: str) -> None:
    gathered = gather([str(root / "fixtures/faults/eos-11-no-trust")])
    report = check_gathered(gathered, BRIEF)
    assert report.findings
    whole, brief = (FORMATS[form].write(report, Material(rules=rules)) for rules in (RULES, BRIEF))
    assert (whole != brief) is (form in WITH_EXAMPLES)
