"""Where configurations drift from their intent: fact by fact, whatever the lines and their units look like.

What the intent demands is rendered and read back by the same readers, so that two facts are compared and never two
spellings. What no file tells is counted apart: it is neither kept nor broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.errors import Problem, UsageError
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.demands import Demand, device_demands, nic_demands, port_demands
from roce_lint.gate.meaning.change import Change, Placed, Told, gathered
from roce_lint.gate.meaning.fields import same
from roce_lint.gate.meaning.isolation import compare_setups
from roce_lint.gate.meaning.words import shown_value
from roce_lint.gate.measure import Measure, Options
from roce_lint.gate.side import read_side, text_of
from roce_lint.gate.state import State
from roce_lint.infiniband.sm_setup import manager_port, sm_setups
from roce_lint.intent.as_facts import intent_facts
from roce_lint.intent.load import parse_any_intent
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.intent.model import Intent
from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import Given
from roce_lint.model.device import Device, LinkContradiction, is_host
from roce_lint.model.fact import Fact, Source, Unknown
from roce_lint.read.read_documents import read_documents
from roce_lint.render.infiniband import render_infiniband
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document
from roce_lint.values import dataclass, replace
from roce_lint.version import version


@dataclass(frozen=True, slots=True)
class Drift:
    """How a state differs from its intent. In `differing` and `untold`, `before` is what the intent demands.

    `untold`: demands of which no file says whether they are met. `compared` counts the facts that were.
    """

    intent: str
    state: str
    commit: str
    differing: tuple[Change, ...]
    untold: tuple[Change, ...]
    compared: int
    devices: int
    unreadable: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    version: str

    @property
    def outcome(self) -> str:
        """Return `incomplete`, `failed` (something differs) or `passed`."""
        return "incomplete" if self.unreadable else "failed" if self.differing else "passed"


def drift_from_intent(state: State, measure: Measure, options: Options) -> Drift:
    """Return where a state differs from the intent that the command line or the settings name.

    Raises UsageError where none is named or none is there, IntentError for a bad one.
    """
    path = options.intent or measure.settings.intent
    text = text_of(state, path, on_disk=path == options.intent) if path else None
    if text is None:
        named = "" if options.intent else measure.settings.place("intent")
        missing = Problem(named, 0, 0, f"there is no intent {path!r} in {state.label}; name one with --intent")
        raise UsageError(missing if path else _NO_INTENT)
    side = read_side(state, measure.settings, options, must_have_intent=True)
    wanted = _intended(text, path)
    comparison = _Comparison(Source(path, 0, 0), wanted, side.fabric)
    placed = list(comparison.everything())
    return Drift(
        intent=path,
        state=side.label,
        commit=side.commit,
        differing=gathered(one for one in placed if one not in comparison.untold),
        untold=gathered(comparison.untold),
        compared=comparison.compared,
        devices=len(side.fabric.devices),
        unreadable=side.inputs.unreadable,
        notes=(*side.notes, *comparison.notes()),
        version=version(),
    )


_NO_INTENT = "name an intent with --intent, or what to compare with, for example: roce-lint gate main"


def _intended(text: str, path: str) -> Fabric:
    """Return the fabric that an intent describes, as its own rendering reads."""
    wish = parse_any_intent(text, path)
    if isinstance(wish, Intent):
        facts = intent_facts(wish)
        files, given = render_fabric(wish), Given(design=facts.given, links=facts.links)
    else:
        subnet = make_infiniband_view(wish)
        files, given = render_infiniband(subnet) if subnet is not None else (), Given()
    documents = [Document(file.path, file.text) for file in files]
    return build_fabric(read_documents(documents), given)


class _Comparison:
    """Compares what an intent demands with what was read, and counts."""

    def __init__(self, place: Source, wanted: Fabric, read: Fabric) -> None:
        self._place = place
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
        self.untold: list[Placed] = []
        self.compared = 0

    def notes(self) -> Iterator[Problem]:
        """Yield what was left aside."""
        hosts = [name for name, device in self._wanted.items() if is_host(device)]
        if hosts and not self._hosts_are_read:
            text = f"no file describes any of the {len(hosts)} hosts of the intent; they were left aside"
            yield Problem(self._place.file, 0, 0, text)

    def everything(self) -> Iterator[Placed]:
        """Yield every difference; `untold` fills meanwhile."""
        yield from self._partitions()
        if not self._wanted:
            return
        for name, device in sorted(self._wanted.items()):
            if name in self._read:
                yield from self._device(device, self._read[name])
            elif not is_host(device) or self._hosts_are_read:
                yield self._placed(
                    name, "", "device", "the intent has this device and no file describes it", "present", "absent"
                )
        for name in sorted(self._read.keys() - self._wanted.keys()):
            text = "described by a file, and the intent has no such device"
            yield self._placed(name, "", "device", text, "absent", "present", self._read[name].source)
        for contradiction in self._contradictions:
            yield self._cable(contradiction)

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
        yield from self._demands(read.name, "", device_demands(wanted), device_demands(read))
        ports = {port.name: port for port in read.ports}
        for port in wanted.ports:
            if port.name not in ports:
                text = "the intent has this port and the configuration has not"
                yield self._placed(read.name, port.name, "port", text, "configured", "absent", read.source)
                continue
            demanded = port_demands(port, self._dscps)
            yield from self._demands(read.name, port.name, demanded, port_demands(ports[port.name], self._dscps))
        nics = {nic.port: nic for nic in read.nics}
        for nic in wanted.nics:
            if nic.port in nics:
                yield from self._demands(read.name, nic.port, nic_demands(nic), nic_demands(nics[nic.port]))

    def _demands(
        self, device: str, name: str, wanted: Mapping[str, Demand], read: Mapping[str, Demand]
    ) -> Iterator[Placed]:
        """Yield the demands that are not met; one that cannot be decided goes to `untold`."""
        for fact, demand in wanted.items():
            if isinstance(demand.fact, Unknown) or not demand.holds:
                continue
            found = read.get(fact)
            if found is None or isinstance(found.fact, Unknown):
                self.untold.append(self._difference(device, name, fact, demand, found.fact if found else None))
                continue
            self.compared += 1
            if not same(demand.fact, found.fact):
                yield self._difference(device, name, fact, demand, found.fact)

    def _difference(self, device: str, name: str, fact: str, demand: Demand, found: Fact[object] | None) -> Placed:
        wanted = "unknown" if isinstance(demand.fact, Unknown) else shown_value(fact, demand.fact.value)
        result = "not told" if found is None or isinstance(found, Unknown) else shown_value(fact, found.value)
        place = found.source if found is not None else Source("", 0, 0)
        text = f"{demand.label} {result}, the intent demands {wanted}"
        return self._placed(device, name, fact, text, wanted, result, place)

    def _cable(self, contradiction: LinkContradiction) -> Placed:
        kept, refused = contradiction.kept, contradiction.refused
        words = f"{kept.a} - {kept.b}", f"{refused.a} - {refused.b}"
        text = f"{refused.origin.value} tells the cable {words[1]}; the intent demands {words[0]}"
        port = contradiction.port
        return self._placed(port.device, port.port, "link", text, *words, refused.source)

    def _placed(
        self, device: str, name: str, fact: str, text: str, wanted: str, result: str, place: Source | None = None
    ) -> Placed:
        return Placed(device, name, Told(fact, text, wanted, result, self._place, place or self._place))
