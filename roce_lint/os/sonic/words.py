"""Words of the database that stand for values of the model; the same are read and printed."""

from __future__ import annotations

from roce_lint.model.terms import Fec, WatchdogAction

FEC = {"rs": Fec.REED_SOLOMON, "fc": Fec.FIRE_CODE, "none": Fec.OFF}
"""Source: sonic-port YANG, fec."""
ACTIONS = {
    "drop": WatchdogAction.DROP,
    "forward": WatchdogAction.IGNORE_PAUSE,
    "alert": WatchdogAction.NOTIFY_ONLY,
}
"""Source: sonic-pfcwd YANG, action."""
FEC_WORDS = {value: word for word, value in FEC.items()}
ACTION_WORDS = {value: word for word, value in ACTIONS.items()}
