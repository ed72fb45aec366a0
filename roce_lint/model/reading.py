"""What comes out of a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.infiniband.documents import InfinibandFacts
    from roce_lint.model.device import Device, Link, UnreadLine


@dataclass(frozen=True, slots=True)
class Reading:
    """What one document said: devices, links that it states, and the lines that nobody understood.

    `infiniband` is what it says about an InfiniBand subnet or its subnet manager.
    """

    devices: tuple[Device, ...]
    links: tuple[Link, ...]
    unread: tuple[UnreadLine, ...]
    infiniband: tuple[InfinibandFacts, ...] = ()
