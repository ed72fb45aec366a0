"""What values are made with: the decorator `@dataclass(frozen=True, slots=True)` and its company, cheap to import."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_lint.late_methods import field_names as field_names
from roce_lint.late_methods import is_dataclass as is_dataclass

if TYPE_CHECKING:
    # Type checkers know those of the standard library, and ours mean the same.
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:
    from roce_lint.late_fields import field as field
    from roce_lint.late_methods import dataclass as dataclass
    from roce_lint.late_methods import replace as replace

__all__ = ["dataclass", "field", "field_names", "is_dataclass", "replace"]
