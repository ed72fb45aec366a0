"""What an intent demands of configurations, as rules evaluate it: what is there, what is missing, what differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from roce_lint.model.fact import Source
from roce_lint.model.judged import Judged
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.fabric.fabric import Fabric
    from roce_lint.judge.given import GivenIntent
    from roce_lint.read.files import InputFile
    from roce_lint.read.read_documents import ReadAll

DEMAND_SCOPE = "demand"
DIFFERS_FROM_INTENT = "differs-from-intent"
"""The rule that a value is the one that the intent demands."""


class DemandKind(Enum):
    """What a demand is about, which says how grave it is where it is not met."""

    DEVICE = "device"
    PORT = "port"
    CABLE = "cable"
    VALUE = "value"
    REACH = "reach"
    """A value that decides who reaches whom: VLAN, VRF, route target, gateway, session, number of a bundle."""
    ASIDE = "aside"
    """A description, or something that the intent does not know of."""
    NOT_FOUND = "not_found"
    """No file says whether the demand is met."""


@dataclass(frozen=True, slots=True)
class DemandState:
    """One demand. `text` is a sentence of what was found instead, as it follows the name of the device or port."""

    kind: DemandKind
    text: str
    is_met: bool


Demands: TypeAlias = Sequence[Judged]
DemandsOf: TypeAlias = "Callable[[Fabric, GivenIntent, ReadAll, Sequence[InputFile]], Demands]"
"""Returns the demands of an intent on a fabric: one that is met for all those, and each that is not.

The third argument reads what the intent renders; the last has what was read.
"""


def no_demands(fabric: Fabric, intent: GivenIntent, read_all: ReadAll, documents: Sequence[InputFile]) -> Demands:
    """Return that nothing is demanded, for those who take no more of an intent than cables and the design."""
    return ()


def demand(kind: DemandKind, text: str, device: str, object: str, place: Source, *, is_met: bool) -> Judged:
    """Return a demand as the engine evaluates it."""
    return Judged(device, object, place, {"demand": DemandState(kind, text, is_met)})
