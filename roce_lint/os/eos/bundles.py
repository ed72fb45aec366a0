"""Members of a Port-Channel: marking and shaping live on the Port-Channel, PFC on the member."""

from __future__ import annotations

from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.os.eos.port_lines import QosLines
from roce_lint.os.industry_cli.command import NOT_STATED, NotStated, Setting, first_stated
from roce_lint.values import replace


def lacks_pfc(own: QosLines, of_channel: QosLines) -> bool:
    """Say whether a profile of the Port-Channel has PFC, which members have to say, and the member says nothing."""
    return isinstance(of_channel.pfc_on, Stated) and own.pfc_on is NOT_STATED


def lines_of_member(own: QosLines, above: QosLines, channel: str, place: Source) -> QosLines:
    """Return what holds for a member, by its own lines and those of its Port-Channel `channel`.

    PFC of the Port-Channel is in doubt on the member, and `place` is where it would have to be said.
    """
    because = f"the profile of {channel} has PFC, and it is not documented whether that reaches its members"
    return replace(
        own,
        trust=first_stated(above.trust, own.trust),
        default_cos=first_stated(above.default_cos, own.default_cos),
        default_dscp=first_stated(above.default_dscp, own.default_dscp),
        policy=first_stated(above.policy, own.policy),
        shape=first_stated(above.shape, own.shape),
        queues=own.queues or above.queues,
        no_drop=own.no_drop or {number: _doubt(said, because, place) for number, said in above.no_drop.items()},
        pfc_on=own.pfc_on if not isinstance(own.pfc_on, NotStated) else _doubt(above.pfc_on, because, place),
    )


def _doubt(said: Setting[bool], because: str, place: Source) -> Setting[bool]:
    return Unknown(because, place) if isinstance(said, Stated) else said
