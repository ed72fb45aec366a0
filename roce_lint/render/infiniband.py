"""An InfiniBand subnet to the files of its subnet managers and to UFM's P_Keys."""

from __future__ import annotations

from pathlib import Path

from roce_lint.intent.view_infiniband import InfinibandView
from roce_lint.render.environment import make_environment, render_template
from roce_lint.render.files import RenderedFile


def render_infiniband(view: InfinibandView, overrides: Path | None = None) -> tuple[RenderedFile, ...]:
    """Return partitions.conf and opensm.conf of each subnet manager, and the P_Keys as UFM lists them.

    The partition file is the same for all managers. Raises TemplateError for a template that fails.
    """
    environment = make_environment(overrides)
    partitions = render_template(environment, "opensm/partitions.j2", {"subnet": view})
    pkeys = render_template(environment, "opensm/ufm_pkeys.j2", {"subnet": view})
    files = [RenderedFile("infiniband/ufm-pkeys.json", pkeys)]
    for manager in view.managers:
        folder = f"infiniband/{manager.folder}" if manager.folder else "infiniband"
        values = {"subnet": view, "manager": manager}
        options = render_template(environment, "opensm/opensm_conf.j2", values)
        files.append(RenderedFile(f"{folder}/opensm.conf", options))
        files.append(RenderedFile(f"{folder}/partitions.conf", partitions))
    return tuple(sorted(files, key=lambda file: file.path))
