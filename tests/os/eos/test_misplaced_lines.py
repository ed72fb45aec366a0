"""A line of a right form in a wrong place is reported as misplaced, and not as malformed."""

from __future__ import annotations

import pytest

from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

ECN = "random-detect ecn minimum-threshold 100 kbytes maximum-threshold 400 kbytes max-mark-probability 20 weight 0"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (ECN, "outside of a queue"),
        (ECN.removesuffix(" max-mark-probability 20 weight 0"), "outside of a queue"),
        (ECN.replace("400 kbytes", "4 mbytes"), "the same unit twice"),
        (ECN.replace("20", "120"), "`max-mark-probability 1-100`"),
        ("ingress threshold 1/8", "outside of a buffer profile"),
        ("ingress threshold 1/9", "EOS takes the shares"),
    ],
)
def test_the_reason_for_a_refusal_is_the_true_one(line: str, words: str) -> None:
    document = Document("leaf1.cfg", f"hostname leaf1\n{line}\nqos profile ROCE\n   qos trust dscp\n")
    read = read_documents([document], os="eos", named=frozenset({"leaf1.cfg"}))
    (refused,) = read.devices[0].refused_settings
    assert (refused.setting, words in refused.because) == (line, True)
