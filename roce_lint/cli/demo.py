"""`roce-lint demo`: a sample fabric, clean and with five faults, to try the other commands on."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable
from pathlib import Path

import click
import pydantic
import yaml

from roce_lint.errors import Problem, UsageError
from roce_lint.files.program_folders import templates_dir
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.render.files import RenderedFile, write_files
from roce_lint.render.render import render_views
from roce_lint.report.printable import printable

_INTENT = "fabric.roce.yaml"


class DemoFault(pydantic.BaseModel, frozen=True, extra="forbid"):
    """One fault of the broken copy: `text` in `file` becomes `becomes`; None deletes the lines that contain it."""

    file: str
    fault: str
    text: str
    becomes: str | None = None

    def applied_to(self, config: str) -> str:
        """Return the broken text of the file. Raises ValueError when there is nothing to change in it."""
        if self.text not in config:
            raise ValueError(f"{self.file} does not contain {self.text!r}")
        if self.becomes is not None:
            return config.replace(self.text, self.becomes)
        return "".join(line for line in config.splitlines(keepends=True) if self.text not in line)


@click.command("demo", epilog="Example: roce-lint demo && roce-lint check roce-lint-demo/broken")
@click.argument("folder", type=click.Path(path_type=Path), default="roce-lint-demo")
def command(folder: Path) -> None:
    """Write a sample fabric to FOLDER (roce-lint-demo): its intent, its configurations, and a copy with five faults."""
    if os.path.lexists(folder):
        raise UsageError(Problem(str(folder), 0, 0, "exists; name a folder that does not exist yet"))
    source = templates_dir() / "demo"
    intent = (source / _INTENT).read_text(encoding="utf-8")
    faults = pydantic.TypeAdapter(list[DemoFault]).validate_python(
        yaml.safe_load((source / "faults.yaml").read_text(encoding="utf-8"))
    )
    clean = render_views(make_views(parse_intent(intent, _INTENT)))
    files = [RenderedFile(_INTENT, intent), *_below("clean", clean), *_below("broken", _broken(clean, faults))]
    write_files(files, folder)
    typed = shlex.quote(f"./{folder}" if str(folder).startswith("-") else str(folder))
    click.echo(f"wrote {printable(str(folder))}: {_INTENT}, clean/ and broken/, a copy with {len(faults)} faults:")
    for fault in faults:
        click.echo(f"  {fault.file}: {fault.fault}")
    click.echo(f"next: roce-lint check {printable(typed)}/clean --intent {printable(typed)}/{_INTENT}")
    click.echo(f"      roce-lint check {printable(typed)}/broken --intent {printable(typed)}/{_INTENT}")


def _below(folder: str, files: Iterable[RenderedFile]) -> list[RenderedFile]:
    return [RenderedFile(f"{folder}/{file.path}", file.text, file.executable) for file in files]


def _broken(files: Iterable[RenderedFile], faults: Iterable[DemoFault]) -> list[RenderedFile]:
    """Return the files with the faults in them."""
    texts = {file.path: file for file in files}
    for fault in faults:
        file = texts[fault.file]
        texts[fault.file] = RenderedFile(file.path, fault.applied_to(file.text), file.executable)
    return list(texts.values())
