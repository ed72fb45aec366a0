"""What a slip on the command line is told: which option, what is wrong, and what to write instead."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from roce_lint.cli.group import roce_lint
from roce_lint.errors import RoceLintError


def refusal(*words: str) -> str:
    """Return the last line of what is said about a command line that is refused."""
    done = CliRunner().invoke(roce_lint, words)
    assert done.exit_code != 0
    return str(done.exception) if isinstance(done.exception, RoceLintError) else done.output.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--cable nan", "Error: Invalid value for '--cable': nan is no number"),
        ("--cable 1e300", "Error: Invalid value for '--cable': 1e+300 is not in the range 0<=x<=1000000."),
        ("--cable 3 --alpha 0", "Error: Invalid value for '--alpha': 0.0 is not in the range 0<x<=1024."),
        ("--cable 3 --priorities 9", "Error: Invalid value for '--priorities': 9 is not in the range 1<=x<=8."),
        ("--cable 3 --mtu 1500 --lossless-mtu 4200", "--lossless-mtu is 4200, above --mtu 1500"),
        (
            "--cable 3 --flows 99999",
            "--flows is 99999: so many settle on 10 Gb/s only where every packet is marked, beyond what the model "
            "describes; give fewer",
        ),
    ],
)
def test_a_number_that_cannot_be_is_refused_by_its_option(words: str, message: str) -> None:
    assert refusal("tune", "--speed", "10", *words.split()) == message
