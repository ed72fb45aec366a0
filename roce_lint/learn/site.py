"""The texts of switches, and what templates print of their views: what facts of QoS and routing do not hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.gate.device_texts import texts_of
from roce_lint.intent.make_view import FabricViews
from roce_lint.intent.view import SwitchView
from roce_lint.learn.observed import Observed
from roce_lint.os.registry import switch_os
from roce_lint.render.environment import make_environment
from roce_lint.render.switch import render_switch
from roce_lint.text.config_lines import LinePath
from roce_lint.text.document import Document


class Site:
    """What was read of switches and what the intent so far renders, side by side.

    `samples` has a switch of each system, by its name, a leaf where there is one; `examples` one of each system and
    tier.
    """

    def __init__(self, observed: Observed, documents: Sequence[Document], views: FabricViews) -> None:
        self.views = {view.name: view for view in views.switches}
        files = texts_of(observed.fabric.devices, documents)
        self.texts: Mapping[str, tuple[str, ...]] = {
            name: tuple(one.text for one in files.get(name, ())) for name in self.views
        }
        self.statements: Mapping[str, tuple[LinePath, ...]] = {
            name: _paths(self.views[name].os, files.get(name, ())) for name in self.views
        }
        self.samples: Mapping[str, SwitchView] = {view.os: view for view in views.switches}
        read = [view for view in views.switches if self.statements.get(view.name)]
        self.examples: tuple[SwitchView, ...] = tuple({(view.os, view.role): view for view in read}.values())
        self._environment = make_environment(None)

    def printed(self, view: SwitchView) -> tuple[str, ...]:
        """Return the texts of the files of a switch."""
        return tuple(file.text for file in render_switch(self._environment, view))

    def lines_of(self, view: SwitchView) -> tuple[LinePath, ...]:
        """Return the lines of the files of a switch, with their blocks."""
        files = render_switch(self._environment, view)
        return _paths(view.os, [Document(file.path, file.text) for file in files])

    def of_system(self, system: str) -> tuple[str, ...]:
        """Return the names of the switches of a system, in order, of which a text was read."""
        return tuple(name for name, view in self.views.items() if view.os == system and self.statements.get(name))


def _paths(system: str, files: Sequence[Document]) -> tuple[LinePath, ...]:
    split = switch_os(system).line_form.split
    return tuple(line.path for file in files for line in split(file))
