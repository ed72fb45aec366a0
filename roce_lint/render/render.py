"""An intent to all its files: switches, hosts, the cabling plan and a lab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2.sandbox import ImmutableSandboxedEnvironment

from roce_lint.errors import IntentError, PlatformError, UsageError
from roce_lint.hosts.rendered import host_templates
from roce_lint.intent.make_fabric import make_fabric_view
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.intent.model import Intent
from roce_lint.intent.view_host import HostView
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.render.environment import make_environment, render_template
from roce_lint.render.files import RenderedFile
from roce_lint.render.infiniband import render_infiniband
from roce_lint.render.switch import render_switch
from roce_lint.suggest import did_you_mean


def render_fabric(
    intent: Intent,
    *,
    forms: Mapping[str, str] | None = None,
    overrides: Path | None = None,
    devices: Sequence[str] = (),
) -> tuple[RenderedFile, ...]:
    """Return every file of the fabric, or those of `devices` alone, sorted by path.

    The same intent gives the same bytes.

    `forms`: see `render_switch`. `overrides` is a folder of templates that take the place of ours.
    Raises IntentError for an impossible intent and a switch that lacks what is asked, UsageError for an unknown device,
    PlatformError for an adapter that lacks it, TemplateError for a template that fails.
    """
    files = render_views(make_views(intent), forms=forms, overrides=overrides, devices=devices)
    subnet = make_infiniband_view(intent)
    if subnet is None or devices:
        return files
    return tuple(sorted((*files, *render_infiniband(subnet, overrides)), key=lambda file: file.path))


def render_views(
    views: FabricViews,
    *,
    forms: Mapping[str, str] | None = None,
    overrides: Path | None = None,
    devices: Sequence[str] = (),
) -> tuple[RenderedFile, ...]:
    """Return the files of views that were made before; see `render_fabric`."""
    _check_names(views, devices)
    environment = make_environment(overrides)
    files: list[RenderedFile] = []
    startup: dict[str, str] = {}
    refused: dict[YamlPath, PlatformError] = {}
    for view in views.switches:
        if devices and view.name not in devices:
            continue
        try:
            rendered = render_switch(environment, view, forms)
        except PlatformError as error:
            # switches of one place are alike, and one of them says what all of them lack
            refused.setdefault(views.places.of(view, error), error)
            continue
        startup[view.name] = rendered[0].path
        files += rendered
    if refused:
        raise IntentError(*(views.places.problem(at, str(error)) for at, error in refused.items()))
    for host in views.hosts:
        if not devices or host.name in devices:
            files += _host_files(environment, host)
    if not devices:
        fabric = make_fabric_view(views, startup)
        values = {"fabric": fabric}
        files.append(RenderedFile("cabling.csv", render_template(environment, "fabric/cabling.j2", values)))
        if fabric.nodes:
            lab = render_template(environment, "fabric/containerlab.j2", values)
            files.append(RenderedFile(f"{views.name}.clab.yml", lab))
    return tuple(sorted(files, key=lambda file: file.path))


def _check_names(views: FabricViews, devices: Sequence[str]) -> None:
    known = [view.name for view in views.switches] + [host.name for host in views.hosts]
    unknown = [name for name in devices if name not in known]
    if unknown:
        raise UsageError(*(f"the intent has no device {name!r}{did_you_mean(name, known)}" for name in unknown))


def _host_files(environment: ImmutableSandboxedEnvironment, host: HostView) -> list[RenderedFile]:
    return [
        RenderedFile(
            f"hosts/{host.name}/{one.name}", render_template(environment, one.template, one.values), one.executable
        )
        for one in host_templates(host)
    ]
