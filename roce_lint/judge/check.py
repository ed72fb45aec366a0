"""The whole linter: texts in, a report out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from roce_lint.errors import ConfigError, UsageError
from roce_lint.fabric.counted_ports import counters_of_ports
from roce_lint.fabric.design import infer_design
from roce_lint.fabric.domain import DomainSize, claimed_design
from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.infiniband_hosts import belong_to_infiniband, without_roce
from roce_lint.fabric.links import infer_links, loose_cables
from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.apply_suppressions import make_suppressions as make_suppressions
from roce_lint.judge.compose import report_on
from roce_lint.judge.concurrently import Concurrently, in_turn
from roce_lint.judge.config_lines import with_lines
from roce_lint.judge.demand import DemandsOf, no_demands
from roce_lint.judge.examination import Examination, all_profiles, examine_fabric
from roce_lint.judge.finding import DomainInForce, Inputs, Report, SkippedFile
from roce_lint.judge.given import NOTHING_SAID as NOTHING_SAID
from roce_lint.judge.given import Given as Given
from roce_lint.judge.profiles import find_profile
from roce_lint.judge.restrictions import (
    domain_restrictions,
    file_restrictions,
    profile_restrictions,
    unstated_nics,
)
from roce_lint.judge.rule import Rule
from roce_lint.judge.suppressions import NO_SUPPRESSIONS, Suppressions, apply_suppressions
from roce_lint.model.fact import NOWHERE
from roce_lint.model.given_design import GivenDesign
from roce_lint.model.port_directory import PortDirectory
from roce_lint.read.gather import Gathered, gather
from roce_lint.read.read_documents import ReadAll, ReadInputs, read_documents, read_here, without_lone_captures
from roce_lint.read.read_once import ReadByContent
from roce_lint.text.document import Document
from roce_lint.values import replace
from roce_lint.version import version

if TYPE_CHECKING:
    from roce_lint.infiniband.documents import InfinibandFacts

NO_INPUTS = Inputs((), (), (), ())


def load_all_rules(folders: Sequence[Path] = (), *, examples: bool = True) -> tuple[Rule, ...]:
    """Return our rules, those of `folders`, and the built-in ones: for unread lines, for waivers and baselines.

    Without `examples` those of our rules are left out, which are tested before they are released.
    Raises RuleError with every fault of every file.
    """
    # Most checks have the rules from the cache, and need neither YAML nor what reads conditions.
    from roce_lint.judge.load import load_rules
    from roce_lint.judge.own_rules import own_rules

    ours = rules_dir()
    return (*load_rules(ours, *folders, unexampled=None if examples else ours), *own_rules())


def build_fabric(inputs: ReadInputs, given: Given) -> Fabric:
    """Return the devices with their links and the design in force."""
    stated = (*given.links, *inputs.links)
    directory = PortDirectory(inputs.devices)
    cabled = infer_links(inputs.devices, stated, directory)
    inside = given.domain.without_left_out(inputs.devices)
    design = infer_design(inside, given_design(given))
    is_infiniband = bool(inputs.infiniband) and belong_to_infiniband(inside, design)
    if is_infiniband:
        design = without_roce(design)
    design = claimed_design(design, inputs.devices, given.domain)
    counters, loose = counters_of_ports(inputs.counters, inputs.devices)
    return Fabric(
        inputs.devices,
        cabled.links,
        cabled.contradictions,
        inputs.conflicts,
        (*inputs.unread, *loose_cables(inputs.devices, stated, directory), *loose),
        design,
        infiniband=_joined(inputs.infiniband),
        domain=given.domain,
        remarks=inputs.remarks,
        intended_partitions=given.partitions,
        length_contradictions=cabled.lengths,
        has_infiniband_hosts=is_infiniband,
        listed=inputs.links,
        counters=counters,
    )


def _joined(facts: tuple[InfinibandFacts, ...]) -> tuple[InfinibandFacts, ...]:
    """Return what files say of InfiniBand, joined to subnets; few fabrics have any, and none pays for the others."""
    if not facts:
        return ()
    from roce_lint.infiniband.join_records import joined

    return joined(facts)


def _subnet_devices(facts: tuple[InfinibandFacts, ...]) -> tuple[str, ...]:
    if not facts:
        return ()
    from roce_lint.infiniband.derive.entities import infiniband_devices

    return infiniband_devices(facts)


def given_design(given: Given) -> GivenDesign:
    """Return the design as it is given, with the profile of the command line."""
    if not given.profile:
        return given.design
    profile = find_profile(given.profiles or all_profiles(), given.profile, given.profile_place).id
    stated = given.design
    return GivenDesign(
        profile,
        NOWHERE,
        stated.roce_dscps,
        stated.cnp_dscps,
        stated.lossless_priorities,
        stated.maximum_incast,
        stated.source,
    )


def read_configs(*paths: str | Path, given: Given = NOTHING_SAID) -> Fabric:
    """Return the fabric that the files and folders describe.

    Raises ConfigError, with every place, when a file that is named cannot be read.
    """
    gathered = gather([str(path) for path in paths])
    fabric, inputs = read_gathered(gathered, given)
    failures = (*gathered.failures, *inputs.failures)
    if failures:
        raise ConfigError(*failures)
    return fabric


def read_gathered(
    gathered: Gathered, given: Given = NOTHING_SAID, read_all: ReadAll = read_here
) -> tuple[Fabric, ReadInputs]:
    """Return the fabric that the files describe, and what became of each file; `read_all` says who reads them."""
    read = read_documents(
        gathered.documents, os=given.os, named=gathered.named, cabling=given.cabling, read_all=read_all
    )
    inputs = without_lone_captures(read, gathered.named) if read.counters else read
    return build_fabric(inputs, given), inputs


def lint(fabric: Fabric, rules: Sequence[Rule], inputs: Inputs = NO_INPUTS, given: Given = NOTHING_SAID) -> Report:
    """Return everything that the rules say about the fabric, under the profile in force."""
    return report_of(examine_fabric(fabric, rules, given), fabric, inputs, given)


def report_of(examination: Examination, fabric: Fabric, inputs: Inputs, given: Given) -> Report:
    """Return the report on what was examined, with its suppressions; the fabric lends its unread lines and its
    remarks."""
    report = report_on(
        examination.rules,
        examination.examined,
        unread=fabric.unread,
        inputs=inputs,
        profile=examination.profile,
        version=version(),
        domain=_domain_in_force(examination.size, fabric.domain.place),
        restrictions=(
            *given.restrictions,
            *profile_restrictions(examination.profile, examination.chosen, len(examination.rules)),
            *domain_restrictions(examination.size.left_out, fabric.domain.place),
            *file_restrictions(inputs),
            *unstated_nics(fabric.devices),
        ),
    )
    return apply_suppressions(report, given.suppressions, fabric, examination.rules)


def _domain_in_force(size: DomainSize, place: str) -> DomainInForce:
    """Return the size of the RoCE domain in words: what the settings say of it, and that the rest is inferred."""
    result = [f"takes in {size.taken_in}"] if size.taken_in else []
    result += [f"leaves out {size.left_out}"] if size.left_out else []
    result += [f"names no port with {', '.join(size.unused)}"] if size.unused else []
    how = f"{place} {' and '.join(result)}, the rest is inferred" if result else "inferred"
    return DomainInForce(size.ports, size.inside, how)


def check_gathered(gathered: Gathered, rules: Sequence[Rule], given: Given = NOTHING_SAID) -> Report:
    """Return the report on files that were gathered from disk."""
    return check_in_full(gathered, rules, given)[0]


def check_in_full(
    gathered: Gathered,
    rules: Sequence[Rule],
    given: Given = NOTHING_SAID,
    read_all: ReadAll = read_here,
    concurrently: Concurrently = in_turn,
    demands_of: DemandsOf = no_demands,
) -> tuple[Report, Fabric]:
    """Return the report on files that were gathered from disk, and the fabric that it evaluates.

    `read_all` says who reads the files, `concurrently` who does what can be done at once. `demands_of` says what
    an intent demands and how the fabric differs from it.
    """
    read_all = read_all if given.intent is None else ReadByContent(read_all)
    fabric, read = read_gathered(gathered, given, read_all)
    fabric = with_lines(fabric, gathered.documents, rules)
    demands = demands_of(fabric, given.intent, read_all, gathered.documents) if given.intent is not None else ()
    examination = examine_fabric(fabric, rules, given, concurrently, demands)
    return report_of(examination, fabric, inputs_of(gathered, read), given), fabric


def inputs_of(gathered: Gathered, read: ReadInputs) -> Inputs:
    """Return what became of each file."""
    skipped = (*gathered.skipped, *read.skipped)
    left_out = {item.path for item in skipped}
    return Inputs(
        files=tuple(document.path for document in gathered.documents if document.path not in left_out),
        skipped=tuple(sorted(SkippedFile(item.path, item.because, item.holds_nothing) for item in skipped)),
        unreadable=(*gathered.failures, *read.failures),
        devices=(*(device.name for device in read.devices), *_subnet_devices(read.infiniband)),
        died=read.died,
        changed=read.changed,
    )


def check_texts(
    texts: Mapping[str, str],
    *,
    os: str = "",
    profile: str = "",
    rules: Sequence[Rule],
    suppressions: Suppressions = NO_SUPPRESSIONS,
) -> Report:
    """Return the report on texts by file name, as the examples of rules need it.

    `os` is the format of the first text. A text named `intent.yaml` is the intent that the others are evaluated
    against. Raises UsageError when a text cannot be read.
    """
    fabric, given = fabric_of_texts(texts, os=os, profile=profile, rules=rules)
    inputs = Inputs(tuple(texts), (), (), tuple(device.name for device in fabric.devices))
    return lint(fabric, rules, inputs, replace(given, suppressions=suppressions))


def fabric_of_texts(
    texts: Mapping[str, str], *, os: str = "", profile: str = "", rules: Sequence[Rule] = ()
) -> tuple[Fabric, Given]:
    """Return the fabric of texts by file name, and what their intent says; see `check_texts`."""
    intent = texts.get("intent.yaml", "")
    documents = [Document(name, text) for name, text in texts.items() if name != "intent.yaml"]
    given = given_by_intent_text(intent, profile) if intent else Given(profile=profile)
    first = read_documents(documents[:1], os=os, named=frozenset({documents[0].path}))
    rest = read_documents(documents[1:], named=frozenset(document.path for document in documents[1:]))
    both = ReadInputs(
        devices=tuple(sorted((*first.devices, *rest.devices), key=lambda device: device.name)),
        links=first.links + rest.links,
        unread=first.unread + rest.unread,
        conflicts=first.conflicts + rest.conflicts,
        skipped=first.skipped + rest.skipped,
        failures=first.failures + rest.failures,
        files=first.files + rest.files,
        infiniband=first.infiniband + rest.infiniband,
        counters=first.counters + rest.counters,
        remarks=first.remarks + rest.remarks,
    )
    if both.failures:
        raise UsageError(*both.failures)
    return with_lines(build_fabric(both, given), documents, rules), given


def given_by_intent_text(text: str, profile: str = "") -> Given:
    """Return what an intent's text says. Raises IntentError for a bad one."""
    from roce_lint.intent.as_facts import intent_facts
    from roce_lint.intent.infiniband_facts import intended_partitions
    from roce_lint.intent.load import parse_any_intent
    from roce_lint.intent.model import Intent

    intent = parse_any_intent(text, "intent.yaml")
    partitions = intended_partitions(intent)
    if not isinstance(intent, Intent):
        return Given(profile=profile, partitions=partitions)
    facts = intent_facts(intent)
    return Given(design=facts.given, links=facts.links, profile=profile, partitions=partitions)
