"""One switch: its view and its platform through the templates of its operating system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from jinja2.sandbox import ImmutableSandboxedEnvironment

from roce_lint.errors import PlatformError
from roce_lint.intent.srlinux_release import release_numbers
from roce_lint.intent.view import SwitchView
from roce_lint.intent.view_eos import eos_view
from roce_lint.intent.view_nxos import nxos_view
from roce_lint.intent.view_srlinux import srl_view
from roce_lint.platforms.catalog import switch
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.render.environment import render_template
from roce_lint.render.files import RenderedFile
from roce_lint.render.srlinux_json import startup_json


class SrlinuxForm(Enum):
    """The forms in which an SR Linux configuration is written."""

    JSON = "json"
    """Start-up file and gNMI set."""
    SET = "set"
    """Flat `set /` lines for the CLI."""
    BOTH = "both"


Render = Callable[[ImmutableSandboxedEnvironment, SwitchView, SwitchPlatform, SrlinuxForm], tuple[RenderedFile, ...]]


def _eos(
    environment: ImmutableSandboxedEnvironment, view: SwitchView, platform: SwitchPlatform, _: SrlinuxForm
) -> tuple[RenderedFile, ...]:
    values = {"view": view, "eos": eos_view(view, platform)}
    return (RenderedFile(f"configs/{view.name}.cfg", render_template(environment, "eos/device.j2", values)),)


def _nxos(
    environment: ImmutableSandboxedEnvironment, view: SwitchView, platform: SwitchPlatform, _: SrlinuxForm
) -> tuple[RenderedFile, ...]:
    values = {"view": view, "nxos": nxos_view(view, platform)}
    return (RenderedFile(f"configs/{view.name}.cfg", render_template(environment, "nxos/device.j2", values)),)


def _srlinux(
    environment: ImmutableSandboxedEnvironment, view: SwitchView, platform: SwitchPlatform, form: SrlinuxForm
) -> tuple[RenderedFile, ...]:
    """Return the forms that are wanted; with two of them the lines lie apart, so that no folder has a switch twice."""
    values = {"view": view, "srl": srl_view(view, platform)}
    flat = render_template(environment, "srlinux/device.j2", values)
    files = []
    if form is not SrlinuxForm.SET:
        startup = startup_json(flat, release_numbers(view.release), "srlinux/device.j2")
        files.append(RenderedFile(f"configs/{view.name}.json", startup))
    if form is not SrlinuxForm.JSON:
        folder = "configs" if form is SrlinuxForm.SET else "set-lines"
        files.append(RenderedFile(f"{folder}/{view.name}.cfg", flat))
    return tuple(files)


_RENDERERS: Mapping[str, Render] = {"eos": _eos, "nxos": _nxos, "srlinux": _srlinux}


def render_switch(
    environment: ImmutableSandboxedEnvironment, view: SwitchView, srlinux_form: SrlinuxForm = SrlinuxForm.JSON
) -> tuple[RenderedFile, ...]:
    """Return the files of one switch, its start-up configuration first.

    Raises PlatformError for an OS without templates or a platform that lacks what the view asks, TemplateError for
    a template that fails.
    """
    render = _RENDERERS.get(view.os)
    if render is None:
        known = ", ".join(os for os in _RENDERERS)
        raise PlatformError(f"{view.name}: no templates for {view.os}; known are {known}")
    return render(environment, view, switch(view.platform), srlinux_form)
