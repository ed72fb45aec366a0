"""Which VLANs a trunk carries: `switchport trunk allowed vlan`, of which several lines add up."""

from __future__ import annotations

from roce_lint.model.fact import Stated
from roce_lint.os.industry_cli.command import Setting
from roce_lint.os.industry_cli.line_table import ChangedValue, CommandRow
from roce_lint.os.industry_cli.number_list import NO_NUMBERS, number_list

_EVERY_VLAN = frozenset(range(1, 4095))


def _vlans(text: str) -> frozenset[int]:
    """Return the VLANs of a list; raise ValueError for none."""
    vlans = {"all": _EVERY_VLAN, "none": NO_NUMBERS}.get(text, number_list(text, 1, 4094))
    if not vlans and text != "none":
        raise ValueError(text)
    return vlans


def _changed(change: str, text: str) -> ChangedValue:
    vlans = _vlans(text)

    def of(before: Setting[object]) -> object:
        held = before.value if isinstance(before, Stated) and isinstance(before.value, frozenset) else _EVERY_VLAN
        return {"add": held | vlans, "remove": held - vlans, "except": _EVERY_VLAN - vlans}[change]

    return ChangedValue(of)


def allowed_vlans(near_miss: str) -> tuple[CommandRow, CommandRow]:
    """Return the rows for the field `allowed_vlans`; `near_miss` as in CommandRow."""
    form = "switchport trunk allowed vlan"
    return (
        CommandRow(f"{form} add|remove|except <vlans>...", "allowed_vlans", value=_changed),
        CommandRow(f"{form} <vlans>...", "allowed_vlans", value=_vlans, near_miss=near_miss),
    )
