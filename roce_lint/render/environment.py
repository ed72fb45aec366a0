"""The Jinja environment of all templates: strict, sandboxed, with errors that name file and line."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import ClassVar

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2 import TemplateError as JinjaError
from jinja2.exceptions import SecurityError, TemplateNotFound, TemplateSyntaxError, UndefinedError
from jinja2.loaders import split_template_path
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from roce_lint.errors import Problem, TemplateError
from roce_lint.files.inside import leads_out
from roce_lint.files.program_folders import templates_dir
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.render.bounded import TooMuchWorkError, bounded

BUILTIN = "builtin"
"""Below this name templates of users find ours, to add to them."""


class _FolderLoader(FileSystemLoader):
    """Loads templates of one folder, and none that a link of that folder leads to elsewhere."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return what a template holds; raises TemplateError for a link that leads out."""
        folder = Path(self.searchpath[0])
        path = folder.joinpath(*split_template_path(template))
        if os.path.exists(path) and leads_out(path, folder):
            raise TemplateError(Problem(path.as_posix(), 0, 0, "a link that leads out of the folder of templates"))
        return super().get_source(environment, template)


class _Environment(ImmutableSandboxedEnvironment):
    """Refuses what multiplies: a template prints values and computes none, and could fill all memory in one line."""

    intercepted_binops = frozenset({"*", "**", "%"})
    is_of_a_user = False
    """Templates of a user take part, whose work is bounded."""
    _known: ClassVar[dict[tuple[type, str], bool]] = {}

    def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
        """Return what Jinja decides by the class of the object and the name alone, once for each pair."""
        key = obj.__class__, attr
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = super().is_safe_attribute(obj, attr, value)
        return found

    def call_binop(self, context: Context, operator: str, left: object, right: object) -> object:
        """Refuse an operator that is intercepted."""
        raise SecurityError(f"the operator {operator!r} is not for templates")


def make_environment(overrides: Path | None = None) -> ImmutableSandboxedEnvironment:
    """Return the environment; templates in the folder `overrides` take the place of ours of the same name.

    Below `BUILTIN` ours can be included by those that take their place. An undefined name is an error, tags leave no
    blank lines behind, and templates can call nothing that changes or reaches beyond their values. Raises TemplateError
    when `overrides` is no folder, or has no template of our names.
    """
    others = (switch_os(name).templates for name in switch_names())
    ours = (templates_dir(), *(folder for folder in others if folder is not None))
    if overrides is None:
        return _own_environment(ours)
    if not os.path.isdir(overrides):
        raise TemplateError(Problem(str(overrides), 0, 0, "is not a folder of templates; name one that exists"))
    names = (path.relative_to(ours[0]) for path in ours[0].rglob("*.j2"))
    if not any(os.path.lexists(overrides / name) for name in names):
        example = f"{switch_names()[0]}/device.j2"
        text = f"takes the place of no template; call them as ours are called, for example {example}"
        raise TemplateError(Problem(str(overrides), 0, 0, text))
    environment = _environment((overrides, *ours), ours)
    environment.is_of_a_user = True
    return environment


@cache
def _own_environment(folders: tuple[Path, ...]) -> _Environment:
    """Return the environment of our templates alone, each of which is compiled once in a process."""
    return _environment(folders, folders)


def _environment(folders: tuple[Path, ...], ours: tuple[Path, ...]) -> _Environment:
    builtin = ChoiceLoader([_FolderLoader(str(folder)) for folder in ours])
    return _Environment(
        loader=ChoiceLoader(
            [*(_FolderLoader(str(folder)) for folder in folders), PrefixLoader({BUILTIN: builtin})],
        ),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )


def render_template(environment: ImmutableSandboxedEnvironment, name: str, values: Mapping[str, object]) -> str:
    """Return the text that the template `name` makes of `values`.

    Raises TemplateError, with the template's file and line, for a missing template, a syntax error or an undefined
    or forbidden name.
    """
    is_of_a_user = isinstance(environment, _Environment) and environment.is_of_a_user
    try:
        with bounded() if is_of_a_user else nullcontext():
            return environment.get_template(name).render(values)
    except (TooMuchWorkError, MemoryError) as error:
        what = "memory" if isinstance(error, MemoryError) else "time"
        path, line = _place_in_template(error, name)
        raise TemplateError(Problem(path, line, 0, f"it takes more {what} than a configuration needs")) from None
    except TemplateNotFound as error:
        raise TemplateError(
            Problem(str(error.name), 0, 0, "no such template; check the name and the folder")
        ) from error
    except TemplateSyntaxError as error:
        place = error.filename or name
        raise TemplateError(Problem(place, error.lineno, 0, f"{error.message}; fix the template")) from error
    except UnicodeDecodeError as error:
        raise TemplateError(Problem(name, 0, 0, "cannot be read: it is not UTF-8; fix the template")) from error
    except (UndefinedError, SecurityError, JinjaError, TypeError, ArithmeticError, ValueError) as error:
        path, line = _place_in_template(error, name)
        advice = "print only what the view holds"
        raise TemplateError(Problem(path, line, 0, f"{str(error).removesuffix('.')}; {advice}")) from error
    except RecursionError as error:
        raise TemplateError(Problem(name, 0, 0, "it includes itself without end; fix the template")) from error
    except OSError as error:
        raise TemplateError(Problem(name, 0, 0, f"cannot be read: {error.strerror}; fix the template")) from error


def _place_in_template(error: BaseException, name: str) -> tuple[str, int]:
    """Return file and line of the innermost template frame of an error."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".j2")]
    return (frames[-1].filename, frames[-1].lineno or 0) if frames else (name, 0)
