"""`roce-lint tune`: how headroom, ECN thresholds and the DCQCN operating point come about, term by term."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.options import COLOR_OPTION
from roce_lint.cli.outputs import write_text
from roce_lint.cli.printing import choose_color, print_text
from roce_lint.cli.progress import ProgressLine
from roce_lint.errors import UsageError
from roce_lint.intent.quantity import parse_length_m, parse_speed_gbps
from roce_lint.platforms.catalog import platform
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.report.marking_curve import draw_marking_curve
from roce_lint.report.terminal import Styled, TerminalBlock
from roce_lint.report.terminal_tables import receipt_blocks
from roce_lint.report.tune_html import tune_html
from roce_lint.report.tune_simulated import (
    compared_settings,
    comparison_json,
    comparison_text,
    load_of,
    tuned_json,
)
from roce_lint.report.tuned import LOSSLESS_FRAME_BYTES, Question, Tuned, tuned
from roce_lint.simulate.tuned_port import ThresholdCost, TunedLoad, costs
from roce_lint.tuning.receipt import format_receipt

_PLAIN_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_METRES = re.compile(r"([0-9]{1,3}\.[0-9]{1,3}) ?m")
_OPTIONS = {
    "speed_gbps": "--speed",
    "length_m": "--cable",
    "port_mtu_bytes": "--mtu",
    "lossless_mtu_bytes": "--lossless-mtu",
    "pool_bytes": "--pool",
    "flows is": "--flows is",
}
"""By which option a formula gets an argument, so that a refusal names what was typed."""


class _Quantity(click.types.FloatParamType):
    """A number with the unit that an intent gives it; a plain number is in the unit of the option."""

    def __init__(self, metavar: str, unit: str, parse: Callable[[object], float]) -> None:
        self.name = metavar
        self._unit = unit
        self._parse = parse

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).strip()
        try:
            return self._parse(f"{text}{self._unit}" if _PLAIN_NUMBER.fullmatch(text) else text)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def _length_m(text: object) -> float:
    """Return metres; short copper cables come in halves of a metre, which an intent does not need."""
    found = _METRES.fullmatch(str(text))
    return float(found[1]) if found else parse_length_m(text)


class _Number(click.FloatRange):
    """A range of numbers that `nan`, which compares with nothing, is no part of."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value} is no number", param, ctx)
        return number


@click.command("tune", epilog="Example: roce-lint tune --speed 400 --cable 40 --platform 7060X6-64PE --flows 32")
@click.option(
    "--speed",
    "speed_gbps",
    type=_Quantity("SPEED", "G", parse_speed_gbps),
    required=True,
    help="Port speed, 400 or 400G: 10, 25, 40, 50, 100, 200, 400, 800 Gb/s.",
)
@click.option(
    "--cable",
    "length_m",
    type=_Quantity("LENGTH", " m", _length_m),
    required=True,
    help="Cable length: 40, 40m or 2km; a plain number is metres.",
)
@click.option(
    "--mtu",
    "mtu_bytes",
    type=click.IntRange(1),
    default=9216,
    show_default=True,
    help="Largest frame of the port in bytes.",
)
@click.option(
    "--lossless-mtu",
    "lossless_bytes",
    type=click.IntRange(1),
    default=None,
    show_default=f"{LOSSLESS_FRAME_BYTES}, or --mtu if that is less",
    help="Largest lossless frame in bytes.",
)
@click.option("--platform", "platform_name", default="", help="Switch model, for its headroom and buffer.")
@click.option(
    "--pool",
    "pool_bytes",
    type=click.IntRange(0),
    default=0,
    help="Shared buffer in bytes; with a platform: its memory less the headroom of all ports if omitted.",
)
@click.option(
    "--alpha",
    type=_Number(0, 1024, min_open=True),
    default=0.125,
    show_default=True,
    help="Dynamic threshold multiplier of the ingress.",
)
@click.option(
    "--step-down-ports",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Slower ports that one port can fill.",
)
@click.option(
    "--priorities",
    type=click.IntRange(1, 8),
    default=1,
    show_default=True,
    help="Lossless priorities congested at once.",
)
@click.option("--html", "html_file", default="", metavar="FILE", help="Also write the values as a page with pictures.")
@click.option(
    "--simulate",
    "simulating",
    is_flag=True,
    help="Simulate these thresholds against half, double and what others advise.",
)
@click.option(
    "--format",
    "--output-format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="json: the results alone.",
)
@click.option(
    "--flows", type=click.IntRange(0, 100_000), default=0, help="Senders on one port: adds the DCQCN operating point."
)
def command(
    speed_gbps: float,
    length_m: float,
    mtu_bytes: int,
    lossless_bytes: int | None,
    platform_name: str,
    pool_bytes: int,
    alpha: float,
    step_down_ports: int,
    priorities: int,
    html_file: str,
    simulating: bool,
    form: str,
    flows: int,
    color: str | None,
) -> None:
    """Print each term of the sum, the result, the margin and what was assumed, and draw the marking curve."""
    choose_color(color)
    asked = Question(
        speed_gbps=speed_gbps,
        length_m=length_m,
        model=(_switch(platform_name, speed_gbps),) if platform_name else (),
        mtu_bytes=mtu_bytes,
        lossless_bytes=lossless_bytes or min(LOSSLESS_FRAME_BYTES, mtu_bytes),
        pool_bytes=pool_bytes,
        alpha=alpha,
        step_down_ports=step_down_ports,
        priorities=priorities,
        flows=flows,
    )
    try:
        found = tuned(asked)
    except ValueError as error:
        raise UsageError(_by_option(str(error))) from error
    if html_file:
        write_text(Path(html_file), tune_html(found))
    load = load_of(asked, found)
    compared = _compared(asked, found, load) if simulating else ()
    if form == "json":
        document = tuned_json(found)
        if compared:
            document["simulated"] = comparison_json(load, compared)
        print_text(lambda: json.dumps(document, indent=2) + "\n", None)
        return
    table = comparison_text(load, compared) if compared else ""
    receipts = (format_receipt(receipt) for receipt in found.receipts)
    curve = draw_marking_curve(found.queue)

    def blocks() -> Iterator[TerminalBlock]:
        for receipt in found.receipts:
            yield from receipt_blocks(receipt)
        yield Styled(curve.rstrip("\n"), "cyan")
        if table:
            yield Styled(table.rstrip("\n"), "")

    print_text(lambda: "\n".join((*receipts, curve, *([table] if table else []))), blocks)


command.params.append(click_option(COLOR_OPTION))


def _compared(asked: Question, found: Tuned, load: TunedLoad) -> tuple[ThresholdCost, ...]:
    """Return what the thresholds and their neighbours cost."""
    progress = ProgressLine()
    with progress:
        return costs(load, compared_settings(asked, found), progress.simulating)


def _by_option(message: str) -> str:
    for argument, option in _OPTIONS.items():
        message = message.replace(argument, option)
    return message


def _switch(name: str, speed_gbps: float) -> SwitchPlatform:
    found = platform(name)
    if not isinstance(found, SwitchPlatform):
        raise UsageError(f"{name} is not a switch; headroom of a NIC is set by its driver")
    speeds = sorted({mode.speed_gbps for group in found.cage_groups for mode in group.modes})
    if speeds and speed_gbps not in speeds:
        raise UsageError(f"--speed {speed_gbps:g}: {found.model} has no port of this speed; it has {_listed(speeds)}")
    return found


def _listed(speeds_gbps: Sequence[float]) -> str:
    return ", ".join(f"{speed:g}G" for speed in speeds_gbps)
