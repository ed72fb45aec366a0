"""What a configuration says to the linter: comments and descriptions that hold `roce-lint:` or `[rl:`."""

from __future__ import annotations

from roce_lint.model.fact import Source
from roce_lint.values import dataclass

TOKEN_MARKS = ("roce-lint:", "[rl:")
"""What a remark begins with: the long form anywhere in a comment, the short one in a description."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment or description that speaks to the linter; `source` is its line, `text` begins with its mark.

    `scope` is what it is attached to: the block that it is in, the line below it in formats without blocks, and
    NOWHERE for one that stands between blocks. `opens_file`: nothing but comments stands before it.
    `is_kept`: the device keeps it when the configuration is loaded and shown again. `block` is what the block is called
    with those around it, by which it is the same one after lines have moved; empty for the whole file.
    """

    source: Source
    scope: Source
    text: str
    opens_file: bool
    is_kept: bool
    block: str = ""
