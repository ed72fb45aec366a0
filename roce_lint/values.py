"""The decorator of every value that we compute: `@dataclass(frozen=True, slots=True)`, cheap to import."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Type checkers know the decorator of the standard library, and ours means the same.
    from dataclasses import dataclass as dataclass
else:
    from roce_lint.late_methods import dataclass as dataclass

__all__ = ["dataclass"]
