"""The top of the HTML report: what was checked, how much was found and where, and how bad each device is."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from roce_lint.judge.finding import Finding, Report
from roce_lint.judge.rule import Severity
from roce_lint.report.html_text import counted, text
from roce_lint.report.material import Caption
from roce_lint.report.text import domain_line, judged_line, summary_line
from roce_lint.values import dataclass

_DEVICES_SHOWN = 20
_MOST_DEVICES = 300
_NUMBERS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class DeviceCount:
    """How many findings of each severity concern one device, and at how many places of it."""

    device: str
    findings: Mapping[Severity, int]
    places: int


def by_device(findings: Iterable[Finding]) -> tuple[DeviceCount, ...]:
    """Return the devices with findings, the worst first: by errors, then warnings, then info, then name.

    A finding with places at several devices counts once for each of them.
    """
    found: dict[str, Counter[Severity]] = defaultdict(Counter)
    places: Counter[str] = Counter()
    for finding in findings:
        here = Counter(place.device for place in finding.places if place.device)
        places.update(here)
        for device in here:
            found[device][finding.severity] += 1
    counts = [DeviceCount(device, dict(severities), places[device]) for device, severities in found.items()]
    return tuple(sorted(counts, key=_worst_first))


def _worst_first(count: DeviceCount) -> tuple[list[int], list[tuple[int, int, str]]]:
    # Numbers in names are compared by length and digits, so that leaf2 stands before leaf10.
    parts = [part for part in _NUMBERS.split(count.device) if part]
    natural = [(1, len(part), part) if part.isdigit() else (0, 0, part) for part in parts]
    return [-count.findings.get(severity, 0) for severity in _WORST_FIRST], natural


_WORST_FIRST = sorted(Severity, key=lambda severity: -severity.rank)


def headline(report: Report) -> str:
    """Return how many findings there are, at how many places, and on how many devices."""
    findings = report.open_findings
    if not findings:
        return f"No findings on {counted(len(report.inputs.devices), 'device')}"
    parts = []
    for severity in _WORST_FIRST:
        these = [finding for finding in findings if finding.severity is severity]
        if these:
            places = counted(sum(len(finding.places) for finding in these), "place")
            parts.append(f"{counted(len(these), severity.value)} at {places}")
    concerned = {place.device for finding in findings for place in finding.places if place.device}
    whole = max(len(report.inputs.devices), len(concerned))
    return f"{', '.join(parts)}; on {len(concerned):,} of {counted(whole, 'device')}"


def head(report: Report, caption: Caption) -> Iterator[str]:
    """Yield the header of the page: what was checked and when, as far as the caller says so, and the headline."""
    name = caption.name or "RoCE fabric"
    stamps = [f"Revision {caption.revision}" if caption.revision else "", caption.date, f"roce-lint {report.version}"]
    yield f'<header><h1>{text(name)}</h1><p class="quiet">{text(" · ".join(filter(None, stamps)))}</p>'
    yield f'<p class="headline">{text(headline(report))}</p>'
    asides = [summary_line(report)]
    asides += [judged_line(report)] if report.coverage else []
    asides += (
        [f"Profile: {report.profile.id} ({report.profile.name}), {report.profile.how}"] if report.profile.id else []
    )
    asides += [domain_line(report.domain)] if report.domain.ports else []
    yield f'<p class="quiet">{" · ".join(text(aside) for aside in asides)}</p></header><main>'


def device_table(counts: tuple[DeviceCount, ...], boxes: Mapping[str, int]) -> Iterator[str]:
    """Yield the table of devices with findings, most of them folded; `boxes`: the box of each in the drawing."""
    if not counts:
        return
    yield '<section aria-labelledby="devices"><h2 id="devices">Devices with findings</h2>'
    yield _table(counts[:_DEVICES_SHOWN], boxes)
    rest = counts[_DEVICES_SHOWN:_MOST_DEVICES]
    if rest:
        yield f"<details><summary>{counted(len(counts) - _DEVICES_SHOWN, 'more device')}</summary>{_table(rest, boxes)}"
        left = len(counts) - _MOST_DEVICES
        yield (f"<p>{counted(left, 'device')} with fewer findings left out here</p>" if left > 0 else "") + "</details>"
    yield "</section>"


def _table(counts: Iterable[DeviceCount], boxes: Mapping[str, int]) -> str:
    heads = "".join(f'<th scope="col" class="count">{severity.value}</th>' for severity in _WORST_FIRST)
    rows = "".join(_row(count, boxes.get(count.device)) for count in counts)
    return (
        f'<div class="wide"><table><thead><tr><th scope="col">Device</th>{heads}'
        f'<th scope="col" class="count">Places</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _row(count: DeviceCount, box: int | None) -> str:
    name = text(count.device)
    if box is not None:
        name = f'<button type="button" class="link" data-device="{name}" data-choose="{box}">{name}</button>'
    cells = "".join(
        f'<td class="count{f" {severity.value}" if count.findings.get(severity) else ""}">'
        f"{count.findings.get(severity, 0)}</td>"
        for severity in _WORST_FIRST
    )
    return f'<tr><th scope="row">{name}</th>{cells}<td class="count">{count.places:,}</td></tr>'
