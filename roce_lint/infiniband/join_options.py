"""Join what several files say of the options of one subnet manager: opensm.conf, flags of its service, UFM."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from roce_lint.infiniband.documents import InfinibandFacts
from roce_lint.infiniband.managed import UfmSettings
from roce_lint.infiniband.opensm.nvidia_options import OPEN_ENGINES, OPEN_OPTIONS
from roce_lint.infiniband.opensm.opensm_conf import parse_options
from roce_lint.infiniband.sm_options import OpenSmDialect, RawOption, SmFlags, SmOptions
from roce_lint.model.fact import known


def with_flags(facts: Sequence[InfinibandFacts]) -> tuple[InfinibandFacts, ...]:
    """Return the facts with flags put into the options that they replace, and options of UFM read as UFM's.

    Flags belong to the opensm.conf that their file names, or to the nearest one; without any they are options of
    their own.
    """
    is_ufm = any(isinstance(one, UfmSettings) for one in facts)
    options = [one for one in facts if isinstance(one, SmOptions)]
    given: dict[int, list[RawOption]] = {}
    alone: list[SmFlags] = []
    for flags in (one for one in facts if isinstance(one, SmFlags)):
        target = _target(flags, options)
        if target is None:
            alone.append(flags)
        else:
            given.setdefault(id(target), []).extend(flags.options)
    found: list[InfinibandFacts] = []
    for one in facts:
        if isinstance(one, SmOptions):
            found.append(_read_again(one, tuple(given.get(id(one), ())), is_ufm))
        elif not isinstance(one, SmFlags):
            found.append(one)
    found += _options_of(alone)
    return tuple(found)


def _options_of(alone: Sequence[SmFlags]) -> list[SmOptions]:
    """Return the options that flags without an opensm.conf make; a unit and a settings file are of one host."""
    names = {posixpath.basename(flags.source.file) for flags in alone}
    if len(alone) == 2 and len(names) == 2:
        together = tuple(option for flags in alone for option in flags.options)
        return [parse_options(b"", alone[0].source.file, flags=together)]
    return [parse_options(b"", flags.source.file, flags=flags.options) for flags in alone]


def _target(flags: SmFlags, options: Sequence[SmOptions]) -> SmOptions | None:
    """Return the options that flags come after; None where there are none, or several are as near."""
    name = posixpath.basename(flags.config_file)
    named = [one for one in options if name and posixpath.basename(one.source.file) == name] or list(options)
    if len(named) < 2:
        return named[0] if named else None
    folder = posixpath.dirname(flags.source.file).split("/")
    ranked = sorted(named, key=lambda one: -_shared(folder, one.source.file))
    first, second = (_shared(folder, one.source.file) for one in ranked[:2])
    return ranked[0] if first > second else None


def _shared(folder: Sequence[str], path: str) -> int:
    """Return how many folders from the top a path has in common with a folder."""
    other = posixpath.dirname(path).split("/")
    differing = (depth for depth, (a, b) in enumerate(zip(folder, other, strict=False)) if a != b)
    return next(differing, min(len(folder), len(other)))


def _read_again(options: SmOptions, flags: tuple[RawOption, ...], is_ufm: bool) -> SmOptions:
    """Return options with flags, as UFM's OpenSM reads them where UFM is; that is NVIDIA's."""
    is_open = any(options.as_written(name) for name in OPEN_OPTIONS)
    is_open = is_open or bool(OPEN_ENGINES.intersection(known(options.routing_engine, ())))
    dialect = OpenSmDialect.NVIDIA if is_ufm and not is_open else options.dialect
    if not flags and dialect is options.dialect:
        return options
    return parse_options(options.octets, options.source.file, dialect, flags)
