"""Resources of NVIDIA's nic-configuration-operator, with the values that the operator writes unasked.

NicConfigurationTemplate says what NICs are to have, NicDevice what one adapter of a node is to have, and its firmware.
NVIDIA's launch kit writes the former. Source: nic-configuration-operator, `api/v1alpha1`, `pkg/nvconfig`, `pkg/config`
and `bindata/spectrum-x`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from roce_lint.hosts.command import note_number, note_unknown
from roce_lint.hosts.formats.yaml_nodes import read_documents, yaml_documents
from roce_lint.hosts.mlx5.mlxconfig import firmware_value, read_firmware_values
from roce_lint.hosts.mlx5.view import NIC_TYPES
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import EVERY_NIC, NicId, NicKind, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.model.releases import UNSTATED, ReleaseForm, ReleaseNumbers
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.text.device_names import short_name
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.yaml_tree import YamlNode, entries_of, items_of, node_at, scalar_text, source_of

_BECAUSE = "nic-configuration-operator writes this where roceOptimized is enabled and the template is silent"
_PFC = (0, 0, 0, 1, 0, 0, 0, 0)
_KIND = lazy_pattern(r"^[ \t]*+(?:- )?kind:[ \t]*[\"']?(?:NicConfigurationTemplate|NicDevice)\b", re.MULTILINE)
_SPEC = {
    "NicConfigurationTemplate": ("spec", "template"),
    "NicDevice": ("spec", "configuration", "template"),
}
"""Where a resource has its template, by its kind."""
_BUILT_IN = {"RA1.3": 0, "RA2.0": 96, "RA2.1": 0, "RA2.2": 0}
"""Versions of Spectrum-X whose values are in the operator up to 26.4, and the ToS that each writes, 0 for none."""
_OPERATOR = ReleaseForm(lazy_pattern(r"(?:network-operator-)?v?(2\d)\.(\d{1,2})(?:\.(\d+))?", re.ASCII), "v26.7.0")
_CNP_DSCPS = (
    VendorDefault(4, _BECAUSE, "NVIDIA Network Operator 26.7, Configuration Details", _OPERATOR.before("26.10")),
    VendorDefault(48, _BECAUSE, "NVIDIA Network Operator 26.10, Configuration Details", _OPERATOR.since("26.10")),
)
_QOS_KEYS = frozenset({"trust", "pfc", "tos", "cableLen", "ecn", "pauseFrames"})
_FILLED_IN = lazy_pattern(r"\$|\{\{")
_MASK = lazy_pattern(r"([01],){7}[01]")


def is_nic_template(text: str) -> bool:
    """Return whether a text is a manifest of the nic-configuration-operator."""
    return _KIND.search(text) is not None


def template_host(text: str) -> str:
    """Return the first host that a template's nodeSelector or the state of a device names, else an empty string."""
    return next(iter(template_hosts(text)), "")


def template_hosts(text: str) -> tuple[str, ...]:
    """Return every host that the text names."""
    named = (_host_of(one) for document in yaml_documents(text)[0] for one in _resources(document))
    return tuple(dict.fromkeys(name for name in named if name))


def _host_of(resource: YamlNode) -> str:
    node = node_at(resource, "spec", "nodeSelector", "kubernetes.io/hostname") or node_at(resource, "status", "node")
    return short_name(scalar_text(node)) if node is not None else ""


def _resources(document: YamlNode) -> Iterator[YamlNode]:
    """Yield the resources of a document, those of a list that `kubectl get` prints among them."""
    if scalar_text(node_at(document, "kind")).endswith("List"):
        yield from items_of(node_at(document, "items"))
    else:
        yield document


def template_adapters(text: str) -> frozenset[str]:
    """Return the models that the templates of a text select by `nicType`, where the catalogue has them."""
    types = {
        scalar_text(node_at(one, "spec", "nicSelector", "nicType") or node_at(one, "status", "type")).lower()
        for document in yaml_documents(text)[0]
        for one in _resources(document)
    }
    return frozenset(model for model, device_id in NIC_TYPES.items() if device_id in types)


def read_nic_template(log: SettingsLog, document: Document) -> None:
    """Note what each template of a file sets, and the operator's own values as defaults.

    A template concerns the PCI addresses that it selects, or every NIC.
    """
    resources = [one for whole in read_documents(log, document.text) for one in _resources(whole)]
    release = _release(resources)
    has_several = len({host for one in resources if (host := _host_of(one))}) > 1
    for node in resources:
        kind = scalar_text(node_at(node, "kind"))
        if kind not in _SPEC or (has_several and _host_of(node) not in ("", log.device)):
            continue
        nics = _selected(log, document, node) if kind == "NicConfigurationTemplate" else _device(log, document, node)
        for nic in nics:
            of_kind = source_of(node_at(node, "kind") or node, document.path)
            log.word_fact(Evidence.RECONCILED, nic, SettingKey.DRIVER, Stated("mlx5", of_kind))
            _template(log, document, node_at(node, *_SPEC[kind]), node, nic, release)


def _release(resources: Iterable[YamlNode]) -> ReleaseNumbers:
    """Return the release of NVIDIA's network operator, where the file has the policy that installs it."""
    path = ("spec", "nicConfigurationOperator", "operator", "version")
    versions = (scalar_text(node_at(one, *path)) for one in resources)
    return next((found for version in versions if (found := _OPERATOR.numbers(version))), UNSTATED)


def _device(log: SettingsLog, document: Document, node: YamlNode) -> list[NicId]:
    """Return the ports of an adapter by the names that its state gives them, and note its firmware."""
    status = node_at(node, "status")
    firmware = node_at(status, "firmwareVersion")
    nics = []
    for port in items_of(node_at(status, "ports")):
        netdev, rdma, pci = (scalar_text(node_at(port, name)) for name in ("networkInterface", "rdmaInterface", "pci"))
        if netdev and rdma:
            log.same_nic(netdev, rdma, source_of(port, document.path))
        kind = NicKind.NETDEV if netdev else NicKind.RDMA if rdma else NicKind.PCI
        nic = NicId(kind, netdev or rdma or pci.lower())
        nics += [nic] if nic.name else []
        if nic.name and firmware is not None:
            fact = Stated(scalar_text(firmware), source_of(firmware, document.path))
            log.word_fact(Evidence.OBSERVED, nic, SettingKey.FIRMWARE, fact)
    return nics


def _selected(log: SettingsLog, document: Document, node: YamlNode) -> list[NicId]:
    selector = node_at(node, "spec", "nicSelector", "pciAddresses")
    nics = []
    for item in items_of(selector):
        address = scalar_text(item)
        if re.fullmatch(r"[0-9a-fA-F]{4}:[0-9a-fA-F]{2}:[01][0-9a-fA-F]\.[0-7]", address):
            nics.append(NicId(NicKind.PCI, address.lower()))
        else:
            because = f"{address!r} is not a PCI address such as 0000:3b:00.0"
            log.not_understood(SettingPlace(source_of(item, document.path), address), because)
    return nics or [NicId(NicKind.NETDEV, EVERY_NIC)]


def _template(
    log: SettingsLog,
    document: Document,
    template: YamlNode | None,
    node: YamlNode,
    nic: NicId,
    release: ReleaseNumbers,
) -> None:
    kind = scalar_text(node_at(node, "kind"))
    if template is None and kind == "NicConfigurationTemplate":
        place = SettingPlace(source_of(node, document.path), f"kind: {kind}")
        log.not_understood(place, "spec.template is missing: nothing is set")
    roce, spectrum_x = node_at(template, "roceOptimized"), node_at(template, "spectrumXOptimized")
    enabled = roce is not None and scalar_text(node_at(roce, "enabled")).lower() == "true"
    if roce is not None and not enabled and node_at(roce, "qos") is not None:
        source = source_of(node_at(roce, "enabled") or roce, document.path)
        because = "the operator leaves RoCE alone unless this is true, so that qos below it sets nothing"
        log.refuse(SettingPlace(source, f"enabled: {scalar_text(node_at(roce, 'enabled'))}"), because)
    if roce is not None and enabled:
        _check_link_type(log, document, template, "roceOptimized")
        _roce(log, document, roce, nic, release)
    if spectrum_x is not None and scalar_text(node_at(spectrum_x, "enabled")).lower() == "true":
        _check_link_type(log, document, template, "spectrumXOptimized")
        if enabled:
            place = SettingPlace(source_of(spectrum_x, document.path), "spectrumXOptimized")
            log.refuse(place, "the resource takes roceOptimized or spectrumXOptimized, not both")
        _spectrum_x(log, document, spectrum_x, nic)
    values = []
    raw = node_at(template, "rawNvConfig")
    for item in items_of(raw):
        name, value = scalar_text(node_at(item, "name")), node_at(item, "value")
        place = SettingPlace(source_of(value or item, document.path), f"{name}={scalar_text(value)}")
        values.append(firmware_value(name, ScriptText(scalar_text(value), True), place))
    cnp = [value for value in values if value.name == "CNP_DSCP"]
    if enabled and cnp and all(value.port == 2 for value in cnp):
        because = "CNP_DSCP is set for port 2 alone, and the operator writes its own for port 1"
        log.not_understood(cnp[0].place, because)
    read_firmware_values(log, nic, values)


def _check_link_type(log: SettingsLog, document: Document, template: YamlNode | None, wanted_by: str) -> None:
    link_type = node_at(template, "linkType")
    text = scalar_text(link_type)
    if link_type is not None and text != "Ethernet":
        because = f"{wanted_by} needs linkType Ethernet, and this is {text!r}"
        log.not_understood(SettingPlace(source_of(link_type, document.path), f"linkType: {text}"), because)


def _roce(log: SettingsLog, document: Document, roce: YamlNode, nic: NicId, release: ReleaseNumbers) -> None:
    block = source_of(roce, document.path)
    block = Source(block.file, block.line - 1, roce.end_line)
    for priority in range(8):
        for key in (SettingKey.NOTIFICATION, SettingKey.REACTION):
            log.number_fact(Evidence.STORED, nic, key, _default(1, block), priority)
        log.number_fact(Evidence.RECONCILED, nic, SettingKey.PFC, _default(_PFC[priority], block), priority)
    log.number_fact(Evidence.STORED, nic, SettingKey.CNP_DSCP, _cnp_dscp(release, block))
    log.number_fact(Evidence.STORED, nic, SettingKey.CNP_PRIORITY, _default(6, block))
    log.number_fact(Evidence.RECONCILED, nic, SettingKey.RDMA_CM_TOS, _default(0, block))
    log.word_fact(Evidence.RECONCILED, nic, SettingKey.TRUST, Default("dscp", block, _BECAUSE))
    mode = node_at(roce, "roceMode")
    if mode is not None:
        _number(log, document, nic, SettingKey.RDMA_CM_MODE, mode, (1, 2))
    qos = node_at(roce, "qos")
    if qos is not None:
        _qos(log, document, qos, nic)


def _cnp_dscp(release: ReleaseNumbers, block: Source) -> Fact[int]:
    """Return the DSCP of CNPs of a release; unknown where it is not stated, because releases differ."""
    holding = [one for one in _CNP_DSCPS if one.releases.hold(release) is not False]
    if len(holding) == 1:
        return holding[0].at(block)
    values = " and ".join(f"{one.value} in releases {one.releases.words}" for one in _CNP_DSCPS)
    return Unknown(f"the operator writes {values}, and the file does not state its release", block)


def _default(value: int, block: Source, because: str = _BECAUSE) -> Fact[int]:
    return Default(value, block, because)


def _spectrum_x(log: SettingsLog, document: Document, node: YamlNode, nic: NicId) -> None:
    """Note what the operator writes for a version of Spectrum-X: congestion control of its own, and no DCQCN.

    From 26.7 on the operator has no values of its own, and takes those of a ConfigMap.
    """
    version = node_at(node, "version")
    name = scalar_text(version)
    block = source_of(node, document.path)
    block = Source(block.file, block.line - 1, node.end_line)
    _check_planes(log, document, node, name)
    if name not in _BUILT_IN:
        because = f"the values of {name or 'Spectrum-X'} are in a ConfigMap of the operator, which is not read"
        place = SettingPlace(source_of(version or node, document.path), f"version: {name}", Evidence.RECONCILED)
        for key in (SettingKey.TRUST, SettingKey.ADAPTIVE_ROUTING):
            note_unknown(log, place, nic, key, because)
        for priority in range(8):
            note_unknown(log, place, nic, SettingKey.PFC, because, priority)
        return
    because = f"nic-configuration-operator writes this for Spectrum-X {name}"
    log.word_fact(Evidence.RECONCILED, nic, SettingKey.TRUST, Default("dscp", block, because))
    log.number_fact(Evidence.RECONCILED, nic, SettingKey.ADAPTIVE_ROUTING, _default(1, block, because))
    for priority in range(8):
        log.number_fact(Evidence.RECONCILED, nic, SettingKey.PFC, _default(_PFC[priority], block, because), priority)
        for key in (SettingKey.NOTIFICATION, SettingKey.REACTION):
            log.number_fact(Evidence.RECONCILED, nic, key, _default(1, block, because), priority)
    if tos := _BUILT_IN[name]:
        log.number_fact(Evidence.RECONCILED, nic, SettingKey.RDMA_CM_TOS, _default(tos, block, because))


def _check_planes(log: SettingsLog, document: Document, node: YamlNode, version: str) -> None:
    """Report planes that the operator refuses: `none` has one plane, and others more."""
    mode, planes = node_at(node, "multiplaneMode"), node_at(node, "numberOfPlanes")
    name, count = scalar_text(mode) or "none", scalar_text(planes) or "1"
    place = SettingPlace(source_of(mode or planes or node, document.path), f"multiplaneMode: {name}")
    if version in ("RA1.3", "RA2.0") and name != "none":
        log.refuse(place, f"{version} has no multiplane mode other than none")
    elif name in ("none", "swplb", "hwplb") and (name == "none") != (count == "1"):
        log.refuse(place, f"the operator takes mode none with one plane and others with more, not {name} with {count}")


def _place(document: Document, node: YamlNode) -> SettingPlace:
    return SettingPlace(source_of(node, document.path), scalar_text(node), Evidence.RECONCILED)


def _number(
    log: SettingsLog, document: Document, nic: NicId, key: SettingKey, node: YamlNode, limits: tuple[int, int]
) -> None:
    note_number(log, _place(document, node), nic, key, ScriptText(scalar_text(node), True), limits)


def _qos(log: SettingsLog, document: Document, qos: YamlNode, nic: NicId) -> None:
    for entry in entries_of(qos):
        name, value = entry.key.text, entry.value
        place, text = _place(document, value), scalar_text(value)
        if name == "trust" and text in ("dscp", "pcp"):
            log.word_fact(Evidence.RECONCILED, nic, SettingKey.TRUST, Stated(text, place.source))
        elif name == "trust":
            note_unknown(log, place, nic, SettingKey.TRUST, f"{text!r} is not dscp or pcp")
        elif name == "pfc" and _MASK.fullmatch(text):
            for priority, bit in enumerate(text.split(",")):
                log.number_fact(Evidence.RECONCILED, nic, SettingKey.PFC, Stated(int(bit), place.source), priority)
        elif name == "pfc":
            because = f"{text!r} is not eight of 0 and 1, separated by commas"
            for priority in range(8):
                note_unknown(log, place, nic, SettingKey.PFC, because, priority)
            if not _FILLED_IN.search(text):
                log.refuse(place, f"{because}: the pattern of the resource refuses it")
        elif name == "tos":
            _number(log, document, nic, SettingKey.RDMA_CM_TOS, value, (0, 255))
        elif name == "cableLen":
            _number(log, document, nic, SettingKey.CABLE_LENGTH_M, value, (0, 65535))
        elif name == "pauseFrames":
            _pause(log, document, value, nic)
        elif name == "ecn":
            _ecn(log, document, value, nic)
        elif name not in _QOS_KEYS:
            source = source_of(entry.key, document.path)
            log.not_understood(SettingPlace(source, f"{name}: {text}"), f"qos has no field {name!r}")


def _enabled(node: YamlNode) -> tuple[YamlNode, int]:
    found = node_at(node, "enabled")
    return found or node, int(scalar_text(found).lower() == "true")


def _pause(log: SettingsLog, document: Document, node: YamlNode, nic: NicId) -> None:
    place, switch = _enabled(node)
    for key in (SettingKey.PAUSE_RECEIVED, SettingKey.PAUSE_SENT):
        log.number_fact(Evidence.RECONCILED, nic, key, Stated(switch, source_of(place, document.path)))


def _ecn(log: SettingsLog, document: Document, node: YamlNode, nic: NicId) -> None:
    place, switch = _enabled(node)
    chosen = node_at(node, "priority")
    priority = scalar_text(chosen)
    if not re.fullmatch(r"[0-7]", priority):
        source = source_of(node, document.path)
        log.not_understood(
            SettingPlace(source, f"priority: {priority}"), f"ecn.priority {priority!r} is not a priority from 0 to 7"
        )
        return
    source = source_of(chosen if switch and chosen else place, document.path)
    for key in (SettingKey.NOTIFICATION, SettingKey.REACTION):
        log.number_fact(Evidence.RECONCILED, nic, key, Stated(switch, source), int(priority))
