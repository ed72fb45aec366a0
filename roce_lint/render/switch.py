"""One switch: its view and its platform through the templates of its operating system."""

from __future__ import annotations

from collections.abc import Mapping

from jinja2.sandbox import ImmutableSandboxedEnvironment

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.platforms.catalog import switch
from roce_lint.render.environment import render_template
from roce_lint.render.files import RenderedFile


def render_switch(
    environment: ImmutableSandboxedEnvironment, view: SwitchView, forms: Mapping[str, str] | None = None
) -> tuple[RenderedFile, ...]:
    """Return the files of one switch, its start-up configuration first.

    `forms` names, by system, the form of configurations that have several; else they have their usual one.
    Raises PlatformError for an OS without templates or a platform that lacks what the view asks, TemplateError for
    a template that fails.
    """
    if view.os not in switch_names():
        raise PlatformError(f"{view.name}: no templates for {view.os}; known are {', '.join(switch_names())}")
    system = switch_os(view.os)
    usual = system.forms.names[0] if system.forms else ""

    def print_template(name: str, values: Mapping[str, object]) -> str:
        return render_template(environment, name, values)

    files = system.render(print_template, view, switch(view.platform), (forms or {}).get(view.os, usual))
    return tuple(RenderedFile(path, text) for path, text in files)
