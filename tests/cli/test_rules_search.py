"""`roce-lint rules WORDS` lists the rules that have these words, and says when none has."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from roce_lint.cli.group import roce_lint
from roce_lint.errors import UsageError


def listed(*words: str) -> list[str]:
    done = CliRunner().invoke(roce_lint, ["rules", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return [line.split()[0] for line in done.output.splitlines()]


@pytest.mark.parametrize("words", [("watchdog",), ("pause", "storm"), ("--severity", "error", "watchdog")])
def test_words_are_searched_for_as_with_the_option(words: tuple[str, ...]) -> None:
    options, said = words[:-1] if words[0].startswith("-") else (), words[-1:] if words[0].startswith("-") else words
    found = listed(*words)
    assert found == listed(*options, "--search", " ".join(said))
    assert 0 < len(found) < len(listed())


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("tset", "no rule has the words 'tset'; did you mean 'test'?"),
        ("qwertz", "no rule has the words 'qwertz'; roce-lint rules lists all of them"),
    ],
)
def test_words_of_no_rule_are_refused(word: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        CliRunner().invoke(roce_lint, ["rules", word], catch_exceptions=False)
    assert str(refused.value) == said
