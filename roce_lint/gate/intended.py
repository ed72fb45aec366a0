"""What an intent demands of a fabric, and where the fabric that was read differs from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from roce_lint.errors import Problem
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.absent_lines import AbsentLines
from roce_lint.gate.demands import Demand, device_demands, nic_demands, port_demands
from roce_lint.gate.meaning.change import FactChange, Placed
from roce_lint.gate.meaning.fields import same
from roce_lint.gate.meaning.isolation import compare_setups
from roce_lint.gate.meaning.words import shown_value
from roce_lint.gate.routing_demands import Parts, host_route_demands, routing_demands
from roce_lint.infiniband.sm_setup import manager_port, sm_setups
from roce_lint.intent.as_facts import intent_facts
from roce_lint.intent.load import parse_any_intent
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.intent.model import Intent
from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import Given
from roce_lint.model.device import Device, LinkContradiction, Port, PortRef, PortValues, is_host
from roce_lint.model.fact import Fact, Source, Unknown
from roce_lint.model.port_directory import PortDirectory
from roce_lint.read.files import InputFile
from roce_lint.read.read_documents import ReadAll, read_documents, read_here
from roce_lint.render.infiniband import render_infiniband
from roce_lint.render.render import render_fabric
from roce_lint.text.config_lines import LinePath
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace

ABSENT = "absent"
_STATED_BY_PORTS = frozenset({"port.speed_gbps", "port.ip_mtu", "port.vlans", "port.vrf"})
"""Facts that a port has to state: where it is silent, a default holds that depends on release and platform."""


@dataclass(frozen=True, slots=True)
class Intended:
    """The fabric that an intent describes, as its own rendering reads, and what is rendered."""

    fabric: Fabric
    documents: tuple[Document, ...]


def intended(text: str, path: str, read_all: ReadAll = read_here) -> Intended:
    """Return what an intent demands; `read_all` says who reads what is rendered.

    Raises IntentError for a bad intent, PlatformError or TemplateError for one that cannot be rendered.
    """
    wish = parse_any_intent(text, path)
    if isinstance(wish, Intent):
        facts = intent_facts(wish)
        files, given = render_fabric(wish), Given(design=facts.given, links=facts.links)
    else:
        subnet = make_infiniband_view(wish)
        files, given = render_infiniband(subnet) if subnet is not None else (), Given()
    documents = tuple(Document(file.path, file.text) for file in files)
    return Intended(build_fabric(read_documents(documents, read_all=read_all), given), documents)


class Comparison:
    """Compares what an intent demands with what was read, and counts."""

    def __init__(
        self,
        place: Source,
        wanted: Fabric,
        read: Fabric,
        *,
        covers_all: bool = True,
        rendered: Sequence[Document] = (),
        documents: Sequence[InputFile] = (),
    ) -> None:
        """Compare what was read, which is meant to be the whole fabric if it `covers_all`.

        `rendered` are the texts of what is wanted and `documents` those of what was read, to find lines that no fact
        tells of; without them facts are compared alone.
        """
        self._place = place
        self._absent = AbsentLines(wanted.devices, rendered, read.devices, documents, self._differing_facts)
        self._covers_all = covers_all
        self._wanted = {device.name: device for device in wanted.devices}
        self._read = {device.name: device for device in read.devices}
        self._contradictions = read.contradictions
        self._subnets = [
            [setup for setup in sm_setups(fabric.infiniband) if setup.partitions is not None]
            for fabric in (wanted, read)
        ]
        design = wanted.design
        self._dscps = frozenset(
            dscp
            for fact in (design.roce_dscps, design.cnp_dscps)
            if not isinstance(fact, Unknown)
            for dscp in fact.value
        )
        self._hosts_are_read = any(is_host(device) for device in read.devices)
        self._intended_links = wanted.links
        self._listed = read.listed
        self._directory = PortDirectory(read.devices)
        self.not_found: list[Placed] = []
        self.compared = 0
        self._by_values: dict[int, tuple[PortValues, int]] = {}

    def _differing_facts(self, wanted: Fabric, read: Fabric) -> list[str]:
        """Return the facts in which a comparison sees a difference; those that it cannot find are none."""
        return [one.result.fact for one in Comparison(self._place, wanted, read).everything()]

    @property
    def without_files(self) -> tuple[str, ...]:
        """Return the devices of the intent that no file describes."""
        return tuple(sorted(self._wanted.keys() - self._read.keys()))

    def hosts_left_aside(self) -> str:
        """Return in words that no host of the intent was described; empty where one was, or where it has none."""
        hosts = sum(is_host(device) for device in self._wanted.values())
        none = hosts and not self._hosts_are_read and self._covers_all
        return f"no file describes any of the {hosts} hosts of the intent; they were left aside" if none else ""

    def notes(self) -> Iterator[Problem]:
        """Yield what was left aside."""
        if text := self.hosts_left_aside():
            yield Problem(self._place.file, 0, 0, text)

    def everything(self) -> Iterator[Placed]:
        """Yield every difference; `not_found` fills meanwhile."""
        yield from self._partitions()
        if not self._wanted:
            return
        for name, device in sorted(self._wanted.items()):
            if name in self._read:
                yield from self._device(device, self._read[name])
            elif self._covers_all and (not is_host(device) or self._hosts_are_read):
                text = "the intent has this device and no file describes it"
                yield self._placed(name, "", "device", text, "present", ABSENT)
        for name in sorted(self._read.keys() - self._wanted.keys()):
            text = "described by a file, and the intent has no such device"
            yield self._placed(name, "", "device", text, ABSENT, "present", self._read[name].source)
        for contradiction in self._contradictions:
            yield self._cable(contradiction)
        if self._covers_all:
            yield from self._missing_cables()

    def _partitions(self) -> Iterator[Placed]:
        """Yield which ports can talk against the intent, or cannot, by each partition file that was read."""
        wanted, read = self._subnets
        for setup in read if wanted else ():
            self.compared += 1
            managed_alike = [one for one in wanted if manager_port(one).guid == manager_port(setup).guid]
            for change in compare_setups((managed_alike or wanted)[0], setup):
                text = change.result.text.replace("can now talk", "can talk against the intent")
                text = text.replace("can no longer talk", "cannot talk; the intent wants it")
                yield replace(change, result=replace(change.result, text=text, old=self._place), fails=False)

    def _device(self, wanted: Device, read: Device) -> Iterator[Placed]:
        if wanted.os != read.os:
            words = wanted.os, read.os
            yield self._placed(
                read.name, "", "device.os", f"runs {words[1]}; the intent says {words[0]}", *words, read.source
            )
            return
        differing = list(self._facts(wanted, read))
        yield from differing
        yield from self._lines(read, differing)

    def _facts(self, wanted: Device, read: Device) -> Iterator[Placed]:
        """Yield the facts in which a device differs."""
        yield from self._demands(read.name, "", device_demands(wanted), device_demands(read))
        ports = {port.name: port for port in read.ports}
        for port in wanted.ports:
            if port.name not in ports:
                text = "the intent has this port and the configuration has not"
                yield self._placed(read.name, port.name, "port", text, "configured", ABSENT, read.source)
                continue
            if port == ports[port.name]:
                self.compared += self._demands_met(port)
                continue
            demanded = port_demands(port, self._dscps)
            yield from self._demands(read.name, port.name, demanded, port_demands(ports[port.name], self._dscps))
        yield from self._routing(read, routing_demands(wanted), routing_demands(read))
        if read.host_routes:
            yield from self._routing(read, host_route_demands(wanted), host_route_demands(read))
        nics = {nic.port: nic for nic in read.nics}
        for nic in wanted.nics:
            if nic.port in nics:
                yield from self._demands(read.name, nic.port, nic_demands(nic), nic_demands(nics[nic.port]))

    def _lines(self, read: Device, differing: Sequence[Placed]) -> Iterator[Placed]:
        """Yield the lines that a device lacks and that no fact tells of; not those of what is missing as a whole."""
        told = {(one.result.new.file, one.result.new.line) for one in differing}
        gone = {one.object.split()[-1] for one in differing if one.result.after == ABSENT and one.object}
        absent = [
            line
            for line in self._absent.of(read)
            if gone.isdisjoint(" ".join(line.path).split())
            and told.isdisjoint((one.file, one.line) for one in line.instead)
        ]
        if any(line.decides for line in absent):
            # A file could hold what is not found: the line that is absent says it.
            self.not_found = [one for one in self.not_found if one.device != read.name]
        for line in absent:
            text = f"the intent has {line.text} and the configuration has not"
            yield self._placed(read.name, _block(line.path), "line", text, line.path[-1], ABSENT, line.place)

    def _demands_met(self, port: Port) -> int:
        """Return how much an intent decides of a port that says what it demands; of ports with the same values once."""
        key = id(port.values)
        if key not in self._by_values:
            demanded = port_demands(port, self._dscps).values()
            met = sum(one.holds and not isinstance(one.fact, Unknown) for one in demanded)
            self._by_values[key] = port.values, met
        return self._by_values[key][1]

    def _routing(self, read: Device, wanted: Parts, found: Parts) -> Iterator[Placed]:
        """Yield differences of routing and overlay, part by part."""
        for part, demands in wanted.items():
            if part in found:
                yield from self._demands(read.name, part, demands, found[part])
            elif demands:
                text = "the intent has this and the configuration has not"
                yield self._placed(read.name, part, "routing", text, "configured", ABSENT, read.source)

    def _missing_cables(self) -> Iterator[Placed]:
        """Yield the intended cables that a list lacks, though it has others of that device to hosts or to switches."""
        ends: set[PortRef] = set()
        covered: set[tuple[str, bool]] = set()
        place: dict[str, Source] = {}
        for link in self._listed:
            for end, other in ((link.a, link.b), (link.b, link.a)):
                name = self._directory.device(end.device) or end.device
                ends.add(self._directory.resolve(end) or PortRef(name, end.port))
                covered.add((name, self._is_host(self._directory.device(other.device) or other.device)))
                place.setdefault(name, link.source)
        for link in self._intended_links:
            if link.a in ends or link.b in ends:
                continue
            for end, other in ((link.a, link.b), (link.b, link.a)):
                if (end.device, self._is_host(other.device)) in covered:
                    source = place[end.device]
                    text = f"the intent has a cable to {other}, and no cabling list or LLDP output has it"
                    file = Source(source.file, 0, 0)
                    yield self._placed(end.device, end.port, "link", text, f"{end} - {other}", ABSENT, file)
                    break

    def _is_host(self, name: str) -> bool:
        return name in self._wanted and is_host(self._wanted[name])

    def _demands(
        self, device: str, name: str, wanted: Mapping[str, Demand], read: Mapping[str, Demand]
    ) -> Iterator[Placed]:
        """Yield the demands that are not met; one that cannot be decided goes to `not_found`."""
        for fact, demand in wanted.items():
            if isinstance(demand.fact, Unknown) or not demand.holds:
                continue
            found = read.get(fact)
            if found is None and _follows_from_another(fact, wanted, read):
                continue
            if found is None or isinstance(found.fact, Unknown):
                difference = self._difference(device, name, fact, demand, found.fact if found else None)
                if fact in _STATED_BY_PORTS:
                    yield difference
                else:
                    self.not_found.append(difference)
                continue
            self.compared += 1
            if not same(demand.fact, found.fact):
                yield self._difference(device, name, fact, demand, found.fact)

    def _difference(self, device: str, name: str, fact: str, demand: Demand, found: Fact[object] | None) -> Placed:
        wanted = "unknown" if isinstance(demand.fact, Unknown) else shown_value(fact, demand.fact.value) or "none"
        silent = "not stated" if fact in _STATED_BY_PORTS else "not found"
        result = silent
        if found is not None and not isinstance(found, Unknown):
            result = shown_value(fact, found.value) or "none"
        place = found.source if found is not None else Source("", 0, 0)
        text = f"{demand.label} {result}, the intent demands {wanted}"
        return self._placed(device, name, fact, text, wanted, result, place)

    def _cable(self, contradiction: LinkContradiction) -> Placed:
        accepted, refused = contradiction.accepted, contradiction.refused
        words = f"{accepted.a} - {accepted.b}", f"{refused.a} - {refused.b}"
        text = f"{refused.origin.value} tells the cable {words[1]}; the intent demands {words[0]}"
        port = contradiction.port
        return self._placed(port.device, port.port, "link", text, *words, refused.source)

    def _placed(
        self, device: str, name: str, fact: str, text: str, wanted: str, result: str, place: Source | None = None
    ) -> Placed:
        return Placed(device, name, FactChange(fact, text, wanted, result, self._place, place or self._place))


def _block(path: LinePath) -> str:
    """Return the port that a line is of, or else the block."""
    return path[0].removeprefix("interface ") if len(path) > 1 else ""


_GOVERNED = (
    ("ecn_kmin_bytes", "ecn_enabled"),
    ("ecn_kmax_bytes", "ecn_enabled"),
    ("ecn_pmax_percent", "ecn_enabled"),
    ("weight_percent", "scheduling"),
    ("detection_ms", "enabled"),
    ("recovery_ms", "enabled"),
    ("action", "enabled"),
)


def _follows_from_another(fact: str, wanted: Mapping[str, Demand], read: Mapping[str, Demand]) -> bool:
    """Say whether a fact is not there because another one differs, which is reported: a curve where ECN is off."""
    about, _, name = fact.rpartition(".")
    if about.startswith("priority."):
        governing = "port.pfc_priorities"
    else:
        governing = next((f"{about}.{one}" for governed, one in _GOVERNED if governed == name), "")
    if governing in wanted:
        found = read.get(governing)
        return found is None or not same(wanted[governing].fact, found.fact)
    return False
