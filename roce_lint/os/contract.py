"""What a network operating system brings along: the one value that its folder registers.

`docs/adding-a-system.md` walks through a complete system. Everything outside `os/` and `hosts/` asks this value, or
the behaviour in it, and names no system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from roce_lint.model.marking_advice import MarkingAdvice
from roce_lint.os.behaviour import Behaviour
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from roce_lint.errors import Problem
    from roce_lint.fix.case import Maker
    from roce_lint.fix.edit import Edit
    from roce_lint.fix.tree import ConfigTree
    from roce_lint.intent.view import SwitchView
    from roce_lint.model.device import Device
    from roce_lint.model.reading import Reading
    from roce_lint.model.vendor_default import VendorDefault
    from roce_lint.os.collection import Collection
    from roce_lint.os.references import NamesOfFile
    from roce_lint.platforms.dialect import Dialect
    from roce_lint.platforms.layout import CageGroup, CageId, PortMode
    from roce_lint.platforms.platform import SwitchPlatform
    from roce_lint.platforms.sheet import Section
    from roce_lint.text.config_lines import ConfigLine, LinePath
    from roce_lint.text.document import Document

Printer: TypeAlias = "Callable[[str, Mapping[str, object]], str]"
"""Prints a template, named below `templates/`, with its values. Raises TemplateError for one that fails."""
Commands: TypeAlias = "tuple[tuple[str, ...], tuple[str, ...]]"
"""Lines that make changes at a device, and those that take them back."""


@dataclass(frozen=True, slots=True)
class SystemMarks:
    """What speaks for one system: lines that no other has, and lines that are merely usual for it.

    Each mark is a pattern that is tried at the start of a line, after its indentation; it counts once however often it
    is in the text, and the first of a tuple that matches a line is the one that counts there.
    """

    strong: tuple[str, ...]
    weak: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundMarks:
    """What speaks for each system in a text, by name; 0 for nothing. `signs` are those that lines begin with.

    A sign that is not among them stands at the start of no line, indented or not.
    """

    weights: Mapping[str, int]
    signs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Detection:
    """How a text of the system is recognised. What is asked first is cheap, since nearly every text passes it."""

    at_a_glance: Callable[[str], bool]
    """Says whether a text is plainly of this system, before any marks are looked for."""
    by_marks: Callable[[str, FoundMarks], bool]
    """Says whether a text is of this system, whatever its marks weigh against those of others."""
    in_json: Callable[[str], bool]
    """Says whether a text of JSON is of this system."""
    signs: tuple[str, ...]
    """How lines begin that `by_marks` asks for; each is a plain text."""
    marks: Callable[[], SystemMarks]
    """Returns what is weighed against the marks of other systems; empty where the functions above decide."""
    collectors_names: tuple[str, ...]
    """Names that tools which collect configurations write above them (RANCID, Batfish)."""
    has_plain_ethernet: bool
    """Lines such as `interface Ethernet1` without any mark may be of this system."""
    indentation: int
    """Columns of a level of indentation if no other system prints that many, else 0."""


class Ending(Enum):
    """Whether the end of a text shows that it is complete."""

    WHOLE = "whole"
    OPEN = "open"
    """The form has no end that could be missing; the last line decides."""


@dataclass(frozen=True, slots=True)
class Completeness:
    """How a file is distinguished from a part of one, or from several in one. Functions return faults with a place."""

    ending: Callable[[Document], Problem | Ending]
    another_device: Callable[[Document], Problem | None]
    """Returns where the configuration of another device begins."""
    without_raw_text: Callable[[str], str]
    """Returns the text with what is no configuration, such as banners, blanked; lines keep their numbers."""
    quotes_span_lines: bool
    """Values between quotes may have several lines."""


@dataclass(frozen=True, slots=True)
class LineFormat:
    """How a configuration is taken apart into lines, and lines are added to one by entries of `extra`."""

    split: Callable[[Document], tuple[ConfigLine, ...]]
    """Returns its lines, leaves or fields, whatever form it is in; comments are left out."""
    without: Callable[[Document, Sequence[ConfigLine]], Document]
    """Returns it without some of these; the result is read as facts, and for nothing else."""
    extra: Callable[[Sequence[LinePath]], tuple[str, ...]]
    """Returns the lines of `extra` that add these to a switch."""
    port_line: Callable[[LinePath], tuple[str, LinePath] | None]
    """Returns the port that a line is of, and its path below it; None for any other line."""
    port_extra: Callable[[Sequence[LinePath]], tuple[str, ...]]
    """Returns the lines of `extra` that add such paths to a port."""
    cable_length: Callable[[LinePath], tuple[str, int] | None] | None
    """Returns port and metres of a line that states the length of a cable; None for systems that state none."""


@dataclass(frozen=True, slots=True)
class RemarkPlaces:
    """Where a configuration speaks to the linter (`roce-lint: ignore[...]`), besides comments of lines."""

    kept_comment: str
    """How a comment begins that a device keeps; empty where it drops all."""
    description_lines: bool
    """Lines `description ...` hold remarks."""
    description_facts: bool
    """Descriptions of ports are searched after reading, since they have several spellings."""
    json_annotations: bool
    """JSON has metadata `_annotate`, which the device keeps."""


@dataclass(frozen=True, slots=True)
class PortNames:
    """How ports and their speeds are written."""

    interface: Callable[[SwitchPlatform, CageId, CageGroup, PortMode, int], str]
    """Name of a child (from 0) of a cage in a mode; the cage's group has that mode."""
    speed: Callable[[PortMode], str]
    """The word that sets the speed of a port in a mode."""
    breakout: Callable[[PortMode], str]
    """The word that names a breakout."""


@dataclass(frozen=True, slots=True)
class Lab:
    """How containerlab runs the system. `image` has a place for `{release}`."""

    kind: str
    image: str
    chassis_types: frozenset[str] | None
    """Types of the kind, called as the platform without the number in front; None for a kind without types."""
    reads_startup: bool
    """The kind loads a start-up configuration; else the lab is wired, and configurations are loaded by hand."""
    interface: Callable[[str, int], str]
    """Name of a port in the lab; the number counts the cabled ports of the device from 1."""


@dataclass(frozen=True, slots=True)
class SampleModels:
    """Models for the first intent: a leaf with 32 x 100G for hosts and 4 x 400G for spines, and its spine."""

    leaf: str
    spine: str


@dataclass(frozen=True, slots=True)
class Forms:
    """Several forms in which a configuration is written: the first is usual; `help` describes the option."""

    names: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Remedies:
    """What fixes faults: `by_rule` has ways to fix a fault, of which the first that applies and is proven is taken.

    A rule without an entry has no remedy that could be worked out. `typed` returns how edits are typed at a device.
    """

    by_rule: Mapping[str, tuple[Maker, ...]]
    typed: Callable[[Iterable[Edit], ConfigTree], Commands]


@dataclass(frozen=True, slots=True)
class Together:
    """How the files of one device are read that has several of them."""

    names: Callable[[Device], frozenset[str]]
    """Returns what may name the device that a file speaks of: its host name, and what the file is called after."""
    read: Callable[[tuple[Document, ...], tuple[Reading, ...]], Reading | None]
    """Reads the files of one device, given what each says alone; None where they contradict each other."""
    incomplete: Callable[[Device], str]
    """Returns what a device of one file lacks, so that nothing can be said of it; empty where it lacks nothing."""


@dataclass(frozen=True, slots=True)
class HostSystem:
    """What all hosts have in common, whatever the driver of their adapters (`hosts/contract.py`)."""

    name: str
    label: str
    behaviour: Behaviour
    read: Callable[[Document], Reading]
    lab: Lab
    remedies: Callable[[], Remedies]
    collection: Callable[[], Collection]


@dataclass(frozen=True, slots=True)
class SwitchOs:
    """One system of switches. Every field is required: a system that leaves one out cannot be made.

    Functions import what they need when they are called, so that a program that asks for the behaviour alone starts
    fast.
    """

    name: str
    """Used in rules, reports and options: `eos`."""
    label: str
    """The vendor and the system, for people: `Arista EOS`."""
    short_label: str
    """The system alone, in messages: `EOS`."""
    behaviour: Behaviour
    read: Callable[[Document], Reading]
    """Turns the text of one file into what the device says. It never raises for a text, whatever is in it."""
    names: Callable[[Document], NamesOfFile]
    """Returns the names that a file defines and uses, for those who follow them. Never raises, as `read`."""
    together: Together | None
    """How a device is read that has several files; None for a system whose devices have one."""
    defaults: Callable[[], Mapping[str, VendorDefault[object]]]
    """Returns what holds where a configuration is silent, by name, with reason and source."""
    detection: Detection
    completeness: Completeness
    line_form: LineFormat
    remarks: RemarkPlaces
    model_prefixes: tuple[str, ...]
    """Words that the vendor puts before the part of a model's name that differs; a digit follows them."""
    dialect: Callable[[Section], Dialect]
    """Reads the section `dialect` of a platform's file: keywords and limits that only this system has."""
    port_names: PortNames
    check_release: Callable[[SwitchPlatform, str], tuple[str, ...]]
    """Returns what is left out with a release, or not vouched for, in words; empty is a release not named.

    Raises PlatformError for a release for which no configuration can be written.
    """
    doubts: Callable[[SwitchView, SwitchPlatform], tuple[str, ...]]
    """Returns what the configuration of a switch does otherwise than the view asks, or what nobody vouches for."""
    forms: Forms | None
    """The forms in which it is written; None for a single one, and nothing is chosen."""
    render: Callable[[Printer, SwitchView, SwitchPlatform, str], tuple[tuple[str, str], ...]]
    """Returns path and text of each file in a form, the start-up configuration first.

    Raises PlatformError where the platform lacks what the view asks for.
    """
    exports: Mapping[str, Callable[[Sequence[SwitchView]], str]]
    """Formats of `export` that only this system has, by name: each returns one text for its switches."""
    templates: Path | None
    """The folder with its templates; None for those in `templates/` of the project."""
    fixes: Path | None
    """The file with what a person types to fix a fault, by rule; None for `fixes.yaml` in its folder of `os/`."""
    lab: Lab
    sample: SampleModels
    remedies: Callable[[], Remedies]
    collection: Callable[[], Collection]
    """Returns the read-only commands that `roce-lint collect` runs."""
    marking_advice: tuple[MarkingAdvice, ...]
    """Marking thresholds that the vendor gives for its switches; empty where none could be read."""
    documentation: str
    """The page that says what is read and rendered, below the folder of the project."""
