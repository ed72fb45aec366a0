"""The tables of commands at a terminal: rules, facts, reach of pauses, and computed values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.fabric.domain import roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.rule import Rule, Severity
from roce_lint.model.fact import Unknown
from roce_lint.model.logic import is_true
from roce_lint.paths.pause_reach import FabricReach, HostReach
from roce_lint.report.facts_text import design_lines, device_heading, other_lines, port_groups, route_lines
from roce_lint.report.reach import host_ports_named, nothing_reached
from roce_lint.report.terminal import Column, Styled, TerminalBlock, TerminalTable
from roce_lint.tuning.receipt import Receipt, Term, format_value

SEVERITY_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}
_FAR_PERCENT = 50


def rule_blocks(rules: Sequence[Rule]) -> Iterator[TerminalBlock]:
    """Yield the table of rules, by code and id."""
    columns = ("Code", "Severity", "Confidence", "Rule", "Checks that")
    rows = [
        (
            Styled(rule.code, "bold"),
            Styled(rule.severity.value, SEVERITY_STYLES[rule.severity]),
            Styled(rule.confidence.value),
            Styled(rule.id),
            Styled(rule.headline),
        )
        for rule in sorted(rules, key=lambda one: (one.code, one.id))
    ]
    yield TerminalTable("", tuple(Column(name, wraps=number > 2) for number, name in enumerate(columns)), tuple(rows))
    yield Styled(f"{len(rules)} rules; roce-lint explain RULE shows one", "dim")


def fact_blocks(fabric: Fabric) -> Iterator[TerminalBlock]:
    """Yield what was understood: the design, and a table for each device with its ports and what becomes of RoCE."""
    head, *rest = design_lines(fabric.design)
    yield Styled(head, "bold")
    yield Styled("\n".join((*rest, "")))
    domain = roce_domain(fabric)
    for device in fabric.devices:
        rows = [
            (Styled("\n".join(heads), "cyan"), Styled("\n".join(line.strip() for line in lines)))
            for heads, lines in port_groups(device, fabric, domain)
        ]
        if rows:
            yield TerminalTable(device_heading(device), (Column("Ports"), Column("What becomes of RoCE")), tuple(rows))
        else:
            yield Styled(device_heading(device), "bold")
        if device.host_routes:
            yield Styled("\n".join(line.strip() for line in route_lines(device)))
    yield Styled("\n".join(other_lines(fabric)))


def reach_blocks(found: FabricReach) -> Iterator[TerminalBlock]:
    """Yield how far a pause from each host port reaches."""
    nothing = nothing_reached(found)
    if nothing:
        yield Styled(nothing, "yellow")
        return
    columns = (
        Column("Host ports"),
        Column("Priority", is_number=True, wraps=False),
        Column("Hops", is_number=True, wraps=False),
        Column("Buffers", is_number=True, wraps=False),
        Column("Stops", is_number=True, wraps=False),
        Column("Watchdog"),
    )
    yield TerminalTable("How far a pause propagates", columns, tuple(_reach_row(found, row) for row in found.rows))


def _reach_row(found: FabricReach, row: HostReach) -> tuple[Styled, ...]:
    percent = found.stalled_percent(row.unguarded)
    others = max(found.hosts - 1, 0)
    if isinstance(row.watched, Unknown):
        watchdog = Styled("undetermined", "yellow")
    elif is_true(row.watched):
        watchdog = Styled("acts on the host port", "green")
    elif row.guarded != row.unguarded:
        watchdog = Styled(f"limits it to {row.guarded.stalled_count} of {others}", "green")
    else:
        watchdog = Styled("none on the way", "red")
    return (
        Styled(host_ports_named(row)),
        Styled(str(row.priority)),
        Styled(str(row.unguarded.depth)),
        Styled(str(len(row.unguarded.channels))),
        Styled(
            f"{row.unguarded.stalled_count} of {others} ({percent:.0f} %)", "red" if percent >= _FAR_PERCENT else ""
        ),
        watchdog,
    )


def receipt_blocks(receipt: Receipt) -> Iterator[TerminalBlock]:
    """Yield a calculation: its terms, the result and the margin as one table, then what was assumed and the sources."""
    columns = (Column("Term"), Column("Value", is_number=True, wraps=False), Column("Unit", wraps=False), Column("How"))
    groups = [(receipt.terms, ""), (receipt.result, "bold green"), (receipt.margin, "bold")]
    rows: list[tuple[Styled, ...]] = []
    for terms, style in groups:
        rows += [()] if rows and terms else []
        rows += [_term(term, style) for term in terms]
    yield TerminalTable(receipt.title, columns, tuple(rows))
    for heading, texts in (("Assumed", receipt.assumptions), ("Sources", receipt.sources)):
        if texts:
            yield Styled("\n".join((f"{heading}:", *(f"  - {text}" for text in texts))), "dim")
    yield Styled("")


def _term(term: Term, style: str) -> tuple[Styled, ...]:
    if style == "bold" and term.value < 0:
        style = "bold red"
    return (
        Styled(term.name, style),
        Styled(format_value(term.value), style),
        Styled(term.unit),
        Styled(term.how, "dim"),
    )
