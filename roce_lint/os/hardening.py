"""What a system does not get of the protection that an intent asks for."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView


def left_out(view: SwitchView, system: str, *missing: str) -> tuple[str, ...]:
    """Return a sentence about the wishes among `missing` that no source shows the lines of."""
    wish = view.hardening
    wanted = {
        "sFlow": wish.sflow_collectors,
        "limit of broadcasts": wish.broadcast_percent,
        "shut ports": wish.unused_ports,
    }
    parts = [name for name in missing if wanted[name]]
    return (
        (f"{system} gets no {' and no '.join(parts)}: no source that could be read shows the lines",) if parts else ()
    )
